extension RunChecker {
    /// The end of a run, with what its report says, rendered from the journal.
    public mutating func ended(
        run number: Int, rows: [CheckedRow], presentations: [CheckedPresentation], totals: [String: Int]
    ) {
        guard let run = runIndex(number) else { return report(3, "unknown-run", "run \(number)") }
        let first = runs[run].first
        let count = runs[run].items.count
        rowOfItem.removeAll(keepingCapacity: true)
        for _ in 0..<count { rowOfItem.append(-1) }
        for place in rows.indices {
            guard let slot = slot(run: run, item: rows[place].item) else {
                report(3, "row-of-nothing", "run \(number), item \(place + 1) of the report")
                continue
            }
            if rowOfItem[slot - first] >= 0 { report(3, "row-twice", slot: slot) }
            rowOfItem[slot - first] = place
            judgeRow(rows, place, slot, run)
        }
        for place in 0..<count where rowOfItem[place] < 0 { report(3, "row-missing", slot: first + place) }
        judgeNames(run, rows)
        judgeTotals(rows, totals, number)
        judgePresentations(presentations, rows, run)
    }

    private mutating func judgeRow(_ rows: [CheckedRow], _ place: Int, _ slot: Int, _ run: Int) {
        let state = items[slot]
        let isInvalid = items[slot].isInvalid
        let told: String
        switch state.status {
        case _ where isInvalid: told = "invalid"
        // An intent without outcome is in doubt as soon as the run has ended.
        case .intended: told = ItemState.Status.inDoubt.name
        default: told = state.status.name
        }
        if rows[place].status != told {
            report(3, "row-status", slot: slot, "\(rows[place].status) instead of \(told)")
        }
        if rows[place].attempts != state.attempts {
            report(3, "row-attempts", slot: slot, "\(rows[place].attempts), \(state.attempts) intents")
        }
        guard rows[place].status == "written" || rows[place].status == "unchanged" || rows[place].status == "in-doubt"
        else { return }
        guard state.tag >= 0, rows[place].uid == given[state.tag].uid else {
            return report(3, "row-uid", tag: state.tag < 0 ? nil : state.tag, slot: slot)
        }
        guard rows[place].status != "in-doubt" else { return }
        if let bytes = rows[place].messageBytes,
            !runs[run].items[state.index].isMessage(bytes, for: given[state.tag].uid)
        {
            report(1, "row-message", tag: state.tag, slot: slot)
        }
        if rows[place].status == "written", items[slot].locks != (rows[place].lock == "done") {
            report(1, "row-lock", tag: state.tag, slot: slot, rows[place].lock)
        }
    }

    /// Every tag that an item's write began on, and that may still hold some of it, stands in the item's row.
    private mutating func judgeNames(_ run: Int, _ rows: [CheckedRow]) {
        for tag in tags.indices {
            let slot = tags[tag].writer
            let holdsSome = tags[tag].standing.rawValue >= Standing.new.rawValue
            guard slot >= 0, items[slot].run == run, holdsSome else { continue }
            let place = rowOfItem[slot - runs[run].first]
            guard place >= 0, rows[place].uid != given[tag].uid else { continue }
            if !HexDigits.isNamed(given[tag].uid, in: rows[place].detail) {
                report(3, "not-named", tag: tag, slot: slot)
            }
        }
    }

    private static let statuses = ["written", "unchanged", "failed", "invalid", "in-doubt", "pending"]

    private mutating func judgeTotals(_ rows: [CheckedRow], _ totals: [String: Int], _ number: Int) {
        var counts: [6 of Int] = [0, 0, 0, 0, 0, 0]
        var known = 0
        for place in rows.indices {
            guard let status = Self.statuses.firstIndex(of: rows[place].status) else { continue }
            counts[status] += 1
            known += 1
        }
        for (index, status) in Self.statuses.enumerated() {
            let count = counts[index]
            // To look through six of them takes less than to hash one.
            let told = totals.first { $0.key == status }?.value ?? 0
            if told != count { report(3, "totals", "run \(number), \(status): \(told) instead of \(count)") }
        }
        if known != rows.count { report(3, "status-unknown", "run \(number)") }
    }

    private mutating func judgePresentations(_ presentations: [CheckedPresentation], _ rows: [CheckedRow], _ run: Int) {
        var hasRejected = false
        for index in presentations.indices {
            if presentations[index].result == "rejected" { hasRejected = true }
            if let uid = presentations[index].uid, CheckedTag.isRandom(uid) {
                report(4, "random-uid", "run \(runs[run].number), \(HexDigits.text(uid))")
            }
            guard presentations[index].result == "written" || presentations[index].result == "unchanged" else {
                continue
            }
            let presentation = presentations[index]
            guard let id = presentation.item, let slot = slot(run: run, item: id) else {
                report(3, "presentation-of-nothing", "run \(runs[run].number)")
                continue
            }
            let place = rowOfItem[slot - runs[run].first]
            if place < 0 { continue }
            if rows[place].status != presentation.result || rows[place].uid != presentation.uid {
                report(3, "presentation", slot: slot, presentation.result)
            }
        }
        // What an interrupted run did not put down can be missing.
        if !hasRejected || runs[run].wasInterrupted { return }
        for tag in tags.indices where tags[tag].writer >= 0 && items[tags[tag].writer].run == run {
            var isRejected = false
            var isTaken = false
            for presentation in presentations where presentation.uid == given[tag].uid {
                switch presentation.result {
                case "rejected": isRejected = true
                case "ignored": break
                default: isTaken = true
                }
            }
            if isRejected, !isTaken { report(4, "rejected-written", tag: tag, slot: tags[tag].writer) }
        }
    }
}
