import Provisioning
import ReaderModels
import Synchronization
import Tags
import Testing

@testable import Simulation

/// Each fault of the rack file, and when it comes.
@Suite struct FaultTests {
    private let write5 = "FFD6000504AABBCCDD"
    private let write6 = "FFD6000604AABBCCDD"
    private let read4 = "FFB0000410"

    private func tag(_ faults: [RackFault], again: Int = 1, uid: String = "04112233445566") -> RackTag {
        RackTag(.ntag213, uid: UID(hex: uid), faults: faults, again: again)
    }

    private func page(_ bench: Bench, _ page: Int, tag: Int = 0) -> String {
        Array(bench.rack.tags[tag].memory[4 * page..<4 * page + 4]).hex
    }

    @Test func remove() throws {
        let bench = try Bench([tag([RackFault(.exchange(2), .remove)])])
        let answers = try bench.lay("FFCA000000", write5, read4, "reactivate")
        #expect(answers == ["041122334455669000", "tag removed", "tag removed", "tag removed"])
        #expect(page(bench, 5) == "340300FE")
        #expect(throws: ChannelError(.tagRemoved)) { try bench.slot.withCard { _ in } }
        try bench.slot.waitForRemoval()
        // It comes back once, and this time nothing happens to it.
        #expect(try bench.lay("FFCA000000", write5) == ["041122334455669000", "9000"])
        #expect(page(bench, 5) == "AABBCCDD")
        #expect(try bench.lay() == ["exhausted"])
        #expect(bench.rack.tags[0].presentations == 2)
        #expect(bench.rack.unreachedFaults.isEmpty)
    }

    @Test func removeAfter() throws {
        let bench = try Bench([tag([RackFault(.write(1), .removeAfter)], again: 0)])
        #expect(try bench.lay(read4, write5, read4).suffix(2) == ["tag removed", "tag removed"])
        #expect(page(bench, 5) == "AABBCCDD")
        #expect(try bench.lay() == ["exhausted"])
    }

    @Test func lostAcknowledgement() throws {
        let bench = try Bench([tag([RackFault(.write(1), .lostAcknowledgement)])])
        let answers = try bench.lay(write5, read4)
        #expect(answers[0] == "6300")
        #expect(answers[1].contains("AABBCCDD"))
    }

    @Test func lostAcknowledgementThroughThePN532() throws {
        let bench = try Bench([tag([RackFault(.exchange(1), .lostAcknowledgement)])], model: .acr122u)
        #expect(try bench.lay("FF00000008D442A205AABBCCDD") == ["D543019000"])
        #expect(page(bench, 5) == "AABBCCDD")
    }

    @Test func noWrite() throws {
        let bench = try Bench([tag([RackFault(.page(5), .noWrite)])])
        #expect(try bench.lay(write5, write6, write5) == ["9000", "9000", "9000"])
        #expect(page(bench, 5) == "340300FE")
        #expect(page(bench, 6) == "AABBCCDD")
    }

    @Test func noWriteToALockedPageIsRefused() throws {
        var tag = tag([RackFault(.page(5), .noWrite)])
        tag.pages = [2: Page(0, 0, 0x20, 0)]
        let bench = try Bench([tag])
        #expect(try bench.lay(write5) == ["6300"])
    }

    @Test func flipOfAWrite() throws {
        let bench = try Bench([tag([RackFault(.write(1), .flip)])])
        #expect(try bench.lay(write5) == ["9000"])
        let stored = try #require(UInt32(page(bench, 5), radix: 16))
        #expect((stored ^ 0xAABB_CCDD).nonzeroBitCount == 1)
    }

