public import Jobs
import Tags

/// Which item a tag gets: the contract, section 5, numbers (1) to (7).
extension Coordinator {
    /// Decides which item the tag on a reader gets. `history` is what the journal knows of its UID and its message, with
    /// `busyItems` passed over. After `take` the tag is in hand until its conclusion is confirmed; so is one whose
    /// rejection fails an item.
    public mutating func claim(_ tag: PresentedTag, history: TagHistory, now: Timestamp) -> ClaimDecision {
        guard let place = place(of: tag.reader) else {
            return .conclude(ignored(tag, "the run is ending", now: now))
        }
        return claim(tag, at: place, history: history, now: now)
    }

    package mutating func claim(
        _ tag: PresentedTag, at place: Int, history: TagHistory, now: Timestamp
    ) -> ClaimDecision {
        readers[place].laid(tag.uid)
        let decision = decide(tag, at: place, history: history, now: now)
        if case .conclude = decision { readers[place].isConcluding = true }
        return decision
    }

    private mutating func decide(
        _ tag: PresentedTag, at place: Int, history: TagHistory, now: Timestamp
    ) -> ClaimDecision {
        guard stopping == nil, ended == nil else { return .conclude(ignored(tag, "the run is ending", now: now)) }
        guard let uid = tag.uid else {
            let rejection = tag.rejection ?? Rejection(.readerError, "the tag gave no UID")
            if rejection.reason == .tagRemoved { return .conclude(ignored(tag, rejection.detail, now: now)) }
            return .conclude(rejected(tag, rejection, now: now))
        }
        if readers[place].quarantine != nil {
            let rejection = Rejection(.readerError, "this reader is in quarantine: lay the tag on another one")
            return .conclude(rejected(tag, rejection, now: now))
        }
        let inHandElsewhere = history.inHand || readers.indices.contains { readers[$0].hand?.uid == uid }
        // An item in doubt is settled whenever its tag is laid.
        if isBounce(uid, at: place), inHandElsewhere || history.inDoubt == nil {
            return .conclude(ignored(tag, "the same tag again", now: now))
        }
        // Of two antennas that overlap the second one loses and finds the tag again and again: it is rejected once.
        if inHandElsewhere, readers[place].last?.uid == uid {
            return .conclude(ignored(tag, "the same tag again, which is in hand on another reader", now: now))
        }
        let waiting = inHandElsewhere ? nil : history.inDoubt ?? history.bound
        if let rejection = tag.rejection ?? twiceFailed(history) {
            return .conclude(rejected(tag, rejection, failing: waiting, inDoubt: history.inDoubt != nil, now: now))
        }
        if let open = history.inDoubt, !inHandElsewhere {
            return take(open, by: tag, at: place, uid: uid, settles: true, now: now)
        }
        if inHandElsewhere {
            return .conclude(rejected(tag, inHand(uid), mayComeAgain: true, now: now))
        }
        if let run = history.madeSince {
            return .conclude(rejected(tag, madeSince(run, overtaken: history.overtaken), now: now))
        }
        if let key = history.endedHere {
            var rejection = endedHere(key, half: history.endedHalf)
            if let other = readerUnder(uid, but: place) {
                rejection.detail += "; the same tag lies on \(readers[other].name) too"
            }
            return .conclude(rejected(tag, rejection, now: now))
        }
        if let other = readerUnder(uid, but: place), readers[other].lying?.hasFailed == true {
            return .conclude(unlifted(tag, at: place, uid: uid, readers[other].name, now: now))
        }
        switch chosen(for: tag, at: place, history: history) {
        case .item(let open):
            return take(
                open, by: tag, at: place, uid: uid, settles: false, carriedSKU: history.carriedSKU, now: now)
        case .none(let rejection):
            let failing = rejection.reason == .chipMismatch ? history.bound : nil
            return .conclude(rejected(tag, rejection, failing: failing, now: now))
        case .nothingLeft: return .conclude(ignored(tag, "no item is left for it now", now: now))
        }
    }

    private enum Choice {
        case item(OpenItem)
        case none(Rejection)
        /// Every item is in hand on another reader.
        case nothingLeft
    }

