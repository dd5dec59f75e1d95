import Foundation
import NDEF
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing
import Threads

/// One message onto one tag, without a journal.
@Suite struct WriteOperationTests {
    private static let reader = "Reader A 00 00"
    private static let message = (try? Message([URIRecord("https://example.com/a").record]).encoded()) ?? []

    private func rack(_ tags: RackTag...) throws -> Rack {
        try Rack(RackFile(readers: [RackReader(Self.reader, model: .acr122u, tags: tags)]))
    }

    private func operation(
        _ readers: any Readers, mayOverwrite: Bool = false, idle: Int? = nil, message: [UInt8] = message
    ) -> WriteOperation {
        WriteOperation(
            message: message, mayOverwrite: mayOverwrite, readers: readers, takesPart: { _ in true },
            idleTimeoutSeconds: idle, clock: SteppingClock.shared, trouble: { _, _ in })
    }

    /// What came of the tag; nil where none came.
    private func result(_ end: WriteOperation.End) -> TagResult? {
        guard case .tag(_, let result) = end else { return nil }
        return result
    }

    private static func pages(_ bytes: [UInt8]) -> [Int: Page] {
        var memory = PageMemory()
        memory.store(bytes + [UInt8](repeating: 0, count: 3 - (bytes.count + 3) % 4), from: 4)
        return Dictionary(uniqueKeysWithValues: (4..<memory.end).compactMap { page in memory[page].map { (page, $0) } })
    }

    private static let other = pages([0x03, 0x10] + ([UInt8](hex: "D1010C55046578616D706C652E636F6D") ?? []) + [0xFE])

    // MARK: -

    @Test func itIsWrittenAndReadBack() throws {
        let rack = try rack(RackTag(.ntag213))
        guard case .tag(let tag, let result) = operation(rack.readers).execute() else {
            Issue.record("no tag")
            return
        }
        #expect(result == .written(detail: ""))
        #expect(tag.reader == Self.reader)
        #expect(tag.uid == rack.tags[0].uid)
        #expect(tag.chip == .ntag213)
        let memory = PageMemory(bytes: rack.tags[0].memory)
        #expect(interpret(memory, chip: .ntag213).verdict == .message(Self.message))
    }

    struct Unfit: Sendable {
        var name: String
        var chip = VirtualChip.ntag213
        var pages: [Int: Page]
        var reason: Reason
        var mayOverwrite = true
        var message = WriteOperationTests.message
    }

    /// Each in the way in which the contract judges it, section 5.
    private static let unfit = [
        Unfit(name: "never formatted", pages: [3: Page(0, 0, 0, 0)], reason: .tagUnformatted),
        Unfit(name: "not NDEF", pages: [3: Page(0xE2, 0x10, 0x12, 0)], reason: .tagNotNDEF),
        Unfit(name: "delivered without a container", chip: .mf0ul11, pages: [:], reason: .tagUnformatted),
        Unfit(name: "too small", pages: [:], reason: .messageTooLarge, message: long),
        Unfit(
            name: "password for writing", pages: [0x29: Page(4, 0, 0, 4), 0x2A: Page(0, 5, 0, 0)], reason: .tagPassword),
        Unfit(
            name: "password for reading", pages: [0x29: Page(4, 0, 0, 4), 0x2A: Page(0x80, 5, 0, 0)],
            reason: .tagPassword),
        Unfit(name: "read-only", pages: [3: Page(0xE1, 0x10, 0x12, 0x0F)], reason: .tagReadOnly),
        Unfit(name: "static lock", pages: [2: Page(0, 0x48, 0xF0, 0xFF)], reason: .tagLocked),
        Unfit(name: "not blank", pages: other, reason: .tagNotBlank, mayOverwrite: false),
    ]

    private static let long =
        (try? Message([Record(typeNameFormat: .unknown, type: [], payload: [UInt8](repeating: 7, count: 200))])
            .encoded())
        ?? []

