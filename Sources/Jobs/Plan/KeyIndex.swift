import Tags

/// Where each key of a job (a SKU, a UID, a message) stood first, in 16 bytes a key whatever its length.
///
/// A key is remembered by 64 bits of its hash. Two keys of a job are taken for one with a probability of n²/2⁶⁵, n being the
/// number of keys: 1 in 37 million for a million of them. The hash is seeded anew in every process (`Hasher`), so nobody can
/// make a file whose keys meet, and a file that ever met this does not do so again.
///
/// The keys lie in 1,024 shards by ten bits of the hash, so that growing never needs all memory twice. A shard is a table with
/// ordered linear probing (Amble and Knuth, "Ordered hash tables", 1974): its entries are sorted by their hash, with gaps, so
/// a key that is not there is soon known not to be. At most three quarters of it are taken.
///
/// Not for two threads at once.
final class KeyIndex {
    /// Where something stood first.
    struct Place: Hashable, Sendable, CustomStringConvertible {
        var row: Int
        var line: Int

        var description: String { "row \(row) (line \(line))" }
    }

    /// A key's hash.
    struct Key {
        fileprivate let hash: UInt64

        fileprivate var shard: Int { Int(hash & UInt64(KeyIndex.shardCount - 1)) }

        /// A key of bytes: they are equal or not.
        init(_ bytes: UnsafeRawBufferPointer) {
            var hasher = Hasher()
            hasher.combine(bytes: bytes)
            hash = UInt64(bitPattern: Int64(hasher.finalize()))
        }

        init(_ bytes: [UInt8]) { self = bytes.withUnsafeBytes { Key($0) } }

        init(_ uid: UID) { self.init(uid.bytes) }

        /// A key of text: canonically equivalent texts are one, as two strings are.
        init(_ text: String) {
            let plain = Self.withoutSingletons(text)
            var utf8 = plain
            if let key = utf8.withUTF8({ $0.allSatisfy { $0 < 0x80 } ? Key(UnsafeRawBufferPointer($0)) : nil }) {
                self = key
                return
            }
            hash = UInt64(bitPattern: Int64(plain.hashValue))
        }

        /// The three characters beyond ASCII that are canonically equivalent to one of ASCII (Unicode Character Database, field
        /// Decomposition_Mapping) as that one; so a text is one of ASCII or equivalent to none.
        private static func withoutSingletons(_ text: String) -> String {
            if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
            var plain = String.UnicodeScalarView()
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\u{212A}": plain.append("K")
                case "\u{037E}": plain.append(";")
                case "\u{1FEF}": plain.append("`")
                default: plain.append(scalar)
                }
            }
            return String(plain)
        }
    }

    fileprivate static let shardCount = 1 << 10

    /// Nil before the first key: many an index is never asked for one.
    private var shards: UnsafeMutablePointer<Shard>?
    /// What came of fetching, so that it is done.
    private var fetched: UInt64 = 0

    private func makeShards() -> UnsafeMutablePointer<Shard> {
        let made = UnsafeMutablePointer<Shard>.allocate(capacity: Self.shardCount)
        made.initialize(repeating: Shard(), count: Self.shardCount)
        shards = made
        return made
    }

    deinit {
        guard let shards else { return }
        for index in 0..<Self.shardCount { shards[index].entries.deallocate() }
        shards.deinitialize(count: Self.shardCount)
        shards.deallocate()
    }

    /// Has the processor fetch the memory in which the key will be looked for, while other things are done.
    func approach(_ key: Key) {
        if let shards { fetched &+= shards[key.shard].nearest(key.hash) }
    }

    /// Where the key stood first; nil where it was not there, and stands at `place` from now on.
    func first(_ key: Key, at place: Place) -> Place? {
        (shards ?? makeShards())[key.shard].first(Entry(hash: key.hash, place))
    }

    /// Where the key stood first; nil where it was not there.
    func find(_ key: Key) -> Place? { shards.flatMap { $0[key.shard].find(key.hash) } }
}

/// A key and its place. A row of 0 is a gap; numbers beyond 32 bits are told as the largest.
private struct Entry {
    var hash: UInt64 = 0
    var row: UInt32 = 0
    var line: UInt32 = 0

    init() {}

    init(hash: UInt64, _ place: KeyIndex.Place) {
        self.hash = hash
        row = UInt32(clamping: max(1, place.row))
        line = UInt32(clamping: place.line)
    }

    var place: KeyIndex.Place { KeyIndex.Place(row: Int(row), line: Int(line)) }
}

/// Entries in memory of its own, which the index frees: an array's count lies with its elements, and to look it up is another
/// wait for memory for each of a million keys.
private struct Shard {
    var entries = UnsafeMutableBufferPointer<Entry>(start: nil, count: 0)
    /// Over how many of them hashes are spread; some more follow, for those that are pushed behind the last.
    private var spread = 0
    private var count = 0

    mutating func first(_ entry: Entry) -> KeyIndex.Place? {
        while true {
            if count * 4 >= spread * 3 { grow() }
            var index = home(entry.hash)
            while index < entries.count, entries[index].row != 0, entries[index].hash <= entry.hash {
                if entries[index].hash == entry.hash { return entries[index].place }
                index += 1
            }
            if insert(entry, at: index) { return nil }
            grow()
        }
    }

    func find(_ hash: UInt64) -> KeyIndex.Place? {
        guard spread > 0 else { return nil }
        var index = home(hash)
        while index < entries.count, entries[index].row != 0, entries[index].hash <= hash {
            if entries[index].hash == hash { return entries[index].place }
            index += 1
        }
        return nil
    }

    func nearest(_ hash: UInt64) -> UInt64 { spread > 0 ? entries[home(hash)].hash : 0 }

    private func home(_ hash: UInt64) -> Int { Int(hash.multipliedFullWidth(by: UInt64(spread)).high) }

    /// Pushes what stands there up to the next gap. False where there is none.
    private mutating func insert(_ entry: Entry, at index: Int) -> Bool {
        var gap = index
        while gap < entries.count, entries[gap].row != 0 { gap += 1 }
        guard gap < entries.count else { return false }
        while gap > index {
            entries[gap] = entries[gap - 1]
            gap -= 1
        }
        entries[index] = entry
        count += 1
        return true
    }

    private mutating func grow() {
        let old = entries
        var isWhole = false
        repeat {
            if entries.baseAddress != old.baseAddress { entries.deallocate() }
            spread = max(8, spread * 3 / 2)
            entries = .allocate(capacity: spread + min(32, spread))
            entries.initialize(repeating: Entry())
            isWhole = spreadOut(old)
        } while !isWhole
        old.deallocate()
    }

    /// Puts sorted entries in their order. False where the last have no room.
    private mutating func spreadOut(_ old: UnsafeMutableBufferPointer<Entry>) -> Bool {
        var next = 0
        for entry in old where entry.row != 0 {
            let index = max(next, home(entry.hash))
            guard index < entries.count else { return false }
            entries[index] = entry
            next = index + 1
        }
        return true
    }
}
