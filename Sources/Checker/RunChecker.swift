/// Holds what happens in a simulated world against the invariants of `Documentation/Architecture.md`.
///
/// It is told everything that reaches a tag, everything that the journal took, and what the reports say, in the order in
/// which it happens. It knows nothing of the product: it has its own tables of chips and its own decoder. All runs that it
/// hears of are runs of one job in one journal. Used on one thread.
public struct RunChecker {
    /// What was found, in the order in which it was found; no more than `mostViolations`.
    public internal(set) var violations: [Violation] = []

    /// More than these say nothing new.
    static let mostViolations = 100

    var tags: [TagState] = []
    var facts: [ChipFacts] = []
    /// What the world began with, memories apart.
    var given: [CheckedTag] = []
    /// The memories of all tags, one behind another, as the last write left them.
    var memories: [UInt8] = []
    /// What stood in a data area at the tag's last intent, at the same places as in `memories`.
    var oldAreas: [UInt8] = []
    /// The message of a tag's last intent; for as many tags as any world had.
    var messages: [[UInt8]] = []
    /// A bit a page: read, unfalsified, since the last write and an activation behind it.
    var pagesRead: [UInt64] = []
    var runs: [RunState] = []
    var items: [ItemState] = []
    var activations = 0
    /// The row of each item of the run that ends.
    var rowOfItem: [Int] = []

    public init(tags: [CheckedTag]) { take(tags.count) { tags[$0] } }

    /// Forgets everything but its storage, so that one checker serves any number of worlds.
    public mutating func reset(tags: [CheckedTag]) { reset(tagCount: tags.count) { tags[$0] } }

    /// The same.
    /// - Parameter tag: makes each tag, from 0.
    public mutating func reset(tagCount: Int, tag: (Int) -> CheckedTag) {
        violations.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        items.removeAll(keepingCapacity: true)
        self.tags.removeAll(keepingCapacity: true)
        given.removeAll(keepingCapacity: true)
        facts.removeAll(keepingCapacity: true)
        memories.removeAll(keepingCapacity: true)
        pagesRead.removeAll(keepingCapacity: true)
        for tag in messages.indices where !messages[tag].isEmpty { messages[tag] = [] }
        activations = 0
        take(tagCount, tag)
    }

    private mutating func take(_ count: Int, _ tag: (Int) -> CheckedTag) {
        for index in 0..<count {
            var tag = tag(index)
            let size = tag.memory.count
            let pages = size / 4
            let known: ChipFacts
            if index > 0, given[index - 1].chip == tag.chip {
                known = facts[index - 1]
            } else {
                known = ChipFacts.table[tag.chip] ?? .unknown(pages: pages)
            }
            let configurationEnd = known.configuration < 0 ? 0 : known.configuration + 4
            let lastPage = max(known.userEnd, known.dynamicLock + 1, configurationEnd)
            tags.append(
                TagState(
                    uid: Self.key(tag.uid), base: memories.count, size: size, comparedSize: min(size, lastPage * 4),
                    readBase: pagesRead.count, readWords: (pages + 63) / 64, hasRandomUID: tag.hasRandomUID))
            for _ in 0..<(pages + 63) / 64 { pagesRead.append(0) }
            facts.append(known)
            memories.append(contentsOf: tag.memory)
            // The tag that it is of may be written to without a copy then.
            tag.memory = []
            given.append(tag)
        }
        while messages.count < count { messages.append([]) }
        if oldAreas.count < memories.count {
            oldAreas.append(contentsOf: repeatElement(0, count: memories.count - oldAreas.count))
        }
    }

    /// A UID in one word: exact up to 7 bytes.
    static func key(_ uid: [UInt8]) -> UInt64 {
        var word: UInt64 = 0
        for byte in uid { word = word << 8 ^ word >> 56 ^ UInt64(byte) }
        return word ^ UInt64(uid.count) << 60
    }

    /// The tag of a UID: where two have it, the one that was activated last.
    func tag(of uid: [UInt8]) -> Int? {
        let key = Self.key(uid)
        var found: Int?
        for index in tags.indices where tags[index].uid == key && given[index].uid == uid {
            if let other = found, tags[other].activation >= tags[index].activation { continue }
            found = index
        }
        return found
    }

    /// Whether an item ended in this run on the tag, or on another of its UID.
    func hasEnded(_ tag: Int, _ run: Int) -> Bool {
        let key = tags[tag].uid
        for index in tags.indices where tags[index].uid == key && tags[index].endedRun == run { return true }
        return false
    }

    func runIndex(_ number: Int) -> Int? {
        if let last = runs.last, last.number == number { return runs.count - 1 }
        return runs.firstIndex { $0.number == number }
    }

    /// Where the item of a run stands in `items`.
    func slot(run: Int, item id: Int) -> Int? {
        let first = runs[run].first
        let count = runs[run].items.count
        // Items are numbered on, as a rule.
        if count > 0 {
            let guess = id - items[first].id
            if guess >= 0, guess < count, items[first + guess].id == id { return first + guess }
        }
        for index in first..<first + count where items[index].id == id { return index }
        return nil
    }

    mutating func report(_ invariant: Int, _ rule: String, tag: Int? = nil, slot: Int? = nil, _ more: String = "") {
        guard violations.count < Self.mostViolations else { return }
        var parts: [String] = []
        if let slot, slot >= 0 {
            parts.append("run \(runs[items[slot].run].number), \(ItemNumber.words(items[slot].id))")
        }
        if let tag { parts.append("tag \(tag) (\(HexDigits.text(given[tag].uid)), \(given[tag].chip))") }
        if !more.isEmpty { parts.append(more) }
        violations.append(Violation(invariant: invariant, rule: rule, detail: parts.joined(separator: ", ")))
    }

    /// Reads the area of a tag. `isFormatting`: where it has no capability container, as if it had the factory's.
    func reading(of tag: Int, isFormatting: Bool = false) -> AreaReading {
        let base = tags[tag].base
        let size = tags[tag].size
        let userEnd = facts[tag].userEnd
        let sizeByte = isFormatting ? facts[tag].sizeByte : nil
        return memories.withUnsafeBufferPointer {
            AreaReading(UnsafeBufferPointer(rebasing: $0[base..<base + size]), userEnd: userEnd, sizeByte: sizeByte)
        }
    }

    /// Whether `reading` of this tag is of `message`.
    func holds(_ message: [UInt8], _ reading: AreaReading, _ tag: Int) -> Bool {
        let base = tags[tag].base
        let size = tags[tag].size
        return memories.withUnsafeBufferPointer { memories in
            let memory = UnsafeBufferPointer(rebasing: memories[base..<base + size])
            return message.withUnsafeBufferPointer { reading.holds($0, in: memory) }
        }
    }

    /// The value of the NDEF TLV.
    func value(_ reading: AreaReading, _ tag: Int) -> [UInt8] {
        let base = tags[tag].base
        let size = tags[tag].size
        return memories.withUnsafeBufferPointer {
            reading.value(in: UnsafeBufferPointer(rebasing: $0[base..<base + size]))
        }
    }

    mutating func forgetReads(of tag: Int) {
        let first = tags[tag].readBase
        for word in first..<first + tags[tag].readWords { pagesRead[word] = 0 }
    }

    func isRead(_ page: Int, of tag: Int) -> Bool {
        pagesRead[tags[tag].readBase + page >> 6] & (1 << UInt64(page & 63)) != 0
    }
}
