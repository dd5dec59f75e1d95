import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing
import Threads

/// A reader on which every tag fails, in whole runs.
@Suite("A reader in quarantine") struct QuarantineTests {
    private static let a = "Reader A 00 00"
    private static let b = "Reader B 01 00"

    /// Both readers in turn, tag by tag, so that what happens does not hang on the threads.
    private final class Turns: Sendable {
        private struct State {
            var next = QuarantineTests.a
            var waits: [String: Int] = [:]
            var isFree = false
        }

        private let state = Monitor(State())
        private let tagsOfA: Int

        /// Once the first reader has used up its tags the other goes on alone.
        init(tagsOfA: Int) { self.tagsOfA = tagsOfA }

        func wait(_ reader: String) {
            state.withLock { state in
                state.waits[reader, default: 0] += 1
                if reader == QuarantineTests.a, state.waits[reader, default: 0] > tagsOfA { state.isFree = true }
            }
            state.wait { $0.isFree || $0.next == reader ? .done(()) : .untilChange }
        }

        func end(_ reader: String) {
            state.withLock { $0.next = reader == QuarantineTests.a ? QuarantineTests.b : QuarantineTests.a }
        }

        func free() { state.withLock { $0.isFree = true } }
    }

    private func bad(_ count: Int) -> [RackTag] {
        (1...count).map { number in
            // Every write of the page is refused, for good.
            tag(.ntag213, "04AA0000000\(100 + number)", faults: [RackFault(.page(5), .status(0x6300))])
        }
    }

    private func good(_ count: Int) -> [RackTag] { (1...count).map { tag(.ntag213, "04BB0000000\(100 + $0)") } }

    @Test func itsItemsAreMadeOnTheOthersAndItIsTold() throws {
        let turns = Turns(tagsOfA: 6)
        var hooks = ReaderHooks()
        hooks.beforeWait = { turns.wait($0) }
        let told = Guarded<[String]>([])
        let offers = Guarded<[String]>([])
        let watcher = Watcher { event in
            switch event {
            case .concluded(let presentation, _): turns.end(presentation.reader)
            case .quarantine(let reader, let because): told.withLock { $0.append("\(reader): \(because ?? "over")") }
            case .offer(let reader, let item) where item != nil && !told.withLock({ $0.isEmpty }):
                offers.withLock { $0.append(reader) }
            default: break
            }
        }
        var scenario = Scenario(
            items(12),
            [
                RackReader(Self.a, model: .acr122u, tags: bad(6)),
                RackReader(Self.b, model: .part3, tags: good(12)),
            ])
        scenario.quarantine = 3
        scenario.settings.attempts = 9
        let done = try scenario.run(observer: watcher, through: { HookedReaders($0.readers, hooks) })
        #expect(done.result.ended == .complete)
        #expect(done.result.totals[.written] == 12)
        #expect(told.withLock { $0 } == ["\(Self.a): 4 tags in a row failed on it while the other readers made 3"])
        #expect(offers.withLock { !$0.isEmpty && !$0.contains(Self.a) })
        // Those that came after are named, and were not written to.
        let turnedAway = done.presentations.filter { $0.reader == Self.a && $0.result == .rejected }
        #expect(turnedAway.map(\.reason) == [.readerError, .readerError])
        #expect(done.rack.tags.count { $0.uid.description.hasPrefix("04AA") && $0.writes == 0 } == 2)
        done.expectTruth()
    }

    @Test func unpluggedAndPluggedAgainItWorks() throws {
        let turns = Turns(tagsOfA: 4)
        var hooks = ReaderHooks()
        let box = Guarded<Rack?>(nil)
        hooks.beforeWait = { turns.wait($0) }
        let told = Guarded(0)
        let watcher = Watcher { event in
            switch event {
            case .concluded(let presentation, _):
                turns.end(presentation.reader)
            case .quarantine(let reader, _):
                told.withLock { $0 += 1 }
                turns.free()
                box.withLock { $0 }?.unplug(reader)
            case .readerUnplugged(let reader): box.withLock { $0 }?.plug(reader)
            default: break
            }
        }
        var scenario = Scenario(
            items(12),
            [
                RackReader(Self.a, model: .acr122u, tags: bad(4) + good(9).suffix(3)),
                // Three items are left to the reader that is back.
                RackReader(Self.b, model: .part3, tags: (1...9).map { tag(.ntag215, "04CC0000000\(100 + $0)") }),
            ])
        scenario.quarantine = 3
        scenario.settings.attempts = 9
        let done = try scenario.run(
            observer: watcher, through: { HookedReaders($0.readers, hooks) },
            whileRunning: { _, rack in box.withLock { $0 = rack } })
        #expect(done.result.totals[.written] == 12)
        #expect(told.withLock { $0 } == 1)
        #expect(done.presentations.count { $0.reader == Self.a && $0.result == .written } == 3)
        done.expectTruth()
    }

    @Test func offItGoesOnFailing() throws {
        var scenario = Scenario(
            items(3),
            [
                RackReader(Self.a, model: .acr122u, tags: bad(6)),
                RackReader(Self.b, model: .part3, tags: good(9)),
            ])
        scenario.quarantine = nil
        scenario.settings.attempts = 9
        let told = Guarded(0)
        let watcher = Watcher { if case .quarantine = $0 { told.withLock { $0 += 1 } } }
        let done = try scenario.run(observer: watcher)
        // A tag that comes while the other reader has the last item is ignored: how many are written, chance tells.
        #expect(told.withLock { $0 } == 0)
        #expect(!done.presentations.contains { $0.result == .rejected }, "\(done.presentations)")
        done.expectTruth()
    }
}
