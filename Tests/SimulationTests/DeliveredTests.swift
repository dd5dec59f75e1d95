import Tags
import Testing

@testable import Simulation

/// What every chip answers as delivered: the header, the container and first data, the configuration, the last page and what
/// is behind it. UID 04E5C922325E80; bytes written out from the data sheets and public tables.
@Suite struct DeliveredTests {
    struct Chip: Sendable {
        let chip: VirtualChip
        let version: String
        /// Pages as image files count them.
        let pages: Int
        let reads: [(command: String, answer: String)]

        init(_ chip: VirtualChip, version: String = "nak 0", pages: Int, _ reads: (String, String)...) {
            (self.chip, self.version, self.pages) = (chip, version, pages)
            self.reads = reads.map { ($0.0, $0.1) }
        }
    }

    private static let header = "04E5C9A0 22325E80 CE480000 "
    private static let plainHeader = "04E5C922 325E8000 44000000 "
    private static let zeros = "00000000 00000000 00000000 00000000"

    static let chips = [
        Chip(
            .ultralight, pages: 16, ("3000", header + "00000000"), ("3004", "FFFFFFFF 00000000 00000000 00000000"),
            ("300E", "00000000 00000000 04E5C9A0 22325E80"), ("3010", "nak 0"), ("3A0004", "nak 0"),
            ("3C00", "nak 0"), ("1BFFFFFFFF", "nak 0"), ("1A00", "nak 0"), ("3902", "nak 0"), ("C2FF", "nak 0")),
        Chip(
            .ultralightC, pages: 48, ("3000", header + "00000000"), ("3003", "00000000 02000010 00060110 11FF0000"),
            ("3028", "00000000 00000000 30000000 00000000"), ("3029", "00000000 30000000 00000000 04E5C9A0"),
            ("302A", "30000000 00000000 04E5C9A0 22325E80"), ("302B", "00000000 04E5C9A0 22325E80 CE480000"),
            ("302C", "nak 0"), ("302F", "nak 0"), ("3030", "nak 0"), ("3A0004", "nak 0"), ("1BFFFFFFFF", "nak 0")),
        Chip(
            .mf0ul11, version: "0004030101000B03", pages: 20, ("3000", header + "00000000"),
            ("3010", "000000FF 00050000 00000000 00000000"), ("3013", "00000000 04E5C9A0 22325E80 CE480000"),
            ("3014", "nak 0"), ("3900", "000000"), ("3902", "000000"), ("3903", "nak 0"), ("3E01", "BD"),
            ("3E03", "nak 0"), ("1BFFFFFFFF", "0000")),
        Chip(
            .mf0ul21, version: "0004030101000E03", pages: 41, ("3000", header + "00000000"),
            ("3024", "00000000 000000FF 00050000 00000000"), ("3028", "00000000 04E5C9A0 22325E80 CE480000"),
            ("3029", "nak 0"), ("3900", "000000"), ("1BFFFFFFFF", "0000")),
        Chip(
            .ntag203, pages: 42, ("3000", header + "E1101200"), ("3004", "0103A010 440300FE 00000000 00000000"),
            ("3028", "00000000 00000000 04E5C9A0 22325E80"), ("302A", "nak 0"), ("3C00", "nak 0")),
        Chip(
            .ntag210, version: "0004040101000B03", pages: 20, ("3000", header + "E1100600"),
            ("3004", "0300FE00 00000000 00000000 00000000"), ("3010", "040000FF 00050000 00000000 00000000"),
            ("3012", "00000000 00000000 04E5C9A0 22325E80"), ("3014", "nak 0"), ("3902", "nak 0"),
            ("1BFFFFFFFF", "0000"), ("3A0003", header + "E1100600")),
        Chip(
            .ntag212, version: "0004040101000E03", pages: 41, ("3000", header + "E1101000"),
            ("3004", "0103900A 340300FE 00000000 00000000"), ("3024", "000000BD 040000FF 00050000 00000000"),
            ("3029", "nak 0"), ("3902", "nak 0")),
        Chip(
            .ntag213, version: "0004040201000F03", pages: 45, ("3000", header + "E1101200"),
            ("3004", "0103A00C 340300FE 00000000 00000000"), ("3028", "000000BD 040000FF 00050000 00000000"),
            ("302A", "00050000 00000000 00000000 04E5C9A0"), ("302D", "nak 0"), ("3902", "nak 0"), ("A400", "nak 0")),
        Chip(
            .ntag213F, version: "0004040401000F03", pages: 45, ("3000", header + "E1101200"),
            ("3004", "0103A00C 340300FE 00000000 00000000"), ("3028", "000000BD 040000FF 00050000 00000000"),
            ("302C", "00000000 04E5C9A0 22325E80 CE480000"), ("302D", "nak 0")),
        Chip(
            .ntag213TT, version: "0004040203000F03", pages: 46, ("3000", header + "E1101200"),
            ("3004", "0103A00C 340300FE 00000000 00000000"), ("3028", "000000BD 040000FF 00050000 00000000"),
            ("302C", "00000000 00000000 04E5C9A0 22325E80"), ("302D", "00000000 04E5C9A0 22325E80 CE480000"),
            ("302E", "nak 0"), ("A400", "3030303030"), ("A401", "nak 0")),
        Chip(
            .ntag215, version: "0004040201001103", pages: 135, ("3000", header + "E1103E00"),
            ("3004", "0300FE00 00000000 00000000 00000000"), ("3082", "000000BD 040000FF 00050000 00000000"),
            ("3087", "nak 0")),
        Chip(
            .ntag216, version: "0004040201001303", pages: 231, ("3000", header + "E1106D00"),
            ("30E2", "000000BD 040000FF 00050000 00000000"), ("30E6", "00000000 04E5C9A0 22325E80 CE480000"),
            ("30E7", "nak 0")),
        Chip(
            .ntag216F, version: "0004040401001303", pages: 231, ("3000", header + "E1106D00"),
            ("3004", "0300FE00 00000000 00000000 00000000"), ("30E2", "000000BD 040000FF 00050000 00000000"),
            ("30E7", "nak 0")),
        Chip(
            .ntagI2C1K, version: "0004040502011303", pages: 231, ("3000", plainHeader + "E1106D00"),
            ("3004", "0300FE00 00000000 00000000 00000000"), ("30E2", zeros), ("30E3", "nak 0"), ("30E7", "nak 0"),
            ("30E8", "0100F848 08010000 00000000 00000000"), ("30EA", "nak 0"), ("30FF", "nak 0"),
            ("3AE8E9", "0100F848 08010000"), ("3AE2E8", "nak 0"), ("3C00", "nak 0"), ("1BFFFFFFFF", "nak 0"),
            ("1A00", "nak 0"), ("A004", "nak 0")),
        Chip(
            .ntagI2C2K, version: "0004040502011503", pages: 485, ("3000", plainHeader + "E110EA00"), ("30E8", zeros),
            ("30FE", "00000000 00000000 04E5C922 325E8000"), ("3C00", "nak 0")),
        Chip(
            .ntagI2CPlus1K, version: "0004040502021303", pages: 236, ("3000", plainHeader + "E1106D00"),
            ("3004", "0300FE00 00000000 00000000 00000000"), ("30E2", "00000000 000000FF 00000000 00000000"),
            ("30E5", "00000000 00000000 00000000 0100F848"), ("30E8", "0100F848 08010000 00000000 00000000"),
            ("30EA", "nak 0"), ("30EC", "0100F848 08010100 00000000 00000000"), ("30EE", "nak 0"),
            ("3AE9EC", "nak 0"), ("3AECED", "0100F848 08010100"), ("1BFFFFFFFF", "0000"), ("3902", "nak 0")),
        Chip(
            .ntagI2CPlus2K, version: "0004040502021503", pages: 492, ("3000", plainHeader + "E1106D00"),
            ("30E2", "00000000 000000FF 00000000 00000000"), ("30EE", "nak 0"), ("30FF", "nak 0")),
        Chip(
            .st25tn512, pages: 64, ("3000", "04E5C9A0 22325E80 CE2C0000 E1100800"), ("3012", zeros), ("3014", "nak 0"),
            ("302B", "nak 0"), ("302C", "00000000 91900105 00000000 00000000"),
            ("303E", "00000000 00000000 04E5C9A0 22325E80"), ("3040", "nak 0"), ("3A0004", "nak 0"), ("3C00", "nak 0"),
            ("1B00000000", "nak 0")),
        Chip(
            .st25tn01K, pages: 64, ("3000", "04E5C9A0 22325E80 CE2C0000 E1101400"),
            ("302B", "00000000 00000000 90900105 00000000"),
            ("3040", "nak 0")),
        Chip(
            .mydMove, pages: 38, ("3000", header + "00000000"), ("3004", zeros),
            ("3025", "00000000 04E5C9A0 22325E80 CE480000"), ("3026", "nak 0"), ("B200000000", "nak 0"),
            ("3C00", "nak 0")),
        Chip(
            .mydNFC, pages: 256, ("3000", header + "00000000"), ("30FF", "00000000 04E5C9A0 22325E80 CE480000"),
            ("3A0004", "nak 0")),
        Chip(
            .mydLean, pages: 16, ("3000", header + "00000000"), ("300F", "00000000 04E5C9A0 22325E80 CE480000"),
            ("3010", "nak 0")),
    ]

