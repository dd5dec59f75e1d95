/// The serial number by which a tag answers: 4, 7, 8 or 10 bytes.
///
/// Written as upper-case hex without separators. ISO 15693 UIDs stand with E0 first, whatever the order in which the
/// reader gave them.
public struct UID: Hashable, Sendable, CustomStringConvertible {
    /// How many bytes there are.
    @usableFromInline enum Length: UInt8, Sendable {
        case four = 4
        case seven = 7
        case eight = 8
        case ten = 10
    }

    /// The last eight bytes, in which UIDs differ, or all where there are fewer, as one number: the last byte is lowest.
    @usableFromInline let number: UInt64
    /// The two bytes before them, of a UID of ten.
    @usableFromInline let front: UInt16
    @usableFromInline let length: Length

    /// Takes 4, 7, 8 or 10 bytes; any other count is no UID.
    public init?(_ bytes: [UInt8]) { self.init(bytes[...], isReversed: false) }

    /// - Parameter isReversed: of eight bytes, the last is the first of the UID.
    private init?(_ bytes: ArraySlice<UInt8>, isReversed: Bool) {
        let bytes = bytes.span
        guard let length = Length(rawValue: UInt8(clamping: bytes.count)) else { return nil }
        self.length = length
        // Of ten bytes the first two are shifted out again.
        var number: UInt64 = 0
        for index in 0..<bytes.count { number = number << 8 | UInt64(bytes[index]) }
        self.number = isReversed ? number.byteSwapped : number
        front = length == .ten ? UInt16(bytes[0]) << 8 | UInt16(bytes[1]) : 0
    }

    /// The seven bytes that pages 0 and 1 hold, without BCC0 between them.
    init(_ first: Page, _ second: Page) {
        (number, front, length) = (UInt64(first.word >> 8) << 32 | UInt64(second.word), 0, .seven)
    }

    /// Reads hex of either case; colons, hyphens and blanks between bytes are passed over.
    public init?(hex: String) {
        guard let bytes = [UInt8](hex: hex) else { return nil }
        self.init(bytes)
    }

    /// Takes the answer of a reader to GET DATA (FF CA). Of ISO 15693, whose UIDs begin with E0 (ISO/IEC 15693-3, 4.1), some
    /// readers give the lowest byte first, the ACR1552U among them.
    public init?(answered bytes: [UInt8]) { self.init(answered: bytes[...]) }

    /// The same of part of what a reader answered.
    package init?(answered bytes: ArraySlice<UInt8>) {
        let isReversed = bytes.count == 8 && bytes.first != 0xE0 && bytes.last == 0xE0
        self.init(bytes, isReversed: isReversed)
    }

    /// How many bytes it has.
    @inlinable
    public var count: Int { Int(length.rawValue) }

    /// One of its bytes, in the order in which they are written.
    @inlinable
    public subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count)
        let behind = count - 1 - index
        return behind < 8
            ? UInt8(truncatingIfNeeded: number >> UInt64(8 * behind))
            : UInt8(truncatingIfNeeded: front >> UInt16(8 * (behind - 8)))
    }

    /// The bytes, in the order in which they are written.
    public var bytes: [UInt8] {
        // As every Type 2 tag that is written has.
        if length == .seven {
            let high = UInt32(truncatingIfNeeded: number >> 32)
            let low = UInt32(truncatingIfNeeded: number)
            return [
                UInt8(truncatingIfNeeded: high >> 16), UInt8(truncatingIfNeeded: high >> 8),
                UInt8(truncatingIfNeeded: high), UInt8(truncatingIfNeeded: low >> 24),
                UInt8(truncatingIfNeeded: low >> 16), UInt8(truncatingIfNeeded: low >> 8),
                UInt8(truncatingIfNeeded: low),
            ]
        }
        return (0..<count).map { self[$0] }
    }

    /// Eight bytes that begin with E0: a tag of ISO 15693 (NFC Forum Type 5).
    public var isISO15693: Bool { length == .eight && self[0] == 0xE0 }

    /// Four bytes that begin with 08: drawn anew at every activation (ISO/IEC 14443-3, 6.5.4), so it names no tag.
    public var isRandom: Bool { length == .four && self[0] == 0x08 }

    public var description: String { bytes.hex }

    // UIDs are compared and looked up with every tag, everywhere: both are made in the caller's place.

    @inlinable
    public static func == (left: UID, right: UID) -> Bool {
        left.number == right.number && left.front == right.front && left.length.rawValue == right.length.rawValue
    }

    @inlinable
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
