import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing

/// Items that are locked: what the chip holds afterwards, and what it was sent.
@Suite("Locked tags") struct LockTests {
    static let models = VirtualReaderModel.laid

    /// What a locked tag holds: the lock bits of the data sheets, written down for each chip.
    static let locked: [VirtualChip: (cc: String, dynamicPage: Int, dynamic: String)] = [
        .ntag213: ("E110120F", 40, "FF0F00BD"), .ntag215: ("E1103E0F", 130, "FF0000BD"),
        .ntag216: ("E1106D0F", 226, "FF3F00BD"),
    ]

    static func isLocked(_ tag: VirtualTag) -> Bool { isLocked(tag.chip, tag.memory) }

    static func isLocked(_ chip: VirtualChip, _ memory: [UInt8]) -> Bool {
        guard let values = locked[chip] else { return false }
        func page(_ page: Int) -> String { Array(memory[4 * page..<4 * page + 4]).hex }
        return page(2).hasSuffix("F8FF") && page(3) == values.cc && page(values.dynamicPage) == values.dynamic
    }

    /// Whether any lock bit is set, or the container says read-only.
    static func hasLockBits(_ chip: VirtualChip, _ memory: [UInt8]) -> Bool {
        guard let page = locked[chip]?.dynamicPage else { return false }
        return (memory[10...11] + memory[4 * page..<4 * page + 3]).contains { $0 != 0 } || memory[15] != 0
    }

    static func page(_ tag: VirtualTag, _ page: Int) -> String { Array(tag.memory[4 * page..<4 * page + 4]).hex }

    static let items = [item(1, url: "https://example.com/t/S1", lock: true)]

    private func run(
        _ model: VirtualReaderModel, _ tags: [RackTag], _ items: [Item] = items,
        _ change: (inout Scenario) -> Void = { _ in }
    ) throws -> Finished {
        var scenario = Scenario(items, model, tags)
        change(&scenario)
        return try scenario.run()
    }

    @Test(arguments: models, [VirtualChip.ntag213, .ntag215, .ntag216])
    func writtenAndLocked(model: VirtualReaderModel, chip: VirtualChip) throws {
        let before = try run(model, [tag(chip, good1)], [item(1, url: "https://example.com/t/S1")])
        let done = try run(model, [tag(chip, good1)])
        let made = try #require(done.tag(good1))
        #expect(done.status(1) == .written)
        #expect(done.outcome(1)?.lock == .done)
        #expect(done.outcome(1)?.lockState == .locked)
        #expect(Self.isLocked(made))
        #expect(done.holds(good1, Self.items[0].message))
        // Nothing but CC, dynamic lock page and static lock bytes differs from the same tag that was not locked, and they
        // were written once each, in this order, after everything else.
        let plain = try #require(before.tag(good1))
        let lockPages = [3, Self.locked[chip]?.dynamicPage ?? 0, 2]
        for page in 0..<made.memory.count / 4 where !lockPages.contains(page) {
            #expect(Self.page(made, page) == Self.page(plain, page))
        }
        let written = writes(made)
        #expect(written.suffix(3).map(\.page) == lockPages)
        #expect(written.dropLast(3).map(\.page) == writes(plain).map(\.page))
    }

    private func writes(_ tag: VirtualTag) -> [(page: Int, data: String)] {
        tag.log.flatMap(\.frames).filter(\.isWrite).map { (Int($0.command[1]), Array($0.command[2...]).hex) }
    }

