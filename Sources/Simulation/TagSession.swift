/// A Type 2 tag under power: the state machine of NXP NTAG213/215/216 data sheet, 8.4.
///
/// After every refusal, and after every frame it does not expect, the tag is back in IDLE (or HALT) and answers nothing
/// until it is activated again; a reader wakes it from either by WUPA.
struct TagSession: Sendable {
    enum State: Hashable, Sendable { case idle, active, authenticated, halted }

    private(set) var state = State.idle
    private var configuration = TagConfiguration()
    /// Pages 2 and dynamic lock as they were at the activation: what acts on chips whose lock bits act later.
    private var lockBytes: [Int: UInt8] = [:]
    private var hasCounted = false

    /// Power on, anticollision and selection.
    mutating func activate(_ memory: TagMemory) {
        state = .active
        configuration = TagConfiguration(memory)
        hasCounted = false
        lockBytes = [:]
        if memory.table.lockMoment == .nextActivation {
            for bit in memory.table.lockBits {
                lockBytes[bit.place.offset] = memory.bytes[bit.place.offset]
                lockBytes[bit.frozenBy.offset] = memory.bytes[bit.frozenBy.offset]
            }
        }
    }

    /// The field goes.
    mutating func powerOff() { state = .idle }

    /// Carries out one frame, its CRC taken off.
    mutating func receive(_ frame: [UInt8], memory: inout TagMemory, fault: StoreFault? = nil) -> TagAnswer {
        guard state == .active || state == .authenticated else { return .silence }
        let answer = carryOut(frame, memory: &memory, fault: fault)
        switch answer {
        case .refuse: state = .idle
        case .silence where state != .halted: state = .idle
        default: break
        }
        // The tag knows nothing of an acknowledgement that the reader did not hear.
        if fault == .lostAcknowledgement, answer == .acknowledge { return .silence }
        return answer
    }

    private mutating func carryOut(_ frame: [UInt8], memory: inout TagMemory, fault: StoreFault?) -> TagAnswer {
        let hasPassword = memory.table.configurationPage != nil
        switch (frame.first, frame.count) {
        case (0x30, 2): return read(Int(frame[1]), memory: &memory)
        case (0xA2, 6): return write(Array(frame[2...5]), page: Int(frame[1]), memory: &memory, fault: fault)
        case (0x3A, 3) where hasPassword: return fastRead(Int(frame[1]), Int(frame[2]), memory: &memory)
        case (0x60, 1):
            guard let version = memory.table.version else { return .refuse(0) }
            return .data(version)
        case (0x1B, 5) where hasPassword: return authenticate(Array(frame[1...4]), memory: &memory)
        case (0x39, 2) where memory.table.mirror == .uidAndCounter: return readCounter(frame[1], memory: memory)
        // A signature that no key verifies: these tags are not NXP's.
        case (0x3C, 2) where hasPassword: return frame[1] == 0 ? .data([UInt8](repeating: 0, count: 32)) : .refuse(0)
        case (0x50, 2) where frame[1] == 0:
            state = .halted
            return .silence
        // A command with the wrong number of bytes is not one of the tag's frames at all.
        case (0x30, _), (0xA2, _), (0x50, _), (nil, _): return .silence
        case (0x3A, _), (0x60, _), (0x1B, _), (0x3C, _): return hasPassword ? .silence : .refuse(0)
        default: return .refuse(0)
        }
    }

    /// Whether a page may not be read in this state.
    private func isHidden(_ page: Int) -> Bool {
        configuration.protectsReads && state != .authenticated && page >= configuration.firstProtectedPage
    }

    /// READ (data sheet, 10.2): 16 bytes; behind the last page, and behind the last page that may be read, it goes on at
    /// page 0.
    private mutating func read(_ page: Int, memory: inout TagMemory) -> TagAnswer {
        guard page <= memory.table.lastPage, !isHidden(page) else { return .refuse(0) }
        count(&memory)
        var end = memory.table.lastPage + 1
        if isHidden(memory.table.lastPage) { end = configuration.firstProtectedPage }
        let visible = visibleBytes(memory)
        var bytes: [UInt8] = []
        for index in 0..<4 {
            let current = (page + index) % end
            bytes += visible[4 * current..<4 * current + 4]
        }
        return .data(bytes)
    }

