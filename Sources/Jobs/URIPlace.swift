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
        for byte in value.utf8 {
            if isPlain(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + [byte].hex
            }
        }
        return text
    }

    private func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            return true
        default: return allowed.contains(byte)
        }
    }

    private var allowed: String.UTF8View {
        switch self {
        case .authority: "-._~:".utf8
        case .path: "-._~!$&'()*+,;=:@".utf8
        case .query: "-._~!$'()*,:@/?".utf8
        case .fragment: "-._~!$&'()*+,;=:@/?".utf8
        }
    }
}
