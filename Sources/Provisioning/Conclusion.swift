public import Jobs

/// What a presentation comes to: recorded in the journal first, then confirmed to the Coordinator.
public struct Conclusion: Hashable, Sendable {
    public var presentation: Presentation
    /// The item that this concerns, and what becomes of it; nil where no item changes.
    public var item: ItemKey?
    public var outcome: Outcome?
    /// The item was in doubt before.
    public var wasInDoubt: Bool
    /// The item's row is bound to a UID.
    public var isBound: Bool
    /// The tag was rejected for a reason that will pass: the same tag on the same reader again is no bounce.
    public var mayComeAgain: Bool

    public init(
        _ presentation: Presentation, item: ItemKey? = nil, outcome: Outcome? = nil, wasInDoubt: Bool = false,
        isBound: Bool = false, mayComeAgain: Bool = false
    ) {
        self.presentation = presentation
        self.item = item
        self.outcome = outcome
        self.wasInDoubt = wasInDoubt
        self.isBound = isBound
        self.mayComeAgain = mayComeAgain
    }
}

/// Which item a tag gets.
public enum ClaimDecision: Hashable, Sendable {
    case take(Assignment)
    /// The tag gets none; to be recorded and confirmed.
    case conclude(Conclusion)
}
