import Foundation
import Provisioning
import Reports
import Testing

@testable import tagmill

@Suite struct CommandErrorTests {
    private static let table: [(CommandError, ExitCode, String)] = [
        (.contradiction("a and b exclude each other"), .refused, "a and b exclude each other"),
        (.declined, .refused, "not run; no tag was touched ('--yes' asks nothing)"),
        (.refusedFile(path: "j.json", reason: "unknown key 'nam'"), .refused, "j.json: unknown key 'nam'"),
        (.refusedJob(path: "j.csv", errors: 1), .refused, "j.csv: refused, 1 error; no tag was touched"),
        (.refusedJob(path: "j.csv", errors: 2), .refused, "j.csv: refused, 2 errors; no tag was touched"),
        (
            .noService(ReadersError(.noService, context: "8010001D"), cure: "Start it."), .unavailable,
            "no PC/SC service answers (8010001D)\nStart it."
        ),
        (.noReader(cure: "Plug it in."), .unavailable, "no reader for tags is there\nPlug it in."),
        (.noReaderMatches(pattern: "x", readers: []), .unavailable, "no reader matches 'x'; no reader is there"),
        (.reader(ReadersError(.readerLost)), .unavailable, "the reader is gone"),
        (
            .journal(JournalError(.notThere, context: "/r/t.sqlite"), path: "/r/t.sqlite"), .unavailable,
            "/r/t.sqlite: there is no journal; 'tagmill run' makes one, and --journal names another"
        ),
        (
            .journal(JournalError(.cannotOpen, context: "/r is a folder"), path: "/r"), .unavailable,
            "the journal cannot be opened: /r is a folder"
        ),
        (.journal(JournalError(.noSuchRun), path: "/t"), .refused, "/t: there is no such run"),
        (.cannotWrite(path: "/r", reason: "No space left"), .unavailable, "/r: cannot be written: No space left"),
        (
            .noReportFolder(ReportError(.cannotCreateFolder, systemError: EACCES, path: "/r/x")), .unavailable,
            "cannot create the folder /r/x: permission denied (EACCES)"
        ),
        (
            .noReport(reason: "no room", run: "R", journal: "/j"), .unavailable,
            "no report: no room; run R is in the journal /j, with every tag that was made; render it by: tagmill report R "
                + "--journal /j -o DIR, DIR being a folder with room"
        ),
        (
            .noReport(.source(JournalError(.gone, context: "/j")), run: "R", journal: "/j"), .unavailable,
            "no report: the journal's file is no longer there: /j; what the tags of this run hold is not on record any "
                + "more: read them before they are used ('tagmill read')"
        ),
        (.declinedToForget(run: "R"), .refused, "run R is kept as it was ('--yes' asks nothing)"),
        (.noTagInTime(seconds: 1), .stopped, "no tag came within 1 second"),
        (.noTag("stopped"), .stopped, "no tag came: stopped"),
        (.noTagInTime(seconds: 10), .stopped, "no tag came within 10 seconds"),
        (.defect("x"), .defect, "a defect of tagmill: x"),
    ]

    @Test(arguments: table.indices)
    func everyErrorHasASentenceAndACode(index: Int) {
        let (error, code, sentence) = Self.table[index]
        #expect(error.exitCode == code)
        #expect(error.sentence == sentence)
    }

    @Test func codesAreTheContracts() {
        #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 70])
    }
}
