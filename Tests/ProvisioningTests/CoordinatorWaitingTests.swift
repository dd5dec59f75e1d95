import Jobs
import Provisioning
import Tags
import Testing

@Suite("Coordinator: what is waited for") struct CoordinatorWaitingTests {
    private func bound(_ uids: [String]) -> [Item] {
        var items = rows(uids.count)
        for (index, uid) in uids.enumerated() { items[index].boundUID = UID(hex: uid) }
        return items
    }

    @Test func theTagsOfItemsThatWaitForThemAreNamed() {
        var items = rows(2)
        items[1].boundUID = UID(hex: uidB)
        var bench = CoordinatorBench(items)
        #expect(bench.coordinator.waitsFor == nil)
        #expect(bench.lay("A", uidA) == 1)
        bench.end("A", .lost(Rejection(.tagRemoved, ""), mayHoldItem: true))
        let sentence = "only items that wait for tags of their own are left: 1 in doubt, 1 bound to a UID; lay "
        #expect(bench.coordinator.waitsFor == "\(sentence)\(uidA), \(uidB)")
        var history = TagHistory()
        history.inDoubt = OpenItem(item: items[0], attempts: 1)
        #expect(bench.lay("A", uidA, history: history) == 1)
        bench.end("A", .written(detail: ""))
        #expect(bench.coordinator.waitsFor?.hasSuffix(": 1 bound to a UID; lay \(uidB)") == true)
        bench.coordinator.stop(.stopped)
        #expect(bench.coordinator.waitsFor == nil)
    }

    @Test func ofManyTagsThreeAreNamed() {
        let uids = (1...5).map { "0411223344556\($0)" }
        let bench = CoordinatorBench(bound(uids))
        #expect(bench.coordinator.waitsFor?.hasSuffix("lay \(uids[0]), \(uids[1]), \(uids[2]) and 2 more") == true)
    }

    @Test func theReadersThatWereThereAreNamed() {
        var bench = CoordinatorBench(rows(2), readers: ["A", "B"])
        bench.coordinator.unplugged("A")
        #expect(bench.coordinator.waitsFor == nil)
        bench.coordinator.unplugged("B")
        #expect(bench.coordinator.waitsFor == "no reader is there any more; plug one in (there was A, B)")
        bench.coordinator.plugged("B")
        #expect(bench.coordinator.waitsFor == nil)
        #expect(CoordinatorBench(rows(1), readers: []).coordinator.waitsFor == "no reader is there; plug one in")
    }

    @Test func whatKeepsReadersFromBeingListedIsSaidInsteadOfTheirNames() {
        var bench = CoordinatorBench(rows(2), readers: ["A", "B"])
        bench.coordinator.listing(failsFor: "the service is gone")
        #expect(bench.coordinator.waitsFor == nil)
        bench.coordinator.unplugged("A")
        bench.coordinator.unplugged("B")
        #expect(bench.coordinator.waitsFor == "the service is gone")
        bench.coordinator.listing(failsFor: nil)
        #expect(bench.coordinator.waitsFor == "no reader is there any more; plug one in (there was A, B)")
    }

    @Test func readersThatCannotWorkAreNamedOnlyWhereNoneCan() {
        var bench = CoordinatorBench(rows(3), readers: ["A", "B", "C"])
        bench.coordinator.hindered("A", by: .otherProgram)
        bench.coordinator.hindered("B", by: .otherTagmill)
        #expect(bench.coordinator.waitsFor == nil)
        bench.coordinator.hindered("C", by: .stuck)
        #expect(
            bench.coordinator.waitsFor
                == "no reader can be used for now; A: in use by another program; B: in use by another tagmill; "
                + "C: without an answer")
        bench.coordinator.free("B")
        #expect(bench.coordinator.waitsFor == nil)
    }

    @Test func aVirtualReaderThatIsGoneIsWaitedForWhenTheOthersAreUsedUp() {
        var bench = CoordinatorBench(rows(3), readers: ["A", "B"])
        bench.coordinator.unplugged("B")
        bench.coordinator.exhausted("A")
        #expect(bench.coordinator.ended == nil)
        #expect(bench.coordinator.waitsFor == "the readers that are there have no more tags; plug in B")
        bench.coordinator.plugged("B")
        bench.coordinator.exhausted("B")
        #expect(bench.coordinator.ended == .idle)
    }

    @Test func aReaderThatWasUsedUpIsNotWaitedFor() {
        var bench = CoordinatorBench(rows(3), readers: ["A", "B"])
        bench.coordinator.exhausted("B")
        bench.coordinator.unplugged("B")
        bench.coordinator.exhausted("A")
        #expect(bench.coordinator.ended == .idle)
    }
}

/// Between a decision and its confirmation lies the journal's flush: nobody else may act on what it will say.
@Suite("Coordinator: while the journal flushes") struct CoordinatorFlushTests {
    private func claim(
        _ bench: inout CoordinatorBench, _ reader: String, _ uid: String, _ history: TagHistory,
        rejection: Rejection? = nil
    ) -> ClaimDecision {
        let tag = PresentedTag(
            reader: reader, uid: UID(hex: uid), chip: .ntag213, rejection: rejection, presentedAt: bench.now())
        return bench.coordinator.claim(tag, history: history, now: bench.now())
    }

