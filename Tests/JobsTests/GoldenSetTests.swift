import NDEF
import Tags
import Testing

@testable import Jobs

@Suite struct GoldenSetTests {
    private func resolve(_ table: Table, _ settings: Settings = Settings()) -> (golden: GoldenSet, issues: [JobIssue]) {
        GoldenSet.resolve(table: table, settings: settings, name: "golden")
    }

    private func errors(_ table: Table, _ settings: Settings = Settings()) -> [String] {
        resolve(table, settings).issues.map { "\($0.code) \($0.line ?? 0) \($0.column ?? "-")" }
    }

    @Test func aJobIsAGoldenFile() throws {
        let (golden, issues) = resolve(
            table(
                "sku|url|text|lang|uid|quantity|chip|note", "A|https://a.example/1|eins|de||2|NTAG215|x",
                "B|https://a.example/2|||04A1B2C3D4E5F6|||"))
        #expect(issues.isEmpty)
        #expect(golden.name == "golden")
        #expect(golden.columns == ["sku", "url", "text", "lang", "uid", "quantity", "chip", "note"])
        #expect(golden.expectations.map(\.name) == ["A", "A #2", "B"])
        #expect(golden.expectations.map(\.line) == [2, 2, 3])
        #expect(
            golden.expectations.map(\.message) == [
                try message(uri: "https://a.example/1", text: "eins", language: "de"),
                try message(uri: "https://a.example/1", text: "eins", language: "de"),
                try message(uri: "https://a.example/2"),
            ])
        #expect(golden.expectations.map(\.chip) == [.ntag215, .ntag215, nil])
        #expect(golden.expectations.map { $0.uid?.description } == [nil, nil, "04A1B2C3D4E5F6"])
        #expect(golden.expectations[0].cells == ["A", "https://a.example/1", "eins", "de", "", "2", "NTAG215", "x"])
        #expect(golden.expectations.allSatisfy { $0.lockState == nil && $0.genuine == nil })
    }

    @Test func settingsAndTemplatesApply() throws {
        let golden = resolve(table("sku", "A", "B"), Settings(name: "own", url: "https://a.example/{sku}")).golden
        #expect(golden.name == "own")
        #expect(
            golden.expectations.map(\.message) == [
                try message(uri: "https://a.example/A"), try message(uri: "https://a.example/B"),
            ])
    }

    @Test func itsOwnColumns() throws {
        let (golden, issues) = resolve(
            table(
                "sku|message_hex|Lock_State |GENUINE|chip", "A|d0 00 00|Locked|YES|mifare desfire",
                "B|D101025504 61|||",
                "C|D10102550461| partly-locked |unknown|MIFARE Classic 1K"))
        #expect(issues.isEmpty)
        #expect(golden.expectations.map(\.message.hex) == ["D00000", "D10102550461", "D10102550461"])
        #expect(golden.expectations.map(\.lockState) == [.locked, nil, .partlyLocked])
        #expect(golden.expectations.map(\.genuine) == [.yes, nil, .unknown])
        #expect(golden.expectations.map(\.chip) == [.desfire, nil, .classic1K])
    }

    @Test(arguments: [
        ("lockstate", "lock_state"), ("Chips", "chip"), (" genuin", "genuine"), ("messagehex", "message_hex"),
        ("txt", "text"),
    ])
    func aColumnThatIsMisspeltIsWarnedOf(_ header: String, _ meant: String) {
        let issues = resolve(table("url|" + header, "https://a.example/1|x")).issues
        #expect(issues.map(\.severity) == [.warning])
        #expect(issues.map(\.column) == [header])
        #expect(
            issues.map(\.message) == [
                "the column \(header.trimmingBlanks.quoted) is an own one and is not compared; is \(meant) meant?"
            ])
    }

    /// Beside the column itself one of nearly its name is another; what is near to none is the user's own.
    @Test(arguments: ["chip|Chips", "shelf|note", "text|texts"]) func ownColumnsAreNotWarnedOf(_ headers: String) {
        #expect(resolve(table("url|" + headers, "https://a.example/1||")).issues.isEmpty)
    }

    @Test func aColumnThatTheSettingsNameIsNotMisspelt() {
        let settings = Settings(columns: ["Chips": "chip"])
        #expect(resolve(table("url|Chips", "https://a.example/1|NTAG213"), settings).issues.isEmpty)
    }

    /// A row says more than a template does.
    @Test func aMessageStandsInThePlaceOfTemplates() throws {
        let golden = resolve(
            table("sku|message_hex", "A|D10102550461", "B|"), Settings(url: "https://a.example/{sku}")
        ).golden
        #expect(
            golden.expectations.map(\.message) == [
                [0xD1, 1, 2, 0x55, 4, 0x61], try message(uri: "https://a.example/B"),
            ])
    }

    @Test func lockTrueExpectsALockedTag() {
        let golden = resolve(
            table("text|lock|lock_state", "a|TRUE|", "b|false|", "c||", "d|true|read-only", "e|false|locked")
        ).golden
        #expect(golden.expectations.map(\.lockState) == [.locked, nil, nil, .readOnly, .locked])
        var settings = Settings()
        settings.lock = true
        let job = resolve(table("text|lock|lock_state", "a||", "b|false|", "c||writable"), settings).golden
        #expect(job.expectations.map(\.lockState) == [.locked, nil, .writable])
    }

    /// What is seen need not be what can be written.
    @Test func aMessageNeedFitNoChip() {
        let long = String(repeating: "x", count: 2_000)
        let golden = resolve(table("text|chip", "\(long)|NTAG213"), Settings(chips: [.ntag216])).golden
        #expect(golden.expectations.count == 1)
        #expect(golden.expectations.first?.chip == .ntag213)
    }

    @Test func everyProblemIsTold() {
        #expect(
            errors(
                table(
                    "sku|url|uid|quantity|chip|lock|lock_state|genuine|message_hex",
                    "A|https://a.example|||NTAG 999||||",
                    "B|https://a.example||||maybe|open|perhaps|", "C|https://a.example|||||||D00000", "D||||||||XYZ",
                    "E||||||||D1FF", "F||||||||", "A|https://a.example|04|0|||||", "G|https://a.example|08A1B2C3||||||")
            )
                == [
                    "chip-unknown 2 chip", "lock-invalid 3 lock", "lock-state-unknown 3 lock_state",
                    "genuine-unknown 3 genuine", "message-twice 4 message_hex", "message-invalid 5 message_hex",
                    "message-invalid 6 message_hex", "message-empty 7 -", "quantity-invalid 8 quantity",
                    "uid-invalid 8 uid", "sku-twice 8 sku", "uid-random 9 uid",
                ])
    }

    @Test func sentencesListWhatIsAllowed() throws {
        let issues = resolve(table("text|lock_state|genuine|chip", "a|x|y|z")).issues
        #expect(
            issues.map(\.message) == [
                "the chip \"z\" is none of " + Chip.allCases.map(\.rawValue).joined(separator: ", "),
                "lock_state is one of writable, partly-locked, locked, read-only, password-write, password-read-write, "
                    + "not-ndef, unknown, or empty for any, not \"x\"",
                "genuine is one of yes, no, unknown, or empty for any, not \"y\"",
            ])
    }

    @Test func contentIsNeeded() {
        let (golden, issues) = resolve(table("sku|genuine", "A|yes"))
        #expect(issues.map(\.code) == ["content-missing"])
        #expect(issues.first?.message.contains("url, text, type or message_hex") == true)
        #expect(golden.expectations.isEmpty)
        #expect(errors(table("sku|message_hex")) == ["no-rows 0 -"])
    }

    @Test func aRowWithoutContentSaysWhatToGive() throws {
        for row in ["A|||", "A|locked||", "A|unknown||"] {
            let issues = resolve(table("sku|lock_state|url|message_hex", row)).issues
            #expect(issues.map(\.code) == ["message-empty"])
            let sentence = try #require(issues.first?.message)
            #expect(sentence.hasPrefix("there is nothing to compare: no url, no text and no message_hex"))
        }
        #expect(errors(table("sku|lock_state", "A|locked")) == ["message-empty 2 -"])
    }

    /// Such a tag holds no message, so that none is asked for; templates are not for it.
    @Test func aTagThatIsNoneForNDEFNeedsNoContent() {
        #expect(errors(table("uid|lock_state", "04A1B2C3D4E5F6|not-ndef")).isEmpty)
        let (golden, issues) = resolve(
            table("sku|lock_state|text", "A|NOT-NDEF|", "B||b"), Settings(url: "https://a.example/{sku}"))
        #expect(issues.isEmpty)
        #expect(golden.expectations.map(\.lockState) == [.notNDEF, nil])
        #expect(golden.expectations.map(\.message.isEmpty) == [true, false])
        #expect(
            errors(
                table(
                    "url|text|message_hex|lock_state", "https://a.example|||not-ndef", "|a||not-ndef",
                    "||D00000|not-ndef"))
                == (2...4).map { "message-not-ndef \($0) lock_state" })
        // A job knows nothing of it.
        #expect(
            Job.resolve(table: table("text|lock_state", "|not-ndef"), settings: Settings(), name: "job").issues.map(
                \.message)
                == ["there is nothing to write: no url, no text and no type"])
    }

    @Test func duplicatesAreAsTheSettingsSay() {
        let twice = table("sku|url", "A|https://a.example", "A|https://a.example")
        #expect(errors(twice) == ["sku-twice 3 sku"])
        #expect(errors(twice, Settings(duplicateSKU: .allow)).isEmpty)
        // The same content in several rows is normal.
        #expect(errors(table("url", "https://a.example", "https://a.example")).isEmpty)
    }

    /// In a job these are columns of its own, whatever stands in them.
    @Test func jobsDoNotKnowTheColumns() {
        let rows = table("url|lock_state|genuine|message_hex", "https://a.example/{|open|very|x")
        let job = Job.resolve(table: rows, settings: Settings(), name: "job")
        #expect(!job.issues.contains { ["lock_state", "genuine", "message_hex"].contains($0.column) })
        #expect(Job.resolve(table: table("message_hex", "D00000"), settings: Settings(), name: "job").hasErrors)
        #expect(
            Job.resolve(table: table("text|chip|lock", "a|ST25DV|true"), settings: Settings(), name: "job").issues
                .map(\.code) == ["chip-unknown"])
    }
}
