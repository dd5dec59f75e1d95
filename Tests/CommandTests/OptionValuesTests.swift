import Jobs
import Reports
import Testing

@testable import tagmill

@Suite struct OptionValuesTests {
    private func options(_ words: String...) throws(CommandError) -> RunOptions {
        try RunOptions(try Arguments(words, table: CommandTable.run.options, command: "run"))
    }

    @Test func nothingGivenAsksForNothing() throws {
        let none = try options()
        #expect(none.content.settings == .besideJob)
        #expect(none.content.url == nil && none.content.text == nil && none.content.language == nil)
        #expect(none.overwrite == nil && none.attempts == nil && none.spoilage == nil && none.pairing == nil)
        #expect(!none.locks && !none.formatsBlank && !none.requiresGenuine)
        #expect(!none.again && !none.skipsBadRows && !none.isDryRun && !none.asksNothing)
        #expect(none.station == nil && none.operatorName == nil)
        #expect(none.outputFolder == "reports")
    }

    @Test func everyOptionIsTakenUp() throws {
        let all = try options(
            "--url", "U", "--text", "T", "--lang", "de", "--overwrite", "Always", "--attempts", "5", "--spoilage", "4%",
            "--lock", "--format-blank", "--require-genuine", "--again", "--skip-bad-rows", "--pair", "uid", "--station",
            "S", "--operator", "O", "-n", "-y", "-o", "D")
        #expect(all.content.url == "U" && all.content.text == "T" && all.content.language == "de")
        #expect(all.overwrite == .always && all.attempts == 5 && all.spoilage == .percent(4) && all.pairing == .uid)
        #expect(all.locks && all.formatsBlank && all.requiresGenuine)
        #expect(all.overrides.lock && all.overrides.formatBlank && all.overrides.requiresGenuine)
        #expect(all.again && all.skipsBadRows && all.isDryRun && all.asksNothing)
        #expect(all.station == "S" && all.operatorName == "O" && all.outputFolder == "D")
    }

    @Test func settingsNoneIsNoFile() throws {
        #expect(try options("--settings", "none").content.settings == SettingsSource.none)
        #expect(try options("--settings", "a.json").content.settings == .file("a.json"))
    }

