import SQLiteJournal
import TestSupport
import Testing

@testable import tagmill

/// What a person is told of a journal that an earlier version made.
@Suite struct JournalMigrationTests {
    private let bench: JobBench
    private let id = "20260101T000000Z-job"

    init() throws {
        bench = try JobBench()
        VersionOneJournal.make(
            bench.journal,
            [
                VersionOneJournal.run(1, id, ended: "stopped"),
                VersionOneJournal.item(1, run: 1, row: 1, state: "pending"),
            ])
    }

    private var copy: String { bench.journal + "-version-1" }

    @Test func lookingIntoItChangesNothing() {
        let runs = bench.tool("runs")
        #expect(runs.code == .success, "\(runs.errors)")
        #expect(runs.output.contains(id))
        #expect(!runs.errors.contains("migrated") && !bench.exists(copy))
    }

    @Test func whoeverWritesToItSaysWhereTheCopyIs() throws {
        let sentence = "\(bench.journal): migrated from version 1; as it was it is kept as \(copy)\n"
        let resumed = bench.tool("resume", "last", "--rack", try bench.rack(JobBench.goodTags))
        #expect(resumed.errors.contains(sentence), "\(resumed.errors)")
        #expect(bench.exists(copy))
        #expect(!bench.tool("report", "last").errors.contains("migrated"))
        let forgotten = bench.tool("runs", "forget", "last", "--yes")
        #expect(forgotten.code == .success, "\(forgotten.errors)")
        #expect(
            forgotten.errors.contains(
                "a copy of the journal from before it was migrated was not touched either: \(copy)\n"))
    }
}
