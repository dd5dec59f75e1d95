/// Upper-case hexadecimal, as reports and messages spell a UID.
enum HexDigits {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Two ASCII digits a byte.
    static func of(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 0x0F)])
        }
        return text
    }

    static func text(_ bytes: [UInt8]) -> String { String(decoding: of(bytes), as: UTF8.self) }

    /// Whether `text` names the UID, with any other signs around it.
    static func isNamed(_ uid: [UInt8], in text: String) -> Bool {
        let wanted = of(uid)
        let held = Array(text.utf8)
        guard !wanted.isEmpty, held.count >= wanted.count else { return false }
        return (0...held.count - wanted.count).contains { held[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }
}
