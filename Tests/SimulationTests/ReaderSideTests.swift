import Tags
import Testing

@testable import Simulation

/// Commands and answers of the reader models, on one NTAG213 as delivered with UID 04E5C922325E80.
@Suite struct ReaderSideTests {
    private static let header = "04E5C9A022325E80CE480000E1101200"
    private static let tag = RackTag(.ntag213, uid: UID(hex: "04E5C922325E80"))

    @Test(arguments: [
        ("FFCA000000", "04E5C922325E809000"), ("FFCA000007", "04E5C922325E809000"), ("FFCA000004", "6C07"),
        ("FFCA010000", "6A81"), ("FFCA0000", "6700"), ("FFB0000010", header + "9000"), ("FFB0000004", "6C10"),
        ("FFB0000000", "6C10"), ("FFB00000", "6700"), ("FFB0010010", "6B00"), ("FFB0002D10", "6300"),
        ("FFD6000404DEADBEEF", "9000"), ("FFD6000410000102030405060708090A0B0C0D0E0F", "6700"),
        ("FFD6000403DEADBE", "6700"), ("FFD60004", "6700"), ("FFD600040401", "6700"), ("FFD6000004DEADBEEF", "6300"),
        ("FF00000003D44260", "6D00"), ("FF0040000401010100", "6D00"), ("FFC20000028100", "6D00"),
        ("00A4040000", "6E00"),
        ("FFEF0000023004", "6D00"), ("60", "6700"), ("FF00", "6700"),
    ]) func part3(_ command: String, _ answer: String) throws {
        let bench = try Bench([Self.tag])
        #expect(try bench.lay(command) == [answer])
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
        ("FF00000004D432", "6700"), ("FF00000004D4320101", "6300"), ("FF0040010401010100", "9001"),
        ("FF0052FF00", "9000"), ("FF00480000", "41435231323255323037"), ("FF00500000", "90FF"),
        ("FFC20000028100", "6D00"),
    ]) func acr122u(_ command: String, _ answer: String) throws {
        let bench = try Bench([Self.tag], model: .acr122u)
        #expect(try bench.lay(command) == [answer])
    }

    @Test func moreThanSixtyPagesDoNotFit() throws {
        let bench = try Bench([RackTag(.ntag216)], model: .acr122u)
        let answers = try bench.lay("FF00000005D4423A003B", "FF00000005D4423A003C")
        #expect(answers[0].count == 2 * (3 + 240 + 2))
        #expect(answers[1] == "D543089000")
    }

    @Test(arguments: VirtualReaderModel.allCases) func asleepAfterARefusal(_ model: VirtualReaderModel) throws {
        let bench = try Bench([RackTag(.ntag213, pages: [2: Page(0, 0, 0x10, 0)])], model: model)
        let answers = try bench.lay(
            "FFD6000404DEADBEEF", "FFB0000010", "FFD6000504DEADBEEF", "reactivate", "FFB0000510", "FFD6000504DEADBEEF")
        #expect(answers[0...2] == ["6300", "6300", "6300"])
        #expect(answers[3] == "activated")
        #expect(answers[4].hasPrefix("340300FE") && answers[4].hasSuffix("9000"))
        #expect(answers[5] == "9000")
    }

    @Test func silenceIsATimeOut() throws {
        let bench = try Bench([Self.tag], model: .acr122u)
        let answers = try bench.lay("FF00000004D442302D", "FF00000003D44260", "FF00000004D4423000", "FFB0000010")
        #expect(answers == ["D543029000", "D543019000", "D543019000", "6300"])
    }

    @Test func answerToReset() {
        // TCK is the exclusive or of everything from T0 to the byte before it.
        #expect(storageCardATR.count == 20)
        #expect(storageCardATR.dropFirst().reduce(0, ^) == 0)
        #expect(storageCardATR.hex == "3B8F8001804F0CA0000003060300030000000068")
    }

    /// Every prefix and every one-byte change of a command is answered.
    @Test(arguments: VirtualReaderModel.allCases) func takesAnyCommand(_ model: VirtualReaderModel) throws {
        for hex in [
            "FFCA000000", "FFB0000410", "FFD6000404DEADBEEF", "FF00000005D4423A0004", "FF00000009D44001A204DEADBEEF",
            "FF0040010401010100",
        ] {
            let command = try #require([UInt8](hex: hex))
            var variants = (0...command.count).map { Array(command.prefix($0)) }
            for index in command.indices {
                for value in UInt8.min...UInt8.max {
                    var changed = command
                    changed[index] = value
                    variants.append(changed)
                }
            }
            for variant in variants {
                _ = model.side.kind(of: variant)
                #expect(model.side.answer(variant, uid: [1, 2, 3, 4, 5, 6, 7]) { _ in .silence }.count >= 2)
            }
        }
    }
}
