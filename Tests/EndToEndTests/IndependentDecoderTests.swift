import Testing

@Suite("The independent decoder of tags")
struct IndependentDecoderTests {
    /// Pages 0 to 3 of an NTAG213, then `chain`, then zeros to the end of its data area.
    private func memory(_ chain: String, container: [UInt8] = [0xE1, 0x10, 0x12, 0x00]) -> [UInt8] {
        let head: [UInt8] = [0x04, 0xE5, 0xC9, 0xA0, 0x22, 0x32, 0x5E, 0x80, 0xCE, 0x48, 0x00, 0x00]
        let bytes = head + container + Self.bytes(chain)
        return bytes + [UInt8](repeating: 0, count: max(0, 160 - bytes.count))
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap { $0.hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(16 * digits[$0] + digits[$0 + 1]) }
    }

    @Test(
        "messages are read",
        arguments: [
            ("03 00 FE", [], true),
            ("03 03 D0 00 00 FE", [], true),
            ("03 0C D1 01 08 55 02 6E 78 70 2E 63 6F 6D FE", [.uri("https://www.nxp.com")], true),
            ("03 0C D1 01 08 54 02 65 6E 48 65 6C 6C 6F", [.text(language: "en", "Hello")], false),
            ("01 03 A0 0C 34 03 06 D1 01 02 55 04 61 FE", [.uri("https://a")], true),
            ("00 00 03 FF 00 06 D1 01 02 55 23 61 FE", [.uri("urn:nfc:a")], true),
            ("FD 02 03 00 03 06 D1 01 02 55 00 61 FE", [.uri("a")], true),
            (
                "03 12 91 01 02 55 04 61 51 01 08 54 05 64 65 2D 43 48 C3 BC FE",
                [.uri("https://a"), .text(language: "de-CH", "ü")], true
            ),
            ("03 09 C1 01 00 00 00 02 55 04 61 FE", [.uri("https://a")], true),
            ("03 08 D9 01 02 01 55 7A 04 61 FE", [.uri("https://a")], true),
            ("03 04 D2 01 00 61 FE", [.other(nameFormat: 2, type: [0x61], payload: [])], true),
        ] as [(String, [IndependentTag.Record], Bool)])
    func messages(chain: String, records: [IndependentTag.Record], isTerminated: Bool) throws {
        let tag = try IndependentTag(memory: memory(chain))
        #expect(tag.records == records)
        #expect(tag.isTerminated == isTerminated)
        #expect(tag.uid == "04E5C922325E80")
        #expect(tag.access == 0)
        #expect(tag.staticLockBytes == [0, 0])
    }

    @Test(
        "what is broken is named",
        arguments: [
            ("", .noMessageTLV), ("FE", .noMessageTLV), ("04 00", .unknownTLV), ("01 02 A0 0C", .controlTLVLength),
            ("03 FF 00 90", .tlvBeyondArea), ("03 8F", .tlvBeyondArea), ("03 02 D1 01", .recordCut),
            ("03 05 D1 01 02 55 04", .recordCut), ("03 06 C1 01 FF FF FF FF", .recordCut),
            ("03 06 51 01 02 55 04 61", .messageBegin), ("03 06 91 01 02 55 04 61", .messageEnd),
            ("03 0C D1 01 02 55 04 61 51 01 02 55 04 61", .bytesAfterMessage),
            ("03 0C 91 01 02 55 04 61 D1 01 02 55 04 61", .messageBegin),
            ("03 06 F1 01 02 55 04 61", .chunked), ("03 04 D0 00 01 61", .emptyRecord), ("03 03 D1 00 00", .nameFormat),
            ("03 04 D5 01 00 61", .nameFormat), ("03 03 D6 00 00", .nameFormat), ("03 04 D7 01 00 61", .nameFormat),
            ("03 04 D1 01 00 55", .uriPrefix), ("03 06 D1 01 02 55 24 61", .uriPrefix),
            ("03 06 D1 01 02 55 04 FF", .notUTF8), ("03 04 D1 01 00 54", .textStatus),
            ("03 08 D1 01 04 54 82 65 6E 61", .textStatus), ("03 08 D1 01 04 54 42 65 6E 61", .textStatus),
            ("03 06 D1 01 02 54 00 61", .textLanguage), ("03 06 D1 01 02 54 02 65", .textLanguage),
            ("03 08 D1 01 04 54 02 65 20 61", .textLanguage), ("03 08 D1 01 04 54 02 65 6E C3", .notUTF8),
        ] as [(String, IndependentTag.Fault)])
    func faults(chain: String, fault: IndependentTag.Fault) {
        #expect(throws: fault) { try IndependentTag(memory: memory(chain)) }
    }

    @Test(
        "the head of a tag is checked",
        arguments: [
            ([0x00, 0x00, 0x00, 0x00], .noContainer), ([0xE1, 0x20, 0x12, 0x00], .containerVersion),
            ([0xE1, 0x10, 0x13, 0x00], .areaBeyondMemory), ([0xE1, 0x10, 0x00, 0x00], .noMessageTLV),
        ] as [([UInt8], IndependentTag.Fault)])
    func head(container: [UInt8], fault: IndependentTag.Fault) {
        #expect(throws: fault) { try IndependentTag(memory: memory("03 00 FE", container: container)) }
    }

