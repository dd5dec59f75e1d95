import Jobs
import Operations
import Provisioning
import ReaderModels
import Simulation
import Tags
import TestSupport
import Testing

/// Readers on which no tag is ever laid.
private final class EmptyReaders: Readers {
    private let readers: [ReaderInfo]
    private let cancelled = Gate()

    init(_ names: [String]) {
        readers = names.map { ReaderInfo(name: $0, model: .model(ofReaderNamed: $0)) }
    }

    func list() throws(ReadersError) -> [ReaderInfo] { readers }

    func waitForChange(from known: [ReaderInfo]) throws(ReadersError) {
        cancelled.wait()
        throw ReadersError(.cancelled)
    }

    func open(_ reader: ReaderInfo) throws(ReadersError) -> any ReaderSlot { EmptySlot(info: reader, cancelled) }

    func cancel() { cancelled.open() }

    private final class EmptySlot: ReaderSlot {
        let info: ReaderInfo
        private let cancelled: Gate

        init(info: ReaderInfo, _ cancelled: Gate) {
            self.info = info
            self.cancelled = cancelled
        }

        func waitForTag() throws(ReadersError) -> TagArrival {
            cancelled.wait()
            throw ReadersError(.cancelled)
        }

        func waitForRemoval() throws(ReadersError) { throw ReadersError(.cancelled) }

        func escape(_ command: [UInt8]) throws(ChannelError) -> [UInt8] { throw ChannelError(.transmission) }

        func withCard<Result>(
            _ body: (inout any CardChannel & ~Copyable) -> Result
        ) throws(ChannelError) -> Result { throw ChannelError(.tagRemoved) }
    }
}

/// How runs end, and which tags the policies let through.
@Suite("Runs and their ends") struct RunEndTests {
    private func uid(_ number: Int) -> String { "0411223344\(1000 + number)" }

    private func blanks(_ count: Int, chip: VirtualChip = .ntag213) -> [RackTag] {
        (1...count).map { tag(chip, uid($0)) }
    }

    @Test func tooManyTagsAtFaultEndTheRun() throws {
        let locked = (1...3).map { tag(.ntag213, uid($0), pages: [2: "0048F0FF"]) }
        var scenario = Scenario(items(2), .acr122u, locked + [tag(.ntag213, good1)])
        scenario.settings.spoilage = .tags(1)
        let done = try scenario.run()
        #expect(done.result.ended == .spoilage)
        #expect(done.result.exitCode == 4)
        #expect(done.result.totals[.pending] == 2)
        #expect(done.presentations.count == 2)
        done.expectTruth()
    }

    @Test(arguments: [["Reader A 00 00"], []])
    func aRunOnWhichNoTagIsLaidEndsIdle(names: [String]) throws {
        var scenario = Scenario(items(2), [])
        scenario.idleTimeoutSeconds = 1
        let done = try scenario.run(through: { _ in EmptyReaders(names) })
        #expect(done.result.ended == .idle)
        #expect(done.result.exitCode == 4)
        #expect(done.result.totals[.pending] == 2)
    }

