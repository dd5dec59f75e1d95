import Jobs
import Provisioning
import Tags
import Testing

@Suite("Coordinator: offers") struct CoordinatorOfferTests {
    @Test func eachIdleReaderOffersAnItemOfItsOwn() {
        let bench = CoordinatorBench(rows(3), readers: ["A", "B"])
        #expect(bench.offerRow("A") == 1)
        #expect(bench.offerRow("B") == 2)
    }

    @Test func aReaderKeepsItsOfferUntilTheItemIsDone() {
        var bench = CoordinatorBench(rows(3), readers: ["A", "B"])
        #expect(bench.lay("A", uidA, rejection: Rejection(.tagLocked, "")) == nil)
        #expect(bench.offerRow("A") == 1)
        #expect(bench.write("A", uidB) == 1)
        #expect(bench.offerRow("A") == 3)
        #expect(bench.offerRow("B") == 2)
    }

    @Test func aReaderWithoutAnItemHasNoWork() {
        var bench = CoordinatorBench(rows(1), readers: ["A", "B"])
        #expect(bench.coordinator.hasWork("A"))
        #expect(bench.lay("A", uidA) == 1)
        #expect(!bench.coordinator.hasWork("B"))
    }

    @Test func theLastItemGoesToTheReaderOnWhichATagIsLaid() {
        var bench = CoordinatorBench(rows(1), readers: ["A", "B"])
        #expect(bench.offerRow("A") == 1)
        #expect(bench.offerRow("B") == nil)
        #expect(bench.coordinator.hasWork("B"))
        #expect(bench.write("B", uidA) == 1)
        #expect(bench.coordinator.ended == .complete)
    }

    @Test func aTagThatComesTooLateForTheLastItemIsNotCounted() {
        var bench = CoordinatorBench(rows(1), readers: ["A", "B"])
        #expect(bench.lay("B", uidA) == 1)
        #expect(bench.lay("A", uidB) == nil)
        #expect(bench.result == .ignored)
        bench.end("B", .failed(Rejection(.writeFailed, "")))
        #expect(bench.write("A", uidB) == 1)
    }

    @Test func anUnpluggedReadersOfferGoesToAnother() {
        var bench = CoordinatorBench(rows(1), readers: ["A", "B"])
        bench.coordinator.unplugged("A")
        bench.offer()
        #expect(bench.offerRow("B") == 1)
    }

    @Test func aUsedUpReadersOfferGoesToAnother() {
        var bench = CoordinatorBench(rows(1), readers: ["A", "B"])
        bench.coordinator.exhausted("A")
        bench.offer()
        #expect(bench.offerRow("B") == 1)
        #expect(bench.coordinator.ended == nil)
        bench.coordinator.exhausted("B")
        #expect(bench.coordinator.ended == .idle)
    }

    @Test func anItemWhoseAttemptFailedStaysWithItsReader() {
        var bench = CoordinatorBench(rows(3), readers: ["A", "B"])
        #expect(bench.lay("A", uidA) == 1)
        bench.end("A", .failed(Rejection(.writeFailed, "page 9")))
        #expect(bench.status == .pending)
        #expect(bench.offerRow("A") == 1)
        #expect(bench.write("A", uidB) == 1)
    }
}

@Suite("Coordinator: which item a tag gets") struct CoordinatorClaimTests {
    @Test func aBlankTagTakesTheOffer() {
        var bench = CoordinatorBench(rows(2))
        #expect(bench.write("A", uidA) == 1)
        #expect(bench.write("A", uidB) == 2)
        #expect(bench.coordinator.ended == .complete)
        #expect(bench.coordinator.totals[.written] == 2)
    }

    @Test func anItemInDoubtOfThisUIDIsSettledOnAnyReader() {
        var bench = CoordinatorBench(rows(1), readers: ["A", "B"], inDoubt: 1)
        var history = TagHistory()
        history.inDoubt = OpenItem(item: rows(9)[8], attempts: 1)
        let assignment = bench.assign("B", uidA, history: history)
        #expect(assignment?.item.key.row == 9)
        #expect(assignment?.settles == true)
        #expect(assignment?.mayOverwrite == true)
        bench.end("B", .unchanged, intended: false)
        #expect(bench.status == .written)
        #expect(bench.coordinator.backlog.inDoubt == 0)
    }