    /// Numbers (3) to (7): a tag that this run has not touched yet.
    private func chosen(for tag: PresentedTag, at place: Int, history: TagHistory) -> Choice {
        if let open = history.bound { return choice(of: open, for: tag) }
        if let key = history.boundEnded {
            return .none(Rejection(.uidMismatch, "the tag is bound to \(key), which has ended already"))
        }
        if policy.pairing == .uid { return .none(Rejection(.uidMismatch, "no row is bound to this tag")) }
        if let open = history.carries { return choice(of: open, for: tag) }
        if let run = history.madeByRun, !policy.again {
            return .none(Rejection(.duplicateUID, "run \(run) of this job made this tag; --again makes it anew"))
        }
        if let open = history.sameMessage, isHeld(open.item, by: tag), objection(to: open.item, for: tag) == nil {
            return .item(open)
        }
        guard let offered = offered(at: place) else {
            guard backlog.bound > 0 || backlog.inDoubt > 0 else { return .nothingLeft }
            return .none(Rejection(.uidMismatch, "only items that wait for tags of their own are left"))
        }
        return choice(of: window[offered], for: tag)
    }

    /// Where what the reader offers stands in the window. With fewer items than readers it may offer none: then what another reader offers and no tag
    /// has taken yet, so that the last items do not wait for a reader that gets no more tags.
    private func offered(at place: Int) -> Int? {
        guard let key = readers[place].offer else { return firstNotInHand }
        return positionInWindow(key)
    }

    private func choice(of open: OpenItem, for tag: PresentedTag) -> Choice {
        objection(to: open.item, for: tag).map { .none($0) } ?? .item(open)
    }

    /// Why the item may not go to the tag's chip.
    private func objection(to item: Item, for tag: PresentedTag) -> Rejection? {
        guard let chip = tag.chip else { return nil }
        if let wanted = item.chip, wanted != chip {
            return Rejection(.chipMismatch, "\(item.key) is for \(wanted)" + chip.namedAsOther)
        }
        if let allowed = policy.chips, !allowed.contains(chip) {
            var names = ""
            for chip in allowed { names += names.isEmpty ? chip.rawValue : ", " + chip.rawValue }
            return Rejection(.chipMismatch, "the job is for " + names + chip.namedAsOther)
        }
        return nil
    }

    /// The journal tells a message that names the tag but for the case of letters.
    private func isHeld(_ item: Item, by tag: PresentedTag) -> Bool {
        item.uidPlaces.isEmpty || tag.message != nil && tag.message == tag.uid.flatMap { item.message(for: $0) }
    }

    private mutating func take(
        _ open: OpenItem, by tag: PresentedTag, at place: Int, uid: UID, settles: Bool, carriedSKU: String? = nil,
        now: Timestamp
    ) -> ClaimDecision {
        let waits = settles || open.item.boundUID != nil
        guard let item = open.item.composed(for: uid) else {
            return .conclude(
                rejected(tag, noPlace(for: uid), failing: waits ? open : nil, inDoubt: settles, now: now))
        }
        let attempts = waits ? open.attempts : keep(open)
        for other in readers.indices where other != place && readers[other].offer == item.key {
            readers[other].offer = nil
        }
        readers[place].take(
            Hand(tag: tag, uid: uid, item: item, attempts: attempts, settles: settles))
        let mayOverwrite = settles || permitsOverwriting(tag.message, with: item, carriedSKU: carriedSKU)
        return .take(
            Assignment(
                item: item, settles: settles, mayOverwrite: mayOverwrite,
                mayWrite: attempts < policy.attempts))
    }

    /// How many attempts at the item began, as the window has it. One that a tag takes before it was ever offered comes into
    /// the window: the journal hands it out once at most, and it must be offered when this tag does not take it.
    private mutating func keep(_ open: OpenItem) -> Int {
        let key = open.item.key
        if let known = positionInWindow(key) { return window[known].attempts }
        window.insert(open, at: window.indices.first { window[$0].item.key > key } ?? window.endIndex)
        return open.attempts
    }

    private func permitsOverwriting(_ message: [UInt8]?, with item: Item, carriedSKU: String?) -> Bool {
        switch policy.overwrite {
        case .blank: return false
        case .always: return true
        case .same:
            guard let sku = item.sku else { return false }
            return carriedSKU == sku || message.map { SKUNaming.message($0, names: sku) } == true
        }
    }

    private func isBounce(_ uid: UID, at place: Int) -> Bool {
        guard let last = readers[place].last, last.uid == uid else { return false }
        switch last.settled {
        case .forGood: return true
        case .forThisOffer: return last.offer == readers[place].offer
        case .no: return false
        }
    }

