import Tags
import Testing

@Suite struct ContradictionTests {
    static let uid = UID(hex: "04E5C922325E80")

    private func found(
        _ memory: PageMemory, _ chip: Chip? = .ntag213, uid: UID? = uid, version: String? = nil
    ) -> [String] {
        contradictions(in: memory, chip: chip, statedUID: uid, version: version.map { bytes($0) })
    }

    @Test func none() {
        for chip in Chip.allCases where chip.type2Layout != nil {
            var memory = tag(chip)
            if chip.type2Layout?.header == .uid { memory[0]?[0] = chip.rawValue.hasPrefix("my-d") ? 0x05 : 0x02 }
            #expect(found(memory, chip, uid: UID(pages: memory, chip: chip)) == [], "\(chip)")
        }
        #expect(found(tag(.ntag213), nil) == [])
        #expect(found(PageMemory()) == [])
        #expect(found(tag(.ntag213), version: "0004040201000F03") == [])
        #expect(found(tag(.ntag213), version: "0000000000000000") == [])
        // What an older message left behind is no contradiction.
        #expect(found(tag(.ntag213, area: "0303D50000FE616D706C65FE")) == [])
        // NTAG I2C has no UID in its pages, known or not.
        #expect(found(tag(.ntagI2C1K), .ntagI2C1K, uid: UID(hex: "04112233445566")) == [])
        #expect(found(tag(.ntagI2C1K), nil, uid: UID(hex: "04112233445566")) == [])
    }

    @Test func header() {
        var memory = tag(.ntag213)
        #expect(
            found(memory, uid: UID(hex: "04B8313A307380"))
                == ["UID 04B8313A307380 is stated, and pages 0 and 1 hold 04E5C922325E80"])
        memory.store(bytes("04E5C900"), from: 0)
        memory.store(bytes("01480000"), from: 2)
        #expect(
            found(memory) == [
                "BCC0 is 00, and the UID in the pages makes A0", "BCC1 is 01, and the UID in the pages makes CE",
            ])
        // 88 ^ 1D ^ E5 ^ C9 = B9.
        memory.store(bytes("1DE5C9B9 22325E80 CE480000"), from: 0)
        #expect(
            found(memory, uid: nil)
                == ["the UID begins with 1D (Shanghai Fudan), and NTAG213 is of 04 (NXP)"])
        memory.store(bytes("39E5C99D"), from: 0)
        #expect(found(memory, uid: nil) == ["the UID begins with 39, and NTAG213 is of 04 (NXP)"])
        // Without a chip there is no maker to be contradicted.
        #expect(found(memory, nil, uid: nil) == [])
        memory.store([UInt8](repeating: 0, count: 12), from: 0)
        #expect(found(memory) == ["pages 0 and 1 hold no UID: it is all zero"])
    }

    // Field case 32.
    @Test func versions() {
        #expect(
            found(tag(.ntag213), version: "0034040201000F03")
                == ["GET_VERSION names vendor 34 (Mikron), not 04 (NXP)"])
        #expect(
            found(tag(.ntag213), version: "0053040201000F03") == ["GET_VERSION names vendor 53 (Feiju), not 04 (NXP)"])
        #expect(
            found(tag(.ntag213), version: "0004040201001103")
                == ["GET_VERSION 0004040201001103 is that of NTAG215, not of NTAG213"])
    }

    // Field case 14.
    @Test func sizes() {
        // The container against the chip is said by what interprets both, on a reader too.
        let other = tag(.ntag216, cc: "E1116F00")
        #expect(
            interpret(.type2(other), chip: .ntag216).notes == [
                "CC 888 bytes, chip area 872/888; a CC cannot be cleared"
            ])
        #expect(found(other, .ntag216) == [])
        #expect(
            interpret(.type2(tag(.ntag216, cc: "E1101200")), chip: .ntag216).notes
                == ["CC 144 bytes, chip area 872/888; a CC cannot be cleared"])
        #expect(
            interpret(.type2(tag(.mf0ul11, area: "0300FE", cc: "E1101200")), chip: .mf0ul11).notes
                == ["CC 144 bytes, chip area 48; a CC cannot be cleared"])
        let header = PageMemory(bytes: tag(.ntag215).bytes(of: 0..<4) ?? [])
        #expect(
            found(header, .ntag213)
                == ["the data area goes to page 39 (CC 496 bytes), and the image ends with page 3"])
        #expect(
            found(header, nil) == ["the data area goes to page 127 (CC 496 bytes), and the image ends with page 3"])
        #expect(
            found(tag(.ntag215), .ntag213) == ["the image goes to page 134, and the last of NTAG213 is 44"])
        // Lock and configuration pages that are not there contradict nothing.
        #expect(found(PageMemory(bytes: tag(.ntag213).bytes(of: 0..<40) ?? [])) == [])
    }
}
