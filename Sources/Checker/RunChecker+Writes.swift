extension RunChecker {
    /// A frame that could write a page reached the tag.
    mutating func wrote(
        _ tag: Int, _ page: Int, _ data: Page, _ isAccepted: Bool, _ isFaulty: Bool, _ memory: [UInt8]
    ) {
        guard memory.count == tags[tag].size else { return report(7, "memory-size", tag: tag) }
        if tags[tag].hasRandomUID { report(4, "random-uid", tag: tag, slot: tags[tag].slot, "page \(page)") }
        let isIntended = tags[tag].isIntended || tags[tag].mayComeLate
        if !isIntended { report(2, "no-intent", tag: tag, slot: tags[tag].slot, "page \(page)") }
        defer { if tags[tag].mayComeLate { tags[tag].mayComeLate = false } }
        let sector = tags[tag].sector
        // Where a fault hides the sector, the memory tells what was meant.
        let target = sector >= 0 ? facts[tag].page(page, inSector: sector) : firstChanged(memory, tag)
        if isIntended {
            if let target {
                judge(target, data, tag)
            } else if sector >= 0 {
                report(7, "outside", tag: tag, slot: tags[tag].slot, "page \(page) of sector \(sector)")
            }
        }
        let held = target.flatMap { self.page($0, of: tag) }
        // The proof of a protection brings nothing new, whatever is said of it.
        if let target, isProof(target, tag), data == held, Page(memory, at: target * 4) == held { return }
        var stored = held
        if let target, held != nil {
            stored = Page(memory, at: target * 4)
            if stored != held {
                let place = tags[tag].base + target * 4
                var known = memories.mutableSpan
                for byte in 0..<4 { known[place + byte] = memory[target * 4 + byte] }
            }
        }
        // A refused write that left everything alone is none; one that a fault swallowed counts, unless it said
        // nothing new.
        guard isAccepted || stored != held || (isFaulty && data != held) else { return }
        // An answer that was lost says nothing of what was stored.
        noteWrite(tag, target, stored != held, isFaulty && stored != data)
    }

    /// The last user page, where no message reaches it: its own bytes are written to it to see them refused.
    // Here and below: a call from a function that changes the checker would take a copy of it.
    @inline(__always)
    private func isProof(_ target: Int, _ tag: Int) -> Bool {
        tags[tag].protects && target == facts[tag].userEnd - 1 && target >= tags[tag].pageEnd
    }

    /// Compares all of the memory, once after writes: no page changed that no frame named.
    mutating func compareWhole(_ memory: [UInt8], _ tag: Int) {
        tags[tag].isToCompare = false
        guard memory.count == tags[tag].size, !isAsKnown(memory, tag) else { return }
        if let page = firstChanged(memory, tag) {
            report(7, "elsewhere", tag: tag, slot: tags[tag].slot, "page \(page)")
        }
        let base = tags[tag].base
        let count = tags[tag].comparedSize
        var known = memories.mutableSpan
        for place in 0..<count { known[base + place] = memory[place] }
    }

    private func isAsKnown(_ memory: [UInt8], _ tag: Int) -> Bool {
        let base = tags[tag].base
        let count = tags[tag].comparedSize
        return memories.withUnsafeBufferPointer { known in
            memory.withUnsafeBufferPointer { Bytes.equal($0, 0, known, base, count) }
        }
    }

    private func firstChanged(_ memory: [UInt8], _ tag: Int) -> Int? {
        let base = tags[tag].base
        return (0..<tags[tag].comparedSize).first { memory[$0] != memories[base + $0] }.map { $0 / 4 }
    }

    @inline(__always)
    func page(_ page: Int, of tag: Int) -> Page? {
        (page + 1) * 4 <= tags[tag].size ? Page(memories, at: tags[tag].base + page * 4) : nil
    }

    private mutating func noteWrite(_ tag: Int, _ target: Int?, _ isChanged: Bool, _ isStoreFault: Bool) {
        tags[tag].noteWrite()
        if isStoreFault {
            tags[tag].hadStoreFault = true
            // A chain that the fault broke is laid anew, and may begin later.
            tags[tag].pageEnd = max(tags[tag].pageEnd, pageEnd(tag, reading(of: tag), messages[tag].count))
        }
        guard let target, target >= facts[tag].userEnd || target < 4 else {
            tags[tag].wroteArea = true
            // The comparison of a message begins anew with every write to it.
            forgetReads(of: tag)
            guard isChanged else { return }
            tags[tag].writer = tags[tag].slot
            return judgeStanding(tag, isStoreFault)
        }
        if facts[tag].configuration > 0, target >= facts[tag].configuration {
            tags[tag].wroteConfiguration = true
            if target >= facts[tag].configuration + 2 { tags[tag].isPasswordProved = false }
        }
        if target < tags[tag].size / 4 { pagesRead[tags[tag].readBase + target >> 6] &= ~(1 << UInt64(target & 63)) }
        if target == 3, isChanged { judgeStanding(tag, isStoreFault) }
    }

    /// Invariant 5: old message, empty or new message, and nothing else between two exchanges.
    private mutating func judgeStanding(_ tag: Int, _ isStoreFault: Bool) {
        let reading = reading(of: tag)
        let standing = standing(reading, tag)
        tags[tag].standing = standing
        guard !isStoreFault, tags[tag].isIntended, !tags[tag].hadStoreFault else { return }
        let wasBroken = tags[tag].oldKind == .none || tags[tag].oldKind == .runaway
        if standing == .broken, !wasBroken { report(5, "chain-broken", tag: tag, slot: tags[tag].slot) }
        // Over a chain that led nowhere the new bytes may read as anything but somebody's message.
        if standing == .other, !wasBroken || RecordList(value(reading, tag)) != nil {
            report(
                5, "in-between", tag: tag, slot: tags[tag].slot, "\(reading.length) bytes from \(reading.valueAt) on")
        }
        if tags[tag].hasReserved { judgeReserved(reading, tag) }
    }

    private func standing(_ reading: AreaReading, _ tag: Int) -> Standing {
        switch reading.kind {
        case .none, .runaway: return .broken
        case .empty: return .empty
        case .message: break
        }
        if holds(messages[tag], reading, tag) { return .new }
        let state = tags[tag]
        guard state.oldKind == .message, state.oldValueAt == reading.valueAt, state.oldValueEnd == reading.valueEnd,
            oldEquals(state.oldValueAt, state.oldValueEnd, tag)
        else { return .other }
        return .old
    }

    /// Whether bytes of the area are what they were at the intent.
    func oldEquals(_ begin: Int, _ end: Int, _ tag: Int) -> Bool {
        let base = tags[tag].base
        return memories.withUnsafeBufferPointer { now in
            oldAreas.withUnsafeBufferPointer { Bytes.equal(now, base + begin, $0, base + begin, end - begin) }
        }
    }

    /// Bytes that control TLVs name belong to none of the TLVs.
    private mutating func judgeReserved(_ reading: AreaReading, _ tag: Int) {
        let base = tags[tag].base
        for place in 16..<max(16, tags[tag].oldEnd) where reading.reserved.contains(place) {
            if memories[base + place] != oldAreas[base + place] {
                return report(7, "reserved", tag: tag, slot: tags[tag].slot, "byte \(place)")
            }
        }
    }
}
