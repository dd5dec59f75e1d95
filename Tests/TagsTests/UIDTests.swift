import Tags
import Testing

@Suite struct UIDTests {
    @Test(arguments: ["08A1B2C3", "04E5C922325E80", "E004015012345678", "04112233445566778899"])
    func keepsItsBytes(hex: String) throws {
        let bytes = try #require([UInt8](hex: hex))
        let uid = try #require(UID(bytes))
        #expect(uid.bytes == bytes)
        #expect(uid.count == bytes.count)
        #expect((0..<uid.count).map { uid[$0] } == bytes)
        #expect(uid.description == hex)
        #expect(UID(hex: hex) == uid)
    }

    @Test(arguments: [0, 1, 3, 5, 6, 9, 11, 260])
    func hasNoOtherCount(count: Int) {
        #expect(UID([UInt8](repeating: 0x04, count: count)) == nil)
    }

    @Test func eachByteAndTheCountTellsThemApart() throws {
        let texts = [
            "04000001", "00000004000001", "0000000004000001", "00000000000004000001", "01000000000004000001",
            "00010000000004000001", "80000004000001", "04000002",
        ]
        let uids = try texts.map { try #require(UID(hex: $0)) }
        #expect(Set(uids).count == texts.count)
    }

    @Test func theLowestByteMayComeFirst() throws {
        let uid = try #require(UID(answered: [0x78, 0x56, 0x34, 0x12, 0x50, 0x01, 0x04, 0xE0]))
        #expect(uid.description == "E004015012345678")
        #expect(uid.isISO15693)
        #expect(!uid.isRandom)
        #expect(try #require(UID(hex: "08A1B2C3")).isRandom)
    }
}
