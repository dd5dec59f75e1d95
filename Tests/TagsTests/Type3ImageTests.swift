import Tags
import Testing

@Suite struct Type3ImageTests {
    /// An attribute block with the sum that belongs to it.
    static func attributes(
        version: UInt8 = 0x10, blocks: Int = 13, writeFlag: UInt8 = 0, access: UInt8 = 1, length: Int = 0
    ) -> [UInt8] {
        let body: [UInt8] = [
            version, 4, 1, UInt8(blocks >> 8), UInt8(blocks & 255), 0, 0, 0, 0, writeFlag, access,
            UInt8(length >> 16 & 255), UInt8(length >> 8 & 255), UInt8(length & 255),
        ]
        let sum = body.reduce(0) { $0 + Int($1) }
        return body + [UInt8(sum >> 8), UInt8(sum & 255)]
    }

    static func memory(_ attributes: [UInt8], _ content: String = smallMessage, known: Range<Int>? = nil) -> BlockMemory
    {
        blockMemory(attributes.hex + content, blockBytes: 16, blocks: 14, known: known)
    }

    /// Both ways of the checksum: the two vectors of the attribute block.
    @Test(arguments: [
        ("100401000D00000000000100000000 23", "empty"), ("100401000D000000000F0100000C003E", "broken"),
        ("100401000D0000000000010000000024", "notNDEF"),
    ]) func attributeBlock(_ hex: String, _ kind: String) {
        let contents = interpret(.type3(blockMemory(hex, blockBytes: 16, blocks: 14)), chip: .felicaLiteS)
        #expect(contents.verdict.kind == kind)
        #expect(contents.capacityBytes == (kind == "notNDEF" ? nil : 208))
        #expect(contents.lockState == (kind == "notNDEF" ? .notNDEF : .writable))
    }

    @Test func message() {
        let contents = interpret(.type3(Self.memory(Self.attributes(access: 0, length: 10))), chip: nil)
        #expect(contents.verdict == .message(bytes(smallMessage)))
        #expect(contents.lockState == .readOnly)
        #expect(contents.notes == [])
    }

    static let verdicts: [(BlockMemory, String, String)] = [
        (memory(attributes(length: 9)), "broken", "no NDEF message: the bytes end inside a record at byte 4"),
        (
            memory(attributes(writeFlag: 0x0F, length: 10)), "broken",
            "WriteFlag is 0F: writing began and did not end"
        ),
        (memory(attributes(length: 209)), "broken", "Ln says 209, there is room for 208"),
        (memory(attributes(length: 0xFFFFFF)), "broken", "Ln says 16777215, there is room for 208"),
        (memory(attributes(version: 0x20)), "notNDEF", "the attribute block has mapping version 2.0"),
        (memory([UInt8](repeating: 0, count: 16)), "notNDEF", "the attribute block has mapping version 0.0"),
        (memory(attributes(length: 10), known: 1..<14), "missing", "block 0, the attribute block, is not known"),
        (
            memory(attributes(length: 40), "D5002500", known: 0..<3), "missing",
            "block 3 is not known; Ln says 40, 32 present"
        ),
        (
            memory(attributes(blocks: 0xFFFF, length: 0xFFFF0), "C50000"), "missing",
            "block 14 is not known; Ln says 1048560, 208 present"
        ),
        (blockMemory("", blockBytes: 4, blocks: 4), "notNDEF", "blocks have 4 bytes instead of 16"),
        (blockMemory("", blockBytes: 16, blocks: 0), "missing", "block 0, the attribute block, is not known"),
    ]

    @Test(arguments: verdicts.indices) func verdict(_ index: Int) {
        let (memory, kind, sentence) = Self.verdicts[index]
        let verdict = interpret(.type3(memory), chip: nil).verdict
        #expect(verdict.kind == kind)
        #expect(verdict.sentence.hasPrefix(sentence), "\(verdict.sentence)")
    }

    @Test func oddities() {
        let contents = interpret(.type3(Self.memory(Self.attributes(blocks: 20, access: 7, length: 10))), chip: nil)
        #expect(contents.verdict == .message(bytes(smallMessage)))
        #expect(contents.lockState == .unknown)
        #expect(
            contents.notes == [
                "RWFlag is 07, which is neither 00 nor 01", "the attribute block says 20 blocks, the image has 13",
            ])
    }
}
