import Tags

/// The bytes of a message as a person hands them over: hex, or the message itself.
enum MessageInput {
    /// The most that is read: the largest Type 2 and Type 4 tags hold less than 64 KiB, and hex takes twice as much with
    /// blanks between the bytes.
    static let mostBytes = 256 * 1024

    /// Hex as an argument; blanks, colons and hyphens between bytes do not count. Nil where it is none.
    static func hex(_ text: String) -> [UInt8]? {
        let kept = text.filter { !$0.isWhitespace && $0 != ":" && $0 != "-" }
        return kept.isEmpty ? nil : [UInt8](hex: kept)
    }

    /// The bytes of a file. A message begins with a byte of 80h or more, because its first record has MB set (NDEF 1.0,
    /// 3.2.1); hex is ASCII. So one cannot be taken for the other. Nil where it is neither.
    static func file(_ bytes: [UInt8]) -> [UInt8]? {
        guard let first = bytes.first else { return [] }
        let hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        if first >= 0x80 && !hasByteOrderMark { return bytes }
        let text = String(decoding: bytes.dropFirst(hasByteOrderMark ? 3 : 0), as: UTF8.self)
        return text.allSatisfy(\.isWhitespace) ? [] : hex(text)
    }
}
