extension RunChecker {
    /// The outcome is on disk, and the journal answered `accepted`.
    /// - Parameters:
    ///   - status: what the item is now: `written`, `unchanged`, `failed`, `in-doubt`, or `pending` where it waits for
    ///     another tag.
    ///   - uid: the tag's; nil where the outcome is of no tag.
    public mutating func concluded(
        run number: Int, item id: Int, status: String, reason: String, uid: [UInt8]?, lock: String
    ) {
        guard let run = runIndex(number), let slot = slot(run: run, item: id) else {
            return report(2, "unknown-item", "run \(number), \(ItemNumber.words(id))")
        }
        let tag = uid.flatMap { self.tag(of: $0) } ?? (uid == nil ? items[slot].tag : -1)
        guard tag >= 0 || uid == nil else { return report(2, "unknown-tag", slot: slot) }
        if items[slot].status.isFinal { report(3, "second-end", tag: tag < 0 ? nil : tag, slot: slot) }
        if items[slot].isInvalid { report(2, "invalid-tried", slot: slot) }

        switch status {
        case "written": end(slot, .written, run, tag, lock)
        case "unchanged": end(slot, .unchanged, run, tag, lock)
        case "failed":
            items[slot].status = .failed
            let isHalf = reason == "lock-incomplete" || reason == "protect-incomplete"
            if isHalf, tag >= 0 { (tags[tag].endedRun, tags[tag].halfSlot) = (run, slot) }
        case "in-doubt":
            if items[slot].tag != tag || (items[slot].attempts == 0 && !items[slot].cameInDoubt) {
                report(3, "doubt-without-intent", tag: tag < 0 ? nil : tag, slot: slot)
            }
            items[slot].status = .inDoubt
        default:
            if tag >= 0, tags[tag].writer == slot, tags[tag].standing == .new,
                reason == "tag-removed" || reason == "reader-lost"
            {
                report(3, "lost-with-message", tag: tag, slot: slot, reason)
            }
            if items[slot].status == .inDoubt { report(3, "doubt-dropped", tag: tag < 0 ? nil : tag, slot: slot) }
            items[slot].status = .open
        }
        close(slot, tag)
    }

    /// The intent has its outcome, and what was read belongs to it.
    private mutating func close(_ slot: Int, _ tag: Int) {
        let last = items[slot].tag
        if last >= 0, tags[last].doubtSlot == slot { tags[last].doubtSlot = -1 }
        if last >= 0, last != tag, tags[last].slot == slot { tags[last].isIntended = false }
        guard tag >= 0 else { return }
        items[slot].tag = tag
        if tags[tag].slot == slot {
            tags[tag].mayComeLate = tags[tag].isIntended && items[slot].status == .inDoubt
            tags[tag].isIntended = false
            tags[tag].isWritten = false
        }
        if items[slot].status == .inDoubt { tags[tag].doubtSlot = slot }
        forgetReads(of: tag)
    }

    /// `written` and `unchanged`: what they say must be so.
    private mutating func end(_ slot: Int, _ status: ItemState.Status, _ run: Int, _ tag: Int, _ lock: String) {
        defer { items[slot].status = status }
        guard tag >= 0 else { return report(1, "no-tag", slot: slot) }
        let index = items[slot].index
        if hasEnded(tag, run) { report(4, "second-item", tag: tag, slot: slot) }
        if let bound = runs[run].items[index].boundUID, bound != given[tag].uid {
            report(4, "bound", tag: tag, slot: slot)
        }
        if items[slot].status == .inDoubt, items[slot].tag != tag { report(3, "left-in-doubt", tag: tag, slot: slot) }
        if status == .written {
            // Settled, it may be the intent of an earlier process, or of an earlier run.
            let hasIntent = items[slot].attempts > 0 || items[slot].cameInDoubt
            if !hasIntent || items[slot].tag != tag { report(2, "written-without-intent", tag: tag, slot: slot) }
        } else if tags[tag].slot == slot, tags[tag].isIntended, tags[tag].isWritten {
            report(1, "unchanged-written", tag: tag, slot: slot)
        }
        judgeContent(slot, run, tag, status)
        if items[slot].locks { judgeLock(slot, tag, status) }
        if status == .written {
            if items[slot].locks != (lock == "done") { report(1, "lock-told", tag: tag, slot: slot, lock) }
            if runs[run].asks.protection != nil { judgeProtection(slot, run, tag) }
        }
        tags[tag].madeSlot = slot
        tags[tag].endedRun = run
        // It carries this item now, whatever an earlier run was not sure of.
        if tags[tag].doubtSlot >= 0, items[tags[tag].doubtSlot].run != run { tags[tag].doubtSlot = -1 }
    }

