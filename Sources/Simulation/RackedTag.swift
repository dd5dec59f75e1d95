import Threads

/// One tag of a rack entry: which tag, what goes wrong with it, and how often it comes back.
final class RackedTag: Sendable {
    struct State: Sendable {
        var presentations = 0
        var returnsLeft: Int
        /// By fault: whether it happened, or its exchange came and was of the wrong kind.
        var reached: [Reach]
    }

    enum Reach: Sendable {
        case never, wrongKind, happened

        /// The exchange came.
        mutating func note(happened: Bool) {
            if happened { self = .happened } else if self == .never { self = .wrongKind }
        }
    }

    let tag: PhysicalTag
    let faults: [RackFault]
    /// Where the entry stands in the file: `readers[1].tags[0]`.
    let path: String
    /// Tells this tag apart in what is drawn by seed.
    let ordinal: UInt64
    let state: Guarded<State>

    init(tag: PhysicalTag, faults: [RackFault], again: Int, path: String, ordinal: UInt64) {
        self.tag = tag
        self.faults = faults
        self.path = path
        self.ordinal = ordinal
        state = Guarded(State(returnsLeft: again, reached: faults.map { _ in .never }))
    }
}

/// A fault of the rack file that did not happen to every tag it was meant for.
public struct UnreachedFault: Hashable, Sendable, CustomStringConvertible {
    /// `readers[1].tags[0].faults[2]`
    public let path: String
    public let fault: RackFault
    /// Of the entry's tags, those whose exchange never came.
    public let tagsNeverReached: Int
    /// Those whose exchange came and was of the wrong kind (no write).
    public let tagsOfWrongKind: Int

    /// What did not happen to every tag of its entry.
    /// - Parameter tags: with the place of their entry, in the order of the file.
    static func all(of tags: [(path: String, faults: [RackFault], reached: [RackedTag.Reach])]) -> [UnreachedFault] {
        var order: [String] = []
        var counts: [String: (fault: RackFault, never: Int, wrongKind: Int)] = [:]
        for tag in tags {
            for (index, fault) in tag.faults.enumerated() where tag.reached[index] != .happened {
                let path = "\(tag.path).faults[\(index)]"
                if counts[path] == nil { order.append(path) }
                var count = counts[path] ?? (fault, 0, 0)
                if tag.reached[index] == .never { count.never += 1 } else { count.wrongKind += 1 }
                counts[path] = count
            }
        }
        return order.compactMap { path in
            counts[path].map { count in
                UnreachedFault(
                    path: path, fault: count.fault, tagsNeverReached: count.never, tagsOfWrongKind: count.wrongKind)
            }
        }
    }

    public var description: String {
        var causes: [String] = []
        if tagsNeverReached > 0 { causes.append("its exchange never came on \(Self.count(tagsNeverReached))") }
        if tagsOfWrongKind > 0 { causes.append("its exchange was no write on \(Self.count(tagsOfWrongKind))") }
        return "\(path) (\(fault.moment): \(fault.fault)): \(causes.joined(separator: "; "))"
    }

    private static func count(_ tags: Int) -> String { tags == 1 ? "1 tag" : "\(tags) tags" }
}