    @Test(arguments: [
        ("--attempts", "0"), ("--attempts", "101"), ("--attempts", "3x"), ("--attempts", "+3"), ("--attempts", " 3"),
        ("--attempts", "99999999999999999999"), ("--attempts", "-1"), ("--attempts", "٣"),
        ("--spoilage", "101%"), ("--spoilage", "%"), ("--spoilage", "5 %"), ("--spoilage", "-1"), ("--spoilage", "1.5"),
        ("--spoilage", "none"), ("--quarantine", "-1"), ("--quarantine", "1001"), ("--quarantine", "5%"),
        ("--quarantine", "never"),
        ("--overwrite", "never"), ("--pair", "scan"), ("--pair", "content"),
    ])
    func valuesOutOfRangeAreRefused(option: String, value: String) {
        #expect {
            try options("\(option)=\(value)")
        } throws: { error in
            guard case .badValue(option, value, _)? = error as? CommandError else { return false }
            return true
        }
    }

    @Test(arguments: [(nil, 5), ("1", 1), ("1000", 1000), ("0", nil), ("off", nil), ("OFF", nil)] as [(String?, Int?)])
    func quarantineIsACountOrOff(text: String?, count: Int?) throws {
        let given = try text.map { try options("--quarantine", $0) } ?? options()
        #expect(given.quarantine == count)
    }

    @Test(arguments: [("0", SpoilageLimit.tags(0)), ("12", .tags(12)), ("0%", .percent(0)), ("100%", .percent(100))])
    func spoilageIsACountOrAPercentage(text: String, limit: SpoilageLimit) throws {
        #expect(try options("--spoilage", text).spoilage == limit)
    }

    @Test func refusedValuesSayWhatIsRight() throws {
        func sentence(_ words: String...) -> String {
            do throws(CommandError) {
                _ = try RunOptions(try Arguments(words, table: CommandTable.run.options, command: "run"))
                return ""
            } catch { return error.sentence }
        }
        #expect(
            sentence("--attempts", "0") == "option '--attempts' must be a count of attempts, 1 to 100, not '0'")
        #expect(sentence("--overwrite", "yes") == "option '--overwrite' must be blank, same or always, not 'yes'")
        #expect(sentence("--pair", "x") == "option '--pair' must be queue or uid, not 'x'")
        #expect(
            sentence("--spoilage", "x")
                == "option '--spoilage' must be a count of tags, or a percentage from 0% to 100%, not 'x'")
    }

    @Test func idleTimeoutHasNoEndOnATerminalAndFiveMinutesElsewhere() throws {
        func timeout(_ words: [String], terminal: Bool) throws -> Int? {
            let arguments = try Arguments(words, table: CommandTable.run.options, command: "run")
            let surroundings = Surroundings(
                environment: [:], outputIsTerminal: true, errorIsTerminal: terminal, inputIsTerminal: true)
            return try ReaderOptions(arguments).effectiveIdleTimeout(in: surroundings)
        }
        #expect(try timeout([], terminal: true) == nil)
        #expect(try timeout([], terminal: false) == 300)
        #expect(try timeout(["--idle-timeout", "7"], terminal: true) == 7)
        #expect(throws: CommandError.self) { try timeout(["--idle-timeout", "0"], terminal: true) }
    }

    @Test func theJournalIsTheOptionElseTheVariableElseTheDefault() throws {
        func options(_ words: [String], _ environment: [String: String]) throws(CommandError) -> JournalOptions {
            let arguments = try Arguments(words, table: CommandTable.runs.options, command: "runs")
            let surroundings = Surroundings(
                environment: environment, outputIsTerminal: true, errorIsTerminal: true, inputIsTerminal: true)
            return try JournalOptions(arguments, in: surroundings)
        }
        func path(_ words: [String], _ environment: [String: String]) throws(CommandError) -> String {
            try options(words, environment).path
        }
        #expect(try options(["--journal", "a"], ["TAGMILL_JOURNAL": "b"]).source == .option)
        #expect(try options([], ["TAGMILL_JOURNAL": "b"]).source == .environment)
        #expect(try options([], ["TAGMILL_JOURNAL": ""]).source == .byDefault)
        #expect(try path(["--journal", "a"], ["TAGMILL_JOURNAL": "b"]) == "a")
        #expect(try path([], ["TAGMILL_JOURNAL": "b"]) == "b")
        #expect(try path([], ["TAGMILL_JOURNAL": ""]) == "reports/tagmill.sqlite")
        #expect(try path([], [:]) == "reports/tagmill.sqlite")
        #expect {
            try path(["--journal", "postgresql://user:secret@host/db"], [:])
        } throws: { error in
            guard let error = error as? CommandError else { return false }
            return error.exitCode == .refused && !error.sentence.contains("secret")
        }
    }

    @Test func aReportIsRenderedInTheFormatsThatThereAre() throws {
        func options(_ words: String...) throws(CommandError) -> ReportOptions {
            try ReportOptions(try Arguments(words, table: CommandTable.report.options, command: "report"))
        }
        #expect(try options().formats == [.csv, .json])
        #expect(try options("--format", "CSV").formats == [.csv])
        #expect(try options("--format=json,csv").formats == [.csv, .json])
        #expect(try options("--format", "junit").formats == [.junit])
        #expect(try options("--format", "csv,json,JUnit,csv").formats == [.csv, .json, .junit])
        for bad in ["xml", "html", "csv,html", "csv,", ",", "pdf"] {
            let name = bad.hasPrefix("csv,") ? String(bad.dropFirst(4)) : bad == "," ? "" : bad
            #expect(
                throws: CommandError.badValue(
                    option: "--format", value: name, expected: "one or more of csv,json,junit")
            ) { try options("--format", bad) }
        }
        #expect(throws: CommandError.self) { try options("--check", "f", "-o", "d") }
        #expect(throws: CommandError.self) { try options("--check", "f", "--format", "csv") }
        #expect(try options("--check", "f").check == "f")
    }
}
