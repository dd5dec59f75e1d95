import NDEF
import Testing

@Suite struct InterpretedRecordTests {
    static let meanings: [(Record, RecordMeaning, [RecordNote])] = [
        (Sample.record(.empty), .empty, []),
        (Sample.record(.wellKnown, "U", payload: "04 61"), .uri(URIRecord("https://a")), []),
        (Sample.record(.wellKnown, "U", payload: "F0 61"), .uri(URIRecord("a")), [.reservedURIPrefix(0xF0)]),
        (Sample.record(.wellKnown, "act", payload: "00"), .unknown, []),
        (Sample.record(.wellKnown, payload: "00"), .unknown, [.typeMissing]),
        (Sample.record(.media, "text/vcard", payload: "00"), .media("text/vcard"), []),
        (Sample.record(.media, "text/plain; charset=utf-8"), .media("text/plain; charset=utf-8"), []),
        (Sample.record(.media, "a/é"), .unknown, [.typeNotASCII]),
        (Sample.record(.external, "a:\u{1F}"), .unknown, [.typeNotASCII]),
        (Sample.record(.media, payload: "00"), .unknown, [.typeMissing]),
        (Sample.record(.absoluteURI, "x://é"), .absoluteURI("x://é"), []),
        (Sample.record(.external, "a.b:c", payload: "00"), .external("a.b:c"), []),
        (Sample.record(.external, "abc"), .external("abc"), [.externalTypeWithoutDomain]),
        (Sample.record(.external, "android.com:pkg", payload: "61 2E 62"), .androidPackage("a.b"), []),
        (Sample.record(.unknown, payload: "00"), .unknown, []),
        (Sample.record(.reserved, "U", payload: "04 61"), .unknown, [.reservedTypeNameFormat]),
        // Bad ones.
        (Sample.record(.wellKnown, "U"), .error(NDEFError(.emptyPayload, offset: 0)), []),
        (Sample.record(.wellKnown, "T", payload: "40"), .error(NDEFError(.reservedBitSet, offset: 0)), []),
        (Sample.record(.wellKnown, "Sp"), .error(NDEFError(.noRecords, offset: 0)), []),
        (Sample.record(.wellKnown, "Sp", payload: "90 00 00"), .error(NDEFError(.messageEndMissing, offset: 3)), []),
        (Sample.record(.absoluteURI, "x:\u{0}"), .error(NDEFError(.nulInURI, offset: 2)), []),
        (
            Record(typeNameFormat: .absoluteURI, type: [0xFF], payload: []),
            .error(NDEFError(.invalidUTF8, offset: 0)), []
        ),
        (Sample.record(.external, "android.com:pkg"), .error(NDEFError(.emptyPayload, offset: 0)), []),
        (
            Sample.record(.external, "android.com:pkg", payload: "61 00"),
            .error(NDEFError(.invalidPackage, offset: 1)),
            []
        ),
    ]

    @Test(arguments: meanings.indices) func meaning(_ index: Int) {
        let (record, meaning, notes) = InterpretedRecordTests.meanings[index]
        let interpreted = InterpretedRecord(record)
        #expect(interpreted.record == record)
        #expect(interpreted.meaning == meaning)
        #expect(interpreted.notes == notes)
        #expect(notes.allSatisfy { !$0.description.isEmpty })
    }

    @Test func noteNamesTheCode() {
        let note = RecordNote.reservedURIPrefix(0x24)
        #expect("\(note)" == "URI prefix code 24 (hex) is reserved and was read as no prefix")
    }

    @Test func text() throws {
        let expected = try TextRecord("A", language: "en")
        #expect(InterpretedRecord(Sample.record(.wellKnown, "T", payload: "02 65 6E 41")).meaning == .text(expected))
    }

    @Test func smartPoster() throws {
        let inside = [
            URIRecord("https://a").record, try TextRecord("A", language: "en").record,
            Sample.record(.wellKnown, "x", payload: "00"),
        ]
        let poster = Record(
            typeNameFormat: .wellKnown, type: Array("Sp".utf8), payload: try Message(inside).encoded())
        let interpreted = InterpretedRecord(poster)
        #expect(interpreted.meaning == .smartPoster(inside.map { InterpretedRecord($0) }))
        #expect(interpreted.notes == [])
    }

    @Test(arguments: [0, 2, 3]) func smartPosterURIs(_ count: Int) throws {
        let inside = Array(repeating: URIRecord("tel:1").record, count: count) + [Sample.record(.empty)]
        let poster = Record(
            typeNameFormat: .wellKnown, type: Array("Sp".utf8), payload: try Message(inside).encoded())
        let interpreted = InterpretedRecord(poster)
        #expect(interpreted.notes == [.smartPosterURIs(count: count)])
        #expect(interpreted.meaning == .smartPoster(inside.map { InterpretedRecord($0) }))
    }

    /// A poster in a poster is an error of the inner one; the outer is read, and no depth can exhaust the stack.
    @Test func smartPosterInSmartPoster() throws {
        var record = URIRecord("tel:1").record
        for _ in 0..<1000 {
            record = Record(
                typeNameFormat: .wellKnown, type: Array("Sp".utf8), payload: try Message([record]).encoded())
        }
        guard case .smartPoster(let inside) = InterpretedRecord(record).meaning else {
            Issue.record("the outer poster was not read")
            return
        }
        #expect(inside.map(\.meaning) == [.error(NDEFError(.nestedTooDeep, offset: 0))])
    }

    /// One bad record does not hide the others.
    @Test func othersStayReadable() throws {
        let message = try Message(decoding: bytes("91 01 02 55 04 FF 51 01 02 55 05 31"))
        #expect(
            message.interpretedRecords.map(\.meaning) == [
                .error(NDEFError(.invalidUTF8, offset: 1)), .uri(URIRecord("tel:1")),
            ])
    }
}
