import Jobs
import Testing

@testable import tagmill

@Suite struct OptionValuesTests {
    private func options(_ words: String...) throws(CommandError) -> RunOptions {
        try RunOptions(try Arguments(words, table: CommandTable.run.options, command: "run"))
    }

    @Test func nothingGivenChangesNoSetting() throws {
        let none = try options()
        var settings = Settings(url: "u", overwrite: .same, attempts: 7, spoilage: .tags(2))
        let before = settings
        none.apply(to: &settings)
        #expect(settings == before)
        #expect(none.outputFolder == "reports")
        #expect(none.content.settings == .besideJob)
        #expect(none.pairing == nil)
    }

    @Test func flagsWinOverSettings() throws {
        let given = try options(
            "--url", "U", "--text", "T", "--lang", "de", "--overwrite", "Always", "--attempts", "5", "--spoilage", "4%")
        var settings = Settings(url: "u", overwrite: .same, attempts: 7, spoilage: .tags(2))
        given.apply(to: &settings)
        #expect(
            settings
                == Settings(
                    url: "U", text: "T", language: "de", overwrite: .always, attempts: 5, spoilage: .percent(4)))
    }

    @Test func spoilageNoneTakesTheSettingsLimitAway() throws {
        var settings = Settings(spoilage: .tags(2))
        try options("--spoilage", "none").apply(to: &settings)
        #expect(settings.spoilage == nil)
    }

    @Test func settingsNoneIsNoFile() throws {
        #expect(try options("--settings", "none").content.settings == SettingsSource.none)
        #expect(try options("--settings", "a.json").content.settings == .file("a.json"))
    }

    @Test(arguments: [
        ("--attempts", "0"), ("--attempts", "101"), ("--attempts", "3x"), ("--attempts", "+3"), ("--attempts", " 3"),
        ("--attempts", "99999999999999999999"), ("--attempts", "-1"), ("--attempts", "٣"),
        ("--spoilage", "101%"), ("--spoilage", "%"), ("--spoilage", "5 %"), ("--spoilage", "-1"), ("--spoilage", "1.5"),
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

    @Test(arguments: [("0", SpoilageLimit.tags(0)), ("12", .tags(12)), ("0%", .percent(0)), ("100%", .percent(100))])
    func spoilageIsACountOrAPercentage(text: String, limit: SpoilageLimit) throws {
        #expect(try options("--spoilage", text).spoilage == .limit(limit))
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
                == "option '--spoilage' must be a count of tags, a percentage from 0% to 100%, or none, not 'x'")
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
        func path(_ words: [String], _ environment: [String: String]) throws(CommandError) -> String {
            let arguments = try Arguments(words, table: CommandTable.runs.options, command: "runs")
            let surroundings = Surroundings(
                environment: environment, outputIsTerminal: true, errorIsTerminal: true, inputIsTerminal: true)
            return try JournalOptions(arguments, in: surroundings).path
        }
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
}