    @Test(arguments: unfit.indices) func anUnfitTagIsRejectedAndNotWrittenTo(index: Int) throws {
        let unfit = Self.unfit[index]
        let rack = try rack(RackTag(unfit.chip, pages: unfit.pages))
        let before = rack.tags[0].memory
        let end = operation(rack.readers, mayOverwrite: unfit.mayOverwrite, message: unfit.message).execute()
        guard case .rejected(let rejection)? = result(end) else {
            Issue.record("\(unfit.name): \(end)")
            return
        }
        #expect(rejection.reason == unfit.reason, "\(unfit.name)")
        #expect(rack.tags[0].writes == 0)
        #expect(!rack.tags[0].log.contains { $0.isWrite || $0.frames.contains(where: \.isWrite) })
        #expect(rack.tags[0].memory == before)
    }

    @Test func anotherMessageIsWrittenOverWhereThatIsAllowed() throws {
        let rack = try rack(RackTag(.ntag215, pages: Self.other))
        #expect(result(operation(rack.readers, mayOverwrite: true).execute()) == .written(detail: ""))
        #expect(
            interpret(PageMemory(bytes: rack.tags[0].memory), chip: .ntag215).verdict == .message(Self.message))
    }

    @Test func withoutATagItEnds() throws {
        #expect(operation(try rack().readers).execute() == .exhausted)
    }

    /// Cut off before each exchange in turn, and after each write: what is said is true.
    @Test(arguments: ["remove", "remove-after"]) func aTornWriteIsTold(kind: String) throws {
        var (doubts, failures) = (0, 0)
        for at in 1...60 {
            let fault: Fault = kind == "remove" ? .remove : .removeAfter
            let rack = try rack(
                RackTag(.ntag213, faults: [RackFault(.exchange(at), fault)], again: 0))
            let end = operation(rack.readers).execute()
            let holds = interpret(PageMemory(bytes: rack.tags[0].memory), chip: .ntag213).verdict
            switch end {
            case .exhausted: #expect(rack.tags[0].writes == 0)
            case .tag(_, .written): #expect(holds == .message(Self.message))
            case .tag(_, .lost(let rejection, let mayHoldItem)):
                #expect(rejection.reason == .tagRemoved)
                if mayHoldItem { doubts += 1 } else { failures += 1 }
                if !mayHoldItem { #expect(holds != .message(Self.message)) }
            default: Issue.record("at \(at): \(end)")
            }
        }
        #expect(doubts > 0)
        #expect(failures > 0)
    }

    // MARK: - Stopped

    /// Calls `body` once, within the first write of a page.
    private func hooks(_ body: @escaping @Sendable () -> Void) -> ReaderHooks {
        let isDone = Guarded(false)
        var hooks = ReaderHooks()
        hooks.beforeExchange = { _, command in
            guard command.writtenPage != nil else { return }
            let isFirst = isDone.withLock { done in
                defer { done = true }
                return !done
            }
            if isFirst { body() }
        }
        return hooks
    }

    @Test func aStopFinishesTheTagInHand() throws {
        let rack = try rack(RackTag(.ntag213))
        let stopping = Guarded<WriteOperation?>(nil)
        let readers = HookedReaders(rack.readers, hooks { stopping.withLock { $0 }?.stop() })
        let operation = operation(readers)
        stopping.withLock { $0 = operation }
        #expect(result(operation.execute()) == .written(detail: ""))
    }

    @Test func aStopBeforeATagEndsTheWait() throws {
        let rack = try rack(RackTag(.ntag213))
        let operation = operation(rack.readers)
        operation.stop()
        #expect(operation.execute() == .stopped)
        #expect(rack.tags[0].writes == 0)
    }

    /// At once: the thread that writes is left behind, and what it left is in doubt.
    @Test func abandonedWithinTheWriteItIsInDoubt() throws {
        let rack = try rack(RackTag(.ntag213))
        let abandoning = Guarded<WriteOperation?>(nil)
        let release = Gate()
        let readers = HookedReaders(
            rack.readers,
            hooks {
                abandoning.withLock { $0 }?.abandon()
                release.wait()
            })
        let operation = operation(readers)
        abandoning.withLock { $0 = operation }
        guard case .lost(_, mayHoldItem: true)? = result(operation.execute()) else {
            Issue.record("nothing is in doubt")
            return
        }
        release.open()
    }
}
