/// Lines in columns that are as wide as they must be; control characters are escaped.
struct TextColumns {
    private var rows: [[String]] = []
    private var widths = ColumnWidths()

    init(_ headers: [String]) { add(headers) }

    mutating func add(_ cells: [String]) {
        rows.append(cells)
        widths.measure(cells)
    }

    /// The lines, without blanks at their ends and without a final newline.
    var text: String { rows.map { widths.line($0) }.joined(separator: "\n") }
}

/// How wide columns must be for lines that are not all held: every line is measured before the first is made.
struct ColumnWidths {
    private var widths: [Int] = []

    mutating func measure(_ cells: [String]) {
        widths += Array(repeating: 0, count: max(0, cells.count - widths.count))
        for (column, cell) in cells.enumerated() {
            widths[column] = max(widths[column], VisibleText.columns(VisibleText.escaped(cell)))
        }
    }

    /// A line without blanks at its end; control characters are escaped. A cell that is wider than those measured
    /// moves what follows it.
    func line(_ cells: [String]) -> String {
        var line = zip(cells, widths).map { cell, width in
            let shown = VisibleText.escaped(cell)
            return shown + String(repeating: " ", count: max(0, width - VisibleText.columns(shown)))
        }.joined(separator: "  ")
        while line.utf8.last == UInt8(ascii: " ") { line.unicodeScalars.removeLast() }
        return line
    }
}
