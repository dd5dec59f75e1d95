import Foundation
import Jobs
import NDEF
import Provisioning
import Tags
import Testing

@testable import tagmill

/// `saved export` and `saved import`.
@Suite struct SavedFilesTests {
    private let bench: SavedBench

    init() throws { bench = try SavedBench() }

    private static let everyField = Record(
        typeNameFormat: .media, type: Array("a/b".utf8), identifier: [0x00, 0x41, 0xFF], payload: Array(0...255))

    private static let uri = #"{"tnf":1,"type":"U","id":"","payload_hex":"046578616D706C652E636F6D2F61"}"#

    private static func document(_ records: String, _ more: String = "") -> String {
        #"{"schema":"tagmill.saved/1",\#(more)"records":[\#(records)]}"#
    }

    // MARK: - Exporting

    @Test func whatIsExportedAsJSONIsImportedByteForByte() throws {
        var content = SavedContent(
            name: "Shelf é\u{1}\"", records: [SavedBench.uri, try SavedBench.text("Tür\u{0}", "de"), Self.everyField])
        (content.uid, content.chip) = (UID([4, 1, 2, 3, 4, 5, 6]), .ntag216)
        _ = try bench.store().insert([content], at: SavedBench.time)
        let file = bench.path + "/shelf.json"
        let exported = bench.saved("export", "1", file)
        #expect(exported.code == .success, "\(exported.errors)")
        #expect(exported.output.isEmpty)
        // What is shown for a script is read as well.
        try bench.write("shown.json", bench.saved("show", "1", "--json").output)
        let run = bench.saved("import", file, bench.path + "/shown.json")
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.output == #"saved: 2  Shelf é\u{1}""# + "\n" + #"saved: 3  Shelf é\u{1}""# + "\n")
        #expect(try bench.store().list().map(\.content) == [content, content, content])
    }

    @Test func messagesAndHex() throws {
        try bench.add("Shelf")
        let message = "D1010E55046578616D706C652E636F6D2F61"
        #expect(bench.saved("export", "1", bench.path + "/a.ndef").code == .success)
        #expect(bench.bytes("a.ndef") == [UInt8](hex: message))
        #expect(bench.saved("export", "1", bench.path + "/a.hex").code == .success)
        #expect(bench.bytes("a.hex") == Array((message + "\n").utf8))
        #expect(bench.saved("export", "1", bench.path + "/a.txt", "--format", "hex").code == .success)
        #expect(bench.bytes("a.txt") == Array((message + "\n").utf8))
        #expect(bench.saved("export", "1", "--format", "hex").output == message + "\n")
        #expect(bench.saved("export", "1").output.hasPrefix("{\n  \"schema\": \"tagmill.saved/1\",\n"))
        #expect(bench.saved("export", "1", "-").output.hasSuffix("]\n}\n"))
        // Not a use of it.
        #expect(try bench.store().tag(id: 1).lastUsedAt == nil)
    }

    private static let badExports: [(words: [String], sentence: String)] = [
        (["a.txt"], "the ending tells no format"), (["json"], "the ending tells no format"),
        (["a.nfc", "--chip", "NTAG999"], "must be NTAG213, NTAG215, NTAG216"),
        (["a.json", "--chip", "NTAG213"], "'--chip' is of images"),
        (["a.json", "--format", "xml"], "must be json, ndef, hex, flipper, pm3-json or raw"),
        (["--format", "ndef"], "is no text"), (["--format", "raw"], "is no text"),
    ]

    @Test(arguments: badExports.indices) func exportsThatCannotBeAreRefused(index: Int) throws {
        let sentence = Self.badExports[index].sentence
        var words = Self.badExports[index].words
        try bench.add("Shelf")
        if !words[0].hasPrefix("-") { words[0] = bench.path + "/" + words[0] }
        let run = bench.tool(words: ["saved", "export", "1"] + words)
        #expect(run.code == .refused)
        #expect(run.errors.contains(sentence), "\(run.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.path) == ["saved.sqlite"])
    }

