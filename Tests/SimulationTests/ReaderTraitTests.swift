import Provisioning
import Synchronization
import Tags
import Testing

@testable import Simulation

/// What wakes a tag on one reader, what it is told beside its tags, and how long it takes.
@Suite struct ReaderTraitTests {
    private static let tag = RackTag(.ntag213, count: 2, uid: UID(hex: "04E5C922325E80"))
    private let refused = "FFB0002D10"
    private let read = "FFB0000004"
    private let list = "FF00000004D44A0100"
    private let header = "04E5C9A09000"

    @Test func aNewConnectionWakes() throws {
        let bench = try Bench([Self.tag], model: .acr122u)
        #expect(try bench.lay(refused, read, "reactivate", read) == ["6300", "6300", "activated", header])
    }

    /// InListPassiveTarget wakes by default too.
    @Test(arguments: [ReaderTraits.Waking.reconnect, .list]) func listWakes(_ waking: ReaderTraits.Waking) throws {
        let bench = try Bench([Self.tag], model: .acr122u, traits: ReaderTraits(wakes: waking))
        let answers = try bench.lay(refused, list, read, refused, "FF00000003D45401", read)
        #expect(answers == ["6300", "D54B01010044000704E5C922325E809000", header, "6300", "D555009000", header])
    }

