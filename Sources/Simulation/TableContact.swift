import Tags

/// The tag that lies on a reader of a table, as the reader's electronics reach it.
struct TableField: FaultyField {
    let tag: TableTag
    let reader: TableReader
    /// What the witness knows the tag by.
    let number: Int
    let witness: (any TagWitness)?
    /// The laying it belongs to.
    private let laying: Int
    var contact: TagContact
    var fault: StoreFault?
    private(set) var hasWritten = false
    /// Whether a fault falsifies what the reader's caller hears: of a write, and of anything else.
    private var falsified = (write: false, other: false)

    init(_ number: Int, of table: VirtualTable, on reader: TableReader, _ contact: TagContact) {
        tag = table.tags[number]
        self.reader = reader
        self.number = number
        witness = table.witness
        laying = reader.laying
        self.contact = contact
    }

    /// Whether the tag lies there still.
    var isThere: Bool { reader.laying == laying }

    mutating func begin(_ faults: [Fault]) {
        hasWritten = false
        let isShort = !faults.isEmpty && faults.contains(.short)
        falsified = (isShort, isShort || !faults.isEmpty && faults.contains(.flip))
    }

    // MARK: TagField

    var uid: [UInt8] { tag.uid }

    mutating func send(_ frame: Span<UInt8>, into answer: inout [UInt8]) -> TagAnswer {
        let isWrite = !frame.isEmpty && TagCommand.isWrite(frame[0])
        if isWrite { hasWritten = true }
        // Its witness may have taken the tag away in the middle of the exchange.
        guard contact.isPowered, isThere, isListening else { return .silence }
        let start = answer.count
        let reply = contact.session.receive(frame, memory: &tag.state.memory, fault: fault, into: &answer)
        var isMisread = false
        if tag.misread != nil { isMisread = misreads(frame, &answer, from: start) }
        if let witness {
            let isFaulty = contact.session.wasFaulty || isMisread || (isWrite ? falsified.write : falsified.other)
            witness.received(
                tag: number, frame: frame, answer: answer.span.extracting(start...), isAccepted: reply.isAccepted,
                isFaulty: isFaulty, memory: tag.state.memory.bytes)
        }
        return reply
    }

    /// Whether the tag's misread comes about with this answer.
    private func misreads(_ frame: Span<UInt8>, _ answer: inout [UInt8], from start: Int) -> Bool {
        guard var misread = tag.misread, contact.session.sector == 0,
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

    mutating func turn(on isOn: Bool) {
        guard contact.isPowered != isOn, isThere else { return }
        contact.isPowered = isOn
        if isOn {
            contact.session.powerOn(&tag.state.memory)
        } else {
            contact.session.powerOff()
        }
    }

    mutating func select() -> Bool {
        guard contact.isPowered, isThere else { return false }
        guard reader.traits.wakes != .lift || isAwake else { return false }
        contact.session.select(&tag.state.memory)
        tellActivation()
        return contact.session.state == .active
    }

    // MARK: Connections

    /// Power on and selection, as PC/SC powers the card.
    mutating func activate() {
        // A reader that leaves the field alone has selected the tag once, when it came: to the witness that is all the
        // activation that can be had of it.
        guard reader.traits.wakes == .reconnect || !contact.isPowered else {
            if let witness, isListening { witness.activated(tag: number) }
            return
        }
        contact.isPowered = true
        contact.session.activate(&tag.state.memory)
        tellActivation()
    }

    private var isAwake: Bool { contact.session.state == .active || contact.session.state == .authenticated }

    /// A tag that sleeps, or that another reader woke, hears nothing of this one.
    private var isListening: Bool { isAwake && contact.activation == tag.activations }

    private mutating func tellActivation() {
        tag.activations += 1
        contact.activation = tag.activations
        if let witness, contact.session.state == .active { witness.activated(tag: number) }
    }
}
