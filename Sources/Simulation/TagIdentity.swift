import Tags

/// What a tag is and stays, whatever is written to it. Shared by all that is made of its memory.
final class TagIdentity: Sendable {
    let chip: VirtualChip
    let facts: ChipFacts
    let uid: UID
    let traits: TagTraits
    /// What GET_VERSION brings; nil: the command is refused.
    let version: [UInt8]?
    /// The last page that is there.
    let lastPage: Int
    /// The page number at which reads go on with page 0.
    let readEnd: Int
    /// Pages 0 to here, of sector 0, lie in the memory by their number.
    let lastOrderedPage: Int
    /// Those of them that read as they are stored, up to here.
    let lastPlainPage: Int

    init(_ chip: VirtualChip, _ uid: UID, _ traits: TagTraits) {
        let facts = chip.facts
        self.chip = chip
        self.facts = facts
        self.uid = uid
        self.traits = traits
        version =
            switch traits.version {
            case .answer(let bytes): bytes
            case .refused: nil
            case nil: facts.table.version
            }
        let last = facts.table.map.count - 1
        lastPage = min(traits.lastPage ?? last, last)
        readEnd = min(facts.table.map.readEnd, traits.lastPage.map { $0 + 1 } ?? .max)
        lastOrderedPage = min(facts.table.map.lastOfFirstRun, lastPage)
        lastPlainPage = min(facts.lastPlainPage, lastPage)
    }
}

extension TagIdentity: Hashable {
    static func == (one: TagIdentity, other: TagIdentity) -> Bool {
        one === other || one.chip == other.chip && one.uid == other.uid && one.traits == other.traits
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(chip)
        hasher.combine(uid)
        hasher.combine(traits)
    }
}
