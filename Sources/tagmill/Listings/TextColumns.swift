/// Lines in columns that are as wide as they must be; control characters are escaped.
struct TextColumns {
    private var rows: [[String]]

    init(_ headers: [String]) { rows = [headers] }

    mutating func add(_ cells: [String]) { rows.append(cells.map { VisibleText.escaped($0) }) }

    /// The lines, without blanks at their ends and without a final newline.
    var text: String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { column < $0.count ? VisibleText.columns($0[column]) : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = zip(row, widths).map { VisibleText.fit($0, to: $1) }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }
}
