/// A form in which a run is rendered, by the name that `--format` takes.
public enum ReportFormat: String, Hashable, Sendable, CaseIterable {
    case csv
    case json
    case junit

    /// What every run leaves in its folder.
    public static let ofEveryRun: Set<ReportFormat> = [.csv, .json]

    /// The files that are made of it.
    public var files: [String] {
        switch self {
        case .csv: [RunReports.reportCSV, RunReports.failuresCSV]
        case .json: [RunReports.reportJSON]
        case .junit: [RunReports.junitXML]
        }
    }
}
