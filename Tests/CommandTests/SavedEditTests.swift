import NDEF
import Provisioning
import Testing

@testable import tagmill

/// `saved edit`: every field of every record, checked and shown.
@Suite struct SavedEditTests {
    private let bench: SavedBench

    init() throws { bench = try SavedBench() }

    private func records(_ id: Int = 1) throws -> [Record] { try bench.store().tag(id: id).content.records }

    private static func record(
        _ format: Record.TypeNameFormat, _ type: String, _ id: String = "", _ payload: [UInt8]
    ) -> Record {
        Record(typeNameFormat: format, type: Array(type.utf8), identifier: Array(id.utf8), payload: payload)
    }

    struct Case: Sendable {
        var words: [String]
        var result: [Record]
    }

    private static func text(_ text: String, _ language: String, id: String = "") -> Record {
        record(.wellKnown, "T", id, [UInt8(language.utf8.count)] + Array((language + text).utf8))
    }

    private static let first = SavedBench.uri
    private static let second = text("Regal", "de", id: "x")
    private static let uri = record(.wellKnown, "U", "", [0x04] + Array("example.com/b".utf8))

    /// On a URI record and a text record of the identifier x.
    private static let cases = [
        Case(words: ["--record", "1", "--uri", "https://example.com/b"], result: [uri, second]),
        Case(words: ["--record", "1", "--uri", " https://example.com/b "], result: [uri, second]),
        Case(words: ["--record", "2", "--text", "Tür"], result: [first, text("Tür", "de", id: "x")]),
        Case(words: ["--record", "2", "--text="], result: [first, text("", "de", id: "x")]),
        Case(words: ["--record", "2", "--lang", "de-AT"], result: [first, text("Regal", "de-AT", id: "x")]),
        Case(words: ["--record", "1", "--text", "x"], result: [text("x", "en"), second]),
        Case(
            words: ["--record", "1", "--text", "x", "--lang", "fr", "--id", "k"],
            result: [text("x", "fr", id: "k"), second]),
        Case(
            words: ["--record", "2", "--uri", "https://example.com/b", "--id", ""], result: [first, uri]),
        Case(
            words: ["--record", "1", "--id", "é"],
            result: [
                Record(typeNameFormat: .wellKnown, type: [0x55], identifier: [0xE9], payload: first.payload), second,
            ]),
        Case(
            words: ["--record", "1", "--tnf", "2", "--type", "a/b", "--payload-hex", "00 ff"],
            result: [record(.media, "a/b", "", [0, 0xFF]), second]),
        Case(
            words: ["--record", "2", "--tnf", "5", "--type", "", "--payload-hex", ""],
            result: [first, record(.unknown, "", "x", [])]),
        Case(words: ["--add", "--text", "new"], result: [first, second, text("new", "en")]),
        Case(words: ["--add", "--record", "1", "--text", "new"], result: [text("new", "en"), first, second]),
        Case(
            words: ["--add", "--record", "3", "--tnf", "4", "--type", "a:b", "--id", "i", "--payload-hex", "01"],
            result: [first, second, record(.external, "a:b", "i", [1])]),
        Case(words: ["--add", "--tnf", "0"], result: [first, second, record(.empty, "", "", [])]),
        Case(words: ["--record", "1", "--remove"], result: [second]),
        Case(words: ["--record", "2", "--move", "1"], result: [second, first]),
        Case(words: ["--record", "1", "--move", "2"], result: [second, first]),
    ]

    @Test(arguments: cases.indices) func everyFieldOfEveryRecord(index: Int) throws {
        let expected = Self.cases[index]
        try bench.add("Shelf", Self.first, Self.second)
        let run = bench.tool(words: ["saved", "edit", "1"] + expected.words)
        #expect(run.code == .success, "\(run.errors)")
        #expect(try records() == expected.result)
        #expect(run.output.contains("was, a message of") && run.output.contains("now, a message of"))
    }

    /// As a job's languages are checked.
    @Test func aLanguageThatIsNoneIsRefused() throws {
        try bench.add("Shelf", try SavedBench.text("Regal", "abcdefghi"))
        for language in ["de_DE", "1", "en-", "zu lang"] {
            let run = bench.saved("edit", "1", "--lang", language)
            #expect(run.code == .refused)
            #expect(run.errors.contains("a language code such as en or de-AT"))
        }
        // The text would go out with the language that it has.
        let kept = bench.saved("edit", "1", "--text", "Shelf")
        #expect(kept.code == .refused)
        #expect(kept.errors.contains("record 1 says the language \"abcdefghi\", which is none; give a language code"))
        #expect(bench.saved("edit", "1", "--text", "Shelf", "--lang", "de-AT").code == .success)
    }

