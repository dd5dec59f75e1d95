import Jobs
import Provisioning

/// Puts back what a spreadsheet did to the cells of a report, and takes what a person corrected, where the journal or a
/// report.json knows the run (Documentation/Decisions/reports-from-spreadsheets.md).
struct RerunCells {
    let console: Console
    let input: RerunInput
    let settings: Settings
    let known: KnownCells

    /// So many changed cells are named; more fill a screen.
    private static let cellsNamed = 20

    /// Where the columns of a source stand among those of the merge.
    private struct Indices {
        var report: [Int]
        var runs: [String: [Int]]
    }

    /// Gives every record its cells and its line. Throws where a line holds the cells of another row.
    func bringTogether(_ source: inout RerunSource, _ journalPath: String) throws(CommandError) {
        let moved: [MovedLines.Line]
        do throws(JournalError) {
            moved = try bringTogether(&source)
        } catch {
            throw .journal(error, path: journalPath)
        }
        guard let line = moved.first else { return }
        let place = input.isOfLines ? "line \(line.reportLine)" : "\(line.key)"
        throw .refusedFile(
            path: input.path,
            reason: "\(place): the cells are those of row \(line.holds), and result_row says \(line.key); "
                + "only some columns were moved or filled: take the report as it was, and sort whole lines")
    }

    private func bringTogether(_ source: inout RerunSource) throws(JournalError) -> [MovedLines.Line] {
        let run = known.run
        let own = known.columns[run] ?? []
        let later = known.columns.filter { $0.key != run }.sorted { $0.key < $1.key }.map(\.value)
        let merge = RerunMerge(headers: [own] + later + [source.columns], settings: settings)
        let indices = Indices(
            report: merge.indices(of: source.columns), runs: known.columns.mapValues { merge.indices(of: $0) })
        let ownIndices = indices.runs[run] ?? []

        var moved = MovedLines(merge: merge, report: indices.report, run: ownIndices)
        var notes: [String] = []
        source.records = source.records.map { bring($0, merge, indices, &moved, &notes) }
        source.made = source.made.map { bring($0, merge, indices, &moved, &notes) }
        source.columns = merge.columns
        if !moved.isEmpty, !ownIndices.isEmpty {
            try known.each { key, cells in moved.look(at: key, cells: merge.spread(cells, at: ownIndices)) }
        }
        let found = moved.found()
        if found.isEmpty { say(notes) }
        return found
    }

    /// One record, with its cells brought together.
    private func bring(
        _ record: RerunSource.Record, _ merge: RerunMerge, _ indices: Indices,
        _ moved: inout MovedLines, _ notes: inout [String]
    ) -> RerunSource.Record {
        let report = merge.spread(record.cells, at: indices.report)
        var record = record
        guard let item = known.items[record.key] else {
            record.cells = report.map { $0 ?? "" }
            return record
        }
        let first = merge.spread(item.first, at: indices.runs[known.run] ?? [])
        let now = merge.spread(item.now, at: indices.runs[item.run] ?? [])
        let isInvalid = item.status == .invalid
        let result = merge.merge(report: report, first: first, now: now, isInvalid: isInvalid)
        if result.isCorrected {
            moved.suspect(record, report: report, known: first, isInvalid: isInvalid)
        }
        for (index, note) in result.notes.sorted(by: { $0.key < $1.key }) where !item.status.isSuccess {
            notes.append(words(note, record, column: index, merge, isInvalid: isInvalid))
        }
        record.cells = result.cells
        record.line = item.line
        // What a forgotten run does not tell is left to the report, and may be ruined.
        record.isExact = record.isExact || !(indices.runs[item.run] ?? []).isEmpty
        return record
    }

    private func words(
        _ note: RerunMerge.Note, _ record: RerunSource.Record, column: Int, _ merge: RerunMerge, isInvalid: Bool
    ) -> String {
        let place = "\(input.path): \(input.place(of: record)), column \(merge.columns[column].quoted): "
        return switch note {
        case .restored(let change): place + "\(change.words), as a spreadsheet does; \(known.owner)'s cell is taken"
        // Of a row that was bad it may be what sets it right; where it is more than one, the job's check says so.
        case .corrected where column == merge.quantityIndex && !isInvalid:
            place + "corrected; one tag is made of this line all the same (a rerun applies no quantity); "
                + RerunMerge.cureOfQuantity
        case .corrected: place + "corrected; the report's cell is taken"
        }
    }

    private func say(_ notes: [String]) {
        for note in notes.prefix(Self.cellsNamed) { console.note(note) }
        let more = notes.count - Self.cellsNamed
        if more > 0 { console.note("and \(more) more cells that were changed") }
    }
}
