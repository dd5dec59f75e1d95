import Tags
import Testing

@testable import Simulation

/// What holds for every reader model. Each model's own commands and answers: `ReaderModelTests`, `SessionTests`.
@Suite struct ReaderSideTests {
    private static let tag = RackTag(.ntag213, uid: UID(hex: "04E5C922325E80"))

    /// UID, pages 0 to 3, a write and a read of it: what all readers do, with their own count of bytes a read.
    @Test(arguments: VirtualReaderModel.allCases) func thePartThreeCommands(_ model: VirtualReaderModel) throws {
        let bench = try Bench([Self.tag], model: model)
        let answers = try bench.lay(
            "FFCA000000", "FFB0000010", "FFD6000404DEADBEEF", "FFB0000410", "FFCA010000")
        let count = model == .utrust ? 4 : 16
        #expect(answers[0] == "04E5C922325E809000")
        #expect(answers[1] == "04E5C9A022325E80CE480000E1101200".prefix(2 * count) + "9000")
        #expect(answers[2] == "9000")
        #expect(answers[3] == "DEADBEEF340300FE0000000000000000".prefix(2 * count) + "9000")
        #expect(answers[4] == "6A81")
        #expect(bench.rack.tags[0].page(4) == [0xDE, 0xAD, 0xBE, 0xEF])
    }

    @Test(arguments: VirtualReaderModel.allCases) func asleepAfterARefusal(_ model: VirtualReaderModel) throws {
        let bench = try Bench([RackTag(.ntag213, pages: [2: Page(0, 0, 0x10, 0)])], model: model)
        let answers = try bench.lay(
            "FFD6000404DEADBEEF", "FFB0000010", "FFD6000504DEADBEEF", "reactivate", "FFB0000510", "FFD6000504DEADBEEF")
        #expect(answers[0...2].allSatisfy { $0.count == 4 && !$0.hasPrefix("9") })
        #expect(answers[3] == "activated")
        #expect(answers[4].hasPrefix("340300FE") && answers[4].hasSuffix("9000"))
        #expect(answers[5] == "9000")
        #expect(bench.rack.tags[0].page(4) == [0x01, 0x03, 0xA0, 0x0C])
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

    /// What a command is taken for, before it is carried out: faults and counts go by it.
    @Test(arguments: [
        (VirtualReaderModel.part3, "FFD6000404DEADBEEF", CommandKind.write(page: 4)),
        (.part3, "FFD6000410000102030405060708090A0B0C0D0E0F", .other),
        (.omnikey, "FFD6000410000102030405060708090A0B0C0D0E0F", .write(page: 4)),
        (.acr122u, "FF00000008D442A204DEADBEEF", .write(page: 4)),
        (.acr122u, "FF00000009D44001A204DEADBEEF", .write(page: 4)),
        (.acr122u, "FF00000004D44A0100", .other), (.acr122u, "FF00400F0401010100", .peripheral),
        (.acr122u, "FF0052FF00", .peripheral), (.acr122u, "FF00480000", .peripheral),
        (.acr1252u, "FF00000006A204DEADBEEF", .write(page: 4)), (.acr1252u, "FF0000000160", .other),
        (.acr1552u, "FF00000006A204DEADBEEF", .other),
        (.utrust, "FFEF000006A204DEADBEEF", .write(page: 4)), (.utrust, "FFCC0000029600", .peripheral),
        (.springcard, "FFFE010406A204DEADBEEF", .write(page: 4)), (.springcard, "FFFB0100", .peripheral),
        (.feitian, "FFD6000404DEADBEEF", .write(page: 4)), (.scl3711, "FFD6000404DEADBEEF", .write(page: 4)),
        (.rcs300, "FFC200010895 06A204DEADBEEF", .other),
    ]) func kinds(_ model: VirtualReaderModel, _ command: String, _ kind: CommandKind) throws {
        #expect(model.side(ReaderTraits()).kind(of: try #require([UInt8](hex: command))) == kind)
    }

    /// Every prefix and every one-byte change of a command is answered, in a session and outside.
    @Test(arguments: VirtualReaderModel.allCases) func takesAnyCommand(_ model: VirtualReaderModel) throws {
        for hex in [
            "FFCA000000", "FFB0000410", "FFD6000404DEADBEEF", "FF00000005D4423A0004", "FF00000009D44001A204DEADBEEF",
            "FF00000004D44A0100", "FF0040010401010100", "FF000000033A0004", "FFEF0000023004", "FFFE010402 3004",
            "FFC20000028100", "FFC20001075F460440420F00950130", "FFC20002048F02000300",
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
            for isInSession in [false, true] {
                var start = model.side(ReaderTraits())
                let field = try EmptyField()
                if isInSession { start.answer([0xFF, 0xC2, 0x00, 0x00, 0x02, 0x81, 0x00], field: field) }
                for variant in variants {
                    var side = start
                    _ = side.kind(of: variant)
                    _ = side.escape(variant)
                    #expect(side.answer(variant, field: field).count >= 2)
                }
            }
        }
    }

    /// No variant of any command writes where its kind does not say so: faults and tests go by the kind.
    @Test(arguments: VirtualReaderModel.allCases) func nothingWritesUnannounced(_ model: VirtualReaderModel) throws {
        for hex in [
            "FFD6000404DEADBEEF", "FFD6000410000102030405060708090A0B0C0D0E0F", "FF00000008D442A204DEADBEEF",
            "FF00000009D44001A204DEADBEEF", "FF00000006A204DEADBEEF", "FFEF000006A204DEADBEEF",
            "FFFE010406A204DEADBEEF",
            "FFC200010F5F460440420F009506A204DEADBEEF",
        ] {
            let command = try #require([UInt8](hex: hex))
            for index in command.indices {
                for value in UInt8.min...UInt8.max {
                    var changed = command
                    changed[index] = value
                    var side = model.side(ReaderTraits())
                    let empty = try EmptyField()
                    side.answer([0xFF, 0xC2, 0x00, 0x00, 0x02, 0x81, 0x00], field: empty)
                    if index % 2 == 0 { side = model.side(ReaderTraits()) }
                    let kind = side.kind(of: changed)
                    let field = try ListeningField()
                    side.answer(changed, field: field)
                    let written = field.frames.first { $0.first == 0xA2 || $0.first == 0xA0 && $0.count == 2 }
                    if let written, written.count >= 2 { #expect(kind == .write(page: Int(written[1]))) }
                }
            }
        }
    }
}

/// No tag at all.
final class EmptyField: TagField {
    let uid: UID

    init() throws { uid = try #require(UID([1, 2, 3, 4, 5, 6, 7])) }

    func send(_ frame: Span<UInt8>, into answer: inout [UInt8]) -> TagAnswer { .silence }

    func turn(on isOn: Bool) {}

    func select() -> Bool { false }
}

/// A tag that acknowledges everything.
private final class ListeningField: TagField {
    private(set) var frames: [[UInt8]] = []

    let uid: UID

    init() throws { uid = try #require(UID([1, 2, 3, 4, 5, 6, 7])) }

    func send(_ frame: Span<UInt8>, into answer: inout [UInt8]) -> TagAnswer {
        frames.append(frame.indices.map { frame[$0] })
        return .acknowledge
    }

    func turn(on isOn: Bool) {}

    func select() -> Bool { true }
}

extension ModelSide {
    @discardableResult
    fileprivate mutating func answer(_ command: [UInt8], field: some TagField) -> [UInt8] {
        var answer: [UInt8] = []
        self.answer(command, into: &answer, field: field)
        return answer
    }
}
