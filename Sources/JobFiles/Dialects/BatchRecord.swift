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
        var type: String
        var value: String
        var title = ""
        var subject = ""
        var body = ""
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

    /// The columns of a line with this record alone. With a title it is a smart poster, as those who write this format make it.
    var form: Form {
        guard title.isEmpty else { return Form(type: "smartposter", value: uri ?? "", title: title) }
        return switch keyword {
        case .text: Form(type: "text", value: values[0])
        case .uri: Form(type: "uri", value: values[0].trimmingBlanks)
        case .aar: Form(type: "aar", value: values[0].trimmingBlanks)
        case .bookmark: Form(type: "uri", value: values[1].trimmingBlanks)
        case .sms: Form(type: "sms", value: number, body: values[2])
        case .mail: Form(type: "mailto", value: values[1].trimmingBlanks, subject: values[2], body: values[3])
        case .tel: Form(type: "tel", value: number)
        case .geo: Form(type: "geo", value: place)
        }
    }

    /// `text "Hello"`, `bookmark https://… "Shop"`.
    var words: String {
        let content = uri ?? values[0]
        return "\(keyword.rawValue) \(content.quoted)" + (title.isEmpty ? "" : " (\(title.quoted))")
    }

    /// The record as it stands among others. Throws for a text whose language is none, and for a URI that cannot be written;
    /// what else is found of the URI is added to `findings`.
    func record(language: String, findings: inout [URICheck.Finding]) throws(Refusal) -> Record {
        let link = try checkedURI(&findings).map { URIRecord($0).record }
        do throws(NDEFError) {
            guard let link else {
                if keyword == .text { return try TextRecord(values[0], language: language).record }
                // Android application record: the external type android.com:pkg, whose payload is the package's name.
                return Record(
                    typeNameFormat: .external, type: Array("android.com:pkg".utf8),
                    payload: Array(values[0].trimmingBlanks.utf8))
            }
            guard !title.isEmpty else { return link }
            // RTD Smart Poster 1.0, 3.3: a message of one URI record and a title a language.
            let inside = try Message([link, TextRecord(title, language: language).record]).encoded()
            return Record(typeNameFormat: .wellKnown, type: Array("Sp".utf8), payload: inside)
        } catch {
            throw Refusal("the \(keyword.rawValue) cannot be encoded: \(error)")
        }
    }

    private func checkedURI(_ findings: inout [URICheck.Finding]) throws(Refusal) -> String? {
        guard let uri else { return nil }
        let check = URICheck(uri)
        if let error = check.findings.first(where: { $0.severity == .error }) { throw Refusal(error.message) }
        findings += check.findings
        return check.uri
    }

    /// Blanks between digits are for the eye: a tel URI has none (RFC 3966, 5.1.1).
    private var number: String {
        var number = String.UnicodeScalarView()
        number.append(contentsOf: values[1].unicodeScalars.filter { !$0.properties.isWhitespace })
        return String(number)
    }

    private var place: String { values[1].trimmingBlanks + "," + values[2].trimmingBlanks }

    /// The record's URI; nil for a text and a package.
    private var uri: String? {
        switch keyword {
        case .text, .aar: nil
        case .uri: values[0].trimmingBlanks
        case .bookmark: values[1].trimmingBlanks
        // RFC 5724, 2.2.
        case .sms: "sms:" + number + Self.query([("body", values[2])])
        // RFC 6068, 2.
        case .mail:
            "mailto:" + URIPlace.path.encoded(values[1].trimmingBlanks)
                + Self.query([("subject", values[2]), ("body", values[3])])
        case .tel: "tel:" + number
        // RFC 5870, 3.3.
        case .geo: "geo:" + place
        }
    }

    /// The fields that are not empty.
    private static func query(_ fields: [(name: String, value: String)]) -> String {
        let parts = fields.filter { !$0.value.isBlank }.map { $0.name + "=" + URIPlace.query.encoded($0.value) }
        return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
    }
}