    @Test func aTagThatAnotherRunMadeSinceIsNotWrittenOver() {
        var history = TagHistory()
        (history.madeSince, history.overtaken) = ("20260101T000000Z-x", ItemKey(row: 9, copy: 1))
        history.carries = OpenItem(item: rows(1)[0])
        var bench = CoordinatorBench(rows(1), policy: RunPolicy(again: true), inDoubt: 1)
        #expect(bench.lay("A", uidA, history: history) == nil)
        #expect(bench.result == .rejected)
        #expect(bench.reason == .duplicateUID)
        let detail = bench.last?.presentation.detail ?? ""
        #expect(detail.hasPrefix("run 20260101T000000Z-x made this tag since; row 9"))
        // No item pays for it.
        #expect(bench.last?.outcome == nil)
        #expect(bench.coordinator.backlog.inDoubt == 1)
        #expect(bench.write("A", uidB) == 1)
    }

    /// Field case 29.
    @Test func oneUIDOnTwoReadersIsCaught() {
        var bench = CoordinatorBench(rows(2), readers: ["A", "B"])
        #expect(bench.lay("A", uidA) == 1)
        #expect(bench.lay("B", uidA) == nil)
        #expect(bench.reason == .duplicateUID)
        #expect(bench.result == .rejected)
    }

    @Test func aTagOfThisRunIsADuplicateOnAnotherReader() {
        var bench = CoordinatorBench(rows(3), readers: ["A", "B"])
        #expect(bench.write("A", uidA) == 1)
        var history = TagHistory()
        history.endedHere = ItemKey(row: 1, copy: 1)
        #expect(bench.lay("B", uidA, history: history) == nil)
        #expect(bench.reason == .duplicateUID)
    }

    /// Field case 28.
    @Test func aTagThatBouncesIsNotCounted() {
        var bench = CoordinatorBench(rows(3))
        #expect(bench.write("A", uidA) == 1)
        var history = TagHistory()
        history.endedHere = ItemKey(row: 1, copy: 1)
        #expect(bench.lay("A", uidA, history: history) == nil)
        #expect(bench.result == .ignored)
        #expect(bench.offerRow("A") == 2)
    }

    /// Field case 28.
    @Test func aRejectedTagThatBouncesIsCountedOnce() {
        var bench = CoordinatorBench(rows(3))
        #expect(bench.lay("A", uidA, rejection: Rejection(.tagUnformatted, "")) == nil)
        #expect(bench.result == .rejected)
        #expect(bench.lay("A", uidA, rejection: Rejection(.tagUnformatted, "")) == nil)
        #expect(bench.result == .ignored)
        #expect(bench.lay("A", uidB, rejection: Rejection(.tagUnformatted, "")) == nil)
        #expect(bench.lay("A", uidA, rejection: Rejection(.tagUnformatted, "")) == nil)
        #expect(bench.result == .rejected)
    }

    @Test func aBoundRowTakesItsTagAndNoOther() {
        var items = rows(1)
        items[0].boundUID = UID(hex: uidA)
        var bench = CoordinatorBench(items)
        #expect(bench.offerRow("A") == nil)
        #expect(bench.coordinator.hasWork("A"))
        #expect(bench.lay("A", uidB) == nil)
        #expect(bench.reason == .uidMismatch)
        var history = TagHistory()
        history.bound = OpenItem(item: items[0])
        #expect(bench.write("A", uidA, history: history) == 1)
        #expect(bench.coordinator.ended == .complete)
    }

    @Test func aBoundRowsTagGetsNoOtherRow() {
        var bench = CoordinatorBench(rows(2))
        var history = TagHistory()
        history.boundEnded = ItemKey(row: 7, copy: 1)
        #expect(bench.lay("A", uidA, history: history) == nil)
        #expect(bench.reason == .uidMismatch)
    }

    @Test(arguments: [
        (Reason.tagLocked, ItemStatus?.some(.failed)), (.tagDamaged, .failed), (.tagRemoved, nil), (.tagChanged, nil),
        (.severalTags, nil), (.readerLost, nil), (.readerError, nil),
    ])
    func aBoundRowFailsForWhatItsTagIsOnly(reason: Reason, status: ItemStatus?) {
        var items = rows(1)
        items[0].boundUID = UID(hex: uidA)
        var bench = CoordinatorBench(items)
        var history = TagHistory()
        history.bound = OpenItem(item: items[0])
        #expect(bench.lay("A", uidA, history: history, rejection: Rejection(reason, "")) == nil)
        #expect(bench.status == status)
        var judged = CoordinatorBench(items)
        #expect(judged.lay("A", uidA, history: history) == 1)
        judged.end("A", .rejected(Rejection(reason, "")), intended: false)
        #expect(judged.status == status)
    }