    @Test(arguments: [true, false]) func aTagWhoseRejectionFailsItsItemIsInHandUntilItIsOnRecord(isInDoubt: Bool) {
        var items = rows(1)
        if !isInDoubt { items[0].boundUID = UID(hex: uidA) }
        var bench = CoordinatorBench(isInDoubt ? [] : items, readers: ["A", "B"], inDoubt: isInDoubt ? 1 : 0)
        var history = TagHistory()
        if isInDoubt { history.inDoubt = OpenItem(item: items[0]) } else { history.bound = OpenItem(item: items[0]) }
        guard
            case .conclude(let failing) = claim(
                &bench, "A", uidA, history, rejection: Rejection(.tagDamaged, ""))
        else {
            Issue.record("taken")
            return
        }
        #expect(failing.outcome?.status == .failed)
        #expect(bench.coordinator.hasTagsInHand)
        #expect(bench.coordinator.busyItems == [items[0].key])
        // The journal still says that the item waits for this tag.
        guard case .conclude(let other) = claim(&bench, "B", uidA, history) else {
            Issue.record("taken twice")
            return
        }
        #expect(other.presentation.reason == .duplicateUID)
        #expect(other.outcome == nil)
        bench.coordinator.confirm(other)
        #expect(bench.coordinator.ended == nil)
        bench.coordinator.confirm(failing)
        #expect(bench.coordinator.ended == .complete)
        #expect(bench.coordinator.totals[.failed] == 1)
    }

    @Test func aRunDoesNotEndBeforeEveryPresentationIsOnRecord() {
        var bench = CoordinatorBench(rows(1), readers: ["A", "B"])
        #expect(bench.lay("A", uidA) == 1)
        guard
            case .conclude(let rejected) = claim(
                &bench, "B", uidB, TagHistory(), rejection: Rejection(.tagLocked, ""))
        else {
            Issue.record("taken")
            return
        }
        bench.end("A", .written(detail: ""))
        #expect(bench.coordinator.ended == nil)
        #expect(bench.coordinator.waitsFor == nil)
        bench.coordinator.confirm(rejected)
        #expect(bench.coordinator.ended == .complete)
    }

    @Test func aTagIsConcludedOnce() {
        var bench = CoordinatorBench(rows(1))
        #expect(bench.lay("A", uidA) == 1)
        bench.coordinator.intended("A")
        let first = bench.coordinator.conclude("A", .written(detail: ""), now: bench.now())
        #expect(first != nil)
        let second = bench.coordinator.conclude("A", .unchanged, now: bench.now())
        #expect(second == nil)
        let third = bench.coordinator.stuck("A", "", now: bench.now())
        #expect(third == nil)
        #expect(bench.coordinator.totals[.written, default: 0] == 0)
    }

    @Test(arguments: [true, false]) func whatCannotBeRecordedIsInDoubtWhereItsWriteBegan(isIntended: Bool) {
        var bench = CoordinatorBench(rows(2))
        #expect(bench.lay("A", uidA) == 1)
        if isIntended { bench.coordinator.intended("A") }
        _ = bench.coordinator.conclude("A", .written(detail: ""), now: bench.now())
        bench.coordinator.breakOff("A")
        #expect(!bench.coordinator.hasTagsInHand)
        #expect(bench.coordinator.totals[.inDoubt] == (isIntended ? 1 : 0))
        #expect(bench.coordinator.totals[.pending] == (isIntended ? 1 : 2))
        #expect(bench.coordinator.backlog == Backlog(queued: isIntended ? 1 : 2, bound: 0, inDoubt: isIntended ? 1 : 0))
        bench.coordinator.stop(.error)
        #expect(bench.coordinator.ended == .error)
    }
}

@Suite("Coordinator: a reader that does not answer") struct CoordinatorStuckTests {
    @Test(arguments: [true, false]) func itsItemIsInDoubtOrFree(isIntended: Bool) throws {
        var bench = CoordinatorBench(rows(2), readers: ["A", "B"])
        #expect(bench.lay("A", uidA) == 1)
        if isIntended { bench.coordinator.intended("A") }
        let stuck = bench.coordinator.stuck("A", "no answer", now: bench.now())
        let conclusion = try #require(stuck)
        #expect(bench.coordinator.hasTagsInHand)
        bench.coordinator.confirm(conclusion)
        bench.offer()
        #expect(!bench.coordinator.hasTagsInHand)
        #expect(conclusion.outcome?.status == (isIntended ? .inDoubt : nil))
        #expect(conclusion.presentation.reason == .readerError)
        #expect(conclusion.presentation.detail.hasPrefix("no answer"))
        #expect(bench.offerRow("A") == nil)
        #expect(!bench.coordinator.hasWork("A"))
        #expect(bench.offerRow("B") == 2)
        #expect(bench.write("B", uidB) == 2)
        if !isIntended {
            // The item that was in hand goes to another tag.
            #expect(bench.write("B", uidC) == 1)
            #expect(bench.coordinator.ended == .complete)
        }
    }

    @Test func itIsOfferedAnItemWhenItAnswersAgain() {
        var bench = CoordinatorBench(rows(2))
        #expect(bench.offerRow("A") == 1)
        let conclusion = bench.coordinator.stuck("A", "no answer", now: bench.now())
        #expect(conclusion == nil)
        bench.offer()
        #expect(bench.offerRow("A") == nil)
        bench.coordinator.free("A")
        bench.offer()
        #expect(bench.offerRow("A") == 1)
    }
}
