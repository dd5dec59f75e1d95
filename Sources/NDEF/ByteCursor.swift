/// Reads bytes from front to back and refuses to go beyond the end.
struct ByteCursor {
    private let bytes: [UInt8]
    /// The next byte to be read.
    private(set) var offset = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { offset == bytes.count }

    /// - Throws: `truncated` at the end; `field` names what was to be read.
    mutating func byte(of field: String) throws(NDEFError) -> UInt8 {
        guard offset < bytes.count else { throw NDEFError(.truncated, offset: offset, context: field) }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// Where the next `count` bytes stand.
    ///
    /// - Throws: `truncated` when fewer than `count` bytes are left; nothing is allocated then.
    mutating func take(_ count: Int, of field: String) throws(NDEFError) -> Range<Int> {
        let left = bytes.count - offset
        guard count <= left else {
            throw NDEFError(.truncated, offset: offset, context: "\(field), length \(count), left \(left)")
        }
        defer { offset += count }
        return offset..<(offset + count)
    }
}
