/// Invariants 6 and 7: where a frame may write, and what.
extension RunChecker {
    /// Judges a frame before it is taken over: `memories` are as they were.
    mutating func judge(_ target: Int, _ data: Page, _ tag: Int) {
        let facts = facts[tag]
        if target >= 4, target < tags[tag].pageEnd, target < facts.userEnd { return }
        guard let held = page(target, of: tag) else {
            return report(7, "outside", tag: tag, slot: tags[tag].slot, "page \(target)")
        }
        switch target {
        case 0, 1: report(7, "header", tag: tag, slot: tags[tag].slot, "page \(target)")
        case 2: judgeStaticLock(data, held, tag)
        case 3: judgeContainer(data, held, tag)
        case facts.dynamicLock: judgeDynamicLock(data, held, tag)
        case facts.userEnd - 1 where tags[tag].protects && (data == held || tags[tag].wasMisread):
            break  // The proof of a protection: the bytes that the page was read to hold.
        case facts.configuration..<facts.configuration + 4 where facts.configuration > 0:
            judgeConfiguration(target - facts.configuration, data, held, tag)
        default: report(7, "outside", tag: tag, slot: tags[tag].slot, "page \(target)")
        }
    }

    private mutating func judgeStaticLock(_ data: Page, _ held: Page, _ tag: Int) {
        guard mayLock(2, tag) else { return }
        // Bytes 0 and 1 are written as they were read, and no write changes them.
        let isKept = data[0] == held[0] && data[1] == held[1] || tags[tag].wasMisread
        let wanted = data[2] | held[2] == held[2] | 0xF8 && data[3] | held[3] == 0xFF
        if !isKept || !wanted { report(6, "static-lock", tag: tag, slot: tags[tag].slot, "page 2") }
    }

    private mutating func judgeDynamicLock(_ data: Page, _ held: Page, _ tag: Int) {
        guard mayLock(facts[tag].dynamicLock, tag) else { return }
        let mask = facts[tag].dynamicMask
        let isWanted = data[0] | held[0] == mask.0 | held[0] && data[1] | held[1] == mask.1 | held[1]
        let isRestKept = data[2] | held[2] == held[2] && (data[3] == 0 || data[3] == held[3])
        if !isWanted || !isRestKept {
            report(6, "dynamic-lock", tag: tag, slot: tags[tag].slot, "page \(facts[tag].dynamicLock)")
        }
    }

    private mutating func mayLock(_ page: Int, _ tag: Int) -> Bool {
        guard tags[tag].locks else {
            report(6, "lock-unasked", tag: tag, slot: tags[tag].slot, "page \(page)")
            return false
        }
        if !facts[tag].isLockable { report(6, "lock-uncertain", tag: tag, slot: tags[tag].slot, "page \(page)") }
        judgeCompared(page, tag)
        return true
    }

    /// CC: formatted where there was none, and read-only where a lock is asked for.
    private mutating func judgeContainer(_ data: Page, _ held: Page, _ tag: Int) {
        let state = tags[tag]
        let result = data | held
        let hasContainer = held[0] == 0xE1 && held[1] >> 4 == 1 && held[2] != 0
        // The same once more brings nothing, where it was asked for at all.
        if result == held, state.locks || state.formats { return }
        // What a fault made of the container while it was written is laid over as it should be.
        if state.formats, state.hadStoreFault { return }
        guard state.locks || (state.formats && (!hasContainer || state.hadStoreFault)) else {
            return report(6, "container-unasked", tag: tag, slot: state.slot, "page 3")
        }
        if hasContainer {
            let isKept = result[0] == held[0] && result[1] == held[1] && result[2] == held[2]
            if !isKept || result[3] != held[3] | 0x0F { report(6, "container", tag: tag, slot: state.slot, "page 3") }
        } else if !state.hadStoreFault {
            // What a fault made of the container while it was written is no container that was there before.
            guard state.formats else { return report(6, "container-unasked", tag: tag, slot: state.slot, "page 3") }
            let size = Int(result[2]) * 8
            let isSizeRight = facts[tag].sizeByte.map { $0 == result[2] } ?? (size <= facts[tag].userEnd * 4 - 16)
            let isAccessRight = result[3] == 0 || (state.locks && result[3] == 0x0F)
            if result[0] != 0xE1 || result[1] != 0x10 || !isSizeRight || size == 0 || !isAccessRight {
                report(6, "container", tag: tag, slot: state.slot, "page 3")
            }
        } else {
            // Under a container that a fault broke no message can be read: the comparison came before.
            return
        }
        judgeCompared(3, tag)
    }

    /// Bits that cannot be taken back come after the comparison, and what closes a tag.
    mutating func judgeCompared(_ page: Int, _ tag: Int) {
        // Of an attempt that was concluded meanwhile the reads are forgotten.
        if tags[tag].mayComeLate { return }
        if isProved(tag) { return }
        report(6, "before-comparison", tag: tag, slot: tags[tag].slot, "page \(page)")
    }

    /// Whether the message of the tag's last intent stands there and was compared.
    private func isProved(_ tag: Int) -> Bool {
        let reading = reading(of: tag, isFormatting: tags[tag].formats)
        return holds(messages[tag], reading, tag) && isCompared(reading, tag)
    }

    /// Whether every page of the message was read since it was last written, after an activation.
    func isCompared(_ reading: AreaReading, _ tag: Int) -> Bool { firstUnread(reading, tag) == nil }

    func firstUnread(_ reading: AreaReading, _ tag: Int) -> Int? {
        var page = reading.typeAt / 4
        let end = (reading.valueEnd + 3) / 4
        while page < end {
            if !isRead(page, of: tag) { return page }
            page += 1
        }
        return nil
    }

    /// CFG0, CFG1, PWD, PACK: only what protects, every other bit as it was.
    private mutating func judgeConfiguration(_ index: Int, _ data: Page, _ held: Page, _ tag: Int) {
        let slot = tags[tag].slot
        guard tags[tag].protects, slot >= 0, let asked = runs[items[slot].run].asks.protection else {
            return report(7, "configuration-unasked", tag: tag, slot: slot, "page \(facts[tag].configuration + index)")
        }
        let isRight: Bool
        switch index {
        case 0: isRight = data[0] == held[0] && data[1] == held[1] && data[2] == held[2]
        case 1:
            let access: UInt8 = held[0] & 0x7F | (asked.protectsReading ? 0x80 : 0)
            isRight = data[0] == access && data[1] == held[1] && data[2] == held[2] && data[3] == held[3]
        case 2: isRight = (0..<4).allSatisfy { asked.password.count == 4 && data[$0] == asked.password[$0] }
        default:
            isRight =
                asked.acknowledgement.count == 2 && data[0] == asked.acknowledgement[0]
                && data[1] == asked.acknowledgement[1] && data[2] | held[2] == held[2] && data[3] | held[3] == held[3]
        }
        // CFGLCK can never be taken back.
        let isForEver = index == 1 && data[0] & 0x40 & ~held[0] != 0
        // What a fault made of a page is no measure of what it held.
        if isRight || (tags[tag].hadStoreFault && index < 2 && !isForEver) {
            return judgeOrder(index, data, asked, tag)
        }
        report(
            isForEver ? 6 : 7, "configuration", tag: tag, slot: slot, "page \(facts[tag].configuration + index)")
    }
}
