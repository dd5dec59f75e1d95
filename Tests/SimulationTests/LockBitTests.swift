import Tags
import Testing

@testable import Simulation

/// One-way bits: capability container, static and dynamic lock bytes, block-lock bits.
@Suite struct LockBitTests {
    @Test func containerTakesBitsAndKeepsThem() throws {
        var air = try Air(.ntag213, pages: [3: "FFFC0507"])
        #expect(try air.send("A203FF003980") == "ack")
        #expect(air.page(3) == "FFFC3D87")
        #expect(try air.send("A20300000000") == "ack")
        #expect(air.page(3) == "FFFC3D87")
    }

    @Test func staticLockBytesTakeBitsAlone() throws {
        var air = try Air(.ntag213)
        let before = air.page(2)
        #expect(try air.send("A202FFFF1000") == "ack")
        #expect(air.page(2) == before.prefix(4) + "1000")
        #expect(try air.send("A20200000000") == "ack")
        #expect(air.page(2) == before.prefix(4) + "1000")
        #expect(try air.send("A20400000000") == "nak 0")
    }

    @Test(arguments: [
        ("0800", 3...3), ("1000", 4...4), ("8000", 7...7), ("0001", 8...8), ("0080", 15...15), ("F0FF", 4...15),
    ]) func staticBitLocksItsPages(_ bytes: String, _ pages: ClosedRange<Int>) throws {
        var air = try Air(.ntag215, pages: [2: "0000\(bytes)"])
        for page in 3...16 {
            air.activate()
            let number = page < 16 ? "0" + String(page, radix: 16) : "10"
            #expect(try air.send("A2\(number)00000000") == (pages.contains(page) ? "nak 0" : "ack"))
        }
    }

    @Test(arguments: [
        ("0100", "0800", "0100"), ("0200", "F003", "0200"), ("0400", "00FC", "0400"),
        // The groups that are not frozen go on.
        ("0200", "F8FF", "0AFC"), ("0700", "F8FF", "0700"),
    ]) func blockLockFreezesItsGroup(_ before: String, _ written: String, _ after: String) throws {
        var air = try Air(.ntag216, pages: [2: "0000\(before)"])
        #expect(try air.send("A2020000\(written)") == "ack")
        #expect(air.page(2).hasSuffix(after))
    }

    @Test(arguments: [
        (VirtualChip.ntag213, 40, "010000", 16...17), (.ntag213, 40, "000800", 38...39),
        (.ntag213, 40, "FF0F00", 16...39),
        (.ntag215, 130, "010000", 16...31), (.ntag215, 130, "800000", 128...129), (.ntag215, 130, "FF0000", 16...129),
        (.ntag216, 226, "800000", 128...143), (.ntag216, 226, "002000", 224...225), (.ntag216, 226, "FF3F00", 16...225),
        (.mf0ul21, 36, "000200", 34...35), (.ntag212, 36, "FF0300", 16...35),
        (.ntag203, 40, "020000", 16...19), (.ntag203, 40, "800000", 36...39), (.ntag203, 40, "EE0000", 16...39),
    ]) func dynamicBitLocksItsPages(
        _ chip: VirtualChip, _ lockPage: Int, _ bytes: String, _ pages: ClosedRange<Int>
    ) throws {
        var air = try Air(chip)
        let write = "A2" + [UInt8(lockPage)].hex
        #expect(try air.send(write + bytes + "00") == "ack")
        #expect(air.page(lockPage).hasPrefix(bytes))
        for page in 4..<lockPage {
            air.activate()
            let answer = try air.send("A2" + [UInt8(page)].hex + "00000000")
            #expect(answer == (pages.contains(page) ? "nak 0" : "ack"), "page \(page)")
        }
        // Bits stay, and byte 3 belongs to the chip.
        air.activate()
        let before = air.page(lockPage)
        #expect(try air.send(write + "000000FF") == "ack")
        #expect(air.page(lockPage) == before)
    }

    @Test(arguments: [
        (VirtualChip.ntag213, "000001", "0F0000", "0C0001"), (.ntag213, "000020", "000F00", "000320"),
        (.ntag215, "000008", "FF0000", "3F0008"), (.ntag216, "000040", "FF3F00", "FF0F40"),
        (.ntag203, "010000", "EE0000", "E10000"), (.ntag203, "100000", "EE0000", "1E0000"),
    ]) func dynamicBlockLockFreezesItsGroup(
        _ chip: VirtualChip, _ before: String, _ written: String, _ after: String
    ) throws {
        let page = try #require(chip.table.dynamicLockPage)
        var air = try Air(chip, pages: [page: before + "00"])
        #expect(try air.send("A2" + [UInt8(page)].hex + written + "00") == "ack")
        #expect(air.page(page).hasPrefix(after))
    }

    @Test func momentOfLocking() throws {
        var now = try Air(.ntag213)
        #expect(try now.send("A20200001000") == "ack")
        #expect(try now.send("A20400000000") == "nak 0")
        // NTAG203: with the next REQA or WUPA.
        var later = try Air(.ntag203)
        #expect(try later.send("A20200001000") == "ack")
        #expect(try later.send("A20400000000") == "ack")
        later.activate()
        #expect(try later.send("A20400000000") == "nak 0")
    }

    @Test func lockedContainerRefuses() throws {
        var air = try Air(.ntag216, pages: [2: "00000F00"])
        #expect(try air.send("A203E1106D0F") == "nak 0")
        air.activate()
        #expect(try air.send("A20400000000") == "ack")
    }

    @Test func counterOfTheNTAG203() throws {
        var air = try Air(.ntag203)
        #expect(try air.send("A22934120000") == "ack")
        #expect(air.page(41) == "34120000")
        #expect(try air.send("A2290F000000") == "ack")
        #expect(air.page(41) == "43120000")
        #expect(try air.send("A22910000000") == "nak 0")
    }
}
