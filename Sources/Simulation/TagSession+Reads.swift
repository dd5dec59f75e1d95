extension TagSession {
    /// Whether a page of the chosen sector may not be read in this state.
    private func isHidden(_ page: Int) -> Bool { configuration.protectsReads && isProtected(page) }

    /// READ (NTAG213/215/216 data sheet, 10.2): 16 bytes; behind the last page, and behind the last page that may be read, it
    /// goes on at page 0. Pages that do not exist read as zeros behind one that does (NT3H2111/2211 data sheet, page 51).
    mutating func read(_ page: Int, memory: inout TagMemory, into answer: inout [UInt8]) -> TagAnswer {
        var end = memory.identity.readEnd
        if isHidden(end - 1) { end = min(end, configuration.firstProtectedPage) }
        guard page < end, !isHidden(page), index(page, memory) != nil else { return .refuse(0) }
        count(&memory)
        let last = page + 3
        if last < end, last <= lastPlainPage(memory) {
            memory.addPages(page...last, to: &answer)
        } else {
            let mirror = configuration.mirror(memory, isAuthenticated: state == .authenticated)
            var (next, left) = (page, 4)
            while left > 0 {
                let behind = min(next + left, end)
                show(next..<behind, memory, mirror, into: &answer)
                left -= behind - next
                next = 0
            }
        }
        return .data
    }

    /// FAST_READ (data sheet, 10.3): no roll-over; a range that goes back, past the end, or over a page that is hidden or
    /// not there is refused.
    mutating func fastRead(
        _ first: Int, _ last: Int, memory: inout TagMemory, into answer: inout [UInt8]
    ) -> TagAnswer {
        guard first <= last, !isHidden(last), !isHidden(first) else { return .refuse(0) }
        if last <= lastPlainPage(memory) {
            count(&memory)
            memory.addPages(first...last, to: &answer)
            return .data
        }
        guard last <= lastOrderedPage(memory) || (first...last).allSatisfy({ index($0, memory) != nil }) else {
            return .refuse(0)
        }
        count(&memory)
        let mirror = configuration.mirror(memory, isAuthenticated: state == .authenticated)
        show(first..<last + 1, memory, mirror, into: &answer)
        return .data
    }

    /// The first read after power-on counts when the counter is on; it stops at FFFFFF.
    private mutating func count(_ memory: inout TagMemory) {
        guard configuration.countsReads, isFirstRead() else { return }
        if memory.counter < 0xFF_FFFF { memory.counter += 1 }
    }

    /// The pages up to this one are there, one behind another, and read as they are stored; -1: none.
    private func lastPlainPage(_ memory: borrowing TagMemory) -> Int {
        sector == 0 && configuration.mirrored == 0 ? memory.identity.lastPlainPage : -1
    }

    /// The pages up to this one are there, one behind another; -1: none.
    private func lastOrderedPage(_ memory: borrowing TagMemory) -> Int {
        sector == 0 ? memory.identity.lastOrderedPage : -1
    }

    /// Adds pages of the chosen sector as reads show them: PWD, PACK and the like as zeros, the mirror over the stored bytes;
    /// zeros for those that are not there.
    private func show(
        _ pages: Range<Int>, _ memory: borrowing TagMemory, _ mirror: (offset: Int, text: [UInt8])?,
        into answer: inout [UInt8]
    ) {
        var page = pages.lowerBound
        let ordered = min(pages.upperBound, lastOrderedPage(memory) + 1)
        if page < ordered {
            show(stored: page..<ordered, memory, mirror, into: &answer)
            page = ordered
        }
        while page < pages.upperBound {
            if let index = index(page, memory) {
                show(stored: index..<index + 1, memory, mirror, into: &answer)
            } else {
                for _ in 0..<4 { answer.append(0) }
            }
            page += 1
        }
    }

    /// The same, of pages as they lie in the memory.
    private func show(
        stored pages: Range<Int>, _ memory: borrowing TagMemory, _ mirror: (offset: Int, text: [UInt8])?,
        into answer: inout [UInt8]
    ) {
        let start = answer.count
        memory.addPages(pages.lowerBound...pages.upperBound - 1, to: &answer)
        if pages.overlaps(memory.facts.secretPages) {
            for page in pages.clamped(to: memory.facts.secretPages) where memory.facts.pages[page].isSecret {
                for byte in 0..<4 { answer[start + 4 * (page - pages.lowerBound) + byte] = 0 }
            }
        }
        guard let mirror else { return }
        let first = 4 * pages.lowerBound
        let shown = (mirror.offset..<mirror.offset + mirror.text.count).clamped(to: first..<4 * pages.upperBound)
        for offset in shown { answer[start + offset - first] = mirror.text[offset - mirror.offset] }
    }

    /// READ_CNT (NTAG213/215/216 data sheet, 10.5; MF0ULx1, 10.6): three bytes, the lowest first.
    func readCounter(_ number: Int, _ memory: TagMemory, into answer: inout [UInt8]) -> TagAnswer {
        let count: UInt32
        if memory.facts.table.commands.contains(.threeCounters) {
            guard number < TagMemory.counterCount else { return .refuse(0) }
            count = memory[counter: number]
        } else {
            guard number == 2, configuration.countsReads,
                !configuration.counterNeedsPassword || state == .authenticated
            else { return .refuse(0) }
            count = memory.counter
        }
        answer += [UInt8(count & 0xFF), UInt8(count >> 8 & 0xFF), UInt8(count >> 16 & 0xFF)]
        return .data
    }
}