    @Test func onlyListWakes() throws {
        let bench = try Bench([Self.tag], model: .acr122u, traits: ReaderTraits(wakes: .list))
        #expect(
            try bench.lay(refused, "reactivate", read, list, read).dropFirst(2) == [
                "6300", "D54B01010044000704E5C922325E809000", header,
            ])
        // Between connections the field stays too.
        _ = try bench.send([refused])
        #expect(try bench.send([read]) == ["6300"])
    }

    @Test(arguments: VirtualReaderModel.allCases) func onlyLiftingWakes(_ model: VirtualReaderModel) throws {
        let bench = try Bench([Self.tag], model: model, traits: ReaderTraits(wakes: .lift))
        let read = "FFB0000010"
        #expect(try bench.lay(read)[0].hasSuffix("9000"))
        let asleep = try bench.send([refused, "reactivate", read, list, read])
        #expect(!asleep[2].hasSuffix("9000") && !asleep[4].hasSuffix("9000"))
        if model == .acr122u { #expect(asleep[3] == "D54B009000") }
        #expect(try bench.lay(read)[0].hasPrefix("04E5C9"))
    }

    /// The field off and on by the PN532: the tag needs to be listed behind it, and its configuration acts.
    @Test func theFieldOfThePN532() throws {
        let bench = try Bench([Self.tag], model: .acr122u, traits: ReaderTraits(wakes: .list))
        let answers = try bench.lay(
            "FFD6002904040000 00", read, "FF00000004D4320100", read, list, "FF00000004D4320101", read, list, read)
        #expect(answers[0...1] == ["9000", header])
        #expect(answers[3...4] == ["6300", "D54B009000"])
        // AUTH0 is 0, and protects writing alone.
        #expect(answers[6...8] == ["6300", "D54B01010044000704E5C922325E809000", header])
        #expect(try bench.send(["FFD6000404DEADBEEF"]) == ["6300"])
    }

    /// A selection alone does not make the configuration act: the field was on.
    @Test func aSelectionIsNoPowerOn() throws {
        let bench = try Bench([Self.tag], model: .acr122u)
        let answers = try bench.lay(
            "FFD600290404000000", list, "FFD6000404DEADBEEF", "reactivate", "FFD6000504DEADBEEF")
        #expect([answers[2], answers[4]] == ["9000", "6300"])
    }

    @Test func peripheralsAreNoExchanges() throws {
        let bench = try Bench([Self.tag], model: .acr122u)
        _ = try bench.lay("FF00400F0401010103", "FFCA000000", "FF0052FF00")
        #expect(bench.rack.tags[0].exchanges == 1)
        #expect(bench.rack.tags[0].log.map(\.number) == [0, 1, 0])
        #expect(bench.rack.peripherals(of: Bench.name).map(\.command.hex) == ["FF00400F0401010103", "FF0052FF00"])
        #expect(bench.rack.peripherals(of: "none").isEmpty)
    }

    /// SCardControl needs no tag.
    @Test(arguments: [
        (VirtualReaderModel.acr122u, "FF00400F0401010103", "9003"), (.acr122u, "FFCA000000", "refused"),
        (.acr1252u, "E00000280105", "E10000000105"), (.acr1552u, "E000002300", "E1000000018B"),
        (.acr1252u, "E0000028", "refused"), (.part3, "FF00400F0401010103", "refused"),
        (.omnikey, "E00000280105", "refused"),
    ]) func escapes(_ model: VirtualReaderModel, _ command: String, _ answer: String) throws {
        let bench = try Bench([], model: model)
        let bytes = try #require([UInt8](hex: command))
        #expect(bench.rack.virtualReaders[0].escape(bytes)?.hex ?? "refused" == answer)
        #expect(bench.rack.peripherals(of: Bench.name).map(\.isEscape) == (answer == "refused" ? [] : [true]))
    }

    // MARK: Latency

    /// Air: READ 368 + 180 + 1548 us, WRITE 708 + 180 + 4000 + 57, a refusal 368 + 180 + 57; FAST_READ of 4 pages
    /// 453 + 180 + 18 * 85 + 18; GET UID none.
    @Test(arguments: [
        ("FFCA000000", 16_000), ("FFB0000010", 18_096), ("FFD6000404DEADBEEF", 20_945), ("FFB0002D10", 16_605),
        ("FF00000005D4423A0003", 18_181), ("FF00400F0401010100", 216_000),
    ]) func latencyOfAnACR122U(_ command: String, _ microseconds: Int) throws {
        let slept = Mutex<[Duration]>([])
        let bench = try Bench([Self.tag], model: .acr122u, latency: .real) { time in slept.withLock { $0.append(time) }
        }
        _ = try bench.lay(command)
        #expect(slept.withLock { $0 } == [.microseconds(microseconds)])
        #expect(bench.rack.tags[0].log.map(\.latency) == [.microseconds(microseconds)])
        #expect(bench.rack.tags[0].latency == .microseconds(microseconds))
    }

    /// Public time stamps: a page written in 18 to 25 ms.
    @Test func writesOfAnACR122UAreAsMeasured() throws {
        let bench = try Bench([Self.tag], model: .acr122u, latency: .real)
        _ = try bench.lay("FFD6000404DEADBEEF")
        #expect((.milliseconds(18)...(.milliseconds(25))).contains(bench.rack.tags[0].latency))
    }

    @Test(arguments: VirtualReaderModel.allCases) func everyModelTakesTime(_ model: VirtualReaderModel) throws {
        let real = try Bench([Self.tag], model: model, latency: .real)
        _ = try real.lay("FFCA000000", "FFB0000010", "FFD6000404DEADBEEF")
        let log = real.rack.tags[0].log
        #expect(log.allSatisfy { (.milliseconds(4)...(.milliseconds(30))).contains($0.latency) })
        #expect(log.reduce(.zero) { $0 + $1.latency } == real.rack.tags[0].latency)
        let none = try Bench([Self.tag], model: model)
        _ = try none.lay("FFCA000000")
        #expect(none.rack.tags[0].latency == .zero)
    }

    @Test func silenceTakesItsTimeOut() throws {
        let bench = try Bench([Self.tag], model: .part3, latency: .real)
        _ = try bench.lay("FFB0002D10", "FFB0000010", "FFD6000404DEADBEEF")
        #expect(bench.rack.tags[0].log.dropFirst().map(\.latency) == [.microseconds(15_368), .microseconds(20_708)])
    }

    @Test func delaysCountToo() throws {
        let tag = RackTag(.ntag213, faults: [RackFault(.exchange(1), .delay(milliseconds: 70))])
        let bench = try Bench([tag], model: .part3)
        _ = try bench.lay("FFCA000000")
        #expect(bench.rack.tags[0].latency == .milliseconds(70))
    }
}
