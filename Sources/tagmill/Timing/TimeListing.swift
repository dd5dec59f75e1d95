import Jobs
import ReaderModels
import Tags

/// What `plan --time` prints of an estimate.
struct TimeListing {
    let estimate: TimeEstimate

    // MARK: JSON

    /// `totals.time` of `tagmill.plan/1`.
    var json: JSONValue {
        .object([
            .init("seconds", Self.seconds(estimate.seconds)),
            .init("reader_seconds", Self.seconds(estimate.readerSeconds)),
            .init("hands_seconds", Self.seconds(estimate.handsSeconds)),
            .init("hands_ms_a_tag", .int(Int64(TimeEstimate.handsMillisecondsPerTag))),
            .init("tags", .int(Int64(estimate.tags))),
            .init("not_counted", .int(Int64(estimate.left))),
            .init("assumed_readers", .bool(estimate.isAssumed)),
            .init("chips", .object(chips.map { .init($0.chip.rawValue, .int(Int64($0.tags))) })),
            .init("readers", .array(estimate.readers.map(Self.json))),
        ])
    }

    private static func seconds(_ seconds: Double) -> JSONValue { .int(Int64(seconds.rounded(.up))) }

    private static func json(_ reader: ReaderPace) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("name", reader.name.map { .string($0) } ?? .null),
            .init("model", .string(reader.model)),
            .init("tag_ms", .int(Int64(reader.millisecondsPerTag.rounded()))),
            .init("exchanges_a_tag", .int(Int64(reader.exchangesPerTag.rounded()))),
        ]
        switch reader.basis {
        case .measured(let run, let tags, let ofThisJob):
            members += [
                .init("basis", .string("measured")), .init("run", .string(run)), .init("run_tags", .int(Int64(tags))),
                .init("of_this_job", .bool(ofThisJob)),
            ]
        case .modelled(let basis): members.append(.init("basis", .string(basis.rawValue)))
        }
        return .object(members)
    }

    private var chips: [(chip: Chip, tags: Int)] {
        estimate.chips.map { (chip: $0.key, tags: $0.value) }.sorted {
            $0.tags != $1.tags ? $0.tags > $1.tags : $0.chip.rawValue < $1.chip.rawValue
        }
    }

    // MARK: Text

    func text(_ level: Console.Level) -> String {
        guard estimate.tags > 0, !estimate.readers.isEmpty else {
            return "time: no tag of this job can be counted on these readers"
        }
        var lines = [summary]
        if estimate.left > 0 {
            lines.append(
                "\(Self.count(estimate.left, "tag")) not counted: no chip is known on which these readers write "
                    + (estimate.left == 1 ? "it" : "them"))
        }
        if level == .verbose { lines += ["taken for: \(shownChips)", table] }
        return lines.joined(separator: "\n")
    }

    private var summary: String {
        let readers = estimate.readers.count
        let assumed = estimate.isAssumed ? "no reader is there; assumed: " : ""
        let names = estimate.isAssumed ? estimate.readers.map { "one \($0.model)" }.joined(separator: " and ") : ""
        let place = estimate.isAssumed ? assumed + names : "on \(Self.count(readers, "reader"))"
        let hands = Int(TimeEstimate.handsMillisecondsPerTag / 1000)
        return
            "about \(Self.duration(estimate.seconds)) (\(place)): \(Self.duration(estimate.readerSeconds)) of the readers' time"
            + " (\(shownBases))" + (readers > 1 ? ", all at once" : "")
            + ", and hands: \(hands) s a tag assumed, \(Self.duration(estimate.handsSeconds)) for one person"
    }

    /// Where the readers' time comes from: one word for all, else how many of which.
    private var shownBases: String {
        let names = estimate.readers.map { Self.shortBasis($0.basis) }
        var counts: [(name: String, readers: Int)] = []
        for name in names {
            if let index = counts.firstIndex(where: { $0.name == name }) {
                counts[index].readers += 1
            } else {
                counts.append((name: name, readers: 1))
            }
        }
        if counts.count == 1 { return counts[0].name }
        return counts.map { "\($0.readers) \($0.name)" }.joined(separator: ", ")
    }

    private static func shortBasis(_ basis: ReaderPace.Basis) -> String {
        switch basis {
        case .measured(_, _, let ofThisJob): ofThisJob ? "measured in this job" : "measured in another job"
        case .modelled(.published): "modelled"
        case .modelled(.hypothesis): "modelled on an assumed speed"
        }
    }

    private var shownChips: String { chips.map { "\($0.tags) × \($0.chip.rawValue)" }.joined(separator: ", ") }

    private var table: String {
        var columns = TextColumns(["reader", "model", "ms a tag", "exchanges a tag", "by"])
        for reader in estimate.readers {
            columns.add([
                reader.name ?? "(assumed)", reader.model, String(Int(reader.millisecondsPerTag.rounded())),
                String(Int(reader.exchangesPerTag.rounded())), Self.basis(reader.basis),
            ])
        }
        return columns.text
    }

    private static func basis(_ basis: ReaderPace.Basis) -> String {
        switch basis {
        case .measured(let run, let tags, let ofThisJob):
            "median of \(count(tags, "tag")) of run \(run)" + (ofThisJob ? "" : ", another job's")
        case .modelled(.published): "counted exchanges; a page write as public traces show it"
        case .modelled(.hypothesis): "counted exchanges; the model's speed is a hypothesis"
        }
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// Two figures at most: it is an estimate.
    static func duration(_ seconds: Double) -> String {
        let whole = Int(min(seconds.rounded(.up), 1e12))
        if whole < 100 { return "\(whole) s" }
        let minutes = (whole + 30) / 60
        if minutes < 100 { return "\(minutes) min" }
        return "\(minutes / 60) h \(minutes % 60) min"
    }
}
