import Tags
import Testing

@testable import Jobs

@Suite struct SettingsJSONTests {
    static let samples: [Settings] = [
        Settings(),
        Settings(
            name: "Spring goods", columns: ["Artikel Nr.": "sku", "Adresse": "url"],
            records: [
                RecordTemplate(kind: .uri, value: "https://a.example/{sku}"),
                RecordTemplate(kind: .text, value: "{sku} \"x\"", language: "de"),
            ], url: "https://b.example/{sku}", text: "{row}", language: "de-AT", overwrite: .same, attempts: 100,
            spoilage: .tags(0), chips: [.ntag216, .ntag213], duplicateSKU: .warn, duplicateContent: .refuse),
        Settings(spoilage: .percent(5)), everythingForEver, otherForm,
    ]

    /// How the job file is to be read.
    static var otherForm: Settings {
        var settings = Settings()
        (settings.encoding, settings.delimiter, settings.comment) = ("windows-1252", "\t", "#")
        return settings
    }

    /// What is asked of tags beside their message.
    static var everythingForEver: Settings {
        var settings = Settings()
        (settings.lock, settings.formatBlank, settings.requiresGenuine) = (true, true, true)
        settings.protection = ProtectionSetting(passwordFile: "/keys/a b.csv", protectsReading: true)
        settings.mirror = .uidAndCounter
        return settings
    }

    @Test(arguments: samples) func roundTrip(_ settings: Settings) throws {
        #expect(try Settings(json: settings.json) == settings)
        #expect(try Settings(json: JSONValue(parsing: settings.json.indented)) == settings)
        #expect(try Settings(json: settings.json).json.compact == settings.json.compact)
    }

    @Test func orderIsFixed() {
        #expect(
            Self.samples[0].json.compact == #"{"--lang":"en","overwrite":"blank","attempts":3,"#
                + #""duplicates":{"sku":"refuse","content":"allow"}}"#)
        #expect(
            Self.everythingForEver.json.compact == #"{"--lang":"en","overwrite":"blank","attempts":3,"lock":true,"#
                + #""format_blank":true,"--require-genuine":true,"protect":{"password_file":"/keys/a b.csv","read":true},"#
                + #""mirror":"uid+counter","duplicates":{"sku":"refuse","content":"allow"}}"#)
        #expect(
            Self.otherForm.json.compact
                == ##"{"encoding":"windows-1252","delimiter":"\t","comment":"#","--lang":"en","##
                + #""overwrite":"blank","attempts":3,"duplicates":{"sku":"refuse","content":"allow"}}"#)
        #expect(Self.samples[1].json.compact.hasPrefix(#"{"name":"Spring goods","columns":{"Adresse":"url","Artikel"#))
    }

    private func object(_ members: (String, JSONValue)...) -> JSONValue {
        .object(members.map { JSONValue.Member($0.0, $0.1) })
    }

    @Test func readsEveryKey() throws {
        let json = object(
            ("name", .string("n")), ("overwrite", .string("always")), ("attempts", .int(1)), ("spoilage", .string("7")),
            ("chips", .array([.string("ntag-213"), .string("NTAG 216")])), ("lock", .bool(true)), ("records", .null),
            ("format_blank", .bool(true)), ("mirror", .string("counter")),
            ("protect", object(("password_file", .string("pw.csv")), ("read", .bool(true)))),
            ("columns", object(("A", .string(" URL ")))), ("duplicates", object(("content", .string("warn")))))
        let settings = try Settings(json: json)
        #expect(settings.name == "n")
        #expect(settings.lock && settings.formatBlank)
        #expect(settings.mirror == .counter)
        #expect(settings.protection == ProtectionSetting(passwordFile: "pw.csv", protectsReading: true))
        #expect(settings.overwrite == .always)
        #expect(settings.attempts == 1)
        #expect(settings.spoilage == .tags(7))
        #expect(settings.chips == [.ntag213, .ntag216])
        #expect(settings.columns == ["A": "url"])
        #expect(settings.duplicateSKU == .refuse)
        #expect(settings.duplicateContent == .warn)
    }

