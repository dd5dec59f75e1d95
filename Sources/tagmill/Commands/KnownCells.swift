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
    /// - Parameter beside: stands in for the cells of a run that was forgotten; nil where it was not.
    init(
        _ history: inout RerunHistory, _ places: [ItemKey: RerunHistory.Place], _ beside: ReportBeside?
    ) throws(JournalError) {
        owner = beside == nil ? "the journal" : "the report.json"
        let own = history.record.id
        run = own
        var columns: [String: [String]] = [:]
        for run in Set(places.values.map(\.run)).union([own]) { columns[run] = try history.columns(of: run) }
        if let beside { columns[own] = beside.columns }
        self.columns = columns
        items = places.mapValues { place in
            let item = place.first.item
            let first = beside?.items[item.key]?.cells ?? item.cells
            let now = place.run == own ? first : place.entry.item.cells
            return Item(run: place.run, line: item.line, status: place.status, first: first, now: now)
        }
        if let beside {
            each = Self.each(of: beside)
            return
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
        each = Self.each(of: beside)
    }

    private static func each(
        of beside: ReportBeside
    ) -> (_ body: (ItemKey, [String]) -> Void) throws(JournalError) -> Void {
        { (body) in for record in beside.items.values { body(record.key, record.cells) } }
    }
}
