public import Jobs
import Tags

/// The parts of `report.json` (contract, section 6; `Documentation/report.schema.json`). The document is
/// `opening`, the items and `betweenItemsAndTags`, the tags and `betweenTagsAndReaders`, the readers and
/// `betweenReadersAndChips`, the chips and `closing`, with `separator` between the members of a list; each member is on a line of its own.
public enum ReportJSON {
    public static let schema = "tagmill.report/1"

    public static let separator = ",\n"
    public static let betweenItemsAndTags = "\n],\n\"tags\":[\n"
    public static let betweenTagsAndReaders = "\n],\n\"readers\":[\n"
    public static let betweenReadersAndChips = "\n],\n\"chips\":[\n"
    public static let closing = "\n]}\n"

    /// From the first brace to the bracket before the first item. A status without a total counts as zero.
    public static func opening(run: RunRecord, totals: [ItemStatus: Int]) -> String {
        let counts = ItemStatus.allCases.map {
            JSONValue.Member($0.rawValue, .int(Int64(totals[$0, default: 0])))
        }
        return """
            {"schema":\(JSONValue.string(schema).compact),
            "run":\(object(of: run).compact),
            "totals":\(JSONValue.object(counts).compact),
            "items":[

            """
    }

    private static let columnsBeforeCells: [ResultColumn] = [.row, .line, .copy, .sku]
    private static let columnsBehindCells = ResultColumn.allCases.filter { !columnsBeforeCells.contains($0) }

    /// An item: where it stands, the row's own cells exactly as they came, and the result columns.
    public static func item(_ row: ReportRow) -> String {
        var json = JSONWriter()
        write(row, to: &json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// Writes an item.
    static func write(_ row: ReportRow, to json: inout JSONWriter) {
        json.object { json in
            write(columnsBeforeCells, of: row, to: &json)
            json.name("cells")
            json.object { json in
                for (column, cell) in zip(row.columns, row.cells) {
                    json.name(column)
                    json.string(cell)
                }
            }
            write(columnsBehindCells, of: row, to: &json)
        }
    }

    private static func write(_ columns: [ResultColumn], of row: ReportRow, to json: inout JSONWriter) {
        for column in columns { json.member(column.rawValue, row.value(of: column)) }
    }

    /// The members of an item, in the order in which they stand.
    public static func members(of row: ReportRow) -> [JSONValue.Member] {
        let cells = zip(row.columns, row.cells).map { JSONValue.Member($0, .string($1)) }
        return columnsBeforeCells.map { JSONValue.Member($0.rawValue, row[$0]) }
            + [JSONValue.Member("cells", .object(cells))]
            + columnsBehindCells.map { JSONValue.Member($0.rawValue, row[$0]) }
    }

    /// Writes a presentation.
    static func write(_ presentation: Presentation, to json: inout JSONWriter) {
        json.object { json in
            json.member("row", .count(presentation.item?.row))
            json.member("copy", .count(presentation.item?.copy))
            json.member("uid", .bytes(presentation.uid?.bytes))
            json.member("chip", .text(presentation.chip?.description))
            json.member("reader", .text(presentation.reader))
            json.member("result", .text(presentation.result.rawValue))
            json.member("reason", .text(presentation.reason?.rawValue))
            json.member("detail", presentation.detail.isEmpty ? .none : .text(presentation.detail))
            json.member("lock_state", .text(presentation.lockState?.rawValue))
            json.member("capacity_bytes", .count(presentation.capacityBytes))
            json.member("presented_at", .time(presentation.presentedAt))
        }
    }

    /// A reader and what was laid on it.
    public static func reader(_ tally: ReaderTally.Line) -> String {
        JSONValue.object([
            .init("name", .string(tally.name)),
            .init("model", .text(tally.model)),
            .init("tags", .count(tally.tags)),
            .init("failures", .count(tally.failures)),
            .init("median_ms", .count(tally.medianMilliseconds)),
        ]).compact
    }

    /// Tags of one kind.
    public static func chip(_ tally: ChipTally.Line) -> String {
        JSONValue.object([
            .init("chip", .text(tally.kind.chip?.description)),
            .init("vendor", .text(tally.kind.vendor.map { [$0].hex })),
            .init("genuine", .string(tally.kind.genuine.rawValue)),
            .init("tags", .count(tally.tags)),
            .init("rejected", .count(tally.rejected)),
        ]).compact
    }

    /// The member `run` of report.json, and of what `run --json` prints.
    public static func object(of run: RunRecord) -> JSONValue {
        .object([
            .init("id", .string(run.id)),
            .init("job", .string(run.job)),
            .init("job_sha256", .string(run.jobSHA256)),
            .init("settings", run.settings),
            .init("version", .string(run.version)),
            .init("station", .string(run.station)),
            .init("operator", .text(run.operatorName)),
            .init("rerun_of", .text(run.rerunOf)),
            .init("started_at", .string(run.startedAt.description)),
            .init("finished_at", .text(run.finishedAt?.description)),
            .init("ended", .text(run.ended?.rawValue)),
            .init("exit_code", .count(run.exitCode)),
        ])
    }
}
