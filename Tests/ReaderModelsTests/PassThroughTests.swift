import ReaderModels
import Tags
import Testing

/// Every way of passing a tag's own command, both ways, in hex.
@Suite struct PassThroughTests {
    /// GET_VERSION of NTAG213.
    static let version = "0004040201000F03"

    @Test(
        arguments: [
            (.inCommunicateThru, "FF00000003D44260", "FF00000005D4423A042B", "FF00000007D4421BFFFFFFFF"),
            (.direct, "FF0000000160", "FF000000033A042B", "FF000000051BFFFFFFFF"),
            (
                .transparentSession, "FFC200010E900210005F46040001010095016000",
                "FFC2000110900210005F460400010100 9503 3A042B 00",
                "FFC2000112900210005F460400010100 9505 1BFFFFFFFF 00"
            ),
            (.identiv, "FFEF00000160", "FFEF0000033A042B", "FFEF0000051BFFFFFFFF"),
            (.springCard, "FFFE01040160", "FFFE0104033A042B", "FFFE0104051BFFFFFFFF"),
        ] as [(PassThrough, String, String, String)])
    func wrapped(_ way: PassThrough, _ version: String, _ fastRead: String, _ password: String) throws {
        for (command, hex) in [
            (Type2Command.getVersion, version), (.fastRead(pages: 4..<44), fastRead),
            (.passwordAuthentication([0xFF, 0xFF, 0xFF, 0xFF]), password),
        ] {
            let bytes = try #require([UInt8](hex: hex))
            #expect(way.wrap(command.bytes) == bytes, "\(command)")
        }
    }

    /// What is as long as a short APDU carries passes; one byte more does not.
    @Test(
        arguments: [
            (.none, 0), (.inCommunicateThru, 253), (.direct, 255), (.transparentSession, 120), (.identiv, 255),
            (.springCard, 255),
        ] as [(PassThrough, Int)])
    func bounds(_ way: PassThrough, _ most: Int) {
        #expect(way.wrap([]) == nil)
        #expect(way.wrap([UInt8](repeating: 0x30, count: most + 1)) == nil)
        guard most > 0, let longest = way.wrap([UInt8](repeating: 0x30, count: most)) else { return }
        // The fifth byte says how long the data is, and Le may follow.
        #expect([5, 6].contains(longest.count - Int(longest[4])))
    }

    /// No command that writes goes any way.
    @Test(arguments: ["A205D5000000", "A005", "A50000000000", "A600"], PassThrough.allCases)
    func writesAreNotWrapped(_ hex: String, way: PassThrough) throws {
        #expect(way.wrap(try #require([UInt8](hex: hex))) == nil)
    }

    @Test(
        arguments: [
            ("D54300 \(version) 9000", 8, .data([0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03])),
            ("D54300 9000", nil, .data([])), ("D54300 0A 9000", nil, .data([0x0A])),
            ("D54380 0A 9000", 1, .data([0x0A])), ("D54300 00 9000", 8, .noAnswer("the tag refused")),
            ("D54300 9000", 8, .noAnswer("the tag refused")),
            ("D54300 \(version)00 9000", 8, .misfit(9, "9 bytes instead of 8")),
            ("D54300 0004 9000", 8, .misfit(2, "2 bytes instead of 8")),
            ("D54301 9000", 8, .noAnswer("the tag did not answer in time")),
            ("D54302 9000", nil, .noAnswer("CRC error")), ("D54342 0A 9000", nil, .noAnswer("CRC error")),
            ("D5433F 0A 9000", nil, .noAnswer("error of the reader's chip")),
            ("D54340 0A 9000", nil, .misfit(1, "the answer is not whole")),
            ("D54300 0A 6300", nil, .noAnswer("status 6300")), ("6300", nil, .noAnswer("status 6300")),
            ("6D00", nil, .notPassed("status 6D00")), ("6A81", 8, .notPassed("status 6A81")),
            ("9000", nil, .misfit(0, "the answer is none of InCommunicateThru")),
            ("D543 9000", nil, .misfit(2, "the answer is none of InCommunicateThru")),
            ("D54100 9000", nil, .misfit(3, "the answer is none of InCommunicateThru")),
            ("\(version) 9000", 8, .misfit(8, "the answer is none of InCommunicateThru")),
            ("", nil, .misfit(0, "answer of 0 bytes")), ("90", nil, .misfit(1, "answer of 1 bytes")),
        ] as [(String, Int?, PassThroughAnswer)])
    func inCommunicateThru(_ hex: String, _ length: Int?, _ answer: PassThroughAnswer) throws {
        #expect(PassThrough.inCommunicateThru.unwrap(try #require([UInt8](hex: hex)), expecting: length) == answer)
    }

