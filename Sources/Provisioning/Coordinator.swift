public import Jobs
public import Tags

/// Decides between tags: which reader offers which item, which item a tag gets, what an attempt's end makes of the item,
/// and when the run is over.
///
/// A plain value: events go in, decisions come out. It never blocks, reads no clock, and knows neither threads nor the
/// journal; what the journal knows of a tag comes with the event. A decision counts only after `confirm`, which is called
/// when it is on disk. It holds a window of open items, not all of them.
///
/// An item goes pending -> in hand -> written, unchanged, failed, in doubt, or pending again; in doubt -> in hand ->
/// written, failed, or in doubt again.
public struct Coordinator: Sendable {
    /// A tag in hand: from `take`, or from a rejection that fails the item that waits for it, to `confirm`. Until then
    /// neither the tag nor the item is free for another reader, whatever the journal says already.
    struct Hand: Hashable, Sendable {
        var tag: PresentedTag
        var uid: UID
        /// From `take`: with the message as this tag is to hold it.
        var open: OpenItem
        var settles: Bool
        var intended = false
    }

    /// What the reader's last tag came to, for telling a bounce from a new presentation.
    struct Last: Hashable, Sendable {
        var uid: UID
        var offer: ItemKey?
        /// The tag is done with: the same UID again is a bounce while the offer is the same, or for good.
        var settled: Settled

        enum Settled: Hashable, Sendable {
            case forGood
            case forThisOffer
            case no
        }
    }

    /// A tag that was concluded on a reader and has not been lifted yet.
    struct Lying: Hashable, Sendable {
        var uid: UID
        /// A write of it failed here.
        var hasFailed: Bool
    }

    struct ReaderState: Sendable {
        var offer: ItemKey?
        var hand: Hand?
        var lying: Lying?
        var exhausted = false
        /// A conclusion of this reader is on its way to the journal.
        var isConcluding = false
        var hindrance: Hindrance?
        /// The failures in a row that it is at.
        var streak = Streak()
        /// Why it is in quarantine; nil while it is not.
        var quarantine: String?

        /// It takes part in the work: it is offered an item.
        var isAtWork: Bool { !exhausted && quarantine == nil && hindrance?.keepsOffer != false }

        /// A tag that is laid on it is taken now.
        var isUsable: Bool { !exhausted && quarantine == nil && hindrance == nil }
    }

    let policy: RunPolicy
    /// Readers that are plugged in, by name.
    var readers: [String: ReaderState] = [:]
    /// By reader, those that are unplugged too: what lies there may lie there still when they are back.
    var lastTags: [String: Last] = [:]
    /// Items claimed from the journal, bound to no UID and not ended, in job order.
    var window: [OpenItem] = []
    /// Readers that were unplugged and not used up, by name.
    var gone: Set<String> = []
    /// Why readers cannot be listed, in a sentence; nil where they can.
    var listingFault: String?
    /// The readers were listed for the first time.
    var isListed = false
    /// The tags that items wait for, by item: of items in doubt, and of open rows with a UID.
    var awaited: [ItemKey: UID]
    /// The journal had nothing more to hand out.
    var isJournalDry = false
    /// How much is still to be done, tags in hand included.
    public internal(set) var backlog: Backlog
    /// How many items are in each status.
    public private(set) var totals: [ItemStatus: Int]
    /// Why no more tags are taken; nil while the run goes on.
    public private(set) var stopping: RunEnd?
    /// Spoilage counts anew with each execution: these begin empty.
    var seenUIDs: Set<UID> = []
    var spoiltUIDs: Set<UID> = []

    /// - Parameter awaited: the tags of the items that `backlog` counts as bound and in doubt.
    public init(
        policy: RunPolicy, backlog: Backlog, totals: [ItemStatus: Int], awaited: [ItemKey: UID] = [:]
    ) {
        self.policy = policy
        self.backlog = backlog
        self.totals = totals
        self.awaited = awaited
    }

    // MARK: Items

