/// The Info.plist of a reader's driver, as far as it is of use: strings and lists of strings by their keys.
///
/// A bounded scan, not an XML reader: pcscd's own reader of these files is one too, and knows `key`, `string` and `array`
/// alone (pcsc-lite, tokenparser.l). Takes any text, in time that grows with its length.
struct DriverProperties: Hashable {
    private(set) var values: [String: [String]] = [:]

    /// At most so many strings are kept.
    private static let limit = 16_384

    init(_ text: String) {
        var rest = text.utf8[...]
        var key: String?
        var isList = false
        var kept = 0
        while kept < Self.limit, let tag = Self.nextTag(&rest) {
            switch tag {
            case "key":
                key = Self.content(&rest)
                isList = false
            case "array": isList = true
            case "/array": (key, isList) = (nil, false)
            case "string":
                let string = Self.content(&rest)
                guard let name = key else { break }
                values[name, default: []].append(string)
                kept += 1
                if !isList { key = nil }
            default: break
            }
        }
    }

    subscript(key: String) -> String? { values[key]?.first }

    func list(_ key: String) -> [String] { values[key] ?? [] }

    /// The number that a string such as `0x0001` stands for.
    static func number(_ text: String) -> UInt32? {
        let text = text.lowercased()
        return text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
    }

    /// What stands between the next two angle brackets; comments are passed over. Nil at the end.
    private static func nextTag(_ rest: inout Substring.UTF8View) -> String? {
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[rest.index(after: open)...]
            if rest.starts(with: "!--".utf8) {
                guard skip(past: "-->", &rest) else { return nil }
                continue
            }
            guard let close = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
            defer { rest = rest[rest.index(after: close)...] }
            return String(Substring(rest[..<close]))
        }
        return nil
    }

    /// The text up to the next tag.
    private static func content(_ rest: inout Substring.UTF8View) -> String {
        let end = rest.firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex
        defer { rest = rest[end...] }
        return String(Substring(rest[..<end]).filter { !$0.isNewline && $0 != "\t" })
    }

    private static func skip(past mark: String, _ rest: inout Substring.UTF8View) -> Bool {
        let mark = Array(mark.utf8)
        while let first = rest.firstIndex(of: mark[0]) {
            rest = rest[first...]
            if rest.starts(with: mark) {
                rest = rest.dropFirst(mark.count)
                return true
            }
            rest = rest.dropFirst()
        }
        return false
    }
}
