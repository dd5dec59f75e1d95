import Tags

/// The expectations that are for any tag and have none yet, found by what a tag holds in a time that does not grow with their
/// number.
struct FreeExpectations: Sendable {
    /// What an expectation asks of a tag beside its message.
    private struct State: Hashable {
        var chip: Chip?
        var lockState: LockState?
        var genuine: Genuine?
        var mirror: AsciiMirror.Content?
        /// What looks alike with the sample in the places may have letters of another case there.
        var uidPlaces: [UIDPlace]

        /// How many of them are asked for.
        var count: Int { (chip == nil ? 0 : 1) + (lockState == nil ? 0 : 1) + (genuine == nil ? 0 : 1) }

        init(_ expectation: Expectation) {
            (chip, lockState, genuine) = (expectation.chip, expectation.lockState, expectation.genuine)
            (mirror, uidPlaces) = (expectation.mirror, expectation.uidPlaces)
        }
    }

    /// How a tag's message is looked for.
    private enum Search {
        /// What a mirror shows is compared as far as it can be.
        case strict
        /// Whatever a mirror lies over is left out.
        case loose
    }

    /// Indices in order, those in front that were taken meanwhile not yet dropped.
    private typealias Queue = ArraySlice<Int>
    private typealias Table = [ComparedMessage: [State: Queue]]

    private let expectations: [Expectation]
    private let exactly: Bool
    /// Whether a message names its tag.
    private let namesTags: Bool
    private var isFree: [Bool]
    /// How many are left.
    private(set) var count: Int
    private var plain: Table = [:]
    /// By the bytes that are left out of the comparison; made when a tag first asks for it.
    private var masked: [FilledBytes: Table] = [:]
    /// What expectations keep free for SDM, by the bytes of their messages; made when the first NTAG 424 DNA comes.
    private var placesForSDM: [Int: [FilledBytes]]?

    /// - Parameter expectations: all of the golden set; those of a UID are not for any tag.
    init(_ expectations: [Expectation], exactly: Bool) {
        self.expectations = expectations
        self.exactly = exactly
        namesTags = expectations.contains { $0.uid == nil && !$0.uidPlaces.isEmpty }
        isFree = expectations.map { $0.uid == nil }
        count = isFree.count { $0 }
        for index in expectations.indices where isFree[index] {
            let expectation = expectations[index]
            Self.add(index, expectation, ComparedMessage(expectation.sampled, exactly: exactly), to: &plain)
        }
    }

    /// Takes an expectation away.
    mutating func take(_ index: Int) {
        guard isFree[index] else { return }
        isFree[index] = false
        count -= 1
    }

    func isFree(_ index: Int) -> Bool { isFree[index] }

    /// The expectation that the tag meets: of several the one that asks most of a tag, so that one with `chip` is not left to a
    /// tag of another chip, then the first.
    mutating func match(_ tag: ObservedTag) -> Int? { find(tag, .strict) { $0.permitsState(of: tag) } }

    /// The first one whose message the tag holds, whatever else is asked of it.
    mutating func sameMessage(_ tag: ObservedTag) -> Int? {
        if let index = find(tag, .strict, permits: { _ in true }) { return index }
        return tag.mirror == nil ? nil : find(tag, .loose) { _ in true }
    }

    private mutating func find(_ tag: ObservedTag, _ search: Search, permits: (Expectation) -> Bool) -> Int? {
        if let index = find(tag, search, holding: tag.message, permits) { return index }
        // Where a mirror shows what it should, its placeholder counts as standing there.
        guard let unveiled = WholeMirror(on: tag)?.unveiled else { return nil }
        return find(tag, search, holding: unveiled, permits)
    }