    /// Another reader on which this tag lies, as far as that one has noticed; a call to it comes back.
    private func readerUnder(_ uid: UID, but place: Int) -> Int? {
        readers.indices.first { other in
            other != place && readers[other].lying?.uid == uid && readers[other].hindrance != .stuck
        }
    }

    private func inHand(_ uid: UID) -> Rejection {
        guard let other = readers.indices.first(where: { readers[$0].hand?.uid == uid }) else {
            return Rejection(.duplicateUID, "the tag is in hand on another reader")
        }
        return Rejection(.duplicateUID, "the same tag lies on \(readers[other].name) too, and is in hand there")
    }

    /// A tag that failed is tried again only after it was lifted (contract, section 5), from either antenna.
    private mutating func unlifted(
        _ tag: PresentedTag, at place: Int, uid: UID, _ other: String, now: Timestamp
    ) -> Conclusion {
        if readers[place].last?.uid == uid {
            return ignored(tag, "the same tag again, which failed on \(other) and lies there still", now: now)
        }
        let rejection = Rejection(
            .duplicateUID, "the same tag lies on \(other) too, where it failed; lift it, and lay it on one reader")
        return rejected(tag, rejection, mayComeAgain: true, now: now)
    }

    /// A tag takes one item: what another run wrote and read back since is not written over.
    private func madeSince(_ run: String, overtaken key: ItemKey?) -> Rejection {
        let item = key.map { "\($0) of this run" } ?? "an item of this run"
        return Rejection(
            .duplicateUID,
            "run \(run) made this tag since; \(item) was in doubt on it, and is pending again when this run is resumed")
    }

    private func endedHere(_ key: ItemKey, half: Reason?) -> Rejection {
        let what: String
        switch half {
        case .lockIncomplete:
            what = "lock is incomplete; a rerun of this run finishes it on this tag, and so does 'tagmill tag lock'"
        case .protectIncomplete:
            what =
                "protection is incomplete; a rerun of this run finishes it on this tag, and so does 'tagmill tag protect'"
        default: return Rejection(.duplicateUID, "\(key) ended on this tag in this run")
        }
        return Rejection(.duplicateUID, "\(key) ended on this tag in this run, and its \(what)")
    }

    /// It is the item that this tag cannot take, and no fault of the tag.
    private func noPlace(for uid: UID) -> Rejection {
        Rejection(
            .chipMismatch,
            "the UID is to be in the message with \(UIDPlace.digits) digits, and that of the tag has "
                + "\(uid.count * 2)")
    }

    private func twiceFailed(_ history: TagHistory) -> Rejection? {
        guard history.failures >= 2 else { return nil }
        return Rejection(.tagDamaged, "the tag failed twice in this run")
    }

    // MARK: Conclusions without a write

    private func ignored(_ tag: PresentedTag, _ detail: String, now: Timestamp) -> Conclusion {
        Conclusion(
            presentation(
                of: tag, lockState: tag.lockState, item: nil, result: .ignored, reason: nil, detail: detail, now: now))
    }

    /// A tag that gets no item. `failing`: the item that waits for this very tag; it fails unless the reason will pass.
    private mutating func rejected(
        _ tag: PresentedTag, _ rejection: Rejection, failing: OpenItem? = nil, inDoubt: Bool = false,
        mayComeAgain: Bool = false, now: Timestamp
    ) -> Conclusion {
        let failing = rejection.reason.isPassing ? nil : failing
        let item = failing?.item
        if let failing, let uid = tag.uid, let place = place(of: tag.reader) {
            readers[place].take(
                Hand(tag: tag, uid: uid, item: failing.item, attempts: failing.attempts, settles: inDoubt))
        }
        let presentation = presentation(
            of: tag, lockState: tag.lockState, item: item?.key, result: .rejected, reason: rejection.reason,
            detail: rejection.detail, now: now)
        guard let item else {
            return Conclusion(presentation, mayComeAgain: mayComeAgain || rejection.reason.isPassing)
        }
        return Conclusion(
            presentation, item: item.key,
            outcome: outcome(
                .failed, of: tag, lockState: tag.lockState, reason: rejection.reason, detail: rejection.detail,
                now: now),
            wasInDoubt: inDoubt, isBound: item.boundUID != nil)
    }
}

extension Chip {
    fileprivate var namedAsOther: String {
        self == .unknown ? "; of the tag, \(Self.wordsOfUntold)" : ", the tag is \(self)"
    }
}
