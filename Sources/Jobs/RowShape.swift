/// A record's own cells, and what is wrong with its shape.
struct RowShape {
    var cells: [String]
    var fault: (code: String, message: String)?

    /// What the sentence on a wrong number of cells holds. A report's line with it in its detail was cut to the header
    /// or filled up, and must not be made as it stands.
    static let countMark = "cells where the header has"

    init(record: Table.Record, columns: JobColumns) {
        cells = columns.cells(of: record.cells)
        if let fault = record.fault {
            self.fault = ("row-unreadable", fault)
            return
        }
        let count = record.cells.count
        if count < columns.cellCount.lowerBound {
            fault = ("row-short", "the row has \(count) \(Self.countMark) \(columns.cellCount.lowerBound)")
        } else if record.cells.dropFirst(columns.cellCount.lowerBound).contains(where: { !$0.isBlank }) {
            fault = (
                "row-long",
                "the row has \(count) \(Self.countMark) \(columns.cellCount.lowerBound); \(Self.hint(record.cells))"
            )
        }
    }

    private static func hint(_ cells: [String]) -> String {
        let typographic: Set<Unicode.Scalar> = ["\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}"]
        if cells.contains(where: { $0.unicodeScalars.contains(where: typographic.contains) }) {
            return "typographic quotes do not hold a cell together: write \" instead"
        }
        return "a cell with a delimiter in it must stand in double quotes"
    }
}
