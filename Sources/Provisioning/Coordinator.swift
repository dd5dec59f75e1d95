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
    public final class Hand: Sendable {
        let tag: PresentedTag
        public let uid: UID
        /// From `take`: with the message as this tag is to hold it.
        public let item: Item
        /// How many attempts at it began before.
        let attempts: Int
        let settles: Bool

        init(tag: PresentedTag, uid: UID, item: Item, attempts: Int, settles: Bool) {
            self.tag = tag
            self.uid = uid
            self.item = item
            self.attempts = attempts
            self.settles = settles
        }
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

    /// A reader that is plugged in.
    package struct ReaderState: Sendable {
        let name: String
        package internal(set) var offer: ItemKey?
        private(set) var hand: Hand?
        /// The write of the item in hand began.
        private(set) var isIntended = false
        var lying: Lying?
        var last: Last?
        var exhausted = false
        /// A conclusion of this reader is on its way to the journal.
        var isConcluding = false
        var hindrance: Hindrance?
        /// The failures in a row that it is at.
        var streak = Streak()
        /// Why it is in quarantine; nil while it is not.
        var quarantine: String?

        init(_ name: String, last: Last?) {
            self.name = name
            self.last = last
        }

        /// Another tag, or none that is known, lies there: whatever lay there before is gone.
        mutating func laid(_ uid: UID?) {
            if lying?.uid != uid { lying = nil }
        }

        mutating func take(_ hand: Hand) { (self.hand, isIntended) = (hand, false) }

        mutating func intend() { isIntended = hand != nil }

        mutating func letGo() { (hand, isIntended) = (nil, false) }

        /// The item in hand was pending before, and its write began: in doubt, if it comes to nothing.
        var mayLeaveInDoubt: Bool { isIntended && hand?.settles == false }

        /// It takes part in the work: it is offered an item.
        var isAtWork: Bool { !exhausted && quarantine == nil && hindrance?.keepsOffer != false }

        /// A tag that is laid on it is taken now.
        var isUsable: Bool { !exhausted && quarantine == nil && hindrance == nil }
    }

    let policy: RunPolicy
    /// Readers that are plugged in, in order of their names; they are few.
    package internal(set) var readers: [ReaderState] = []
    /// The last tags of readers that are unplugged: what lies there may lie there still when they are back.
    var lastTagsUnplugged: [String: Last] = [:]
    /// Items claimed from the journal, bound to no UID and not ended, in job order.
    var window: [OpenItem] = []
    /// How often a reader was put into quarantine or taken back.
    package internal(set) var quarantineChanges = 0
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
    public private(set) var totals: StatusCounts
    /// Why no more tags are taken; nil while the run goes on.
    public private(set) var stopping: RunEnd?
    /// Spoilage counts anew with each execution: these begin empty.
    var seenUIDs: Set<UID> = []
    var spoiltUIDs: Set<UID> = []

    /// - Parameter awaited: the tags of the items that `backlog` counts as bound and in doubt.
    public init(
        policy: RunPolicy, backlog: Backlog, totals: StatusCounts, awaited: [ItemKey: UID] = [:]
    ) {
        self.policy = policy
        self.backlog = backlog
        self.totals = totals
        self.awaited = awaited
        // Few stations have more readers, and each offers an item; most runs see some tags.
        readers.reserveCapacity(4)
        window.reserveCapacity(4)
        seenUIDs = Set(minimumCapacity: 12)
    }

    // Readers are looked at where they stand: what goes through them one by one copies each. A reader's place is its place in the
    // order of their names; who knows it asks by it.

    /// Where a reader stands in `readers`; nil where it is not plugged in.
    func place(of reader: String) -> Int? { readers.indices.first { readers[$0].name == reader } }

    // MARK: Items

    /// How many more items the readers could offer now: claim so many from the journal and hand them to `received`.
    public var shortage: Int {
        guard stopping == nil, !isJournalDry else { return 0 }
        let idle = readers.indices.count { readers[$0].offer == nil && readers[$0].isAtWork }
        guard idle > 0 else { return 0 }
        return max(0, idle - window.indices.count { !isHeld(window[$0].item.key) })
    }

    /// Takes what the journal handed out; fewer than `asked` means that it has no more.
    public mutating func received(_ items: [OpenItem], asked: Int) {
        isJournalDry = items.count < asked
        for open in items {
            let key = open.item.key
            if !isInHand(key), positionInWindow(key) == nil { window.append(open) }
        }
    }

    /// Gives every idle reader an item to offer, as far as there are any, in order of the readers' names.
    public mutating func assignOffers() {
        guard stopping == nil else { return }
        for place in readers.indices where readers[place].offer == nil && readers[place].isAtWork {
            guard let free = window.indices.first(where: { !isHeld(window[$0].item.key) }) else { return }
            readers[place].offer = window[free].item.key
        }
    }

    /// The item that the reader takes next.
    public func offer(of reader: String) -> Item? { place(of: reader).flatMap { offer(at: $0) } }

    /// As above, of the reader at this place in the order of their names.
    package func offer(at place: Int) -> Item? {
        readers[place].offer.flatMap { positionInWindow($0) }.map { window[$0].item }
    }

    /// Where an open item stands in the window; nil where it is not open.
    func positionInWindow(_ key: ItemKey) -> Int? { window.indices.first { window[$0].item.key == key } }

    /// Whether a tag laid on this reader could come to anything now.
    public func hasWork(_ reader: String) -> Bool { place(of: reader).map { hasWork(at: $0) } ?? false }

    package func hasWork(at place: Int) -> Bool {
        guard stopping == nil, readers[place].hindrance != .stuck else { return false }
        return readers[place].offer != nil || firstNotInHand != nil || backlog.bound > 0 || backlog.inDoubt > 0
    }

    /// Where the first open item stands in the window that no tag has taken, whichever reader offers it.
    var firstNotInHand: Int? { window.indices.first { !isInHand(window[$0].item.key) } }

    private func isInHand(_ key: ItemKey) -> Bool { readers.indices.contains { readers[$0].hand?.item.key == key } }

    private func isHeld(_ key: ItemKey) -> Bool {
        readers.indices.contains { readers[$0].offer == key || readers[$0].hand?.item.key == key }
    }

    /// Items in hand on some reader.
    public var busyItems: Set<ItemKey> {
        readers.indices.reduce(into: []) { items, place in
            if let hand = readers[place].hand { items.insert(hand.item.key) }
        }
    }

    /// A tag is in the reader's hand, or a conclusion of it on its way to the journal.
    public func isBusy(_ reader: String) -> Bool {
        place(of: reader).map { readers[$0].hand != nil || readers[$0].isConcluding } ?? false
    }

    public var hasTagsInHand: Bool { readers.indices.contains { readers[$0].hand != nil } }

    /// How many items are in each status if nothing more is concluded: those whose write began are in doubt.
    public var totalsBrokenOff: StatusCounts {
        var totals = totals
        for place in readers.indices where readers[place].mayLeaveInDoubt { totals.move(from: .pending, to: .inDoubt) }
        return totals
    }

    // MARK: The end

    /// Takes no more tags; those in hand are finished. The first reason stands, but an error overrules.
    public mutating func stop(_ how: RunEnd) {
        if stopping == nil || how == .error { stopping = how }
    }

    /// How the run ended; nil while it goes on.
    public var ended: RunEnd? {
        guard !readers.indices.contains(where: { readers[$0].hand != nil || readers[$0].isConcluding }) else {
            return nil
        }
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
        if let place = place(of: reader) { intended(at: place) }
    }

    package mutating func intended(at place: Int) { readers[place].intend() }

    /// The tag in hand on a reader, and its item.
    public func hand(of reader: String) -> Hand? { place(of: reader).flatMap { hand(at: $0) } }

    package func hand(at place: Int) -> Hand? { readers[place].hand }

    /// Takes a decision into account, now that it is on disk.
    public mutating func confirm(_ conclusion: Conclusion) {
        let presentation = conclusion.presentation
        let place = place(of: presentation.reader)
        remember(presentation, at: place, mayComeAgain: conclusion.mayComeAgain)
        if let outcome = conclusion.outcome, let key = conclusion.item {
            move(key, to: outcome, from: conclusion.wasInDoubt ? .inDoubt : .pending, isBound: conclusion.isBound)
        } else if presentation.reason == .leaseLost, let key = presentation.item {
            // Another has it: nothing is left to be done here.
            leave(conclusion.wasInDoubt ? .inDoubt : .pending, isBound: conclusion.isBound)
            withdraw(key)
        }
        if let place {
            if readers[place].hand?.tag.presentedAt == presentation.presentedAt { readers[place].letGo() }
            readers[place].isConcluding = false
        }
        weigh(presentation, at: place)
    }

    /// Lets go of a reader's tag whose conclusion could not be recorded: its item is in doubt where its write began, and
    /// nothing else counts.
    public mutating func breakOff(_ reader: String) {
        guard let place = place(of: reader) else { return }
        if readers[place].mayLeaveInDoubt, let hand = readers[place].hand {
            totals.move(from: .pending, to: .inDoubt)
            leave(.pending, isBound: hand.item.boundUID != nil)
            backlog.inDoubt += 1
        }
        readers[place].letGo()
        readers[place].isConcluding = false
    }

    private mutating func remember(_ presentation: Presentation, at place: Int?, mayComeAgain: Bool) {
        guard presentation.result != .ignored, let uid = presentation.uid else { return }
        let settled: Last.Settled
        switch presentation.result {
        case .written, .unchanged: settled = .forGood
        case .rejected: settled = mayComeAgain ? .no : .forThisOffer
        case .failed, .inDoubt, .ignored: settled = .no
        }
        if let place {
            readers[place].lying =
                presentation.reason?.meansGone == true
                ? nil : Lying(uid: uid, hasFailed: presentation.result == .failed)
            readers[place].last = Last(uid: uid, offer: readers[place].offer, settled: settled)
        } else {
            lastTagsUnplugged[presentation.reader] = Last(uid: uid, offer: nil, settled: settled)
        }
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
        totals.move(from: from, to: outcome.status)
        leave(from, isBound: isBound)
        switch outcome.status {
        case .pending:
            if isBound { backlog.bound += 1 } else { backlog.queued += 1 }
            if let position = positionInWindow(key) { window[position].attempts += 1 }
        case .inDoubt:
            backlog.inDoubt += 1
            withdraw(key)
            awaited[key] = outcome.uid
        case .written, .unchanged, .failed, .invalid: withdraw(key)
        }
    }

    /// An item is no longer among those that are still to be done.
    private mutating func leave(_ status: ItemStatus, isBound: Bool) {
        switch status {
        case .inDoubt: backlog.inDoubt -= 1
        default: if isBound { backlog.bound -= 1 } else { backlog.queued -= 1 }
        }
    }

    /// Takes an item from the window and from every reader that offers it; no tag is waited for with it.
    private mutating func withdraw(_ key: ItemKey) {
        if let position = positionInWindow(key) { window.remove(at: position) }
        for place in readers.indices where readers[place].offer == key { readers[place].offer = nil }
        if !awaited.isEmpty { awaited[key] = nil }
    }
}
