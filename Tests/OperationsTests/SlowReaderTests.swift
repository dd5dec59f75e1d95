import Jobs
import Operations
import Provisioning
import ReaderModels
import Simulation
import Synchronization
import Tags
import TestSupport
import Testing
import Threads

/// A slow reader slows no other: one that stands in a call holds nothing that the others need.
@Suite("Slow readers beside quick ones") struct SlowReaderTests {
    private static let slow = "Reader A 00 00"
    private static let quick = ["Reader B 01 00", "Reader C 02 00", "Reader D 03 00"]

    enum Call: CaseIterable {
        case opening, waitingForATag, connecting, identifying, writing, readingBack, lettingGo

        /// The tag that lies there has an item by then.
        var hasItem: Bool { self == .writing || self == .readingBack }
    }

    /// Runs `stand` once, in this call of the slow reader.
    private static func hooks(_ call: Call, _ stand: @escaping @Sendable () -> Void) -> ReaderHooks {
        var hooks = ReaderHooks()
        let isWritten = Atomic(false)
        let once = Atomic(false)
        let standOnce: @Sendable (String) -> Void = { reader in
            if reader == slow, once.exchange(true, ordering: .relaxed) == false { stand() }
        }
        switch call {
        case .opening: hooks.beforeOpen = { standOnce($0) }
        case .waitingForATag: hooks.beforeWait = { standOnce($0) }
        case .connecting: hooks.beforeConnect = { standOnce($0) }
        case .identifying: hooks.beforeExchange = { reader, _ in standOnce(reader) }
        case .writing: hooks.beforeExchange = { reader, command in if command.writtenPage != nil { standOnce(reader) } }
        case .readingBack:
            hooks.beforeExchange = { reader, command in
                guard reader == slow else { return }
                if command.writtenPage != nil { return isWritten.store(true, ordering: .relaxed) }
                if isWritten.load(ordering: .relaxed) { standOnce(reader) }
            }
        case .lettingGo: hooks.afterCard = { standOnce($0) }
        }
        return hooks
    }

    /// The slow reader's call comes back when the others have made every item that it does not have.
    @Test(arguments: Call.allCases) func whileOneStandsInACallTheOthersMakeEverything(call: Call) throws {
        let all = 12
        let made = Guarded(0)
        let isOver = Gate()
        // The others begin when it stands: it has what it will have.
        let stands = Gate()
        var hooks = Self.hooks(call) {
            stands.open()
            isOver.wait()
        }
        let before = hooks.beforeWait
        hooks.beforeWait = { reader in
            if reader != Self.slow { stands.wait() }
            before(reader)
        }
        // A tag that it let go of is made already.
        let others = call.hasItem || call == .lettingGo ? all - 1 : all
        let watcher = Watcher { event in
            guard case .concluded(let presentation, _) = event, presentation.reader != Self.slow,
                presentation.result == .written
            else { return }
            let count = made.withLock { made in
                made += 1
                return made
            }
            if count == others { isOver.open() }
        }
        var readers = [RackReader(Self.slow, model: .acr122u, tags: [tag(.ntag213, good1)])]
        for (number, name) in Self.quick.enumerated() {
            readers.append(
                RackReader(
                    name, model: number == 1 ? .part3 : .acr122u,
                    tags: (1...all).map { tag(.ntag213, "04\(number + 1)00000000\(100 + $0)0") }))
        }
        let done = try Scenario(items(all), readers).run(
            observer: watcher, through: { HookedReaders($0.readers, hooks) })
        #expect(done.result.ended == .complete)
        #expect(done.result.totals[.written] == all)
        #expect(made.withLock { $0 } == others)
        #expect(done.presentations.count { $0.reader == Self.slow && $0.result == .written } == all - others)
        done.expectTruth()
    }

    /// Every exchange of the slow reader takes as long as the others need for a tag: it makes its one, they make theirs, and
    /// nobody waits for it but for its own.
    @Test func eachExchangeOfOneLastsATagOfTheOthers() throws {
        let ticks = Monitor((made: 0, isOver: false))
        var hooks = ReaderHooks()
        hooks.beforeExchange = { reader, _ in
            guard reader == Self.slow else { return }
            let start = ticks.withLock { $0.made }
            ticks.wait { $0.made > start || $0.isOver ? .done(()) : .untilChange }
        }
        let watcher = Watcher { event in
            guard case .concluded(let presentation, _) = event, presentation.reader != Self.slow else { return }
            ticks.withLock { ticks in
                ticks.made += 1
                // Their last tag: whatever it waits for will not come any more.
                ticks.isOver = ticks.made == 30
            }
        }
        let tags = (1...30).map { tag(.ntag213, "0410000000\(1000 + $0)") }
        let done = try Scenario(
            items(31),
            [
                RackReader(Self.slow, model: .acr122u, tags: [tag(.ntag213, good1)]),
                RackReader(Self.quick[0], model: .acr122u, tags: tags),
            ]
        ).run(observer: watcher, through: { HookedReaders($0.readers, hooks) })
        #expect(done.result.totals[.written] == 31)
        #expect(done.presentations.count { $0.reader == Self.slow } == 1)
        done.expectTruth()
    }
}
