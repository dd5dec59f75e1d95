import Foundation
import Jobs
import NDEF
import Provisioning
import SQLiteJournal

@testable import tagmill

/// A folder with saved tags, and the commands that work on them.
struct SavedBench {
    let folder: ScratchFolder
    var path: String { folder.path }
    var file: String { path + "/saved.sqlite" }

    init() throws { folder = try ScratchFolder() }

    static let time = Timestamp(milliseconds: 1_796_000_000_000)
    static let uri = URIRecord("https://example.com/a").record

    static func text(_ text: String, _ language: String = "en") throws -> Record {
        try TextRecord(text, language: language).record
    }

    func store() throws -> any SavedTags { try SQLiteSavedTags(path: file, createIfMissing: true) }

    /// Saves a tag, past the commands.
    @discardableResult func add(_ name: String, _ records: Record...) throws -> SavedTag {
        let content = SavedContent(name: name, records: records.isEmpty ? [Self.uri] : records)
        return try store().insert([content], at: Self.time)[0]
    }

    @discardableResult func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
        return path + "/" + name
    }

    @discardableResult func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }

    func bytes(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: path + "/" + name).map { Array($0) } }

    /// A rack of one reader with these tags.
    func rack(_ tags: String) throws -> String {
        try write(
            "rack-\(UUID().uuidString).json",
            #"{"readers": [{"name": "Reader A 00 00", "model": "part3", "tags": [\#(tags)]}]}"#)
    }

    /// `tagmill saved …`, with the journal, and so the saved tags, in the folder.
    func saved(_ words: String...) -> ToolRun { tool(words: ["saved"] + words) }

    func tool(words: [String], environment: [String: String] = [:]) -> ToolRun {
        withExtendedLifetime(folder) {
            let own = ["TAGMILL_JOURNAL": path + "/tagmill.sqlite"]
            return ToolRun(words: words, environment: environment.merging(own) { $1 })
        }
    }

    /// The command as a person at a terminal has it, who answers so.
    func asked<Result>(
        _ command: String, _ words: [String], answer: String?,
        _ body: (CommandContext, Confirmation) throws(CommandError) -> Result
    ) throws -> (result: Result?, error: CommandError?, errors: String, output: String) {
        let (errors, output) = (RecordedOutput(), RecordedOutput())
        let console = Console(standardOutput: output, standardError: errors)
        let table = CommandTable.saved.subcommand(command)?.options ?? OptionTable([])
        let context = CommandContext(
            arguments: try Arguments(
                words + ["--journal", path + "/tagmill.sqlite"], table: table, command: "saved " + command),
            surroundings: Surroundings(
                environment: [:], outputIsTerminal: true, errorIsTerminal: true, inputIsTerminal: true),
            console: console)
        do throws(CommandError) {
            let result = try body(context, Confirmation(console: console, readAnswer: { answer }))
            return (result, nil, errors.text, output.text)
        } catch {
            return (nil, error, errors.text, output.text)
        }
    }
}
