import Tags
import Testing

@testable import Simulation

/// Chips as delivered, against the published tables (last page, GET_VERSION, CC, pages 4 and 5, CFG0, CFG1).
@Suite struct ChipTests {
    struct Delivered: Sendable {
        let chip: VirtualChip
        let lastPage: Int
        let version: String
        let container: String
        let data: String
        /// Dynamic lock page and its content.
        let lock: (page: Int, text: String)?
        let cfg0: (page: Int, text: String)?
    }

    static let delivered: [Delivered] = [
        Delivered(
            chip: .ntag213, lastPage: 0x2C, version: "0004040201000F03", container: "E1101200",
            data: "0103A00C340300FE", lock: (40, "000000BD"), cfg0: (41, "040000FF")),
        Delivered(
            chip: .ntag215, lastPage: 0x86, version: "0004040201001103", container: "E1103E00",
            data: "0300FE0000000000", lock: (130, "000000BD"), cfg0: (131, "040000FF")),
        Delivered(
            chip: .ntag216, lastPage: 0xE6, version: "0004040201001303", container: "E1106D00",
            data: "0300FE0000000000", lock: (226, "000000BD"), cfg0: (227, "040000FF")),
        Delivered(
            chip: .ntag212, lastPage: 0x28, version: "0004040101000E03", container: "E1101000",
            data: "0103900A340300FE", lock: (36, "000000BD"), cfg0: (37, "040000FF")),
        Delivered(
            chip: .mf0ul11, lastPage: 0x13, version: "0004030101000B03", container: "00000000",
            data: "0000000000000000", lock: nil, cfg0: (16, "000000FF")),
        Delivered(
            chip: .mf0ul21, lastPage: 0x28, version: "0004030101000E03", container: "00000000",
            data: "0000000000000000", lock: (36, "00000000"), cfg0: (37, "000000FF")),
        Delivered(
            chip: .ntag203, lastPage: 0x29, version: "nak 0", container: "E1101200", data: "0103A010440300FE",
            lock: (40, "00000000"), cfg0: nil),
    ]

    @Test(arguments: delivered.indices) func asDelivered(_ index: Int) throws {
        let expected = Self.delivered[index]
        var air = try Air(expected.chip, uid: "04E5C92232 5E80")
        #expect(try air.send("60") == expected.version)
        air.activate()
        #expect(try air.send("3000") == "04E5C9A0" + "22325E80" + "CE480000" + expected.container)
        #expect(try air.send("3004").hasPrefix(expected.data))
        if let lock = expected.lock { #expect(air.page(lock.page) == lock.text) }
        if let cfg0 = expected.cfg0 { #expect(air.page(cfg0.page) == cfg0.text) }
        #expect(air.memory.bytes.count == 4 * (expected.lastPage + 1))
        let last = String(expected.lastPage, radix: 16, uppercase: true)
        let past = String(expected.lastPage + 1, radix: 16, uppercase: true)
        #expect(try air.send("30\(last)").count == 32)
        #expect(try air.send("30\(past)") == "nak 0")
    }

    @Test func passwordPagesReadAsZeros() throws {
        var air = try Air(.ntag216)
        #expect(try air.send("30E3") == "040000FF" + "00050000" + "00000000" + "00000000")
        #expect(air.page(229) == "FFFFFFFF")
    }

    @Test func readsRollOverAtTheEnd() throws {
        var air = try Air(.ntag213, uid: "04E5C922325E80")
        #expect(try air.send("302B") == "00000000" + "00000000" + "04E5C9A0" + "22325E80")
        // READ 28h and 2Ah tell NTAG203 from NTAG213 (data sheet of the NTAG203, page 19).
        var old = try Air(.ntag203, uid: "04E5C922325E80")
        #expect(try old.send("3028") == "00000000" + "00000000" + "04E5C9A0" + "22325E80")
        #expect(try old.send("3029") == "00000000" + "04E5C9A0" + "22325E80" + "CE480000")
        #expect(try old.send("302A") == "nak 0")
    }

    @Test(arguments: [
        ("3A0404", "0103A00C"), ("3A0004", "04112233445566"), ("3A2C2C", "00000000"), ("3A2C2D", "nak 0"),
        ("3A0504", "nak 0"), ("3AFFFF", "nak 0"), ("3A04", "-"), ("3A040404", "-"),
    ]) func fastRead(_ command: String, _ answer: String) throws {
        var air = try Air(.ntag213)
        let got = try air.send(command)
        if command == "3A0004" {
            #expect(got.count == 40 && got.hasPrefix("041122BF33445566"))
        } else {
            #expect(got == answer)
        }
    }

    @Test func ntag203KnowsNoFastRead() throws {
        var air = try Air(.ntag203)
        #expect(try air.send("3A0004") == "nak 0")
    }

    @Test(arguments: ["3030", "A2000000000 0", "A20100000000", "A2FF00000000", "30", "A204", "", "00", "FF00", "C2FF"])
    func silentAfterWhatItDoesNotExpect(_ command: String) throws {
        var air = try Air(.ntag213)
        let answer = try air.send(command.filter { $0 != " " })
        #expect(answer.hasPrefix("nak") || answer == "-")
        #expect(try air.send("3000") == "-")
        air.activate()
        #expect(try air.send("3000").count == 32)
    }

    @Test func halt() throws {
        var air = try Air(.ntag213)
        #expect(try air.send("5000") == "-")
        #expect(air.session.state == .halted)
        #expect(try air.send("60") == "-")
        air.activate()
        #expect(try air.send("60") == "0004040201000F03")
    }

    @Test func writes() throws {
        var air = try Air(.ntag215)
        #expect(try air.send("A204DEADBEEF") == "ack")
        #expect(try air.send("A281CAFE0000") == "ack")
        #expect(try air.send("3A0404") == "DEADBEEF")
        #expect(air.page(0x81) == "CAFE0000")
        #expect(try air.send("A28700000000") == "nak 0")
    }

    /// Any frame of up to three bytes, and every WRITE, is answered without a trap, on every chip.
    @Test(arguments: VirtualChip.allCases) func takesAnyFrame(_ chip: VirtualChip) throws {
        var air = try Air(chip)
        let size = air.memory.bytes.count
        for code in 0...255 {
            for operand in stride(from: 0, through: 255, by: 5) {
                for frame in [[code], [code, operand], [code, operand, 255 - operand]] {
                    air.activate()
                    _ = air.session.receive(frame.map { UInt8($0) }, memory: &air.memory)
                }
            }
            air.activate()
            _ = air.session.receive([0xA2, UInt8(code), 0xFF, 0xFF, 0xFF, 0xFF], memory: &air.memory)
            air.activate()
            _ = air.session.receive([0x30, UInt8(code)], memory: &air.memory)
        }
        // Second frames, of whatever length.
        for first: [UInt8] in [[0xA0, 4], [0xC2, 0xFF], [0x1A, 0]] {
            for count in 0...20 {
                for value in [UInt8(0), 1, 3, 0xAF, 0xFF] {
                    air.activate()
                    _ = air.session.receive(first, memory: &air.memory)
                    _ = air.session.receive([UInt8](repeating: value, count: count), memory: &air.memory)
                    _ = air.session.receive([0x30, 0], memory: &air.memory)
                }
            }
        }
        #expect(air.memory.bytes.count == size)
    }
}