    @Test func aTagThatCarriesAnItemOfTheJobTakesThatItem() {
        var bench = CoordinatorBench(rows(3))
        var history = TagHistory()
        history.carries = OpenItem(item: rows(3)[2])
        history.madeByRun = "earlier"
        #expect(bench.lay("A", uidA, history: history) == 3)
        bench.end("A", .unchanged, intended: false)
        #expect(bench.status == .unchanged)
        #expect(bench.write("A", uidB) == 1)
        #expect(bench.write("A", uidC) == 2)
        #expect(bench.coordinator.ended == .complete)
    }

    @Test func aTagOfAnEarlierRunIsADuplicateUnlessAgain() {
        var history = TagHistory()
        history.madeByRun = "20260101T000000Z-x"
        var bench = CoordinatorBench(rows(1))
        #expect(bench.lay("A", uidA, history: history) == nil)
        #expect(bench.reason == .duplicateUID)
        var again = CoordinatorBench(rows(1), policy: RunPolicy(again: true))
        #expect(again.lay("A", uidA, history: history) == 1)
    }

    @Test func aTagThatHoldsAPendingMessageTakesThatItem() {
        var bench = CoordinatorBench(rows(3), readers: ["A", "B"])
        var history = TagHistory()
        history.sameMessage = OpenItem(item: rows(3)[1])
        #expect(bench.lay("A", uidA, history: history) == 2)
        #expect(bench.offerRow("B") == 3)
    }

    @Test func chipsThatAreNotPermittedAreNotTaken() {
        var items = rows(1)
        items[0].chip = .ntag215
        var bench = CoordinatorBench(items)
        #expect(bench.lay("A", uidA, chip: .ntag213) == nil)
        #expect(bench.reason == .chipMismatch)
        #expect(bench.lay("A", uidB, chip: .ntag215) == 1)
        var job = CoordinatorBench(rows(1), policy: RunPolicy(chips: [.ntag216]))
        #expect(job.lay("A", uidA, chip: .ntag213) == nil)
        #expect(job.reason == .chipMismatch)
    }

    @Test func pairedByUIDAStrangerGetsNothing() {
        var bench = CoordinatorBench(rows(1), policy: RunPolicy(pairing: .uid))
        #expect(bench.lay("A", uidA) == nil)
        #expect(bench.reason == .uidMismatch)
    }

    @Test(arguments: [
        (OverwritePolicy.blank, false, false), (.same, true, false), (.always, true, true),
    ])
    func overwritingIsPermittedByPolicy(policy: OverwritePolicy, named: Bool, stranger: Bool) {
        var bench = CoordinatorBench(rows(2), policy: RunPolicy(overwrite: policy))
        var history = TagHistory()
        history.carriedSKU = "S1"
        #expect(bench.assign("A", uidA, history: history, message: [0xD0, 0, 0])?.mayOverwrite == named)
        bench.end("A", .rejected(Rejection(.tagNotBlank, "")), intended: false)
        history.carriedSKU = "S2"
        #expect(bench.assign("A", uidB, history: history, message: [0xD0, 0, 0])?.mayOverwrite == stranger)
    }

    @Test func anItemThatItsOldTagDidNotTakeIsOfferedToOthers() {
        // The third item is taken before it was ever offered; the journal hands it out no more.
        for result in [TagResult.rejected(Rejection(.tagNotBlank, "")), .failed(Rejection(.writeFailed, ""))] {
            var bench = CoordinatorBench(rows(3))
            var history = TagHistory()
            history.carries = OpenItem(item: rows(3)[2])
            #expect(bench.lay("A", uidA, history: history) == 3)
            bench.takeFromQueue(3)
            let isIntended = if case .failed = result { true } else { false }
            bench.end("A", result, intended: isIntended)
            let rows = [uidB, uidC, "04777777777777"].map { bench.write("A", $0) }
            #expect(Set(rows) == [1, 2, 3])
            #expect(bench.coordinator.ended == .complete)
        }
    }

    @Test func anItemInDoubtIsSettledWhereItsTagCameTooEarlyBefore() {
        var bench = CoordinatorBench(rows(2), readers: ["A", "B"])
        #expect(bench.lay("A", uidA) == 1)
        #expect(bench.lay("B", uidA) == nil)
        #expect(bench.reason == .duplicateUID)
        bench.end("A", .lost(Rejection(.tagRemoved, ""), mayHoldItem: true))
        var history = TagHistory()
        history.inDoubt = OpenItem(item: rows(2)[0], attempts: 1)
        #expect(bench.lay("B", uidA, history: history) == 1)
    }

