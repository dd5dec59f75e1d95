/// The name of an external type, as a record of TNF 4 has it: a domain, a colon and a name that the domain's holder gave
/// (NFC Record Type Definition 1.0, external types).
public enum ExternalType {
    /// What the name begins with in full, and a record leaves out.
    public static let prefix = "urn:nfc:ext:"

    /// Whether it has the form of one, in lower case, in which it is to be written: readers compare it without case, and
    /// some do it byte for byte. At most 255 characters; the prefix is no part of it.
    public static func isValid(_ name: String) -> Bool {
        guard name.utf8.count <= NDEFLimits.fieldBytes, let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            return false
        }
        let labels = name.utf8[..<colon].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let rest = name.utf8[name.utf8.index(after: colon)...]
        return !name.hasPrefix(prefix) && labels.allSatisfy(isLabel)
            && !rest.isEmpty && rest.allSatisfy { isLetterOrDigit($0) || others.contains($0) }
    }

    /// Of a domain (RFC 1123, 2.1).
    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        let hyphen = UInt8(ascii: "-")
        return (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
            && label.allSatisfy { isLetterOrDigit($0) || $0 == hyphen }
    }

    /// What a URN may have beside letters and digits (RFC 2141, 2.2), without the percent sign.
    private static let others = Array("()+,-.:=@;$_!*'".utf8)

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
