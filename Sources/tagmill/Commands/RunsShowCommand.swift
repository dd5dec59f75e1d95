import Crypto
import Jobs
import Provisioning
import Reports

/// `tagmill runs show`: a run, its items, and what their tags carry now.
struct RunsShowCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let options = try JournalOptions(context.arguments, in: context.surroundings)
        let journal = try OpenedJournal(reading: options)
        let summary = try journal.run(context.arguments)
        try journal.read { (journal) throws(JournalError) in
            try RunShowing(summary: summary, journal: journal, console: context.console).show(asJSON: context.wantsJSON)
        }
        return .success
    }
}

/// Goes twice through the items of a run, which are never all held: once to count and measure them, once to print them.
struct RunShowing {
    let summary: RunSummary
    let journal: any Journal
    let console: Console

    private var record: RunRecord { summary.record }

    /// Prints the run as lines for a person or as one object.
    func show(asJSON: Bool) throws(JournalError) {
        var widths = ColumnWidths()
        widths.measure(RunItemListing.headers)
        var totals: [ItemStatus: Int] = [:]
        try journal.entries(run: record.id) { entry in
            let item = RunItemListing(run: record, entry: entry, digest: { _ in [] })
            totals[item.status, default: 0] += 1
            if !asJSON { widths.measure(item.cells(ledger: nil)) }
        }
        var tally = ReaderTally(readers: try journal.readers(run: record.id))
        try journal.presentations(run: record.id) { tally.add($0) }
        let listing = RunListing(
            summary: summary, totals: totals, executions: try journal.executions(run: record.id),
            readers: tally.lines)
        let lines = ResultLines(console)
        if asJSON {
            try showJSON(listing, lines)
        } else {
            try showText(listing, widths, lines)
        }
        lines.flush()
    }

    private func showText(_ listing: RunListing, _ widths: ColumnWidths, _ lines: ResultLines) throws(JournalError) {
        lines.add(listing.text)
        lines.add("")
        lines.add(widths.line(RunItemListing.headers))
        try items { item, ledger in lines.add(widths.line(item.cells(ledger: ledger))) }
    }

    private func showJSON(_ listing: RunListing, _ lines: ResultLines) throws(JournalError) {
        lines.add(listing.jsonOpening)
        // A comma stands behind every item but the last, so each waits for the next.
        var last: String?
        try items { item, ledger in
            if let last { lines.add(last + ",") }
            last = item.json(ledger: ledger).compact
        }
        if let last { lines.add(last) }
        lines.add(RunListing.jsonClosing)
    }

    /// Hands over the items, one after another, each with what the ledger says of its tag.
    private func items(_ body: (RunItemListing, LedgerEntry?) -> Void) throws(JournalError) {
        var failure: JournalError?
        try journal.entries(run: record.id) { entry in
            guard failure == nil else { return }
            let item = RunItemListing(run: record, entry: entry, digest: { SHA256.digest($0) })
            do throws(JournalError) {
                var ledger: LedgerEntry?
                if let uid = item.uid { ledger = try journal.ledger(uid: uid) }
                body(item, ledger)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}

/// Gathers lines of a long result, so that not each of them is a call of the system. On one thread.
private final class ResultLines {
    /// How many characters are gathered.
    private static let most = 1 << 15

    private let console: Console
    private var text = ""

    init(_ console: Console) { self.console = console }

    func add(_ line: String) {
        text += text.isEmpty ? line : "\n" + line
        if text.utf8.count >= Self.most { flush() }
    }

    func flush() {
        if !text.isEmpty { console.printResult(text) }
        text = ""
    }
}
