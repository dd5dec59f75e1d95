import Tags
import Testing

@Suite struct ClassicImageTests {
    static let keys = ["A5A4A3A2A1A0", "B5B4B3B2B1B0"]

    /// A card of so many sectors whose directory names these; every data block of theirs and the trailers are zero but for
    /// the access bits. The checksums are right.
    static func card(sectors: Int = 16, ndef: [Int], trailer: String = "7F078840", directory: String? = nil)
        -> BlockMemory
    {
        let blocks = sectors <= 32 ? sectors * 4 : 128 + (sectors - 32) * 16
        var memory = blockMemory("", blockBytes: 16, blocks: blocks)
        for sector in 0..<sectors {
            let last = sector < 32 ? sector * 4 + 3 : 128 + (sector - 32) * 16 + 15
            let middle =
                sector == 0 || sector == 16
                ? "787788" + (sectors > 16 ? "C2" : "C1") : ndef.contains(sector) ? trailer : "FF078069"
            memory[last] = bytes(keys[0] + middle + keys[1])
        }
        memory = filled(memory, with: directoryBytes(ndef.filter { $0 < 16 }, base: 0, count: 32), blocks: 1..<3)
        if sectors > 16 {
            memory = filled(memory, with: directoryBytes(ndef.filter { $0 > 16 }, base: 16, count: 48), blocks: 64..<67)
        }
        if let directory { memory = filled(memory, with: bytes(directory), blocks: 1..<3) }
        return memory
    }

    private static func directoryBytes(_ ndef: [Int], base: Int, count: Int) -> [UInt8] {
        var directory = [UInt8](repeating: 0, count: count)
        directory[1] = 1
        for sector in ndef {
            directory[2 * (sector - base)] = 0x03
            directory[2 * (sector - base) + 1] = 0xE1
        }
        directory[0] = checksum(directory.dropFirst())
        return directory
    }

    /// An own reading of AN10787, 3.7, bit by bit.
    private static func checksum(_ bytes: some Sequence<UInt8>) -> UInt8 {
        var register: UInt = 0xC7
        for byte in bytes {
            for bit in stride(from: 7, through: 0, by: -1) {
                let isSet = (register >> 7) & 1 != UInt(byte >> UInt8(bit)) & 1
                register = register << 1 & 0xFF
                if isSet { register ^= 0x1D }
            }
        }
        return UInt8(register)
    }

    static func filled(_ memory: BlockMemory, with content: [UInt8], blocks: some Sequence<Int>) -> BlockMemory {
        var memory = memory
        var rest = content[...]
        for block in blocks where !rest.isEmpty {
            let part = rest.prefix(16)
            rest = rest.dropFirst(16)
            memory[block] = Array(part) + [UInt8](repeating: 0, count: 16 - part.count)
        }
        precondition(rest.isEmpty)
        return memory
    }

    /// The vectors of the checksum, by directories that are right and wrong by one bit.
    @Test(arguments: [("14", 1...15), ("C0", 1...1)]) func knownChecksums(_ sum: String, _ sectors: ClosedRange<Int>) {
        let body = "01" + (1..<16).map { sectors.contains($0) ? "03E1" : "0000" }.joined()
        let right = interpret(.classic(Self.card(ndef: Array(sectors), directory: sum + body)), chip: nil)
        #expect(right.verdict == .empty)
        #expect(right.notes == [])
        let wrong = interpret(.classic(Self.card(ndef: Array(sectors), directory: "15" + body)), chip: nil)
        #expect(wrong.verdict == .empty)
        #expect(wrong.notes == ["the checksum of the application directory (MAD) is 15 instead of \(sum)"])
    }

    static let capacities: [(BlockMemory, Int)] = [
        (card(ndef: Array(1...15)), 716), (card(ndef: [1, 2]), 94), (card(ndef: [1]), 46),
        (card(sectors: 5, ndef: Array(1...4)), 190),
        (card(sectors: 40, ndef: Array(1...15) + Array(17...39)), 3356),
        (card(sectors: 32, ndef: Array(1...15) + Array(17...31)), 30 * 48 - 4),
    ]