    @Test func flipOfARead() throws {
        let bench = try Bench([tag([RackFault(.exchange(1), .flip)])])
        let answers = try bench.lay("FFB0000010", "FFB0000010")
        let (first, second) = (try #require([UInt8](hex: answers[0])), try #require([UInt8](hex: answers[1])))
        #expect(zip(first, second).map { ($0 ^ $1).nonzeroBitCount }.reduce(0, +) == 1)
        #expect(first.suffix(2) == [0x90, 0x00])
    }

    /// A command that a reader passes: whichever bit is turned over, its caller does not hear what the tag said.
    @Test(arguments: [
        (VirtualReaderModel.acr122u, PassThrough.inCommunicateThru), (.utrust, .identiv), (.springcard, .springCard),
    ])
    func flipOfWhatIsPassed(model: VirtualReaderModel, way: PassThrough) throws {
        let command = try #require(way.wrap(.getVersion)).hex
        for seed in 1...200 as ClosedRange<UInt64> {
            let bench = try Bench([tag([RackFault(.exchange(1), .flip)])], model: model, seed: seed)
            let answers = try bench.lay(command, command).map { try #require([UInt8](hex: $0)) }
            let said = answers.map { way.unwrap($0, expecting: Type2Command.getVersion.answerLength) }
            #expect(said[0] != said[1], "\(answers[0].hex)")
        }
    }

    @Test func torn() throws {
        let bench = try Bench([tag([RackFault(.write(1), .torn)])])
        let answers = try bench.lay(write5, read4, "reactivate", read4)
        #expect(answers[0...1] == ["6300", "6300"])
        #expect(answers[3].hasSuffix("9000"))
        #expect(page(bench, 5) != "AABBCCDD" && page(bench, 5) != "340300FE")
        #expect(page(bench, 4) == "0103A00C" && page(bench, 6) == "00000000")
    }

    /// Each bit of the page is drawn apart: over many seeds every bit is found old, new and erased, never anything else.
    @Test func tornBitByBit() throws {
        let (old, new): (UInt32, UInt32) = (0x3403_00FE, 0xAABB_CCDD)
        let either = old | new
        var (cleared, set, seen): (UInt32, UInt32, Set<UInt32>) = (0, 0, [])
        for seed in 1...200 as ClosedRange<UInt64> {
            let bench = try Bench([tag([RackFault(.write(1), .torn)])], seed: seed)
            #expect(try bench.lay(write5) == ["6300"])
            let torn = try #require(UInt32(page(bench, 5), radix: 16))
            let stray: UInt32 = torn & ~either
            #expect(stray == 0, "a bit that was neither is set")
            cleared |= either & ~torn
            set |= torn
            seen.insert(torn)
        }
        #expect(cleared == either)
        #expect(set == either)
        #expect(seen.count > 190)
    }

    /// A third of the bits each: old, new, erased.
    @Test func tearsAsLikelyAsNot() {
        var (kept, taken) = (0, 0)
        for seed in 0..<300 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let tear = Tear(random: &random)
            #expect(tear.kept & tear.taken == 0)
            kept += tear.kept.nonzeroBitCount
            taken += tear.taken.nonzeroBitCount
        }
        let third = 3000...3400
        #expect(third.contains(kept))
        #expect(third.contains(taken))
        let tear = Tear(kept: 0xFF00_0000, taken: 0x00FF_0000)
        let page: UInt32 = tear.page(old: 0x1234_5678, new: 0x9ABC_DEF0)
        #expect(page == 0x12BC_0000)
    }

    @Test func tornAndTakenAway() throws {
        let bench = try Bench([tag([RackFault(.write(1), .torn), RackFault(.write(1), .removeAfter)])])
        #expect(try bench.lay(write5) == ["tag removed"])
        #expect(page(bench, 5) != "AABBCCDD" && page(bench, 5) != "340300FE")
    }

    /// Pages 2, 3 and the dynamic lock page are protected against tearing.
    @Test(arguments: ["FFD6000204 0000F0FF", "FFD6000304 E110120F", "FFD6002804 FF0F0000"])
    func oneWayPagesDoNotTear(_ command: String) throws {
        let bench = try Bench([tag([RackFault(.write(1), .torn)])])
        let before = bench.rack.tags[0].memory
        #expect(try bench.lay(command) == ["6300"])
        #expect(bench.rack.tags[0].memory == before)
    }

    @Test func status() throws {
        let bench = try Bench([tag([RackFault(.every(2), .status(0x6F00))])])
        #expect(
            try bench.lay(write5, write6, read4, write6, write6).map { $0.suffix(4) } == [
                "9000", "6F00", "9000", "9000", "6F00",
            ])
        #expect(bench.rack.tags[0].log[1].frames.isEmpty)
        #expect(page(bench, 6) == "AABBCCDD")
    }

