public import Jobs

/// The plan of a job as one HTML page that needs nothing else: no script, no picture, no reference. It can be read on a phone
/// and printed. What a user's file says is text on it and never markup.
///
/// Of a large job the first rows and issues are told, so that its memory and the page stay small.
public struct PlanPage {
    /// Rows and issues that are listed, each.
    public static let mostLines = 1_000

    private let title: String
    private var rows = ""
    private var rowCount = 0
    private var issues = ""
    private var issueCount = 0
    private var listedIssues = 0

    /// - Parameter title: the name of the job.
    public init(title: String) { self.title = title }

    /// Whether a further row is listed: then its texts are needed.
    public var listsMoreRows: Bool { rowCount < Self.mostLines }

    /// - Parameter fits: the chips on which the row goes.
    public mutating func add(_ row: PlannedRow, fits: () -> String) {
        add(row.issues)
        rowCount += 1
        guard rowCount <= Self.mostLines else { return }
        let cells = [
            "\(row.row)", "\(row.line)", "\(row.tags)", row.messageBytes.map(String.init) ?? "–",
            row.tlvBytes.map(String.init) ?? "–", row.messageBytes == nil ? "refused" : fits(), row.sku ?? "",
            row.summary,
        ]
        rows += "<tr\(row.messageBytes == nil ? " class=\"bad\"" : "")>" + Self.cells(cells, numbers: 5) + "</tr>\n"
    }

    public mutating func add(_ issues: [JobIssue]) {
        for issue in issues {
            issueCount += 1
            guard listedIssues < Self.mostLines else { continue }
            listedIssues += 1
            let cells = [
                issue.row.map(String.init) ?? "", issue.line.map(String.init) ?? "", issue.severity.rawValue,
                issue.code, issue.column ?? "", issue.message,
            ]
            self.issues +=
                "<tr class=\"\(issue.severity == .error ? "bad" : "odd")\">" + Self.cells(cells, numbers: 2)
                + "</tr>\n"
        }
    }

    /// The page, in UTF-8.
    /// - Parameters:
    ///   - notes: what was found out about the file.
    ///   - consequences: what a run does to the tags beside writing.
    public func html(_ tally: PlanTally, notes: [String], consequences: [String]) -> [UInt8] {
        let words = PlanWords(tally)
        var page = Self.head(title)
        page += "<h1>\(HTMLText.content(title))</h1>\n"
        page +=
            "<p class=\"\(tally.errors > 0 ? "bad" : "good")\">\(HTMLText.content(verdict(tally, words)))</p>\n<ul>\n"
        for line in words.lines + consequences + notes { page += "<li>\(HTMLText.content(line))</li>\n" }
        page += "</ul>\n" + Self.histogram(words)
        page += Self.table(
            "Issues", ["Row", "Line", "Severity", "Code", "Column", "What to do"], issues, listed: listedIssues,
            of: issueCount, numbers: 2)
        page += Self.table(
            "Rows", ["Row", "Line", "Tags", "Message bytes", "TLV bytes", "Fits", "SKU", "First record"], rows,
            listed: min(rowCount, Self.mostLines), of: rowCount, numbers: 5)
        return Array((page + "</main>\n</body>\n</html>\n").utf8)
    }

    private func verdict(_ tally: PlanTally, _ words: PlanWords) -> String {
        words.totals + (tally.errors > 0 ? ": not to be run as it is" : "")
    }

    private static func cells(_ cells: [String], numbers: Int) -> String {
        cells.enumerated().map { index, cell in
            "<td\(index < numbers ? " class=\"n\"" : "")>\(HTMLText.content(cell))</td>"
        }.joined()
    }

    private static func table(
        _ title: String, _ headers: [String], _ rows: String, listed: Int, of count: Int, numbers: Int
    ) -> String {
        guard count > 0 else { return "" }
        let left =
            count > listed
            ? "<p>The first \(PlanWords.grouped(listed)) of \(PlanWords.grouped(count)) are listed.</p>\n" : ""
        let head = headers.enumerated().map { index, header in
            "<th scope=\"col\"\(index < numbers ? " class=\"n\"" : "")>\(header)</th>"
        }.joined()
        return
            "<h2>\(title)</h2>\n\(left)<div class=\"wide\"><table>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n\(rows)"
            + "</tbody>\n</table></div>\n"
    }

    /// A bar a line; its length is a part of the longest.
    private static func histogram(_ words: PlanWords) -> String {
        let bars = words.histogram
        guard let most = bars.map(\.rows).max(), most > 0 else { return "" }
        var text = "<h2>Messages by what chips hold</h2>\n<table class=\"bars\">\n<tbody>\n"
        for bar in bars {
            let percent = (bar.rows * 100 + most - 1) / most
            text +=
                "<tr><th scope=\"row\">\(HTMLText.content(bar.limit))<br><small>\(HTMLText.content(bar.chips))</small></th>"
            text += "<td class=\"n\">\(PlanWords.counted(bar.rows, "row"))</td>"
            text += "<td class=\"track\"><div class=\"bar\" style=\"width:\(percent)%\"></div></td></tr>\n"
        }
        return text + "</tbody>\n</table>\n"
    }

    private static func head(_ title: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Plan of \(HTMLText.content(title))</title>
        <style>
        :root { color-scheme: light dark; --ink: #1b1b1f; --paper: #fff; --line: #d5d5dc; --soft: #5d5d68; --bar: #2f6fb4;
          --bad: #b3261e; --odd: #8a5a00; --good: #1b6e3c; }
        @media (prefers-color-scheme: dark) { :root { --ink: #e8e8ee; --paper: #17171b; --line: #3c3c46; --soft: #a5a5b2;
          --bar: #6ea8e6; --bad: #ff9a90; --odd: #f0c060; --good: #7fd6a0; } }
        body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
        main { max-width: 70rem; margin: 0 auto; padding: 1rem; }
        h1 { font-size: 1.5rem; margin: .5rem 0; overflow-wrap: anywhere; }
        h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
        li { overflow-wrap: anywhere; }
        .wide { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; font-size: .9rem; }
        th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
        td { overflow-wrap: anywhere; }
        thead th { color: var(--soft); font-weight: 600; white-space: nowrap; }
        .n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
        .bad, tr.bad td { color: var(--bad); }
        tr.odd td { color: var(--odd); }
        .good { color: var(--good); }
        .bars th { font-weight: 400; width: 14rem; }
        .bars small { color: var(--soft); }
        .bars .track { width: 50%; }
        .bar { background: var(--bar); height: 1.1rem; border-radius: 2px; print-color-adjust: exact;
          -webkit-print-color-adjust: exact; }
        @media print { main { max-width: none; padding: 0; } tr { break-inside: avoid; } .wide { overflow: visible; } }
        </style>
        </head>
        <body>
        <main>

        """
    }
}

/// Text as it stands in an HTML document in UTF-8, between two tags.
enum HTMLText {
    static func content(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case _ where isUnseen(scalar): result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Control characters, which a document may not hold or would not show, and marks that reorder the text around them.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