    /// The capacity comes from the directory alone: two sectors are 96 bytes, however large the card is.
    @Test(arguments: capacities.indices) func capacity(_ index: Int) {
        let (memory, capacity) = Self.capacities[index]
        let contents = interpret(.classic(memory), chip: .classic1K)
        #expect(contents.verdict == .empty)
        #expect(contents.capacityBytes == capacity)
        #expect(contents.lockState == .writable)
        #expect(contents.notes == [])
    }

    /// A message over trailers, over the second directory's sector and into the sectors of 16 blocks.
    @Test func messageOverAllSectors() {
        let sectors = Array(1...15) + Array(17...39)
        let data: [Int] = sectors.flatMap { sector -> Range<Int> in
            let first = sector < 32 ? sector * 4 : 128 + (sector - 32) * 16
            return first..<(first + (sector < 32 ? 3 : 15))
        }
        let long = message(of: 3356)
        let memory = Self.filled(
            Self.card(sectors: 40, ndef: sectors), with: bytes("03FF0D1C") + long, blocks: data)
        let contents = interpret(.classic(memory), chip: .classic4K)
        #expect(contents.verdict == .message(long))
    }

    /// Field case 15: NULL TLVs stand before the message.
    @Test func leadingNulls() {
        let memory = Self.filled(
            Self.card(ndef: Array(1...15)), with: bytes("0000030A\(smallMessage)FE"), blocks: [4, 5])
        let contents = interpret(.classic(memory), chip: .classic1K)
        #expect(contents.verdict == .message(bytes(smallMessage)))
        #expect(contents.capacityBytes == 714)
    }

    /// Field case 41: of a message of 60 bytes none stands in a trailer, and the sectors follow the directory's order.
    @Test func messageOverTrailers() {
        let content = message(of: 60)
        let memory = Self.filled(
            Self.card(ndef: [2, 5]), with: bytes("033C") + content + [0xFE], blocks: [8, 9, 10, 20, 21, 22])
        let contents = interpret(.classic(memory), chip: nil)
        #expect(contents.verdict == .message(content))
        #expect(contents.notes == ["the NDEF sectors do not follow one another"])
    }

    static let accesses: [(String, LockState)] = [
        ("7F078840", .writable), ("7F078843", .readOnly), ("FF078040", .writable), ("078F0F43", .locked),
        ("78778840", .passwordWrite), ("08778F40", .passwordWrite), ("888F7743", .unknown),
        ("00000000", .unknown), ("7F078940", .unknown),
    ]