    @Test func short() throws {
        let bench = try Bench([tag([RackFault(.exchange(1), .short), RackFault(.exchange(2), .short)])])
        #expect(try bench.lay(read4, write5) == ["0103A00C340300FE9000", "malformed answer (1 bytes)"])
        #expect(page(bench, 5) == "AABBCCDD")
    }

    @Test func delay() throws {
        let slept = Mutex<[Duration]>([])
        let bench = try Bench([tag([RackFault(.exchange(2), .delay(milliseconds: 700))])]) { time in
            slept.withLock { $0.append(time) }
        }
        _ = try bench.lay(read4, read4, read4)
        #expect(slept.withLock { $0 } == [.milliseconds(700)])
    }

    /// A write that failed once is tried again on a tag that came back: `at` and `write` happen once, `page` always.
    @Test func pageFaultsAreForGood() throws {
        let bench = try Bench([
            tag([RackFault(.page(5), .status(0x6300)), RackFault(.exchange(3), .remove)])
        ])
        #expect(try bench.lay(write5, write6, write6) == ["6300", "9000", "tag removed"])
        #expect(try bench.lay(write6, write6, write6, write5) == ["9000", "9000", "9000", "6300"])
    }

    @Test func comesBackAfterTheOthers() throws {
        let bench = try Bench([
            tag([RackFault(.page(5), .remove)], again: 2, uid: "04000000000001"), tag([], uid: "04000000000002"),
            tag([RackFault(.exchange(1), .remove)], again: 0, uid: "04000000000003"),
        ])
        var uids: [String] = []
        for _ in 0..<5 {
            uids.append(try bench.lay(write5).joined())
            try bench.slot.waitForRemoval()
        }
        #expect(uids == ["tag removed", "9000", "tag removed", "tag removed", "tag removed"])
        #expect(bench.rack.tags.map(\.presentations) == [3, 1, 1])
        #expect(try bench.lay() == ["exhausted"])
        #expect(try bench.lay() == ["exhausted"])
    }

    @Test func ledAndBuzzerAreNoExchanges() throws {
        let bench = try Bench([tag([RackFault(.exchange(2), .status(0x6A81))])], model: .acr122u)
        let led = "FF0040D00401010100"
        #expect(try bench.lay(led, read4, led, "FF00520000", read4).last == "6A81")
        let tag = bench.rack.tags[0]
        #expect(tag.exchanges == 2)
        #expect(tag.writes == 0)
        #expect(tag.log.map(\.number) == [0, 1, 0, 0, 2])
    }

    @Test func faultsThatDidNotHappenAreNamed() throws {
        var many = tag([RackFault(.exchange(1), .torn), RackFault(.write(9), .remove), RackFault(.write(1), .noWrite)])
        many.count = 3
        let bench = try Bench([many])
        _ = try bench.lay(read4, write5)
        _ = try bench.lay(write5)
        let named = bench.rack.unreachedFaults
        #expect(
            named.map(\.description) == [
                "readers[0].tags[0].faults[0] (at 1: torn): its exchange never came on 1 tag; "
                    + "its exchange was no write on 1 tag",
                "readers[0].tags[0].faults[1] (write 9: remove): its exchange never came on 3 tags",
                "readers[0].tags[0].faults[2] (write 1: no-write): its exchange never came on 1 tag",
            ])
    }

    @Test func theSameSeedGivesTheSame() throws {
        func tear(_ seed: UInt64) throws -> [UInt8] {
            let bench = try Bench([tag([RackFault(.every(1), .torn)])], seed: seed)
            _ = try bench.lay(write5, "reactivate", write6)
            return bench.rack.tags[0].memory
        }
        #expect(try tear(7) == tear(7))
        #expect(try tear(7) != tear(8))
    }

    @Test(arguments: [
        "remove", "remove-after", "lost-ack", "no-write", "flip", "torn", "status:6F00", "short", "delay:250",
    ]) func names(_ name: String) { #expect(Fault(name)?.description == name) }

    @Test(arguments: [
        "", "Remove", "remove ", "status", "status:", "status:6F0", "status:6F000", "status:GGGG", "status:+6F0",
        "delay:",
        "delay:-1", "delay:60001", "delay:1.5", "delay:99999999999999999999", "delay:1:2", "short:1",
    ]) func badNames(_ name: String) { #expect(Fault(name) == nil) }
}