    private mutating func judgeContent(_ slot: Int, _ run: Int, _ tag: Int, _ status: ItemState.Status) {
        let index = items[slot].index
        let reading = reading(of: tag)
        let message =
            items[slot].hasUIDPlaces
            ? runs[run].items[index].composed(for: given[tag].uid) : runs[run].items[index].message
        let isHeld = holds(message, reading, tag)
        guard isHeld else { return report(1, "content", tag: tag, slot: slot) }
        // What is unchanged was seen to be equal once; what is written is read back.
        guard status == .written else { return }
        if !tags[tag].isFresh { report(1, "activation", tag: tag, slot: slot) }
        if let page = firstUnread(reading, tag) { report(1, "read-back", tag: tag, slot: slot, "page \(page)") }
        // One that a fault spoilt keeps nobody from reading the message, nor one that an attempt before left out.
        guard tags[tag].writer == slot, tags[tag].wroteArea, !tags[tag].hadStoreFault else { return }
        let behind = reading.reserved.skip(reading.valueEnd)
        if behind < reading.areaEnd, memories[tags[tag].base + behind] != 0xFE {
            report(1, "terminator", tag: tag, slot: slot, "byte \(behind)")
        }
        if tags[tag].slot == slot { judgeChain(reading, slot, tag) }
    }

    /// A chain that led to an NDEF TLV is kept; another is laid as the factory lays it.
    private mutating func judgeChain(_ reading: AreaReading, _ slot: Int, _ tag: Int) {
        let state = tags[tag]
        let isFactory = reading.typeAt == 16 || reading.typeAt == 16 + Self.mostFactoryControlBytes
        switch state.oldKind {
        case .empty, .message:
            if reading.typeAt == state.oldTypeAt, oldEquals(16, reading.typeAt, tag) { return }
            if state.hadStoreFault, isFactory { return }
        case .none: if isFactory { return }
        case .runaway: if isFactory || reading.typeAt == state.oldTypeAt { return }
        }
        report(7, "control-tlvs", tag: tag, slot: slot, "NDEF TLV at byte \(reading.typeAt)")
    }

    private mutating func judgeLock(_ slot: Int, _ tag: Int, _ status: ItemState.Status) {
        let facts = facts[tag]
        guard let fixed = page(2, of: tag), let container = page(3, of: tag) else { return }
        var isLocked = container[3] & 0x0F == 0x0F && fixed[2] & 0xF8 == 0xF8 && fixed[3] == 0xFF
        if facts.userEnd > 16 {
            guard let lock = page(facts.dynamicLock, of: tag), facts.dynamicLock > 0 else {
                return report(1, "lock", tag: tag, slot: slot)
            }
            isLocked = isLocked && lock[0] & facts.dynamicMask.0 == facts.dynamicMask.0
            isLocked = isLocked && lock[1] & facts.dynamicMask.1 == facts.dynamicMask.1
        }
        guard isLocked else { return report(1, "lock", tag: tag, slot: slot) }
        guard status == .written else { return }
        let needed = facts.userEnd > 16 ? [2, 3, facts.dynamicLock] : [2, 3]
        for page in needed where !isRead(page, of: tag) {
            report(1, "lock-read-back", tag: tag, slot: slot, "page \(page)")
        }
    }

    private mutating func judgeProtection(_ slot: Int, _ run: Int, _ tag: Int) {
        let first = facts[tag].configuration
        guard let asked = runs[run].asks.protection, first > 0, let fences = page(first, of: tag),
            let access = page(first + 1, of: tag), let password = page(first + 2, of: tag),
            let acknowledgement = page(first + 3, of: tag)
        else { return report(1, "protection", tag: tag, slot: slot) }
        let isSet =
            fences[3] <= 4 && access[0] & 0x80 == (asked.protectsReading ? 0x80 : 0)
            && (0..<4).allSatisfy { password[$0] == asked.password[$0] }
            && (0..<2).allSatisfy { acknowledgement[$0] == asked.acknowledgement[$0] }
        guard isSet else { return report(1, "protection", tag: tag, slot: slot) }
        // One that was there before the attempt opened the tag to it.
        guard tags[tag].wroteConfiguration else { return }
        for page in [first, first + 1] where !isRead(page, of: tag) {
            report(1, "protection-read-back", tag: tag, slot: slot, "page \(page)")
        }
    }
}
