import Checker
import Jobs
import Reports
import Simulation
import Simulator
import Tags

/// What the rehearsal of a job found: as the rack is, and with drawn faults.
struct RehearsalListing {
    /// More rejected tags and unmade items than these are counted, and not listed.
    static let mostLines = 20

    let given: GivenJob
    /// As the rack is.
    let trial: JobEnd
    /// Faults of the rack that did not happen then.
    let unreachedFaults: [UnreachedFault]
    /// With drawn faults.
    let drawn: RehearsalTally
    private let held: [HeldQueue]
    /// What each item is called beside its row, where it has a name.
    private let skus: [ItemKey: String]

    init(given: GivenJob, trial: JobEnd, unreachedFaults: [UnreachedFault], drawn: RehearsalTally) {
        self.given = given
        self.trial = trial
        self.unreachedFaults = unreachedFaults
        self.drawn = drawn
        held = HeldQueue.all(of: given.items, at: trial)
        skus = Dictionary(given.items.compactMap { item in item.sku.map { (item.key, $0) } }) { first, _ in first }
    }

    // MARK: For a person

    var text: String {
        (trialLines + drawnLines).map { VisibleText.escaped($0) }.joined(separator: "\n")
    }

    private var trialLines: [String] {
        let spare = trial.spareTags
        var lines = [
            "as the rack is: \(RunsListing.words(trial.totals))",
            "tags: \(trial.tags.count) laid, \(spare) beside those that carry an item",
        ]
        lines += shortage
        lines += Self.bounded(trial.rejected.map { "  \(words($0))" }, "tags that were rejected")
        lines += unformatted
        lines += Self.bounded(unreachedFaults.map { "a fault of the rack did not happen: \($0)" }, "faults")
        lines += Self.bounded(held.map(words), "items that held up the queue")
        lines += Self.bounded(given.items.compactMap(unmade), "items that were not made")
        return lines
    }

    /// How many tags more would do. Items that no tag of the rack fits, or that wait behind one, need something else.
    private var shortage: [String] {
        let short = given.items.count { item in
            trial.items[item.key] == .pending && item.boundUID == nil && given.misfit(of: item) == nil
                && kept(from: item).isEmpty
        }
        guard short > 0 else { return [] }
        let tags = short == 1 ? "1 tag is short" : "\(short) tags are short"
        return ["\(tags): \(PlanWords.counted(given.items.count, "item")), and no tag is left for \(short) of them"]
    }

    /// `row 3 (TEA-3)`
    private func named(_ key: ItemKey) -> String { skus[key].map { "\(key) (\($0))" } ?? "\(key)" }

    private func words(_ tag: JobEnd.Rejected) -> String {
        var words = "tag \(tag.uid?.description ?? "without a UID") is rejected"
        if let reason = tag.reason { words += ": \(reason.rawValue)" }
        if let item = tag.item {
            let names = [item.description, skus[item]].compactMap { $0 }
            words += " (\(names.joined(separator: ", ")))"
        }
        return tag.detail.isEmpty ? words : "\(words): \(tag.detail)"
    }

    /// What `run` advises of such tags.
    private var unformatted: [String] {
        let count = trial.unformattedTags
        guard count > 0, !given.formatsBlank else { return [] }
        let (tags, get) = count == 1 ? ("1 tag has", "it gets") : ("\(count) tags have", "they get")
        return [
            "\(tags) no capability container (tag-unformatted); \(get) one, for ever, by 'tagmill run' with "
                + "--format-blank, or where the settings say \"format_blank\": true, which is rehearsed too"
        ]
    }

    private func words(_ held: HeldQueue) -> String {
        let tags = held.tags == 1 ? "1 tag was" : "\(held.tags) tags were"
        let behind = held.behind == 1 ? "1 item behind it was" : "\(held.behind) items behind it were"
        return "\(named(held.item)) holds up the queue: \(tags) rejected for it (\(held.reason.rawValue)), and "
            + "\(behind) not made"
    }

    private static func bounded(_ lines: [String], _ what: String) -> [String] {
        guard lines.count > mostLines else { return lines }
        return lines.prefix(mostLines) + ["  and \(lines.count - mostLines) other \(what)"]
    }

    /// Why an item was not made. Nil: it was.
    private func unmade(_ item: Item) -> String? {
        guard let row = trial.unmade[item.key] else { return nil }
        let why: String
        if row.status != ItemStatus.pending.rawValue {
            why = row.detail.isEmpty ? row.reason : row.detail
        } else {
            why = given.misfit(of: item).map { misfit($0, item) } ?? "no tag that takes it is left" + kept(from: item)
        }
        return "\(named(item.key)) is \(row.status): \(why)"
    }

