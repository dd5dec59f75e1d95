import Tags
import Testing

@testable import Simulation

/// Commands and answers of each reader model without sessions, on one NTAG213 as delivered with UID 04E5C922325E80.
@Suite struct ReaderModelTests {
    private static let header = "04E5C9A022325E80CE480000E1101200"
    private static let next = "0103A00C340300FE0000000000000000"
    private static let tag = RackTag(.ntag213, uid: UID(hex: "04E5C922325E80"))

    private func answer(_ command: String, _ model: VirtualReaderModel, _ traits: ReaderTraits = ReaderTraits()) throws
        -> [String]
    {
        try Bench([Self.tag], model: model, traits: traits).lay(command)
    }

    @Test(arguments: [
        ("FFCA000000", "04E5C922325E809000"), ("FFCA000007", "04E5C922325E809000"), ("FFCA000004", "6C07"),
        ("FFCA010000", "6A81"), ("FFCA0000", "6700"), ("FFB0000010", header + "9000"), ("FFB0000004", "6C10"),
        ("FFB0000000", "6C10"), ("FFB00000", "6700"), ("FFB0010010", "6B00"), ("FFB0002D10", "6300"),
        ("FFD6000404DEADBEEF", "9000"), ("FFD6000410000102030405060708090A0B0C0D0E0F", "6700"),
        ("FFD6000403DEADBE", "6700"), ("FFD60004", "6700"), ("FFD600040401", "6700"), ("FFD6000004DEADBEEF", "6300"),
        ("FF00000003D44260", "6D00"), ("FF0040000401010100", "6D00"), ("FFC20000028100", "6D00"),
        ("00A4040000", "6E00"),
        ("FFEF0000023004", "6D00"), ("60", "6700"), ("FF00", "6700"),
    ]) func part3(_ command: String, _ expected: String) throws {
        #expect(try answer(command, .part3) == [expected])
    }

    @Test(arguments: [
        ("FFCA000000", "04E5C922325E809000"), ("FFB0000010", header + "9000"), ("FFB0000004", "04E5C9A09000"),
        ("FFB000000C", "04E5C9A022325E80CE4800009000"), ("FFB0000011", "6700"), ("FFB0000000", "6700"),
        ("FFB0002D10", "6300"), ("FFD6000404DEADBEEF", "9000"), ("FFD6000405DEADBEEF00", "6700"),
        // GET_VERSION, FAST_READ, READ past the end (refused: 02), a frame that the tag does not know.
        ("FF00000003D44260", "D543000004040201000F039000"),
        ("FF00000005D4423A0004", "D54300" + header + "0103A00C9000"),
        ("FF00000005D4423A0004 00", "D54300" + header + "0103A00C9000"),
        ("FF00000004D442302D", "D543029000"), ("FF00000004D44230", "6700"), ("FF00000003D44230", "D543019000"),
        // WRITE through InCommunicateThru: the same answer whether the tag took it or not.
        ("FF00000008D442A204DEADBEEF", "D543029000"), ("FF00000008D442A200DEADBEEF", "D543029000"),
        ("FF00000009D44001A204DEADBEEF", "D541009000"), ("FF00000009D44001A200DEADBEEF", "D541019000"),
        ("FF00000005D440013000", "D54100" + header + "9000"), ("FF00000004D4400160", "D541149000"),
        ("FF00000007D4421BFFFFFFFF", "D5430000009000"), ("FF00000008D440011BFFFFFFFF", "D541019000"),
        // InListPassiveTarget, InSelect, the field.
        ("FF00000004D44A0100", "D54B01010044000704E5C922325E809000"),
        ("FF00000004D44A0100 00", "D54B01010044000704E5C922325E809000"),
        ("FF00000003D45401", "D555009000"), ("FF00000004D4320100", "D5339000"), ("FF00000004D4320101", "D5339000"),
        ("FF00000004D432", "6700"), ("FF00000003D44A01", "6300"), ("FF0000000160", "6300"),
        // LED: only what the mask names changes. Buzzer, firmware, polling, time-out.
        ("FF00400F0401010100", "9003"), ("FF00400E0401010100", "9002"), ("FF0040030401010100", "9000"),
        ("FF00400104010101", "6700"), ("FF0052FF00", "9000"), ("FF00480000", "41435231323255323037"),
        ("FF00500000", "90FF"), ("FF00510B00", "900B"), ("FF00410100", "9000"), ("FFC20000028100", "6D00"),
    ]) func acr122u(_ command: String, _ expected: String) throws {
        #expect(try answer(command, .acr122u) == [expected])
    }

