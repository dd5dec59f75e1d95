public import Jobs
public import Tags

/// Everything that the journal knows of a tag, seen from one run: what decides which item the tag gets.
public struct TagHistory: Hashable, Sendable {
    private struct Known: Hashable, Sendable {
        var inDoubt: OpenItem?
        var madeSince: String?
        var overtaken: ItemKey?
        var inHand = false
        var endedHere: ItemKey?
        var endedHalf: Reason?
        var bound: OpenItem?
        var boundEnded: ItemKey?
        var carries: OpenItem?
        var madeByRun: String?
        var sameMessage: OpenItem?
        var carriedSKU: String?
        var failures = 0
    }

    /// Empty where nothing is known, as of most tags; else one. So a history that says nothing is handed on for nothing.
    private var known: [Known] = []

    public init() {}

    private mutating func change(_ body: (inout Known) -> Void) {
        if known.isEmpty { known.append(Known()) }
        body(&known[0])
    }

    public static func == (left: Self, right: Self) -> Bool { left.said == right.said }

    public func hash(into hasher: inout Hasher) { hasher.combine(said) }

    private var said: Known { known.first ?? Known() }

    /// (1) The item of this run that is in doubt on this UID, unless another run made the tag since.
    public var inDoubt: OpenItem? {
        get { known.isEmpty ? nil : known[0].inDoubt }
        set { change { $0.inDoubt = newValue } }
    }

    /// (1) The run that made this UID since an item of this run came to be in doubt on it: the item is not there any more.
    public var madeSince: String? {
        get { known.isEmpty ? nil : known[0].madeSince }
        set { change { $0.madeSince = newValue } }
    }

    /// (1) The item of this run that is in doubt on the tag that `madeSince` made.
    public var overtaken: ItemKey? {
        get { known.isEmpty ? nil : known[0].overtaken }
        set { change { $0.overtaken = newValue } }
    }

    /// (2) An intent of this run on this UID has no outcome yet.
    public var inHand: Bool {
        get { known.isEmpty ? false : known[0].inHand }
        set { change { $0.inHand = newValue } }
    }

    /// (2) The item of this run that ended on this UID: written, unchanged, or failed with a half-done lock.
    public var endedHere: ItemKey? {
        get { known.isEmpty ? nil : known[0].endedHere }
        set { change { $0.endedHere = newValue } }
    }

    /// (2) What came out half of the item that `endedHere` names: `lockIncomplete` or `protectIncomplete`; nil where nothing
    /// did.
    public var endedHalf: Reason? {
        get { known.isEmpty ? nil : known[0].endedHalf }
        set { change { $0.endedHalf = newValue } }
    }

    /// (3) The pending item of this run whose row is bound to this UID.
    public var bound: OpenItem? {
        get { known.isEmpty ? nil : known[0].bound }
        set { change { $0.bound = newValue } }
    }

    /// (3) The item bound to this UID that has ended already.
    public var boundEnded: ItemKey? {
        get { known.isEmpty ? nil : known[0].boundEnded }
        set { change { $0.boundEnded = newValue } }
    }

    /// (4) The pending item of this run that the ledger says this UID carries, from an earlier run of the job.
    public var carries: OpenItem? {
        get { known.isEmpty ? nil : known[0].carries }
        set { change { $0.carries = newValue } }
    }

    /// (5) The earlier run of this job that made this UID.
    public var madeByRun: String? {
        get { known.isEmpty ? nil : known[0].madeByRun }
        set { change { $0.madeByRun = newValue } }
    }

    /// (6) The first pending item, in job order, bound to no UID, whose message has the digest that was asked for: of one
    /// that names no tag the whole, else of one with places for the UID that without it. There letters may be of another
    /// case.
    public var sameMessage: OpenItem? {
        get { known.isEmpty ? nil : known[0].sameMessage }
        set { change { $0.sameMessage = newValue } }
    }

    /// The SKU of the item that the ledger says this UID carries, by any run of any job.
    public var carriedSKU: String? {
        get { known.isEmpty ? nil : known[0].carriedSKU }
        set { change { $0.carriedSKU = newValue } }
    }

    /// How many attempts of this run on this UID ended for a reason that speaks against the tag (`Reason.isSpoilage`).
    public var failures: Int {
        get { known.isEmpty ? 0 : known[0].failures }
        set { change { $0.failures = newValue } }
    }
}
