import Jobs
import Tags

extension JUnit {
    /// The testcase of an item: `written` and `unchanged` pass, `failed` is a failure, `invalid` and `in-doubt` are errors,
    /// `pending` is skipped. Its name is the SKU, else `row N`, which stay the same from run to run; from the second copy on
    /// with ` #2` behind it. Its time is that of the tag on the reader.
    static func testcase(_ row: ReportRow, job: String) -> JUnitCase {
        let name = row.sku ?? "row \(row.key.row)"
        let message = message(reason: row.reason?.rawValue, detail: row.detail)
        let status = row.status.rawValue
        let finding = JUnitCase.Finding(type: status, message: message.isEmpty ? status : message, body: body(row))
        let result: JUnitCase.Result =
            switch row.status {
            case .written, .unchanged: .passed
            case .failed: .failure(finding)
            case .invalid, .inDoubt: .error(finding)
            case .pending: .skipped(message: message.isEmpty ? "not reached" : message)
            }
        return JUnitCase(
            name: row.key.copy == 1 ? name : "\(name) #\(row.key.copy)", className: job, result: result,
            milliseconds: row.durationMilliseconds)
    }

    /// Where it was tried, and where the row stands.
    private static func body(_ row: ReportRow) -> String {
        let tag = row.uid.map { "tag \($0)" + (row.reader.map { " on \($0)" } ?? "") }
        return [tag, "\(row.key), line \(row.line)"].compactMap { $0 }.joined(separator: "\n")
    }

    /// The suite of a run: its properties are the members of `run` in report.json, but for the settings.
    static func suite(_ run: RunRecord) -> JUnitSuite {
        var properties: [JUnitSuite.Property] = []
        if case .object(let members) = ReportJSON.object(of: run) {
            for member in members {
                switch member.value {
                case .string(let text): properties.append(.init(member.name, text))
                case .int(let number): properties.append(.init(member.name, String(number)))
                default: break
                }
            }
        }
        // Without milliseconds and zone: that is the form which every reader takes.
        return JUnitSuite(
            name: run.job, timestamp: String(run.startedAt.description.prefix { $0 != "." }), hostName: run.station,
            properties: properties)
    }
}
