import NDEF
import Testing

/// What naive writers leave, by the strict and the lenient reading.
@Suite struct LenientRecordTests {
    typealias Reading = (meaning: RecordMeaning, notes: [RecordNote])

    static func text(_ text: String, _ language: String) -> RecordMeaning {
        guard let record = try? TextRecord(text, language: language) else {
            preconditionFailure("no language: \(language)")
        }
        return .text(record)
    }

    /// A text that no writer of ours makes; read strictly from its own bytes.
    private static func readText(_ payload: String) -> RecordMeaning {
        guard let record = try? TextRecord(decoding: Sample.record(.wellKnown, "T", payload: payload)) else {
            preconditionFailure("no text: \(payload)")
        }
        return .text(record)
    }

    /// Both readings agree, and there is something to note.
    static let noted: [(Record, RecordMeaning, [RecordNote])] = [
        (Sample.record(.wellKnown, "T", payload: "00 41"), readText("00 41"), [.languageMissing]),
        (
            Sample.record(.wellKnown, "T", payload: "02 64 65 02 64 65 41"), text("\u{2}deA", "de"), [.statusTwice]
        ),
        (
            Sample.record(.wellKnown, "T", payload: "02 64 65 41 00 00 00"), text("A\0\0\0", "de"),
            [.textPadded(count: 3)]
        ),
        (Sample.record(.wellKnown, "T", payload: "02 64 65 00"), text("\0", "de"), [.textPadded(count: 1)]),
        (Sample.record(.wellKnown, "T", payload: "82 64 65 FE FF 00 41"), readText("82 64 65 00 41"), []),
        (Sample.record(.wellKnown, "T", payload: "82 64 65 FF FE 41 00"), readText("82 64 65 00 41"), []),
        (
            Sample.record(.wellKnown, "T", payload: "82 64 65 00 41 00 42"), readText("82 64 65 00 41 00 42"),
            [.utf16WithoutMark(littleEndian: false)]
        ),
        // A word that is a Latin letter when read the wrong way about.
        (
            Sample.record(.wellKnown, "T", payload: "82 7A 68 4E 00"), readText("82 7A 68 4E 00"),
            [.utf16WithoutMark(littleEndian: false)]
        ),
        (Sample.record(.wellKnown, "T", payload: "82 64 65"), readText("82 64 65"), []),
        // Long languages are languages.
        (
            Sample.record(.wellKnown, "T", payload: "21" + String(repeating: "61", count: 33) + "42"),
            text("B", String(repeating: "a", count: 33)), []
        ),
        (
            Sample.record(.wellKnown, "U", payload: "04" + "68747470733A2F2F61"), .uri(URIRecord("https://https://a")),
            [.schemeTwice]
        ),
        (
            Sample.record(.wellKnown, "U", payload: "01" + "48747470733A2F2F61"),
            .uri(URIRecord("http://www.Https://a")), [.schemeTwice]
        ),
        (Sample.record(.wellKnown, "U", payload: "05" + "74656C3A31"), .uri(URIRecord("tel:tel:1")), [.schemeTwice]),
        // A host called like a scheme, and a scheme that carries a whole URI.
        (Sample.record(.wellKnown, "U", payload: "04" + "687474703A38302F"), .uri(URIRecord("https://http:80/")), []),
        (
            Sample.record(.wellKnown, "U", payload: "00" + "783A2F2F68747470733A2F2F61"),
            .uri(URIRecord("x://https://a")), []
        ),
        (Sample.record(.wellKnown, "U", payload: "04 61 2F 20 62"), .uri(URIRecord("https://a/ b")), [.blankInURI]),
        (Sample.record(.wellKnown, "U", payload: "04 61 0A"), .uri(URIRecord("https://a\n")), [.blankInURI]),
        (Sample.record(.external, "abc", payload: "01"), .external("abc"), [.externalTypeWithoutDomain]),
    ]

    @Test(arguments: noted.indices) func bothReadings(_ index: Int) {
        let (record, meaning, notes) = Self.noted[index]
        for interpreted in [InterpretedRecord(record), InterpretedRecord(lenient: record)] {
            #expect(interpreted.record == record)
            #expect(interpreted.meaning == meaning)
            #expect(interpreted.notes == notes)
        }
    }

    private static func unwritten(_ text: String) -> RecordMeaning {
        readText("00" + hex(Array(text.utf8)))
    }

