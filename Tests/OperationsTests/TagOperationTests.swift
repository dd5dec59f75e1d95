import NDEF
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing
import Threads

/// One act on one tag.
@Suite struct TagOperationTests {
    static let reader = "Reader A 00 00"
    /// https://example.com, on a tag without control TLV.
    static let message: [Int: Page] = [
        4: Page(0x03, 0x10, 0xD1, 0x01), 5: Page(0x0C, 0x55, 0x04, 0x65), 6: Page(0x78, 0x61, 0x6D, 0x70),
        7: Page(0x6C, 0x65, 0x2E, 0x63), 8: Page(0x6F, 0x6D, 0xFE, 0x00),
    ]
    static let image: PageMemory = {
        var memory = PageMemory(bytes: [UInt8](repeating: 0, count: 135 * 4))
        memory[4] = Page(0x03, 0x05, 0xD1, 0x01)
        memory[5] = Page(0x01, 0x55, 0x01, 0xFE)
        memory[20] = Page(1, 2, 3, 4)
        return memory
    }()

    static func restoring() throws -> TagAct { .restore(try RestoreRequest(image: image, chip: .ntag215)) }

    static func rack(_ model: VirtualReaderModel = .acr122u, _ tags: RackTag...) throws -> Rack {
        try Rack(RackFile(readers: [RackReader(reader, model: model, tags: tags)]))
    }

    static func operation(
        _ act: TagAct, _ readers: any Readers, idle: Int? = nil,
        confirm: @escaping TagOperation.Confirm = { _, _ in true }
    ) -> TagOperation {
        TagOperation(
            act, readers: readers, takesPart: { _ in true }, idleTimeoutSeconds: idle, trouble: { _, _ in },
            confirm: confirm)
    }

    static func outcome(_ end: TagOperation.End) -> TagActOutcome? {
        guard case .tag(let outcome, _) = end else { return nil }
        return outcome
    }

    static func verdict(_ tag: VirtualTag) -> TagContents.Verdict {
        interpret(PageMemory(bytes: tag.memory), chip: .ntag215).verdict
    }

    // MARK: -

    @Test(arguments: [VirtualReaderModel.acr122u, .part3]) func aMessageIsErased(model: VirtualReaderModel) throws {
        let rack = try Self.rack(model, RackTag(.ntag215, pages: Self.message))
        let asked = Guarded<TagActPlan?>(nil)
        let operation = Self.operation(.erase(wipes: true), rack.readers) { _, plan in
            asked.withLock { $0 = plan }
            return true
        }
        let outcome = try #require(Self.outcome(operation.execute()))
        #expect(outcome.result == .done(detail: ""))
        #expect(outcome.plan == asked.withLock { $0 })
        #expect(outcome.plan?.pages == [4, 5, 6, 7, 8])
        #expect(outcome.after?.verdict == .empty)
        let memory = PageMemory(bytes: rack.tags[0].memory)
        #expect(memory[4] == Page(0x03, 0x00, 0xFE, 0x00))
        #expect(memory.bytes(of: 5..<130)?.allSatisfy { $0 == 0 } == true)
        #expect(writtenPages(rack.tags[0]).allSatisfy { (4...8).contains($0) })
    }

    private func writtenPages(_ tag: VirtualTag) -> [Int] {
        tag.log.filter(\.isWrite).compactMap(\.command.writtenPage)
    }

    @Test func anImageComesBack() throws {
        let rack = try Self.rack(.acr122u, RackTag(.ntag215, pages: Self.message))
        let before = PageMemory(bytes: rack.tags[0].memory)
        let outcome = try #require(Self.outcome(Self.operation(try Self.restoring(), rack.readers).execute()))
        #expect(outcome.result == .done(detail: ""))
        let memory = PageMemory(bytes: rack.tags[0].memory)
        for page in 0..<135 {
            #expect(memory[page] == ((4..<130).contains(page) ? Self.image[page] : before[page]))
        }
        #expect(writtenPages(rack.tags[0]).first == 4 && writtenPages(rack.tags[0]).last == 4)
        // Again there is nothing to do.
        let again = try Self.rack(.acr122u, RackTag(.ntag215, pages: [4: Page(0x03, 0x00, 0xFE, 0x00)]))
        let nothing = Self.operation(.erase(wipes: false), again.readers) { _, _ in
            Issue.record("asked")
            return true
        }
        #expect(Self.outcome(nothing.execute())?.result == .nothingToDo("it holds no message"))
    }

    @Test func whatIsNotAllowedIsNotDone() throws {
        let rack = try Self.rack(.acr122u, RackTag(.ntag215, pages: Self.message))
        let outcome = Self.outcome(
            Self.operation(.erase(wipes: true), rack.readers, confirm: { _, _ in false }).execute())
        #expect(outcome?.result == .notConfirmed)
        #expect(outcome?.plan?.pages == [4, 5, 6, 7, 8])
        #expect(rack.tags[0].writes == 0)
    }

    struct Unfit: Sendable {
        var chip = VirtualChip.ntag215
        var pages: [Int: Page]
        var reason: Reason
    }

    static let unfit = [
        Unfit(pages: [3: Page(0xE1, 0x10, 0x3E, 0x0F), 4: Page(0x03, 0x03, 0xD5, 0x00)], reason: .tagReadOnly),
        Unfit(pages: message.merging([2: Page(0, 0x48, 0x10, 0)]) { $1 }, reason: .tagLocked),
        Unfit(pages: message.merging([131: Page(4, 0, 0, 4)]) { $1 }, reason: .tagPassword),
        Unfit(
            pages: message.merging([131: Page(4, 0, 0, 4), 132: Page(0x80, 5, 0, 0)]) { $1 }, reason: .tagPassword),
        Unfit(chip: .ntag213, pages: [:], reason: .chipMismatch),
    ]

