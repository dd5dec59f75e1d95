import Testing

@testable import tagmill

/// Options whose value may be left out, or be empty.
@Suite struct OptionFormTests {
    private static let table = OptionTable([
        Option("save", value: "NAME", form: .optional, "save it"),
        Option("text", value: "TEXT", form: .mayBeEmpty, "the text"), Option("name", value: "NAME", "the name"),
        Option("quiet", short: "q", "quiet"),
    ])

    private func read(_ words: [String]) throws(CommandError) -> Arguments {
        try Arguments(words, table: Self.table, command: "x")
    }

    @Test(
        arguments: [
            (["--save"], nil, []), (["--save", "-q"], nil, []), (["--save", "--quiet"], nil, []),
            (["--save", "--", "a"], nil, ["a"]), (["--save", "a"], "a", []), (["--save=a", "b"], "a", ["b"]),
            (["--save", "a", "b"], "a", ["b"]), (["b", "--save"], nil, ["b"]), (["--save=-q"], "-q", []),
        ] as [([String], String?, [String])])
    func aValueMayBeLeftOut(words: [String], value: String?, operands: [String]) throws {
        let arguments = try read(words)
        #expect(arguments.has("save"))
        #expect(arguments.value("save") == value)
        #expect(arguments.operands == operands)
        #expect(arguments.has("quiet") == (words.last == "-q" || words.last == "--quiet"))
    }

    @Test(arguments: [["--text", ""], ["--text="]]) func aValueMayBeEmpty(words: [String]) throws {
        #expect(try read(words).value("text") == "")
    }

    @Test(arguments: [["--text"], ["--text", "-q"], ["--name", ""], ["--name="], ["--save="]])
    func anythingElseIsRefused(words: [String]) {
        let error = #expect(throws: CommandError.self) { try read(words) }
        #expect(error?.sentence.contains("needs a value") == true)
    }

    @Test func helpShowsIt() {
        let command = Command("x", "does it", options: Self.table, examples: [])
        #expect(CommandHelp.text(of: command).contains("--save [NAME]  save it"))
        #expect(CommandHelp.text(of: command).contains("--text TEXT    the text"))
    }
}