    /// A lock or protection that came out half: the item failed on this tag, goes to no other, and the tag counts as spoilt.
    @Test(arguments: [
        (Reason.lockIncomplete, LockResult.incomplete), (.protectIncomplete, .none),
    ]) func whatCameOutHalfFails(reason: Reason, lock: LockResult) {
        var bench = CoordinatorBench(rows(2))
        #expect(bench.lay("A", uidA) == 1)
        bench.end(
            "A", .incomplete(Rejection(reason, "pages 4-39 are still writable"), lock: lock),
            lockState: .readOnly)
        #expect(bench.status == .failed)
        #expect(bench.reason == reason)
        #expect(bench.last?.outcome?.lock == lock)
        #expect(bench.last?.outcome?.lockState == .readOnly)
        #expect(bench.last?.presentation.lockState == .readOnly)
        #expect(bench.last?.outcome?.holdsTag == true)
        #expect(bench.coordinator.spoiltCount == 1)
        #expect(bench.coordinator.totals[.failed] == 1)
        // The next tag takes the next item, and this tag no other.
        #expect(bench.write("A", uidB) == 2)
        var history = TagHistory()
        history.endedHere = ItemKey(row: 1, copy: 1)
        history.endedHalf = reason
        #expect(bench.lay("A", uidA, history: history) == nil)
        #expect(bench.coordinator.ended == .complete)
    }

    @Test func theLockIsTold() {
        var items = rows(3)
        for index in items.indices { items[index].lock = index < 2 }
        var bench = CoordinatorBench(items)
        #expect(bench.lay("A", uidA) == 1)
        bench.end("A", .written(detail: "", lock: .done), lockState: .locked)
        #expect(bench.last?.outcome?.lock == .done)
        #expect(bench.last?.outcome?.lockState == .locked)
        // It was locked before.
        #expect(bench.lay("A", uidB) == 2)
        bench.end("A", .unchanged, intended: false)
        #expect(bench.status == .unchanged)
        #expect(bench.last?.outcome?.lock == .done)
        // Not asked for; what is not known of the tag stays as it was told.
        #expect(bench.lay("A", uidC) == 3)
        bench.end("A", .written(detail: ""))
        #expect(bench.last?.outcome?.lock == LockResult.none)
        #expect(bench.last?.outcome?.lockState == .writable)
    }

    @Test func aTagThatCameTooEarlyMayComeAgain() {
        var bench = CoordinatorBench(rows(2), readers: ["A", "B"])
        #expect(bench.lay("A", uidA) == 1)
        #expect(bench.lay("B", uidA) == nil)
        bench.end("A", .lost(Rejection(.tagRemoved, ""), mayHoldItem: false))
        #expect(bench.lay("B", uidA) == 2)
    }

    @Test func aTagForWhichNothingIsLeftIsNotCounted() {
        var bench = CoordinatorBench(rows(1), readers: ["A", "B"])
        #expect(bench.lay("A", uidA) == 1)
        #expect(bench.lay("B", uidB) == nil)
        #expect(bench.result == .ignored)
        bench.end("A", .written(detail: ""))
        #expect(bench.coordinator.ended == .complete)
        #expect(bench.lay("B", uidC) == nil)
        #expect(bench.result == .ignored)
    }

    @Test func aBounceIsKnownThoughTheReaderWasUnplugged() {
        var bench = CoordinatorBench(rows(2))
        #expect(bench.write("A", uidA) == 1)
        bench.coordinator.unplugged("A")
        bench.coordinator.plugged("A")
        bench.offer()
        var history = TagHistory()
        history.endedHere = ItemKey(row: 1, copy: 1)
        #expect(bench.lay("A", uidA, history: history) == nil)
        #expect(bench.result == .ignored)
    }

    @Test func noTagAtAllIsNotCounted() {
        var bench = CoordinatorBench(rows(1))
        #expect(bench.lay("A", nil, rejection: Rejection(.tagRemoved, "")) == nil)
        #expect(bench.result == .ignored)
        #expect(bench.lay("A", nil, rejection: Rejection(.notATag, "")) == nil)
        #expect(bench.result == .rejected)
    }
}

