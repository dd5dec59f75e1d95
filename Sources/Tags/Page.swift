/// Four bytes: the unit in which a Type 2 tag is written (NFC Forum Type 2 Tag 1.2, 4.1: a block).
public struct Page: Hashable, Sendable, CustomStringConvertible {
    /// The four bytes in memory order, the first in the highest bits.
    public var word: UInt32

    @inlinable
    public init(word: UInt32) { self.word = word }

    @inlinable
    public init(_ byte0: UInt8, _ byte1: UInt8, _ byte2: UInt8, _ byte3: UInt8) {
        word = UInt32(byte0) << 24 | UInt32(byte1) << 16 | UInt32(byte2) << 8 | UInt32(byte3)
    }

    /// Takes exactly four bytes. Images have many pages: it is made for the caller's collection.
    @inlinable
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 4 else { return nil }
        word = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The page that stands at this index among the whole pages of these bytes.
    @inlinable
    package init(_ bytes: RawSpan, at index: Int) {
        // Its place is checked, and any four bytes are a number.
        word = UInt32(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
    }

    /// Byte 0 to 3, in memory order. Every rule of a tag's memory ends here: it is made in the caller's place.
    @inlinable
    public subscript(index: Int) -> UInt8 {
        @inline(__always) get {
            precondition(index >= 0 && index < 4)
            return UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * index))
        }
        set {
            precondition(index >= 0 && index < 4)
            let shift = UInt32(24 - 8 * index)
            word = word & ~(0xFF << shift) | UInt32(newValue) << shift
        }
    }

    public var bytes: [UInt8] { [self[0], self[1], self[2], self[3]] }

    public var description: String { bytes.hex }
}
