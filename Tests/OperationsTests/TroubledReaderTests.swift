import Foundation
import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing
import Threads

/// Readers that are busy, unplugged, or hang.
@Suite("Readers in trouble") struct TroubledReaderTests {
    private static let a = "Reader A 00 00"
    private static let b = "Reader B 01 00"

    private func readers(_ tagsOfA: [RackTag], _ tagsOfB: [RackTag] = []) -> [RackReader] {
        [RackReader(Self.a, model: .acr122u, tags: tagsOfA), RackReader(Self.b, model: .part3, tags: tagsOfB)]
    }

    /// Field case 37.
    @Test func aReaderInUseByAnotherProgramKeepsNobodyAndWorksWhenItIsFree() throws {
        let madeOnB = Guarded(0)
        let troubles = Guarded<[String]>([])
        var hooks = ReaderHooks()
        let isBusy = Gate()
        hooks.beforeWait = { reader in if reader == Self.b { isBusy.wait() } }
        hooks.beforeConnect = { (reader) throws(ChannelError) in
            if reader == Self.a { isBusy.open() }
            if reader == Self.a, madeOnB.withLock({ $0 }) < 2 { throw ChannelError(.readerBusy) }
        }
        let watcher = Watcher { event in
            switch event {
            case .concluded(let presentation, _) where presentation.reader == Self.b: madeOnB.withLock { $0 += 1 }
            case .readerTrouble(let reader, let message): troubles.withLock { $0.append("\(reader): \(message)") }
            default: break
            }
        }
        let done = try Scenario(
            items(4),
            readers(
                [tag(.ntag213, "04AA0000000001"), tag(.ntag213, "04AA0000000002")],
                [tag(.ntag213, "04BB0000000001"), tag(.ntag213, "04BB0000000002")])
        ).run(observer: watcher, through: { HookedReaders($0.readers, hooks) })
        #expect(done.result.ended == .complete)
        #expect(done.result.exitCode == 0)
        #expect(done.presentations.filter { $0.reader == Self.a }.map(\.result) == [.written, .written])
        #expect(
            troubles.withLock { $0 } == ["\(Self.a): reader in use by another program; waiting until it is free"])
        done.expectTruth()
    }

    @Test func aReaderUnpluggedBeforeTheLastPageMakesTheTagWhenItIsBack() throws {
        let box = Guarded<Rack?>(nil)
        let isUnplugged = Guarded(false)
        let watcher = Watcher { event in
            switch event {
            case .writing(let reader, _, _):
                if isUnplugged.withLock({ !$0 }) { box.withLock { $0 }?.unplug(reader) }
                isUnplugged.withLock { $0 = true }
            case .readerUnplugged(let reader): box.withLock { $0 }?.plug(reader)
            default: break
            }
        }
        let done = try Scenario(items(2), .acr122u, [tag(.ntag213, good1), tag(.ntag213, good2)]).run(
            observer: watcher, whileRunning: { _, rack in box.withLock { $0 = rack } })
        #expect(done.result.exitCode == 0)
        #expect(done.presentations.map(\.result) == [.failed, .written, .written])
        #expect(done.presentations[0].reason == .readerLost)
        #expect(done.entries[0].attempts.count == 2)
        done.expectTruth()
    }

    @Test(arguments: VirtualReaderModel.laid)
    func aReaderUnpluggedBehindTheLastPageSettlesTheTagWhenItIsBack(model: VirtualReaderModel) throws {
        let box = Guarded<Rack?>(nil)
        let isUnplugged = Guarded(false)
        var hooks = ReaderHooks()
        hooks.afterExchange = { reader, command in
            // The message of a delivered NTAG215 begins on page 4, which is written once, last.
            guard command.writtenPage == 4, isUnplugged.withLock({ !$0 }) else { return }
            isUnplugged.withLock { $0 = true }
            box.withLock { $0 }?.unplug(reader)
        }
        let watcher = Watcher { event in
            if case .readerUnplugged(let reader) = event { box.withLock { $0 }?.plug(reader) }
        }
        let done = try Scenario(items(2), model, [tag(.ntag215, good1), tag(.ntag215, good2)]).run(
            observer: watcher, through: { HookedReaders($0.readers, hooks) },
            whileRunning: { _, rack in box.withLock { $0 = rack } })
        #expect(done.result.exitCode == 0)
        #expect(done.presentations.map(\.result) == [.inDoubt, .written, .written])
        #expect(done.entries[0].attempts.count == 1)
        done.expectTruth()
    }

    @Test func aTagThatIsDoneAndLiesOnAReaderPluggedInAgainIsNotCountedAgain() throws {
        let box = Guarded<Rack?>(nil)
        let isUnplugged = Guarded(false)
        let watcher = Watcher { event in
            switch event {
            case .concluded(let presentation, _):
                if isUnplugged.withLock({ !$0 }) { box.withLock { $0 }?.unplug(presentation.reader) }
                isUnplugged.withLock { $0 = true }
            case .readerUnplugged(let reader): box.withLock { $0 }?.plug(reader)
            default: break
            }
        }
        let done = try Scenario(items(2), .part3, [tag(.ntag213, good1), tag(.ntag213, good2)]).run(
            observer: watcher, whileRunning: { _, rack in box.withLock { $0 = rack } })
        #expect(done.result.exitCode == 0)
        #expect(done.presentations.map(\.result) == [.written, .ignored, .written])
        done.expectTruth()
    }

    @Test func aReaderThatIsGoneLeavesItsOfferToAnother() throws {
        let box = Guarded<Rack?>(nil)
        var hooks = ReaderHooks()
        let isGone = Gate()
        hooks.beforeWait = { reader in
            if reader == Self.a { box.withLock { $0 }?.unplug(reader) } else { isGone.wait() }
        }
        let watcher = Watcher { event in if case .readerUnplugged = event { isGone.open() } }
        let done = try Scenario(items(2), readers([], [tag(.ntag213, good1), tag(.ntag213, good2)])).run(
            observer: watcher, through: { HookedReaders($0.readers, hooks) },
            whileRunning: { _, rack in box.withLock { $0 = rack } })
        #expect(done.result.exitCode == 0)
        #expect(done.presentations.map(\.reader) == [Self.b, Self.b])
        done.expectTruth()
    }

    /// A driver that never comes back while it looks at a tag that has no item yet.
    @Test func aReaderThatHangsWithoutAnItemDoesNotKeepTheRunFromEnding() throws {
        let hangs = Gate()
        let isOver = Gate()
        let hasLeft = Gate()
        var hooks = ReaderHooks()
        hooks.beforeWait = { reader in if reader == Self.a { hangs.wait() } }
        hooks.beforeExchange = { reader, _ in
            guard reader == Self.b else { return }
            hangs.open()
            isOver.wait()
        }
        hooks.afterCard = { reader in if reader == Self.b { hasLeft.open() } }
        let two = items(2)
        // Reader B offers the second item, and hangs; a tag on A that holds it already takes it.
        let done = try Scenario(
            two,
            readers(
                [
                    tag(.ntag215, good1, pages: pages(holding: two[1].message)), tag(.ntag215, good2),
                ], [tag(.ntag215, good3)])
        ).run(through: { HookedReaders($0.readers, hooks) })
        #expect(done.result.ended == .complete)
        #expect(done.status(1) == .written)
        #expect(done.status(2) == .unchanged)
        isOver.open()
        hasLeft.wait()
        #expect(done.tag(good3)?.writes == 0)
        done.expectTruth()
    }

    /// Field case 29.
    @Test(arguments: 1...8) func oneTagOnTwoReadersIsMadeOnce(round: Int) throws {
        // Both readers hold the tag in the field at once, and race.
        let bothThere = Barrier(2)
        var hooks = ReaderHooks()
        hooks.beforeConnect = { _ in bothThere.arrive() }
        let readers = [
            RackReader(Self.a, model: .acr122u, tags: [tag(.ntag213, good1)]),
            RackReader(Self.b, model: round.isMultiple(of: 2) ? .part3 : .acr122u, tags: [tag(.ntag213, good1)]),
        ]
        let done = try Scenario(items(2), readers).run(through: { HookedReaders($0.readers, hooks) })
        #expect(done.result.totals[.written] == 1)
        #expect(done.presentations.filter { $0.reason == .duplicateUID }.count == 1)
        #expect(done.presentations.count == 2)
        done.expectTruth()
    }

    /// The tag is taken from one reader in the middle of its write, laid on another before the first has noticed, lifted
    /// and laid there again.
    @Test func aTagThatCameTooEarlyToAnotherReaderIsTakenThereWhenItIsLaidAgain() throws {
        for isBehindLastPage in [false, true] {
            let isWriting = Gate()
            let isRejected = Gate()
            let isLost = Gate()
            let waits = Guarded(0)
            var hooks = ReaderHooks()
            hooks.beforeWait = { reader in
                guard reader == Self.b else { return }
                let isFirst = waits.withLock { waits in
                    waits += 1
                    return waits == 1
                }
                if isFirst { isWriting.wait() } else { isLost.wait() }
            }
            let stop: @Sendable (String, [UInt8]) throws(ChannelError) -> Void = {
                (reader, command) throws(ChannelError) in
                guard reader == Self.a, command.writtenPage == 4 else { return }
                isWriting.open()
                isRejected.wait()
                throw ChannelError(.tagRemoved)
            }
            if isBehindLastPage { hooks.afterExchange = stop } else { hooks.beforeExchange = stop }
            let watcher = Watcher { event in
                guard case .concluded(let presentation, _) = event else { return }
                if presentation.reader == Self.a { isLost.open() } else { isRejected.open() }
            }
            let done = try Scenario(
                items(2), readers([tag(.ntag215, good1)], [tag(.ntag215, good1), tag(.ntag215, good1)])
            ).run(observer: watcher, through: { HookedReaders($0.readers, hooks) })
            #expect(done.presentations.map(\.result) == [.rejected, .inDoubt, .written])
            #expect(done.presentations.first?.reason == .duplicateUID)
            #expect(done.result.totals[.written] == 1)
            #expect(done.status(1) == .written)
            done.expectTruth()
        }
    }
}
