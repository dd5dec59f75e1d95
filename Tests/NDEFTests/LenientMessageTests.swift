import NDEF
import Testing

/// A message that breaks rules, the records that can be read of it, and the rules with their places.
struct Slip: CustomTestStringConvertible {
    let name: String
    let hex: String
    let records: [Record]
    let deviations: [(NDEFError.Code, Int)]

    var testDescription: String { name }

    init(_ name: String, _ hex: String, _ records: [Record], _ deviations: [(NDEFError.Code, Int)]) {
        self.name = name
        self.hex = hex
        self.records = records
        self.deviations = deviations
    }

    private static let uri = Sample.record(.wellKnown, "U", payload: "05 31 32")
    private static let text = Sample.record(.wellKnown, "T", payload: "02 65 6E 41")
    private static let one = Sample.record(.unknown, payload: "01")

    static let all: [Slip] = [
        Slip("nothing", "", [], [(.noRecords, 0)]),
        Slip("no ME", "91 01 03 55 05 31 32 11 01 04 54 02 65 6E 41", [uri, text], [(.messageEndMissing, 15)]),
        Slip("no MB", "51 01 03 55 05 31 32", [uri], [(.messageBeginMissing, 0)]),
        Slip("MB again", "91 01 03 55 05 31 32 D1 01 04 54 02 65 6E 41", [uri, text], [(.messageBeginRepeated, 7)]),
        // What follows the record with ME.
        Slip("terminator and rest", "D1 01 03 55 05 31 32 FE 3A 20", [uri], [(.bytesAfterEnd, 7)]),
        Slip("zeros behind", "D1 01 03 55 05 31 32 00 00 00 00 00 00", [uri], [(.bytesAfterEnd, 7)]),
        Slip("ME too early", "D1 01 03 55 05 31 32 51 01 04 54 02 65 6E 41", [uri, text], [(.bytesAfterEnd, 7)]),
        Slip(
            "ME too early, no ME at the end", "D1 01 03 55 05 31 32 11 01 04 54 02 65 6E 41", [uri],
            [(.bytesAfterEnd, 7)]),
        Slip(
            "two messages", "D1 01 03 55 05 31 32 D1 01 04 54 02 65 6E 41", [uri, text],
            [(.bytesAfterEnd, 7), (.messageBeginRepeated, 7)]),
        Slip("half a message behind", "D1 01 03 55 05 31 32 D1 01 04 54 02 65", [uri], [(.bytesAfterEnd, 7)]),
        Slip(
            "the records are in the wrong order", "51 01 03 55 05 31 32 91 01 04 54 02 65 6E 41", [uri, text],
            [
                (.messageBeginMissing, 0), (.bytesAfterEnd, 7), (.messageBeginRepeated, 7), (.messageEndMissing, 15),
            ]),
        // Cut off: what is whole before the cut is kept.
        Slip("header cut off", "91 01 03 55 05 31 32 51 01", [uri], [(.truncated, 9)]),
        Slip("payload cut off", "91 01 03 55 05 31 32 51 01 04 54 02 65", [uri], [(.truncated, 11)]),
        Slip("length of 4 GiB", "C5 00 FF FF FF FF", [], [(.truncated, 6)]),
        // Lengths where none belong.
        Slip(
            "TNF 0 with a payload", "D0 00 01 41", [Sample.record(.empty, payload: "41")], [(.emptyRecordNotEmpty, 0)]),
        Slip(
            "TNF 5 with a type", "D5 01 01 41 01", [Sample.record(.unknown, "A", payload: "01")],
            [(.unknownWithType, 1)]),
        // Chunks.
        Slip(
            "ME on a chunk, and its end", "B5 00 01 01 76 00 01 02", [Sample.record(.unknown, payload: "01 02")],
            [(.messageEndInChunk, 4)]),
        Slip("ME on the one chunk", "F5 00 01 01", [one], [(.messageEndInChunk, 0)]),
        Slip(
            "the last chunk does not come", "B5 00 01 01 36 00 01 02", [Sample.record(.unknown, payload: "01 02")],
            [(.messageEndMissing, 8)]),
        Slip("the last chunk is cut off", "B5 00 01 01 36 00 02 02", [one], [(.truncated, 7)]),
        Slip("chunks interrupted", "B5 00 01 01 51 01 03 55 05 31 32", [one, uri], [(.chunksInterrupted, 4)]),
        Slip(
            "chunk with type and identifier", "B5 00 01 01 5E 01 01 01 41 69 02",
            [Sample.record(.unknown, payload: "01 02")],
            [(.chunkWithType, 5)]),
        Slip(
            "chunk with identifier", "B5 00 01 01 5E 00 01 01 69 02", [Sample.record(.unknown, payload: "01 02")],
            [(.chunkWithIdentifier, 4)]),
        Slip(
            "no chunk before", "D6 00 01 01", [Sample.record(.unchanged, payload: "01")], [(.unchangedOutsideChunks, 0)]
        ),
        Slip(
            "a chunk of its own first", "B6 00 01 01 56 00 01 02", [Sample.record(.unchanged, payload: "01 02")],
            [(.unchangedOutsideChunks, 0)]),
    ]
}

@Suite struct LenientMessageTests {
    @Test(arguments: Slip.all) func slips(_ slip: Slip) {
        let message = LenientMessage(bytes(slip.hex))
        #expect(message.records == slip.records)
        #expect(message.deviations.map(\.code) == slip.deviations.map(\.0))
        #expect(message.deviations.map(\.offset) == slip.deviations.map(\.1))
    }

    @Test(arguments: Sample.valid) func rightMessagesHaveNoDeviations(_ sample: Sample) {
        let message = LenientMessage(bytes(sample.hex))
        #expect(message.records == sample.records)
        #expect(message.deviations.isEmpty)
    }

    /// The strict reader's error is the first deviation.
    @Test(arguments: Broken.messages) func firstDeviation(_ broken: Broken) {
        let first = LenientMessage(bytes(broken.hex)).deviations.first
        #expect(first?.code == broken.code)
        #expect(first?.offset == broken.offset)
    }

    @Test func bounds() {
        let records = LenientMessage(Array(repeating: [0x10, 0, 0], count: NDEFLimits.records + 9).flatMap { $0 })
        #expect(records.records.count == NDEFLimits.records)
        #expect(records.deviations.map(\.code) == [.messageBeginMissing, .tooManyRecords])
        // Each of these chunks breaks a rule.
        let chunk: [UInt8] = [0x36, 1, 0, 0x41]
        let chunks = LenientMessage([0xB5, 0, 0] + Array(repeating: chunk, count: 100_000).flatMap { $0 })
        #expect(chunks.records.count == 1)
        #expect(chunks.deviations.count == NDEFLimits.deviations + 1)
        #expect(chunks.deviations.last?.code == .messageEndMissing)
        let long = LenientMessage([UInt8](repeating: 0, count: NDEFLimits.messageBytes + 1))
        #expect(long.records.isEmpty)
        #expect(long.deviations.map(\.code) == [.messageTooLong])
    }

    @Test func theSentenceNamesThePlaceAndNoPayload() {
        let message = LenientMessage(bytes("D1 01 03 55 05 31 32 FE 3A 20"))
        #expect(message.deviations.map { "\($0)" } == ["bytes follow the record with the ME flag at byte 7 (left 3)"])
    }
}