    @Test("check bytes of the UID are checked")
    func checkBytes() {
        for index in [0, 3, 4, 8] {
            var memory = memory("03 00 FE")
            memory[index] ^= 0x01
            #expect(throws: IndependentTag.Fault.checkByte) { try IndependentTag(memory: memory) }
        }
        #expect(throws: IndependentTag.Fault.memoryTooShort) {
            try IndependentTag(memory: Array(memory("").prefix(15)))
        }
    }

    @Test("a message that fills the area needs no terminator")
    func full() throws {
        let text = String(repeating: "61", count: 137)
        let tag = try IndependentTag(memory: memory("03 8E D1 01 8A 55 04 \(text)"))
        #expect(tag.message.count == 142)
        #expect(tag.isTerminated == nil)
    }

    @Test("lock bytes inside the area are passed over")
    func reserved() throws {
        // Byte 24 to 25 hold lock bits: page address 1 of 16 bytes each, offset 8, 16 bits.
        let tag = try IndependentTag(memory: memory("01 03 18 10 34 03 06 D1 FF FF 01 02 55 04 61 FE"))
        #expect(tag.records == [.uri("https://a")])
        #expect(tag.isTerminated == true)
    }

    @Test("no prefix and no change of one byte is a trap")
    func anything() {
        let valid = memory("01 03 A0 0C 34 03 12 91 01 02 55 04 61 51 01 08 54 05 64 65 2D 43 48 C3 BC FE")
        for count in 0...valid.count { _ = try? IndependentTag(memory: Array(valid.prefix(count))) }
        for index in 9..<48 {
            for value in UInt8.min...UInt8.max {
                var changed = valid
                changed[index] = value
                _ = try? IndependentTag(memory: changed)
            }
        }
    }
}

@Suite("The independent reader of CSV")
struct IndependentCSVTests {
    @Test(
        "files are read",
        arguments: [
            ("a\n", ["a"], []), ("a,b\n1,2\n", ["a", "b"], [["1", "2"]]), ("a,b\r\n,\r\n", ["a", "b"], [["", ""]]),
            ("a,b\n\"x,\"\"y\"\"\nz\",\" q \"\n", ["a", "b"], [["x,\"y\"\nz", " q "]]),
            ("a\n\"\"\n\n", ["a"], [[""], [""]]), ("a\n\"\r\n\"\n", ["a"], [["\r\n"]]),
            ("ä,\"=1\"\n'=1,ü\u{301}\n", ["ä", "=1"], [["'=1", "ü\u{301}"]]),
            ("a\n\"\"\"\u{301}\"\n", ["a"], [["\"\u{301}"]]),
        ] as [(String, [String], [[String]])])
    func files(text: String, header: [String], records: [[String]]) throws {
        let csv = try IndependentCSV(bytes: Array(text.utf8))
        #expect(csv.header == header)
        #expect(csv.records == records)
    }

    @Test(
        "what is broken is named",
        arguments: [
            ("", .empty), ("a", .noFinalBreak), ("a,", .noFinalBreak), ("a\n1", .noFinalBreak),
            ("a\nx\"y\n", .strayQuote),
            ("a\n\"x\"y\n", .strayQuote), ("a\n\"x\n", .openQuote), ("a\n\"x\"", .noFinalBreak),
            ("a\rb\n", .strayReturn), ("a\n\"x\"\r", .strayReturn), ("a,b\n1\n", .cellCount), ("a\n1,2\n", .cellCount),
            ("a,a\n", .headerTwice), ("\u{FEFF}a\n", .byteOrderMark),
        ] as [(String, IndependentCSV.Fault)])
    func faults(text: String, fault: IndependentCSV.Fault) {
        #expect(throws: fault) { try IndependentCSV(bytes: Array(text.utf8)) }
    }

    @Test("bytes that are no UTF-8 are refused")
    func notUTF8() {
        #expect(throws: IndependentCSV.Fault.notUTF8) { try IndependentCSV(bytes: [0x61, 0xFF, 0x0A]) }
    }

    @Test("cells are found by header, and the guard is taken off once")
    func cells() throws {
        let csv = try IndependentCSV(bytes: Array("sku,result_status\n''1,written\n".utf8))
        #expect(csv.cell(0, "result_status") == "written")
        #expect(csv.cell(0, "sku").map(IndependentCSV.withoutGuard) == "'1")
        #expect(csv.cell(0, "uid") == nil)
        #expect(csv.cell(1, "sku") == nil)
    }

    @Test("no prefix and no change of one byte is a trap")
    func anything() {
        let valid = Array("a,\"b\r\n\"\"\"\r\n\"1\",2\nx,\"\"\n".utf8)
        for count in 0...valid.count { _ = try? IndependentCSV(bytes: Array(valid.prefix(count))) }
        for index in valid.indices {
            for value in UInt8.min...UInt8.max {
                var changed = valid
                changed[index] = value
                _ = try? IndependentCSV(bytes: changed)
            }
        }
    }
}
