import Tags
import Testing

@testable import Simulation

/// The counters of Ultralight EV1, the tamper loop of NTAG213 TT, COMPATIBILITY_WRITE.
@Suite struct EvolutionOneTests {
    @Test(arguments: [VirtualChip.mf0ul11, .mf0ul21]) func counters(_ chip: VirtualChip) throws {
        var air = try Air(chip)
        #expect(try air.send("A5000100007F") == "ack", "the fourth byte does not count")
        #expect(try air.send("A50056341200") == "ack")
        #expect(try air.send("A50201000000") == "ack")
        #expect(try air.send("3900") == "573412")
        #expect(try air.send("3901") == "000000")
        #expect(try air.send("3902") == "010000")
        #expect(air.memory.counters == [0x12_3457, 0, 1])
        // Up to FFFFFF, and no further.
        #expect(try air.send("A502FEFFFF00") == "ack")
        #expect(try air.send("3902") == "FFFFFF")
        #expect(try air.send("A50200000000") == "ack")
        #expect(try air.send("A50201000000") == "nak 4")
        air.activate()
        #expect(try air.send("3902") == "FFFFFF")
        #expect(try air.send("A50300000000") == "nak 0")
        air.activate()
        #expect(try air.send("A500000000") == "-")
        for counter in ["00", "01", "02"] {
            air.activate()
            #expect(try air.send("3E\(counter)") == "BD")
        }
        air.activate()
        #expect(try air.send("3E03") == "nak 0")
    }

    /// Reading does not step them, and there is no mirror.
    @Test func readsAreNotCounted() throws {
        var air = try Air(.mf0ul21, pages: [37: "F4000CFF", 38: "18050000"])
        let stored = air.memory.bytes
        #expect(try air.send("3A000F") == Array(stored[..<64]).hex)
        #expect(try air.send("3902") == "000000")
    }

    /// AUTH0 22h with PROT: READ 20h goes on at page 0 behind 21h.
    @Test func rollOverUnderThePassword() throws {
        var air = try Air(.mf0ul21, pages: [37: "00000022", 38: "80050000", 32: "11223344", 33: "55667788"])
        #expect(try air.send("3020") == "11223344" + "55667788" + air.page(0) + air.page(1))
        #expect(try air.send("3022") == "nak 0")
        air.activate()
        #expect(try air.send("1BFFFFFFFF") == "0000")
        #expect(try air.send("3022").count == 32)
    }

    @Test(arguments: [(VirtualChip.ntag210, 16), (.ntag212, 37)])
    func mirrorOfTheUIDAlone(_ chip: VirtualChip, _ configuration: Int) throws {
        // Bits 7 and 6 are none of MIRROR_CONF.
        for cfg0 in ["140005FF", "540005FF", "940005FF", "D40005FF"] {
            var air = try Air(chip, uid: "04E5C922325E80", pages: [configuration: cfg0, configuration + 1: "10050000"])
            var expected = air.memory.bytes
            expected.replaceSubrange(21..<35, with: "04E5C922325E80".utf8)
            #expect(try air.send("3A000F") == Array(expected[..<64]).hex)
        }
        for cfg0 in ["140003FF", "540000FF", "140010FF"] where cfg0 != "140010FF" || chip == .ntag210 {
            var off = try Air(chip, pages: [configuration: cfg0, configuration + 1: "10050000"])
            #expect(try off.send("3A000F") == Array(off.memory.bytes[..<64]).hex, "\(cfg0)")
        }
    }

    /// The last pages at which a mirror still ends in the user pages (NTAG213F: UID 24h, counter 26h, both 22h; 216F: DEh,
    /// E0h, DCh).
    @Test(arguments: [
        (VirtualChip.ntag213F, 41, 0x40, 0x24), (.ntag213F, 41, 0x80, 0x26), (.ntag213F, 41, 0xC0, 0x22),
        (.ntag216F, 227, 0x40, 0xDE), (.ntag216F, 227, 0x80, 0xE0), (.ntag216F, 227, 0xC0, 0xDC),
    ]) func mirrorsThatFit(_ chip: VirtualChip, _ configuration: Int, _ kind: UInt8, _ last: UInt8) throws {
        for page in [last, last + 1] {
            // At byte 2 for the UID and the counter, at byte 0 for both.
            let place: UInt8 = kind == 0xC0 ? 0x00 : 0x20
            var air = try Air(
                chip, pages: [configuration: [kind | place, 0, page, 0xFF].hex, configuration + 1: "10050000"])
            let shown = try air.send("30" + [page].hex)
            let stored = try Air(chip).memory.bytes[4 * Int(page)..<4 * Int(page) + 4]
            #expect(shown.hasPrefix(Array(stored).hex) == (page > last))
        }
    }

    @Test func tamperLoop() throws {
        var off = try Air(.ntag213TT, pages: [45: "41424344"])
        #expect(try off.send("A400") == "3030303030")
        var on = try Air(.ntag213TT, pages: [41: "040200FF"])
        #expect(try on.send("A400") == "3030303043")
        #expect(try on.send("A400FF") == "-")
        on.activate()
        #expect(try on.send("A22D41424344") == "ack")
        #expect(on.page(45) == "41424344")
        // Bit 2 freezes the message, with the next activation.
        #expect(try on.send("A229040600FF") == "ack")
        #expect(try on.send("A22D45464748") == "ack")
        on.activate()
        #expect(try on.send("A22D00000000") == "nak 0")
        on.activate()
        #expect(try on.send("A22C00000000") == "ack")
    }

    @Test(arguments: [VirtualChip.ultralight, .ultralightC, .mf0ul11, .ntag203, .ntag213, .ntag216F, .mydMove, .mydNFC])
    func compatibilityWrite(_ chip: VirtualChip) throws {
        var air = try Air(chip)
        #expect(try air.send("A004") == "ack")
        #expect(try air.send("DEADBEEF000102030405060708090A0B") == "ack")
        #expect(air.page(4) == "DEADBEEF")
        #expect(
            air.session.event?.pageWrite
                == PageWrite(
                    address: PageAddress(page: 4), page: 4, data: [0xDE, 0xAD, 0xBE, 0xEF], isPermitted: true))
        #expect(try air.send("A004") == "ack")
        #expect(try air.send("DEADBEEF") == "-")
        air.activate()
        #expect(try air.send("A000") == "ack")
        #expect(try air.send(String(repeating: "00", count: 16)) == "nak 0")
        #expect(air.page(0) == "041122BF")
    }

    @Test func noCompatibilityWrite() throws {
        for chip in [VirtualChip.ntagI2C1K, .ntagI2C2K, .ntagI2CPlus1K, .ntagI2CPlus2K, .st25tn512, .st25tn01K] {
            var air = try Air(chip)
            #expect(try air.send("A004") == "nak 0")
        }
    }
}