@Suite("Coordinator: what an attempt makes of its item") struct CoordinatorConcludeTests {
    @Test func attemptsAreCountedAndUsedUp() {
        var bench = CoordinatorBench(rows(2), policy: RunPolicy(attempts: 2))
        #expect(bench.lay("A", uidA) == 1)
        bench.end("A", .failed(Rejection(.writeFailed, "page 9")))
        #expect(bench.status == .pending)
        #expect(bench.lay("A", uidB) == 1)
        bench.end("A", .failed(Rejection(.verifyMismatch, "page 5")))
        #expect(bench.status == .failed)
        #expect(bench.reason == .verifyMismatch)
        #expect(bench.last?.outcome?.detail == "page 5 (attempt 2 of 2)")
        #expect(bench.offerRow("A") == 2)
    }

    @Test func rejectionsAreNoAttempts() {
        var bench = CoordinatorBench(rows(1), policy: RunPolicy(attempts: 1))
        for uid in [uidA, uidB, uidC] {
            #expect(bench.lay("A", uid) == 1)
            bench.end("A", .rejected(Rejection(.tagNotBlank, "")), intended: false)
            #expect(bench.last?.outcome == nil)
        }
        #expect(bench.write("A", "04777777777777") == 1)
    }

    @Test func aTagLostBeforeTheLengthLeavesTheItemPending() {
        var bench = CoordinatorBench(rows(1))
        #expect(bench.lay("A", uidA) == 1)
        bench.end("A", .lost(Rejection(.tagRemoved, ""), mayHoldItem: false))
        #expect(bench.status == .pending)
        #expect(bench.reason == .tagRemoved)
        #expect(bench.write("A", uidA) == 1)
    }

    @Test func aTagLostBehindTheLengthLeavesTheItemInDoubt() {
        var bench = CoordinatorBench(rows(2))
        #expect(bench.lay("A", uidA) == 1)
        bench.end("A", .lost(Rejection(.tagRemoved, ""), mayHoldItem: true))
        #expect(bench.status == .inDoubt)
        #expect(bench.offerRow("A") == 2)
        #expect(bench.write("A", uidB) == 2)
        #expect(bench.coordinator.ended == nil)
        #expect(bench.coordinator.hasWork("A"))
        var history = TagHistory()
        history.inDoubt = OpenItem(item: rows(2)[0], attempts: 1)
        #expect(bench.write("A", uidA, history: history) == 1)
        #expect(bench.coordinator.ended == .complete)
        #expect(bench.coordinator.totals[.written] == 2)
    }

    @Test func anItemInDoubtStaysWithItsTagUntilItsAttemptsAreUsed() {
        var bench = CoordinatorBench(rows(1), policy: RunPolicy(attempts: 3), inDoubt: 1)
        var history = TagHistory()
        history.inDoubt = OpenItem(item: rows(5)[4], attempts: 1)
        #expect(bench.lay("A", uidA, history: history) == 5)
        bench.end("A", .failed(Rejection(.verifyMismatch, "")))
        #expect(bench.status == .inDoubt)
        history.inDoubt?.attempts = 2
        #expect(bench.lay("A", uidA, history: history) == 5)
        bench.end("A", .failed(Rejection(.verifyMismatch, "")))
        #expect(bench.status == .failed)
    }

    @Test func anItemThatItsTagNamedGoesToTheNextTagWhenItFails() {
        var bench = CoordinatorBench(rows(2), readers: ["A"])
        var history = TagHistory()
        history.carries = OpenItem(item: rows(2)[1])
        #expect(bench.lay("A", uidA, history: history) == 2)
        bench.end("A", .failed(Rejection(.verifyMismatch, "")))
        #expect(bench.status == .pending)
        #expect(bench.write("A", uidB) == 1)
        #expect(bench.write("A", uidC) == 2)
        #expect(bench.coordinator.ended == .complete)
    }

    @Test func anItemInDoubtWhoseTagCannotTakeItFails() {
        var bench = CoordinatorBench(rows(1), inDoubt: 1)
        var history = TagHistory()
        history.inDoubt = OpenItem(item: rows(5)[4], attempts: 1)
        #expect(bench.lay("A", uidA, history: history) == 5)
        bench.end("A", .rejected(Rejection(.tagLocked, "")), intended: false)
        #expect(bench.status == .failed)
        #expect(bench.coordinator.backlog.inDoubt == 0)
    }

