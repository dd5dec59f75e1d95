import Jobs
import NDEF
import Tags

/// The JSON of TagWriter for iPhone: an array of objects, each a record that a tag was given.
///
/// `type` and `tnf` are the record's type and type name format in hex, `bytes` its payload in hex; `title`, `date`, `id` and
/// `mirrorparameters` are carried along. A URI and a text become `uri` and `text`, every other record `ndef`: its message in
/// hex. Row 1 is the first object; its line is that on which it begins.
///
/// Source: exports as they are about; the format has no specification.
enum TagWriterJSON {
    private static let ours = ["type", "value", "lang"]
    private static let record = ["type", "tnf", "bytes"]
    /// Members beside the record: those that are known come first, and exports have no others.
    private static let carried = ["title", "date", "id", "mirrorparameters"]
    /// Further members that are carried: each is a cell in every row, so that a file could ask for a thousand times its size.
    private static let furtherMembers = 16

    /// Whether a file begins with `[`, then an object in which these members stand.
    static func isMeant(_ begin: ArraySlice<UInt8>) -> Bool {
        let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        let text = begin.drop(while: isBlank)
        guard text.first == UInt8(ascii: "["), text.dropFirst().drop(while: isBlank).first == UInt8(ascii: "{") else {
            return false
        }
        let object = String(decoding: text.prefix { $0 != UInt8(ascii: "}") }, as: UTF8.self)
        return object.contains("\"tnf\"") && object.contains("\"bytes\"") && object.contains("\"type\"")
    }

    /// Throws `badJSON` with its place, `badDialect` for what is no array, `tooManyRecords`, and `badHeader` where the
    /// objects have too many members.
    static func table(_ bytes: [UInt8]) throws(JobFileError) -> Table {
        guard case .array(let values) = try PlainText.json(bytes, as: .json) else {
            throw JobFileError(.badDialect, line: 1, context: "a TagWriter export in JSON is an array: [ … ]")
        }
        guard values.count <= FileLimits.records else {
            throw JobFileError(
                .tooManyRecords, context: "the file has more than \(FileLimits.records) rows; split the job")
        }
        let names = try members(values)
        let lines = elementLines(bytes)
        var table = Table(headers: ours + names.map { header($0) }, records: [])
        for (index, value) in values.enumerated() {
            let (content, fault) = content(of: value)
            table.records.append(
                Table.Record(
                    row: index + 1, line: index < lines.count ? lines[index] : 1,
                    cells: content + names.map { cell(value[$0]) }, fault: fault))
        }
        if let first = values.firstIndex(where: { !cell($0["mirrorparameters"]).isEmpty }) {
            table.issues.append(
                JobIssue(
                    severity: .warning, code: "tagwriter-mirror", line: first < lines.count ? lines[first] : nil,
                    message: "mirrorparameters are carried along and switch no mirror on; say mirror in the settings"))
        }
        return table
    }

    /// The names of what is carried, in the order in which they are first met.
    private static func members(_ values: [JSONValue]) throws(JobFileError) -> [String] {
        var names: [String] = []
        var seen = Set(record)
        for value in values {
            guard case .object(let members) = value else { continue }
            for member in members where seen.insert(member.name).inserted {
                names.append(member.name)
                guard names.count <= carried.count + furtherMembers else {
                    throw JobFileError(
                        .badHeader,
                        context:
                            "the objects have more than \(record.count + carried.count + furtherMembers) different members: this "
                            + "is no TagWriter export")
                }
            }
        }
        return carried.filter { seen.contains($0) } + names.filter { !carried.contains($0) }
    }

    /// A member's name as a header: never one of ours, and never one of a report.
    private static func header(_ name: String) -> String {
        let folded = HeaderName(name)
        let isFree = carried.contains(name) || JobColumn(folded) == nil && !folded.isResult && !name.isBlank
        return isFree ? name : "json " + name
    }

    private static func cell(_ value: JSONValue?) -> String {
        switch value {
        case nil, .null?: ""
        case .string(let text)?: text
        case let value?: value.compact
        }
    }

    /// Type, value and lang of a record.
    private static func content(of value: JSONValue) -> (cells: [String], fault: String?) {
        let nothing = ["", "", ""]
        guard case .object = value else { return (nothing, "this is no object with type, tnf and bytes") }
        guard case .string(let digits)? = value["tnf"], let number = UInt8(digits, radix: 16),
            let format = Record.TypeNameFormat(rawValue: number)
        else { return (nothing, "tnf must be 00 to 05 in hex") }
        guard case .string(let type)? = value["type"], let type = [UInt8](hex: type) else {
            return (nothing, "type must be the record's type in hex")
        }
        guard case .string(let payload)? = value["bytes"], let payload = [UInt8](hex: payload) else {
            return (nothing, "bytes must be the record's payload in hex")
        }
        guard payload.count <= FileLimits.cellBytes / 2 else {
            return (nothing, "bytes are \(payload.count) bytes of payload: too long for any tag")
        }
        let record = Record(typeNameFormat: format, type: type, payload: payload)
        if let plain = plain(record) { return (plain, nil) }
        do throws(NDEFError) {
            return (["ndef", try Message([record]).encoded().hex, ""], nil)
        } catch {
            return (nothing, "the record cannot be encoded: \(error)")
        }
    }

    /// A URI or a text that would be written with the same meaning from the plain form.
    private static func plain(_ record: Record) -> [String]? {
        if let uri = try? URIRecord(decoding: record) {
            guard uri.reservedPrefixCode == nil, isKept(uri.uri) else { return nil }
            return ["uri", uri.uri, ""]
        }
        guard let text = try? TextRecord(decoding: record), text.encoding == .utf8, isKept(text.text),
            LanguageCode.isValid(text.language)
        else { return nil }
        return ["text", text.text, text.language]
    }

    /// Blanks around a value could be taken off, and a NUL refuses the row.
    private static func isKept(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.elementsEqual(text.trimmingBlanks.utf8) && !text.utf8.contains(0)
    }

    /// The lines on which the elements of an array begin, of bytes that are right JSON.
    private static func elementLines(_ bytes: [UInt8]) -> [Int] {
        var lines: [Int] = []
        var line = 1
        var depth = 0
        var isInString = false
        var isEscaped = false
        var isAwaited = false
        for (index, byte) in bytes.enumerated() {
            if byte == 0x0D || byte == 0x0A {
                if byte == 0x0D || index == 0 || bytes[index - 1] != 0x0D { line += 1 }
                continue
            }
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            if byte == 0x20 || byte == 0x09 { continue }
            if isAwaited, byte != UInt8(ascii: "]") { lines.append(line) }
            isAwaited = false
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                isAwaited = depth == 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ","): isAwaited = depth == 1
            default: break
            }
        }
        return lines
    }
}
