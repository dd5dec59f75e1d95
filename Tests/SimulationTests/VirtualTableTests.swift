import Provisioning
import ReaderModels
import Tags
import Testing

@testable import Simulation

/// The table in the hands of its caller: the same tags, readers and faults as a rack's, and who sees what.
@Suite struct VirtualTableTests {
    private static let uid = "04E5C922325E80"

    private static func tag(_ uid: String = uid, _ faults: [RackFault] = []) throws -> VirtualTable.Tag {
        VirtualTable.Tag(chip: .ntag213, uid: try #require(UID(hex: uid)), faults: faults)
    }

    private static func reader(_ name: String, _ model: VirtualReaderModel = .part3, antenna: Int? = nil)
        -> VirtualTable.Reader
    { VirtualTable.Reader(name: name, model: model, antenna: antenna) }

    /// Answers in hex, errors by name; `reactivate` activates anew.
    private static func send(_ commands: [String], to table: VirtualTable, on reader: Int = 0) throws -> [String] {
        let requests = commands.map { [UInt8](hex: $0) }
        do throws(ChannelError) {
            return try table.withCard(on: reader) { channel in
                requests.map { request in
                    do throws(ChannelError) {
                        guard let request else {
                            try channel.reactivate()
                            return "activated"
                        }
                        return try channel.exchange(request).hex
                    } catch {
                        return error.description
                    }
                }
            }
        } catch {
            return [error.description]
        }
    }

    private static let everyWay = [
        "FFCA000000", "FFB0000010", "FFB0000004", "FFD6000404DEADBEEF", "FFB0000410", "FF00000004D4423004",
        "FF00000008D442A2050A0B0C0D", "FF0000000160", "FF000000023004", "FF00000006A20601020304", "FF00400F0401010100",
        "FFC20000028100", "FFC20001049502300400", "FFC2000104950260", "FFC20000028200", "FFEF0000023004",
        "FFFE0104023004", "FF00000004D44A0100", "FF00000004D442307F", "FFB0000010", "reactivate", "FFB0000010",
        "FFD6000704CAFEBABE", "FFD6000804CAFEBABE", "FFB0000410",
    ]

    /// Whatever is sent, with and without faults, a table answers as a rack does, and the tag is the same afterwards.
    @Test(arguments: VirtualReaderModel.allCases) func answersAsARack(_ model: VirtualReaderModel) throws {
        let faults: [[RackFault]] = [
            [], [RackFault(.every(2), .flip)], [RackFault(.exchange(2), .flip), RackFault(.exchange(4), .short)],
            [RackFault(.write(1), .torn)], [RackFault(.page(7), .lostAcknowledgement)],
            [RackFault(.write(2), .noWrite), RackFault(.exchange(3), .status(0x6A82))],
            [RackFault(.exchange(5), .remove)], [RackFault(.write(1), .removeAfter), RackFault(.write(1), .torn)],
            [RackFault(.exchange(1), .delay(milliseconds: 7))],
        ]
        for faults in faults {
            let bench = try Bench([RackTag(.ntag213, uid: UID(hex: Self.uid), faults: faults)], model: model)
            let table = VirtualTable(
                seed: 1, tags: [try Self.tag(Self.uid, faults)], readers: [Self.reader("A", model)])
            table.lay(0, on: 0)
            #expect(
                try Self.send(Self.everyWay, to: table)
                    == bench.lay(Self.everyWay[0]) + bench.send(Array(Self.everyWay.dropFirst())), "\(faults)")
            let (here, there) = (table.virtualTag(0), bench.rack.tags[0])
            #expect(here.memory == there.memory && here.latency == there.latency, "\(faults)")
        }
    }

    @Test func readersAndChipsAreWhatTheyAreCalled() {
        for model in VirtualReaderModel.allCases {
            let table = VirtualTable(seed: 1, tags: [], readers: [Self.reader("A", model)])
            #expect(table.infos.map(\.model.name) == [model.rawValue])
        }
        for chip in VirtualChip.allCases {
            let (facts, described) = (chip.facts, chip.describedTable)
            #expect(facts.pages.count == described.map.count && facts.table.version == described.version, "\(chip)")
            #expect(facts.table.lockBits == described.lockBits && facts.table.commands == described.commands)
        }
    }

