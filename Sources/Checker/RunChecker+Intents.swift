extension RunChecker {
    /// The intent is on disk, and the journal answered `accepted`.
    public mutating func intended(run number: Int, item id: Int, uid: [UInt8], message: [UInt8]) {
        guard let run = runIndex(number), let slot = slot(run: run, item: id) else {
            return report(2, "unknown-item", "run \(number), \(ItemNumber.words(id))")
        }
        if CheckedTag.isRandom(uid) { return report(4, "random-uid", slot: slot, HexDigits.text(uid)) }
        guard let tag = tag(of: uid) else { return report(2, "unknown-tag", slot: slot, HexDigits.text(uid)) }
        judgeItem(slot, run, tag, uid)
        judgeTag(slot, run, tag)
        let index = items[slot].index
        let isItsMessage =
            items[slot].hasUIDPlaces
            ? runs[run].items[index].isMessage(message, for: uid) : runs[run].items[index].message == message
        if !isItsMessage { report(2, "message", tag: tag, slot: slot) }
        let reading = reading(of: tag)
        if reading.kind == .message { judgeOverwriting(slot, run, tag, reading, message) }

        items[slot].attempts += 1
        if items[slot].attempts > runs[run].asks.attempts { report(3, "attempts", tag: tag, slot: slot) }
        items[slot].status = .intended
        items[slot].tag = tag
        begin(slot, run, tag, reading, message)
    }

    /// Whether the item may be tried on this tag.
    private mutating func judgeItem(_ slot: Int, _ run: Int, _ tag: Int, _ uid: [UInt8]) {
        let index = items[slot].index
        if items[slot].isInvalid { report(2, "invalid-tried", tag: tag, slot: slot) }
        switch items[slot].status {
        case .written, .unchanged, .failed: report(3, "tried-after-end", tag: tag, slot: slot)
        case .intended: report(3, "second-intent", tag: tag, slot: slot)
        case .inDoubt where items[slot].tag != tag: report(3, "left-in-doubt", tag: tag, slot: slot)
        case .inDoubt, .open: break
        }
        if runs.count > 1, isTakenOver(slot, run) { report(3, "taken-over", tag: tag, slot: slot) }
        if let bound = runs[run].items[index].boundUID, bound != uid { report(4, "bound", tag: tag, slot: slot) }
        if let chip = runs[run].items[index].chip, chip != given[tag].chip, !Self.isReadAlike(chip, given[tag].chip) {
            report(4, "chip", tag: tag, slot: slot)
        }
    }

    /// Whether a rerun has the item now: what it takes is closed in the run that it was of.
    private func isTakenOver(_ slot: Int, _ run: Int) -> Bool {
        runs.contains { other in
            other.rerunOf == runs[run].number && other.items.contains { $0.id == items[slot].id }
        }
    }

    /// Chips that only GET_VERSION tells apart, which not every reader passes.
    private static func isReadAlike(_ chip: String, _ other: String) -> Bool {
        [["NTAG213", "NTAG213F"], ["NTAG216", "NTAG216F"]].contains { $0.contains(chip) && $0.contains(other) }
    }

    /// Whether the tag may be given this item.
    private mutating func judgeTag(_ slot: Int, _ run: Int, _ tag: Int) {
        let state = tags[tag]
        if hasEnded(tag, run) { report(4, "second-item", tag: tag, slot: slot) }
        let isDoubtful = state.doubtSlot == slot
        if state.doubtSlot >= 0, !isDoubtful, items[state.doubtSlot].run == run {
            report(4, "doubt-passed-over", tag: tag, slot: slot)
        }
        if state.isIntended, state.slot != slot { report(4, "in-hand", tag: tag, slot: slot) }
        if state.madeSlot >= 0, items[state.madeSlot].run != run, !runs[run].asks.again, !isDoubtful,
            !isSame(state.madeSlot, slot), runs[run].items[items[slot].index].boundUID == nil
        {
            report(4, "made-again", tag: tag, slot: slot)
        }
    }

    /// Whether the message on the tag may be written over.
    private mutating func judgeOverwriting(
        _ slot: Int, _ run: Int, _ tag: Int, _ reading: AreaReading, _ message: [UInt8]
    ) {
        let asks = runs[run].asks.overwrite
        if asks == .always || holds(message, reading, tag) { return }
        // Its own: in doubt there, or begun there.
        if items[slot].status == .inDoubt, items[slot].tag == tag { return }
        if tags[tag].writer >= 0, isSame(tags[tag].writer, slot) { return }
        guard let records = RecordList(value(reading, tag)), !records.isEmptyMessage else { return }
        if asks == .same, let sku = runs[run].items[items[slot].index].sku {
            if records.names(sku) { return }
            if tags[tag].madeSlot >= 0, isSame(tags[tag].madeSlot, slot) { return }
            if tags[tag].halfSlot >= 0, isSame(tags[tag].halfSlot, slot) { return }
        }
        report(4, "overwrite", tag: tag, slot: slot)
    }

    /// Whether items of two runs are the same thing to be made: by the world's number, by key, or without a key by message.
    private func isSame(_ one: Int, _ other: Int) -> Bool {
        if items[one].id == items[other].id { return true }
        let first = runs[items[one].run].items[items[one].index]
        let second = runs[items[other].run].items[items[other].index]
        if first.sku != nil || second.sku != nil {
            return first.sku == second.sku && items[one].run != items[other].run
        }
        return first.message == second.message
    }

    /// Remembers what stands on the tag, and what the attempt may touch.
    private mutating func begin(_ slot: Int, _ run: Int, _ tag: Int, _ reading: AreaReading, _ message: [UInt8]) {
        messages[tag] = message
        var state = tags[tag]
        state.isIntended = true
        state.isWritten = false
        state.hadStoreFault = false
        state.wroteConfiguration = false
        state.wroteArea = false
        state.slot = slot
        state.run = run
        state.locks = items[slot].locks
        state.formats = runs[run].asks.formatsBlank
        state.protects = runs[run].asks.protection != nil
        state.oldKind = reading.kind
        state.oldTypeAt = reading.typeAt
        state.oldValueAt = reading.valueAt
        state.oldValueEnd = reading.kind == .message ? reading.valueEnd : reading.valueAt
        state.hasReserved = reading.reserved.count > 0
        state.oldEnd = state.hasReserved ? reading.areaEnd : state.oldValueEnd
        state.doubtSlot = -1
        tags[tag] = state
        tags[tag].pageEnd = pageEnd(tag, reading, message.count)
        if state.oldEnd > 16 {
            let area = state.base + 16..<state.base + state.oldEnd
            oldAreas.replaceSubrange(area, with: memories[area])
        }
    }

    /// The page behind the last one that TLVs and message need.
    func pageEnd(_ tag: Int, _ read: AreaReading, _ length: Int) -> Int {
        let reading = read.areaEnd == 0 && tags[tag].formats ? reading(of: tag, isFormatting: true) : read
        if reading.reserved.count > 0 { return reading.areaEnd / 4 }
        // Header, value, and a terminator where there is room.
        let need = (length < 0xFF ? 2 : 4) + length + 1
        let factory = 16 + Self.mostFactoryControlBytes
        let begin: Int
        switch reading.kind {
        case .empty, .message: begin = reading.typeAt
        case .runaway: begin = max(reading.typeAt, factory)
        case .none: begin = factory
        }
        return (min(begin + need, reading.areaEnd) + 3) / 4
    }

    /// A lock control TLV before the NDEF TLV, as NTAG203, NTAG212 and NTAG213 leave the factory.
    static let mostFactoryControlBytes = 5
}
