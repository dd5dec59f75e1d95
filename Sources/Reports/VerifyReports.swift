public import Jobs
import Tags

/// The two files in which verify keeps what it found (contract, section 8).
public enum VerifyReports {
    public static let reportCSV = "report.csv"
    public static let reportJSON = "report.json"

    /// Writes both files into a folder, which is made where it is not there. Each appears whole; after an error of writing
    /// or of flushing neither is new. Blocks; on any thread.
    /// - Returns: The paths of the files.
    public static func write(
        _ verification: Verification, into folder: String
    ) throws(ReportError) -> [String] {
        let folder = try RunFolder(path: folder)
        PendingFile.removeLeftOvers(in: folder.path, of: [reportCSV, reportJSON])
        let csv = try folder.pendingFile(reportCSV)
        let json = try folder.pendingFile(reportJSON)
        let columns = verification.golden.columns
        var lines = CSVWriter()
        var items = JSONWriter()
        VerifyCSV.writeHeader(columns: columns, to: &lines)
        json.write(VerifyJSON.opening(verification))
        for (index, item) in verification.items.enumerated() {
            VerifyCSV.write(item, columns: columns, to: &lines)
            csv.take(&lines)
            if index > 0 { json.write(ReportJSON.separator) }
            items.value(VerifyJSON.item(item, columns: columns))
            json.take(&items)
        }
        csv.take(&lines)
        json.write(VerifyJSON.closing)
        try folder.putInPlace([csv, json])
        return [csv.path, json.path]
    }

    /// What report.json holds, as one value.
    public static func json(_ verification: Verification) -> JSONValue {
        let items = verification.items.map { VerifyJSON.item($0, columns: verification.golden.columns) }
        return .object(VerifyJSON.head(verification) + [.init("items", .array(items))])
    }
}

extension VerifyItem {
    /// The column `result_reason`: the first difference.
    var resultReason: Difference.Kind? { differences.first?.kind }

    /// The column `result_detail`: every difference, and what else there is to say; nil where there is nothing.
    var resultDetail: String? {
        var sentences = differences.map(\.sentence)
        if let detail { sentences.append(detail) }
        if sentences.isEmpty, status == .unreadable, let reason = tag?.reason { sentences.append(reason) }
        return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
    }
}

extension Difference {
    /// The detail, with the record that is meant: `record 1: …`, and in a smart poster `record 1.2: …`.
    public var sentence: String {
        guard let record else { return detail }
        return "record \(([record] + inner).map(String.init).joined(separator: ".")): \(detail)"
    }
}