    static let refused: [(String, JSONValue, SettingsError.Code, String)] = [
        ("atempts", .int(1), .unknownKey, "atempts"),
        ("url", .string("x"), .unknownKey, "url"),
        ("lock", .string("true"), .wrongType, "lock"),
        ("format_blank", .int(1), .wrongType, "format_blank"),
        ("require_genuine", .bool(true), .unknownKey, "require_genuine"),
        ("protect", .bool(true), .wrongType, "protect"),
        ("protect", .object([]), .badValue, "protect"),
        ("protect", .object([.init("read", .bool(true))]), .badValue, "protect"),
        ("protect", .object([.init("password", .string("FFFFFFFF"))]), .unknownKey, "protect.password"),
        ("protect", .object([.init("password_file", .string(""))]), .badValue, "protect.password_file"),
        ("protect", .object([.init("password_file", .int(1))]), .wrongType, "protect.password_file"),
        (
            "protect", .object([.init("password_file", .string("p")), .init("read", .string("no"))]), .wrongType,
            "protect.read"
        ),
        ("mirror", .string("UID"), .badValue, "mirror"),
        ("mirror", .bool(true), .wrongType, "mirror"),
        ("encoding", .string(""), .badValue, "encoding"),
        ("encoding", .string("latin 1"), .badValue, "encoding"),
        ("encoding", .string(String(repeating: "x", count: 65)), .badValue, "encoding"),
        ("encoding", .int(1), .wrongType, "encoding"),
        ("delimiter", .string(":"), .badValue, "delimiter"),
        ("delimiter", .string(";;"), .badValue, "delimiter"),
        ("delimiter", .string(""), .badValue, "delimiter"),
        ("comment", .string("//"), .badValue, "comment"),
        ("comment", .string(""), .badValue, "comment"),
        ("comment", .string("a"), .badValue, "comment"),
        ("comment", .string("7"), .badValue, "comment"),
        ("comment", .string("\""), .badValue, "comment"),
        ("comment", .string(" "), .badValue, "comment"),
        ("comment", .string("§"), .badValue, "comment"),
        ("comment", .string("\0"), .badValue, "comment"),
        ("name", .int(1), .wrongType, "name"),
        ("name", .string(" "), .badValue, "name"),
        ("attempts", .int(0), .badValue, "attempts"),
        ("attempts", .int(101), .badValue, "attempts"),
        ("attempts", .number(2.5), .wrongType, "attempts"),
        ("spoilage", .int(-1), .badValue, "spoilage"),
        ("spoilage", .string("101%"), .badValue, "spoilage"),
        ("spoilage", .string("%"), .badValue, "spoilage"),
        ("spoilage", .bool(true), .wrongType, "spoilage"),
        ("overwrite", .string("never"), .badValue, "overwrite"),
        ("chips", .array([]), .badValue, "chips"),
        ("chips", .array([.string("NTAG213"), .string("NTAG424")]), .badValue, "chips[2]"),
        ("chips", .string("NTAG213"), .wrongType, "chips"),
        ("duplicates", .object([.init("sku", .string("maybe"))]), .badValue, "duplicates.sku"),
        ("duplicates", .object([.init("skus", .string("warn"))]), .unknownKey, "duplicates.skus"),
        ("columns", .object([.init("A", .string("skuu"))]), .badValue, "columns.A"),
        ("records", .array([]), .badValue, "records"),
        (
            "records", .array([.object([.init("type", .string("urn")), .init("value", .string("x"))])]), .badValue,
            "records[1].type"
        ),
        ("records", .array([.object([.init("type", .string("uri"))])]), .badValue, "records[1]"),
        ("records", .array([.object([.init("typ", .string("uri"))])]), .unknownKey, "records[1].typ"),
    ]

    @Test(arguments: refused) func refuses(_ key: String, _ value: JSONValue, _ code: SettingsError.Code, _ at: String)
    {
        do throws(SettingsError) {
            _ = try Settings(json: object((key, value)))
            Issue.record("\(key) was accepted")
        } catch {
            #expect(error == SettingsError(code, key: at, context: ""))
        }
    }

    @Test func namesTheNearestKey() {
        do throws(SettingsError) {
            _ = try Settings(json: object(("spoilagee", .int(1))))
            Issue.record("accepted")
        } catch {
            #expect(error.description.contains("is spoilage meant?"))
        }
    }

