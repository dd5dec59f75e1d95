public import Jobs
public import Tags

/// What a run waits for, and for nothing else, when not every tag on every reader would do.
public enum RunNeed: Hashable, Sendable {
    /// Readers can be listed again; why they cannot, in a sentence.
    case service(String)
    /// A reader is plugged in; none is there, and these were unplugged.
    case reader(unplugged: Set<String>)
    /// One of these is plugged in again; those that are there have no more tags.
    case unplugged(Set<String>)
    /// A reader is free; these are there, and each is hindered.
    case freeReader([Hindered])
    /// The tags that items wait for, by item.
    case ownTags(inDoubt: Int, bound: Int, awaited: [ItemKey: UID])

    public struct Hindered: Hashable, Sendable {
        public var reader: String
        public var by: Hindrance
    }
}

extension Coordinator {
    /// What the run waits for, in a sentence; nil where any tag would do.
    public var waitsFor: String? { need?.sentence }

    /// What the run waits for; nil where any tag would do.
    package var need: RunNeed? {
        guard isListed, stopping == nil, !hasTagsInHand, ended == nil else { return nil }
        if readers.isEmpty { return listingFault.map { .service($0) } ?? .reader(unplugged: gone) }
        if readers.indices.allSatisfy({ readers[$0].exhausted }) { return .unplugged(gone) }
        if readers.indices.allSatisfy({ readers[$0].exhausted || readers[$0].hindrance != nil }) {
            return .freeReader(hindered)
        }
        guard backlog.queued == 0, backlog.inDoubt > 0 || backlog.bound > 0 else { return nil }
        return .ownTags(inDoubt: backlog.inDoubt, bound: backlog.bound, awaited: awaited)
    }

    private var hindered: [RunNeed.Hindered] {
        readers.compactMap { reader in
            reader.exhausted ? nil : reader.hindrance.map { RunNeed.Hindered(reader: reader.name, by: $0) }
        }
    }
}

extension RunNeed {
    /// Whether a person is told the same of both.
    package func readsAs(_ other: RunNeed) -> Bool {
        switch (self, other) {
        case (.ownTags(let inDoubt, let bound, _), .ownTags(let otherInDoubt, let otherBound, _)):
            (inDoubt, bound) == (otherInDoubt, otherBound) && sentence == other.sentence
        case (.service, .service), (.reader, .reader), (.unplugged, .unplugged), (.freeReader, .freeReader):
            sentence == other.sentence
        default: false
        }
    }

    /// At most so many readers or tags are named.
    private static let namesMax = 3

    public var sentence: String {
        switch self {
        case .service(let fault): return fault
        case .reader(let gone):
            return gone.isEmpty
                ? "no reader is there; plug one in"
                : "no reader is there any more; plug one in (there was \(Self.list(gone.sorted())))"
        case .unplugged(let gone):
            return "the readers that are there have no more tags; plug in \(Self.list(gone.sorted()))"
        case .freeReader(let readers): return Self.sentence(hindered: readers)
        case .ownTags(let inDoubt, let bound, let awaited):
            var words = "only items that wait for tags of their own are left: "
            if inDoubt > 0 { words += "\(inDoubt) in doubt" }
            if inDoubt > 0, bound > 0 { words += ", " }
            if bound > 0 { words += "\(bound) bound to a UID" }
            guard !awaited.isEmpty else { return words }
            let first = awaited.sorted { $0.key < $1.key }.prefix(Self.namesMax).map { "\($0.value)" }
            return words + "; lay \(Self.list(first, of: awaited.count))"
        }
    }

    private static func sentence(hindered readers: [Hindered]) -> String {
        let kinds: [(Hindrance, String)] = [
            (.otherProgram, "in use by another program"), (.otherTagmill, "in use by another tagmill"),
            (.stuck, "without an answer"),
        ]
        let parts = kinds.compactMap { kind, words in
            let names = readers.filter { $0.by == kind }.map(\.reader)
            return names.isEmpty ? nil : "\(list(names)): \(words)"
        }
        return "no reader can be used for now; " + parts.joined(separator: "; ")
    }

    /// The first few names, and how many there are beside them.
    private static func list(_ names: [String]) -> String { list(names, of: names.count) }

    private static func list(_ names: [String], of count: Int) -> String {
        var shown = ""
        for name in names.prefix(namesMax) { shown += shown.isEmpty ? name : ", \(name)" }
        return count > namesMax ? "\(shown) and \(count - namesMax) more" : shown
    }
}