    /// The figures: at most 5 more exchanges with pass-through, 6 without, 3 of them writes. A tag that holds the message
    /// already is read once more before: the UID, and what `unchanged` was told by.
    @Test(arguments: [VirtualReaderModel.acr122u, .part3]) func exchanges(model: VirtualReaderModel) throws {
        let limit = model == .acr122u ? 5 : 6
        for content in [[:], pages(holding: Self.items[0].message)] {
            let plain = try run(
                model, [tag(.ntag213, good1, pages: content)], [item(1, url: "https://example.com/t/S1")])
            let locked = try run(model, [tag(.ntag213, good1, pages: content)])
            let again = content.isEmpty ? 0 : model == .acr122u ? 2 : plain.exchanges(good1)
            #expect(locked.exchanges(good1) - plain.exchanges(good1) <= limit + again)
            #expect((locked.tag(good1)?.writes ?? 0) - (plain.tag(good1)?.writes ?? 0) == 3)
            #expect(locked.status(1) == .written)
        }
    }

    /// The tag holds another message, and one bit that is read wrongly makes it the item's: it is looked at again before
    /// anything is done for ever.
    @Test func aBitThatIsReadWronglyLocksNothing() throws {
        let content = pages(holding: Self.items[0].message)
        let flip = RackFault(.exchange(3), .flip)
        for seed in UInt64(1)...400 {
            let probe = try run(.acr122u, [tag(.ntag213, good1, pages: content, faults: [flip])]) { $0.seed = seed }
            let memory = try #require(probe.tag(good1)).memory
            let read = Array(probe.tag(good1)?.log.first { $0.number == 3 }?.answer?.dropFirst(3).dropLast(2) ?? [])
            let text = 24..<(18 + Self.items[0].message.count)
            guard let place = text.first(where: { $0 < read.count && read[$0] != memory[$0] }) else { continue }
            var other = content
            var page = try #require([UInt8](hex: content[place / 4] ?? ""))
            page[place % 4] ^= read[place] ^ memory[place]
            other[place / 4] = page.hex
            let done = try run(.acr122u, [tag(.ntag213, good1, pages: other, faults: [flip])]) { $0.seed = seed }
            #expect(done.status(1) == .pending)
            #expect(done.presentation(good1)?.reason == .readerError)
            #expect(done.tag(good1)?.writes == 0)
            return
        }
        Issue.record("no seed flips a bit of the message")
    }

