public import Jobs
public import Tags

/// A pending item, and how many attempts at it began before.
public struct OpenItem: Hashable, Sendable {
    public var item: Item
    public var attempts: Int

    public init(item: Item, attempts: Int = 0) {
        self.item = item
        self.attempts = attempts
    }
}

/// What a new run takes over from an earlier one.
public struct Takeover: Hashable, Sendable {
    public var run: String
    public var items: [ItemKey]

    public init(run: String, items: [ItemKey]) {
        self.run = run
        self.items = items
    }
}

/// What a new run begins with.
public struct RunOpening: Hashable, Sendable {
    /// In job order; those with a fault begin `invalid`.
    public var items: [Item]
    /// Items that begin in doubt on that UID.
    public var inDoubt: [ItemKey: UID]
    /// Items that were in doubt on that UID in an earlier run and are given to a new tag: they begin pending, and the report
    /// names the tag.
    public var released: [ItemKey: UID]
    /// What is closed in earlier runs.
    public var takeovers: [Takeover]

    public init(
        items: [Item], inDoubt: [ItemKey: UID] = [:], released: [ItemKey: UID] = [:], takeovers: [Takeover] = []
    ) {
        self.items = items
        self.inDoubt = inDoubt
        self.released = released
        self.takeovers = takeovers
    }
}
