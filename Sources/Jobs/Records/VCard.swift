/// A vCard that is being made: RFC 2426 (3.0) or RFC 6350 (4.0).
///
/// Lines end with CR LF. They are not folded, which RFC 6350, 3.2, would have for lines of more than 75 bytes ("SHOULD"): on a
/// tag every byte counts, and a reader must take long lines.
struct VCard {
    /// RFC 6350, 10.1: the media type of both versions.
    static let mediaType = "text/vcard"

    enum Version: String {
        case three = "3.0"
        case four = "4.0"
    }

    let version: Version
    private var lines: [String]

    init(version: Version) {
        self.version = version
        lines = ["BEGIN:VCARD", "VERSION:" + version.rawValue]
    }

    /// The card, its last line end too.
    var text: String { (lines + ["END:VCARD"]).map { $0 + "\r\n" }.joined() }

    /// A property of one text; none where there is no text.
    mutating func add(_ property: String, _ text: String?) {
        if let text { lines.append(property + ":" + Self.escaped(text)) }
    }

    /// A property of parts with semicolons between them.
    mutating func add(_ property: String, parts: [String]) {
        lines.append(property + ":" + parts.map(Self.escaped).joined(separator: ";"))
    }

    /// A property whose value is no text, such as a URI, and is not escaped.
    mutating func add(_ property: String, verbatim value: String) { lines.append(property + ":" + value) }

    /// A day, as `YYYYMMDD`: with hyphens in 3.0 (RFC 2426, 3.1.5), and without in 4.0 (RFC 6350, 4.3.1).
    mutating func add(birthday digits: String) {
        let hyphen = version == .three ? "-" : ""
        let text = [digits.prefix(4), digits.dropFirst(4).prefix(2), digits.suffix(2)].joined(separator: hyphen)
        lines.append("BDAY:" + text)
    }

    /// A text with a backslash before backslash, comma and semicolon, and `\n` for every line break (RFC 2426, 4; RFC 6350,
    /// 3.4).
    static func escaped(_ text: String) -> String {
        var escaped: [UInt8] = []
        var last: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: ";"): escaped += [UInt8(ascii: "\\"), byte]
            case 0x0D: escaped += Array("\\n".utf8)
            case 0x0A: if last != 0x0D { escaped += Array("\\n".utf8) }
            default: escaped.append(byte)
            }
            last = byte
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// A text without its escapes, for people: a line break becomes a blank.
    static func unescaped(_ text: String) -> String {
        var plain: [UInt8] = []
        var isEscaped = false
        for byte in text.utf8 {
            if isEscaped {
                plain.append(byte == UInt8(ascii: "n") || byte == UInt8(ascii: "N") ? 0x20 : byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                plain.append(byte)
            }
        }
        return String(decoding: plain, as: UTF8.self)
    }
}