    /// FAST_READ (data sheet, 10.3): no roll-over; a range that goes back, past the end, or into hidden pages is refused.
    private mutating func fastRead(_ first: Int, _ last: Int, memory: inout TagMemory) -> TagAnswer {
        guard first <= last, last <= memory.table.lastPage, !isHidden(last) else { return .refuse(0) }
        count(&memory)
        return .data(Array(visibleBytes(memory)[4 * first..<4 * last + 4]))
    }

    /// The first read after power-on counts when the counter is on; it stops at FFFFFF.
    private mutating func count(_ memory: inout TagMemory) {
        guard configuration.countsReads, !hasCounted else { return }
        hasCounted = true
        if memory.counter < 0xFF_FFFF { memory.counter += 1 }
    }

    /// Memory as reads show it: PWD and PACK as zeros, the mirror over the stored bytes.
    private func visibleBytes(_ memory: TagMemory) -> [UInt8] {
        var bytes = memory.bytes
        if let page = memory.table.configurationPage {
            for offset in 4 * (page + 2)..<4 * (page + 4) { bytes[offset] = 0 }
        }
        if let mirror = configuration.mirror(memory, isAuthenticated: state == .authenticated) {
            bytes.replaceSubrange(mirror.offset..<mirror.offset + mirror.text.count, with: mirror.text)
        }
        return bytes
    }

    private func isActing(_ place: LockBit.Place, _ memory: TagMemory) -> Bool {
        (lockBytes[place.offset] ?? memory.bytes[place.offset]) & place.mask != 0
    }

    /// WRITE (data sheet, 10.4): pages 2 to the last.
    private func refusesWrite(_ data: [UInt8], page: Int, _ memory: TagMemory) -> Bool {
        guard (2...memory.table.lastPage).contains(page) else { return true }
        if state != .authenticated && page >= configuration.firstProtectedPage { return true }
        if let first = memory.table.configurationPage, configuration.isLocked, (first...first + 1).contains(page) {
            return true
        }
        if memory.refusesCounter(data, page: page) { return true }
        return memory.table.lockBits.contains { $0.pages.contains(page) && isActing($0.place, memory) }
    }

    private func write(_ data: [UInt8], page: Int, memory: inout TagMemory, fault: StoreFault?) -> TagAnswer {
        guard !refusesWrite(data, page: page, memory) else { return .refuse(0) }
        var data = data
        switch fault {
        case .noWrite: return .acknowledge
        case .torn(let garbage):
            if !memory.isOneWay(page) { memory[page: page] = garbage }
            return .silence
        case .flip(let bit): data[bit / 8 % 4] ^= 1 << UInt8(bit % 8)
        case .lostAcknowledgement, nil: break
        }
        let view = memory
        memory.store(data, page: page) { isActing($0.frozenBy, view) }
        return .acknowledge
    }

    /// PWD_AUTH (data sheet, 10.7). With AUTHLIM n the n-th wrong password in a row closes the tag for ever: from then on
    /// every answer is refusal 4, the right password's too.
    private mutating func authenticate(_ password: [UInt8], memory: inout TagMemory) -> TagAnswer {
        guard let page = memory.table.configurationPage else { return .refuse(0) }
        let limit = configuration.wrongPasswordLimit
        if limit > 0, memory.wrongPasswords >= limit { return .refuse(4) }
        guard password == memory[page: page + 2] else {
            guard limit > 0 else { return .refuse(0) }
            memory.wrongPasswords += 1
            return .refuse(memory.wrongPasswords >= limit ? 4 : 0)
        }
        memory.wrongPasswords = 0
        state = .authenticated
        return .data(Array(memory[page: page + 3].prefix(2)))
    }

    /// READ_CNT (data sheet, 10.5): three bytes, the lowest first.
    private func readCounter(_ number: UInt8, memory: TagMemory) -> TagAnswer {
        guard number == 2, configuration.countsReads,
            !configuration.counterNeedsPassword || state == .authenticated
        else { return .refuse(0) }
        let count = memory.counter
        return .data([UInt8(count & 0xFF), UInt8(count >> 8 & 0xFF), UInt8(count >> 16 & 0xFF)])
    }
}