    @Test(arguments: accesses.indices) func lockState(_ index: Int) {
        let (trailer, expected) = Self.accesses[index]
        let contents = interpret(.classic(Self.card(ndef: [1, 2], trailer: trailer)), chip: nil)
        #expect(contents.lockState == expected)
        #expect(
            contents.notes == (expected == .unknown ? ["the access bits contradict themselves in sectors 1, 2"] : []))
    }

    @Test func partlyLocked() {
        var memory = Self.card(ndef: [1, 2])
        memory[7] = bytes(Self.keys[0] + "078F0F43" + Self.keys[1])
        memory[11] = bytes(Self.keys[0] + "7F078840" + Self.keys[1])
        #expect(interpret(.classic(memory), chip: nil).lockState == .readOnly)
        memory[7] = bytes(Self.keys[0] + "078F0F40" + Self.keys[1])
        #expect(interpret(.classic(memory), chip: nil).lockState == .partlyLocked)
        memory[7] = nil
        #expect(interpret(.classic(memory), chip: nil).lockState == .unknown)
    }

    @Test func withoutDirectory() {
        var memory = Self.card(ndef: [])
        #expect(
            interpret(.classic(memory), chip: nil).verdict
                == .notNDEF("the application directory (MAD) names no NDEF sector"))
        memory[1] = [UInt8](repeating: 0, count: 16)
        let contents = interpret(.classic(memory), chip: nil)
        #expect(
            contents.verdict
                == .notNDEF(
                    "blocks 1 and 2 are no application directory (MAD): checksum 00 instead of CE, and no NDEF sector is named"
                ))
        #expect(contents.lockState == .notNDEF)
        memory[2] = nil
        #expect(
            interpret(.classic(memory), chip: nil).verdict
                == .missing("blocks 1 and 2, the application directory (MAD), are not known"))
        #expect(interpret(.classic(blockMemory("", blockBytes: 16, blocks: 0)), chip: nil).verdict.kind == "missing")
        #expect(interpret(.classic(blockMemory("", blockBytes: 4, blocks: 64)), chip: nil).verdict.kind == "notNDEF")
    }

    /// A general purpose byte that says that there is no directory, over a directory that is right.
    @Test func directoryDenied() {
        var memory = Self.card(ndef: [1])
        memory[3] = bytes(Self.keys[0] + "FF078069" + Self.keys[1])
        let contents = interpret(.classic(memory), chip: nil)
        #expect(contents.verdict == .empty)
        #expect(contents.notes.count == 1 && contents.notes[0].contains("69"))
    }

    @Test func unknownBlocks() {
        let whole = Self.filled(
            Self.card(ndef: [1, 2]), with: bytes("0332") + message(of: 50), blocks: [4, 5, 6, 8])
        var memory = whole
        memory[6] = nil
        var contents = interpret(.classic(memory), chip: nil)
        #expect(contents.verdict == .missing("block 6 is not known; the TLV says 50, 30 present"))
        #expect(contents.capacityBytes == 94)
        memory[4] = nil
        contents = interpret(.classic(memory), chip: nil)
        #expect(contents.verdict == .missing("block 4 is not known; the TLVs cannot be followed beyond it"))
        #expect(contents.capacityBytes == nil)
        // Not needed for the message: what stands behind it, the first block, the keys.
        memory = whole
        memory[9] = nil
        memory[0] = nil
        for offset in 0..<6 { memory[byte: 7 * 16 + offset] = nil }
        contents = interpret(.classic(memory), chip: nil)
        #expect(contents.verdict == .message(message(of: 50)))
        #expect(contents.lockState == .writable)
    }

    /// A card of 4 KiB whose image ends early, or whose sector 16 could not be read.
    @Test func secondDirectoryUnknown() {
        let note = "blocks 64 to 66, the second application directory (MAD2), are not known"
        var memory = Self.filled(
            Self.card(sectors: 40, ndef: [1, 17]), with: bytes("032C") + message(of: 44), blocks: [4, 5, 6])
        memory[65] = nil
        var contents = interpret(.classic(memory), chip: nil)
        #expect(contents.verdict == .message(message(of: 44)))
        #expect(contents.capacityBytes == nil)
        #expect(contents.notes == [note])
        memory[4] = bytes("033C") + message(of: 60).prefix(14)
        contents = interpret(.classic(memory), chip: nil)
        #expect(contents.verdict == .missing("what follows block 6 is not known; the TLV says 60, 46 present"))
        memory = Self.card(sectors: 40, ndef: [17])
        memory[65] = nil
        #expect(interpret(.classic(memory), chip: nil).verdict == .missing(note))
        // Where sector 0's trailer is not known, the second directory counts if its checksum is right.
        memory = Self.card(sectors: 40, ndef: [17])
        memory[3] = nil
        #expect(interpret(.classic(memory), chip: nil).capacityBytes == 46)
        memory[66] = bytes("01") + [UInt8](repeating: 0, count: 15)
        #expect(interpret(.classic(memory), chip: nil).verdict.kind == "notNDEF")
    }

    /// Keys are passed on by nothing that is said of a card.
    @Test func keysAreNeverShown() {
        for trailer in ["7F078840", "00000000", "FF078069"] {
            for ndef in [[], [1, 2], [1, 3]] {
                let memory = Self.filled(
                    Self.card(ndef: ndef, trailer: trailer), with: bytes("03FF0100") + message(of: 40),
                    blocks: [4, 5, 6])
                let said = String(reflecting: interpret(.classic(memory), chip: nil))
                for key in Self.keys { #expect(!said.contains(key)) }
                for key in ["165, 164, 163", "181, 180, 179"] { #expect(!said.contains(key)) }
            }
        }
    }
}
