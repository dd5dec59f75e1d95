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
        place(of: reader).flatMap { conclude(at: $0, result, lockState: lockState, now: now) }
    }

    package mutating func conclude(
        at place: Int, _ result: TagResult, lockState: LockState? = nil, now: Timestamp
    ) -> Conclusion? {
        guard let hand = readers[place].hand, !readers[place].isConcluding else { return nil }
        readers[place].isConcluding = true
        let end = End(
            hand: hand, isIntended: readers[place].isIntended, lockState: lockState ?? hand.tag.lockState, now: now)
        switch result {
        case .unchanged:
            return conclusion(
                end, .unchanged, status: hand.settles ? .written : .unchanged,
                lock: hand.item.lock ? .done : .none)
        case .written(let detail, let lock):
            return conclusion(end, .written, status: .written, detail: detail, lock: lock)
        case .rejected(let rejection): return rejected(end, rejection)
        case .failed(let rejection): return failed(end, rejection)
        case .incomplete(let rejection, let lock):
            return conclusion(
                end, .failed, status: .failed, reason: rejection.reason, detail: rejection.detail, lock: lock)
        case .lost(let rejection, let mayHoldItem): return lost(end, rejection, mayHoldItem: mayHoldItem)
        }
    }

    /// A call to the reader does not come back: it takes no part in the work until it does. What its tag comes to, if it
    /// has one in hand: an item whose write began is in doubt, for the write may still land; any other is free again.
    public mutating func stuck(_ reader: String, _ detail: String, now: Timestamp) -> Conclusion? {
        hindered(reader, by: .stuck)
        let rejection = Rejection(.readerError, detail)
        let isIntended = place(of: reader).map { readers[$0].isIntended } ?? false
        return conclude(reader, isIntended ? .lost(rejection, mayHoldItem: true) : .rejected(rejection), now: now)
    }

    /// The end of what a reader did with the tag in its hand.
    private struct End {
        let hand: Hand
        let isIntended: Bool
        /// Of the tag as it is now.
        let lockState: LockState?
        let now: Timestamp

        var attemptsBegun: Int { hand.attempts + (isIntended ? 1 : 0) }
    }

    /// Nothing was written. An item that waits for this very tag fails, unless the reason will pass.
    private func rejected(_ end: End, _ rejection: Rejection) -> Conclusion {
        let waits = end.hand.settles || end.hand.item.boundUID != nil
        let status: ItemStatus? = waits && !rejection.reason.isPassing ? .failed : nil
        return conclusion(end, .rejected, status: status, reason: rejection.reason, detail: rejection.detail)
    }

    /// A write began and failed: the item goes to the next tag while attempts are left, an item in doubt to this one.
    private func failed(_ end: End, _ rejection: Rejection) -> Conclusion {
        let open: ItemStatus = end.hand.settles ? .inDoubt : .pending
        return conclusion(
            end, .failed, status: end.attemptsBegun >= policy.attempts ? .failed : open, reason: rejection.reason,
            detail: counted(rejection.detail, end))
    }

    /// Tag or reader went away. Where the tag may hold the item it is in doubt, bound to that tag. Where it cannot, an item
    /// that was in doubt before stays bound to it while attempts are left.
    private func lost(_ end: End, _ rejection: Rejection, mayHoldItem: Bool) -> Conclusion {
        if mayHoldItem {
            return conclusion(
                end, .inDoubt, status: .inDoubt, reason: rejection.reason, detail: counted(rejection.detail, end))
        }
        return end.isIntended ? failed(end, rejection) : rejected(end, rejection)
    }

    private func counted(_ detail: String, _ end: End) -> String {
        "\(detail) (attempt \(end.attemptsBegun) of \(policy.attempts))"
    }

    private func conclusion(
        _ end: End, _ result: Presentation.Result, status: ItemStatus?, reason: Reason? = nil, detail: String = "",
        lock: LockResult = .none
    ) -> Conclusion {
        let (key, isBound) = (end.hand.item.key, end.hand.item.boundUID != nil)
        let presentation = presentation(
            of: end.hand.tag, lockState: end.lockState, item: key, result: result, reason: reason, detail: detail,
            now: end.now)
        return Conclusion(
            presentation, item: key,
            outcome: status.map {
                outcome(
                    $0, of: end.hand.tag, lockState: end.lockState, reason: reason, detail: detail, lock: lock,
                    now: end.now)
            },
            wasInDoubt: end.hand.settles, isBound: isBound, mayComeAgain: reason?.isPassing == true)
    }

    func outcome(
        _ status: ItemStatus, of tag: PresentedTag, lockState: LockState?, reason: Reason?, detail: String,
        lock: LockResult = .none, now: Timestamp
    ) -> Outcome {
        Outcome(
            status: status, reason: reason, detail: detail, uid: tag.uid, chip: tag.chip, reader: tag.reader,
            station: policy.station, capacityBytes: tag.capacityBytes, lockState: lockState,
            lock: lock, startedAt: tag.presentedAt, finishedAt: now)
    }

    func presentation(
        of tag: PresentedTag, lockState: LockState?, item: ItemKey?, result: Presentation.Result, reason: Reason?,
        detail: String, now: Timestamp
    ) -> Presentation {
        Presentation(
            item: item, uid: tag.uid, chip: tag.chip, reader: tag.reader, station: policy.station, result: result,
            reason: reason, detail: detail, lockState: lockState, capacityBytes: tag.capacityBytes,
            genuine: tag.genuine, vendor: tag.vendor, presentedAt: tag.presentedAt,
            durationMilliseconds: max(0, now.milliseconds - tag.presentedAt.milliseconds))
    }
}
