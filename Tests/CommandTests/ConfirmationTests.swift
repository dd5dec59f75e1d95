import Jobs
import Testing

@testable import tagmill

@Suite struct ConfirmationTests {
    private func isNeeded(_ policy: OverwritePolicy, _ words: [String] = [], terminal: Bool = true) throws -> Bool {
        let options = try RunOptions(try Arguments(words, table: CommandTable.run.options, command: "run"))
        let surroundings = Surroundings(
            environment: [:], outputIsTerminal: false, errorIsTerminal: terminal, inputIsTerminal: true)
        return Confirmation.isNeeded(policy, options: options, in: surroundings)
    }

    @Test func onlyWritingOverEverythingIsAskedForAndOnlyOfAPerson() throws {
        #expect(try isNeeded(.always))
        #expect(try !isNeeded(.same))
        #expect(try !isNeeded(.blank))
        #expect(try !isNeeded(.always, terminal: false))
        #expect(try !isNeeded(.always, ["-y"]))
        #expect(try !isNeeded(.always, ["-n"]))
    }

    @Test(arguments: [("y", true), ("YES", true), ("n", false), ("", false), ("yess", false), (nil, false)])
    func everyAnswerButYesIsNo(answer: String?, goesOn: Bool) {
        let errors = RecordedOutput()
        let console = Console(level: .quiet, standardOutput: RecordedOutput(), standardError: errors)
        let confirmation = Confirmation(console: console, readAnswer: { answer })
        if goesOn {
            #expect(throws: Never.self) { try confirmation.ask(tags: 2) }
        } else {
            #expect(throws: CommandError.declined) { try confirmation.ask(tags: 2) }
        }
        #expect(
            errors.text == "2 tags will be written over, whatever they hold (--overwrite always). Go on? [y/N] ")
    }
}
