import Jobs
import Provisioning
import Tags
import Testing

@Suite("Coordinator: quarantine") struct CoordinatorQuarantineTests {
    private static let writeFailed = TagResult.failed(Rejection(.writeFailed, "page 9"))
    private var uids = 0

    private mutating func nextUID() -> String {
        uids += 1
        return "04" + String(repeating: "0", count: 12 - String(uids, radix: 16).count) + String(uids, radix: 16)
    }

    private func bench(_ limit: Int? = 3, readers: [String] = ["A", "B"]) -> CoordinatorBench {
        CoordinatorBench(
            rows(200), policy: RunPolicy(attempts: 100, quarantine: limit, station: "bench"), readers: readers)
    }

    /// Lays new tags, each of which comes to this.
    private mutating func lay(
        _ count: Int, on reader: String, _ result: TagResult = .written(detail: ""), in bench: inout CoordinatorBench
    ) {
        for _ in 0..<count {
            guard bench.lay(reader, nextUID()) != nil else { return }
            bench.end(reader, result)
        }
    }

    private mutating func quarantined(_ limit: Int? = 3, readers: [String] = ["A", "B"]) -> CoordinatorBench {
        var bench = bench(limit, readers: readers)
        for _ in 0..<3 {
            lay(1, on: "A", Self.writeFailed, in: &bench)
            lay(1, on: "B", in: &bench)
        }
        lay(1, on: "A", Self.writeFailed, in: &bench)
        return bench
    }

    // MARK: Put aside

    @Test mutating func aReaderThatFailsWhereTheOthersDoNotIsPutAside() {
        var bench = bench()
        for _ in 0..<3 {
            lay(1, on: "A", Self.writeFailed, in: &bench)
            lay(1, on: "B", in: &bench)
        }
        // The others have made three since the first of the failures, and it is looked at with the next failure.
        #expect(bench.coordinator.quarantine(of: "A") == nil)
        let offered = bench.offerRow("A")
        lay(1, on: "A", Self.writeFailed, in: &bench)
        #expect(bench.coordinator.quarantine(of: "A") == "4 tags in a row failed on it while the other readers made 3")
        #expect(bench.coordinator.quarantine(of: "B") == nil)
        // Its item is the next that another offers.
        #expect(bench.offerRow("A") == nil)
        #expect(bench.write("B", nextUID()) != offered)
        #expect(bench.offerRow("B") == offered)
    }

    @Test mutating func whatIsLaidOnItIsTurnedAwayAndTakenElsewhere() {
        var bench = quarantined()
        let uid = nextUID()
        #expect(bench.lay("A", uid) == nil)
        #expect(bench.result == .rejected && bench.reason == .readerError)
        #expect(bench.last?.presentation.detail == "this reader is in quarantine: lay the tag on another one")
        // Again the same answer: it is no bounce.
        #expect(bench.lay("A", uid) == nil)
        #expect(bench.result == .rejected)
        #expect(bench.write("B", uid) != nil)
        #expect(bench.coordinator.spoiltCount == 4)
    }

    @Test mutating func aTagInDoubtOrBoundIsNotTouchedThereAndKeepsItsItem() {
        var bench = quarantined()
        for isInDoubt in [true, false] {
            var history = TagHistory()
            var item = rows(199)[198]
            if isInDoubt {
                history.inDoubt = OpenItem(item: item, attempts: 1)
            } else {
                item.boundUID = UID(hex: uidA)
                history.bound = OpenItem(item: item)
            }
            #expect(bench.lay("A", uidA, history: history) == nil)
            #expect(bench.result == .rejected)
            #expect(bench.last?.outcome == nil)
        }
    }

    @Test mutating func thereIsWorkForItStillSoThatItsTagIsLookedAt() {
        let bench = quarantined()
        #expect(bench.coordinator.hasWork("A"))
        #expect(bench.coordinator.waitsFor == nil)
    }

