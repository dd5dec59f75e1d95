public import Jobs

/// Counts, reader by reader, what was laid on it.
public struct ReaderTally: Sendable {
    /// What a report says of one reader.
    public struct Line: Hashable, Sendable {
        public var name: String
        /// Nil for a reader that appears in presentations alone.
        public var model: String?
        /// Presentations that were not ignored.
        public var tags: Int
        /// Presentations that were rejected, failed, or left an item in doubt.
        public var failures: Int
        /// Over the presentations that wrote, or found the tag unchanged; nil where there were none. Of an even number,
        /// the mean of the middle two, rounded down.
        public var medianMilliseconds: Int64?
    }

    /// Two stations may have readers of one name.
    private struct Key: Hashable {
        var name: String
        var station: String
    }

    private struct Count {
        var name: String
        var model: String?
        var tags = 0
        var failures = 0
        /// How many tags took so many milliseconds: few numbers, however many tags.
        var durations: [Int64: Int] = [:]
    }

    private var counts: [Count] = []
    private var indices: [Key: Int] = [:]

    /// - Parameter readers: the run's readers in the order in which they are reported.
    public init(readers: [ReaderRecord]) {
        for reader in readers {
            let index = index(of: Key(name: reader.name, station: reader.station))
            counts[index].model = reader.model
        }
    }

    /// Counts a presentation.
    public mutating func add(_ presentation: Presentation) {
        guard presentation.result != .ignored else { return }
        let index = index(of: Key(name: presentation.reader, station: presentation.station))
        counts[index].tags += 1
        switch presentation.result {
        case .written, .unchanged: counts[index].durations[presentation.durationMilliseconds, default: 0] += 1
        case .rejected, .failed, .inDoubt: counts[index].failures += 1
        case .ignored: break
        }
    }

    /// A line a reader: those that the run noted, then those that appeared in presentations alone.
    public var lines: [Line] {
        counts.map { count in
            Line(
                name: count.name, model: count.model, tags: count.tags, failures: count.failures,
                medianMilliseconds: Self.median(of: count.durations))
        }
    }

    private mutating func index(of key: Key) -> Int {
        if let index = indices[key] { return index }
        counts.append(Count(name: key.name))
        indices[key] = counts.count - 1
        return counts.count - 1
    }

    /// - Parameter counts: how often each duration came.
    package static func median(of counts: [Int64: Int]) -> Int64? {
        let total = counts.values.reduce(0, +)
        guard total > 0 else { return nil }
        var low: Int64?
        var seen = 0
        for (duration, count) in counts.sorted(by: { $0.key < $1.key }) {
            seen += count
            // The lower of the middle two may be the last of its kind.
            if low == nil, seen * 2 >= total { low = duration }
            guard let low, seen * 2 > total else { continue }
            // low + (duration - low) / 2, in a way that no pair of values overflows; >> rounds down.
            return total % 2 != 0 ? duration : (low >> 1) + (duration >> 1) + (low & duration & 1)
        }
        return nil
    }
}
