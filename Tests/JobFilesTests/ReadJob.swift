import Jobs

@testable import JobFiles

/// A job file read to its end.
struct ReadJob {
    let table: Table
    let dialect: Dialect?
    let sentence: String?
    let settings: [JSONValue.Member]

    init(
        _ bytes: [UInt8], _ choice: DialectChoice = .recognized, known: [String] = [], language: String = "en",
        encoding: String? = nil
    ) throws(JobFileError) {
        let options = CSVOptions(encoding: encoding, knownHeaders: known)
        let stream = try JobStream(ByteSource(bytes), options: options, dialect: choice, language: language)
        table = try stream.table()
        dialect = stream.dialect
        sentence = stream.dialect == nil ? nil : stream.hint ?? stream.notes.last
        settings = stream.settings
    }

    init(
        _ text: String, _ choice: DialectChoice = .recognized, known: [String] = [], language: String = "en"
    ) throws(JobFileError) {
        try self.init(Array(text.utf8), choice, known: known, language: language)
    }
}