    /// The message stands there already: the lock alone is done, and the item is written.
    @Test(arguments: models) func theLockAlone(model: VirtualReaderModel) throws {
        let done = try run(model, [tag(.ntag213, good1, pages: pages(holding: Self.items[0].message))])
        #expect(done.status(1) == .written)
        #expect(done.outcome(1)?.lock == .done)
        let made = try #require(done.tag(good1))
        #expect(
            writes(made).map { "\($0.page):\($0.data)" } == ["3:E110120F", "40:FF0F0000", "2:\(Self.page(made, 2))"])
        #expect(Self.isLocked(made))
    }

    @Test(arguments: models) func nothingIsLeftToBeDone(model: VirtualReaderModel) throws {
        var content = pages(holding: Self.items[0].message)
        (content[2], content[3], content[40]) = ("4348F8FF", "E110120F", "FF0F00BD")
        let done = try run(model, [tag(.ntag213, good1, pages: content)])
        #expect(done.status(1) == .unchanged)
        #expect(done.outcome(1)?.lock == .done)
        #expect(done.outcome(1)?.lockState == .locked)
        #expect(done.tag(good1)?.writes == 0)
    }

    /// A lock that came out half before is finished, and what is set already is not written again.
    @Test(arguments: models) func aHalfLockIsFinished(model: VirtualReaderModel) throws {
        var content = pages(holding: Self.items[0].message)
        (content[3], content[40]) = ("E110120F", "0F0000BD")
        let done = try run(model, [tag(.ntag213, good1, pages: content)])
        #expect(done.status(1) == .written)
        let made = try #require(done.tag(good1))
        #expect(writes(made).map(\.page) == [40, 2])
        #expect(Self.isLocked(made))
    }

    /// Field case 24: what can never be locked is refused before anything is written; without the lock it is written.
    @Test(arguments: models) func aLockThatIsImpossibleIsRefusedBeforehand(model: VirtualReaderModel) throws {
        let frozen = tag(.ntag216, good1, pages: [2: "43480F00"])
        let done = try run(model, [frozen])
        #expect(done.status(1) == .pending)
        #expect(done.presentation(good1)?.result == .rejected)
        #expect(done.presentation(good1)?.reason == .lockImpossible)
        #expect(done.tag(good1)?.writes == 0)
        let plain = try run(model, [frozen], [item(1, url: "https://example.com/t/S1")])
        #expect(plain.status(1) == .written)
        // An item that waits for this very tag fails.
        let bound = try run(model, [frozen], [item(1, url: "https://example.com/t/S1", uid: good1, lock: true)])
        #expect(bound.status(1) == .failed)
        #expect(bound.outcome(1)?.reason == .lockImpossible)
    }

    /// Field case 22: the tag refuses the write of page 40 for good.
    @Test(arguments: models) func aLockThatComesOutHalfNamesThePages(model: VirtualReaderModel) throws {
        let half = tag(.ntag213, bad1, faults: [RackFault(.page(40), .status(0x6300))])
        let done = try run(model, [half, tag(.ntag213, good1)])
        #expect(done.status(1) == .failed)
        let outcome = try #require(done.outcome(1))
        #expect(outcome.reason == .lockIncomplete)
        #expect(outcome.lock == .incomplete)
        #expect(
            outcome.detail == "the message is on the tag, and its lock is incomplete: pages 4-39 are still writable")
        #expect(outcome.uid == UID(hex: bad1))
        #expect(done.holds(bad1, Self.items[0].message))
        #expect(done.result.exitCode == 1)
        // The item goes to no other tag.
        #expect(done.tag(good1)?.writes == 0)
        // Within one attempt the tag is activated anew and written again at most twice.
        let made = try #require(done.tag(bad1))
        #expect(made.log.filter(\.isWrite).count { $0.faults.contains(.status(0x6300)) } == 3)
        #expect(done.entries[0].attempts.count == 1)
    }

    /// Whatever happens at any exchange, the item ends written and locked on its tag, and no bit is set that was not asked for.
    @Test(arguments: models, [[:], pages(holding: items[0].message)])
    func oneFaultAtEveryExchange(model: VirtualReaderModel, content: [Int: String]) throws {
        let clean = try run(model, [tag(.ntag213, good1, pages: content)])
        let faults: [Fault] = [.status(0x6300), .short, .remove, .removeAfter]
        for number in 1...clean.exchanges(good1) {
            for fault in faults {
                let place = Comment("\(fault) at \(number)")
                let done = try run(
                    model, [tag(.ntag213, good1, pages: content, faults: [RackFault(.exchange(number), fault)])])
                #expect(done.status(1) == .written, place)
                #expect(done.outcome(1)?.lock == .done, place)
                expectLocked(done, clean, place)
            }
        }
        let writes = clean.tag(good1)?.writes ?? 0
        for number in 1...writes {
            for fault in [Fault.lostAcknowledgement, .noWrite, .torn] {
                let place = Comment("\(fault) at write \(number)")
                let done = try run(
                    model, [tag(.ntag213, good1, pages: content, faults: [RackFault(.write(number), fault)])])
                #expect(done.status(1) == .written, place)
                #expect(done.entries[0].attempts.count == 1, place)
                expectLocked(done, clean, place)
            }
        }
    }

    /// The static lock bytes lock page 3 too: a container that a tag acknowledges and does not store would never be made up for.
    /// It is read back before anything else is set.
    @Test(arguments: models, [VirtualChip.ntag213, .ntag216, .ntag210])
    func aContainerThatIsNotStoredIsNamed(model: VirtualReaderModel, chip: VirtualChip) throws {
        let done = try run(model, [tag(chip, bad1, faults: [RackFault(.page(3), .noWrite)]), tag(chip, good1)])
        guard done.presentation(bad1)?.chip != .unknown else { return }
        #expect(done.outcome(1)?.reason == .lockIncomplete)
        let (last, container) =
            [
                VirtualChip.ntag213: (39, "E11012"), .ntag216: (225, "E1106D"), .ntag210: (15, "E11006"),
            ][chip] ?? (0, "")
        #expect(
            done.outcome(1)?.detail
                == "the message is on the tag, and its lock is incomplete: pages 4-\(last) are still writable; the "
                + "capability container is \(container)00, not \(container)0F; nothing was set for ever: the tag can be "
                + "erased and written again")
        #expect(done.outcome(1)?.lockState == .writable)
        let made = try #require(done.tag(bad1))
        #expect(writes(made).map(\.page).filter { [2, 3, 40, 226].contains($0) } == [3, 3, 3])
        #expect(done.tag(good1)?.writes == 0)
        // Laid again, when it stores what it acknowledges, it is locked.
        let again = try run(model, [tag(chip, good1, faults: [RackFault(.write(made.writes - 2), .noWrite)])])
        #expect(again.status(1) == .written)
        #expect(again.outcome(1)?.lock == .done)
    }

    private func expectLocked(_ done: Finished, _ clean: Finished, _ place: Comment) {
        #expect(done.tag(good1)?.memory == clean.tag(good1)?.memory, place)
        done.expectTruth(place)
    }

    /// Field case 23: a tag that leaves for good at any moment holds the old message, none, or the new one; and no bit is set
    /// for ever before the message was compared.
    @Test(arguments: models) func aTagThatLeaves(model: VirtualReaderModel) throws {
        let old = FaultLoopTests.contents["another message"] ?? [:]
        for number in 1...40 {
            for fault in [Fault.remove, .removeAfter] {
                let place = Comment("\(fault) at \(number)")
                let first = tag(
                    .ntag213, bad1, pages: old, faults: [RackFault(.exchange(number), fault)], again: 0)
                let done = try run(model, [first]) { $0.settings.overwrite = .always }
                let memory = try #require(done.tag(bad1)).memory
                let message = Truth.message(memory)
                #expect([nil, FaultLoopTests.oldMessage, Self.items[0].message].contains(message), place)
                let bits = memory[10...11] + memory[15...15] + memory[160...162]
                if bits.contains(where: { $0 != 0 }) {
                    #expect(message == Self.items[0].message, place)
                    #expect(done.status(1) == .written || done.status(1) == .inDoubt, place)
                }
                if done.status(1) == .inDoubt { #expect(done.outcome(1)?.uid == UID(hex: bad1), place) }
            }
        }
    }

    /// A reading that was wrong in one bit sets no bit that was not asked for.
    @Test(arguments: models, [[:], [2: "4348F001", 40: "010000BD"]])
    func aWrongReadingSetsNoBit(model: VirtualReaderModel, content: [Int: String]) throws {
        let content = content.merging(pages(holding: Self.items[0].message)) { $1 }
        let clean = try run(model, [tag(.ntag213, good1, pages: content)])
        for seed in 1...20 as ClosedRange<UInt64> {
            for number in 2...clean.exchanges(good1) {
                let done = try run(
                    model, [tag(.ntag213, good1, pages: content, faults: [RackFault(.exchange(number), .flip)])]
                ) { $0.seed = seed }
                let made = try #require(done.tag(good1))
                // Writes that the fault itself changed are the tag's own doing.
                guard !made.log.contains(where: { $0.isWrite && $0.faults.contains(.flip) }) else { continue }
                let place = Comment("seed \(seed), exchange \(number)")
                let allowed = [String(content[2]?.suffix(4) ?? "0000"), "F8FF"]
                #expect(allowed.contains(String(Self.page(made, 2).suffix(4))), place)
                #expect(["E1101200", "E110120F"].contains(Self.page(made, 3)), place)
                #expect(["FF0F00BD", content[40] ?? "000000BD"].contains(Self.page(made, 40)), place)
                #expect(Self.page(made, 41) == "040000FF", place)
            }
        }
    }
}