    /// How many more items the readers could offer now: claim so many from the journal and hand them to `received`.
    public var shortage: Int {
        guard stopping == nil, !isJournalDry else { return 0 }
        let held = Set(readers.values.compactMap(\.offer)).union(busyItems)
        let free = window.count { !held.contains($0.item.key) }
        let idle = readers.values.count { $0.offer == nil && $0.isAtWork }
        return max(0, idle - free)
    }

    /// Takes what the journal handed out; fewer than `asked` means that it has no more.
    public mutating func received(_ items: [OpenItem], asked: Int) {
        isJournalDry = items.count < asked
        let known = Set(window.map(\.item.key)).union(busyItems)
        window += items.filter { !known.contains($0.item.key) }
    }

    /// Gives every idle reader an item to offer, as far as there are any, in order of the readers' names.
    public mutating func assignOffers() {
        guard stopping == nil else { return }
        var held = Set(readers.values.compactMap(\.offer)).union(busyItems)
        for reader in readers.keys.sorted() where readers[reader]?.offer == nil && readers[reader]?.isAtWork == true {
            guard let free = window.first(where: { !held.contains($0.item.key) }) else { return }
            readers[reader]?.offer = free.item.key
            held.insert(free.item.key)
        }
    }

    /// The item that the reader takes next.
    public func offer(of reader: String) -> Item? {
        guard let key = readers[reader]?.offer else { return nil }
        return window.first { $0.item.key == key }?.item
    }

    /// Whether a tag laid on this reader could come to anything now.
    public func hasWork(_ reader: String) -> Bool {
        guard stopping == nil, let state = readers[reader], state.hindrance != .stuck else { return false }
        return state.offer != nil || firstNotInHand != nil || backlog.bound > 0 || backlog.inDoubt > 0
    }

    /// The first open item that no tag has taken, whichever reader offers it.
    var firstNotInHand: OpenItem? {
        let busy = busyItems
        return window.first { !busy.contains($0.item.key) }
    }

    /// Items in hand on some reader.
    public var busyItems: Set<ItemKey> { Set(readers.values.compactMap { $0.hand?.open.item.key }) }

    /// A tag is in the reader's hand, or a conclusion of it on its way to the journal.
    public func isBusy(_ reader: String) -> Bool {
        readers[reader].map { $0.hand != nil || $0.isConcluding } ?? false
    }

    public var hasTagsInHand: Bool { readers.values.contains { $0.hand != nil } }

    /// How many items are in each status if nothing more is concluded: those whose write began are in doubt.
    public var totalsBrokenOff: [ItemStatus: Int] {
        var totals = totals
        for hand in readers.values.compactMap(\.hand) where hand.intended && !hand.settles {
            totals[.pending, default: 0] -= 1
            totals[.inDoubt, default: 0] += 1
        }
        return totals
    }

    // MARK: The end

    /// Takes no more tags; those in hand are finished. The first reason stands, but an error overrules.
    public mutating func stop(_ how: RunEnd) {
        if stopping == nil || how == .error { stopping = how }
    }

    /// How the run ended; nil while it goes on.
    public var ended: RunEnd? {
        guard !hasTagsInHand, !readers.values.contains(where: \.isConcluding) else { return nil }
        if stopping == .error { return .error }
        if backlog.queued + backlog.bound == 0, backlog.inDoubt == 0 || stopping != nil { return .complete }
        return stopping
    }

    /// More than one tag in ten was at fault, of fifty or more.
    public var hasHighSpoilage: Bool { seenUIDs.count >= 50 && spoiltUIDs.count * 10 > seenUIDs.count }

    /// Distinct tags at fault.
    public var spoiltCount: Int { spoiltUIDs.count }

    /// Distinct tags that were presented.
    public var seenCount: Int { seenUIDs.count }

    // MARK: Bookkeeping

    /// Marks the item of the reader's tag as being written.
    public mutating func intended(_ reader: String) {
        readers[reader]?.hand?.intended = true
    }

    /// The tag in hand on a reader, and its item.
    public func hand(of reader: String) -> (uid: UID, item: Item)? {
        readers[reader]?.hand.map { ($0.uid, $0.open.item) }
    }

