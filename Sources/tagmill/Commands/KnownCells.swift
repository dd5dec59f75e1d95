import Jobs
import Provisioning

/// The items of a report with their cells as they were before a spreadsheet went over them: as the journal knows the run, or,
/// where none does, as the report.json beside the report has it.
struct KnownCells {
    struct Item {
        /// The run that has the item now.
        var run: String
        /// The line of the row in the job.
        var line: Int
        var status: ItemStatus
        /// As the run of the report had them.
        var first: [String]
        /// As the run has them that has the item now.
        var now: [String]
    }

    /// Whose cells they are, for a message: `the journal`.
    let owner: String
    /// The run of the report.
    let run: String
    /// By the run; empty where its cells were forgotten.
    let columns: [String: [String]]
    let items: [ItemKey: Item]
    /// Hands over every item of the run itself, also those that the report does not have.
    let each: (_ body: (ItemKey, [String]) -> Void) throws(JournalError) -> Void

    /// What the journal knows.
    init(_ history: inout RerunHistory, _ places: [ItemKey: RerunHistory.Place]) throws(JournalError) {
        owner = "the journal"
        run = history.record.id
        var columns: [String: [String]] = [:]
        for run in Set(places.values.map(\.run)).union([run]) { columns[run] = try history.columns(of: run) }
        self.columns = columns
        items = places.mapValues { place in
            Item(
                run: place.run, line: place.first.item.line, status: place.status, first: place.first.item.cells,
                now: place.entry.item.cells)
        }
        let known = history
        each = { (body) throws(JournalError) in try known.items { body($0.item.key, $0.item.cells) } }
    }

    /// What the report.json beside the report says.
    init(_ beside: ReportBeside) {
        owner = "the report.json"
        run = beside.run
        columns = [beside.run: beside.columns]
        items = beside.items.mapValues { record in
            Item(
                run: beside.run, line: record.line, status: record.status, first: record.cells, now: record.cells)
        }
        each = { (body) in for record in beside.items.values { body(record.key, record.cells) } }
    }
}
