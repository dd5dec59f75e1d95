import Tags
import Testing

@testable import TagImages

/// MIFARE Classic in text: dumps of MIFARE Classic Tool, and listings by sector and block.
struct ClassicDumpTests {
    static let data = String(repeating: "0", count: 32)
    static let trailer = "FFFFFFFFFFFFFF078069A1A2A3A4A5A6"

    private static func dump(_ sectors: some Sequence<Int>) -> [String] {
        sectors.flatMap { sector in
            ["+Sector: \(sector)"] + Array(repeating: data, count: sector < 32 ? 3 : 15) + [trailer]
        }
    }

    private func image(_ lines: [String], _ name: String = "card.mct") throws(ImageError) -> TagImage {
        try TagImage(reading: Array(lines.joined(separator: "\r\n").utf8), name: name)
    }

    private func refusal(_ lines: [String]) -> String? {
        do throws(ImageError) {
            let image = try image(lines)
            return "read as \(image.format)"
        } catch {
            return error.context
        }
    }

    @Test(arguments: [
        (5, Chip.classicMini, 20), (16, .classic1K, 64), (32, .classic2K, 128), (40, .classic4K, 256),
    ]) func sectorsSayWhichCardItIs(_ sectors: Int, _ chip: Chip, _ blocks: Int) throws {
        let image = try image(Self.dump(0..<sectors))
        #expect(image.format == .mct)
        #expect(image.chip == chip)
        #expect(image.uid == nil, "a block 0 of zeros names no card")
        #expect(image.memory.blocks?.blockCount == blocks)
        #expect(image.memory.blocks?[blocks - 1]?.hex == Self.trailer)
    }

    @Test func aSectorThatIsMissingOrDeadIsUnknown() throws {
        let lines = Self.dump(0...3) + ["+Sector: 4", "*No keys found or dead sector"] + Self.dump(6...15)
        let blocks = try #require(try image(lines).memory.blocks)
        #expect(blocks.blockCount == 64)
        #expect((16..<24).allSatisfy { blocks[$0] == nil })
        #expect(blocks[15] != nil && blocks[24] != nil)
    }

    @Test(arguments: [
        (dump([0, 1, 1]), "line 11: sector 1 stands there twice; keep one card a file"),
        (dump([0, 40]), "line 6: a sector is a number from 0 to 39"),
        (dump([0]) + ["+Sector: x"], "line 6: a sector is a number from 0 to 39"),
        (dump([0]).dropLast(), "line 1: sector 0 has 3 lines instead of 4"),
        (dump([0]) + [data], "line 6: a line too many for this sector"),
        (dump([32]).dropLast(1), "line 1: sector 32 has 15 lines instead of 16"),
        (["+Sector: 0", "0011"], "line 2: a block is 32 hex digits or hyphens"),
        (["+Sector: 0", trailer.dropLast() + "G"], "line 2: a block is 32 hex digits or hyphens"),
        (["+Sector: 0"], "line 1: sector 0 has 0 lines instead of 4"),
    ]) func wrongDumps(_ lines: [String], _ message: String) { #expect(refusal(lines) == message) }

    @Test func aListingBySectorAndBlock() throws {
        let lines = [
            "S0|B0 Key: A0A1A2A3A4A5 [Manu ] [3C5A7E91890804006263646566676869]",
            "S0|B2 Key: ------------ [Data ] [????????????????????????????????]",
            "S33|B15 Key: FFFFFFFFFFFF [Trail] [\(Self.trailer)]",
        ]
        let image = try image(lines, "card.txt")
        #expect(image.format == .listing)
        #expect(image.chip == .classic4K)
        #expect(image.uid?.description == "3C5A7E91")
        let blocks = try #require(image.memory.blocks)
        #expect(blocks[1] == nil && blocks[2] == nil)
        #expect(blocks[159]?.hex == Self.trailer)
    }

    @Test(arguments: [
        ("S0|B4 [00000000000000000000000000000000]", "line 2: sector 0 has no block 4"),
        ("S0|B1 Key: FFFFFFFFFFFF", "line 2: a block is written S0|B0 … [32 hex digits]"),
        ("S0|B1 [00]", "line 2: a block is written S0|B0 … [32 hex digits]"),
        ("S0|B0 [00000000000000000000000000000001]", "line 2: block 0 stands there twice, with other bytes"),
    ]) func wrongListings(_ line: String, _ message: String) {
        let text = "S0|B0 [00000000000000000000000000000000]\n\(line)"
        #expect(throws: ImageError(.broken, message)) { try TagImage(reading: Array(text.utf8), name: "card.txt") }
    }

    /// Bytes 6 to 8 of a trailer, and whether they hold access bits.
    @Test(arguments: [
        ("FF0780", true), ("787788", true), ("7F0788", true), ("000000", false), ("FF0781", false), ("FE0780", false),
    ])
    func accessBitsStandThereTwice(_ bits: String, _ isRight: Bool) throws {
        let trailer = try #require([UInt8](hex: "A0A1A2A3A4A5\(bits)69FFFFFFFFFFFF"))
        #expect(ClassicCard.hasAccessBits(trailer) == isRight)
    }
}
