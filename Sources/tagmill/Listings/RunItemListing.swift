import Jobs
import Provisioning
import Reports
import Tags

/// What `runs show` prints of one item.
struct RunItemListing {
    let run: RunRecord
    let entry: ItemEntry
    private let row: ReportRow

    /// - Parameter digest: SHA-256: bytes -> 32 bytes.
    init(run: RunRecord, entry: ItemEntry, digest: ([UInt8]) -> [UInt8]) {
        self.run = run
        self.entry = entry
        var row = ReportRow(run: run, entry: entry, digest: digest)
        if run.forgottenAt != nil {
            // Gone, and not empty.
            (row.message, row.messageSHA256) = (nil, nil)
            (row.columns, row.cells) = ([], [])
        }
        self.row = row
    }

    var status: ItemStatus { row.status }

    /// The tag that holds the item, or may hold it, or was tried last.
    var uid: UID? { row.uid }

    static let headers = ["row", "copy", "sku", "status", "reason", "uid", "attempts", "when", "detail"]

    /// A cell for each of `headers`; those before the detail do not depend on the ledger.
    func cells(ledger: LedgerEntry?) -> [String] {
        let remarks = [
            row.detail, entry.takenBy.map { "taken by run \($0)" },
            ledger.flatMap { LedgerListing(entry: $0).remark(on: entry.item, of: run) },
        ].compactMap { $0 }
        return [
            String(row.key.row), String(row.key.copy), row.sku ?? "-", row.status.rawValue,
            row.reason?.rawValue ?? "-", row.uid?.description ?? "-", String(row.attempts),
            (row.finishedAt ?? row.startedAt)?.description ?? "-", remarks.joined(separator: "; "),
        ]
    }

    /// An item of report.json, and what became of it and its tag since.
    func json(ledger: LedgerEntry?) -> JSONValue {
        .object(
            ReportJSON.members(of: row) + [
                .init("taken_by", entry.takenBy.map { .string($0) } ?? .null),
                .init("tag_now", ledger.map { LedgerListing(entry: $0).json(on: entry.item, of: run) } ?? .null),
            ])
    }
}