    @Test func aFileThatIsThereIsKeptUnlessAWordIsGiven() throws {
        try bench.add("Shelf")
        let file = try bench.write("a.hex", "mine")
        let refused = bench.saved("export", "1", file)
        #expect(refused.code == .refused)
        #expect(refused.errors == "tagmill: \(file): is there; '--yes' writes over it\n")
        #expect(bench.bytes("a.hex") == Array("mine".utf8))
        for (answer, isWritten) in [("n", false), ("y", true)] {
            let run = try bench.asked("export", ["1", file], answer: answer) {
                (context, confirmation) throws(CommandError) in
                try SavedExportCommand(context: context, confirmation: confirmation).run()
            }
            #expect(run.errors.hasPrefix("\(file) is there, and will be written over. Go on? [y/N] "))
            #expect((bench.bytes("a.hex") != Array("mine".utf8)) == isWritten)
        }
        try bench.write("a.hex", "mine")
        #expect(bench.saved("export", "1", file, "--yes").code == .success)
        #expect(bench.bytes("a.hex") != Array("mine".utf8))
        #expect(bench.saved("export", "1", bench.path, "--format", "hex", "--yes").errors.contains("is a folder"))
    }

    // MARK: - Importing

    @Test func whatIsImported() throws {
        let message = [UInt8](hex: "D1010E55046578616D706C652E636F6D2F61") ?? []
        let files = [
            try bench.write("shelf one.ndef", message),
            try bench.write("two.txt", "D1 01 0E 55 04 65 78 61 6D 70 6C 65\n2E636F6D2F61"),
            try bench.write(
                "three.json", Self.document(Self.uri, #""name":"Named","uid":"04010203040506","chip":"ntag-215","#)),
            try bench.write(".json", Self.document(Self.uri)),
        ]
        let run = bench.tool(words: ["saved", "import"] + files)
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.errors == "new file of saved tags: \(bench.file)\n")
        #expect(run.output == "saved: 1  shelf one\nsaved: 2  two\nsaved: 3  Named\nsaved: 4  .json\n")
        let tags = try bench.store().list()
        #expect(tags.map(\.content.records) == Array(repeating: [SavedBench.uri], count: 4))
        #expect(tags.map(\.content.chip) == [nil, nil, .ntag215, nil])
        #expect(tags[2].content.uid == UID([4, 1, 2, 3, 4, 5, 6]))
        let named = bench.saved("import", files[0], "--name", " Door ", "--json")
        #expect(named.output.hasPrefix(#"[{"id":5,"name":"Door","#))
        #expect(bench.tool(words: ["saved", "import", "--name", "x"] + files).code == .refused)
    }

    @Test func oneBadFileKeepsAllFromBeingSaved() throws {
        let good = try bench.write("good.ndef", [UInt8](hex: "D1010E55046578616D706C652E636F6D2F61") ?? [])
        let bad = try bench.write("bad.txt", "nothing of the kind")
        let run = bench.saved("import", good, bad, bench.path + "/none")
        #expect(run.code == .refused)
        #expect(
            run.errors == "tagmill: \(bad): is no saved tag, no image of a tag, no message and no hex of one\n"
                + "nothing was saved\ntagmill: \(bench.path)/none: cannot be read: No such file or directory\n")
        #expect(run.output.isEmpty)
        #expect(bench.bytes("saved.sqlite") == nil)
    }

    struct BadDocument: Sendable {
        var text: String
        var sentence: String
    }

