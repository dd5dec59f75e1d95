import Testing

@testable import tagmill

@Suite struct CommandLineToolTests {
    @Test(arguments: [["--version"], ["run", "--version"], ["-q", "ndef", "decode", "--version"]])
    func theVersionIsOneLine(words: [String]) {
        let run = ToolRun(words: words)
        #expect(run.code == .success)
        #expect(run.output == "tagmill 0.1.0\n")
        #expect(run.errors.isEmpty)
    }

    private static var everyCommand: [Command] {
        func below(_ command: Command) -> [Command] { [command] + command.subcommands.flatMap(below) }
        return below(CommandTable.root)
    }

    @Test func everyLevelHasHelpWithExamples() {
        for command in Self.everyCommand {
            let words = command.name == "tagmill" ? [] : command.name.split(separator: " ").map(String.init)
            let help = CommandHelp.text(of: command)
            let run = ToolRun(words: words + ["-h"])
            #expect(run.code == .success)
            #expect(run.output == help + "\n")
            #expect(help.contains("\n\nExamples:\n  tagmill "), "\(command.name)")
            for option in command.options.options { #expect(help.contains("--\(option.name)"), "\(command.name)") }
            for line in help.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
        }
    }

    /// An example that does not parse would be worse than none.
    @Test func everyExampleIsACommandLineThatIsTaken() throws {
        for command in Self.everyCommand {
            for example in command.examples {
                var words = Self.shellWords(example.line)[1...].prefix { !["|", "||"].contains($0) }
                var called = CommandTable.root
                while let word = words.first, let below = called.subcommand(word) {
                    called = below
                    words = words.dropFirst()
                }
                let arguments = try Arguments(Array(words), table: called.options, command: called.name)
                try called.checkOperands(arguments.operands)
                #expect(called.standsAlone, "\(example.line)")
            }
        }
    }

    /// Splits at blanks outside single quotes.
    private static func shellWords(_ line: String) -> [String] {
        var words: [String] = []
        var isQuoted = false
        var word = ""
        for character in line {
            switch character {
            case "'": isQuoted.toggle()
            case " " where !isQuoted:
                words.append(word)
                word = ""
            default: word.append(character)
            }
        }
        return words + [word]
    }

    @Test func namesAndOptionsAreUniqueInEveryTable() {
        for command in Self.everyCommand {
            let names = command.options.options.map(\.name)
            #expect(Set(names).count == names.count, "\(command.name)")
            let letters = command.options.options.compactMap(\.short)
            #expect(Set(letters).count == letters.count, "\(command.name)")
        }
    }

    /// Options of a command may stand in front of the name of one below it.
    @Test func aCommandTakesTheOptionsOfTheOneAboveIt() {
        for command in Self.everyCommand {
            for below in command.subcommands {
                let isTaken = command.options.options.allSatisfy { below.options.option(named: $0.name) == $0 }
                #expect(isTaken, "\(below.name)")
            }
        }
    }

    @Test func theHelpOfACommandIsExactlyThis() {
        let run = ToolRun("help", "runs")
        #expect(
            run.output == """
                Usage: tagmill runs [COMMAND] [options]

                List the runs of the journal, newest first; show or forget one.

                'open' counts the items that are pending or in doubt and that no later run took, 'tags' the tags
                that carry an item of the run now. Where the newest run can go on, standard error tells the command
                for it.

                Commands:
                  show    show a run: its settings, its executions, its items, and what their tags carry now
                  forget  drop the cells and messages of a run for good

                Journal and report:
                      --journal FILE  the journal (default: $TAGMILL_JOURNAL, else reports/tagmill.sqlite)

                Every command:
                      --json        print JSON on standard output
                  -q, --quiet       print nothing on standard error but errors
                  -v, --verbose     say more on standard error
                      --color WHEN  colour: auto, always or never
                      --no-color    the same as --color never
                  -h, --help        print this help
                      --version     print the version

                Examples:
                  tagmill runs
                      id, job, start, state and counts, and the next step
                  tagmill runs show last
                      what became of each item of the newest run

                """)
        #expect(run.code == .success)
    }

