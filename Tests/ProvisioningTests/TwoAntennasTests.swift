import Jobs
import Provisioning
import Tags
import Testing

/// One tag in the fields of two readers whose antennas overlap.
@Suite("Coordinator: one tag on two readers") struct TwoAntennasTests {
    private var bench = CoordinatorBench(rows(9), readers: ["A", "B"])

    private var detail: String? { bench.last?.presentation.detail }

    /// Field case 29.
    @Test mutating func whileItIsInHandTheOtherReaderIsNamedAndItIsRejectedOnce() {
        #expect(bench.lay("A", uidA) == 1)
        #expect(bench.lay("B", uidA) == nil)
        #expect(bench.result == .rejected && bench.reason == .duplicateUID)
        #expect(detail == "the same tag lies on A too, and is in hand there")
        // The field comes and goes there.
        for _ in 0..<5 {
            #expect(bench.lay("B", uidA) == nil)
            #expect(bench.result == .ignored)
            #expect(detail == "the same tag again, which is in hand on another reader")
        }
        bench.end("A", .written(detail: ""))
        #expect(bench.coordinator.spoiltCount == 0 && bench.coordinator.seenCount == 1)
        #expect(bench.coordinator.totals[.written] == 1)
    }

    @Test mutating func aTagThatIsInHandElsewhereByTheJournalIsRejectedOnceToo() {
        var history = TagHistory()
        history.inHand = true
        #expect(bench.lay("B", uidA, history: history) == nil)
        #expect(bench.result == .rejected && detail == "the tag is in hand on another reader")
        #expect(bench.lay("B", uidA, history: history) == nil)
        #expect(bench.result == .ignored)
        // Free again, it is a tag as any.
        #expect(bench.lay("B", uidA) == 2)
    }

    @Test mutating func afterItIsMadeItIsSaidWhereItLiesUntilItIsLifted() {
        var history = TagHistory()
        history.endedHere = ItemKey(row: 1, copy: 1)
        #expect(bench.write("A", uidA) == 1)
        #expect(bench.lay("B", uidA, history: history) == nil)
        #expect(bench.result == .rejected && bench.reason == .duplicateUID)
        #expect(detail == "row 1 ended on this tag in this run; the same tag lies on A too")
        #expect(bench.lay("B", uidA, history: history) == nil)
        #expect(bench.result == .ignored)
        bench.coordinator.lifted("A")
        #expect(bench.lay("B", uidB, rejection: Rejection(.tagLocked, "")) == nil)
        #expect(bench.lay("B", uidA, history: history) == nil)
        #expect(detail == "row 1 ended on this tag in this run")
    }

    /// A UID that failed is tried again only after it was lifted: not at once through the other antenna.
    @Test mutating func aTagThatFailedIsNotTriedThroughTheOtherAntenna() {
        #expect(bench.lay("A", uidA) == 1)
        bench.end("A", .failed(Rejection(.writeFailed, "page 9")))
        var history = TagHistory()
        history.failures = 1
        #expect(bench.lay("B", uidA, history: history) == nil)
        #expect(bench.result == .rejected && bench.reason == .duplicateUID)
        #expect(detail == "the same tag lies on A too, where it failed; lift it, and lay it on one reader")
        #expect(bench.lay("B", uidA, history: history) == nil)
        #expect(bench.result == .ignored)
        bench.coordinator.lifted("A")
        #expect(bench.write("B", uidA, history: history) == 2)
    }

    @Test(arguments: [Reason.tagRemoved, .tagChanged, .readerLost])
    mutating func aTagThatWasTakenAwayInItsWriteIsTakenOnAnotherReaderAtOnce(reason: Reason) {
        #expect(bench.lay("A", uidA) == 1)
        bench.end("A", .failed(Rejection(reason, "")))
        #expect(bench.write("B", uidA) == 2)
    }

    @Test mutating func aTagThatWasRejectedMayBeTakenOnAnotherReader() {
        #expect(bench.lay("A", uidA, rejection: Rejection(.readerError, "")) == nil)
        #expect(bench.write("B", uidA) == 2)
    }

    @Test mutating func anItemInDoubtIsSettledWhereItsTagIsLaid() {
        #expect(bench.lay("A", uidA) == 1)
        bench.end("A", .lost(Rejection(.tagRemoved, ""), mayHoldItem: true))
        var history = TagHistory()
        history.inDoubt = OpenItem(item: rows(1)[0], attempts: 1)
        #expect(bench.lay("B", uidA, history: history) == 1)
    }

    @Test mutating func theNextTagOnAReaderMeansThatTheLastIsGone() {
        #expect(bench.lay("A", uidA) == 1)
        bench.end("A", .failed(Rejection(.writeFailed, "")))
        #expect(bench.lay("A", uidB) == 1)
        #expect(bench.write("B", uidA) == 2)
    }

    @Test(arguments: [true, false]) mutating func aReaderThatIsGoneOrHangsHoldsNoTag(isStuck: Bool) {
        #expect(bench.lay("A", uidA) == 1)
        bench.end("A", .failed(Rejection(.writeFailed, "")))
        if isStuck { bench.coordinator.hindered("A", by: .stuck) } else { bench.coordinator.unplugged("A") }
        bench.offer()
        #expect(bench.lay("B", uidA) != nil)
    }
}
