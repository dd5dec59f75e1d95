/// A lock control or memory control TLV: it names bytes that no TLV may use (NFC Forum Type 2 Tag 1.2, 2.4.2 and 2.4.3).
struct ControlTLV: Hashable, Sendable {
    /// 01 lock control, 02 memory control.
    let type: UInt8
    let position: UInt8
    let size: UInt8
    let pageControl: UInt8

    /// The three bytes of the value.
    var value: [UInt8] { [position, size, pageControl] }

    /// Whether it is the one with which a chain as delivered begins.
    func begins(_ factoryChain: [UInt8]) -> Bool {
        factoryChain.count >= 5 && factoryChain[0] == type && factoryChain[1] == 3 && factoryChain[2] == position
            && factoryChain[3] == size && factoryChain[4] == pageControl
    }

    /// The reserved bytes, counted from the begin of page 0.
    ///
    /// The position is page address and byte offset, a nibble each; the low nibble of the page control is the logarithm of the
    /// page size. The size is a count: of lock bits, eight a byte, or of bytes; 0 stands for 256.
    var reserved: Range<Int> {
        let pageSize = 1 << Int(pageControl & 15)
        let start = Int(position >> 4) * pageSize + Int(position & 15)
        let count = size == 0 ? 256 : Int(size)
        return start..<(start + (type == 0x01 ? (count + 7) / 8 : count))
    }

    var name: String { type == 0x01 ? "lock control TLV" : "memory control TLV" }
}