    private mutating func find(
        _ tag: ObservedTag, _ search: Search, holding message: [UInt8]?, _ permits: (Expectation) -> Bool
    ) -> Int? {
        let places = filledBytes(of: tag, search)
        // In the place of a counter no other digits stand than those of one.
        let looksAgain = search == .strict && tag.mirror != nil && !places.isEmpty
        let index = find(tag, holding: message, places) { [exactly] expectation in
            expectation.uidPlaces.isEmpty && permits(expectation)
                && (!looksAgain || expectation.isHeld(by: tag, exactly: exactly))
        }
        if let index { return index }
        guard namesTags, let sampled = UIDPlace.sampled(message, of: tag) else { return nil }
        return find(tag, holding: sampled, places) { [exactly] expectation in
            !expectation.uidPlaces.isEmpty && permits(expectation) && expectation.isHeld(by: tag, exactly: exactly)
        }
    }

    private mutating func find(
        _ tag: ObservedTag, holding message: [UInt8]?, _ places: [FilledBytes], permits: (Expectation) -> Bool
    ) -> Int? {
        guard let meaning = ComparedMessage(tag, holding: message, exactly: exactly) else { return nil }
        if let index = Self.first(meaning, in: &plain, expectations, isFree, permits) { return index }
        guard let message else { return nil }
        for filled in places {
            var table = masked.removeValue(forKey: filled) ?? table(without: filled)
            let meaning = ComparedMessage(filled.masked(message), exactly: exactly)
            let index = Self.first(meaning, in: &table, expectations, isFree, permits)
            masked[filled] = table
            if let index { return index }
        }
        return nil
    }

    /// Which bytes of the tag's message may be left out of the comparison.
    private mutating func filledBytes(of tag: ObservedTag, _ search: Search) -> [FilledBytes] {
        switch search {
        case .strict: if let digits = FilledBytes(counterBesideUIDOf: tag) { return [digits] }
        case .loose: if let mirrors = FilledBytes(mirrorsOf: tag) { return [mirrors] }
        }
        guard tag.chip == .ntag424, let message = tag.message else { return [] }
        let places = placesForSDM ?? allPlacesForSDM()
        placesForSDM = places
        return places[message.count, default: []].filter { $0.areHexDigits(in: message) }
    }

    private func allPlacesForSDM() -> [Int: [FilledBytes]] {
        var seen: Set<FilledBytes> = []
        var places: [Int: [FilledBytes]] = [:]
        for expectation in expectations where expectation.uid == nil {
            guard let place = FilledBytes(placesForSDMIn: expectation.message), seen.insert(place).inserted else {
                continue
            }
            places[place.messageBytes, default: []].append(place)
        }
        return places
    }

    private func table(without filled: FilledBytes) -> Table {
        var table: Table = [:]
        for (index, expectation) in expectations.enumerated()
        where isFree[index] && expectation.message.count == filled.messageBytes {
            let masked = filled.masked(expectation.sampled.message)
            Self.add(index, expectation, ComparedMessage(masked, exactly: exactly), to: &table)
        }
        return table
    }

    private static func add(
        _ index: Int, _ expectation: Expectation, _ message: ComparedMessage, to table: inout Table
    ) {
        table[message, default: [:]][State(expectation), default: []].append(index)
    }

    private static func first(
        _ message: ComparedMessage, in table: inout Table, _ expectations: [Expectation], _ isFree: [Bool],
        _ permits: (Expectation) -> Bool
    ) -> Int? {
        guard var queues = table.removeValue(forKey: message) else { return nil }
        var best: (state: State, index: Int)?
        for state in Array(queues.keys) {
            guard var queue = queues.removeValue(forKey: state) else { continue }
            while let head = queue.first, !isFree[head] { queue.removeFirst() }
            guard let head = queue.first else { continue }
            queues[state] = queue
            guard permits(expectations[head]) else { continue }
            if let best, (-best.state.count, best.index) < (-state.count, head) { continue }
            best = (state, head)
        }
        if !queues.isEmpty { table[message] = queues }
        return best?.index
    }
}

extension Expectation {
    /// As a tag would meet it whose UID is the sample.
    fileprivate var sampled: Expectation {
        var sampled = self
        sampled.message = UIDPlace.sampled(uidPlaces, in: message)
        return sampled
    }
}
