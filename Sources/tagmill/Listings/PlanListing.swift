import Jobs
import Reports
import Tags

/// What `plan` prints of a job while its rows come: the issues at once, of the rows as many as a person looks at, and what is to
/// be said of all of them. Memory does not grow with the rows.
struct PlanListing {
    /// Rows of a job that is listed row by row without `--verbose`; of a larger one the summary says more.
    static let mostRows = 50

    private(set) var tally: PlanTally
    private let job: Job
    private let console: Console
    private var issues: IssuePrinter
    private var document: PlanDocument?
    private var held: [PlannedRow] = []
    private var widths = ColumnWidths()
    /// The table is being printed, row by row.
    private var isOpen = false

    /// - Parameters:
    ///   - job: its settings count, and not its items.
    ///   - path: of the job file, as given.
    init(_ job: Job, path: String, console: Console, asJSON: Bool) {
        self.job = job
        self.console = console
        tally = PlanTally(job)
        issues = IssuePrinter(console: console, path: path)
        document = asJSON ? PlanDocument(job, console: console) : nil
        if document == nil { widths.measure(Self.headers) }
    }

    /// Whether further rows are listed: then their texts are needed.
    var listsMoreRows: Bool { document != nil || console.level == .verbose || tally.rows <= Self.mostRows }

    mutating func add(_ row: PlannedRow) {
        tally.add(row)
        if document != nil {
            document?.add(row)
            return
        }
        issues.print(row.issues)
        if isOpen { return print(row) }
        guard listsMoreRows else {
            held = []
            return
        }
        held.append(row)
        widths.measure(cells(row))
        // Wider cells of later rows move what follows them.
        if held.count > Self.mostRows { openTable() }
    }

    /// Issues of the file as a whole. Where one of them comes late, what came before stands.
    mutating func add(_ issues: [JobIssue]) {
        tally.add(issues)
        if document != nil { document?.add(issues) } else { self.issues.print(issues) }
    }

    /// - Parameter isWhole: the file as a whole was not refused.
    mutating func finish(isWhole: Bool, time: TimeListing?) {
        let consequences = RunConsequences(job.settings, tally)
        if document != nil {
            document?.finish(tally, time: time)
            return
        }
        issues.finish()
        if isWhole, !held.isEmpty, !isOpen { openTable() }
        if isWhole, !isOpen, tally.rows > Self.mostRows {
            console.printResult("more than \(Self.mostRows) rows: --verbose lists them")
        }
        let words = PlanWords(tally)
        if isWhole {
            for line in words.lines { console.printResult(VisibleText.escaped(line)) }
            let histogram = histogram(words)
            if !histogram.isEmpty { console.printResult(histogram) }
        }
        console.printResult(words.totals)
        guard isWhole, tally.rows > 0 else { return }
        for sentence in consequences.sentences { console.printResult(sentence) }
        if let time { console.printResult(time.text(console.level)) }
    }

    // MARK: Rows

    private static let headers = ["row", "line", "tags", "bytes", "fits", "sku", "first record"]

    private func cells(_ row: PlannedRow) -> [String] {
        [
            String(row.row), String(row.line), String(row.tags), row.messageBytes.map(String.init) ?? "-",
            row.messageBytes == nil ? "refused" : PlanWords.names(job.fits(row)), row.sku ?? "-",
            VisibleText.cut(row.summary, to: 60),
        ]
    }

    private mutating func openTable() {
        isOpen = true
        console.printResult(widths.line(Self.headers))
        for row in held { print(row) }
        held = []
    }

    private func print(_ row: PlannedRow) { console.printResult(widths.line(cells(row))) }

    /// A line a bar, where the messages are of more than one size.
    private func histogram(_ words: PlanWords) -> String {
        let bars = words.histogram
        guard bars.count > 1, let most = bars.map(\.rows).max(), most > 0 else { return "" }
        var columns = TextColumns(["messages", "rows", "", "smallest chips for them"])
        for bar in bars {
            let length = (bar.rows * 40 + most - 1) / most
            columns.add([
                bar.limit, PlanWords.grouped(bar.rows), String(repeating: "#", count: length), bar.chips,
            ])
        }
        return columns.text
    }
}

extension Job {
    /// The chips on which a row goes as they are delivered; none for a bad one.
    func fits(_ row: PlannedRow) -> [Chip] {
        row.messageBytes.map { fits(messageBytes: $0, chip: row.chip, locked: row.lock) } ?? []
    }
}
