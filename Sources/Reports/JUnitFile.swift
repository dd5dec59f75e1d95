import Jobs

/// `junit.xml` of a run while it is written. The testcases stand behind counts that only the last of them settles: they are
/// written beside, and never get a place of their own. On one thread.
final class JUnitFile {
    /// Of the files that are written.
    static let names = [RunReports.junitXML, casesName]
    private static let casesName = RunReports.junitXML + ".cases"

    let file: PendingFile
    private let cases: PendingFile
    private let run: RunRecord
    private var counts = JUnitCounts()

    /// - Parameter written: is handed the name of the file and the next bytes that were written to it.
    init(
        of run: RunRecord, in folder: RunFolder,
        written: @escaping (_ file: String, _ bytes: ArraySlice<UInt8>) -> Void
    ) throws(ReportError) {
        self.run = run
        file = try folder.pendingFile(RunReports.junitXML) { written(RunReports.junitXML, $0) }
        cases = try folder.pendingFile(Self.casesName)
    }

    func add(_ row: ReportRow) {
        let testcase = JUnit.testcase(row, job: run.job)
        counts.add(testcase)
        cases.write(testcase.xml)
    }

    /// After the last item.
    func finish() {
        file.write(JUnit.suite(run).opening(counts))
        file.append(cases)
        file.write(JUnitSuite.closing)
    }
}