    @Test(arguments: [
        ([], "tagmill: no command given; 'tagmill --help' lists them\n"),
        (
            ["doctor", "x"],
            "tagmill: unexpected argument 'x' of 'doctor' ('tagmill doctor --help' tells its arguments)\n"
        ),
        (
            ["raed"],
            "tagmill: unknown command 'raed'; the nearest known one is 'read' ('tagmill --help' lists all)\n"
        ),
        (
            ["ndef", "decod"],
            "tagmill: unknown command 'decod'; the nearest known one is 'decode' ('tagmill ndef --help' lists all)\n"
        ),
        (
            ["--jsn", "run"],
            "tagmill: unknown option '--jsn' of tagmill; the nearest known one is '--json' "
                + "('tagmill --help' lists all)\n"
        ),
        (
            ["plan", "a.csv", "--lock"],
            "tagmill: unknown option '--lock' of 'plan'; use 'tagmill run --lock --dry-run' ('tagmill plan --help' lists all)\n"
        ),
        (
            ["run"],
            "tagmill: JOB.csv is missing: tagmill run JOB.csv ('tagmill run --help' tells more)\n"
        ),
        (
            ["runs", "show"],
            "tagmill: RUN is missing: tagmill runs show RUN ('tagmill runs show --help' tells more)\n"
        ),
        (
            ["runs", "shwo"],
            "tagmill: unknown command 'shwo'; the nearest known one is 'show' "
                + "('tagmill runs --help' lists all)\n"
        ),
        (
            ["runs", "show", "a", "b"],
            "tagmill: unexpected argument 'b' of 'runs show' ('tagmill runs show --help' tells its arguments)\n"
        ),
        (
            ["report"],
            "tagmill: RUN is missing: tagmill report RUN ('tagmill report --help' tells more)\n"
        ),
        (
            ["plan", "a", "b"],
            "tagmill: unexpected argument 'b' of 'plan' ('tagmill plan --help' tells its arguments)\n"
        ),
        (
            ["readers", "tag.bin"],
            "tagmill: unexpected argument 'tag.bin' of 'readers' ('tagmill readers --help' tells its arguments)\n"
        ),
        (["ndef"], "tagmill: COMMAND is missing: tagmill ndef COMMAND ('tagmill ndef --help' tells more)\n"),
        (
            ["run", "a.csv", "--color", "pink"],
            "tagmill: option '--color' must be auto, always or never, not 'pink'\n"
        ),
    ])
    func whatIsRefusedIsOneSentence(words: [String], sentence: String) {
        let run = ToolRun(words: words)
        #expect(run.code == .refused)
        #expect(run.errors == sentence)
        #expect(run.output.isEmpty)
    }

    @Test(arguments: [
        "serve", "RUN", "",
    ])
    func commandsOfLaterAreUnknown(name: String) {
        let run = ToolRun(name)
        #expect(run.code == .refused)
        #expect(run.errors.hasPrefix("tagmill: unknown command '\(name)'"))
    }

    /// Refused, and never accepted and ignored.
    /// What says how a job is read is of no use where the rows are in a report or in the journal.
    @Test(arguments: [
        ("run", "--html"), ("run", "--convert"), ("rerun", "--html"), ("rerun", "--convert"), ("rerun", "--comment"),
        ("rerun", "--dialect"), ("resume", "--comment"), ("resume", "--dialect"),
    ])
    func optionsOfPlanAreUnknownToRuns(command: String, option: String) {
        for words in [[command, "a.csv", option], [command, option + "=x", "a.csv"]] {
            let run = ToolRun(words: words)
            #expect(run.code == .refused)
            #expect(run.errors.hasPrefix("tagmill: unknown option '\(option)' of '\(command)'"))
        }
    }

    @Test(arguments: [
        ("run", "--only"), ("run", "--release-in-doubt"), ("resume", "--only"), ("resume", "--out"),
        ("plan", "--lock"), ("plan", "--format-blank"), ("plan", "--require-genuine"), ("plan", "--skip-bad-rows"),
        ("plan", "--events"), ("plan", "--release-in-doubt"),
    ])
    func optionsOfOtherCommandsAreUnknown(command: String, option: String) {
        let run = ToolRun(command, "a.csv", option)
        #expect(run.code == .refused)
        #expect(run.errors.hasPrefix("tagmill: unknown option '\(option)' of '\(command)'"))
    }

    @Test func controlCharactersOfTheCommandLineAreNotObeyed() {
        let run = ToolRun("ru\u{1B}[31mn\u{7}")
        #expect(run.errors.contains("'ru\\u{1B}[31mn\\u{7}'"))
        #expect(!run.errors.contains("\u{1B}"))
    }

    @Test func aClosedStandardOutputIsNoError() {
        let run = ToolRun("--help", output: RecordedOutput(.closed))
        #expect(run.code == .success)
        #expect(run.errors.isEmpty)
    }

    @Test(arguments: [["--version"], ["ndef", "decode", "D00000"], ["ndef", "decode", "D00000", "--quiet"]])
    func aFullDiskUnderStandardOutputIsAnError(words: [String]) {
        let run = ToolRun(words: words, output: RecordedOutput(.failed("No space left on device")))
        #expect(run.code == .unavailable)
        #expect(run.errors == "tagmill: standard output cannot be written: No space left on device\n")
    }
}
