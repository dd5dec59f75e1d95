import Jobs
import Operations
import Provisioning
import ReaderModels
import Simulation
import TestSupport
import Testing
import Threads

/// What readers show of their tags.
@Suite("Light and sound of readers") struct ReaderSignalTests {
    private static let reader = "Reader A 00 00"
    private static let model = ReaderModel.model(ofReaderNamed: "ACS ACR122U PICC Interface 00 00")

    private func signals(_ finished: Finished) -> [ReaderSignal] {
        finished.rack.peripherals(of: Self.reader).compactMap { shown in
            Self.model.signals.first { $0.value.transmitted == shown.command || $0.value.escape == shown.command }?.key
        }
    }

    /// What was told of readers for those who ask for more.
    private final class Details: RunObserver {
        private let lines = Guarded<[String]>([])
        var all: [String] { lines.withLock { $0 } }

        func observe(_ event: RunEvent) {
            if case .readerDetail(_, let message) = event { lines.withLock { $0.append(message) } }
        }
    }

    @Test func whatCameOfEachTagIsShownOnceAndCountsAsNoExchange() throws {
        let tags = [tag(.ntag213, good1), tag(.mf0ul11, bad1), tag(.ntag213, good2)]
        let loud = Scenario(items(2), .acr122u, tags)
        var quiet = loud
        quiet.readersAreQuiet = true
        let (heard, silent) = (try loud.run(), try quiet.run())
        #expect(signals(heard) == [.success, .failure, .success])
        #expect(signals(heard).count == heard.presentations.count)
        #expect(silent.rack.peripherals(of: Self.reader).isEmpty)
        for uid in [good1, bad1, good2] { #expect(heard.exchanges(uid) == silent.exchanges(uid)) }
        #expect(heard.result == silent.result)
    }

    @Test func aTagThatIsGoneIsToBeLaidAgainWhichTheReaderShowsWithoutIt() throws {
        let tags = [tag(.ntag213, good1, faults: [RackFault(.exchange(2), .remove)])]
        let finished = try Scenario(items(1), .acr122u, tags).run()
        #expect(finished.status(1) == .written)
        #expect(signals(finished) == [.lift, .success])
        #expect(finished.rack.peripherals(of: Self.reader).map(\.isEscape) == [true, false])
    }

    @Test func theOutcomeIsOnRecordWhenItIsShown() throws {
        let journal = MemoryJournal(digest: sha256)
        let shown = Guarded<[ItemStatus?]>([])
        var hooks = ReaderHooks()
        let id = Scenario([], []).id
        hooks.beforeExchange = { _, command in
            guard command.starts(with: [0xFF, 0x00, 0x40]) else { return }
            let entry = try? journal.entry(run: id, item: ItemKey(row: 1, copy: 1))
            shown.withLock { $0.append(entry?.outcome?.status) }
        }
        let given = hooks
        _ = try Scenario(items(1), .acr122u, [tag(.ntag213, good1)]).run(
            journal: journal, through: { HookedReaders($0.readers, given) })
        #expect(shown.withLock { $0 } == [.written])
    }

    /// Three tags in a row that take the connection with them are the reader's doing; the outcomes stand all the while.
    @Test func aSignalThatFailsChangesNothingAndIsNotTriedForEver() throws {
        let tried = Guarded((transmitted: 0, escapes: 0))
        var hooks = ReaderHooks()
        hooks.beforeExchange = { (_, command) throws(ChannelError) in
            guard command.starts(with: [0xFF, 0x00, 0x40]) else { return }
            tried.withLock { $0.transmitted += 1 }
            throw ChannelError(.malformedAnswer, context: "0 bytes")
        }
        hooks.beforeEscape = { (_, _) throws(ChannelError) in
            tried.withLock { $0.escapes += 1 }
            throw ChannelError(.transmission, context: "X")
        }
        let given = hooks
        let details = Details()
        let tags = (0..<5).map { tag(.ntag213, "0411223344556\($0)") }
        let finished = try Scenario(items(5), .acr122u, tags).run(
            observer: details, through: { HookedReaders($0.readers, given) })
        #expect(finished.result.totals[.written] == 5)
        #expect(finished.presentations.allSatisfy { $0.result == .written })
        #expect(tried.withLock { $0 } == (3, 1))
        #expect(
            details.all == [
                "light and sound without a tag: transmission failed (X)", "light and sound: malformed answer (0 bytes)",
            ])
    }

    /// A reader of another kind than it calls itself.
    @Test func aReaderThatRefusesIsNotAskedAgain() throws {
        let details = Details()
        let tags = (1...3).map { tag(.ntag213, "0411223344556\($0)") }
        var scenario = Scenario(items(3), .part3, tags)
        scenario.modelOf = { _ in
            ReaderModel(
                name: "x", slot: .contactless, passThrough: .none, pagesPerFastRead: 0,
                signals: [.success: SignalCommand(transmitted: [0xFF, 0x00, 0x40, 0x00, 0x00], escape: [0xE0, 0x00])])
        }
        let finished = try scenario.run(observer: details)
        #expect(finished.result.totals[.written] == 3)
        let asked = finished.rack.tags.flatMap(\.log).count { $0.command.starts(with: [0xFF, 0x00, 0x40]) }
        #expect(asked == 1)
        #expect(details.all.count == 1)
        #expect(
            details.all.first?.hasPrefix("light and sound: refused with 6D00; light and sound without a tag: ") == true)
    }
}