    @Test func aReaderIsTakenForWhatItIsSaidToBe() {
        let unknown = ReaderModel.model(ofReaderNamed: "A")
        let reader = VirtualTable.Reader(name: "A", model: .acr1252u, recognizedAs: unknown)
        #expect(VirtualTable(seed: 1, tags: [], readers: [reader]).infos.map(\.model) == [unknown])
    }

    @Test func faultsThatDidNotHappenAreNamed() throws {
        let faults = [
            RackFault(.exchange(1), .torn), RackFault(.write(9), .remove), RackFault(.write(1), .noWrite),
            RackFault(.every(2), .delay(milliseconds: 1)),
        ]
        let table = VirtualTable(
            seed: 1, tags: [try Self.tag(Self.uid, faults), try Self.tag("04E5C922325E81", faults)],
            readers: [Self.reader("A")])
        let paths = ["readers[0].tags[0]", "readers[0].tags[0]"]
        #expect(table.unreachedFaults(paths: paths).map(\.tagsNeverReached) == [2, 2, 2, 2])
        table.lay(0, on: 0)
        _ = try Self.send(["FFB0000410", "FFD600050405060708", "FFD600060405060708"], to: table)
        #expect(
            table.unreachedFaults(paths: paths).map(\.description) == [
                "readers[0].tags[0].faults[0] (at 1: torn): its exchange never came on 1 tag; "
                    + "its exchange was no write on 1 tag",
                "readers[0].tags[0].faults[1] (write 9: remove): its exchange never came on 2 tags",
                "readers[0].tags[0].faults[2] (write 1: no-write): its exchange never came on 1 tag",
                "readers[0].tags[0].faults[3] (every 2: delay:1): its exchange never came on 1 tag",
            ])
    }

    @Test func aTagLiesInOnePlace() throws {
        let table = VirtualTable(
            seed: 1, tags: [try Self.tag(), try Self.tag("04E5C922325E81")],
            readers: [Self.reader("A"), Self.reader("B"), Self.reader("C", antenna: 1), Self.reader("D", antenna: 1)])
        func lying() -> [Int?] { (0..<4).map { table.tag(on: $0) } }
        #expect(lying() == [nil, nil, nil, nil])
        #expect(try Self.send(["FFCA000000"], to: table) == ["tag removed"])
        table.lay(0, on: 0)
        table.lay(1, on: 2)
        #expect(lying() == [0, nil, 1, 1])
        table.lay(0, on: 3)
        #expect(lying() == [nil, nil, 0, 0])
        #expect(try Self.send(["FFCA000000"], to: table, on: 2) == [Self.uid + "9000"])
        #expect(try Self.send(["FFCA000000"], to: table, on: 3) == [Self.uid + "9000"])
        table.lift(from: 2)
        #expect(lying() == [nil, nil, nil, nil])
        #expect(table.virtualTag(0).presentations == 2 && table.virtualTag(0).exchanges == 2)
    }

    /// A tag that a fault removed comes back when it is laid again, and is spared then.
    @Test func whatAFaultRemovedCanBeLaidAgain() throws {
        let table = VirtualTable(
            seed: 1, tags: [try Self.tag(Self.uid, [RackFault(.write(1), .removeAfter)])], readers: [Self.reader("A")])
        table.lay(0, on: 0)
        #expect(
            try Self.send(["FFD6000404DEADBEEF", "FFCA000000", "reactivate"], to: table)
                == ["tag removed", "tag removed", "tag removed"])
        #expect(table.tag(on: 0) == nil)
        #expect(Array(table.memory(of: 0)[16..<20]) == [0xDE, 0xAD, 0xBE, 0xEF])
        table.lay(0, on: 0)
        #expect(try Self.send(["FFD600040401020304", "FFB0000410"], to: table)[0] == "9000")
    }

    /// Another tag takes the place of the first, and the reader finds out at the next activation alone.
    @Test func aSwapIsSeenWhenTheTagIsActivatedAnew() throws {
        let other = "04E5C922325E81"
        let table = VirtualTable(
            seed: 1, tags: [try Self.tag(), try Self.tag(other)], readers: [Self.reader("A")])
        table.lay(0, on: 0)
        let answers: [String] = try table.withCard(on: 0) { channel in
            ["before", "swap", "anew", "after"].map { step in
                do throws(ChannelError) {
                    if step == "swap" { table.swap(1, on: 0) }
                    if step == "anew" { try channel.reactivate() }
                    return try channel.exchange([0xFF, 0xCA, 0, 0, 0]).hex
                } catch {
                    return error.code == .transmission ? "nothing" : error.description
                }
            }
        }
        #expect(answers == [Self.uid + "9000", "nothing", other + "9000", other + "9000"])
        #expect(table.tag(on: 0) == 1)
        #expect(try Self.send(["FFCA000000"], to: table) == [other + "9000"])
    }

    /// A bit of a page comes wrongly at the n-th frame that reads it, by whichever command, and then no more.
    @Test func aBitOfAPageIsReadWronglyOnce() throws {
        let scribe = Scribe()
        var tag = try Self.tag()
        // Page 5 is delivered as 34 03 00 FE.
        tag.misread = Misread(page: 5, bit: 17, time: 2)
        let table = VirtualTable(seed: 1, tags: [tag], readers: [Self.reader("A", .acr122u)], witness: scribe)
        table.lay(0, on: 0)
        let answers = try Self.send(
            ["FFB0000810", "FFB0000510", "FFB0000010", "FF00000005D4423A0407", "FFB0000510"], to: table)
        #expect(answers[1].hasPrefix("340300FE"))
        #expect(answers[3] == "D543000103A00C340302FE00000000000000009000")
        #expect(answers[4].hasPrefix("340300FE"))
        #expect(scribe.lines.filter { $0.contains("faulty") }.map { $0.prefix(8) } == ["3A0407 >"])
        #expect(scribe.suffered == [.flip])
        #expect(Array(table.memory(of: 0)[20..<24]).hex == "340300FE")
    }

    @Test(arguments: VirtualReaderModel.allCases) func aRandomUIDIsAnotherAtEveryActivation(model: VirtualReaderModel)
        throws
    {
        var tag = try Self.tag()
        tag.hasRandomUID = true
        let table = VirtualTable(seed: 1, tags: [tag], readers: [Self.reader("A", model)])
        table.lay(0, on: 0)
        let answers = try Self.send(
            ["FFCA000000", "FFCA000000", "reactivate", "FFCA000000", "FFB0000010"], to: table)
        for answer in [answers[0], answers[3]] { #expect(answer.count == 12 && answer.hasPrefix("08")) }
        #expect(answers[0] == answers[1] && answers[0] != answers[3])
        #expect(answers[4].hasPrefix("04E5C9"))
    }

    @Test func unpluggedIsLost() throws {
        let table = VirtualTable(seed: 1, tags: [try Self.tag()], readers: [Self.reader("A")])
        table.lay(0, on: 0)
        let answers: [String] = try table.withCard(on: 0) { channel in
            [true, false, true].map { isPlugged in
                table.plug(0, isPlugged)
                do throws(ChannelError) {
                    return try channel.exchange([0xFF, 0xCA, 0, 0, 0]).hex
                } catch {
                    return error.description
                }
            }
        }
        #expect(answers == [Self.uid + "9000", "reader lost", "reader lost"])
        #expect(try Self.send(["FFCA000000"], to: table) == [Self.uid + "9000"])
        table.plug(0, false)
        #expect(try Self.send(["FFCA000000"], to: table) == ["reader lost"])
        #expect(table.tag(on: 0) == 0)
        table.rename(0, to: "A 01 00")
        #expect(table.infos.map(\.name) == ["A 01 00"])
    }

    /// What a witness saw, a line each.
    private final class Scribe: TagWitness {
        var lines: [String] = []
        var suffered: [Fault] = []
        /// By reader and exchange.
        var faults: [[Int]: [Fault]] = [:]
        /// What else happens before this exchange of reader 0.
        var interlude: (number: Int, act: () -> Void)?

        func activated(tag: Int) { lines.append("activated \(tag)") }

        func willExchange(tag: Int, reader: Int, number: Int, isWrite: Bool) -> [Fault] {
            lines.append("reader \(reader) tag \(tag) exchange \(number)\(isWrite ? " write" : "")")
            if let interlude, interlude.number == number, reader == 0 { interlude.act() }
            return faults[[reader, number]] ?? []
        }

        func suffers(tag: Int, _ fault: Fault) { suffered.append(fault) }

        func received(
            tag: Int, frame: Span<UInt8>, answer: Span<UInt8>, isAccepted: Bool, isFaulty: Bool, memory: [UInt8]
        ) {
            let (frame, answer) = ([UInt8](bytesOf: frame).hex, [UInt8](bytesOf: answer).hex)
            lines.append(
                "\(frame) > \(answer) \(isAccepted)\(isFaulty ? " faulty" : ""), page 4 \(memory[16..<20].hex)")
        }
    }

    @Test func theWitnessSeesEveryFrame() throws {
        let scribe = Scribe()
        scribe.faults = [[0, 3]: [.noWrite], [0, 4]: [.torn], [0, 5]: [.flip], [0, 6]: [.lostAcknowledgement]]
        let table = VirtualTable(
            seed: 1, tags: [try Self.tag()], readers: [Self.reader("A", .acr122u)], witness: scribe)
        table.lay(0, on: 0)
        let answers = try Self.send(
            [
                "FFCA000000", "FFD6000404DEADBEEF", "FFD600040401020304", "FF00000003D44260", "FFB0000410",
                "FFD600040405060708", "FF00000004D44A0100", "FF00000005D4423A0404", "FFB00004FF",
            ], to: table)
        #expect(answers[2] == "9000" && answers[3] == "D543000004040201000F039000")
        #expect(answers[4] != "DEADBEEF340300FE00000000000000009000" && answers[5] == "6300")
        #expect(
            scribe.lines == [
                "activated 0", "reader 0 tag 0 exchange 1", "reader 0 tag 0 exchange 2 write",
                "A204DEADBEEF >  true, page 4 DEADBEEF", "reader 0 tag 0 exchange 3 write",
                "A20401020304 >  true faulty, page 4 DEADBEEF", "reader 0 tag 0 exchange 4",
                "60 > 0004040201000F03 true, page 4 DEADBEEF", "reader 0 tag 0 exchange 5",
                "3004 > DEADBEEF340300FE0000000000000000 true faulty, page 4 DEADBEEF",
                "reader 0 tag 0 exchange 6 write", "A20405060708 >  false faulty, page 4 05060708",
                "reader 0 tag 0 exchange 7", "activated 0", "reader 0 tag 0 exchange 8",
                "3A0404 > 05060708 true, page 4 05060708", "reader 0 tag 0 exchange 9",
            ])
    }

    /// In the middle of an exchange another reader works, the tag is lifted or another laid, the plug is pulled.
    @Test func theWitnessMayAct() throws {
        for (act, expected, other) in [
            ("other", "9000", "6300"), ("lift", "tag removed", ""), ("swap", "tag removed", ""),
            ("unplug", "reader lost", ""),
        ] {
            let scribe = Scribe()
            let table = VirtualTable(
                seed: 1, tags: [try Self.tag(), try Self.tag("04E5C922325E81")],
                readers: [Self.reader("A"), Self.reader("B")], witness: scribe)
            table.lay(0, on: 0)
            table.lay(1, on: 1)
            var others: [String] = []
            scribe.interlude = (
                2,
                {
                    switch act {
                    case "other":
                        others = (try? Self.send(["FFCA000000", "FFD600FF0400000000"], to: table, on: 1)) ?? []
                    case "lift": table.lift(from: 0)
                    case "swap": table.lay(1, on: 0)
                    default: table.plug(0, false)
                    }
                }
            )
            let answers = try Self.send(["FFCA000000", "FFD6000404DEADBEEF", "FFCA000000"], to: table)
            #expect(answers[1] == expected, "\(act)")
            #expect(answers[2] == (act == "other" ? Self.uid + "9000" : expected), "\(act)")
            #expect(table.memory(of: 0)[16] == (act == "other" ? 0xDE : 0x01), "\(act)")
            #expect(others == (other.isEmpty ? [] : ["04E5C922325E819000", other]), "\(act)")
        }
    }
}
