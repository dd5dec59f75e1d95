import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing
import Threads

/// What a run waits for, and that it goes on as soon as it can.
@Suite("Waiting for readers and tags") struct WaitingTests {
    private static let a = "Reader A 00 00"
    private static let b = "Reader B 01 00"

    private func readers(_ tagsOfA: [RackTag], _ tagsOfB: [RackTag]) -> [RackReader] {
        [RackReader(Self.a, model: .acr122u, tags: tagsOfA), RackReader(Self.b, model: .part3, tags: tagsOfB)]
    }

    /// Keeps what is said of waiting and of trouble, and does something at it.
    private final class Said: RunObserver {
        let lines = Guarded<[String]>([])
        private let body: @Sendable (RunEvent) -> Void

        init(_ body: @escaping @Sendable (RunEvent) -> Void = { _ in }) { self.body = body }

        var all: [String] { lines.withLock { $0 } }

        func observe(_ event: RunEvent) {
            switch event {
            case .waiting(let need): lines.withLock { $0.append("waiting: \(need.sentence)") }
            case .readerTrouble(let reader, let message): lines.withLock { $0.append("\(reader): \(message)") }
            default: break
            }
            body(event)
        }
    }

    @Test func aReaderThatAnotherTagmillHasIsToldOnceAndTakenWhenItIsFree() throws {
        let tries = Guarded(0)
        let isMade = Gate()
        let isInUse = Gate()
        var hooks = ReaderHooks()
        hooks.beforeOpen = { (reader) throws(ReadersError) in
            guard reader == Self.a else { return }
            let count = tries.withLock { tries in
                tries += 1
                return tries
            }
            if count == 2 { isMade.wait() }
            if count < 3 { throw ReadersError(.inUse) }
        }
        hooks.beforeWait = { reader in if reader == Self.b { isInUse.wait() } }
        let offers = Guarded<[String]>([])
        let said = Said { event in
            switch event {
            case .readerTrouble(Self.a, _): isInUse.open()
            case .concluded(let presentation, _) where presentation.reader == Self.b: isMade.open()
            case .offer(let reader, let item): offers.withLock { $0.append("\(reader) \(item?.sku ?? "-")") }
            default: break
            }
        }
        let done = try Scenario(items(2), readers([tag(.ntag213, good1)], [tag(.ntag213, good2)])).run(
            observer: said, through: { HookedReaders($0.readers, hooks) })
        #expect(done.result.exitCode == 0)
        #expect(
            said.all.filter { !$0.hasPrefix("waiting") }
                == ["\(Self.a): reader in use by another tagmill; waiting until it is free"])
        #expect(done.presentations.map(\.reader) == [Self.b, Self.a])
        // While another has it, it offers nothing; then it does again.
        #expect(
            offers.withLock { $0.filter { $0.hasPrefix(Self.a) } }.prefix(3) == [
                "\(Self.a) S1", "\(Self.a) -", "\(Self.a) S1",
            ])
        done.expectTruth()
    }

    @Test func whereNoReaderIsFreeTheRunSaysSo() throws {
        let isSaid = Gate()
        var hooks = ReaderHooks()
        hooks.beforeOpen = { (reader) throws(ReadersError) in
            if reader == Self.a, !isSaid.isOpen(withinSeconds: 0) { throw ReadersError(.inUse) }
        }
        hooks.beforeConnect = { (reader) throws(ChannelError) in
            if reader == Self.b, !isSaid.isOpen(withinSeconds: 0) { throw ChannelError(.readerBusy) }
        }
        let said = Said { event in
            if case .waiting(let need) = event, need.sentence.hasPrefix("no reader can be used") { isSaid.open() }
        }
        let done = try Scenario(items(2), readers([tag(.ntag213, good1)], [tag(.ntag213, good2)])).run(
            observer: said, through: { HookedReaders($0.readers, hooks) })
        #expect(done.result.exitCode == 0)
        #expect(
            said.all.contains(
                "waiting: no reader can be used for now; \(Self.b): in use by another program; "
                    + "\(Self.a): in use by another tagmill"))
        done.expectTruth()
    }

    @Test func aVirtualReaderThatWasUnpluggedIsWaitedForWhenTheOthersAreUsedUp() throws {
        let box = Guarded<Rack?>(nil)
        let isGone = Gate()
        let isFirst = Guarded(true)
        var hooks = ReaderHooks()
        hooks.beforeWait = { reader in
            if reader == Self.b { return isGone.wait() }
            let first = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            if first { box.withLock { $0 }?.unplug(reader) }
        }
        let said = Said { event in
            switch event {
            case .readerUnplugged: isGone.open()
            case .waiting(let need) where need.sentence.hasSuffix("plug in \(Self.a)"):
                box.withLock { $0 }?.plug(Self.a)
            default: break
            }
        }
        let done = try Scenario(items(2), readers([tag(.ntag213, good1)], [tag(.ntag213, good2)])).run(
            observer: said, through: { HookedReaders($0.readers, hooks) },
            whileRunning: { _, rack in box.withLock { $0 = rack } })
        #expect(done.result.ended == .complete)
        #expect(done.result.exitCode == 0)
        #expect(done.presentations.map(\.reader) == [Self.b, Self.a])
        done.expectTruth()
    }

    @Test func theTagsOfBoundRowsAreNamedFromTheBegin() throws {
        let said = Said()
        let bound = [
            item(1, url: "https://example.com/1", uid: good1), item(2, url: "https://example.com/2", uid: good2),
        ]
        let done = try Scenario(bound, .acr122u, [good1, good2].map { tag(.ntag213, $0) }).run(observer: said)
        #expect(done.result.exitCode == 0)
        let sentence = "waiting: only items that wait for tags of their own are left: "
        #expect(
            said.all == [
                "\(sentence)2 bound to a UID; lay \(good1), \(good2)", "\(sentence)1 bound to a UID; lay \(good2)",
            ])
    }
}
