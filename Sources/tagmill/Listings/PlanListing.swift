import Jobs
import Tags

/// What `plan` prints of a job.
struct PlanListing {
    let job: Job
    /// What `--time` asked for.
    var time: TimeListing?

    /// One entry a row: the first of its copies that is there stands for all.
    private var rows: [Item] {
        var seen: Set<Int> = []
        return job.items.filter { seen.insert($0.key.row).inserted }
    }

    /// The chips that take the item as they are delivered, of those that the job and the row allow.
    private func fits(_ item: Item) -> [Chip] {
        item.fault == nil ? job.fits(messageBytes: item.message.count, chip: item.chip, locked: item.lock) : []
    }

    private func count(_ severity: JobIssue.Severity) -> Int { job.issues.count { $0.severity == severity } }

    /// `tagmill.plan/1` (contract, section 7).
    var json: JSONValue {
        // An issue whose row is not listed, because the file was given up there, is one of the file.
        let listed = Set(rows.map(\.key.row))
        let issues = Dictionary(grouping: job.issues) { $0.row.flatMap { listed.contains($0) ? $0 : nil } }
        return .object([
            .init("schema", .string("tagmill.plan/1")),
            .init("rows", .array(rows.map { row($0, issues: issues[$0.key.row] ?? []) })),
            .init("issues", .array((issues[nil] ?? []).map { Self.json($0) })),
            .init("totals", jsonTotals),
        ])
    }

    private var jsonTotals: JSONValue {
        var members: [JSONValue.Member] = [
            .init("rows", .int(Int64(rows.count))),
            .init("items", .int(Int64(job.items.count))),
            .init("locked", .int(Int64(RunConsequences(job).locks))),
            .init("invalid", .int(Int64(job.items.count { $0.fault != nil }))),
            .init("errors", .int(Int64(count(.error)))),
            .init("warnings", .int(Int64(count(.warning)))),
        ]
        if let time { members.append(.init("time", time.json)) }
        return .object(members)
    }

    private func row(_ item: Item, issues: [JobIssue]) -> JSONValue {
        let isGood = item.fault == nil
        return .object([
            .init("row", .int(Int64(item.key.row))),
            .init("line", .int(Int64(item.line))),
            .init("sku", item.sku.map { .string($0) } ?? .null),
            .init("message_bytes", isGood ? .int(Int64(item.message.count)) : .null),
            .init("fits", .array(fits(item).map { .string($0.rawValue) })),
            .init("issues", .array(issues.map { Self.json($0) })),
        ])
    }

    private static func json(_ issue: JobIssue) -> JSONValue {
        .object([
            .init("severity", .string(issue.severity.rawValue)),
            .init("code", .string(issue.code)),
            .init("row", issue.row.map { .int(Int64($0)) } ?? .null),
            .init("line", issue.line.map { .int(Int64($0)) } ?? .null),
            .init("column", issue.column.map { .string($0) } ?? .null),
            .init("message", .string(issue.message)),
        ])
    }

    /// A line a row, then the totals.
    var text: String {
        guard !job.items.isEmpty else { return totals }
        var columns = TextColumns(["row", "line", "tags", "bytes", "fits", "sku", "first record"])
        let copies = Dictionary(grouping: job.items) { $0.key.row }.mapValues(\.count)
        for item in rows {
            let isGood = item.fault == nil
            columns.add([
                String(item.key.row), String(item.line), String(copies[item.key.row] ?? 1),
                isGood ? String(item.message.count) : "-",
                isGood ? shown(fits(item)) : "refused",
                item.sku ?? "-", VisibleText.cut(item.summary, to: 60),
            ])
        }
        return ([columns.text, totals] + RunConsequences(job).sentences).joined(separator: "\n")
    }

    /// At most three chips by name, those first that most people have; how many more there are. All of them are in the JSON.
    private func shown(_ chips: [Chip]) -> String {
        let common = chips.filter { [.ntag213, .ntag215, .ntag216].contains($0) }
        let named = common.isEmpty ? Array(chips.prefix(3)) : common
        let more = chips.count - named.count
        return named.map(\.rawValue).joined(separator: " ") + (more > 0 ? " +\(more)" : "")
    }

    private var totals: String {
        [
            Self.counted(rows.count, "row"), Self.counted(job.items.count, "tag"), Self.counted(count(.error), "error"),
            Self.counted(count(.warning), "warning"),
        ].joined(separator: ", ")
    }

    private static func counted(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
