/// The name of a media type, as a record of TNF 2 has it.
public enum MediaType {
    /// Whether it has the form of one: type and subtype of 1 to 127 characters each, letters, digits and `!#$&-^_.+`, a
    /// letter or digit first (RFC 6838, 4.2). Parameters such as `; charset=utf-8` are no part of it.
    public static func isValid(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { part in
                (1...127).contains(part.count) && part.first.map(isLetterOrDigit) ?? false
                    && part.allSatisfy { isLetterOrDigit($0) || others.contains($0) }
            }
    }

    private static let others = Array("!#$&-^_.+".utf8)

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
