import Tags

/// The tag that lies on a reader of a table, as the reader's electronics reach it.
struct TableField: FaultyField {
    let tag: TableTag
    let reader: TableReader
    /// What the witness knows the tag by.
    let number: Int
    /// The laying it belongs to.
    let laying: Int
    private let witness: (any TagWitness)?
    let hasWitness: Bool
    /// What the witness is told last: room that is used again, for a million frames a second are told.
    private var told = (frame: [UInt8](), answer: [UInt8]())
    var session: TagSession
    /// The field is on.
    var isPowered: Bool
    /// The tag's activation that is this reader's own.
    var activation: Int
    var fault: StoreFault?
    private(set) var hasWritten = false
    /// Whether a fault falsifies what the reader's caller hears: of a write, and of anything else.
    private var falsified = (write: false, other: false)

    init(
        _ tag: TableTag, on reader: TableReader, number: Int, witness: (any TagWitness)?, contact: TableContact
    ) {
        self.tag = tag
        self.reader = reader
        self.number = number
        self.witness = witness
        hasWitness = witness != nil
        laying = reader.laying
        session = contact.session
        isPowered = contact.isPowered
        activation = contact.activation
    }

    /// Whether the tag lies there still.
    var isThere: Bool { reader.laying == laying }

    mutating func begin(_ faults: [Fault]) {
        hasWritten = false
        let isShort = faults.contains(.short)
        falsified = (isShort, isShort || faults.contains(.flip))
    }

    // MARK: TagField

    var uid: [UInt8] { tag.uid }

    mutating func send(_ frame: Span<UInt8>, into answer: inout [UInt8]) -> TagAnswer {
        let isWrite = !frame.isEmpty && TagCommand.isWrite(frame[0])
        if isWrite { hasWritten = true }
        // Without a witness nothing can have gone in the middle of an exchange.
        guard isPowered, !hasWitness || isThere, isListening else { return .silence }
        let start = answer.count
        let reply = session.receive(frame, memory: &tag.state.memory, fault: fault, into: &answer)
        var isMisread = false
        if tag.misread != nil { isMisread = misreads(frame, &answer, from: start) }
        if hasWitness { tell(frame, answer, from: start, reply, isWrite: isWrite, isMisread: isMisread) }
        return reply
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

    private mutating func tell(
        _ frame: Span<UInt8>, _ answer: [UInt8], from start: Int, _ reply: TagAnswer, isWrite: Bool, isMisread: Bool
    ) {
        told.frame.removeAll(keepingCapacity: true)
        told.frame.append(bytesOf: frame)
        told.answer.removeAll(keepingCapacity: true)
        told.answer.append(bytesOf: answer.span.extracting(start...))
        let isFaulty = session.wasFaulty || isMisread || (isWrite ? falsified.write : falsified.other)
        witness?.received(
            tag: number, frame: told.frame, answer: told.answer, isAccepted: reply.isAccepted, isFaulty: isFaulty,
            memory: tag.state.memory.bytes)
    }

    /// The witness is told what goes wrong with the next command.
    func tell(_ faults: [Fault]) {
        for fault in faults { witness?.suffers(tag: number, fault) }
    }

    /// The witness's faults for the next command.
    func witnessed(on reader: Int, exchange: Int, isWrite: Bool) -> [Fault] {
        witness?.willExchange(tag: number, reader: reader, number: exchange, isWrite: isWrite) ?? []
    }

    mutating func turn(on isOn: Bool) {
        guard isPowered != isOn, isThere else { return }
        isPowered = isOn
        if isOn {
            session.powerOn(&tag.state.memory)
        } else {
            session.powerOff()
        }
    }

    mutating func select() -> Bool {
        guard isPowered, isThere else { return false }
        let isAwake = session.state == .active || session.state == .authenticated
        guard reader.traits.wakes != .lift || isAwake else { return false }
        session.select(&tag.state.memory)
        tellActivation()
        return session.state == .active
    }

    // MARK: Connections

    /// Power on and selection, as PC/SC powers the card.
    mutating func activate() {
        // A reader that leaves the field alone has selected the tag once, when it came: to the witness that is all the
        // activation that can be had of it.
        guard reader.traits.wakes == .reconnect || !isPowered else {
            if let witness, isListening { witness.activated(tag: number) }
            return
        }
        isPowered = true
        session.activate(&tag.state.memory)
        tellActivation()
    }

    /// A tag that sleeps, or that another reader woke, hears nothing of this one.
    private var isListening: Bool {
        (session.state == .active || session.state == .authenticated) && activation == tag.activations
    }

    private mutating func tellActivation() {
        tag.activations += 1
        activation = tag.activations
        if let witness, session.state == .active { witness.activated(tag: number) }
    }
}
