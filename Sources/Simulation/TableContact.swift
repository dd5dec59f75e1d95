import Tags

/// A tag that lies on a reader of a table, through all connections while it lies there, as the reader's electronics reach it.
///
/// Works on copies of its session and of its side, which are small, and gives them back: no access to what is stored here
/// spans a call of the witness.
final class TableContact: FaultyField {
    let tag: TableTag
    /// What the witness knows the tag by.
    let number: Int
    /// What the witness knows the reader by.
    let reader: Int
    let witness: (any TagWitness)?
    /// Of the tag, from 1.
    let presentation: Int
    private let wakes: ReaderTraits.Waking
    /// False once the tag was taken away or the reader's plug pulled, for ever: what lies there next is another contact.
    private(set) var isThere = true
    var side: ModelSide
    private(set) var session = TagSession()
    /// The field is on.
    private var isPowered = false
    private(set) var exchanges = 0
    private(set) var writes = 0
    /// The tag's activation that is the reader's own.
    private var activation = 0
    var fault: StoreFault?
    private(set) var hasWritten = false
    /// Whether a fault falsifies what the reader's caller hears: of a write, and of anything else.
    private var falsified = (write: false, other: false)

    init(_ number: Int, of table: VirtualTable, on reader: Int) {
        let place = table.readers[reader]
        tag = table.tags[number]
        self.number = number
        self.reader = reader
        witness = table.witness
        tag.presentations += 1
        presentation = tag.presentations
        wakes = place.traits.wakes
        side = place.model.side(place.traits)
    }

    func breakOff() { isThere = false }

    // MARK: Exchanges

    /// Counts an exchange that is about to come, and gives what goes wrong in it; nil: nothing. Its witness may take the tag away.
    func count(_ kind: CommandKind) -> [Fault]? {
        var written: Int?
        exchanges += 1
        tag.exchanges += 1
        if case .write(let page) = kind {
            writes += 1
            tag.writes += 1
            written = page
        }
        let own = tag.faults.isEmpty ? nil : planned(written)
        let witnessed = witness?.willExchange(
            tag: number, reader: reader, number: exchanges, isWrite: written != nil)
        guard isThere, own != nil || witnessed?.isEmpty == false else { return nil }
        var faults = (own ?? []) + (witnessed ?? [])
        if written == nil { faults.removeAll(where: \.needsWrite) }
        for fault in faults { witness?.suffers(tag: number, fault) }
        return faults.isEmpty ? nil : faults
    }

    /// The tag's own faults; nil: none.
    private func planned(_ written: Int?) -> [Fault]? {
        let page = written.flatMap { session.index($0, tag.memory) }
        var faults: [Fault]?
        for (index, planned) in tag.faults.enumerated()
        where planned.moment.comes(
            exchange: exchanges, write: written == nil ? nil : writes, page: page,
            isFirstPresentation: presentation == 1)
        {
            tag.reached[index].note(happened: written != nil || !planned.fault.needsWrite)
            faults = (faults ?? []) + [planned.fault]
        }
        return faults
    }

    /// - Parameter command: nil: the bytes are no short command.
    func carryOut(_ command: ShortCommand?, _ bytes: [UInt8], into answer: inout [UInt8]) {
        hasWritten = false
        falsified = (false, false)
        var side = side
        side.answer(command, bytes, into: &answer, field: self)
        self.side = side
    }

    /// - Returns: false: the tag leaves, and no answer comes.
    func carryOut(
        _ command: [UInt8], _ faults: [Fault], _ random: SeededGenerator, into answer: inout [UInt8]
    ) -> Bool {
        for case .delay(let more) in faults { tag.latency += .milliseconds(more) }
        hasWritten = false
        let isShort = faults.contains(.short)
        falsified = (isShort, isShort || faults.contains(.flip))
        var side = side
        defer { self.side = side }
        return side.answer(command, faults: faults, random: random, into: &answer, field: self)
    }

    // MARK: TagField

    var uid: UID { tag.uid }

    func send(_ frame: Span<UInt8>, into answer: inout [UInt8]) -> TagAnswer {
        let isWrite = !frame.isEmpty && TagCommand.isWrite(frame[0])
        if isWrite { hasWritten = true }
        // Its witness may have taken the tag away in the middle of the exchange.
        guard isPowered, isThere, isListening else { return .silence }
        let start = answer.count
        var session = session
        let heard = Self.hear(frame, &session, &tag.memory, fault, into: &answer)
        self.session = session
        let isMisread = tag.misread != nil && misreads(frame, &answer, from: start)
        let isFaulty = session.wasFaulty || isMisread || (isWrite ? falsified.write : falsified.other)
        witness?.received(
            tag: number, frame: frame, answer: answer.span.extracting(start...), isAccepted: heard.reply.isAccepted,
            isFaulty: isFaulty, memory: heard.held)
        return heard.reply
    }

    /// With the reply comes what the tag holds then: one access of its memory for both.
    private static func hear(
        _ frame: Span<UInt8>, _ session: inout TagSession, _ memory: inout TagMemory, _ fault: StoreFault?,
        into answer: inout [UInt8]
    ) -> (reply: TagAnswer, held: [UInt8]) {
        let reply = session.receive(frame, memory: &memory, fault: fault, into: &answer)
        return (reply, memory.bytes)
    }

    /// Whether the tag's misread comes about with this answer.
    private func misreads(_ frame: Span<UInt8>, _ answer: inout [UInt8], from start: Int) -> Bool {
        guard var misread = tag.misread, session.sector == 0,
            let place = misread.place(in: frame, answered: answer.count - start)
        else { return false }
        misread.time -= 1
        guard misread.time <= 0 else {
            tag.misread = misread
            return false
        }
        tag.misread = nil
        answer[start + place] ^= 1 << UInt8(misread.bit % 8)
        witness?.suffers(tag: number, .flip)
        return true
    }

    func turn(on isOn: Bool) {
        guard isPowered != isOn, isThere else { return }
        isPowered = isOn
        var session = session
        if isOn { session.powerOn(&tag.memory) } else { session.powerOff() }
        self.session = session
    }

    func select() -> Bool {
        guard isPowered, isThere else { return false }
        guard wakes != .lift || isAwake else { return false }
        var session = session
        session.select(&tag.memory)
        self.session = session
        tellActivation()
        return session.state == .active
    }

    // MARK: Connections

    /// Power on and selection, as PC/SC powers the card.
    func activate() {
        // A reader that leaves the field alone has selected the tag once, when it came: to the witness that is all the
        // activation that can be had of it.
        guard wakes == .reconnect || !isPowered else {
            if isListening { witness?.activated(tag: number) }
            return
        }
        isPowered = true
        var session = TagSession()
        session.activate(&tag.memory)
        self.session = session
        tellActivation()
    }

    /// A connection ends.
    func cutPower() {
        var side = side
        // Nobody can end the session of a reader whose tag is gone.
        if side.isSessionOpen { tag.sessionsLeftOpen += 1 }
        side.powerOff()
        self.side = side
        guard wakes == .reconnect else { return }
        isPowered = false
        session = TagSession()
    }

    private var isAwake: Bool { session.state == .active || session.state == .authenticated }

    /// A tag that sleeps, or that another reader woke, hears nothing of this one.
    private var isListening: Bool { isAwake && activation == tag.activations }

    private func tellActivation() {
        tag.activations += 1
        activation = tag.activations
        if session.state == .active { witness?.activated(tag: number) }
    }
}