    @Test(arguments: unfit.indices, [false, true]) func anUnfitTagIsNotWrittenTo(index: Int, restores: Bool) throws {
        let test = Self.unfit[index]
        if test.reason == .chipMismatch, !restores { return }
        let rack = try Self.rack(.acr122u, RackTag(test.chip, pages: test.pages))
        let act = restores ? try Self.restoring() : .erase(wipes: false)
        let outcome = Self.outcome(
            Self.operation(act, rack.readers) { _, _ in
                Issue.record("asked")
                return true
            }.execute())
        guard case .rejected(let rejection)? = outcome?.result else {
            Issue.record("\(String(describing: outcome))")
            return
        }
        #expect(rejection.reason == test.reason)
        #expect(rack.tags[0].writes == 0)
        #expect(!rack.tags[0].log.contains { $0.isWrite || $0.frames.contains(where: \.isWrite) })
        #expect(!rack.tags[0].log.contains { $0.frames.contains { $0.command.first == 0x1B } })
    }

    /// Field case 23: power lost between clearing and writing. Whatever is cut off when, the tag holds the old message, none,
    /// or the new one, and what is said is true.
    @Test(arguments: [Fault.remove, .removeAfter], [0, 1, 2]) func aCutLeavesOldEmptyOrNew(fault: Fault, kind: Int)
        throws
    {
        let act = kind == 2 ? try Self.restoring() : .erase(wipes: kind == 1)
        let old = interpret(
            PageMemory(bytes: try Self.rack(.acr122u, RackTag(.ntag215, pages: Self.message)).tags[0].memory),
            chip: .ntag215
        ).verdict
        let new = kind == 2 ? TagContents.Verdict.message([0xD1, 0x01, 0x01, 0x55, 0x01]) : .empty
        var cuts = 0
        for write in 1...12 {
            let tag = RackTag(.ntag215, pages: Self.message, faults: [RackFault(.write(write), fault)], again: 0)
            let rack = try Self.rack(.acr122u, tag)
            let outcome = Self.outcome(Self.operation(act, rack.readers).execute())
            let verdict = Self.verdict(rack.tags[0])
            #expect([old, .empty, new].contains(verdict), "write \(write): \(verdict)")
            switch outcome?.result {
            case .lost(let rejection):
                #expect(rejection.reason == .tagRemoved)
                cuts += 1
            case .done: #expect(verdict == new)
            default: Issue.record("write \(write): \(String(describing: outcome))")
            }
        }
        #expect(cuts >= 1)
    }

    /// A page that does not land is written again; one that never does is told, and never called done.
    @Test func whatDoesNotLand() throws {
        func run(_ faults: [RackFault]) throws -> TagActResult? {
            let rack = try Self.rack(.acr122u, RackTag(.ntag215, pages: Self.message, faults: faults))
            return Self.outcome(Self.operation(try Self.restoring(), rack.readers).execute())?.result
        }
        guard case .done(let detail)? = try run([RackFault(.write(3), .noWrite)]) else {
            Issue.record("not repaired")
            return
        }
        #expect(detail.contains("read back different"))
        guard case .failed(let rejection)? = try run([RackFault(.page(6), .noWrite)]) else {
            Issue.record("done without having been written")
            return
        }
        #expect(rejection.reason == .verifyMismatch)
    }

    // MARK: - Stopped

    @Test func aStopBeforeATagEndsTheWait() throws {
        let rack = try Self.rack(.acr122u, RackTag(.ntag215, pages: Self.message))
        let operation = Self.operation(.erase(wipes: false), rack.readers)
        operation.stop()
        guard case .stopped = operation.execute() else {
            Issue.record("not stopped")
            return
        }
        #expect(rack.tags[0].writes == 0)
    }

    /// The person is still being asked: the answer that comes afterwards counts for nothing.
    @Test func aStopDuringTheQuestionWritesNothing() throws {
        let rack = try Self.rack(.acr122u, RackTag(.ntag215, pages: Self.message))
        let stopping = Guarded<TagOperation?>(nil)
        let answered = Gate()
        let operation = Self.operation(.erase(wipes: false), rack.readers) { _, _ in
            stopping.withLock { $0 }?.stop()
            answered.wait()
            return true
        }
        stopping.withLock { $0 = operation }
        guard case .stopped = operation.execute() else {
            Issue.record("not stopped")
            return
        }
        answered.open()
        #expect(rack.tags[0].writes == 0)
    }

    /// However long the answer takes, the wait for a tag does not end meanwhile.
    @Test func aQuestionIsNoIdleTime() throws {
        let rack = try Self.rack(.acr122u, RackTag(.ntag215, pages: Self.message))
        let operation = Self.operation(.erase(wipes: false), rack.readers, idle: 1) { _, _ in true }
        #expect(Self.outcome(operation.execute())?.result == .done(detail: ""))
    }

    @Test func abandonedWithinTheWriteItIsInDoubt() throws {
        let rack = try Self.rack(.acr122u, RackTag(.ntag215, pages: Self.message))
        let abandoning = Guarded<TagOperation?>(nil)
        let release = Gate()
        var hooks = ReaderHooks()
        hooks.beforeExchange = { _, command in
            guard command.writtenPage != nil else { return }
            abandoning.withLock { $0 }?.abandon()
            release.wait()
        }
        let operation = Self.operation(.erase(wipes: false), HookedReaders(rack.readers, hooks))
        abandoning.withLock { $0 = operation }
        guard case .lost? = Self.outcome(operation.execute())?.result else {
            Issue.record("nothing is in doubt")
            return
        }
        release.open()
    }
}
