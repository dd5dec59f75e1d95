public import Jobs

/// The part of a report.json from which a rerun takes name and settings (contract, section 6).
public struct ReportJSON: Hashable, Sendable {
    public var runID: String
    /// The job's name.
    public var name: String
    /// The settings as they were resolved, for `Settings(json:)`.
    public var settings: JSONValue

    /// Reads the `run` of a report.json. Throws `badJSON` with its place, or `badReport` where it is no report of a run.
    public static func settings(bytes: [UInt8]) throws(JobFileError) -> ReportJSON {
        guard bytes.count <= FileLimits.reportBytes else {
            throw JobFileError(.tooLarge, context: "report.json has \(bytes.count) bytes: too many to be read")
        }
        let report = try PlainText.json(bytes, as: .json)
        guard case .string("tagmill.report/1")? = report["schema"] else {
            throw JobFileError(.badReport, context: "this is no report of a run: its schema is not tagmill.report/1")
        }
        guard let run = report["run"], case .string(let id)? = run["id"], case .string(let name)? = run["job"],
            let settings = run["settings"], case .object = settings
        else {
            throw JobFileError(.badReport, context: "run.id, run.job or run.settings is missing from the report.json")
        }
        return ReportJSON(runID: id, name: name, settings: settings)
    }
}
