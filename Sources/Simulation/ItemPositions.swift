import Jobs

/// Where the items of a run stand, by their keys: found by halving, for they come in order.
struct ItemPositions: Sendable {
    private var entries: [(key: ItemKey, position: Int)] = []

    init(capacity: Int) { entries.reserveCapacity(capacity) }

    /// Gives the next position to an item. False: it has one already.
    mutating func append(_ key: ItemKey) -> Bool {
        let place = place(of: key)
        if place < entries.count, entries[place].key == key { return false }
        entries.insert((key, entries.count), at: place)
        return true
    }

    subscript(key: ItemKey) -> Int? {
        let place = place(of: key)
        return place < entries.count && entries[place].key == key ? entries[place].position : nil
    }

    /// How many keys come before this one.
    private func place(of key: ItemKey) -> Int {
        guard let last = entries.last, key <= last.key else { return entries.count }
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
