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
        var durations: [Int64] = []
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
        case .written, .unchanged: counts[index].durations.append(presentation.durationMilliseconds)
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

    package static func median(of durations: [Int64]) -> Int64? {
        guard !durations.isEmpty else { return nil }
        let sorted = durations.sorted()
        let high = sorted[sorted.count / 2]
        guard sorted.count % 2 == 0 else { return high }
        let low = sorted[sorted.count / 2 - 1]
        // low + (high - low) / 2, in a way that no pair of values overflows; >> rounds down.
        return (low >> 1) + (high >> 1) + (low & high & 1)
    }
}
