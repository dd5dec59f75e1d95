import Jobs
import Tags

/// What a run waits for when not every tag on every reader would do.
extension Coordinator {
    /// At most so many readers or tags are named.
    private static let namesMax = 3

    /// What the run waits for, and for nothing else; nil where any tag would do.
    public var waitsFor: String? {
        guard stopping == nil, ended == nil, !hasTagsInHand, isListed else { return nil }
        if readers.isEmpty { return listingFault ?? noReader }
        let usable = readers.filter { !$0.exhausted }
        if usable.isEmpty { return "the readers that are there have no more tags; plug in \(Self.list(gone.sorted()))" }
        if usable.allSatisfy({ $0.hindrance != nil }) { return hindrances }
        guard backlog.queued == 0 else { return nil }
        let kinds = [(backlog.inDoubt, "in doubt"), (backlog.bound, "bound to a UID")].filter { $0.0 > 0 }
        guard !kinds.isEmpty else { return nil }
        let words = kinds.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        let tags = awaited.sorted { $0.key < $1.key }.map { "\($0.value)" }
        return "only items that wait for tags of their own are left: \(words)"
            + (tags.isEmpty ? "" : "; lay \(Self.list(tags))")
    }

    private var noReader: String {
        gone.isEmpty
            ? "no reader is there; plug one in"
            : "no reader is there any more; plug one in (there was \(Self.list(gone.sorted())))"
    }

    private var hindrances: String {
        let kinds: [(Hindrance, String)] = [
            (.otherProgram, "in use by another program"), (.otherTagmill, "in use by another tagmill"),
            (.stuck, "without an answer"),
        ]
        let parts = kinds.compactMap { kind, words in
            let names = readers.filter { !$0.exhausted && $0.hindrance == kind }.map(\.name)
            return names.isEmpty ? nil : "\(Self.list(names)): \(words)"
        }
        return "no reader can be used for now; " + parts.joined(separator: "; ")
    }

    /// The first few names, and how many there are beside them.
    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(namesMax).joined(separator: ", ")
        return names.count > namesMax ? "\(shown) and \(names.count - namesMax) more" : shown
    }
}
