import Jobs
import Testing

@testable import tagmill

@Suite struct ArgumentsTests {
    private static let table = CommandTable.run.options

    private func read(_ words: String...) throws(CommandError) -> Arguments {
        try Arguments(words, table: Self.table, command: "run")
    }

    @Test func everyFormOfAnOptionIsRead() throws {
        let arguments = try read(
            "job.csv", "--url=https://example.com/?a=b", "--text", "Shelf {sku}", "-n", "-o", "out", "--again")
        #expect(arguments.operands == ["job.csv"])
        #expect(arguments.value("url") == "https://example.com/?a=b")
        #expect(arguments.value("text") == "Shelf {sku}")
        #expect(arguments.has("dry-run"))
        #expect(arguments.value("out") == "out")
        #expect(arguments.has("again"))
        #expect(!arguments.has("yes"))
    }

    @Test func shortOptionsAreBundled() throws {
        let arguments = try read("-nqy", "-ofolder", "x")
        #expect(arguments.given.map(\.name) == ["dry-run", "quiet", "yes", "out"])
        #expect(arguments.value("out") == "folder")
        #expect(try read("-qno", "folder").value("out") == "folder")
    }

    @Test func afterTwoHyphensEverythingIsAnOperand() throws {
        let arguments = try read("-q", "--", "--json", "-n", "--")
        #expect(arguments.given.map(\.name) == ["quiet"])
        #expect(arguments.operands == ["--json", "-n", "--"])
    }

    @Test func aHyphenAloneIsAnOperand() throws {
        #expect(try read("-").operands == ["-"])
    }

    @Test func theLastOfSeveralValuesCountsAndAllAreKept() throws {
        let arguments = try read("--reader", "A", "--reader=B", "--lang", "de", "--lang", "en")
        #expect(arguments.values("reader") == ["A", "B"])
        #expect(arguments.value("lang") == "en")
    }

    @Test func aValueMayBeginWithAHyphen() throws {
        #expect(try read("--text", "-5 degrees").value("text") == "-5 degrees")
        #expect(try read("--text=--json").value("text") == "--json")
    }

    @Test(arguments: [
        ["--ov", "always"], ["--overwrit=always"], ["--Overwrite=always"], ["--junit", "3"],
        ["-x"], ["-nx"], ["--no-such"], ["--only", "failed"], ["---url"], ["--=x"],
    ])
    func whatIsNotInTheTableIsRefused(words: [String]) {
        #expect {
            try Arguments(words, table: Self.table, command: "run")
        } throws: { error in
            (error as? CommandError)?.exitCode == .refused
        }
    }

    @Test func anUnknownOptionNamesTheNearest() {
        #expect(throws: CommandError.unknownOption("--ovrwrite", command: "run", nearest: "--overwrite")) {
            try read("--ovrwrite", "x")
        }
        #expect(throws: CommandError.unknownOption("-N", command: "run", nearest: "-n")) { try read("-N") }
        #expect(throws: CommandError.unknownOption("-x", command: "run", nearest: nil)) { try read("-x") }
    }

    @Test func aForgottenValueIsNotFilledWithTheNextOption() {
        #expect(throws: CommandError.missingValue(option: "--reader", value: "NAME", found: "--rack")) {
            try read("--reader", "--rack", "x.json")
        }
        #expect(throws: CommandError.missingValue(option: "--reader", value: "NAME", found: "-n")) {
            try read("--reader", "-n")
        }
        #expect(throws: CommandError.missingValue(option: "--reader", value: "NAME", found: nil)) {
            try read("--reader")
        }
        #expect(throws: CommandError.missingValue(option: "--reader", value: "NAME", found: nil)) {
            try read("--reader=")
        }
        #expect(throws: CommandError.missingValue(option: "--reader", value: "NAME", found: nil)) {
            try read("--reader", "")
        }
        #expect(throws: CommandError.missingValue(option: "-o", value: "DIR", found: nil)) { try read("-no") }
    }

    @Test func aFlagTakesNoValue() {
        #expect(throws: CommandError.unexpectedValue(option: "--again")) { try read("--again=yes") }
    }

    @Test func readingStopsAtACommandsName() throws {
        let arguments = try Arguments(
            ["-q", "--color", "never", "run", "--again"], table: CommandTable.root.options, command: "",
            stopsAtOperand: true)
        #expect(arguments.given.map(\.name) == ["quiet", "color"])
        #expect(arguments.rest == ["run", "--again"])
    }

    @Test(arguments: [
        ("runn", "run"), ("rnu", "run"), ("reader", "readers"), ("RUN", "run"), ("raeders", "readers"),
        // What is not near is no help.
        ("protect", nil), ("", nil),
    ])
    func aNearNameIsFound(word: String, nearest: String?) {
        let names = CommandTable.root.subcommands.map(\.lastName)
        #expect(nearName(to: word, among: names) == nearest)
    }
}
