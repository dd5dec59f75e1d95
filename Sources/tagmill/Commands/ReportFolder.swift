import JobFiles
import Reports

/// The folder of `verify -o`.
enum ReportFolder {
    /// Columns and schema are told by the beginning of a report; only more than a thousand own columns would not do.
    private static let headBytes = 65_536

    /// Refuses a folder that holds the report of a run, which is the only one there is where the journal is gone. Verify's own
    /// report is written over.
    static func checkHoldsNoRun(_ folder: String) throws(CommandError) {
        for name in [VerifyReports.reportCSV, VerifyReports.reportJSON] {
            let path = folder + "/" + name
            guard InputFile.isPlain(path), isOfRun(try InputFile.head(of: path, upTo: headBytes)) else { continue }
            throw .refusedFile(
                path: path, reason: "is the report of a run, and -o would write over it; choose another folder")
        }
    }

    private static func isOfRun(_ head: [UInt8]) -> Bool {
        if ReportJSON.isReport(head) { return true }
        let text = String(decoding: head, as: UTF8.self)
        return text.contains("result_run") && !text.contains("result_source")
    }
}