    @Test(arguments: [
        (Reason.writeFailed, true), (.verifyMismatch, true), (.readerError, true), (.lockIncomplete, true),
        (.protectIncomplete, true), (.tagRemoved, false), (.tagChanged, false), (.readerLost, false),
        (.leaseLost, false), (.internal, false),
    ])
    mutating func onlyWhatMayBeTheReadersCounts(reason: Reason, counts: Bool) {
        var bench = bench()
        lay(1, on: "A", .failed(Rejection(reason, "")), in: &bench)
        lay(3, on: "B", in: &bench)
        lay(2, on: "A", .failed(Rejection(reason, "")), in: &bench)
        #expect((bench.coordinator.quarantine(of: "A") != nil) == counts)
    }

    @Test(arguments: [
        Reason.tagLocked, .tagPassword, .tagReadOnly, .chipUnsupported, .tagNotBlank, .notATag, .severalTags,
        .tagDamaged, .notGenuine, .messageTooLarge, .duplicateUID,
    ])
    mutating func whatATagIsByItselfNeitherCountsNorClears(reason: Reason) {
        var bench = bench()
        lay(1, on: "A", Self.writeFailed, in: &bench)
        lay(3, on: "B", in: &bench)
        for _ in 0..<9 { _ = bench.lay("A", nextUID(), rejection: Rejection(reason, "")) }
        #expect(bench.coordinator.quarantine(of: "A") == nil)
        lay(2, on: "A", Self.writeFailed, in: &bench)
        #expect(bench.coordinator.quarantine(of: "A") != nil)
    }

    @Test mutating func whatGivesNoUIDCountsEachTime() {
        var bench = bench()
        _ = bench.lay("A", nil, rejection: Rejection(.readerError, "transmission failed"))
        lay(3, on: "B", in: &bench)
        for _ in 0..<2 { _ = bench.lay("A", nil, rejection: Rejection(.readerError, "transmission failed")) }
        #expect(bench.coordinator.quarantine(of: "A") == "3 tags in a row failed on it while the other readers made 3")
    }

    // MARK: Not put aside

    @Test mutating func oneTagThatFailsAgainAndAgainIsOneFailure() {
        var bench = bench()
        lay(1, on: "A", Self.writeFailed, in: &bench)
        lay(3, on: "B", in: &bench)
        let uid = nextUID()
        for _ in 0..<5 {
            _ = bench.lay("A", uid)
            bench.end("A", Self.writeFailed)
        }
        #expect(bench.coordinator.quarantine(of: "A") == nil)
    }

    @Test mutating func aTagThatIsMadeClearsWhatWasBefore() {
        var bench = bench()
        for _ in 0..<5 {
            lay(2, on: "A", Self.writeFailed, in: &bench)
            lay(3, on: "B", in: &bench)
            lay(1, on: "A", in: &bench)
        }
        #expect(bench.coordinator.quarantine(of: "A") == nil)
    }

    /// A bad roll fails everywhere: no reader is to blame.
    @Test mutating func whereTheOthersFailTooNoReaderIsPutAside() {
        var bench = bench()
        for _ in 0..<10 {
            lay(1, on: "A", Self.writeFailed, in: &bench)
            lay(2, on: "B", in: &bench)
            lay(1, on: "B", Self.writeFailed, in: &bench)
        }
        #expect(bench.coordinator.quarantine(of: "A") == nil)
        #expect(bench.coordinator.quarantine(of: "B") == nil)
    }

    @Test mutating func whatTheOthersMadeBeforeSaysNothing() {
        var bench = bench()
        lay(20, on: "B", in: &bench)
        lay(10, on: "A", Self.writeFailed, in: &bench)
        #expect(bench.coordinator.quarantine(of: "A") == nil)
    }

    @Test(arguments: [["A"], ["A", "B"]]) mutating func theLastReaderAtWorkIsNeverPutAside(readers: [String]) {
        var bench = bench(readers: readers)
        lay(1, on: "A", Self.writeFailed, in: &bench)
        lay(5, on: "B", in: &bench)
        bench.coordinator.unplugged("B")
        lay(9, on: "A", Self.writeFailed, in: &bench)
        #expect(bench.coordinator.quarantine(of: "A") == nil)
        #expect(bench.offerRow("A") != nil)
    }

