extension RunChecker {
    /// A run begins. `run` is a number of the world; a resumed run keeps its number.
    ///
    /// - Parameter rerunOf: the run whose items it takes over.
    public mutating func began(
        run: Int, items newItems: [CheckedItem], asks: CheckedRequest, rerunOf: Int? = nil
    ) {
        interrupt()
        // What an earlier run left open allows this one nothing.
        for tag in tags.indices { tags[tag].isIntended = false }
        let index = runs.count
        runs.append(RunState(number: run, asks: asks, items: newItems, first: items.count, rerunOf: rerunOf))
        for place in newItems.indices {
            var state = ItemState(
                id: newItems[place].id, run: index, index: place, locks: newItems[place].locks,
                isInvalid: newItems[place].isInvalid, hasUIDPlaces: !newItems[place].uidPlaces.isEmpty)
            if let uid = newItems[place].doubtfulUID {
                state.status = .inDoubt
                state.cameInDoubt = true
                state.tag = tag(of: uid) ?? -1
                if state.tag >= 0 { tags[state.tag].doubtSlot = items.count }
            }
            items.append(state)
        }
    }

    /// A run that stopped or died goes on.
    public mutating func resumed(run: Int) {
        interrupt()
        guard let index = runIndex(run) else { return }
        runs[index].wasInterrupted = true
        // What another run left open allows this one nothing.
        for tag in tags.indices where tags[tag].run != index { tags[tag].isIntended = false }
    }

    /// The process died: nothing of it is heard any more, tags keep what they hold.
    public mutating func died() {
        interrupt()
        if !runs.isEmpty { runs[runs.count - 1].wasInterrupted = true }
    }

    /// Every item in doubt is released, as a resumed run was asked to (`--release-in-doubt`).
    public mutating func released(run: Int) {
        guard let index = runIndex(run) else { return }
        for slot in items.indices where items[slot].run == index { released(run: run, item: items[slot].id) }
    }

    /// An item goes to a new tag although it is in doubt on another (`--release-in-doubt`).
    public mutating func released(run: Int, item: Int) {
        guard let run = runIndex(run), let slot = slot(run: run, item: item) else { return }
        if items[slot].status == .inDoubt || items[slot].status == .intended { items[slot].status = .open }
        for tag in tags.indices where tags[tag].doubtSlot == slot { tags[tag].doubtSlot = -1 }
        for tag in tags.indices where tags[tag].slot == slot { tags[tag].isIntended = false }
    }

    /// What was read is forgotten, and every intent without outcome is in doubt.
    private mutating func interrupt() {
        for tag in tags.indices {
            forgetReads(of: tag)
            tags[tag].mayComeLate = false
        }
        for slot in items.indices where items[slot].status == .intended {
            items[slot].status = .inDoubt
            if items[slot].tag >= 0 { tags[items[slot].tag].doubtSlot = slot }
        }
    }

    /// The same run rendered twice: the reports must be equal.
    public mutating func rendered(run: Int, _ first: [CheckedRow], _ again: [CheckedRow]) {
        guard first != again else { return }
        let row = zip(first, again).first { $0 != $1 }?.0
        let what = row.map { "\(ItemNumber.words($0.item)) differs" } ?? "not as many rows"
        report(8, "rendered-again", "run \(run), \(what)")
    }
}
