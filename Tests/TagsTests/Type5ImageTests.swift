import Tags
import Testing

@Suite struct Type5ImageTests {
    static func memory(_ hex: String, blocks: Int = 28, known: Range<Int>? = nil) -> BlockMemory {
        blockMemory(hex, blockBytes: 4, blocks: blocks, known: known)
    }

    static let areas: [(String, String, Int?)] = [
        // An area of 104 bytes behind the container of a tag of 112.
        ("E1400D01 0300FE00", "empty", 102),
        // The container counted in: 14 * 8 is the whole tag.
        ("E1400E01 030A\(smallMessage)FE", "message", 106),
        // Empty for want of any TLV, and behind a terminator.
        ("E1400D01", "empty", 102), ("E1400D01 FE 030A\(smallMessage)", "empty", 102),
        // Unknown and NULL TLVs before; a length of three bytes.
        ("E1400D01 0000 FD03AABBCC 030A\(smallMessage)FE", "message", 95),
        ("E1400D01 03FF000A\(smallMessage)FE", "message", 102),
        // A container of 8 bytes.
        ("E240000100000003 030A\(smallMessage)FE", "message", 22),
        // A second NDEF TLV is not looked at.
        ("E1400D01 030A\(smallMessage)0303D00000FE", "message", 102),
    ]

    @Test(arguments: areas.indices) func area(_ index: Int) {
        let (hex, kind, capacity) = Self.areas[index]
        let contents = interpret(.type5(Self.memory(hex)), chip: .icodeSLIX)
        #expect(contents.verdict.kind == kind, "\(contents.verdict.sentence)")
        if kind == "message" { #expect(contents.verdict == .message(bytes(smallMessage))) }
        #expect(contents.capacityBytes == capacity)
        #expect(contents.lockState == .writable)
        #expect(contents.notes == [])
    }

    /// A message of 300 bytes needs a length of three bytes; the area is full and has no terminator.
    @Test func longMessage() {
        let long = message(of: 304)
        let memory = Self.memory("E1402701 03FF0130" + long.hex, blocks: 78)
        let contents = interpret(.type5(memory), chip: .icodeSLIX2)
        #expect(contents.verdict == .message(long))
        #expect(contents.capacityBytes == 304)
    }

    /// MLEN is too small a number for large tags: with bit 2 of byte 3 the area goes to the end.
    @Test func overflow() {
        let content = "E140FF04 FDFF0834" + String(repeating: "55", count: 2100) + "030A" + smallMessage
        let contents = interpret(.type5(Self.memory(content, blocks: 600)), chip: .st25dv)
        #expect(contents.verdict == .message(bytes(smallMessage)))
        #expect(contents.capacityBytes == 2396 - 2104 - 4)
    }

    @Test(arguments: [
        ("40", LockState.writable), ("42", .passwordWrite), ("43", .readOnly), ("41", .unknown),
        ("48", .passwordReadWrite),
        ("4F", .unknown),
    ]) func access(_ access: String, _ expected: LockState) {
        let contents = interpret(.type5(Self.memory("E1\(access)0D01030A\(smallMessage)FE")), chip: nil)
        #expect(contents.lockState == expected)
        let isReadable = access < "44"
        #expect(contents.verdict.kind == (isReadable ? "message" : "missing"))
        #expect((contents.capacityBytes != nil) == isReadable)
    }

    static let verdicts: [(BlockMemory, String, String)] = [
        (memory(""), "notNDEF", "block 0 begins with 00000000: it was never formatted for NDEF"),
        (memory("030A82ED"), "notNDEF", "block 0 begins with 030A82ED"),
        (memory("E1800D01"), "notNDEF", "capability container E1800D01 has mapping version 2.0"),
        (memory("E1000D01"), "notNDEF", "capability container E1000D01 has mapping version 0.0"),
        (memory("E1400D01 0369"), "broken", "TLV 03 says 105, 102 present"),
        (memory("E1400D01 FDFFFFFF"), "broken", "TLV FD says 65535, 100 present"),
        (memory("E1400101 0000000000000003"), "broken", "TLV 03 has no length before the area ends"),
        (memory("E1400101 0000000000 03FF00"), "broken", "TLV 03 has no length before the area ends"),
        (memory("E1400D01 0303D10106"), "broken", "no NDEF message"),
        (memory("E1400D01 030A", known: 0..<2), "missing", "block 2 is not known; the TLV says 10, 2 present"),
        (memory("E1400D01 FD22", known: 0..<9), "missing", "block 10 is not known; the TLVs cannot be followed"),
        (memory("E1400D01", known: 0..<0), "missing", "the capability container, bytes 0 to 3, is not known"),
        (memory("E1400001", known: 0..<1), "missing", "bytes 6 and 7, the length in the capability container"),
        // Field case 42: a tag of no known size.
        (memory("", blocks: 0), "missing", "the capability container, bytes 0 to 3, is not known"),
        (memory("E1400D01", blocks: 1), "missing", "block 1 is not known"),
        (memory("E1400001 00000000"), "broken", "TLV"),
    ]

    @Test(arguments: verdicts.indices.dropLast()) func verdict(_ index: Int) {
        let (memory, kind, sentence) = Self.verdicts[index]
        let contents = interpret(.type5(memory), chip: nil)
        #expect(contents.verdict.kind == kind)
        #expect(contents.verdict.sentence.hasPrefix(sentence), "\(contents.verdict.sentence)")
        if kind == "notNDEF" { #expect(contents.lockState == .notNDEF) }
    }

    /// Field case 42: an area of no bytes has room for none.
    @Test func areaOfNoBytes() {
        let contents = interpret(.type5(Self.memory("E1400001 00000000")), chip: nil)
        #expect(contents.verdict == .empty)
        #expect(contents.capacityBytes == 0)
    }

    @Test func cutOff() {
        let contents = interpret(.type5(Self.memory("E1403E01 030A\(smallMessage)FE")), chip: nil)
        #expect(contents.verdict == .message(bytes(smallMessage)))
        #expect(contents.capacityBytes == nil)
        #expect(contents.notes == ["the capability container says 496 bytes, the image has 108"])
    }

    /// Blocks of other sizes.
    @Test(arguments: [1, 2, 8, 16, 32]) func blockSizes(_ blockBytes: Int) {
        let memory = blockMemory(
            "E1400401 030A\(smallMessage)FE", blockBytes: blockBytes, blocks: 64 / blockBytes)
        let contents = interpret(.type5(memory), chip: nil)
        #expect(contents.verdict == .message(bytes(smallMessage)))
        #expect(contents.capacityBytes == 30)
    }
}
