import Tags

extension TagSession {
    /// WRITE (NTAG213/215/216 data sheet, 10.4) of a page of the chosen sector.
    mutating func write(_ data: Page, page: Int, memory: inout TagMemory, fault: StoreFault?) -> TagAnswer {
        let index = index(page, memory)
        let acting = lockWords(memory)
        let isPermitted = index.map { !refusesWrite(data.word, page: page, index: $0, memory, acting) } ?? false
        note(
            .write(PageAddress(sector: sector, page: page), page: index, data, isPermitted: isPermitted))
        guard let index, isPermitted else { return .refuse(0) }
        if index == memory.facts.table.killPage {
            memory.isKilled = true
            return .silence
        }
        switch fault {
        case .lostAcknowledgement, nil: memory.store(data.word, page: index, acting: acting)
        case .noWrite: noteFault()
        case .torn(let tear):
            noteFault()
            memory.tear(tear, writing: data.word, page: index)
            return .silence
        case .flip(let bit):
            noteFault()
            // Bit 0 is the lowest of the first byte.
            memory.store(data.word ^ 1 << UInt32(24 - bit / 8 * 8 + bit % 8), page: index, acting: acting)
        }
        return .acknowledge
    }

    private func refusesWrite(
        _ data: UInt32, page: Int, index: Int, _ memory: TagMemory, _ acting: LockWords
    ) -> Bool {
        let facts = memory.facts
        if facts.pages[index].isReadOnly || isProtected(page) { return true }
        if configuration.isLocked, let first = facts.table.configurationPage, (first...first + 1).contains(index) {
            return true
        }
        // The message of the tamper loop is the last page of the NTAG213 TT.
        if configuration.locksTamperMessage, index == facts.table.map.count - 1 { return true }
        if index == facts.table.killPage, data != memory.word(index - 1) { return true }
        if memory.refusesCounter(data, page: index) { return true }
        return facts.pages[index].locks.meets(acting)
    }

    /// INCR_CNT (MF0ULx1 data sheet, 10.7): a step past FFFFFF is refused and changes nothing.
    mutating func increment(_ number: Int, by step: UInt32, memory: inout TagMemory) -> TagAnswer {
        guard number < TagMemory.counterCount else { return .refuse(0) }
        guard memory[counter: number] + step <= 0xFF_FFFF else { return .refuse(4) }
        memory[counter: number] += step
        return .acknowledge
    }
}
