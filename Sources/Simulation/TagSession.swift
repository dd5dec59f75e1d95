/// A Type 2 tag under power: the state machine of NXP NTAG213/215/216 data sheet, 8.4.
///
/// After every refusal, and after every frame it does not expect, the tag is back in IDLE (or HALT) and answers nothing
/// until it is activated again; a reader wakes it from either by WUPA.
struct TagSession: Sendable {
    enum State: Hashable, Sendable { case idle, active, authenticated, halted }

    /// The second frame that the tag waits for.
    enum Awaited: Hashable, Sendable {
        case nothing
        case data(page: Int)
        case sector
        case keyAnswer
    }

    private(set) var state = State.idle
    private(set) var configuration = TagConfiguration()
    /// What SECTOR_SELECT chose; lost with the activation.
    private(set) var sector = 0
    /// What the last frame was, beyond its answer.
    private(set) var event: TagEvent?
    /// Whether a fault decided what the last frame stored, or how it was answered.
    private(set) var wasFaulty = false
    private var awaited = Awaited.nothing
    /// Lock bytes as they were at the activation: what acts on chips whose lock bits act later.
    private var lockBytes: [Int: UInt8] = [:]
    private var hasCounted = false

    /// Power on, anticollision and selection.
    mutating func activate(_ memory: TagMemory) {
        powerOn(memory)
        select(memory)
    }

    /// The field comes: the tag waits in IDLE, and the configuration acts as it is now.
    mutating func powerOn(_ memory: TagMemory) {
        self = TagSession()
        configuration = TagConfiguration(memory)
    }

    /// WUPA, anticollision and selection, the field staying on; from any state, as a reader that asks twice finds it.
    mutating func select(_ memory: TagMemory) {
        guard !memory.isKilled else { return }
        (state, awaited, sector) = (.active, .nothing, 0)
        guard memory.table.lockMoment == .nextActivation else { return }
        for place in memory.table.lockBits.flatMap({ [$0.place, $0.frozenBy ?? $0.place] }) {
            lockBytes[place.offset] = memory.bytes[place.offset]
        }
    }

    /// The field goes.
    mutating func powerOff() { self = TagSession() }

    /// Carries out one frame, its CRC taken off.
    mutating func receive(_ frame: [UInt8], memory: inout TagMemory, fault: StoreFault? = nil) -> TagAnswer {
        (event, wasFaulty) = (nil, false)
        guard state == .active || state == .authenticated else { return .silence }
        let answer: TagAnswer
        switch awaited {
        case .nothing: answer = carryOut(frame, memory: &memory, fault: fault)
        case .data(let page):
            awaited = .nothing
            answer =
                frame.count == 16
                ? write(Array(frame[0...3]), page: page, memory: &memory, fault: fault) : .silence
        case .sector:
            awaited = .nothing
            answer = selectSector(frame, memory.table)
        case .keyAnswer:
            // Nobody knows the key of a virtual tag, and no other command is expected here.
            awaited = .nothing
            answer = .refuse(0)
        }
        switch answer {
        case .refuse: state = .idle
        case .silence where state != .halted: state = .idle
        default: break
        }
        // The tag knows nothing of an acknowledgement that the reader did not hear.
        if fault == .lostAcknowledgement, answer == .acknowledge {
            wasFaulty = true
            return .silence
        }
        return answer
    }

    private mutating func carryOut(_ frame: [UInt8], memory: inout TagMemory, fault: StoreFault?) -> TagAnswer {
        switch TagCommand(frame, known: memory.table.commands) {
        case .read(let page): return read(page, memory: &memory)
        case .fastRead(let first, let last): return fastRead(first, last, memory: &memory)
        case .write(let page, let data): return write(data, page: page, memory: &memory, fault: fault)
        case .compatibilityWrite(let page):
            guard index(page, memory) != nil else { return .refuse(0) }
            awaited = .data(page: page)
            return .acknowledge
        case .version: return version(memory)
        case .password(let password): return authenticate(password, memory: &memory)
        case .signature: return .data(memory.traits.signature ?? [UInt8](repeating: 0, count: 32))
        case .readCounter(let number): return readCounter(number, memory)
        case .increment(let number, let step): return increment(number, by: step, memory: &memory)
        case .checkTearing(let number): return memory.counters.indices.contains(number) ? .data([0xBD]) : .refuse(0)
        case .sectorSelect:
            awaited = .sector
            return .acknowledge
        case .keyAuthentication: return challenge(memory: &memory)
        case .tamperStatus:
            // The message as it is while the loop was never seen open, and C for closed (0: not looked at).
            return .data([0x30, 0x30, 0x30, 0x30, configuration.watchesLoop ? 0x43 : 0x30])
        case .halt:
            state = .halted
            return .silence
        case .malformed: return .silence
        case .unknown: return .refuse(0)
        }
    }

    private mutating func version(_ memory: TagMemory) -> TagAnswer {
        guard let version = memory.version else { return .refuse(0) }
        if memory.traits.isSilentAfterVersion { state = .idle }
        return .data(version)
    }

    /// The second frame of SECTOR_SELECT (NT3H2111/2211 data sheet, 10.8): silence says that the sector was chosen.
    private mutating func selectSector(_ frame: [UInt8], _ table: ChipTable) -> TagAnswer {
        guard frame.count == 4 else { return .silence }
        let wanted = Int(frame[0])
        guard frame[1...3].allSatisfy({ $0 == 0 }), table.map.hasSector(wanted),
            !(wanted == 1 && configuration.closesSector1)
        else { return .refuse(0) }
        sector = wanted
        return .passiveAcknowledge
    }

    /// Where a page of the chosen sector lies in memory; nil: there is none.
    func index(_ page: Int, _ memory: TagMemory) -> Int? {
        memory.index(of: PageAddress(sector: sector, page: page))
    }

    /// Whether a page of the chosen sector may not be written in this state.
    func isProtected(_ page: Int) -> Bool {
        state != .authenticated && configuration.isProtected(PageAddress(sector: sector, page: page))
    }

    func isActing(_ place: LockBit.Place, _ memory: TagMemory) -> Bool {
        (lockBytes[place.offset] ?? memory.bytes[place.offset]) & place.mask != 0
    }

    // MARK: For what reads, writes and passwords change

    mutating func openWithPassword() { state = .authenticated }

    mutating func expect(_ awaited: Awaited) { self.awaited = awaited }

    mutating func note(_ event: TagEvent) { self.event = event }

    mutating func noteFault() { wasFaulty = true }

    /// Whether this is the first read of the activation.
    mutating func isFirstRead() -> Bool {
        defer { hasCounted = true }
        return !hasCounted
    }
}