    /// The lenient reading sees through what the strict one refuses, or does not know.
    static let seenThrough: [(Record, strict: RecordMeaning, lenient: RecordMeaning, [RecordNote])] = [
        // No status byte: a letter has the reserved bit; a digit makes a language of the text.
        (
            Sample.record(.wellKnown, "T", payload: hex(Array("Crate 7".utf8))),
            .error(NDEFError(.reservedBitSet, offset: 0)), unwritten("Crate 7"), [.textWithoutStatus]
        ),
        (
            Sample.record(.wellKnown, "T", payload: hex(Array("Überall\n".utf8))),
            .error(NDEFError(.reservedBitSet, offset: 0)), unwritten("Überall\n"), [.textWithoutStatus]
        ),
        (
            Sample.record(.wellKnown, "T", payload: "37 35 00 00"), .error(NDEFError(.languageTruncated, offset: 0)),
            unwritten("75\0\0"), [.textWithoutStatus, .textPadded(count: 2)]
        ),
        (
            Sample.record(.wellKnown, "T", payload: hex(Array(" a b".utf8))),
            .error(NDEFError(.languageTruncated, offset: 0)), unwritten(" a b"), [.textWithoutStatus]
        ),
        (
            Sample.record(.wellKnown, "T", payload: String(repeating: "30", count: 60)),
            text(String(repeating: "0", count: 11), "en"), unwritten(String(repeating: "0", count: 60)),
            [.textWithoutStatus]
        ),
        // Little-endian without saying so; a lone half of a pair the other way about.
        (
            Sample.record(.wellKnown, "T", payload: "82 64 65 48 00 69 00"), readText("82 64 65 48 00 69 00"),
            readText("82 64 65 00 48 00 69"), [.utf16WithoutMark(littleEndian: true)]
        ),
        (
            Sample.record(.wellKnown, "T", payload: "82 64 65 D8 00"), .error(NDEFError(.invalidUTF16, offset: 0)),
            readText("82 64 65 00 D8"), [.utf16WithoutMark(littleEndian: true)]
        ),
        // Types.
        (
            Sample.record(.wellKnown, "u", payload: "04 61"), .unknown, .uri(URIRecord("https://a")),
            [.typeInWrongCase("U")]
        ),
        (Sample.record(.wellKnown, "t", payload: "02 64 65 41"), .unknown, text("A", "de"), [.typeInWrongCase("T")]),
        (
            Sample.record(.wellKnown, "SP", payload: "D1 01 02 55 04 61"), .unknown,
            .smartPoster([InterpretedRecord(URIRecord("https://a").record)]), [.typeInWrongCase("Sp")]
        ),
        (
            Sample.record(.wellKnown, "urn:nfc:wkt:U", payload: "04 61 20"), .unknown, .uri(URIRecord("https://a ")),
            [.typeAsURN, .blankInURI]
        ),
        (
            Sample.record(.wellKnown, "URN:nfc:wkt:u", payload: "04 61"), .unknown, .uri(URIRecord("https://a")),
            [.typeAsURN, .typeInWrongCase("U")]
        ),
        (
            Sample.record(.external, "urn:nfc:ext:android.com:pkg", payload: "61 2E 62"),
            .external("urn:nfc:ext:android.com:pkg"), .androidPackage("a.b"), [.typeAsURN]
        ),
        (
            Sample.record(.external, "Android.com:PKG", payload: "61"), .external("Android.com:PKG"),
            .androidPackage("a"), [.typeInWrongCase("android.com:pkg")]
        ),
        (
            Sample.record(.absoluteURI, payload: hex(Array("geo:1,2".utf8))), .unknown, .absoluteURI("geo:1,2"),
            [.uriInPayload]
        ),
    ]

    @Test(arguments: seenThrough.indices) func lenientReading(_ index: Int) throws {
        let (record, strict, lenient, notes) = Self.seenThrough[index]
        #expect(InterpretedRecord(lenient: record).notes == notes)
        #expect(notes.allSatisfy { !$0.description.isEmpty })
        #expect(InterpretedRecord(lenient: record).meaning.isLike(lenient))
        #expect(InterpretedRecord(record).meaning.isLike(strict, languageToo: false))
    }

    /// What is no slip stays what it is.
    static let refused: [(Record, RecordMeaning)] = [
        (Sample.record(.wellKnown, "T", payload: "01"), .error(NDEFError(.languageTruncated, offset: 0))),
        (Sample.record(.wellKnown, "T", payload: "02 65 6E FF"), .error(NDEFError(.invalidUTF8, offset: 0))),
        (Sample.record(.wellKnown, "T", payload: "41 01"), .error(NDEFError(.reservedBitSet, offset: 0))),
        (Sample.record(.wellKnown, "T", payload: "0A 65 6E"), .error(NDEFError(.languageTruncated, offset: 0))),
        (Sample.record(.wellKnown, "T", payload: "82 65 6E 54"), .error(NDEFError(.invalidUTF16, offset: 0))),
        (Sample.record(.wellKnown, "T"), .error(NDEFError(.emptyPayload, offset: 0))),
        // Types of somebody's own.
        (Sample.record(.wellKnown, "u", payload: "61 62"), .unknown),
        (Sample.record(.wellKnown, "t", payload: hex(Array("text/plain".utf8))), .unknown),
        (Sample.record(.wellKnown, "sP", payload: "01"), .unknown),
        (Sample.record(.wellKnown, "act", payload: "00"), .unknown),
        (Sample.record(.wellKnown, "Gc", payload: "D0 00 00"), .unknown),
        (Sample.record(.absoluteURI, payload: hex(Array("no URI".utf8))), .unknown),
        (Sample.record(.wellKnown, "Sp", payload: "90"), .error(NDEFError(.truncated, offset: 0))),
    ]

