import ReaderModels
import Tags
import Testing

/// InListPassiveTarget by direct transmit (NXP PN532 user manual, 7.3.5).
@Suite struct InListPassiveTargetTests {
    @Test func command() { #expect(InListPassiveTarget.command.hex == "FF00000004D44A0100") }

    @Test(
        arguments: [
            ("D54B01 01 0044 00 07 04A1B29FC3D4E5 9000", "04A1B29FC3D4E5"),
            ("D54B01 01 0004 08 04 A1B2C3D4 9000", "A1B2C3D4"),
            // With an ATS behind it.
            ("D54B01 01 0344 20 07 04A1B29FC3D4E5 0675777102 80 9000", "04A1B29FC3D4E5"),
            ("D54B00 9000", "nothing"), ("6300", "refused"), ("9000", "refused"), ("", "refused"),
            ("D54B01 9000", "refused"), ("D54B01 01 0044 00 07 04A1B29FC3D4 9000", "refused"),
            ("D54B01 01 0044 00 05 04A1B29FC3 9000", "refused"), ("D54300 9000", "refused"),
            ("D54B01 01 0044 00 07 04A1B29FC3D4E5 6300", "refused"),
        ])
    func answers(_ hex: String, _ expected: String) throws {
        let answer: InListPassiveTarget.Answer =
            switch expected {
            case "nothing": .nothing
            case "refused": .refused
            default: .tag(try #require(UID(hex: expected)))
            }
        #expect(InListPassiveTarget.answer(try #require([UInt8](hex: hex))) == answer)
    }

    @Test func everyPrefixAndChange() throws {
        let whole = try #require([UInt8](hex: "D54B01010044000704A1B29FC3D4E59000"))
        for count in 0..<whole.count { #expect(InListPassiveTarget.answer(Array(whole.prefix(count))) == .refused) }
        for index in whole.indices {
            for value in 0...255 {
                var changed = whole
                changed[index] = UInt8(value)
                _ = InListPassiveTarget.answer(changed)
            }
        }
    }
}
