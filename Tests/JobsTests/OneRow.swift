import NDEF

@testable import Jobs

/// A job of one row: what its tag is to hold, and what was found.
struct OneRow {
    var records: [Record] = []
    var summary: String
    /// `error wifi-ssid in ssid: …`
    var issues: [String]
    var payloads: [String] { records.map { String(decoding: $0.payload, as: UTF8.self) } }

    init(_ cells: KeyValuePairs<String, String>, records: [RecordTemplate]? = nil) throws {
        let row = Table.Record(row: 1, line: 2, cells: cells.map(\.value))
        let job = Job.resolve(
            table: Table(headers: cells.map(\.key), records: [row]), settings: Settings(records: records), name: "job")
        issues = job.issues.map { issue in
            "\(issue.severity) \(issue.code)\(issue.column.map { " in \($0)" } ?? ""): \(issue.message)"
        }
        summary = job.items.first?.summary ?? ""
        if let message = job.items.first?.message, !message.isEmpty {
            self.records = try Message(decoding: message).records
        }
    }

    /// The records of settings as they stand in a file.
    static func records(_ json5: String) throws -> [RecordTemplate]? {
        try Settings(json: JSONValue(parsing: "{records: \(json5)}", as: .json5)).records
    }
}

/// The sentence with which settings are refused; nil where they are taken.
func refusal(ofRecords json5: String) throws -> String? {
    do throws(SettingsError) {
        _ = try Settings(json: (try? JSONValue(parsing: "{records: \(json5)}", as: .json5)) ?? .null)
        return nil
    } catch {
        return error.description
    }
}
