import Jobs
import Tags

/// `tagmill.plan/1` (contract, section 7; Documentation/plan.schema.json), printed while its rows come.
struct PlanDocument {
    /// How much is gathered before it goes out.
    private static let portion = 1 << 16

    private let job: Job
    private let console: Console
    private var text = #"{"schema":"tagmill.plan/1","rows":["#
    private var isFirst = true
    /// Issues of the file as a whole.
    private var issues: [JobIssue] = []
    /// The chips that hold a message, by its bytes: rows of one size and without wishes of their own have the same.
    private var fits: [Int: String] = [:]

    init(_ job: Job, console: Console) {
        self.job = job
        self.console = console
    }

    mutating func add(_ row: PlannedRow) {
        text += isFirst ? "" : ","
        isFirst = false
        text += "{\"row\":\(row.row),\"line\":\(row.line),\"sku\":\(JSONValue.text(row.sku).compact)"
        text += ",\"message_bytes\":\(JSONValue.count(row.messageBytes).compact)"
        text += ",\"tlv_bytes\":\(JSONValue.count(row.tlvBytes).compact),\"tags\":\(row.tags)"
        text += ",\"fits\":\(chips(row)),\"same_tag_as\":\(JSONValue.count(row.sameTagAs?.row).compact)"
        text += ",\"issues\":\(JSONValue.array(row.issues.map { Self.json($0) }).compact)}"
        if text.utf8.count >= Self.portion {
            console.printPart(text)
            text = ""
        }
    }

    mutating func add(_ issues: [JobIssue]) { self.issues += issues }

    mutating func finish(_ tally: PlanTally, time: TimeListing?) {
        text += "],\"issues\":\(JSONValue.array(issues.map { Self.json($0) }).compact)"
        text += ",\"totals\":\(Self.totals(tally, time).compact)}"
        console.printResult(text)
        text = ""
    }

    private mutating func chips(_ row: PlannedRow) -> String {
        let isUsual = row.chip == nil && row.lock == job.settings.lock
        if isUsual, let bytes = row.messageBytes, let known = fits[bytes] { return known }
        let made = Self.json(job.fits(row)).compact
        if isUsual, let bytes = row.messageBytes { fits[bytes] = made }
        return made
    }

    private static func json(_ chips: [Chip]) -> JSONValue { .array(chips.map { .string($0.rawValue) }) }

    private static func json(_ issue: JobIssue) -> JSONValue {
        .object([
            .init("severity", .string(issue.severity.rawValue)),
            .init("code", .string(issue.code)),
            .init("row", .count(issue.row)),
            .init("line", .count(issue.line)),
            .init("column", .text(issue.column)),
            .init("message", .string(issue.message)),
        ])
    }

    private static func totals(_ tally: PlanTally, _ time: TimeListing?) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("rows", .count(tally.rows)),
            .init("items", .count(tally.tags)),
            .init("locked", .count(tally.locks)),
            .init("invalid", .count(tally.invalid)),
            .init("errors", .count(tally.errors)),
            .init("warnings", .count(tally.warnings)),
            .init("message_bytes", spread(tally.messageBytes)),
            .init("tlv_bytes", spread(tally.tlvBytes)),
            .init(
                "chips", .object(tally.chips.map { .init($0.rawValue, .count(tally.good - tally.misfits($0).count)) })),
            .init("cheapest", .text(tally.smallestForAll?.rawValue)),
            .init("needed_for", needed(tally)),
            .init("histogram", .array(tally.histogram.map(bar))),
            .init("same_tag", sameTag(tally)),
        ]
        if let time { members.append(.init("time", time.json)) }
        return .object(members)
    }

    private static func spread(_ spread: PlanTally.Spread?) -> JSONValue {
        guard let spread else { return .null }
        return .object([
            .init("min", .count(spread.least)), .init("median", .count(spread.median)),
            .init("max", .count(spread.most)),
        ])
    }

    /// Why no smaller chip than the cheapest does.
    private static func needed(_ tally: PlanTally) -> JSONValue {
        guard let smaller = tally.nextSmaller else { return .null }
        return .object([
            .init("smaller", .string(smaller.chip.rawValue)), .init("rows", .count(smaller.rows.count)),
            .init("examples", .array(smaller.rows.first.map { .count($0) })),
        ])
    }

    private static func bar(_ bar: PlanTally.Bar) -> JSONValue {
        .object([
            .init("up_to_bytes", .count(bar.limit)), .init("chips", json(bar.chips)), .init("rows", .count(bar.rows)),
        ])
    }

    private static func sameTag(_ tally: PlanTally) -> JSONValue {
        .object([
            .init("rows", .count(tally.sameTags)),
            .init(
                "examples",
                .array(
                    tally.sameTagExamples.map {
                        .object([.init("row", .count($0.row.row)), .init("as", .count($0.first.row))])
                    })),
        ])
    }
}
