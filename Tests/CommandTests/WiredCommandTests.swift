import Foundation
import Testing

@testable import tagmill

/// Commands that need no reader, from the command line to what they print.
@Suite struct WiredCommandTests {
    private func folder(_ files: [String: String]) throws -> ScratchFolder {
        let scratch = try ScratchFolder()
        for (name, text) in files {
            try Data(text.utf8).write(to: URL(fileURLWithPath: scratch.path + "/" + name))
        }
        return scratch
    }

    // MARK: ndef decode

    @Test func aMessageIsDecodedToWordsAndJSON() {
        #expect(ToolRun("ndef", "decode", "D1 01 06 55 04 61 2E 62 2F 63").output == "1  URI  https://a.b/c\n")
        let json = ToolRun("ndef", "decode", "--json", "D10106550461 2E62 2F63")
        #expect(json.code == .success)
        #expect(
            json.output == #"{"records":[{"tnf":1,"type":"U","id":"","payload_hex":"04612E622F63","#
                + #""uri":"https://a.b/c"}],"notes":[]}"# + "\n")
    }

    @Test func aTextAndABadRecordStandSideBySide() {
        // A text of language en, and a URI record without payload.
        let run = ToolRun("ndef", "decode", "91010554026465416A 51010055")
        #expect(run.code == .success)
        #expect(run.output.hasPrefix("1  text (de)  Aj\n2  not readable: "))
        #expect(run.errors.hasPrefix("note: record 2: "))
        #expect(ToolRun("ndef", "decode", "-q", "91010554026465416A 51010055").errors.isEmpty)
    }

    @Test func aBrokenMessageIsRefusedWithOffsetAndRule() {
        let run = ToolRun("ndef", "decode", "D10106550461")
        #expect(run.code == .refused)
        #expect(run.errors.contains("the bytes end inside a record at byte 4"))
        #expect(run.output.isEmpty)
        #expect(ToolRun("ndef", "decode", "no-such-file").code == .refused)
    }

    @Test func aFileMayHoldTheMessageOrItsHex() throws {
        let scratch = try folder(["hex.txt": "D1 01 06 55 04\n61 2E 62 2F 63\n", "other": "03 03 D0 00 00"])
        try Data([0xD0, 0, 0]).write(to: URL(fileURLWithPath: scratch.path + "/empty.ndef"))
        #expect(ToolRun("ndef", "decode", scratch.path + "/hex.txt").output == "1  URI  https://a.b/c\n")
        #expect(ToolRun("ndef", "decode", scratch.path + "/empty.ndef").output == "1  empty\n")
        #expect(ToolRun("ndef", "decode", scratch.path + "/other").code == .refused)
    }

    @Test func controlCharactersOfATagAreNotObeyed() {
        // A text `ESC [ 2 J`, which clears a terminal.
        let run = ToolRun("ndef", "decode", "D101075402656E1B5B324A")
        #expect(run.output == "1  text (en)  \\u{1B}[2J\n")
    }

    // MARK: plan

    @Test func aGoodJobIsPlanned() throws {
        let scratch = try folder(["a.csv": "sku,url\nS1,https://example.com/1\nS2,https://example.com/2\n"])
        let run = ToolRun("plan", scratch.path + "/a.csv")
        #expect(run.code == .success)
        #expect(run.errors.isEmpty)
        #expect(run.output.contains("S1"))
        #expect(run.output.hasSuffix("2 rows, 2 tags, 0 errors, 0 warnings\n"))
    }

    @Test func everyBadRowIsNamedWithItsPlace() throws {
        let scratch = try folder(["a.csv": "sku,url,quantity\nS1,https://example.com/1,0\nS2,,\n"])
        let path = scratch.path + "/a.csv"
        let run = ToolRun("plan", path)
        #expect(run.code == .refused)
        #expect(run.errors.contains("\(path):2: error: row 1, column 'quantity': "))
        #expect(run.errors.contains("\(path):3: error: row 2"))
        #expect(run.errors.hasSuffix("\(path): refused, 2 errors; no tag was touched\n"))
        let json = ToolRun("plan", path, "--json")
        #expect(json.code == .refused)
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        #expect(object?["schema"] as? String == "tagmill.plan/1")
        #expect((object?["rows"] as? [Any])?.count == 2)
    }

    @Test func flagsAndSettingsMakeTheMessage() throws {
        let scratch = try folder([
            "a.csv": "Artikel\nS1\n", "a.json": #"{columns: {Artikel: "sku"}, /* JSON5 */}"#,
        ])
        let path = scratch.path + "/a.csv"
        let run = ToolRun("plan", path, "--url", "https://example.com/{sku}")
        #expect(run.code == .success)
        #expect(run.output.contains("https://example.com/S1"))
        #expect(ToolRun("plan", path, "--settings", "none", "--url", "https://example.com/{sku}").code == .refused)
    }

    @Test func settingsThatWereTakenByNameSayHowToTurnThemOff() throws {
        let scratch = try folder(["a.csv": "sku,url\nS1,https://a.b\n", "a.json": #"{"nam": "x"}"#])
        let run = ToolRun("plan", scratch.path + "/a.csv")
        #expect(run.code == .refused)
        #expect(run.errors.contains("name"))
        #expect(run.errors.contains("--settings none turns that off"))
        let named = ToolRun("plan", scratch.path + "/a.csv", "--settings", scratch.path + "/a.json")
        #expect(named.code == .refused)
        #expect(!named.errors.contains("turns that off"))
    }

    @Test func aReportIsNoJobToPlan() throws {
        let scratch = try folder(["a.csv": "sku,result_run,result_status\nS1,r,failed\n"])
        let run = ToolRun("plan", scratch.path + "/a.csv")
        #expect(run.code == .refused)
        #expect(run.errors.contains("'tagmill rerun' makes what failed"))
    }

    @Test func aJobThatIsNotThereIsRefused() {
        let run = ToolRun("plan", "/no/such/job.csv")
        #expect(run.code == .refused)
        #expect(run.errors == "tagmill: /no/such/job.csv: cannot be read: No such file or directory\n")
    }

    // MARK: runs

    @Test func aJournalThatIsNotThereIsNamed() throws {
        let scratch = try ScratchFolder()
        let run = ToolRun("runs", environment: ["TAGMILL_JOURNAL": scratch.path + "/t.sqlite"])
        #expect(run.code == .unavailable)
        #expect(run.errors.hasPrefix("tagmill: there is no journal at \(scratch.path)/t.sqlite; "))
        #expect(!InputFile.exists(scratch.path + "/t.sqlite"))
    }
}
