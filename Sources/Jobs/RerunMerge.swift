/// Brings the cells of a report, through which a spreadsheet may have gone, together with those that the journal has of the
/// same items (Documentation/Decisions/reports-from-spreadsheets.md).
///
/// Every list of cells here goes by `columns`; nil is a cell that the source does not have.
public struct RerunMerge: Sendable {
    /// What was done with a cell that differs from the journal's.
    public enum Note: Hashable, Sendable {
        /// A spreadsheet changed it; the journal's is taken.
        case restored(SpreadsheetChange)
        /// A person changed it; the report's is taken.
        case corrected
    }

    public struct Result: Hashable, Sendable {
        public var cells: [String]
        /// By the index of the column.
        public var notes: [Int: Note] = [:]

        /// Whether a person changed the item.
        public var isCorrected: Bool { notes.values.contains(.corrected) }
    }

    /// The job's columns as they came, then those that later runs and the report added.
    public private(set) var columns: [String] = []
    private var places: [HeaderName: Int] = [:]
    /// Where the SKU stands, by the settings; nil where the job has none.
    let skuIndex: Int?
    /// Where the quantity stands, which a rerun checks and does not apply.
    public let quantityIndex: Int?
    /// What makes the tags of a quantity that was corrected: one line of a report is one item (contract, section 6).
    public static let cureOfQuantity = "for more, take the line out and run the row as a job of its own"

    /// - Parameter headers: of the run, of the later runs that took its items, and of the report, in this order.
    public init(headers: [[String]], settings: Settings) {
        for header in headers.joined() where places[HeaderName(header)] == nil {
            places[HeaderName(header)] = columns.count
            columns.append(header)
        }
        let positions = JobColumns(headers: columns, settings: settings).positions
        (skuIndex, quantityIndex) = (positions[.sku], positions[.quantity])
    }

    /// Where the columns of a source stand here; the source's headers must be among those of `init`.
    public func indices(of headers: [String]) -> [Int] { headers.compactMap { places[HeaderName($0)] } }

    /// The cells of a source, each in its place.
    public func spread(_ cells: [String], at indices: [Int]) -> [String?] {
        var result = [String?](repeating: nil, count: columns.count)
        for (index, cell) in zip(indices, cells) { result[index] = cell }
        return result
    }

    /// The cells of an item.
    /// - Parameters:
    ///   - report: as they stand in the report.
    ///   - first: as the run of the report had them.
    ///   - now: as the run has them that has the item now: corrected since, where they differ from `first`.
    ///   - isInvalid: the item is invalid, so that a change may be what sets it right.
    public func merge(report: [String?], first: [String?], now: [String?], isInvalid: Bool) -> Result {
        var result = Result(cells: [])
        // Where the run's cells were forgotten, there is nothing that a cell could be other than.
        let isKnown = first.contains { $0 != nil }
        for index in columns.indices {
            let known = now[index] ?? first[index]
            guard let cell = report[index] else {
                result.cells.append(known ?? "")
                continue
            }
            guard let known else {
                if isKnown, !cell.isBlank { result.notes[index] = .corrected }
                result.cells.append(cell)
                continue
            }
            // A report of before a correction says nothing against it.
            if cell == known || cell == first[index] {
                result.cells.append(known)
                continue
            }
            let change =
                SpreadsheetChange(from: known, to: cell)
                ?? first[index].flatMap { SpreadsheetChange(from: $0, to: cell) }
            if let change, !(isInvalid && change.mayCorrect) {
                result.notes[index] = .restored(change)
                result.cells.append(known)
            } else {
                result.notes[index] = .corrected
                result.cells.append(cell)
            }
        }
        return result
    }
}
