public import Jobs
public import Tags

/// What an attempt's end makes of its item (contract, section 5).
extension Coordinator {
    /// What the result of the tag in hand comes to. Nothing counts before it is confirmed. Nil: no tag was in hand, or it
    /// was concluded already.
    ///
    /// `lockState`: how writable the tag is after what was written to it; nil where that is not known.
    public mutating func conclude(
        _ reader: String, _ result: TagResult, lockState: LockState? = nil, now: Timestamp
    ) -> Conclusion? {
        guard var hand = readers[reader]?.hand, readers[reader]?.isConcluding == false else { return nil }
        readers[reader]?.isConcluding = true
        if let lockState { hand.tag.lockState = lockState }
        switch result {
        case .unchanged:
            return conclusion(
                hand, .unchanged, status: hand.settles ? .written : .unchanged,
                lock: hand.open.item.lock ? .done : .none, now: now)
        case .written(let detail, let lock):
            return conclusion(hand, .written, status: .written, detail: detail, lock: lock, now: now)
        case .rejected(let rejection): return rejected(hand, rejection, now: now)
        case .failed(let rejection): return failed(hand, rejection, now: now)
        case .incomplete(let rejection, let lock):
            return conclusion(
                hand, .failed, status: .failed, reason: rejection.reason, detail: rejection.detail, lock: lock,
                now: now)
        case .lost(let rejection, let mayHoldItem): return lost(hand, rejection, mayHoldItem: mayHoldItem, now: now)
        }
    }

    /// A call to the reader does not come back: it takes no part in the work until it does. What its tag comes to, if it
    /// has one in hand: an item whose write began is in doubt, for the write may still land; any other is free again.
    public mutating func stuck(_ reader: String, _ detail: String, now: Timestamp) -> Conclusion? {
        hindered(reader, by: .stuck)
        let rejection = Rejection(.readerError, detail)
        let isIntended = readers[reader]?.hand?.intended == true
        return conclude(reader, isIntended ? .lost(rejection, mayHoldItem: true) : .rejected(rejection), now: now)
    }

    /// Nothing was written. An item that waits for this very tag fails, unless the reason will pass.
    private func rejected(_ hand: Hand, _ rejection: Rejection, now: Timestamp) -> Conclusion {
        let waits = hand.settles || hand.open.item.boundUID != nil
        let status: ItemStatus? = waits && !rejection.reason.isPassing ? .failed : nil
        return conclusion(
            hand, .rejected, status: status, reason: rejection.reason, detail: rejection.detail, now: now)
    }

    /// A write began and failed: the item goes to the next tag while attempts are left, an item in doubt to this one.
    private func failed(_ hand: Hand, _ rejection: Rejection, now: Timestamp) -> Conclusion {
        conclusion(
            hand, .failed, status: afterAttempt(hand, else: hand.settles ? .inDoubt : .pending),
            reason: rejection.reason, detail: counted(rejection.detail, hand), now: now)
    }

    /// Tag or reader went away. Where the tag may hold the item it is in doubt, bound to that tag. Where it cannot, an item
    /// that was in doubt before stays bound to it while attempts are left.
    private func lost(_ hand: Hand, _ rejection: Rejection, mayHoldItem: Bool, now: Timestamp) -> Conclusion {
        if mayHoldItem {
            return conclusion(
                hand, .inDoubt, status: .inDoubt, reason: rejection.reason, detail: counted(rejection.detail, hand),
                now: now)
        }
        guard hand.intended else { return rejected(hand, rejection, now: now) }
        return conclusion(
            hand, .failed, status: afterAttempt(hand, else: hand.settles ? .inDoubt : .pending),
            reason: rejection.reason, detail: counted(rejection.detail, hand), now: now)
    }

    private func afterAttempt(_ hand: Hand, else open: ItemStatus) -> ItemStatus {
        attemptsBegun(hand) >= policy.attempts ? .failed : open
    }

    private func attemptsBegun(_ hand: Hand) -> Int { hand.open.attempts + (hand.intended ? 1 : 0) }

    private func counted(_ detail: String, _ hand: Hand) -> String {
        "\(detail) (attempt \(attemptsBegun(hand)) of \(policy.attempts))"
    }

    private func conclusion(
        _ hand: Hand, _ result: Presentation.Result, status: ItemStatus?, reason: Reason? = nil, detail: String = "",
        lock: LockResult = .none, now: Timestamp
    ) -> Conclusion {
        let item = hand.open.item
        let presentation = presentation(
            of: hand.tag, item: item.key, result: result, reason: reason, detail: detail, now: now)
        return Conclusion(
            presentation, item: item.key,
            outcome: status.map { outcome($0, of: hand.tag, reason: reason, detail: detail, lock: lock, now: now) },
            wasInDoubt: hand.settles, isBound: item.boundUID != nil, mayComeAgain: reason?.isPassing == true)
    }

    func outcome(
        _ status: ItemStatus, of tag: PresentedTag, reason: Reason?, detail: String, lock: LockResult = .none,
        now: Timestamp
    ) -> Outcome {
        Outcome(
            status: status, reason: reason, detail: detail, uid: tag.uid, chip: tag.chip, reader: tag.reader,
            station: policy.station, capacityBytes: tag.capacityBytes, lockState: tag.lockState,
            lock: lock, startedAt: tag.presentedAt, finishedAt: now)
    }

    func presentation(
        of tag: PresentedTag, item: ItemKey?, result: Presentation.Result, reason: Reason?, detail: String,
        now: Timestamp
    ) -> Presentation {
        Presentation(
            item: item, uid: tag.uid, chip: tag.chip, reader: tag.reader, station: policy.station, result: result,
            reason: reason, detail: detail, lockState: tag.lockState, capacityBytes: tag.capacityBytes,
            genuine: tag.genuine, vendor: tag.vendor, presentedAt: tag.presentedAt,
            durationMilliseconds: max(0, now.milliseconds - tag.presentedAt.milliseconds))
    }
}
