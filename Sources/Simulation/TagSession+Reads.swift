extension TagSession {
    /// Whether a page of the chosen sector may not be read in this state.
    private func isHidden(_ page: Int) -> Bool { configuration.protectsReads && isProtected(page) }

    /// READ (NTAG213/215/216 data sheet, 10.2): 16 bytes; behind the last page, and behind the last page that may be read, it
    /// goes on at page 0. Pages that do not exist read as zeros behind one that does (NT3H2111/2211 data sheet, page 51).
    mutating func read(_ page: Int, memory: inout TagMemory) -> TagAnswer {
        let map = memory.table.map
        var end = map.readEnd
        if let last = memory.traits.lastPage { end = min(end, last + 1) }
        if isHidden(end - 1) { end = min(end, configuration.firstProtectedPage) }
        guard page < end, !isHidden(page), index(page, memory) != nil else { return .refuse(0) }
        count(&memory)
        let visible = visibleBytes(memory)
        var bytes: [UInt8] = []
        for step in 0..<4 {
            let index = index((page + step) % end, memory)
            bytes += index.map { visible[4 * $0..<4 * $0 + 4] } ?? [0, 0, 0, 0]
        }
        return .data(bytes)
    }

    /// FAST_READ (data sheet, 10.3): no roll-over; a range that goes back, past the end, or over a page that is hidden or
    /// not there is refused.
    mutating func fastRead(_ first: Int, _ last: Int, memory: inout TagMemory) -> TagAnswer {
        guard first <= last, !isHidden(last), !isHidden(first) else { return .refuse(0) }
        let indices = (first...last).compactMap { index($0, memory) }
        guard indices.count == last - first + 1 else { return .refuse(0) }
        count(&memory)
        let visible = visibleBytes(memory)
        return .data(indices.flatMap { visible[4 * $0..<4 * $0 + 4] })
    }

    /// The first read after power-on counts when the counter is on; it stops at FFFFFF.
    private mutating func count(_ memory: inout TagMemory) {
        guard configuration.countsReads, isFirstRead() else { return }
        if memory.counter < 0xFF_FFFF { memory.counter += 1 }
    }

    /// Memory as reads show it: PWD, PACK and the like as zeros, the mirror over the stored bytes.
    private func visibleBytes(_ memory: TagMemory) -> [UInt8] {
        var bytes = memory.bytes
        for page in memory.table.secretPages { bytes.replaceSubrange(4 * page..<4 * page + 4, with: [0, 0, 0, 0]) }
        if let mirror = configuration.mirror(memory, isAuthenticated: state == .authenticated) {
            bytes.replaceSubrange(mirror.offset..<mirror.offset + mirror.text.count, with: mirror.text)
        }
        return bytes
    }

    /// READ_CNT (NTAG213/215/216 data sheet, 10.5; MF0ULx1, 10.6): three bytes, the lowest first.
    func readCounter(_ number: Int, _ memory: TagMemory) -> TagAnswer {
        let count: UInt32
        if memory.table.commands.contains(.threeCounters) {
            guard memory.counters.indices.contains(number) else { return .refuse(0) }
            count = memory.counters[number]
        } else {
            guard number == 2, configuration.countsReads,
                !configuration.counterNeedsPassword || state == .authenticated
            else { return .refuse(0) }
            count = memory.counter
        }
        return .data([UInt8(count & 0xFF), UInt8(count >> 8 & 0xFF), UInt8(count >> 16 & 0xFF)])
    }
}
