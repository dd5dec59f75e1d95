/// A lock control or memory control TLV: it names bytes that no TLV may use (NFC Forum Type 2 Tag 1.2, 2.4.2 and 2.4.3).
struct ControlTLV: Hashable, Sendable {
    /// 01 lock control, 02 memory control.
    let type: UInt8
    /// Position, size and page control, as they stand.
    let value: [UInt8]

    /// Takes a value of exactly three bytes.
    init?(type: UInt8, value: [UInt8]) {
        guard value.count == 3 else { return nil }
        self.type = type
        self.value = value
    }

    /// The reserved bytes, counted from the begin of page 0.
    ///
    /// Byte 0 is page address and byte offset, a nibble each; the low nibble of byte 2 is the logarithm of the page size.
    /// Byte 1 is the count: of lock bits, eight a byte, or of bytes; 0 stands for 256.
    var reserved: Range<Int> {
        let pageSize = 1 << Int(value[2] & 15)
        let start = Int(value[0] >> 4) * pageSize + Int(value[0] & 15)
        let count = value[1] == 0 ? 256 : Int(value[1])
        return start..<(start + (type == 0x01 ? (count + 7) / 8 : count))
    }

    var name: String { type == 0x01 ? "lock control TLV" : "memory control TLV" }
}