    @Test(arguments: [Hindrance.otherProgram, .otherTagmill, .stuck])
    mutating func noReaderIsPutAsideWhileTheOthersCannotBeUsed(hindrance: Hindrance) {
        var bench = bench()
        lay(1, on: "A", Self.writeFailed, in: &bench)
        lay(5, on: "B", in: &bench)
        bench.coordinator.hindered("B", by: hindrance)
        bench.offer()
        lay(9, on: "A", Self.writeFailed, in: &bench)
        #expect(bench.coordinator.quarantine(of: "A") == nil)
        #expect(bench.offerRow("A") != nil)
        // It is looked at with the next failure.
        bench.coordinator.free("B")
        bench.offer()
        lay(1, on: "A", Self.writeFailed, in: &bench)
        #expect(bench.coordinator.quarantine(of: "A") != nil)
    }

    @Test mutating func withoutALimitNoReaderIsPutAside() {
        let bench = quarantined(nil)
        #expect(bench.coordinator.quarantine(of: "A") == nil)
    }

    @Test mutating func oneFailureIsEnoughWhereThatIsAsked() {
        var bench = bench(1)
        lay(1, on: "A", Self.writeFailed, in: &bench)
        lay(1, on: "B", in: &bench)
        lay(1, on: "A", Self.writeFailed, in: &bench)
        #expect(bench.coordinator.quarantine(of: "A") != nil)
    }

    // MARK: Taken back

    @Test mutating func itComesBackWhenItWasUnpluggedAndPluggedAgain() {
        var bench = quarantined()
        bench.coordinator.unplugged("A")
        bench.coordinator.plugged("A")
        bench.offer()
        #expect(bench.coordinator.quarantine(of: "A") == nil)
        #expect(bench.offerRow("A") != nil)
        // And begins anew.
        lay(2, on: "A", Self.writeFailed, in: &bench)
        #expect(bench.coordinator.quarantine(of: "A") == nil)
    }

    enum Loss: CaseIterable { case unplugged, exhausted, stuck, taken, held }

    @Test(arguments: Loss.allCases)
    mutating func itIsTakenBackWhenNoOtherIsAtWork(loss: Loss) {
        var bench = quarantined(readers: ["A", "B", "C"])
        bench.coordinator.unplugged("C")
        #expect(bench.coordinator.quarantine(of: "A") != nil)
        switch loss {
        case .unplugged: bench.coordinator.unplugged("B")
        case .exhausted: bench.coordinator.exhausted("B")
        case .stuck: bench.coordinator.hindered("B", by: .stuck)
        case .taken: bench.coordinator.hindered("B", by: .otherTagmill)
        case .held: bench.coordinator.hindered("B", by: .otherProgram)
        }
        bench.offer()
        #expect(bench.coordinator.quarantine(of: "A") == nil)
        #expect(bench.offerRow("A") != nil)
        #expect(bench.write("A", nextUID()) != nil)
    }

    @Test mutating func whatHoldsTheTagOnTheReaderItselfEndsNoQuarantine() {
        var bench = quarantined()
        bench.coordinator.hindered("A", by: .otherProgram)
        bench.coordinator.free("A")
        #expect(bench.coordinator.quarantine(of: "A") != nil)
    }

    @Test mutating func whereNoReaderCanBeUsedThatIsSaid() {
        var bench = quarantined()
        bench.coordinator.hindered("B", by: .otherProgram)
        bench.offer()
        // Any tag on it would do.
        #expect(bench.coordinator.quarantine(of: "A") == nil)
        #expect(bench.coordinator.waitsFor == nil)
        bench.coordinator.hindered("A", by: .otherTagmill)
        #expect(
            bench.coordinator.waitsFor
                == "no reader can be used for now; B: in use by another program; A: in use by another tagmill")
    }
}