    private static let badDocuments = [
        BadDocument(text: #"{"schema":"tagmill.saved/2","records":[]}"#, sentence: "of another version"),
        BadDocument(text: #"{"schema":"tagmill.saved/1"}"#, sentence: "records is missing"),
        BadDocument(text: document(""), sentence: "a message has at least one record"),
        BadDocument(text: document("7"), sentence: "record 1: is no object"),
        BadDocument(text: document(#"{"type":"U","payload_hex":""}"#), sentence: "record 1: tnf must be"),
        BadDocument(text: document(#"{"tnf":8,"payload_hex":""}"#), sentence: "record 1: tnf must be"),
        BadDocument(text: document(#"{"tnf":-1,"payload_hex":""}"#), sentence: "record 1: tnf must be"),
        BadDocument(text: document(#"{"tnf":1e0,"payload_hex":""}"#), sentence: "record 1: tnf must be"),
        BadDocument(text: document(#"{"tnf":6,"payload_hex":""}"#), sentence: "TNF 6 and 7 are not written"),
        BadDocument(text: document(#"{"tnf":0,"payload_hex":"00"}"#), sentence: "a record of TNF 0 has a length"),
        BadDocument(text: document(#"{"tnf":1,"type":"U"}"#), sentence: "payload_hex must be hex"),
        BadDocument(text: document(#"{"tnf":1,"type":"U","payload_hex":"0"}"#), sentence: "payload_hex must be hex"),
        BadDocument(
            text: document(#"{"tnf":1,"type":"€","payload_hex":"00"}"#), sentence: "type has a character beyond"),
        BadDocument(text: document(#"{"tnf":1,"type":5,"payload_hex":"00"}"#), sentence: "type must be a string"),
        BadDocument(
            text: document(uri + #",{"tnf":5,"payload":"00","payload_hex":""}"#),
            sentence: #"record 2: "payload" is no member of tagmill.saved/1; is payload_hex meant?"#),
        BadDocument(
            text: document(#"{"tnf":1,"type":"U","payload_hex":"0461","uri":"https://b"}"#),
            sentence: "record 1: uri is not what its bytes say"),
        BadDocument(text: document(uri, #""nmae":"x","#), sentence: "is name meant?"),
        BadDocument(text: document(uri, #""uid":"04","#), sentence: "uid is no UID"),
        BadDocument(text: document(uri, #""chip":"NTAG21","#), sentence: "chip is none that is known"),
        BadDocument(text: document(uri, #""name":5,"#), sentence: "name must be a string"),
        BadDocument(
            text: document(Array(repeating: #"{"tnf":0,"payload_hex":""}"#, count: 1025).joined(separator: ",")),
            sentence: "more records than tagmill takes"),
        BadDocument(
            text: document(#"{"tnf":5,"payload_hex":"\#(String(repeating: "00", count: 65_536))"}"#),
            sentence: "no tag takes more than 65535"),
    ]

    @Test(arguments: badDocuments.indices) func aDocumentThatIsNoneIsRefused(index: Int) throws {
        let bad = Self.badDocuments[index]
        let run = bench.saved("import", try bench.write("bad.json", bad.text))
        #expect(run.code == .refused)
        #expect(run.errors.contains(bad.sentence), "\(run.errors)")
        #expect(bench.bytes("saved.sqlite") == nil)
    }

    /// Every beginning of a document, and every byte of it changed: read or refused, never a trap.
    @Test func aDocumentCutOrChangedIsReadOrRefused() throws {
        let whole = Array(
            Self.document(Self.uri + "," + Self.uri, #""name":"N","uid":"04010203040506","chip":"NTAG213","#).utf8)
        func isRead(_ bytes: [UInt8]) -> Bool {
            guard let document = try? JSONValue(parsing: bytes) else { return false }
            return (try? SavedDocument.content(of: document)) != nil
        }
        #expect(isRead(whole))
        for count in 0..<whole.count { #expect(!isRead(Array(whole[..<count]))) }
        var read = 0
        for index in whole.indices {
            for byte: UInt8 in [0x00, 0x22, 0x30, 0x41, 0x7B, 0xFF] {
                var changed = whole
                changed[index] = byte
                if isRead(changed) { read += 1 }
            }
        }
        #expect(read > 0)
    }

    @Test(arguments: ["[", "{\"schema\":\"tagmill.saved/1\",\"records\":[", "1,", "[[],"])
    func aLargeFileIsRefusedInTime(part: String) throws {
        let text = String(repeating: part, count: (1 << 20) / part.utf8.count)
        #expect(bench.saved("import", try bench.write("large.json", text)).code == .refused)
        let larger = bench.saved("import", try bench.write("larger.json", String(repeating: " ", count: (1 << 20) + 1)))
        #expect(larger.errors.contains("is larger than 1024 KiB"))
    }

    @Test(arguments: ["0303D00000", "D0", "D00000", ""]) func whatHoldsNoMessageIsNotSaved(hex: String) throws {
        let run = bench.saved("import", try bench.write("a.txt", hex))
        #expect(run.code == .refused)
        #expect(bench.bytes("saved.sqlite") == nil)
    }
}