    /// The answer is the tag's bytes and a status word, of which 63 00 says nothing of the reader.
    @Test(
        arguments: [
            ("\(version) 9000", 8, .data([0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03])),
            ("0000 9000", 2, .data([0x00, 0x00])), ("9000", nil, .data([])),
            ("00 9000", 8, .noAnswer("the tag refused")), ("04 9000", 2, .noAnswer("the tag refused")),
            ("9000", 8, .noAnswer("the tag refused")), ("6300", 8, .noAnswer("status 6300")),
            ("6400", 8, .noAnswer("status 6400")), ("6F01", 8, .noAnswer("status 6F01")),
            ("637F", 8, .noAnswer("status 637F")), ("6108", 8, .noAnswer("status 6108")),
            ("6A81", 8, .notPassed("status 6A81")), ("6D00", 8, .notPassed("status 6D00")),
            ("6E00", 8, .notPassed("status 6E00")), ("6800", 8, .notPassed("status 6800")),
            ("6B00", 8, .notPassed("status 6B00")), ("6700", 8, .notPassed("status 6700")),
            ("6900", 8, .notPassed("status 6900")),
            // A page twice, as an ACR1252U gave it.
            ("\(version)01000F03 9000", 8, .misfit(12, "12 bytes instead of 8")),
            ("0004 9000", 8, .misfit(2, "2 bytes instead of 8")), ("", nil, .misfit(0, "answer of 0 bytes")),
            ("00", 8, .misfit(1, "answer of 1 bytes")),
        ] as [(String, Int?, PassThroughAnswer)], [PassThrough.direct, .identiv, .springCard])
    func plainAnswers(_ row: (String, Int?, PassThroughAnswer), way: PassThrough) throws {
        #expect(way.unwrap(try #require([UInt8](hex: row.0)), expecting: row.1) == row.2)
    }

    @Test func noPassThrough() {
        #expect(PassThrough.none.wrap([0x60]) == nil)
        #expect(PassThrough.none.unwrap([0x90, 0x00]) == .notPassed("the reader passes no commands through"))
    }

    // MARK: Sectors

    /// SECTOR_SELECT of NTAG I2C: the tag's four bits and its silence both come as an error.
    @Test(
        arguments: [
            (.none, nil), (.transparentSession, nil),
            (.inCommunicateThru, ["FF00000004D442C2FF", "FF00000006D44201000000"]),
            (.direct, ["FF00000002C2FF", "FF0000000401000000"]), (.identiv, ["FFEF000002C2FF", "FFEF00000401000000"]),
            (.springCard, ["FFFE010402C2FF", "FFFE01040401000000"]),
        ] as [(PassThrough, [String]?)])
    func sectorSelect(_ way: PassThrough, _ commands: [String]?) {
        #expect(way.wrapSectorSelect(1)?.map(\.hex) == commands)
    }

    @Test(
        arguments: [
            ("D543029000", true, false), ("D543019000", false, true), ("D543000A9000", true, false),
            ("D543009000", false, false), ("D543000A0A9000", false, false), ("D5430A9000", false, false),
            ("6300", false, false), ("9000", false, false), ("", false, false),
        ])
    func sectorsByInCommunicateThru(_ hex: String, _ first: Bool, _ second: Bool) throws {
        let bytes = try #require([UInt8](hex: hex))
        #expect(PassThrough.inCommunicateThru.mayBeSectorSelected(bytes, part: 0) == first)
        #expect(PassThrough.inCommunicateThru.mayBeSectorSelected(bytes, part: 1) == second)
        #expect(!PassThrough.none.mayBeSectorSelected(bytes, part: 0))
    }

    @Test(
        arguments: [
            ("6300", true, true), ("6400", true, true), ("6F01", true, true), ("0A9000", true, false),
            ("009000", false, false), ("0A0A9000", false, false), ("6D00", false, false), ("6A81", false, false),
            ("", false, false),
        ], [PassThrough.direct, .identiv, .springCard])
    func sectorsByOthers(_ row: (String, Bool, Bool), way: PassThrough) throws {
        let bytes = try #require([UInt8](hex: row.0))
        #expect(way.mayBeSectorSelected(bytes, part: 0) == row.1)
        #expect(way.mayBeSectorSelected(bytes, part: 1) == row.2)
    }

    // MARK: Anything

    static let whole: [(PassThrough, String)] = [
        (.inCommunicateThru, "D54300 \(version) 9000"), (.direct, "\(version) 9000"), (.identiv, "\(version) 9000"),
        (.springCard, "\(version) 9000"),
        (.transparentSession, "C003009000 920100 96020000 9708 \(version) 9000"),
        (.transparentSession, "C003009000 978108 \(version) 9000"),
    ]

    /// Cut off anywhere, or with any byte changed, nothing traps, and what is not whole is no data.
    @Test(arguments: whole) func everyPrefixAndChange(_ way: PassThrough, _ hex: String) throws {
        let whole = try #require([UInt8](hex: hex))
        guard case .data = way.unwrap(whole, expecting: 8) else {
            Issue.record("the whole is no data")
            return
        }
        for count in 0..<whole.count {
            if case .data = way.unwrap(Array(whole.prefix(count)), expecting: 8) { Issue.record("\(count) bytes") }
            _ = way.mayBeSectorSelected(Array(whole.prefix(count)), part: 0)
        }
        for index in whole.indices {
            for value in 0...255 {
                var changed = whole
                changed[index] = UInt8(value)
                if case .data(let data) = way.unwrap(changed, expecting: 8) { #expect(data.count == 8) }
                _ = way.unwrap(changed)
                _ = way.mayBeSectorSelected(changed, part: 1)
            }
        }
    }
}
