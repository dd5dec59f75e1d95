/// The positions of items by some bytes of theirs, those of the same bytes in job order: sorted once, and found by halving.
struct ItemsByBytes: Sendable {
    typealias Entry = (bytes: [UInt8], position: Int)

    private let entries: [Entry]

    /// - Parameter entries: in job order.
    init(_ entries: [Entry]) {
        self.entries = entries.sorted { Self.precedes($0, $1) }
    }

    /// The items with these bytes, from a position on.
    func positions(_ bytes: [UInt8], from first: Int) -> some Sequence<Int> {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if Self.precedes(entries[middle], (bytes, first)) { low = middle + 1 } else { high = middle }
        }
        return entries[low...].lazy.prefix { $0.bytes == bytes }.map(\.position)
    }

    private static func precedes(_ one: Entry, _ other: Entry) -> Bool {
        for (left, right) in zip(one.bytes, other.bytes) where left != right { return left < right }
        return (one.bytes.count, one.position) < (other.bytes.count, other.position)
    }
}