    /// ACM1252U-Y3 and ACR1255U-J1 manuals, and traces of ACR1252U and ACR1281U-C1.
    @Test(arguments: [
        ("FFCA000000", "04E5C922325E809000"), ("FFB0000010", header + "9000"), ("FFB0000004", "04E5C9A09000"),
        ("FFB000000C", "04E5C9A022325E80CE4800009000"), ("FFB0000005", "6300"), ("FFB0000014", "6300"),
        ("FFB0000000", "6300"), ("FFB0002D10", "6300"), ("FFD6000404DEADBEEF", "9000"), ("FFD6000403DEADBE", "6300"),
        ("FFD6000004DEADBEEF", "6300"),
        // No D5 43, no CRC; with or without Le.
        ("FF0000000160", "0004040201000F039000"), ("FF0000000160 00", "0004040201000F039000"),
        ("FF000000051BFFFFFFFF", "00009000"), ("FF000000033A0404", "0103A00C9000"),
        ("FF000000023000", header + "9000"), ("FF0000000239 02", "6300"),
        // A 00 that was meant as Le is part of the frame; WRITE is done and called a failure; D4 42 is no command of a tag.
        ("FF000000026000", "6300"), ("FF00000006A204DEADBEEF", "6300"), ("FF00000003D44260", "6300"),
        ("FF0000000230 2D", "6300"), ("FFEF0000023004", "6300"), ("FF00480000", "6300"), ("FF00400F0401010100", "9003"),
        ("60", "6300"),
    ]) func acr1252u(_ command: String, _ expected: String) throws {
        #expect(try answer(command, .acr1252u) == [expected])
    }

    @Test func acr1252uWritesAndCallsItAFailure() throws {
        let bench = try Bench([Self.tag], model: .acr1252u)
        // The tag is awake behind its acknowledgement, and asleep behind D4 42, which it refuses.
        let answers = try bench.lay(
            "FF00000006A204DEADBEEF", "FFB0000404", "FF00000008D442A20401020304", "FFB0000404", "reactivate",
            "FFB0000404")
        #expect(answers == ["6300", "DEADBEEF9000", "6300", "6300", "activated", "DEADBEEF9000"])
        #expect(bench.rack.tags[0].writes == 1)
    }

    @Test(arguments: [
        ("FFB0000010", header + "9000", false), ("FFD6000404DEADBEEF", "9000", false),
        ("FF0000000160", "6300", false), ("FF0000000160", "0004040201000F039000", true),
        ("FF000000026000", "0004040201000F039000", true), ("FF00000006A204DEADBEEF", "6300", true),
    ]) func acr1552u(_ command: String, _ expected: String, takesDirect: Bool) throws {
        #expect(try answer(command, .acr1552u, ReaderTraits(takesDirect: takesDirect)) == [expected])
    }

    @Test(arguments: [
        ("FFCA000000", "04E5C922325E809000"), ("FFCA010000", "6A81"), ("FFB0000010", "04E5C9A09000"),
        ("FFB0000004", "04E5C9A09000"), ("FFB0000001", "04E5C9A09000"), ("FFB0002D10", "6300"),
        ("FFD6000404DEADBEEF", "9000"), ("FFD6000410000102030405060708090A0B0C0D0E0F", "6700"),
        ("FFEF0000023000", header + "9000"), ("FFEF00000160", "0004040201000F039000"),
        ("FFEF0000033A0404", "0103A00C9000"), ("FFEF000006A204DEADBEEF", "0A9000"), ("FFEF0000023030", "009000"),
        ("FFEF0000026000", "6400"), ("FFEF0100023000", "6B00"), ("FFEF0000", "6700"), ("FFFE0000023000", "6A81"),
        ("FFFD04010223 00", "6A81"), ("FFCC0000029600", "9000"), ("FFCC000002AC01", "9000"),
        ("FF0000000160", "6D00"), ("FFC20000028100", "6D00"),
    ]) func utrust(_ command: String, _ expected: String) throws {
        #expect(try answer(command, .utrust) == [expected])
    }

