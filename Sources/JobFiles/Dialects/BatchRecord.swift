import Jobs
import NDEF

/// One record of a line of a batch: a keyword and as many values as it takes.
struct BatchRecord {
    enum Keyword: String, CaseIterable {
        case text, uri, aar, bookmark, sms, mail, tel, geo

        /// Without regard to case and blanks around it.
        init?(_ field: String) { self.init(rawValue: field.trimmingBlanks.lowercased()) }

        var values: [String] {
            switch self {
            case .text: ["Text"]
            case .uri: ["Uri"]
            case .aar: ["Package"]
            case .bookmark: ["Title", "Uri"]
            case .sms: ["Title", "Number", "Message"]
            case .mail: ["Title", "Address", "Subject", "Message"]
            case .tel: ["Title", "Number"]
            case .geo: ["Title", "Lat", "Lon"]
            }
        }

        /// Those that may be empty.
        static let optional: Set<String> = ["Title", "Subject", "Message"]
    }

    /// What is wrong with a line, in a sentence.
    struct Refusal: Error {
        var sentence: String

        init(_ sentence: String) { self.sentence = sentence }
    }

    /// A record as the columns of a job have it.
    struct Form {
        var kind: RecordKind
        var value: String
        var title: String
        var subject: String
        var body: String

        init(_ kind: RecordKind, _ value: String, title: String = "", subject: String = "", body: String = "") {
            self.kind = kind
            self.value = value
            self.title = title
            self.subject = subject
            self.body = body
        }
    }

    private let keyword: Keyword
    private let values: [String]

    /// The records of a line, one at least.
    static func all(_ fields: [String]) throws(Refusal) -> [BatchRecord] {
        var records: [BatchRecord] = []
        var rest = fields[...]
        // A semicolon at the end of the line begins no record.
        while rest.contains(where: { !$0.isBlank }), let field = rest.first {
            guard let keyword = Keyword(field) else { throw unknown(field, isFirst: records.isEmpty) }
            rest = rest.dropFirst()
            let names = keyword.values
            guard rest.count >= names.count else {
                throw Refusal(
                    "\(keyword.rawValue) takes \(names.joined(separator: ";")), and here \(rest.count == 1 ? "is" : "are") "
                        + "\(rest.count)")
            }
            records.append(try BatchRecord(keyword, Array(rest.prefix(names.count))))
            rest = rest.dropFirst(names.count)
            guard records.count <= JobLimits.recordsPerMessage else {
                throw Refusal("the line has more than \(JobLimits.recordsPerMessage) records: too many for any tag")
            }
        }
        return records
    }

    private static func unknown(_ field: String, isFirst: Bool) -> Refusal {
        let known = Keyword.allCases.map(\.rawValue)
        let nearest = nearName(to: field.trimmingBlanks, among: known).map { "; is \($0) meant?" } ?? ""
        let hint = isFirst || !nearest.isEmpty ? "" : "; a value cannot hold a semicolon in this format"
        return Refusal(
            "\(field.trimmingBlanks.quoted) is none of the records \(known.joined(separator: ", "))\(nearest)\(hint)")
    }

    private init(_ keyword: Keyword, _ values: [String]) throws(Refusal) {
        self.keyword = keyword
        self.values = values
        for (name, value) in zip(keyword.values, values) where value.isBlank && !Keyword.optional.contains(name) {
            throw Refusal("the \(name) of \(keyword.rawValue) is empty")
        }
        guard keyword == .geo else { return }
        for (name, value, most) in [("Lat", values[1], 90.0), ("Lon", values[2], 180.0)] {
            let digits = value.trimmingBlanks
            let isDecimal = digits.utf8.allSatisfy { "-.0123456789".utf8.contains($0) }
            guard isDecimal, let degrees = Double(digits), abs(degrees) <= most else {
                throw Refusal(
                    "the \(name) of geo must be degrees from -\(Int(most)) to \(Int(most)) with a point, not "
                        + value.quoted)
            }
        }
    }

    private var title: String {
        switch keyword {
        case .text, .uri, .aar: ""
        case .bookmark, .sms, .mail, .tel, .geo: values[0].trimmingBlanks
        }
    }

    /// What the record is without its title.
    private var plain: Form {
        switch keyword {
        case .text: Form(.text, values[0])
        case .uri: Form(.uri, values[0].trimmingBlanks)
        case .aar: Form(.androidPackage, values[0].trimmingBlanks)
        case .bookmark: Form(.uri, values[1].trimmingBlanks)
        case .sms: Form(.sms, values[1].trimmingBlanks, body: values[2])
        case .mail: Form(.mailto, values[1].trimmingBlanks, subject: values[2], body: values[3])
        case .tel: Form(.tel, values[1].trimmingBlanks)
        case .geo: Form(.geo, values[1].trimmingBlanks + "," + values[2].trimmingBlanks)
        }
    }

    /// `text "Hello"`, `bookmark "https://…" ("Shop")`.
    var words: String { "\(keyword.rawValue) \(plain.value.quoted)" + (title.isEmpty ? "" : " (\(title.quoted))") }

    /// The columns of a line with this record alone. With a title it is a smart poster of the URI, as those who write this
    /// format make it. Throws as `records`.
    func form(language: String, findings: inout [BuiltRecord.Finding]) throws(Refusal) -> Form {
        guard !title.isEmpty else { return plain }
        let built = try Self.build(plain, language: language, findings: &findings)
        guard let uri = try? built.first.map({ try URIRecord(decoding: $0).uri }) else {
            throw Refusal("the \(keyword.rawValue) has no URI that a title could stand beside")
        }
        return Form(.smartPoster, uri, title: title)
    }

    /// The record as it stands among others. Throws where it cannot be built; what else is found is added to `findings`.
    func records(language: String, findings: inout [BuiltRecord.Finding]) throws(Refusal) -> [Record] {
        let form = try form(language: language, findings: &findings)
        return try Self.build(form, language: language, findings: &findings)
    }

    private static func build(
        _ form: Form, language: String, findings: inout [BuiltRecord.Finding]
    ) throws(Refusal) -> [Record] {
        let fields = [("title", form.title), ("subject", form.subject), ("body", form.body)]
            .filter { !$0.1.isEmpty }.map { (name: $0.0, value: $0.1) }
        let built = form.kind.build(RecordValues(value: form.value, language: language, fields: fields))
        if let error = built.findings.first(where: { $0.severity == .error }) { throw Refusal(error.message) }
        findings += built.findings
        return built.records
    }
}
