import Jobs
import Provisioning
import SQLiteJournal
import Testing

@testable import tagmill

@Suite struct ReportCheckTests {
    private func kept(_ file: String, _ sha256: String, _ at: Int64) -> KeptReport {
        KeptReport(file: file, sha256: sha256, renderedAt: Timestamp(milliseconds: at), version: "1")
    }

    @Test func theLastOfItsKindCounts() {
        let reports = [
            kept("report.csv", "a", 1), kept("report.json", "b", 1), kept("report.csv", "c", 2),
            kept("failures.csv", "a", 3), kept("report.json", "d", 4), kept("report.json", "b", 5),
        ]
        #expect(ReportCheck.compare("c", with: reports) == .asWritten(reports[2]))
        // The same bytes as two kinds: the later is meant.
        #expect(ReportCheck.compare("a", with: reports) == .asWritten(reports[3]))
        #expect(ReportCheck.compare("d", with: reports) == .earlier(reports[4], last: reports[5]))
        // Rendered, changed, and rendered as at first.
        #expect(ReportCheck.compare("b", with: reports) == .asWritten(reports[5]))
        #expect(ReportCheck.compare("x", with: reports) == .changed(names: nil))
        #expect(ReportCheck.compare("a", with: []) == .nothingKept)
    }

    @Test func aJournalThatDoesNotKnowTheRunCannotKeepItsDigest() throws {
        let folder = try ScratchFolder()
        let journal = try SQLiteJournal(path: folder.path + "/j.sqlite", createIfMissing: true, digest: { $0 })
        let errors = RecordedOutput()
        let record = RunRecord(
            id: "R", job: "", jobSHA256: "", settings: .null, version: "", station: "", columns: [], jobPath: "",
            folder: "", startedAt: Timestamp(milliseconds: 0))
        RenderedReport(record: record, paths: [], totals: [:], digests: ["report.csv": "00"], chips: []).keep(
            in: journal, console: Console(standardOutput: RecordedOutput(), standardError: errors))
        #expect(
            errors.text.hasPrefix("warning: the report is there, and its digest could not be kept in the journal: "))
    }
}
