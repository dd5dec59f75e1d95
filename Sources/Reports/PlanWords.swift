public import Jobs
public import Tags

/// What `plan` says of a job as a whole, in words for people: on the terminal and on the page.
public struct PlanWords {
    private let tally: PlanTally

    public init(_ tally: PlanTally) { self.tally = tally }

    /// A line each, without full stops; empty where no row is good.
    public var lines: [String] {
        guard let messages = tally.messageBytes, let onTag = tally.tlvBytes else { return [] }
        var lines = ["message bytes: \(Self.spread(messages)); with the TLV on the tag: \(Self.spread(onTag))"]
        lines.append(chips)
        if let needs { lines.append(needs) }
        if let sameTags { lines.append(sameTags) }
        return lines
    }

    private var chips: String {
        let all = tally.chipsForAll
        guard !all.isEmpty else {
            return "chips: there is none on which every row goes; a row's own cells may name several"
        }
        return "chips that hold every row: \(Self.names(all))"
    }

    /// The smallest chip for all rows, and the rows for which no smaller one does.
    private var needs: String? {
        guard let chip = tally.smallestForAll else { return nil }
        guard let smaller = tally.nextSmaller else {
            return "the smallest chip for every row\(isCommon(chip)): \(chip) (\(chip.deliveredCapacity) bytes)"
        }
        return "needs \(chip) because of \(Self.rows(smaller.rows)): \(smaller.chip) holds "
            + "\(smaller.chip.deliveredCapacity) bytes"
    }

    /// Where the job names no chips, the three that are sold everywhere are looked at.
    private func isCommon(_ chip: Chip) -> String {
        tally.chipsForAll.first == chip ? "" : " among NTAG213, 215 and 216"
    }

    private var sameTags: String? {
        guard tally.sameTags > 0 else { return nil }
        let examples = tally.sameTagExamples.map { "row \($0.row.row) as row \($0.first.row)" }
        let more = tally.sameTags - examples.count
        return "\(Self.counted(tally.sameTags, "row")) would make the same tag as an earlier one: "
            + examples.joined(separator: ", ") + (more > 0 ? " and \(Self.grouped(more)) more" : "")
    }

    /// How many rows have messages of which size, by what chips hold; sizes that no row has are left out.
    public var histogram: [(limit: String, chips: String, rows: Int)] {
        tally.histogram.filter { $0.rows > 0 }.map { ("up to \($0.limit) bytes", Self.names($0.chips), $0.rows) }
    }

    /// `12 rows, 14 tags, 0 errors, 1 warning`
    public var totals: String {
        [
            Self.counted(tally.rows, "row"), Self.counted(tally.tags, "tag"), Self.counted(tally.errors, "error"),
            Self.counted(tally.warnings, "warning"),
        ].joined(separator: ", ")
    }

    /// At most three chips by name, those first that most people have; how many more there are.
    public static func names(_ chips: [Chip]) -> String {
        let common = chips.filter { [.ntag213, .ntag215, .ntag216].contains($0) }
        let named = common.isEmpty ? Array(chips.prefix(3)) : common
        let more = chips.count - named.count
        return named.map(\.rawValue).joined(separator: " ") + (more > 0 ? " +\(more)" : "")
    }

    /// `1,234 rows`
    public static func counted(_ number: Int, _ noun: String) -> String {
        "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
    }

    /// Digits in groups of three.
    public static func grouped(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3), digit != "-" { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }

    private static func spread(_ spread: PlanTally.Spread) -> String {
        spread.least == spread.most
            ? "\(spread.least)" : "\(spread.least) to \(spread.most), half of them up to \(spread.median)"
    }

    /// `rows 7 and 90`, `rows 1, 2, 3, 4, 5 and 12 more`
    private static func rows(_ rows: PlanTally.Rows) -> String {
        var parts = rows.first.map(String.init)
        if rows.count > parts.count { parts.append("\(grouped(rows.count - parts.count)) more") }
        let noun = rows.count == 1 ? "row" : "rows"
        return "\(noun) "
            + (parts.count > 1
                ? parts.dropLast().joined(separator: ", ") + " and " + parts[parts.count - 1] : parts.joined())
    }
}
