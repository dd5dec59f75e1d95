import Jobs
import Tags
import Testing

@testable import tagmill

@Suite struct ConfirmationTests {
    private func surroundings(terminal: Bool) -> Surroundings {
        Surroundings(environment: [:], outputIsTerminal: false, errorIsTerminal: terminal, inputIsTerminal: true)
    }

    private func options(_ words: [String]) throws -> RunOptions {
        try RunOptions(try Arguments(words, table: CommandTable.run.options, command: "run"))
    }

    /// A job of two good rows and a bad one.
    private func job(_ change: (inout Settings) -> Void = { _ in }, locks: Int = 0) -> Job {
        var settings = Settings()
        change(&settings)
        let items = (1...3).map { row in
            Item(
                key: ItemKey(row: row, copy: 1), line: row + 1, sku: nil, lock: row <= locks, cells: [], message: [0],
                summary: "", fault: row == 3 ? "bad" : nil)
        }
        return Job(name: "job", settings: settings, columns: [], items: items, issues: [])
    }

    private func isAsked(_ job: Job, _ words: [String] = [], terminal: Bool = true) throws -> Bool {
        RunConsequences(job).isAsked(try options(words), in: surroundings(terminal: terminal))
    }

    @Test func writingOverEverythingIsAskedForAndOnlyOfAPerson() throws {
        #expect(try isAsked(job { $0.overwrite = .always }))
        #expect(try !isAsked(job { $0.overwrite = .same }))
        #expect(try !isAsked(job()))
        #expect(try !isAsked(job { $0.overwrite = .always }, terminal: false))
        #expect(try !isAsked(job { $0.overwrite = .always }, ["-y"]))
        #expect(try !isAsked(job { $0.overwrite = .always }, ["-n"]))
    }

    /// What can be undone with the password, and what was asked for by name, is told and not asked for by itself.
    @Test func lockingIsAskedFor() throws {
        #expect(try isAsked(job(locks: 1)))
        #expect(try !isAsked(job(locks: 1), ["-y"]))
        #expect(try !isAsked(job(locks: 1), ["-n"]))
        #expect(try !isAsked(job { $0.formatBlank = true }))
        #expect(try !isAsked(job { $0.protection = ProtectionSetting(passwordFile: "p") }))
    }

    @Test func withoutATerminalLockingNeedsYes() throws {
        let locking = RunConsequences(job(locks: 3))
        #expect(throws: CommandError.unconfirmed("2 tags will be locked for ever")) {
            try locking.checkAgreed(try options([]), in: surroundings(terminal: false))
        }
        #expect(throws: Never.self) {
            try locking.checkAgreed(try options(["-y"]), in: surroundings(terminal: false))
            try locking.checkAgreed(try options([]), in: surroundings(terminal: true))
            try RunConsequences(job { $0.overwrite = .always })
                .checkAgreed(try options([]), in: surroundings(terminal: false))
        }
        let error = CommandError.unconfirmed("1 tag will be locked for ever")
        #expect(error.exitCode == .refused)
        #expect(
            error.sentence
                == "1 tag will be locked for ever: without a terminal '--yes' must agree to that; no tag was touched")
    }

    static let told: [(String, @Sendable (inout Settings) -> Void, Int)] = [
        ("", { _ in }, 0),
        ("2 tags will be written over, whatever they hold (--overwrite always)", { $0.overwrite = .always }, 0),
        ("1 tag will be locked for ever", { _ in }, 1),
        ("tags without a capability container will get one, for ever", { $0.formatBlank = true }, 0),
        (
            "2 tags will be protected: writing needs the password",
            { $0.protection = ProtectionSetting(passwordFile: "p") }, 0
        ),
        (
            "2 tags will be written over, whatever they hold (--overwrite always); 2 tags will be locked for ever; tags "
                + "without a capability container will get one, for ever; 2 tags will be protected: reading and writing "
                + "need the password",
            {
                ($0.overwrite, $0.formatBlank) = (.always, true)
                $0.protection = ProtectionSetting(passwordFile: "p", protectsReading: true)
            }, 3
        ),
    ]

    @Test(arguments: told) func allIsToldAtOnceWithCounts(
        _ sentence: String, _ change: @Sendable (inout Settings) -> Void, _ locks: Int
    ) {
        #expect(RunConsequences(job(change, locks: locks)).sentence == sentence)
    }

    @Test(arguments: [("y", true), ("YES", true), ("n", false), ("", false), ("yess", false), (nil, false)])
    func everyAnswerButYesIsNo(answer: String?, goesOn: Bool) {
        let errors = RecordedOutput()
        let console = Console(level: .quiet, standardOutput: RecordedOutput(), standardError: errors)
        let confirmation = Confirmation(console: console, readAnswer: { answer })
        let consequences = RunConsequences(job({ $0.overwrite = .always }))
        if goesOn {
            #expect(throws: Never.self) { try confirmation.ask(consequences) }
        } else {
            #expect(throws: CommandError.declined) { try confirmation.ask(consequences) }
        }
        #expect(
            errors.text == "2 tags will be written over, whatever they hold (--overwrite always). Go on? [y/N] ")
    }
}