    /// Takes a decision into account, now that it is on disk.
    public mutating func confirm(_ conclusion: Conclusion) {
        let presentation = conclusion.presentation
        let reader = presentation.reader
        let hand = readers[reader]?.hand
        remember(presentation, offer: readers[reader]?.offer, mayComeAgain: conclusion.mayComeAgain)
        if let outcome = conclusion.outcome, let key = conclusion.item {
            move(key, to: outcome, from: conclusion.wasInDoubt ? .inDoubt : .pending, isBound: conclusion.isBound)
        } else if presentation.reason == .leaseLost, let key = presentation.item {
            // Another has it: nothing is left to be done here.
            leave(conclusion.wasInDoubt ? .inDoubt : .pending, isBound: conclusion.isBound)
            awaited[key] = nil
            withdraw(key)
        }
        if hand?.tag.presentedAt == presentation.presentedAt { readers[reader]?.hand = nil }
        readers[reader]?.isConcluding = false
        weigh(presentation)
    }

    /// Lets go of a reader's tag whose conclusion could not be recorded: its item is in doubt where its write began, and
    /// nothing else counts.
    public mutating func breakOff(_ reader: String) {
        if let hand = readers[reader]?.hand, hand.intended, !hand.settles {
            totals[.pending, default: 0] -= 1
            totals[.inDoubt, default: 0] += 1
            leave(.pending, isBound: hand.open.item.boundUID != nil)
            backlog.inDoubt += 1
        }
        readers[reader]?.hand = nil
        readers[reader]?.isConcluding = false
    }

    private mutating func remember(_ presentation: Presentation, offer: ItemKey?, mayComeAgain: Bool) {
        guard presentation.result != .ignored, let uid = presentation.uid else { return }
        readers[presentation.reader]?.lying =
            presentation.reason?.meansGone == true
            ? nil : Lying(uid: uid, hasFailed: presentation.result == .failed)
        let settled: Last.Settled
        switch presentation.result {
        case .written, .unchanged: settled = .forGood
        case .rejected: settled = mayComeAgain ? .no : .forThisOffer
        case .failed, .inDoubt, .ignored: settled = .no
        }
        lastTags[presentation.reader] = Last(uid: uid, offer: offer, settled: settled)
        seenUIDs.insert(uid)
        if presentation.result == .failed || presentation.result == .rejected, presentation.reason?.isSpoilage == true {
            spoiltUIDs.insert(uid)
            if isSpoilageExceeded { stop(.spoilage) }
        }
    }

    private var isSpoilageExceeded: Bool {
        switch policy.spoilage {
        case .tags(let count): spoiltUIDs.count > count
        case .percent(let percent): seenUIDs.count >= 50 && spoiltUIDs.count * 100 > seenUIDs.count * percent
        case nil: false
        }
    }

    private mutating func move(_ key: ItemKey, to outcome: Outcome, from: ItemStatus, isBound: Bool) {
        totals[from, default: 0] -= 1
        totals[outcome.status, default: 0] += 1
        leave(from, isBound: isBound)
        switch outcome.status {
        case .pending:
            if isBound { backlog.bound += 1 } else { backlog.queued += 1 }
            if let index = window.firstIndex(where: { $0.item.key == key }) { window[index].attempts += 1 }
        case .inDoubt:
            backlog.inDoubt += 1
            awaited[key] = outcome.uid
            withdraw(key)
        case .written, .unchanged, .failed, .invalid:
            awaited[key] = nil
            withdraw(key)
        }
    }

    /// An item is no longer among those that are still to be done.
    private mutating func leave(_ status: ItemStatus, isBound: Bool) {
        switch status {
        case .inDoubt: backlog.inDoubt -= 1
        default: if isBound { backlog.bound -= 1 } else { backlog.queued -= 1 }
        }
    }

    /// Takes an item from the window and from every reader that offers it.
    private mutating func withdraw(_ key: ItemKey) {
        window.removeAll { $0.item.key == key }
        for reader in readers.keys where readers[reader]?.offer == key { readers[reader]?.offer = nil }
    }
}
