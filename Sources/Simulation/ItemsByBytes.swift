/// The positions of items by some bytes of theirs: sorted by a number made of the bytes, and found by halving.
struct ItemsByBytes: Sendable {
    private typealias Entry = (number: UInt64, position: Int)

    private var entries: [Entry] = []

    init() {}

    /// - Parameter bytes: of the item at each position; nil: it is not found by this.
    init(_ positions: Range<Int>, _ bytes: (Int) -> [UInt8]?) {
        entries.reserveCapacity(positions.count)
        for position in positions {
            if let bytes = bytes(position) { entries.append((Self.number(bytes), position)) }
        }
        entries.sort { ($0.number, $0.position) < ($1.number, $1.position) }
    }

    /// The first item from a position on that is the one. Asked of those with these bytes, in job order, and of few others,
    /// whose bytes come to the same number.
    func first(_ bytes: [UInt8], from first: Int, where isTheOne: (Int) -> Bool) -> Int? {
        let number = Self.number(bytes)
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if (entries[middle].number, entries[middle].position) < (number, first) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        while low < entries.count, entries[low].number == number {
            if isTheOne(entries[low].position) { return entries[low].position }
            low += 1
        }
        return nil
    }

    /// FNV-1a.
    private static func number(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