    @Test func aTagInHandIsFinishedBeforeTheRunIsIdle() throws {
        var hooks = ReaderHooks()
        let time = Gate()
        hooks.beforeExchange = { _, command in
            // Longer than the run waits for new tags.
            if command.writtenPage == 4 { _ = time.isOpen(withinSeconds: 1) }
        }
        var scenario = Scenario(items(2), .acr122u, [tag(.ntag215, good1)])
        scenario.idleTimeoutSeconds = 0
        let done = try scenario.run(through: { HookedReaders($0.readers, hooks) })
        #expect(done.result.ended == .idle)
        if done.tag(good1)?.writes ?? 0 > 0 { #expect(done.status(1) == .written) }
        done.expectTruth()
    }

    @Test func aTagThatOnlyBouncesDoesNotKeepTheRunFromBeingIdle() throws {
        // One tag that comes again and again; with no other, the rack would end after it.
        var hooks = ReaderHooks()
        hooks.beforeWait = { _ in _ = Gate().isOpen(withinSeconds: 0.02) }
        let bouncing = Array(repeating: tag(.ntag213, good1), count: 400)
        var scenario = Scenario(items(2), .acr122u, bouncing)
        scenario.idleTimeoutSeconds = 1
        let done = try scenario.run(through: { HookedReaders($0.readers, hooks) })
        #expect(done.result.ended == .idle)
        #expect(done.presentations.count { $0.result != .ignored } == 1)
        #expect(done.tag(good1)?.presentations ?? 0 < 400)
    }

    @Test func aRunWithNothingToDoIsCompleteAtOnce() throws {
        var bad = items(2)
        for index in bad.indices {
            bad[index].fault = "bad"
            bad[index].message = []
        }
        let done = try Scenario(bad, .acr122u, blanks(1)).run()
        #expect(done.result.ended == .complete)
        #expect(done.result.exitCode == 1)
        #expect(done.result.totals == [.invalid: 2])
        #expect(done.rack.tags.allSatisfy { $0.writes == 0 })
    }

    @Test func pairedByUIDEveryTagGetsItsRowAndAStrangerNone() throws {
        let bound = [
            item(1, url: "https://example.com/1", uid: uid(1)), item(2, url: "https://example.com/2", uid: uid(2)),
        ]
        var scenario = Scenario(
            bound, .acr122u, [tag(.ntag213, good1), tag(.ntag213, uid(2)), tag(.ntag213, uid(1))])
        scenario.pairing = .uid
        let done = try scenario.run()
        #expect(done.presentation(good1)?.reason == .uidMismatch)
        #expect(done.tag(good1)?.writes == 0)
        #expect(done.outcome(1)?.uid == UID(hex: uid(1)))
        #expect(done.outcome(2)?.uid == UID(hex: uid(2)))
        #expect(done.result.exitCode == 0)
        done.expectTruth()
    }

    @Test func boundRowsWaitForTheirTagsBesideTheQueue() throws {
        let mixed = [item(1, url: "https://example.com/1", uid: uid(3)), item(2, url: "https://example.com/2")]
        let done = try Scenario(mixed, .part3, [tag(.ntag213, uid(1)), tag(.ntag213, uid(2)), tag(.ntag213, uid(3))])
            .run()
        #expect(done.outcome(2)?.uid == UID(hex: uid(1)))
        #expect(done.presentation(uid(2))?.reason == .uidMismatch)
        #expect(done.outcome(1)?.uid == UID(hex: uid(3)))
        #expect(done.result.exitCode == 0)
        done.expectTruth()
    }

    @Test func aTagOfAnEarlierRunIsMadeAnewOnlyWithAgain() throws {
        let journal = MemoryJournal(digest: sha256)
        _ = try Scenario(items(1), .acr122u, [tag(.ntag215, good1)]).run(journal: journal)
        let held = tag(.ntag215, good1, pages: pages(holding: items(1)[0].message))
        let other = [item(1, sku: "OTHER", url: "https://example.com/other")]
        var second = Scenario(other, .acr122u, [held])
        second.id = "20260102T000000Z-job"
        second.settings.overwrite = .always
        let refused = try second.run(journal: journal)
        #expect(refused.presentation(good1)?.reason == .duplicateUID)
        #expect(refused.tag(good1)?.writes == 0)
        second.id = "20260103T000000Z-job"
        second.again = true
        let made = try second.run(journal: journal)
        #expect(made.status(1) == .written)
        made.expectTruth()
    }

    @Test func copiesOfOneRowTakeATagEach() throws {
        let copies = (1...3).map { item(1, copy: $0, url: "https://example.com/1") }
        let done = try Scenario(copies, .acr122u, blanks(3)).run()
        #expect(done.result.totals[.written] == 3)
        #expect(Set(done.entries.compactMap { $0.outcome?.uid }).count == 3)
        done.expectTruth()
    }

    @Test func aTagThatNamesTheItemIsWrittenOverAndAnotherIsNot() throws {
        let old = { (sku: String) in pages(holding: item(9, url: "https://old.example/\(sku)?x=1").message) }
        var scenario = Scenario(
            items(2), .acr122u,
            [
                tag(.ntag215, uid(1), pages: old("S9")), tag(.ntag215, uid(2), pages: old("S1")),
                tag(.ntag215, uid(3)),
            ])
        scenario.settings.overwrite = .same
        let done = try scenario.run()
        #expect(done.presentation(uid(1))?.reason == .tagNotBlank)
        #expect(done.tag(uid(1))?.writes == 0)
        #expect(done.outcome(1)?.uid == UID(hex: uid(2)))
        #expect(done.outcome(2)?.uid == UID(hex: uid(3)))
        done.expectTruth()
    }

    /// The journal says that a tag carries an item; the tag cannot take it, and the item waits for another.
    @Test func anItemThatItsOldTagCannotTakeGoesToAnother() throws {
        let journal = MemoryJournal(digest: sha256)
        let first = items(3)
        _ = try Scenario(first, .acr122u, blanks(3, chip: .ntag215)).run(journal: journal)
        // The job has changed: the tag of the third item holds what that item was.
        let changed = (1...3).map { item($0, url: "https://example.com/new/\($0)") }
        for policy in [OverwritePolicy.blank, .same] {
            let faults = policy == .same ? [RackFault(.every(1), .noWrite)] : []
            var tags = [tag(.ntag215, uid(3), pages: pages(holding: first[2].message), faults: faults)]
            tags += (11...13).map { tag(.ntag215, uid($0)) }
            var scenario = Scenario(changed, .acr122u, tags)
            scenario.id = "20260102T000000Z-job-\(policy)"
            scenario.settings.overwrite = policy
            let done = try scenario.run(journal: journal)
            #expect(done.presentation(uid(3))?.reason == (policy == .same ? .verifyMismatch : .tagNotBlank))
            #expect(done.result.totals[.written] == 3, "\(policy)")
            #expect(done.result.ended == .complete, "\(policy)")
        }
    }

    @Test func twentyFourItemsOnEightReadersAreATagEach() throws {
        for round in 0..<20 {
            let readers = (0..<8).map { reader in
                RackReader(
                    "Reader \(reader) 00 00", model: reader.isMultiple(of: 2) ? .acr122u : .part3,
                    tags: (0..<3).map { tag(.ntag213, "04\(10 + reader)22334\(round + 100)\(10 + $0)0") })
            }
            let done = try Scenario(items(24), readers).run()
            #expect(done.result.ended == .complete)
            #expect(done.result.exitCode == 0)
            #expect(done.result.totals[.written] == 24)
            #expect(Set(done.entries.compactMap { $0.outcome?.uid }).count == 24)
            #expect(done.presentations.count == 24)
            done.expectTruth()
        }
    }

    @Test func moreReadersThanItemsEndToo() throws {
        let readers = (0..<8).map { reader in
            RackReader(
                "Reader \(reader) 00 00", model: .part3, tags: [tag(.ntag213, "04\(10 + reader)2233445566")])
        }
        for count in 1...3 {
            let done = try Scenario(items(count), readers).run()
            #expect(done.result.ended == .complete)
            #expect(done.result.totals[.written] == count)
            #expect(done.presentations.allSatisfy { $0.result == .written || $0.result == .ignored })
            done.expectTruth()
        }
    }
}
