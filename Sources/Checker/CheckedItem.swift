/// One item as the job asks for it.
public struct CheckedItem: Hashable, Sendable {
    /// Of `ItemNumber`: the same item in a rerun has the same.
    public var id: Int
    /// The message, with zero bytes where the UID is to stand.
    public var message: [UInt8]
    /// Offsets in `message` at which the hex digits of the tag's UID stand.
    public var uidPlaces: [Int]
    /// Those of them whose digits A to F are small letters.
    public var lowerCasePlaces: Set<Int>
    /// The UID that the row names.
    public var boundUID: [UInt8]?
    /// The chip that the row names, as a rack names it.
    public var chip: String?
    /// Whether the tag is to be locked for ever.
    public var locks: Bool
    /// Whether the row is bad: such an item is never tried.
    public var isInvalid: Bool
    /// The item's key.
    public var sku: String?
    /// The UID with which an earlier run left the item in doubt, when a rerun takes it over.
    public var doubtfulUID: [UInt8]?

    public init(
        id: Int, message: [UInt8], uidPlaces: [Int] = [], lowerCasePlaces: Set<Int> = [],
        boundUID: [UInt8]? = nil, chip: String? = nil, locks: Bool = false, isInvalid: Bool = false,
        sku: String? = nil, doubtfulUID: [UInt8]? = nil
    ) {
        self.id = id
        self.message = message
        self.uidPlaces = uidPlaces
        self.lowerCasePlaces = lowerCasePlaces
        self.boundUID = boundUID
        self.chip = chip
        self.locks = locks
        self.isInvalid = isInvalid
        self.sku = sku
        self.doubtfulUID = doubtfulUID
    }

    /// Whether `bytes` are the item's message for a tag of this UID.
    func isMessage(_ bytes: [UInt8], for uid: [UInt8]) -> Bool {
        uidPlaces.isEmpty ? bytes == message : bytes == composed(for: uid)
    }

    /// The item's message for a tag of this UID.
    func composed(for uid: [UInt8]) -> [UInt8] {
        var composed = message
        let digits = HexDigits.of(uid)
        var bytes = composed.mutableSpan
        for place in uidPlaces {
            let small: UInt8 = lowerCasePlaces.contains(place) ? 0x20 : 0
            for index in digits.indices where place + index < bytes.count {
                // The letters of ASCII alone have bit 6, and bit 5 where they are small.
                bytes[place + index] = digits[index] & 0x40 == 0 ? digits[index] : digits[index] | small
            }
        }
        return composed
    }
}
