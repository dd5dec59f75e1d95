/// A form in which a run is rendered, by the name that `--format` takes.
public enum ReportFormat: String, Hashable, Sendable, CaseIterable {
    case csv
    case json

    /// The files that are made of it.
    public var files: [String] {
        switch self {
        case .csv: [RunReports.reportCSV, RunReports.failuresCSV]
        case .json: [RunReports.reportJSON]
        }
    }
}
