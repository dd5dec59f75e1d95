import Provisioning
import ReaderModels

/// Which readers a command uses, told from the names that were asked for and the readers that are there at the start.
struct ReaderSelection: Hashable, Sendable {
    private let patterns: [ReaderPattern]
    /// Names that were asked for exactly, and were there.
    private let exactNames: Set<String>
    /// The readers that were there at the start: none of them takes another's place later.
    private let namesAtStart: Set<String>
    /// The readers for tags that are there and were asked for, in the order in which the service lists them.
    let readers: [ReaderInfo]

    /// Without patterns every reader for tags is meant. Readers that never see a tag (SAM slots, security keys) are left
    /// alone even where a pattern matches them.
    ///
    /// Throws `noReaderMatches` for a pattern that matches nothing, and `notForTags` for one that matches only readers
    /// that take no tags. An empty list without a pattern is no error here: a run may wait for its readers.
    init(_ patterns: [ReaderPattern], among all: [ReaderInfo]) throws(CommandError) {
        let names = all.map(\.name)
        let forTags = Set(all.filter { $0.model.slot == .contactless }.map(\.name))
        var chosen: Set<String> = []
        for pattern in patterns {
            let matches = pattern.matches(among: names)
            if matches.isEmpty { throw .noReaderMatches(pattern: pattern.text, readers: names) }
            let usable = matches.filter { forTags.contains($0) }
            if usable.isEmpty { throw .notForTags(pattern: pattern.text, readers: matches) }
            chosen.formUnion(usable)
        }
        self.patterns = patterns
        exactNames = Set(patterns.map(\.text)).intersection(names)
        namesAtStart = Set(names)
        readers = all.filter { patterns.isEmpty ? forTags.contains($0.name) : chosen.contains($0.name) }
    }

    /// How many slots were there at the start, those included that take no part.
    var slotCount: Int { namesAtStart.count }

    /// The same, of which one reader alone takes part.
    func only(_ reader: ReaderInfo) -> ReaderSelection {
        ReaderSelection(
            patterns: [ReaderPattern(reader.name)], exactNames: [reader.name], namesAtStart: namesAtStart,
            readers: [reader])
    }

    private init(
        patterns: [ReaderPattern], exactNames: Set<String>, namesAtStart: Set<String>, readers: [ReaderInfo]
    ) {
        self.patterns = patterns
        self.exactNames = exactNames
        self.namesAtStart = namesAtStart
        self.readers = readers
    }

    /// The exact names that a reader may stand for: its own; else, for one that came after the start and does not take
    /// part by itself, those that differ from its own in pcscd's number of the reader alone.
    func places(for reader: ReaderInfo) -> [String] {
        if exactNames.contains(reader.name) { return [reader.name] }
        guard reader.model.slot == .contactless, !takesPart(reader), !namesAtStart.contains(reader.name),
            let name = NumberedReaderName(reader.name)
        else { return [] }
        return exactNames.filter { NumberedReaderName($0)?.isSameButForNumber(name) == true }.sorted()
    }

    /// Whether a reader takes part, one that is plugged in later too.
    func takesPart(_ reader: ReaderInfo) -> Bool {
        guard reader.model.slot == .contactless else { return false }
        if patterns.isEmpty { return true }
        return patterns.contains { pattern in
            exactNames.contains(pattern.text) ? pattern.text == reader.name : pattern.isContained(in: reader.name)
        }
    }

    /// The one reader of a command for a single tag; nil where none was named, and any may be taken. Several are refused
    /// with their names: which of them the tag lies on is not for this command to guess.
    func single() throws(CommandError) -> ReaderInfo? {
        guard !patterns.isEmpty else { return nil }
        if readers.count > 1 {
            throw .severalReaders(
                pattern: patterns.count == 1 ? patterns[0].text : nil, readers: readers.map(\.name))
        }
        return readers.first
    }
}
