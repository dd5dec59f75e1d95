import NDEF
import Testing

/// A message on the wire and as a value; `rewritten` is what the writer makes of the value where that is other bytes.
struct Sample: CustomTestStringConvertible {
    let name: String
    let hex: String
    let records: [Record]
    var rewritten: String?

    var testDescription: String { name }

    init(_ name: String, _ hex: String, _ records: [Record], rewritten: String? = nil) {
        self.name = name
        self.hex = hex
        self.records = records
        self.rewritten = rewritten
    }

    static func record(
        _ format: Record.TypeNameFormat, _ type: String = "", id: String = "", payload: String = ""
    ) -> Record {
        Record(
            typeNameFormat: format, type: Array(type.utf8), identifier: Array(id.utf8),
            payload: bytes(payload))
    }

    /// Valid messages: every type name format, both payload lengths, identifiers, chunks.
    static let valid: [Sample] = [
        Sample("empty", "D0 00 00", [record(.empty)]),
        Sample("empty, long form", "C0 00 00 00 00 00", [record(.empty)], rewritten: "D0 00 00"),
        Sample("empty, identifier of no bytes", "D8 00 00 00", [record(.empty)], rewritten: "D0 00 00"),
        Sample("two empty", "90 00 00 50 00 00", [record(.empty), record(.empty)]),
        Sample(
            "URI", "D1 01 09 55 04 68 2E 74 65 73 74 2F 37",
            [record(.wellKnown, "U", payload: "04 68 2E 74 65 73 74 2F 37")]),
        Sample(
            "URI, long form", "C1 01 00 00 00 03 55 04 68 2E", [record(.wellKnown, "U", payload: "04 68 2E")],
            rewritten: "D1 01 03 55 04 68 2E"),
        Sample(
            "URI and text", "91 01 03 55 04 68 2E 51 01 05 54 02 65 6E 41 42",
            [record(.wellKnown, "U", payload: "04 68 2E"), record(.wellKnown, "T", payload: "02 65 6E 41 42")]),
        Sample(
            "text with identifier", "D9 01 04 02 54 69 31 02 65 6E 41",
            [record(.wellKnown, "T", id: "i1", payload: "02 65 6E 41")]),
        Sample("media", "D2 03 02 61 2F 62 01 02", [record(.media, "a/b", payload: "01 02")]),
        Sample("absolute URI", "D3 05 00 78 3A 2F 2F 79", [record(.absoluteURI, "x://y")]),
        Sample("external", "D4 03 01 6E 3A 6D 2A", [record(.external, "n:m", payload: "2A")]),
        Sample("unknown", "D5 00 02 BE EF", [record(.unknown, payload: "BE EF")]),
        Sample("well-known without type", "D1 00 01 99", [record(.wellKnown, payload: "99")]),
        Sample(
            "URI in three chunks", "B1 01 02 55 02 70 36 00 01 71 56 00 02 72 73",
            [record(.wellKnown, "U", payload: "02 70 71 72 73")], rewritten: "D1 01 05 55 02 70 71 72 73"),
        Sample(
            "chunks, first with identifier, lengths long and short, one empty",
            "AA 01 00 00 00 01 01 6D 69 0A 26 00 00 00 00 00 16 00 01 0B 50 00 00",
            [record(.media, "m", id: "i", payload: "0A 0B"), record(.empty)],
            rewritten: "9A 01 02 01 6D 69 0A 0B 50 00 00"),
        Sample(
            "chunks between records", "90 00 00 35 00 01 01 16 00 01 02 54 01 00 7A",
            [record(.empty), record(.unknown, payload: "01 02"), record(.external, "z")],
            rewritten: "90 00 00 15 00 02 01 02 54 01 00 7A"),
        Sample(
            "smart poster",
            "D1 02 16 53 70 91 01 03 55 04 68 2E 11 01 04 54 02 65 6E 41 51 03 01 61 63 74 00",
            [
                record(
                    .wellKnown, "Sp",
                    payload: "91 01 03 55 04 68 2E 11 01 04 54 02 65 6E 41 51 03 01 61 63 74 00")
            ]),
        Sample(
            "text in UTF-16", "D1 01 07 54 82 65 6C FE FF 03 94",
            [record(.wellKnown, "T", payload: "82 65 6C FE FF 03 94")]),
        Sample(
            "package", "D4 0F 03 61 6E 64 72 6F 69 64 2E 63 6F 6D 3A 70 6B 67 61 2E 62",
            [record(.external, "android.com:pkg", payload: "61 2E 62")]),
    ]
}
