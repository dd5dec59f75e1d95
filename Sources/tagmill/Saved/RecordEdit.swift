import Jobs
import NDEF
import Provisioning
import Tags

/// New values for fields of one record; what is nil stays as it is.
struct RecordEdit: Hashable, Sendable {
    var typeNameFormat: Record.TypeNameFormat?
    var type: [UInt8]?
    var identifier: [UInt8]?
    var payload: [UInt8]?
    /// Makes it a URI record.
    var uri: String?
    /// Makes it a text record.
    var text: String?
    /// Of a text record, or of the text that is given beside it.
    var language: String?

    init() {}

    var isEmpty: Bool { self == RecordEdit() }

    /// Whether it says what kind of record it is, as it must for a new one.
    var namesKind: Bool { uri != nil || text != nil || typeNameFormat != nil }

    /// - Parameter number: of the record, for refusals.
    func applied(to old: Record, number: Int) throws(CommandError) -> Record {
        var record = old
        if let uri { record = with(identifierOf: old, URIRecord(uri).record) }
        if text != nil || language != nil { record = with(identifierOf: old, try textRecord(from: old, number)) }
        if let typeNameFormat { record.typeNameFormat = typeNameFormat }
        if let type { record.type = type }
        if let identifier { record.identifier = identifier }
        if let payload { record.payload = payload }
        return record
    }

    private func with(identifierOf old: Record, _ new: Record) -> Record {
        var new = new
        new.identifier = old.identifier
        return new
    }

    private func textRecord(from old: Record, _ number: Int) throws(CommandError) -> Record {
        let before = try? TextRecord(decoding: old)
        guard let text = text ?? before?.text else {
            throw .contradiction("--lang: record \(number) is no text record; give its text with --text")
        }
        // A text without a language is about; a new one needs a code.
        let kept = before.flatMap { $0.language.isEmpty ? nil : $0.language }
        let code = language ?? kept ?? "en"
        let expected = "a language code such as en or de-AT"
        guard LanguageCode.isValid(code) else {
            guard language != nil else {
                throw .contradiction(
                    "--text: record \(number) says the language \(code.quoted), which is none; give \(expected) with --lang"
                )
            }
            throw .badValue(option: "--lang", value: code, expected: expected)
        }
        do throws(NDEFError) {
            return try TextRecord(text, language: code).record
        } catch {
            throw .contradiction("--text: \(error)")
        }
    }
}

extension RecordEdit {
    /// The options of `saved edit` that are of one record.
    init(_ arguments: Arguments, console: Console) throws(CommandError) {
        self.init()
        try Self.refuseContradictions(arguments)
        if let number = try arguments.integer("tnf", in: 0...5, called: "a type name format") {
            typeNameFormat = UInt8(exactly: number).flatMap { Record.TypeNameFormat(rawValue: $0) }
        }
        type = try Self.field("type", arguments)
        identifier = try Self.field("id", arguments)
        if let hex = arguments.value("payload-hex") {
            guard let bytes = [UInt8](hex: hex) else {
                throw .badValue(option: "--payload-hex", value: hex, expected: "hex, two digits a byte")
            }
            payload = bytes
        }
        if let path = arguments.value("payload-file") {
            payload = try InputFile.bytes(at: path, atMost: SavedContent.messageBytesMaximum, allowsStandardInput: true)
        }
        uri = try arguments.value("uri").map { (uri) throws(CommandError) in try Self.checked(uri, console) }
        text = arguments.value("text")
        language = arguments.value("lang")
    }

    /// A URI, a text and a payload each say all of the payload; a URI and a text the kind of the record too.
    private static func refuseContradictions(_ arguments: Arguments) throws(CommandError) {
        let whole = ["uri", "text", "payload-hex", "payload-file"].filter { arguments.has($0) }
        if whole.count > 1 {
            throw .contradiction("'--\(whole[0])' and '--\(whole[1])' both say what the record holds; give one of them")
        }
        for (meant, raw) in [("uri", "lang"), ("lang", "payload-hex"), ("lang", "payload-file")]
            + ["uri", "text", "lang"].flatMap({ meant in ["tnf", "type"].map { (meant, $0) } })
        where arguments.has(meant) && arguments.has(raw) {
            throw .contradiction("'--\(meant)' cannot stand together with '--\(raw)'")
        }
    }

    private static func field(_ name: String, _ arguments: Arguments) throws(CommandError) -> [UInt8]? {
        guard let text = arguments.value(name) else { return nil }
        guard let bytes = RecordListing.bytes(ofName: text) else {
            throw .badValue(option: "--" + name, value: text, expected: "characters up to U+00FF, one for each byte")
        }
        return bytes
    }

    /// As a job's URLs are checked.
    private static func checked(_ text: String, _ console: Console) throws(CommandError) -> String {
        let check = URICheck(text)
        for finding in check.findings {
            switch finding.severity {
            case .error: throw .contradiction("--uri: \(finding.message)")
            case .warning: console.warning(finding.message)
            }
        }
        return check.uri
    }
}
