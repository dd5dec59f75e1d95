extension Job {
    /// The rows of a job that is there as a whole, as `PlanCheck` tells them one after another; and the issues of the file as a
    /// whole, those among them whose row is not listed because the file was given up there.
    public var planned: (rows: [PlannedRow], issues: [JobIssue]) {
        var places: [Int: Int] = [:]
        var rows: [PlannedRow] = []
        let contents = KeyIndex()
        for item in items {
            if let place = places[item.key.row] {
                rows[place].tags += 1
                if let bytes = rows[place].messageBytes { rows[place].messageBytes = max(bytes, item.message.count) }
                continue
            }
            places[item.key.row] = rows.count
            var row = PlannedRow(row: item.key.row, line: item.line)
            (row.sku, row.summary, row.chip, row.lock) = (item.sku, item.summary, item.chip, item.lock)
            if item.fault == nil {
                row.messageBytes = item.message.count
                if item.uidPlaces.isEmpty {
                    row.sameTagAs = contents.first(.init(item.message), at: .init(row: row.row, line: row.line))
                        .map { PlannedRow.Place(row: $0.row, line: $0.line) }
                }
            }
            rows.append(row)
        }
        var others: [JobIssue] = []
        for issue in issues {
            if let place = issue.row.flatMap({ places[$0] }) {
                rows[place].issues.append(issue)
            } else {
                others.append(issue)
            }
        }
        return (rows, others)
    }
}