    @Test func refusesWhatIsNoObjectAndKeysTwice() {
        #expect(throws: SettingsError(.notAnObject, key: "", context: "")) { try Settings(json: .array([])) }
        #expect(throws: SettingsError(.badValue, key: "attempts", context: "")) {
            try Settings(json: object(("attempts", .int(1)), ("attempts", .int(2))))
        }
    }

    @Test func flagsWin() throws {
        let settings = Settings(language: "de", overwrite: .same, attempts: 5)
        let flags = SettingsOverrides(
            url: "https://a.example/{sku}", language: "fr", overwrite: .always, attempts: 9, spoilage: .percent(3))
        let result = try settings.overridden(by: flags)
        #expect(result.url == "https://a.example/{sku}")
        #expect(result.text == nil)
        #expect(result.language == "fr")
        #expect(result.overwrite == .always)
        #expect(result.attempts == 9)
        #expect(result.spoilage == .percent(3))
        #expect(!result.lock && !result.formatBlank && !result.requiresGenuine)
        var forEver = SettingsOverrides()
        (forEver.lock, forEver.formatBlank, forEver.requiresGenuine) = (true, true, true)
        let locked = try settings.overridden(by: forEver)
        #expect(locked.lock && locked.formatBlank && locked.requiresGenuine)
        #expect(try Self.everythingForEver.overridden(by: SettingsOverrides()) == Self.everythingForEver)
        #expect(try settings.overridden(by: SettingsOverrides()) == settings)
        #expect(throws: SettingsError(.badValue, key: "--attempts", context: "")) {
            try settings.overridden(by: SettingsOverrides(attempts: 0))
        }
        #expect(throws: SettingsError(.badValue, key: "--lang", context: "")) {
            try settings.overridden(by: SettingsOverrides(language: "d e"))
        }
    }

    @Test(arguments: [
        ("comma", ","), ("Semicolon", ";"), ("bar", "|"), ("pipe", "|"), ("TAB", "\t"), (",", ","), (";", ";"),
        ("|", "|"),
        ("\t", "\t"),
    ])
    func delimitersHaveNames(_ name: String, _ delimiter: String) throws {
        #expect(try Settings(json: object(("delimiter", .string(name)))).delimiter == delimiter)
        var flags = SettingsOverrides()
        flags.delimiter = name
        #expect(try Self.otherForm.overridden(by: flags).delimiter == delimiter)
    }

    @Test func flagsOfTheFormWin() throws {
        var flags = SettingsOverrides()
        (flags.encoding, flags.comment) = ("UTF-16LE", "%")
        let result = try Self.otherForm.overridden(by: flags)
        #expect([result.encoding, result.delimiter, result.comment] == ["UTF-16LE", "\t", "%"])
    }

    @Test(arguments: [
        ("--encoding", "a b", "--encoding must be the name of an encoding like windows-1252"),
        ("--delimiter", "x", "--delimiter must be one of , ; | and tab"),
        (
            "--comment", "##",
            "--comment must be one character of ASCII like #, and no letter, digit, quote or blank"
        ),
    ])
    func flagsOfTheFormAreChecked(_ option: String, _ value: String, _ sentence: String) {
        var flags = SettingsOverrides()
        switch option {
        case "--encoding": flags.encoding = value
        case "--delimiter": flags.delimiter = value
        default: flags.comment = value
        }
        do throws(SettingsError) {
            _ = try Settings().overridden(by: flags)
            Issue.record("taken")
        } catch {
            #expect(error.key == option && error.description == sentence)
        }
    }

    @Test func flagsReplaceTheRecordOfTheirKind() throws {
        let settings = Settings(records: [RecordTemplate(kind: .text, value: "a", language: "de")])
        let result = try settings.overridden(by: SettingsOverrides(url: "https://a.example", text: "b"))
        #expect(
            result.records == [
                RecordTemplate(kind: .uri, value: "https://a.example"),
                RecordTemplate(kind: .text, value: "b", language: "de"),
            ])
        #expect(result.url == nil)
    }

    @Test func theFlagOfTheLanguageWinsOverRecords() throws {
        let settings = Settings(records: [
            RecordTemplate(kind: .text, value: "a", language: "de"),
            RecordTemplate(kind: .text, value: "b", language: "{sprache}"), RecordTemplate(kind: .text, value: "c"),
        ])
        let result = try settings.overridden(by: SettingsOverrides(language: "fr"))
        #expect(result.language == "fr")
        #expect(result.records?.map(\.language) == [nil, "{sprache}", nil])
    }

    @Test(arguments: [
        ("en", true), ("de-AT", true), ("zh-Hant-TW", true), ("", false), ("e n", false), ("1a", false), ("en-", false),
        ("abcdefghi", false), ("dé", false),
    ])
    func languageCodes(_ code: String, _ valid: Bool) { #expect(LanguageCode.isValid(code) == valid) }
}