    @Test func everyChipIsHere() { #expect(Self.chips.map(\.chip) == VirtualChip.allCases) }

    @Test(arguments: chips.indices) func asDelivered(_ index: Int) throws {
        let expected = Self.chips[index]
        var air = try Air(expected.chip, uid: "04E5C922325E80")
        #expect(expected.chip.lastPage == expected.pages - 1)
        #expect(air.memory.bytes.count == 4 * expected.pages)
        for (command, answer) in [("60", expected.version)] + expected.reads {
            air.activate()
            let got = try air.send(command)
            let wanted = answer.hasPrefix("nak") ? answer : answer.filter { $0 != " " }
            #expect(got == wanted, "\(expected.chip) \(command)")
        }
    }

    /// READ_SIG: the tag's own signature, or zeros, which no key verifies.
    @Test(arguments: VirtualChip.allCases) func signature(_ chip: VirtualChip) throws {
        let signing: [VirtualChip] = [
            .mf0ul11, .mf0ul21, .ntag210, .ntag212, .ntag213, .ntag213F, .ntag213TT, .ntag215, .ntag216, .ntag216F,
            .ntagI2CPlus1K, .ntagI2CPlus2K,
        ]
        let own = (1...32).map { UInt8($0) }
        var air = try Air(chip, traits: TagTraits(signature: own))
        var plain = try Air(chip)
        #expect(try air.send("3C00") == (signing.contains(chip) ? own.hex : "nak 0"))
        #expect(try plain.send("3C00") == (signing.contains(chip) ? String(repeating: "0", count: 64) : "nak 0"))
        plain.activate()
        #expect(try plain.send("3C01") == "nak 0")
    }

    @Test(arguments: VirtualChip.allCases) func namesAreReadLoosely(_ chip: VirtualChip) {
        #expect(VirtualChip(name: chip.rawValue) == chip)
        #expect(VirtualChip(name: chip.rawValue.lowercased().filter { $0 != " " && $0 != "-" }) == chip)
        #expect(VirtualChip(name: chip.rawValue + "X") == nil)
    }

    /// Which pages take a WRITE as delivered, as image files count them.
    @Test(
        arguments: [
            (VirtualChip.ultralight, [2...15]), (.ultralightC, [2...47]), (.mf0ul11, [2...19]), (.mf0ul21, [2...40]),
            (.ntag203, [2...41]), (.ntag210, [2...19]), (.ntag212, [2...40]), (.ntag213, [2...44]),
            (.ntag213F, [2...44]),
            (.ntag213TT, [2...45]), (.ntag215, [2...134]), (.ntag216, [2...230]), (.ntag216F, [2...230]),
            // Page 0 takes the address on the I2C side; the session registers take nothing.
            (.ntagI2C1K, [0...0, 2...228]), (.ntagI2C2K, [0...0, 2...482]), (.ntagI2CPlus1K, [0...0, 2...233]),
            (.ntagI2CPlus2K, [0...0, 2...233, 236...491]),
            (.st25tn512, [2...0x13, 0x2C...0x2C, 0x2E...0x2F, 0x3C...0x3F]),
            (.st25tn01K, [2...0x2C, 0x2E...0x2F, 0x3C...0x3F]), (.mydMove, [2...0x23]), (.mydNFC, [2...255]),
            (.mydLean, [2...15]),
        ] as [(VirtualChip, [ClosedRange<Int>])]) func writablePages(_ chip: VirtualChip, _ pages: [ClosedRange<Int>])
        throws
    {
        var taken: Set<Int> = []
        for sector in 0...3 {
            for page in 0...255 {
                var air = try Air(chip)
                if sector > 0 {
                    guard try air.send("C2FF") == "ack", try air.send("0\(sector)000000") == "passive" else { break }
                }
                // A bit of the kill password is set, so that the keyhole does not open by chance.
                if try air.send("A2" + [UInt8(page)].hex + "01000000") == "ack" {
                    let index = try #require(air.memory.index(of: PageAddress(sector: sector, page: page)))
                    taken.insert(index)
                }
            }
        }
        #expect(taken == Set(pages.flatMap { Array($0) }))
    }
}
