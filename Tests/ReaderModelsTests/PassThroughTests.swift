import ReaderModels
import Tags
import Testing

@Suite struct PassThroughTests {
    let acr122u = ReaderModel.model(ofReaderNamed: "ACS ACR122U PICC Interface 00 00")
    let part3 = ReaderModel.model(ofReaderNamed: "Virtual PCD 00 00")

    @Test func wrapped() {
        #expect(acr122u.wrap(Type2Command.getVersion.bytes)?.hex == "FF00000003D44260")
        #expect(acr122u.wrap(Type2Command.fastRead(pages: 4..<44).bytes)?.hex == "FF00000005D4423A042B")
        #expect(acr122u.wrap([UInt8](repeating: 0x30, count: 253))?.count == 260)
        #expect(acr122u.wrap([UInt8](repeating: 0x30, count: 254)) == nil)
        #expect(acr122u.wrap([]) == nil)
        #expect(part3.wrap([0x60]) == nil)
    }

    /// No command that writes goes this way.
    @Test(arguments: ["A205D5000000", "A005", "A500000000 00", "A600"]) func writesAreNotWrapped(_ hex: String) throws {
        #expect(acr122u.wrap(try #require([UInt8](hex: hex))) == nil)
    }

    @Test(
        arguments: [
            ("D54300 0004040201000F03 9000", 8, .data([0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03])),
            ("D54300 9000", nil, .data([])), ("D54300 0A 9000", nil, .data([0x0A])),
            ("D54380 0A 9000", 1, .data([0x0A])),
            ("D54300 00 9000", 8, .refused(status: 0, "1 bytes instead of 8")),
            ("D54300 0004040201000F0300 9000", 8, .refused(status: 0, "9 bytes instead of 8")),
            ("D54301 9000", 8, .refused(status: 1, "the tag did not answer in time")),
            ("D54302 9000", nil, .refused(status: 2, "CRC error")),
            ("D54342 0A 9000", nil, .refused(status: 2, "CRC error")),
            ("D5433F 0A 9000", nil, .refused(status: 0x3F, "error of the reader's chip")),
            ("D54340 0A 9000", nil, .refused(status: 0, "the answer is not whole")),
            ("D54300 0A 6300", nil, .refused(status: nil, "status 6300")),
            ("6300", nil, .refused(status: nil, "status 6300")),
            ("9000", nil, .refused(status: nil, "the answer is none of InCommunicateThru")),
            ("D543 9000", nil, .refused(status: nil, "the answer is none of InCommunicateThru")),
            ("D54100 9000", nil, .refused(status: nil, "the answer is none of InCommunicateThru")),
            ("0004040201000F03 9000", 8, .refused(status: nil, "the answer is none of InCommunicateThru")),
            ("", nil, .refused(status: nil, "answer of 0 bytes")),
            ("90", nil, .refused(status: nil, "answer of 1 bytes")),
        ] as [(String, Int?, PassThroughAnswer)])
    func unwrapped(_ hex: String, _ length: Int?, _ answer: PassThroughAnswer) throws {
        let bytes = try #require([UInt8](hex: hex))
        #expect(acr122u.unwrap(bytes, expecting: length) == answer)
    }

    /// SECTOR_SELECT of NTAG I2C: four bits come as a CRC error, silence as a time-out.
    @Test func sectors() throws {
        #expect(acr122u.wrapSectorSelect(1)?.map(\.hex) == ["FF00000004D442C2FF", "FF00000006D44201000000"])
        #expect(part3.wrapSectorSelect(1) == nil)
        for (answer, first, second) in [
            ("D543029000", true, false), ("D543019000", false, true), ("D543000A9000", true, false),
            ("D543009000", false, false), ("D543000A0A9000", false, false), ("D5430A9000", false, false),
            ("6300", false, false), ("9000", false, false), ("", false, false),
        ] {
            let bytes = try #require([UInt8](hex: answer))
            #expect(acr122u.mayBeSectorSelected(bytes, part: 0) == first, "\(answer)")
            #expect(acr122u.mayBeSectorSelected(bytes, part: 1) == second, "\(answer)")
            #expect(!part3.mayBeSectorSelected(bytes, part: 0))
        }
    }

    @Test func noPassThrough() {
        #expect(part3.unwrap([0x90, 0x00]) == .refused(status: nil, "the reader passes no commands through"))
    }

    /// Cut off anywhere, or with any byte changed, nothing traps, and what is not whole is no data.
    @Test func everyPrefixAndChange() throws {
        let whole = try #require([UInt8](hex: "D543000004040201000F039000"))
        for count in 0..<whole.count {
            guard case .refused = acr122u.unwrap(Array(whole.prefix(count)), expecting: 8) else {
                Issue.record("\(count) bytes")
                continue
            }
        }
        for index in whole.indices {
            for value in 0...255 {
                var changed = whole
                changed[index] = UInt8(value)
                if case .data(let data) = acr122u.unwrap(changed, expecting: 8) { #expect(data.count == 8) }
            }
        }
    }
}