    @Test(arguments: [
        ("FFCA000000", "04E5C922325E809000"), ("FFCA00000A", "04E5C922325E806282"), ("FFCA000004", "6C07"),
        ("FFB0000010", header + "9000"), ("FFB0000004", "6C10"), ("FFB0000000", "6C10"), ("FFB0002D10", "6300"),
        ("FFD6000404DEADBEEF", "9000"), ("FFD6000403DEADBE", "6700"), ("FF0000000160", "6D00"),
    ]) func scl3711(_ command: String, _ expected: String) throws {
        #expect(try answer(command, .scl3711) == [expected])
    }

    @Test(arguments: [
        ("FFCA000000", "04E5C922325E809000"), ("FFB0000010", header + "9000"), ("FFB0000004", "6C10"),
        ("FFB0002D10", "6581"), ("FFD6000404DEADBEEF", "9000"), ("FFD6000004DEADBEEF", "6581"),
        ("FFD6000410000102030405060708090A0B0C0D0E0F", "9000"), ("FF680000", "6D00"), ("FF0000000160", "6D00"),
        ("FFC20000028100", "6D00"),
    ]) func omnikey(_ command: String, _ expected: String) throws {
        #expect(try answer(command, .omnikey) == [expected])
    }

    @Test func omnikeyStoresFourOfSixteen() throws {
        let bench = try Bench([Self.tag], model: .omnikey)
        #expect(
            try bench.lay("FFD6000610000102030405060708090A0B0C0D0E0F", "FFB0000610") == [
                "9000", "00010203" + String(repeating: "0", count: 24) + "9000",
            ])
        #expect(bench.rack.tags[0].writes == 1)
        #expect(bench.rack.tags[0].pageWrites.map(\.page) == [6])
    }

    /// Silence has another word than a refusal.
    @Test func omnikeySilence() throws {
        let bench = try Bench([Self.tag], model: .omnikey)
        #expect(try bench.lay("FFB0002D10", "FFB0000010", "FFD6000404DEADBEEF") == ["6581", "6400", "6400"])
    }

    /// OMNIKEY 5426 G2: the reader's limit, not the tag's, which stays awake.
    @Test func omnikeyWithSixteenPages() throws {
        let bench = try Bench([Self.tag], model: .omnikey, traits: ReaderTraits(lastPage: 15))
        let answers = try bench.lay("FFB0000F10", "FFB0001010", "FFD6001004DEADBEEF", "FFB0000010")
        #expect(answers[0].hasSuffix("9000"))
        #expect(answers[1...] == ["6A82", "6A82", Self.header + "9000"])
        #expect(bench.rack.tags[0].page(16) == [0, 0, 0, 0])
    }

    @Test(arguments: [
        ("FFCA000000", "04E5C922325E809000"), ("FFB0000010", header + "9000"), ("FFB0002D10", "6F02"),
        ("FFD6000404DEADBEEF", "9000"), ("FFFE01040160", "0004040201000F039000"),
        ("FFFE0104023000", header + "9000"), ("FFFE0108033A0404 00", "0103A00C9000"),
        ("FFFE010402302D", "6F02"), ("FFFE010402 6000", "6F01"), ("FFFE010806A204DEADBEEF", "6F02"),
        ("FFFE0204023000", "6B00"), ("FFFE0104", "6700"), ("FFFB0100", "9000"), ("FFFB0000", "9000"),
        ("FF0000000160", "6D00"),
    ]) func springcard(_ command: String, _ expected: String) throws {
        #expect(try answer(command, .springcard) == [expected])
    }

    @Test(arguments: [
        ("FFCA000000", "04E5C922325E809000"), ("FFB0000010", header + "9000"), ("FFB0000004", "04E5C9A09000"),
        ("FFD6000404DEADBEEF", "9000"), ("FF0000000160", "6D00"), ("FFC20000028100", "6D00"),
    ]) func feitian(_ command: String, _ expected: String) throws {
        #expect(try answer(command, .feitian) == [expected])
    }

    @Test(arguments: [
        ("FFCA000000", "04E5C922325E809000"), ("FFCA010000", "6A81"), ("FFB0000010", header + "9000"),
        ("FFD6000404DEADBEEF", "9000"), ("FF0000000160", "6A81"), ("FF00000003D44260", "6A81"),
    ]) func rcs300(_ command: String, _ expected: String) throws {
        #expect(try answer(command, .rcs300) == [expected])
    }

    /// A reader without its own way for the tag's commands still reads and writes.
    @Test(arguments: [
        (VirtualReaderModel.acr122u, "FF00000003D44260", "6A81"), (.acr1252u, "FF0000000160", "6300"),
        (.acr1552u, "FFC20000028100", "6300"), (.utrust, "FFEF00000160", "6D00"),
        (.springcard, "FFFE01040160", "6D00"), (.rcs300, "FFC20000028100", "6A81"),
    ]) func withoutPassThrough(_ model: VirtualReaderModel, _ command: String, _ refusal: String) throws {
        let bench = try Bench([Self.tag], model: model, traits: ReaderTraits(passesThrough: false))
        #expect(try bench.lay(command, "FFD6000404DEADBEEF") == [refusal, "9000"])
        #expect(bench.rack.tags[0].log.flatMap(\.frames).count == 1)
    }

    @Test(arguments: [VirtualReaderModel.utrust, .scl3711]) func bytesOfARead(_ model: VirtualReaderModel) throws {
        #expect(try answer("FFB0000410", model, ReaderTraits(readBytes: 16)) == [Self.next + "9000"])
        let four = try Bench([Self.tag], model: model, traits: ReaderTraits(readBytes: 4)).lay(
            "FFB0000410", "FFB0000404")
        #expect(four == [model == .utrust ? "0103A00C9000" : "6C04", "0103A00C9000"])
    }

    @Test(arguments: [VirtualReaderModel.acr122u]) func moreThanSixtyPagesDoNotFit(_ model: VirtualReaderModel) throws {
        let bench = try Bench([RackTag(.ntag216)], model: model)
        let answers = try bench.lay("FF00000005D4423A003B", "FF00000005D4423A003C")
        #expect(answers[0].count == 2 * (3 + 240 + 2))
        #expect(answers[1] == "D543089000")
    }

    /// 64 pages are 256 bytes, what a short Le of 00 asks for.
    @Test(arguments: [
        (VirtualReaderModel.acr1252u, "FF000000033A00", "6300"), (.utrust, "FFEF0000033A00", "6700"),
        (.springcard, "FFFE0108033A00", "6700"),
    ]) func moreThanSixtyFourPagesDoNotFit(_ model: VirtualReaderModel, _ command: String, _ refusal: String) throws {
        let answers = try Bench([RackTag(.ntag216)], model: model).lay(command + "3F", command + "40")
        #expect(answers[0].count == 2 * (256 + 2))
        #expect(answers[1] == refusal)
    }

    /// SECTOR_SELECT: the acknowledgement of its first frame looks like a failure wherever four bits do, and the second
    /// is answered with silence. The reads behind it are of the other sector all the same.
    @Test(arguments: [
        (VirtualReaderModel.acr122u, "FF00000004D442C2FF", "D543029000", "FF00000006D44201000000", "D543019000"),
        (.acr1252u, "FF00000002C2FF", "6300", "FF0000000401000000", "6300"),
        (.utrust, "FFEF000002C2FF", "0A9000", "FFEF00000401000000", "6400"),
        (.springcard, "FFFE010402C2FF", "6F02", "FFFE01040401000000", "6F01"),
    ]) func sectors(
        _ model: VirtualReaderModel, _ first: String, _ acknowledged: String, _ second: String, _ silence: String
    ) throws {
        let bench = try Bench([RackTag(.ntagI2C2K, pages: [256: Page(1, 2, 3, 4)])], model: model)
        let answers = try bench.lay(first, second, "FFB0000010")
        #expect(answers[0...1] == [acknowledged, silence])
        #expect(answers[2].hasPrefix("01020304"))
    }
}