    @Test func anItemInDoubtWhoseAttemptsAreUsedIsComparedAndNotWritten() {
        var bench = CoordinatorBench(rows(1), policy: RunPolicy(attempts: 1), inDoubt: 1)
        var history = TagHistory()
        history.inDoubt = OpenItem(item: rows(5)[4], attempts: 1)
        #expect(bench.assign("A", uidA, history: history)?.mayWrite == false)
        bench.end("A", .failed(Rejection(.verifyMismatch, "")), intended: false)
        #expect(bench.status == .failed)
        #expect(bench.last?.outcome?.detail == " (attempt 1 of 1)")
    }

    @Test func anItemInDoubtThatIsLostBeforeTheLengthFailsWhenTheAttemptsAreUsed() {
        for mayHoldItem in [true, false] {
            var bench = CoordinatorBench(rows(1), policy: RunPolicy(attempts: 2), inDoubt: 1)
            var history = TagHistory()
            history.inDoubt = OpenItem(item: rows(5)[4], attempts: 1)
            #expect(bench.assign("A", uidA, history: history)?.mayWrite == true)
            bench.end("A", .lost(Rejection(.tagRemoved, ""), mayHoldItem: mayHoldItem))
            #expect(bench.status == (mayHoldItem ? .inDoubt : .failed))
        }
    }

    @Test(arguments: [1, 2]) func aUIDThatFailedTwiceInAnyExecutionIsDamaged(failures: Int) {
        var bench = CoordinatorBench(rows(5), policy: RunPolicy(attempts: 5))
        var history = TagHistory()
        history.failures = failures
        #expect(bench.lay("A", uidA, history: history) == (failures == 1 ? 1 : nil))
        if failures == 2 { #expect(bench.reason == .tagDamaged) }
    }
}

@Suite("Coordinator: the end") struct CoordinatorEndTests {
    @Test func aStopLetsTagsInHandFinish() {
        var bench = CoordinatorBench(rows(3), readers: ["A", "B"])
        #expect(bench.lay("A", uidA) == 1)
        bench.coordinator.stop(.stopped)
        #expect(bench.coordinator.ended == nil)
        #expect(bench.lay("B", uidB) == nil)
        #expect(bench.result == .ignored)
        bench.end("A", .written(detail: ""))
        #expect(bench.coordinator.ended == .stopped)
    }

    @Test func aStopWithNothingPendingIsComplete() {
        var bench = CoordinatorBench(rows(1))
        #expect(bench.lay("A", uidA) == 1)
        bench.end("A", .lost(Rejection(.tagRemoved, ""), mayHoldItem: true))
        #expect(bench.coordinator.ended == nil)
        bench.coordinator.stop(.idle)
        #expect(bench.coordinator.ended == .complete)
    }

    @Test func whatIsBrokenOffIsInDoubt() {
        var bench = CoordinatorBench(rows(3), readers: ["A", "B"])
        #expect(bench.lay("A", uidA) == 1)
        #expect(bench.lay("B", uidB) == 2)
        bench.coordinator.intended("A")
        #expect(bench.coordinator.totals[.pending] == 3)
        #expect(bench.coordinator.totalsBrokenOff == [.pending: 2, .inDoubt: 1])
    }

    @Test func anErrorOverrules() {
        var bench = CoordinatorBench(rows(1))
        bench.coordinator.stop(.stopped)
        bench.coordinator.stop(.error)
        bench.coordinator.stop(.idle)
        #expect(bench.coordinator.ended == .error)
    }

    @Test func moreTagsAtFaultThanAllowedEndTheRun() {
        var bench = CoordinatorBench(rows(9), policy: RunPolicy(spoilage: .tags(1)))
        #expect(bench.lay("A", uidA, rejection: Rejection(.tagDamaged, "")) == nil)
        #expect(bench.lay("A", uidB, rejection: Rejection(.tagNotNDEF, "")) == nil)
        #expect(bench.coordinator.stopping == nil)
        #expect(bench.lay("A", uidC, rejection: Rejection(.tagLocked, "")) == nil)
        #expect(bench.coordinator.ended == .spoilage)
    }

    @Test func aPercentageCountsFromTheFiftiethUID() {
        var bench = CoordinatorBench(rows(99), policy: RunPolicy(spoilage: .percent(10)))
        for index in 0..<6 {
            _ = bench.lay("A", "040000000000F\(index)", rejection: Rejection(.tagDamaged, ""))
        }
        for index in 10..<53 { _ = bench.write("A", "040000000000\(index)") }
        #expect(bench.coordinator.stopping == nil)
        _ = bench.lay("A", "04000000000099", rejection: Rejection(.tagDamaged, ""))
        #expect(bench.coordinator.ended == .spoilage)
    }
}
