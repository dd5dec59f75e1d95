public import Jobs
import Tags

/// Which item a tag gets: the contract, section 5, numbers (1) to (7).
extension Coordinator {
    /// Decides which item the tag on a reader gets. `history` is what the journal knows of its UID and its message, with
    /// `busyItems` passed over. After `take` the tag is in hand until its conclusion is confirmed.
    public mutating func claim(_ tag: PresentedTag, history: TagHistory, now: Timestamp) -> ClaimDecision {
        guard stopping == nil, readers[tag.reader] != nil else {
            return .conclude(ignored(tag, "the run is ending", now: now))
        }
        guard let uid = tag.uid else {
            let rejection = tag.rejection ?? Rejection(.readerError, "the tag gave no UID")
            if rejection.reason == .tagRemoved { return .conclude(ignored(tag, rejection.detail, now: now)) }
            return .conclude(rejected(tag, rejection, now: now))
        }
        if isBounce(tag, uid: uid) { return .conclude(ignored(tag, "the same tag again", now: now)) }
        let inHandElsewhere = history.inHand || readers.values.contains { $0.hand?.uid == uid }
        let waiting = inHandElsewhere ? nil : history.inDoubt ?? history.bound
        if let rejection = tag.rejection ?? twiceFailed(uid) {
            return .conclude(rejected(tag, rejection, failing: waiting, inDoubt: history.inDoubt != nil, now: now))
        }
        if let open = history.inDoubt, !inHandElsewhere { return take(open, by: tag, uid: uid, settles: true) }
        if inHandElsewhere {
            return .conclude(rejected(tag, Rejection(.duplicateUID, "the tag is in hand on another reader"), now: now))
        }
        if let key = history.endedHere {
            return .conclude(rejected(tag, Rejection(.duplicateUID, "\(key) ended on this tag in this run"), now: now))
        }
        switch chosen(for: tag, history: history) {
        case .success(let open):
            return take(open, by: tag, uid: uid, settles: false, carriedSKU: history.carriedSKU)
        case .failure(let rejection):
            let failing = rejection.reason == .chipMismatch ? history.bound : nil
            return .conclude(rejected(tag, rejection, failing: failing, now: now))
        }
    }

    /// Numbers (3) to (7): a tag that this run has not touched yet.
    private func chosen(for tag: PresentedTag, history: TagHistory) -> Result<OpenItem, Rejection> {
        if let open = history.bound { return permitted(open, tag) }
        if let key = history.boundEnded {
            return .failure(Rejection(.uidMismatch, "the tag is bound to \(key), which has ended already"))
        }
        if policy.pairing == .uid { return .failure(Rejection(.uidMismatch, "no row is bound to this tag")) }
        if let open = history.carries { return permitted(open, tag) }
        if let run = history.madeByRun, !policy.again {
            return .failure(Rejection(.duplicateUID, "run \(run) of this job made this tag; --again makes it anew"))
        }
        if let open = history.sameMessage, case .success = permitted(open, tag) { return .success(open) }
        guard let key = readers[tag.reader]?.offer, let open = window.first(where: { $0.item.key == key }) else {
            return .failure(Rejection(.uidMismatch, "only rows that wait for tags of their own are left"))
        }
        return permitted(open, tag)
    }

    private func permitted(_ open: OpenItem, _ tag: PresentedTag) -> Result<OpenItem, Rejection> {
        guard let chip = tag.chip else { return .success(open) }
        if let wanted = open.item.chip, wanted != chip {
            return .failure(Rejection(.chipMismatch, "\(open.item.key) is for \(wanted), the tag is \(chip)"))
        }
        if let allowed = policy.chips, !allowed.contains(chip) {
            let names = allowed.map(\.rawValue).joined(separator: ", ")
            return .failure(Rejection(.chipMismatch, "the job is for \(names), the tag is \(chip)"))
        }
        return .success(open)
    }

    private mutating func take(
        _ open: OpenItem, by tag: PresentedTag, uid: UID, settles: Bool, carriedSKU: String? = nil
    ) -> ClaimDecision {
        let known = window.first { $0.item.key == open.item.key } ?? open
        for reader in readers.keys where reader != tag.reader && readers[reader]?.offer == open.item.key {
            readers[reader]?.offer = nil
        }
        readers[tag.reader]?.hand = Hand(tag: tag, uid: uid, open: known, settles: settles)
        let mayOverwrite = settles || permitsOverwriting(tag.message, with: open.item, carriedSKU: carriedSKU)
        return .take(Assignment(item: open.item, settles: settles, mayOverwrite: mayOverwrite))
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

    private func isBounce(_ tag: PresentedTag, uid: UID) -> Bool {
        guard let state = readers[tag.reader], let last = state.last, last.uid == uid else { return false }
        switch last.settled {
        case .forGood: return true
        case .forThisOffer: return last.offer == state.offer
        case .no: return false
        }
    }

    private func twiceFailed(_ uid: UID) -> Rejection? {
        guard failures[uid, default: 0] >= 2 else { return nil }
        return Rejection(.tagDamaged, "the tag failed twice in this run")
    }

    // MARK: Conclusions without a write

    private func ignored(_ tag: PresentedTag, _ detail: String, now: Timestamp) -> Conclusion {
        Conclusion(presentation(of: tag, item: nil, result: .ignored, reason: nil, detail: detail, now: now))
    }

    /// A tag that gets no item. `failing`: the item that waits for this very tag; it fails unless the reason will pass.
    private func rejected(
        _ tag: PresentedTag, _ rejection: Rejection, failing: OpenItem? = nil, inDoubt: Bool = false, now: Timestamp
    ) -> Conclusion {
        let item = rejection.reason.isPassing ? nil : failing?.item
        let presentation = presentation(
            of: tag, item: item?.key, result: .rejected, reason: rejection.reason, detail: rejection.detail, now: now)
        guard let item else { return Conclusion(presentation) }
        return Conclusion(
            presentation, item: item.key,
            outcome: outcome(.failed, of: tag, reason: rejection.reason, detail: rejection.detail, now: now),
            wasInDoubt: inDoubt, isBound: item.boundUID != nil)
    }
}
