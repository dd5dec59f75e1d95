import Tags

/// Where in a URI a value stands, which decides what of it must be percent-encoded (RFC 3986, section 2.2).
public enum URIPlace: Hashable, Sendable {
    case authority
    case path
    case query
    case fragment

    /// The place after what stands so far of a URI.
    public init(after start: String) {
        let scalars = start.unicodeScalars
        if scalars.contains("#") {
            self = .fragment
        } else if scalars.contains("?") {
            self = .query
        } else {
            // `scheme://` opens an authority, which the next slash ends (RFC 3986, 3.2).
            let parts = scalars.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
            let hasAuthority = parts.count >= 3 && parts[0].last == ":" && parts[1].isEmpty
            self = hasAuthority && parts.count == 3 ? .authority : .path
        }
    }

    /// The value in UTF-8 with every byte percent-encoded that could be taken for more than data in this place.
    ///
    /// Unreserved characters stand everywhere (RFC 3986, 2.3). A path and a fragment keep what RFC 3986, 3.3 and 3.5
    /// give them, but for the slash in a path: a value is one segment. A query loses what parts one field from the next.
    public func encoded(_ value: String) -> String {
        var text = ""
        append(value, to: &text)
        return text
    }

    /// Puts the value behind a text, encoded for this place; `keepingForeign` leaves characters beyond ASCII as they are.
    func append(_ value: String, to text: inout String, keepingForeign: Bool = false) {
        let plain = plain
        let utf8 = value.utf8
        if utf8.allSatisfy({ plain.contains($0) }) {
            text += value
            return
        }
        var run = utf8.startIndex
        for index in utf8.indices {
            let byte = utf8[index]
            if plain.contains(byte) || keepingForeign && byte >= 0x80 { continue }
            if run < index { text += value[run..<index] }
            text += Self.escapes[Int(byte)]
            run = utf8.index(after: index)
        }
        text += value[run...]
    }

    /// `%00` to `%FF`: short strings, which take no memory of their own.
    static let escapes: [String] = (UInt8.min...UInt8.max).map { "%" + [$0].hex }

    /// What stands for itself in this place.
    private var plain: ASCIISet {
        switch self {
        case .authority: Self.authorityPlain
        case .path: Self.pathPlain
        case .query: Self.queryPlain
        case .fragment: Self.fragmentPlain
        }
    }

    private static let authorityPlain = ASCIISet.unreserved.union(":")
    private static let pathPlain = ASCIISet.unreserved.union("!$&'()*+,;=:@")
    private static let queryPlain = ASCIISet.unreserved.union("!$'()*,:@/?")
    private static let fragmentPlain = ASCIISet.unreserved.union("!$&'()*+,;=:@/?")
}
