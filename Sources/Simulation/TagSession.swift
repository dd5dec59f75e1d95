import Tags

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
    /// Lock bits as they were at the activation: what acts on chips whose lock bits act later.
    private var lockedAtActivation = LockWords()
    private var hasCounted = false

    /// Power on, anticollision and selection. Nothing of the memory changes; here and below `inout` spares a copy of it.
    mutating func activate(_ memory: inout TagMemory) {
        powerOn(&memory)
        select(&memory)
    }

    /// The field comes: the tag waits in IDLE, and the configuration acts as it is now.
    mutating func powerOn(_ memory: inout TagMemory) {
        self = TagSession()
        configuration = TagConfiguration(memory)
    }

    /// WUPA, anticollision and selection, the field staying on; from any state, as a reader that asks twice finds it.
    mutating func select(_ memory: inout TagMemory) {
        guard !memory.isKilled else { return }
        (state, awaited, sector) = (.active, .nothing, 0)
        if memory.facts.table.lockMoment == .nextActivation { lockedAtActivation = memory.facts.lockWords(memory) }
    }

    /// The field goes.
    mutating func powerOff() { self = TagSession() }

    /// Carries out one frame, its CRC taken off; the data of its answer is added to `answer`.
    mutating func receive(
        _ frame: Span<UInt8>, memory: inout TagMemory, fault: StoreFault? = nil, into answer: inout [UInt8]
    ) -> TagAnswer {
        (event, wasFaulty) = (nil, false)
        guard state == .active || state == .authenticated else { return .silence }
        let reply: TagAnswer
        switch awaited {
        case .nothing: reply = carryOut(frame, memory: &memory, fault: fault, into: &answer)
        case .data(let page):
            awaited = .nothing
            reply =
                frame.count == 16
                ? write(
                    Page(frame[0], frame[1], frame[2], frame[3]), page: page, memory: &memory, fault: fault)
                : .silence
        case .sector:
            awaited = .nothing
            reply = selectSector(frame, memory.facts.table)
        case .keyAnswer:
            // Nobody knows the key of a virtual tag, and no other command is expected here.
            awaited = .nothing
            reply = .refuse(0)
        }
        switch reply {
        case .refuse: state = .idle
        case .silence where state != .halted: state = .idle
        default: break
        }
        // The tag knows nothing of an acknowledgement that the reader did not hear.
        if fault == .lostAcknowledgement, reply == .acknowledge {
            wasFaulty = true
            return .silence
        }
        return reply
    }

    private mutating func carryOut(
        _ frame: Span<UInt8>, memory: inout TagMemory, fault: StoreFault?, into answer: inout [UInt8]
    ) -> TagAnswer {
        switch TagCommand(frame, known: memory.facts.table.commands) {
        case .read(let page): return read(page, memory: &memory, into: &answer)
        case .fastRead(let first, let last): return fastRead(first, last, memory: &memory, into: &answer)
        case .write(let page, let data): return write(data, page: page, memory: &memory, fault: fault)
        case .compatibilityWrite(let page):
            guard index(page, memory) != nil else { return .refuse(0) }
            awaited = .data(page: page)
            return .acknowledge
        case .version: return version(memory, into: &answer)
        case .password(let password): return authenticate(password, memory: &memory, into: &answer)
        case .signature:
            answer += memory.identity.traits.signature ?? [UInt8](repeating: 0, count: 32)
            return .data
        case .readCounter(let number): return readCounter(number, memory, into: &answer)
        case .increment(let number, let step): return increment(number, by: step, memory: &memory)
        case .checkTearing(let number):
            guard number < TagMemory.counterCount else { return .refuse(0) }
            answer.append(0xBD)
            return .data
        case .sectorSelect:
            awaited = .sector
            return .acknowledge
        case .keyAuthentication: return challenge(memory: &memory, into: &answer)
        case .tamperStatus:
            // The message as it is while the loop was never seen open, and C for closed (0: not looked at).
            answer += [0x30, 0x30, 0x30, 0x30, configuration.watchesLoop ? 0x43 : 0x30]
            return .data
        case .halt:
            state = .halted
            return .silence
        case .malformed: return .silence
        case .unknown: return .refuse(0)
        }
    }

    private mutating func version(_ memory: TagMemory, into answer: inout [UInt8]) -> TagAnswer {
        guard let version = memory.identity.version else { return .refuse(0) }
        if memory.identity.traits.isSilentAfterVersion { state = .idle }
        answer += version
        return .data
    }

    /// The second frame of SECTOR_SELECT (NT3H2111/2211 data sheet, 10.8): silence says that the sector was chosen.
    private mutating func selectSector(_ frame: Span<UInt8>, _ table: ChipTable) -> TagAnswer {
        guard frame.count == 4 else { return .silence }
        let wanted = Int(frame[0])
        guard frame[1] == 0, frame[2] == 0, frame[3] == 0, table.map.hasSector(wanted),
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

    /// The lock bits that act.
    func lockWords(_ memory: TagMemory) -> LockWords {
        memory.facts.table.lockMoment == .atOnce ? memory.facts.lockWords(memory) : lockedAtActivation
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
