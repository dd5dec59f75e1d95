import NDEF
import Testing

/// A message that breaks one rule, the rule, and where.
struct Broken: CustomTestStringConvertible {
    let hex: String
    let code: NDEFError.Code
    let offset: Int

    var testDescription: String { "\(code.name): \(hex)" }

    init(_ hex: String, _ code: NDEFError.Code, at offset: Int) {
        self.hex = hex
        self.code = code
        self.offset = offset
    }

    static let messages: [Broken] = [
        Broken("", .noRecords, at: 0),
        // MB and ME.
        Broken("50 00 00", .messageBeginMissing, at: 0),
        Broken("50 00 00 90 00 00", .messageBeginMissing, at: 0),
        Broken("90 00 00 D0 00 00", .messageBeginRepeated, at: 3),
        Broken("95 00 01 00 95 00 00 55 00 00", .messageBeginRepeated, at: 4),
        Broken("B5 00 01 00 96 00 00 56 00 00", .messageBeginRepeated, at: 4),
        Broken("90 00 00", .messageEndMissing, at: 3),
        Broken("90 00 00 15 00 01 AA", .messageEndMissing, at: 7),
        Broken("D0 00 00 00", .bytesAfterEnd, at: 3),
        Broken("D5 00 01 AA FE", .bytesAfterEnd, at: 4),
        Broken("D0 00 00 D0 00 00", .bytesAfterEnd, at: 3),
        // Lengths beyond the end.
        Broken("D1", .truncated, at: 1),
        Broken("D1 01", .truncated, at: 2),
        Broken("C1 01 00 00 00", .truncated, at: 5),
        Broken("D9 01 01", .truncated, at: 3),
        Broken("D1 02 00 53", .truncated, at: 3),
        Broken("D9 01 00 02 54 69", .truncated, at: 5),
        Broken("D1 01 03 54 02 65", .truncated, at: 4),
        Broken("C5 00 FF FF FF FF", .truncated, at: 6),
        Broken("C5 00 80 00 00 00 01", .truncated, at: 6),
        Broken("B5 00 01 01 46 00 FF FF FF FF 02", .truncated, at: 10),
        // TNF 0.
        Broken("D0 01 00 41", .emptyRecordNotEmpty, at: 0),
        Broken("D0 00 01 41", .emptyRecordNotEmpty, at: 0),
        Broken("D8 00 00 01 41", .emptyRecordNotEmpty, at: 0),
        Broken("B0 00 00 56 00 00", .emptyRecordNotEmpty, at: 0),
        // TNF 5.
        Broken("D5 01 01 41 42", .unknownWithType, at: 1),
        // TNF 6 and chunks.
        Broken("D6 00 00", .unchangedOutsideChunks, at: 0),
        Broken("B6 00 01 01 56 00 01 02", .unchangedOutsideChunks, at: 0),
        Broken("95 00 01 01 56 00 01 02", .unchangedOutsideChunks, at: 4),
        Broken("B5 00 00 16 00 00 56 00 00", .unchangedOutsideChunks, at: 6),
        Broken("F5 00 00", .messageEndInChunk, at: 0),
        Broken("B5 00 00 76 00 00 56 00 00", .messageEndInChunk, at: 3),
        Broken("B5 00 00 55 00 00", .chunksInterrupted, at: 3),
        Broken("B5 00 00 50 00 00", .chunksInterrupted, at: 3),
        Broken("B5 00 00 56 01 00 41", .chunkWithType, at: 4),
        Broken("B5 00 00 5E 00 00 00", .chunkWithIdentifier, at: 3),
        Broken("B5 00 00 5E 00 00 01 41", .chunkWithIdentifier, at: 3),
        Broken("B5 00 00", .messageEndMissing, at: 3),
        Broken("B5 00 00 36 00 01 AA", .messageEndMissing, at: 7),
    ]
}

@Suite struct MessageTests {
    @Test(arguments: Sample.valid) func decodes(_ sample: Sample) throws {
        #expect(try Message(decoding: bytes(sample.hex)) == Message(sample.records))
    }

    @Test(arguments: Sample.valid) func encodes(_ sample: Sample) throws {
        let written = try Message(sample.records).encoded()
        #expect(hex(written) == sample.rewritten ?? sample.hex)
        #expect(try Message(decoding: written) == Message(sample.records))
    }

    @Test(arguments: Broken.messages) func refuses(_ broken: Broken) {
        do {
            let message = try Message(decoding: bytes(broken.hex))
            Issue.record("decoded to \(message.records.count) records")
        } catch {
            #expect(error.code == broken.code)
            #expect(error.offset == broken.offset)
        }
    }

    @Test func everyRuleOfReadingIsInTheTable() {
        let rules: Set<NDEFError.Code> = [
            .noRecords, .truncated, .messageBeginMissing, .messageBeginRepeated, .messageEndMissing, .messageEndInChunk,
            .bytesAfterEnd, .emptyRecordNotEmpty, .unknownWithType, .unchangedOutsideChunks, .chunksInterrupted,
            .chunkWithType, .chunkWithIdentifier,
        ]
        #expect(Set(Broken.messages.map(\.code)) == rules)
    }

    /// TNF 7 is kept for the reader and never written.
    @Test func reservedTypeNameFormat() throws {
        let message = try Message(decoding: bytes("DF 01 02 01 41 69 01 02"))
        #expect(message.records == [Sample.record(.reserved, "A", id: "i", payload: "01 02")])
        #expect(throws: NDEFError(.notWritable, offset: 0)) { try message.encoded() }
    }

    static let unwritable: [(Record, NDEFError.Code)] = [
        (Sample.record(.unchanged, payload: "00"), .notWritable),
        (Sample.record(.reserved), .notWritable),
        (Sample.record(.empty, "U"), .emptyRecordNotEmpty),
        (Sample.record(.empty, id: "i"), .emptyRecordNotEmpty),
        (Sample.record(.empty, payload: "00"), .emptyRecordNotEmpty),
        (Sample.record(.unknown, "U"), .unknownWithType),
        (Sample.record(.media, String(repeating: "m", count: 256)), .typeTooLong),
        (Sample.record(.media, "m", id: String(repeating: "i", count: 256)), .identifierTooLong),
    ]

    /// The offset is where the record would have begun.
    @Test(arguments: unwritable) func refusesToWrite(_ record: Record, _ code: NDEFError.Code) {
        do {
            _ = try Message([Sample.record(.empty), record]).encoded()
            Issue.record("written")
        } catch {
            #expect(error.code == code)
            #expect(error.offset == 3)
        }
    }

    @Test func refusesToWriteNoRecords() {
        #expect(throws: NDEFError(.noRecords, offset: 0)) { try Message([]).encoded() }
    }

    /// Equality looks at the rule alone, and the text has rule and place but no payload.
    @Test func errorNamesRuleAndPlace() throws {
        let error = try #require(throws: NDEFError.self) { try Message(decoding: bytes("D1 01 05 55 41 42")) }
        #expect(error == NDEFError(.truncated, offset: 99))
        #expect(error != NDEFError(.noRecords, offset: error.offset))
        #expect("\(error)" == "the bytes end inside a record at byte 4 (a payload, length 5, left 2)")
    }
}
