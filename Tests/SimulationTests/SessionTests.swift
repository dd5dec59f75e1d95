import Tags
import Testing

@testable import Simulation

/// The transparent session FF C2, on one NTAG213 as delivered with UID 04E5C922325E80.
@Suite struct SessionTests {
    private static let tag = RackTag(.ntag213, uid: UID(hex: "04E5C922325E80"))
    private static let models: [VirtualReaderModel] = [.acr1252u, .acr1552u, .rcs300]
    private let start = "FFC2000002810000"
    private let end = "FFC2000002820000"
    private let activate = "FFC20002048F02000300"
    private let received = "C00300900092010096020000"

    @Test(arguments: models) func aWholeSession(_ model: VirtualReaderModel) throws {
        let bench = try Bench([Self.tag], model: model)
        let answers = try bench.lay(
            start, activate, "FFC200010395016000", "FFC2000107900210009501 60 00", "FFC20001049502300000",
            "FFC20001059503 3A0404 00", end, "FFB0000010")
        #expect(
            answers == [
                "C0030090009000", "C0030090008F01009000", received + "97080004040201000F039000",
                received + "97080004040201000F039000", received + "971004E5C9A022325E80CE480000E11012009000",
                received + "97040103A00C9000", "C0030090009000", "04E5C9A022325E80CE480000E11012009000",
            ])
        #expect(bench.rack.tags[0].sessionsLeftOpen == 0)
    }

    @Test(arguments: models) func ordinaryCommandsAreRefusedMeanwhile(_ model: VirtualReaderModel) throws {
        let bench = try Bench([Self.tag], model: model, traits: ReaderTraits(takesDirect: model == .acr1552u))
        let answers = try bench.lay(
            start, "FFCA000000", "FFB0000010", "FFD6000404DEADBEEF", "FF0000000160", end, "FFD6000404DEADBEEF")
        #expect(answers == ["C0030090009000", "6A81", "6A81", "6A81", "6900", "C0030090009000", "9000"])
        #expect(bench.rack.tags[0].writes == 1)
    }

    /// The page is written either way; the timer's bytes are the least significant first.
    @Test(arguments: [
        ("9506A204DEADBEEF", "C0030164019000"),
        ("5F460440420F009506A204DEADBEEF", "C0030090009201049602000097010A9000"),
        ("5F4604A00F00009506A204DEADBEEF", "C0030090009201049602000097010A9000"),
        ("5F46049F0F00009506A204DEADBEEF", "C0030264019000"),
        ("5F4604000F42409506A204DEADBEEF", "C003016A809000"),
    ]) func writesNeedATimer(_ objects: String, _ expected: String) throws {
        let bench = try Bench([Self.tag], model: .acr1552u)
        let length = [UInt8(objects.count / 2)].hex
        #expect(try bench.lay(start, "FFC20001" + length + objects + "00", end)[1] == expected)
        let isTaken = !expected.contains("6A80")
        #expect(bench.rack.tags[0].page(4) == (isTaken ? [0xDE, 0xAD, 0xBE, 0xEF] : [0x01, 0x03, 0xA0, 0x0C]))
        #expect(bench.rack.tags[0].writes == 1)
    }

    @Test func aTimerStaysForTheSession() throws {
        let bench = try Bench([Self.tag], model: .acr1552u)
        let write = "FFC20001089506A204DEADBEEF00"
        let answers = try bench.lay(start, "FFC20000075F460440420F0000", write, end, start, write, end)
        #expect(answers[2].hasSuffix("97010A9000"))
        #expect(answers[5] == "C0030164019000")
    }

    /// Silence, refusal; the index is that of the object that failed.
    @Test(arguments: [
        ("950160", "C0030164019000"), ("90021000950160", "C0030264019000"), ("9502302D", "C0030164019000"),
        ("90020100950160", "C0030264019000"), ("90021000", "C0030090009000"), ("900110", "C0030167009000"),
        ("5F460140", "C0030167009000"), ("8100", "C003016A819000"), ("9300", "C003016A819000"),
        ("9502302D950230 00", "C0030164019000"),
    ]) func failures(_ objects: String, _ expected: String) throws {
        let objects = objects.filter { $0 != " " }
        let tag = RackTag(.ultralight, uid: UID(hex: "04E5C922325E80"))
        let bench = try Bench([tag], model: .acr1552u)
        let length = [UInt8(objects.count / 2)].hex
        #expect(try bench.lay(start, "FFC20001" + length + objects + "00", end)[1] == expected)
        #expect(bench.rack.tags[0].log.flatMap(\.frames).count <= 1)
    }

    /// An object under a P2 that it does not belong to, and an exchange without a session.
    @Test(arguments: [
        (VirtualReaderModel.acr1552u, "C003016A819000"), (.acr1252u, "C003016A819000"), (.rcs300, "6A81"),
    ]) func misplaced(_ model: VirtualReaderModel, _ refusal: String) throws {
        let bench = try Bench([Self.tag], model: model)
        let answers = try bench.lay("FFC200010395016000", start, "FFC200000395016000", end, end)
        #expect(answers == [refusal, "C0030090009000", refusal, "C0030090009000", refusal])
    }

    @Test(arguments: ["FFC2000081", "FFC20000018100", "FFC200000281", "FFC20000048100FF", "FFC20000", "FFC200000384"])
    func objectsThatDoNotEnd(_ command: String) throws {
        let answer = try Bench([Self.tag], model: .rcs300).lay(command)[0]
        #expect(answer == "6700")
    }

    @Test func objectsAreRead() throws {
        struct Object: Equatable {
            var tag: UInt16
            var value: [UInt8]
        }
        func objects(_ hex: String) -> [Object]? {
            guard let bytes = [UInt8](hex: hex), var objects = TransparentSession.Objects(bytes, 0..<bytes.count)
            else { return nil }
            var read: [Object] = []
            while let object = objects.next(bytes) {
                read.append(Object(tag: object.tag, value: Array(bytes[object.value])))
            }
            return read
        }
        let timer = Object(tag: 0x5F46, value: [1, 2])
        #expect(objects("5F460201028100") == [timer, Object(tag: 0x81, value: [])])
        #expect(objects("95810100") == [Object(tag: 0x95, value: [0])])
        #expect(objects("") == [])
        for hex in ["5F", "5F46", "5F86", "95", "9502", "950201", "9580", "95820001", "9581"] {
            #expect(objects(hex) == nil, "\(hex)")
        }
        // The frame is the first object 95's; flags of any object 90 count.
        let bytes = try #require([UInt8](hex: "95026000900200019502300490021000"))
        let found = try #require(TransparentSession.Objects(bytes, 0..<bytes.count))
        #expect(found.frame == 2..<4 && !found.isDisturbed)
        #expect(TransparentSession.Objects(Array(bytes[0..<4]) + [0x90, 2, 0x0F, 0], 0..<8)?.isDisturbed == true)
    }

    /// Field off and on, and activation: the way to wake a tag inside a session.
    @Test(arguments: models) func theField(_ model: VirtualReaderModel) throws {
        let bench = try Bench([Self.tag], model: model)
        let read = "FFC200010495023000 00"
        let answers = try bench.lay(
            start, "FFC20001049502302D00", read, "FFC2000002830000", "FFC2000002840000", read, activate, read,
            "FFC2000002830000", activate, end)
        #expect(answers[1...2] == ["C0030164019000", "C0030164019000"])
        #expect(answers[3...5] == ["C0030090009000", "C0030090009000", "C0030164019000"])
        #expect(answers[6] == "C0030090008F01009000")
        #expect(answers[7].hasPrefix(received))
        #expect(answers[9] == "C0030164019000")
    }

    @Test(arguments: [
        ("8F020203", "C003016A819000"), ("8F0100", "C0030167009000"), ("8F020002", "C0030090008F01009000"),
    ])
    func protocols(_ object: String, _ expected: String) throws {
        let length = [UInt8(object.count / 2)].hex
        #expect(try Bench([Self.tag], model: .acr1552u).lay(start, "FFC20002" + length + object + "00")[1] == expected)
    }

    /// 60 pages and their objects are 255 bytes; a length of 128 and more has a byte before it.
    @Test(arguments: models) func longAnswers(_ model: VirtualReaderModel) throws {
        let bench = try Bench([RackTag(.ntag216)], model: model)
        let answers = try bench.lay(start, "FFC200010595033A003B00", "FFC200010595033A003C00", end)
        #expect(answers[1].hasPrefix(received + "9781F0"))
        #expect(answers[1].count == 2 * (255 + 2))
        #expect(answers[2] == "6700")
    }

    @Test(arguments: models) func aSessionLeftOpenIsSeen(_ model: VirtualReaderModel) throws {
        let bench = try Bench([Self.tag], model: model)
        // A new connection ends it, and so does the end of the connection.
        #expect(try bench.lay(start, "reactivate", "FFCA000000")[2] == "04E5C922325E809000")
        #expect(bench.rack.tags[0].sessionsLeftOpen == 1)
        #expect(try bench.send([start]) == ["C0030090009000"])
        #expect(bench.rack.tags[0].sessionsLeftOpen == 2)
        #expect(try bench.send(["FFCA000000"]) == ["04E5C922325E809000"])
    }

    @Test func aSessionMayOutlastTheConnection() throws {
        let bench = try Bench([Self.tag], model: .acr1552u, traits: ReaderTraits(keepsSession: true))
        #expect(try bench.lay(start, "reactivate", "FFCA000000")[2] == "6A81")
        #expect(try bench.send(["FFCA000000", end, "FFCA000000"]).last == "04E5C922325E809000")
    }

    @Test func aTagThatLeftClosesNothing() throws {
        let bench = try Bench([RackTag(.ntag213, faults: [RackFault(.exchange(2), .remove)])], model: .acr1552u)
        #expect(try bench.lay(start, end)[1] == "tag removed")
        #expect(bench.rack.tags[0].sessionsLeftOpen == 0)
    }
}