    @Test func whatItWasAndWhatItIsIsShown() throws {
        try bench.add("Shelf")
        let run = bench.saved("edit", "1", "--uri", "https://example.com/b/2", "--name", "Shelf 2")
        #expect(
            run.output == """
                saved tag 1
                name was  Shelf
                name now  Shelf 2
                was, a message of 18 bytes:
                   record  content
                1  URI     https://example.com/a
                   tnf  type  id  payload
                1  1    U         046578616D706C652E636F6D2F61
                now, a message of 20 bytes:
                   record  content
                1  URI     https://example.com/b/2
                   tnf  type  id  payload
                1  1    U         046578616D706C652E636F6D2F622F32

                """)
        #expect(try bench.store().tag(id: 1).createdAt == SavedBench.time)
        let again = bench.saved("edit", "1", "--name", "Shelf 2")
        #expect(again.output == "saved tag 1: nothing changed\n")
        let json = bench.saved("edit", "1", "--name", "C", "--json")
        #expect(json.output.hasPrefix(#"{"schema":"tagmill.saved/1","id":1,"name":"C","#))
    }

    @Test func aPayloadOutOfAFile() throws {
        try bench.add("Shelf")
        let file = try bench.write("payload", [0x00, 0x0A, 0xFF])
        #expect(bench.saved("edit", "1", "--tnf", "2", "--type", "a/b", "--payload-file", file).code == .success)
        #expect(try records() == [Self.record(.media, "a/b", "", [0x00, 0x0A, 0xFF])])
        let large = try bench.write("large", [UInt8](repeating: 0, count: 65_536))
        #expect(bench.saved("edit", "1", "--payload-file", large).code == .refused)
        let room = try bench.write("room", [UInt8](repeating: 0, count: 65_530))
        let run = bench.saved("edit", "1", "--payload-file", room)
        #expect(run.code == .refused)
        #expect(run.errors.contains("no tag takes more than 65535"))
        #expect(try records()[0].payload.count == 3)
    }

    @Test func aFieldThatAPhoneWouldNotUnderstandIsKeptAndTold() throws {
        try bench.add("Shelf")
        let run = bench.saved("edit", "1", "--payload-hex", "")
        #expect(run.code == .success)
        #expect(run.errors == "warning: record 1 cannot be understood: the payload is empty at byte 0\n")
        #expect(try records() == [Self.record(.wellKnown, "U", "", [])])
    }

    private static let refusals: [(words: [String], sentence: String)] = [
        ([], "nothing to change: give --name"), (["--record", "1"], "nothing to change"),
        (["--record", "2", "--name", "x"], "nothing to change"),
        (["--text", "x"], "it has 2 records; name the one that is meant by --record N"),
        (["--remove"], "it has 2 records"), (["--record", "3", "--text", "x"], "there is no record 3; it has 2"),
        (["--record", "0", "--text", "x"], "must be the number of a record, 1 to 1024"),
        (["--record", "4", "--add", "--text", "x"], "there is no record 4; it has 2"),
        (["--record", "1", "--move", "3"], "there is no record 3"), (["--add"], "'--add' needs to be told what"),
        (["--add", "--type", "a"], "'--add' needs to be told what"),
        (["--add", "--remove", "--text", "x"], "'--add' cannot stand together with '--remove'"),
        (["--record", "1", "--remove", "--text", "x"], "two commands"),
        (["--record", "1", "--uri", "https://a", "--text", "x"], "'--uri' and '--text' both say"),
        (["--record", "1", "--payload-hex", "00", "--text", "x"], "'--text' and '--payload-hex' both say"),
        (["--record", "1", "--uri", "https://a", "--tnf", "1"], "'--uri' cannot stand together with '--tnf'"),
        (["--record", "1", "--text", "a", "--type", "T"], "'--text' cannot stand together with '--type'"),
        (["--record", "1", "--lang", "de"], "record 1 is no text record"),
        (["--record", "2", "--lang", "d e"], "must be a language code"),
        (["--record", "1", "--uri", "example.com"], "has no scheme"),
        (["--record", "1", "--uri", "https://a b"], "stands"),
        (["--record", "1", "--uri", ""], "needs a value"), (["--record", "1", "--tnf", "6"], "0 to 5"),
        (["--record", "1", "--payload-hex", "0"], "must be hex"),
        (["--record", "1", "--type", "€"], "characters up to U+00FF"),
        (["--record", "1", "--tnf", "0"], "a record of TNF 0 has a length"),
        (["--record", "1", "--tnf", "5"], "a record of TNF 5 has a type"),
        (["--name", "  "], "a name of 1 to 200 characters"), (["--nmae", "x"], "the nearest known one is '--name'"),
    ]

    /// Nothing is changed by any of these.
    @Test(arguments: refusals.indices) func whatCannotBeIsRefused(index: Int) throws {
        let (words, sentence) = Self.refusals[index]
        let tag = try bench.add("Shelf", Self.first, Self.second)
        let run = bench.tool(words: ["saved", "edit", "1"] + words)
        #expect(run.code == .refused)
        #expect(run.errors.contains(sentence), "\(run.errors)")
        #expect(run.output.isEmpty)
        #expect(try bench.store().list() == [tag])
    }

    @Test func theLastRecordStays() throws {
        try bench.add("Shelf")
        let run = bench.saved("edit", "1", "--remove")
        #expect(run.code == .refused)
        #expect(run.errors.contains("'tagmill saved delete' drops the whole of it"))
        #expect(try records().count == 1)
    }
}
