import Tags
import Testing

@testable import Simulation

/// NTAG I2C and plus: sectors, pages that are not there, the password of the plus, the registers.
@Suite struct SectorTests {
    @Test(arguments: [
        (VirtualChip.ntagI2C1K, [0, 3]), (.ntagI2C2K, [0, 1, 3]), (.ntagI2CPlus1K, [0, 3]),
        (.ntagI2CPlus2K, [0, 1, 3]),
    ]) func sectorsThatAreThere(_ chip: VirtualChip, _ sectors: [Int]) throws {
        for sector in 0...255 {
            var air = try Air(chip)
            #expect(try air.send("C2FF") == "ack")
            let answer = try air.send([UInt8(sector)].hex + "000000")
            #expect(answer == (sectors.contains(sector) ? "passive" : "nak 0"), "sector \(sector)")
            #expect(air.session.state == (sectors.contains(sector) ? .active : .idle))
        }
    }

    @Test(arguments: [
        (["C2FE"], "nak 0"), (["C2"], "-"), (["C2FF00"], "-"), (["C2FF", "01"], "-"), (["C2FF", "0100000000"], "-"),
        (["C2FF", "01000001"], "nak 0"), (["C2FF", "3000"], "-"),
        (["C2FF", "01000000", "C2FF", "00000000"], "passive"),
    ]) func framesOfSectorSelect(_ frames: [String], _ answer: String) throws {
        var air = try Air(.ntagI2C2K)
        var last = ""
        for frame in frames { last = try air.send(frame) }
        #expect(last == answer)
        if answer != "passive" { #expect(try air.send("3000") == "-", "back in IDLE") }
    }

    @Test func sectorIsLostWithTheActivation() throws {
        var air = try Air(.ntagI2C2K, pages: [256: "CAFE0000"])
        #expect(try air.send("C2FF") == "ack")
        #expect(try air.send("01000000") == "passive")
        #expect(try air.send("3000").hasPrefix("CAFE0000"))
        air.activate()
        #expect(try air.send("3000").hasPrefix("04112233"))
    }

    /// READ and FAST_READ in a sector, by the pages that exist there; others read as zeros behind one that does.
    @Test(arguments: [
        (VirtualChip.ntagI2C2K, 1, "3000", "256 257 258 259"), (.ntagI2C2K, 1, "30DF", "479 480 - -"),
        (.ntagI2C2K, 1, "30E1", "nak"), (.ntagI2C2K, 1, "30E8", "481 482 - -"), (.ntagI2C2K, 1, "30FF", "nak"),
        (.ntagI2C2K, 0, "30FE", "254 255 0 1"), (.ntagI2C2K, 3, "30F8", "483 484 - -"), (.ntagI2C2K, 3, "3000", "nak"),
        (.ntagI2C2K, 1, "3ADFE0", "479 480"), (.ntagI2C2K, 1, "3ADFE1", "nak"), (.ntagI2C1K, 3, "30F8", "229 230 - -"),
        (.ntagI2CPlus2K, 1, "3000", "236 237 238 239"), (.ntagI2CPlus2K, 1, "30FE", "490 491 236 237"),
        (.ntagI2CPlus2K, 1, "3AFEFF", "490 491"), (.ntagI2CPlus2K, 3, "30F8", "234 235 - -"),
        (.ntagI2CPlus2K, 3, "30F7", "nak"), (.ntagI2CPlus1K, 3, "3AF8F9", "234 235"),
        (.ntagI2CPlus1K, 3, "3AF8FA", "nak"),
        (.ntagI2CPlus1K, 0, "30E9", "233 - - 234"), (.ntagI2CPlus1K, 0, "30EB", "nak"),
    ]) func reads(_ chip: VirtualChip, _ sector: Int, _ command: String, _ answer: String) throws {
        var air = try Air(chip)
        for index in 4...chip.lastPage where !chip.table.secretPages.contains(index) && index != 227 {
            air.memory[page: index] = [UInt8(index >> 8), UInt8(index & 0xFF), 0x77, 0xFF]
        }
        air.activate()
        #expect(try air.send("C2FF") == "ack")
        #expect(try air.send("0\(sector)000000") == "passive")
        let expected =
            answer == "nak"
            ? "nak 0"
            : try answer.split(separator: " ").map { $0 == "-" ? "00000000" : air.page(try #require(Int($0))) }.joined()
        #expect(try air.send(command) == expected)
    }

    /// Page 0 takes the address on the I2C side and reads 04 as ever; page 1 takes nothing.
    @Test func addressByte() throws {
        var air = try Air(.ntagI2CPlus1K)
        #expect(try air.send("A200AA000000") == "ack")
        #expect(try air.send("A20056123456") == "ack")
        #expect(air.memory.addressByte == 0x56)
        #expect(air.page(0) == "04112233")
        #expect(try air.send("A20100000000") == "nak 0")
        #expect(air.page(1) == "44556600")
        air.activate()
        #expect(try air.send("A20012000000", fault: .torn(Tear(taken: .max))) == "-")
        #expect(air.page(0) == "04112233")
    }

    @Test(arguments: [(VirtualChip.ntagI2C1K, "E8", "E9", 228), (.ntagI2CPlus1K, "E8", "E9", 233)])
    func registerLock(_ chip: VirtualChip, _ first: String, _ second: String, _ index: Int) throws {
        var air = try Air(chip)
        #expect(try air.send("A2\(second)08010200") == "ack")
        #expect(try air.send("A2\(second)07020000") == "ack")
        #expect(air.page(index) == "07020200", "the I2C side's bit stays")
        #expect(try air.send("A2\(second)07020100") == "ack")
        #expect(air.page(index) == "07020300")
        #expect(try air.send("A2\(first)00000000") == "nak 0")
        air.activate()
        #expect(try air.send("A2\(second)00000000") == "nak 0")
    }

    @Test func sessionRegistersTakeNoWrite() throws {
        var air = try Air(.ntagI2CPlus2K)
        #expect(try air.send("A2EC00000000") == "nak 0")
        air.activate()
        #expect(try air.send("C2FF") == "ack")
        #expect(try air.send("03000000") == "passive")
        #expect(try air.send("A2F800000000") == "nak 0")
    }

    private func protected(auth0: String, access: String, ptI2C: String = "00") throws -> Air {
        try Air(
            .ntagI2CPlus2K,
            pages: [
                0xE3: "000000\(auth0)", 0xE4: "\(access)000000", 0xE5: "A1B2C3D4", 0xE6: "CAFE0000",
                0xE7: "\(ptI2C)000000",
            ])
    }

    @Test(arguments: [
        ("00", 0x00), ("04", 0x04), ("10", 0x10), ("E2", 0xE2), ("E3", 0xE3), ("E7", 0xE7), ("E9", 0xE9), ("EB", 0xEB),
        ("EC", 0x100), ("FF", 0x100),
    ])
    func passwordKeepsWrites(_ auth0: String, _ first: Int) throws {
        for page in 2...0xE9 {
            var air = try protected(auth0: auth0, access: "00")
            let write = "A2" + [UInt8(page)].hex + "00000000"
            #expect(try air.send(write) == (page >= first ? "nak 0" : "ack"), "page \(page)")
            air.activate()
            #expect(
                try air.send("1BA1B2C3D4")
                    == (page == 0xE5 && page < first ? "nak 0" : page == 0xE6 && page < first ? "0000" : "CAFE"))
        }
        var air = try protected(auth0: auth0, access: "00")
        #expect(try air.send("30E3").hasPrefix("000000\(auth0)"), "reads are free")
        air.activate()
        #expect(try air.send("1BA1B2C3D4") == "CAFE")
        #expect(try air.send("A2E9080100" + "00") == "ack")
    }

    @Test func passwordKeepsReads() throws {
        var air = try protected(auth0: "10", access: "80")
        #expect(try air.send("300F") == air.page(15) + air.page(0) + air.page(1) + air.page(2))
        for command in ["3010", "30E3", "30EC", "3A0F10", "3A10E9"] {
            air.activate()
            #expect(try air.send(command) == "nak 0", "\(command)")
        }
        air.activate()
        #expect(try air.send("1BA1B2C3D4") == "CAFE")
        #expect(try air.send("30E3") == "00000010" + "80000000" + "00000000" + "00000000")
    }

    /// 2K_PROT keeps sector 1 as a whole, NFC_DIS_SEC1 closes it.
    @Test func sectorOneUnderThePassword() throws {
        for (access, read) in [("00", true), ("80", false)] {
            var air = try protected(auth0: "E2", access: access, ptI2C: "08")
            #expect(try air.send("C2FF") == "ack")
            #expect(try air.send("01000000") == "passive")
            #expect(try air.send("3000") == (read ? String(repeating: "0", count: 32) : "nak 0"))
            air.activate()
            #expect(try air.send("1BA1B2C3D4") == "CAFE")
            #expect(try air.send("C2FF") == "ack")
            #expect(try air.send("01000000") == "passive")
            #expect(try air.send("3000").count == 32)
            #expect(try air.send("A200DEADBEEF") == "ack")
            #expect(air.page(236) == "DEADBEEF")
            air.activate()
            #expect(try air.send("C2FF") == "ack")
            #expect(try air.send("01000000") == "passive")
            #expect(try air.send("A20000000000") == "nak 0")
        }
        var open = try protected(auth0: "04", access: "80")
        #expect(try open.send("C2FF") == "ack")
        #expect(try open.send("01000000") == "passive")
        #expect(try open.send("A20000000000") == "ack", "AUTH0 counts in sector 0 alone")
        var closed = try protected(auth0: "FF", access: "20")
        #expect(try closed.send("C2FF") == "ack")
        #expect(try closed.send("01000000") == "nak 0")
    }

    /// AUTHLIM n stands for 2^n wrong passwords.
    @Test(arguments: [("00", 0), ("01", 2), ("02", 4), ("05", 32), ("07", 128)]) func limit(
        _ access: String, _ limit: Int
    ) throws {
        var air = try protected(auth0: "04", access: access)
        for attempt in 1...(limit == 0 ? 300 : limit) {
            air.activate()
            #expect(try air.send("1B00000000") == (attempt == limit ? "nak 4" : "nak 0"))
        }
        air.activate()
        #expect(try air.send("1BA1B2C3D4") == (limit == 0 ? "CAFE" : "nak 4"))
    }

    /// Bit 6 is not CFGLCK here.
    @Test func plusHasNoConfigurationLock() throws {
        var air = try protected(auth0: "FF", access: "40")
        #expect(try air.send("A2E3000000E2") == "ack")
        #expect(try air.send("A2E400000000") == "ack")
    }

    /// The sector is the tag's own state: over the ACR122U both frames go through InCommunicateThru.
    @Test func throughThePN532() throws {
        let tag = RackTag(.ntagI2C2K, pages: [256: Page(0xCA, 0xFE, 0, 0), 4: Page(0x03, 0, 0xFE, 0)])
        let bench = try Bench([tag], model: .acr122u)
        let answers = try bench.lay(
            "FF00000004D442C2FF", "FF00000006D44201000000", "FF00000004D4423000",
            "FF00000004D440 01C2".filter { $0 != " " },
            "reactivate", "FF00000004D4423004", "FF00000004D442C2FF", "FF00000006D44202000000")
        #expect(answers[0] == "D543029000")
        #expect(answers[1] == "D543019000")
        #expect(answers[2].hasPrefix("D54300CAFE0000"))
        #expect(answers[3] == "D541019000")
        #expect(answers[5].hasPrefix("D543000300FE00"))
        #expect(answers[6] == "D543029000")
        #expect(answers[7] == "D543029000", "a sector that is not there is refused")
        let plain = try Bench([tag])
        #expect(try plain.lay("FFB0000410").first?.hasPrefix("0300FE00") == true)
    }
}
