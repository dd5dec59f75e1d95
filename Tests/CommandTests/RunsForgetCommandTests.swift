import Crypto
import Jobs
import Provisioning
import SQLiteJournal
import Tags
import Testing

@testable import tagmill

@Suite struct RunsForgetCommandTests {
    private let bench: JobBench

    init() throws { bench = try JobBench() }

    private func forget(_ words: String...) -> ToolRun {
        ToolRun(words: ["runs", "forget"] + words, environment: ["TAGMILL_JOURNAL": bench.journal])
    }

    private func id(_ folder: String) -> String { String(folder.split(separator: "/").last ?? "") }

    private func journal() throws -> SQLiteJournal {
        try SQLiteJournal(path: bench.journal, createIfMissing: false, readOnly: true, digest: { SHA256.digest($0) })
    }

    /// The command as a person at a terminal has it, who answers so.
    private func asked(_ run: String, answer: String?, yes: Bool = false) throws -> (ExitCode?, CommandError?, String) {
        let errors = RecordedOutput()
        let console = Console(standardOutput: RecordedOutput(), standardError: errors)
        let words = [run, "--journal", bench.journal] + (yes ? ["-y"] : [])
        let context = CommandContext(
            arguments: try Arguments(words, table: CommandTable.runsForget.options, command: "runs forget"),
            surroundings: Surroundings(
                environment: [:], outputIsTerminal: true, errorIsTerminal: true, inputIsTerminal: true),
            console: console)
        let command = RunsForgetCommand(
            context: context, confirmation: Confirmation(console: console, readAnswer: { answer }))
        do throws(CommandError) {
            return (try command.run(), nil, errors.text)
        } catch {
            return (nil, error, errors.text)
        }
    }

    @Test func cellsAndMessagesGoAndTheRestStays() throws {
        let folder = try bench.runTwoRows(over: JobBench.goodTags)
        let report = try bench.text(folder + "/report.csv")
        let run = forget("last")
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.errors == "the report files of the run were not touched: \(folder)\n")
        #expect(run.output.hasPrefix("run \(id(folder)): forgotten at 2"))
        #expect(try bench.text(folder + "/report.csv") == report)
        var entries: [ItemEntry] = []
        try journal().entries(run: id(folder)) { entries.append($0) }
        #expect(entries.allSatisfy { $0.item.cells.isEmpty && $0.item.message.isEmpty })
        #expect(entries.map(\.outcome?.status) == [.written, .written])
        #expect(entries.map(\.outcome?.uid) == [UID(hex: "04A10000000001"), UID(hex: "04A10000000002")])
        let listed = ToolRun("runs", environment: ["TAGMILL_JOURNAL": bench.journal])
        #expect(listed.output.contains("complete, forgotten"))
        let shown = ToolRun("runs", "show", "last", environment: ["TAGMILL_JOURNAL": bench.journal])
        #expect(shown.code == .success)
        #expect(shown.output.contains("; forgotten at 2"))
        #expect(shown.output.contains("04A10000000001"))
        // Again: the moment stays.
        let again = forget("last")
        #expect(again.code == .success)
        #expect(again.output == run.output)
        #expect(again.errors == "run \(id(folder)) was forgotten before\n" + run.errors)
    }

    @Test func asJSON() throws {
        let folder = try bench.runTwoRows(over: JobBench.goodTags)
        let run = forget("last", "--json")
        let record = try journal().record(run: id(folder))
        let forgottenAt = try #require(record.forgottenAt)
        #expect(run.output == #"{"run":"\#(id(folder))","forgotten_at":"\#(forgottenAt)"}"# + "\n")
    }

    @Test func aRunWithOpenItemsNeedsAWordForIt() throws {
        let folder = try bench.runTwoRows(over: #"{"chip": "NTAG213", "uid": "04A10000000001"}"#)
        let run = forget("last")
        #expect(run.code == .refused)
        #expect(
            run.errors == "tagmill: run '\(id(folder))': 1 item is not made, and could not be any more; "
                + "'--yes' forgets it all the same\n")
        #expect(try journal().record(run: id(folder)).forgottenAt == nil)
        #expect(forget("last", "--yes").code == .success)
        #expect(try journal().record(run: id(folder)).forgottenAt != nil)
    }

    @Test func whatFailedCouldBeRerunAndNeedsAWordToo() throws {
        _ = try bench.runTwoRows(over: JobBench.badTags + #", {"chip": "NTAG213", "uid": "04A90000000001"}"#)
        let run = forget("last")
        #expect(run.code == .refused)
        #expect(run.errors.contains("1 item is not made"))
    }

    @Test func aRunInUseIsRefused() throws {
        let journal = try SQLiteJournal(path: bench.journal, createIfMissing: true, digest: { SHA256.digest($0) })
        let record = RunRecord(
            id: "20261130T081500Z-held", job: "held", jobSHA256: "00", settings: Settings().json, version: "0.1.0",
            station: "s", columns: [], jobPath: "/held.csv", folder: "/reports/held",
            startedAt: Timestamp(milliseconds: 1_796_026_500_000))
        try journal.open(record, RunOpening(items: []))
        let run = forget("held", "--yes")
        #expect(run.code == .unavailable)
        #expect(
            run.errors == "tagmill: \(bench.journal): the run is in use by another process: 20261130T081500Z-held; "
                + "wait until it has ended, or stop it there, and give the command again\n")
        #expect(try journal.record(run: record.id).forgottenAt == nil)
        try journal.end(run: record.id, how: .complete, exitCode: 0, at: Timestamp(milliseconds: 1_796_026_530_000))
        #expect(forget("held").code == .success)
    }

    @Test func aPersonIsAsked() throws {
        let folder = try bench.runTwoRows(over: #"{"chip": "NTAG213", "uid": "04A10000000001"}"#)
        let (_, refusal, question) = try asked("last", answer: "n")
        #expect(refusal == .declinedToForget(run: id(folder)))
        #expect(
            question == "The cells and messages of run \(id(folder)) are dropped from the journal for good. Its UIDs, "
                + "SKUs, times and outcomes stay. Its report files are not touched: \(folder). The run cannot be "
                + "resumed, rerun by its id or rendered any more, and 1 item is not made. Go on? [y/N] ")
        #expect(try journal().record(run: id(folder)).forgottenAt == nil)
        let (code, error, _) = try asked("last", answer: "y")
        #expect(error == nil)
        #expect(code == .success)
        #expect(try journal().record(run: id(folder)).forgottenAt != nil)
    }

    @Test func yesAsksNothing() throws {
        let folder = try bench.runTwoRows(over: JobBench.goodTags)
        let (code, _, said) = try asked("last", answer: nil, yes: true)
        #expect(code == .success)
        #expect(said == "the report files of the run were not touched: \(folder)\n")
    }
}
