import NDEF
import Testing

@Suite struct URIRecordTests {
    /// Prefixes with their codes, written down a second time from RTD URI 1.0, table 3.
    static let prefixes: [(UInt8, String)] = [
        (0x01, "http://www."), (0x02, "https://www."), (0x03, "http://"), (0x04, "https://"), (0x05, "tel:"),
        (0x06, "mailto:"), (0x07, "ftp://anonymous:anonymous@"), (0x08, "ftp://ftp."), (0x09, "ftps://"),
        (0x0A, "sftp://"), (0x0B, "smb://"), (0x0C, "nfs://"), (0x0D, "ftp://"), (0x0E, "dav://"), (0x0F, "news:"),
        (0x10, "telnet://"), (0x11, "imap:"), (0x12, "rtsp://"), (0x13, "urn:"), (0x14, "pop:"), (0x15, "sip:"),
        (0x16, "sips:"), (0x17, "tftp:"), (0x18, "btspp://"), (0x19, "btl2cap://"), (0x1A, "btgoep://"),
        (0x1B, "tcpobex://"), (0x1C, "irdaobex://"), (0x1D, "file://"), (0x1E, "urn:epc:id:"), (0x1F, "urn:epc:tag:"),
        (0x20, "urn:epc:pat:"), (0x21, "urn:epc:raw:"), (0x22, "urn:epc:"), (0x23, "urn:nfc:"),
    ]

    @Test(arguments: prefixes) func prefix(_ code: UInt8, _ text: String) throws {
        let record = URIRecord(text + "ab").record
        #expect(record.typeNameFormat == .wellKnown)
        #expect(record.type == Array("U".utf8))
        #expect(record.payload == [code] + Array("ab".utf8))
        let read = try URIRecord(decoding: record)
        #expect(read.uri == text + "ab")
        #expect(read.reservedPrefixCode == nil)
        #expect(URIPrefix.text(of: code) == text)
    }

    @Test func tableIsWhole() {
        #expect(URIPrefix.all.count == 36)
        #expect(URIPrefix.all == [""] + URIRecordTests.prefixes.map(\.1))
    }

    /// Both ways: what the writer makes of a URI, and what the reader makes of that.
    @Test(arguments: [
        ("https://www.a.example/7", "02 61 2E 65 78 61 6D 70 6C 65 2F 37"),
        ("https://wwwa", "04 77 77 77 61"),
        ("ftp://ftpa", "0D 66 74 70 61"),
        ("urn:epc:x", "22 78"),
        ("urn:epcx", "13 65 70 63 78"),
        ("HTTPS://a", "00 48 54 54 50 53 3A 2F 2F 61"),
        ("geo:1,2", "00 67 65 6F 3A 31 2C 32"),
        ("tel:", "05"),
        ("", "00"),
        ("https://é", "04 C3 A9"),
        ("https://%C3%a9/?b=%20", "04 25 43 33 25 61 39 2F 3F 62 3D 25 32 30"),
        ("https://https://a", "04 68 74 74 70 73 3A 2F 2F 61"),
        // A combining accent behind the slashes: one character with the last of them, and still the prefix.
        ("https://\u{301}a", "04 CC 81 61"),
    ])
    func bothWays(_ uri: String, _ payload: String) throws {
        let record = URIRecord(uri).record
        #expect(hex(record.payload) == payload)
        let read = try URIRecord(decoding: record)
        #expect(Array(read.uri.utf8) == Array(uri.utf8))
        #expect(read == URIRecord(uri))
    }

    /// What other writers leave on tags: another abbreviation of the same URI.
    @Test(arguments: ["00 68 74 74 70 73 3A 2F 2F 77 77 77 2E 61", "04 77 77 77 2E 61", "02 61"])
    func anyAbbreviation(_ payload: String) throws {
        let record = Sample.record(.wellKnown, "U", payload: payload)
        #expect(try URIRecord(decoding: record) == URIRecord("https://www.a"))
    }

    @Test(arguments: [0x24, 0x7F, 0x80, 0xFF] as [UInt8]) func reservedCode(_ code: UInt8) throws {
        let record = Record(typeNameFormat: .wellKnown, type: URIRecord.type, payload: [code, 0x61])
        let read = try URIRecord(decoding: record)
        #expect(read.uri == "a")
        #expect(read.reservedPrefixCode == code)
        #expect(URIPrefix.text(of: code) == nil)
        #expect(read == URIRecord("a"))
    }

    @Test(arguments: [
        ("", NDEFError.Code.emptyPayload, 0),
        ("04 80", .invalidUTF8, 1),
        ("04 61 C3", .invalidUTF8, 1),
        ("04 ED A0 80", .invalidUTF8, 1),
        ("04 C0 AF", .invalidUTF8, 1),
        ("04 00", .nulInURI, 1),
        ("04 61 62 00 63", .nulInURI, 3),
    ])
    func refuses(_ payload: String, _ code: NDEFError.Code, _ offset: Int) throws {
        let error = try #require(throws: NDEFError.self) {
            try URIRecord(decoding: Sample.record(.wellKnown, "U", payload: payload))
        }
        #expect(error.code == code)
        #expect(error.offset == offset)
    }

    @Test(arguments: [
        Sample.record(.media, "U", payload: "00"), Sample.record(.wellKnown, "u", payload: "00"),
        Sample.record(.wellKnown, payload: "00"),
    ])
    func wrongType(_ record: Record) {
        #expect(throws: NDEFError(.wrongType, offset: 0)) { try URIRecord(decoding: record) }
    }

    /// The same to the eye, other bytes on the tag.
    @Test func equalityIsByBytes() {
        #expect(URIRecord("https://\u{E9}") != URIRecord("https://e\u{301}"))
    }
}
