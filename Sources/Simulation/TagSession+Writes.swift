extension TagSession {
    /// WRITE (NTAG213/215/216 data sheet, 10.4) of a page of the chosen sector.
    mutating func write(_ data: [UInt8], page: Int, memory: inout TagMemory, fault: StoreFault?) -> TagAnswer {
        let index = index(page, memory)
        let isKilling = index != nil && index == memory.table.killPage
        let isPermitted = index.map { !refusesWrite(data, page: page, index: $0, memory) } ?? false
        note(
            .write(
                PageWrite(
                    address: PageAddress(sector: sector, page: page), page: index, data: data, isPermitted: isPermitted)
            ))
        guard let index, isPermitted else { return .refuse(0) }
        if isKilling {
            memory.isKilled = true
            return .silence
        }
        var data = data
        switch fault {
        case .noWrite, .torn, .flip: noteFault()
        case .lostAcknowledgement, nil: break
        }
        switch fault {
        case .noWrite: return .acknowledge
        case .torn(let garbage):
            if !memory.isTearingSafe(index) { memory[page: index] = garbage }
            return .silence
        case .flip(let bit): data[bit / 8 % 4] ^= 1 << UInt8(bit % 8)
        case .lostAcknowledgement, nil: break
        }
        let view = memory
        memory.store(data, page: index) { bit in bit.frozenBy.map { isActing($0, view) } ?? false }
        return .acknowledge
    }

    private func refusesWrite(_ data: [UInt8], page: Int, index: Int, _ memory: TagMemory) -> Bool {
        let table = memory.table
        if table.readOnlyPages.contains(index) || isProtected(page) { return true }
        if configuration.isLocked, let first = table.configurationPage, (first...first + 1).contains(index) {
            return true
        }
        // The message of the tamper loop is the last page of the NTAG213 TT.
        if configuration.locksTamperMessage, index == table.map.count - 1 { return true }
        if index == table.killPage, data != memory[page: index - 1] { return true }
        if memory.refusesCounter(data, page: index) { return true }
        return table.lockBits.contains { $0.pages.contains(index) && isActing($0.place, memory) }
    }

    /// INCR_CNT (MF0ULx1 data sheet, 10.7): a step past FFFFFF is refused and changes nothing.
    mutating func increment(_ number: Int, by step: UInt32, memory: inout TagMemory) -> TagAnswer {
        guard memory.counters.indices.contains(number) else { return .refuse(0) }
        guard memory.counters[number] + step <= 0xFF_FFFF else { return .refuse(4) }
        memory.counters[number] += step
        return .acknowledge
    }
}