    /// Which item before it was offered to the tags that it might have got.
    private func kept(from item: Item) -> String {
        guard item.boundUID == nil, let held = held.first, held.item < item.key else { return "" }
        let were = held.tags == 1 ? "was" : "were"
        return ": \(held.tags) \(were) rejected for \(named(held.item)), which is offered before it"
    }

    private func misfit(_ misfit: GivenJob.Misfit, _ item: Item) -> String {
        let none = "it fits none of the rack's tags" + (given.isRackCut ? " that are laid" : "")
        return switch misfit {
        case .noSuchTag(let uid): "\(none): it is for the tag \(uid), which is not among them"
        case .noSuchChip(let chip): "\(none): it is for a chip \(chip.rawValue), and none of them is one"
        case .tooLarge(let largest):
            "\(none): its message has \(item.message.count) bytes, and the largest of them hold \(largest)"
        }
    }

    private var drawnLines: [String] {
        guard drawn.runs > 0 else { return [] }
        var lines = ["with drawn faults: \(drawnWords)"]
        // How many rows are bad is no matter of faults.
        for status in ItemStatus.allCases where !status.isSuccess && status != .invalid {
            guard let worst = drawn.worst[status] else { continue }
            lines.append("  at most \(worst.count) \(status.rawValue), with the faults of seed \(worst.seed)")
        }
        if let spare = drawn.spareTags {
            let tags = PlanWords.counted(spare.count, "tag")
            lines.append("  at most \(tags) beside those that carry an item, with the faults of seed \(spare.seed)")
        }
        return lines
    }

    private var drawnWords: String {
        let every = trial.totals[.invalid] == nil ? "every item" : "every item but those of bad rows"
        guard drawn.runs > 1 else {
            return drawn.complete == 1 ? "\(every) was made in the one run" : "not every item was made in the one run"
        }
        let made = drawn.complete == drawn.runs ? "all" : PlanWords.grouped(drawn.complete)
        return "\(every) was made in \(made) of \(PlanWords.grouped(drawn.runs)) runs"
    }

    // MARK: JSON

    var json: JSONValue {
        .object([
            .init("items", .count(given.items.count)),
            .init("tags", .count(given.tagCount)),
            .init("totals", RunsListing.json(trial.totals)),
            .init("tags_laid", .count(trial.tags.count)),
            .init("tags_beside_items", .count(trial.spareTags)),
            .init(
                "rejected",
                .array(
                    trial.rejected.map {
                        .object([
                            .init("uid", .text($0.uid?.description)), .init("row", .count($0.item?.row)),
                            .init("copy", .count($0.item?.copy)), .init("reason", .text($0.reason?.rawValue)),
                            .init("detail", .text($0.detail.isEmpty ? nil : $0.detail)),
                        ])
                    })),
            .init("unreached_faults", .array(unreachedFaults.map(Self.json))),
            .init("held_up", .array(held.map(Self.json))),
            .init("not_made", .array(given.items.compactMap(unmadeJSON))),
            .init("drawn", drawnJSON),
        ])
    }

    private static func json(_ fault: UnreachedFault) -> JSONValue {
        .object([
            .init("place", .string(fault.path)), .init("moment", .string("\(fault.fault.moment)")),
            .init("fault", .string("\(fault.fault.fault)")),
            .init("tags_never_reached", .count(fault.tagsNeverReached)),
            .init("tags_of_wrong_kind", .count(fault.tagsOfWrongKind)),
        ])
    }

    private static func json(_ held: HeldQueue) -> JSONValue {
        .object([
            .init("row", .count(held.item.row)), .init("copy", .count(held.item.copy)),
            .init("reason", .string(held.reason.rawValue)), .init("tags", .count(held.tags)),
            .init("behind", .count(held.behind)),
        ])
    }

    private func unmadeJSON(_ item: Item) -> JSONValue? {
        guard let row = trial.unmade[item.key], let why = unmade(item) else { return nil }
        return .object([
            .init("row", .count(item.key.row)), .init("copy", .count(item.key.copy)),
            .init("status", .string(row.status)), .init("reason", .text(row.reason.isEmpty ? nil : row.reason)),
            .init("why", .string(why)),
        ])
    }

    private var drawnJSON: JSONValue {
        .object([
            .init("runs", .count(drawn.runs)), .init("complete", .count(drawn.complete)),
            .init("totals", RunsListing.json(drawn.items)),
            .init(
                "worst",
                .object(
                    ItemStatus.allCases.filter { !$0.isSuccess }.map { .init($0.rawValue, Self.json(drawn.worst[$0])) })
            ),
            .init("tags_beside_items", Self.json(drawn.spareTags)),
        ])
    }

    private static func json(_ worst: RehearsalTally.Worst?) -> JSONValue {
        guard let worst else { return .null }
        return .object([.init("count", .count(worst.count)), .init("seed", .count(worst.seed))])
    }
}