    @Test(arguments: refused.indices) func notSeenThrough(_ index: Int) {
        let (record, meaning) = Self.refused[index]
        #expect(InterpretedRecord(lenient: record).meaning == meaning)
    }

    /// A URI with NULs is bad, and what stands there can be shown as it stands.
    @Test func uriWithNULs() {
        let record = Sample.record(.wellKnown, "U", payload: "04 61 62 00 00")
        for interpreted in [InterpretedRecord(record), InterpretedRecord(lenient: record)] {
            #expect(interpreted.meaning == .error(NDEFError(.nulInURI, offset: 3)))
            #expect(interpreted.uriAsItStands == "https://ab\0\0")
        }
        #expect(InterpretedRecord(Sample.record(.wellKnown, "U", payload: "04 FF")).uriAsItStands == nil)
        #expect(InterpretedRecord(Sample.record(.wellKnown, "T", payload: "04 61")).uriAsItStands == nil)
    }

    @Test func smartPosterWithSlips() {
        // A text without status byte; a URI in the wrong case; an action; no ME on the last; a size; a media type.
        let inside =
            "91 01 02 54 48 69 11 01 02 75 04 61 11 03 01 61 63 74 02 11 01 04 73 00 00 01 00 11 01 03 74 61 2F 62"
        let interpreted = InterpretedRecord(lenient: Sample.record(.wellKnown, "Sp", payload: inside))
        guard case .smartPoster(let records) = interpreted.meaning else {
            Issue.record("the poster was not read: \(interpreted.meaning)")
            return
        }
        #expect(interpreted.notes == [.messageInside(NDEFError(.messageEndMissing, offset: 0))])
        #expect(records.map(\.notes) == [[.textWithoutStatus], [.typeInWrongCase("U")], [], [], []])
        #expect(records[0].meaning.isLike(Self.unwritten("Hi")))
        #expect(
            records[1...].map(\.meaning) == [
                .uri(URIRecord("https://a")), .posterAction(.edit), .posterSize(256), .posterTarget("a/b"),
            ])
        // By the standard it is no smart poster.
        #expect(
            InterpretedRecord(Sample.record(.wellKnown, "Sp", payload: inside)).meaning
                == .error(NDEFError(.messageEndMissing, offset: 0)))
    }

    @Test(arguments: [
        ("act", "", nil, nil), ("act", "00", RecordMeaning.posterAction(.perform), nil),
        ("act", "01", .posterAction(.save), nil),
        ("act", "03", .posterAction(.reserved(3)), RecordNote.reservedAction(3)),
        ("act", "00 00", nil, nil), ("s", "00 00 01", nil, nil), ("s", "FF FF FF FF", .posterSize(.max), nil),
        ("t", "", nil, nil), ("t", "61 01", nil, nil), ("t", "61 3B 20 62", .posterTarget("a; b"), nil),
    ]) func posterFields(_ type: String, _ payload: String, _ meaning: RecordMeaning?, _ note: RecordNote?) throws {
        let field = Sample.record(.wellKnown, type, payload: payload)
        let message = try Message([URIRecord("tel:1").record, field]).encoded()
        let poster = Record(typeNameFormat: .wellKnown, type: Array("Sp".utf8), payload: message)
        guard case .smartPoster(let records) = InterpretedRecord(poster).meaning else {
            Issue.record("the poster was not read")
            return
        }
        #expect(records[1].meaning == meaning ?? .error(NDEFError(.invalidPosterField, offset: 0)))
        #expect(records[1].notes == [note].compactMap { $0 })
    }
}

extension RecordMeaning {
    /// Equality that passes over how a text stood, and over its language where that is not asked for.
    func isLike(_ other: RecordMeaning, languageToo: Bool = true) -> Bool {
        guard case .text(let mine) = self, case .text(let its) = other else { return self == other }
        return Array(mine.text.utf8) == Array(its.text.utf8) && (!languageToo || mine.language == its.language)
    }
}
