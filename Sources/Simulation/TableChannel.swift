import Provisioning

/// A tag of a table, connected through its reader.
///
/// Works on copies of what the reader keeps of the tag and gives them back in the end: no access to what the table stores spans
/// a call of the witness.
struct TableChannel: ~Copyable, CardChannel {
    private let table: VirtualTable
    /// What the witness knows the reader by.
    private let number: Int
    private let plugging: Int
    private var contact: TableContact
    private var field: TableField

    init(_ table: VirtualTable, reader: TableReader, number: Int, field: TableField, contact: TableContact) {
        self.table = table
        self.number = number
        plugging = reader.plugging
        self.contact = contact
        self.field = field
        self.field.activate()
    }

    deinit {
        guard field.isThere else { return }
        var contact = contact
        (contact.session, contact.isPowered, contact.activation) = (field.session, field.isPowered, field.activation)
        cutPower(&contact)
        field.reader.contact = contact
    }

    mutating func reactivate() throws(ChannelError) {
        if !field.isThere, field.reader.isSwapped {
            (field, contact) = try table.connection(on: number)
            return field.activate()
        }
        try check()
        var cut = contact
        (cut.session, cut.isPowered) = (field.session, field.isPowered)
        cutPower(&cut)
        contact = cut
        (field.session, field.isPowered) = (cut.session, cut.isPowered)
        field.activate()
    }

    private func cutPower(_ contact: inout TableContact) {
        // Nobody can end the session of a reader whose tag is gone.
        if contact.side.isSessionOpen { field.tag.state.sessionsLeftOpen += 1 }
        contact.side.powerOff()
        guard field.reader.traits.wakes == .reconnect else { return }
        contact.isPowered = false
        contact.session.powerOff()
    }

    mutating func exchange(_ command: [UInt8]) throws(ChannelError) -> [UInt8] {
        try check()
        let kind = contact.side.kind(of: command)
        let faults = kind == .peripheral ? [] : try count(kind)
        let answer: [UInt8]?
        field.begin(faults)
        if faults.isEmpty {
            answer = contact.side.answer(command, field: &field)
        } else {
            answer = carryOut(command, faults)
        }
        try check()
        // What a short command can be answered with: 256 bytes and the status word.
        guard let answer, (2...258).contains(answer.count) else {
            throw ChannelError(.malformedAnswer, context: "\(answer?.count ?? 0) bytes")
        }
        return answer
    }

    private func check() throws(ChannelError) {
        if field.isThere { return }
        guard field.reader.isPlugged, field.reader.plugging == plugging else { throw ChannelError(.readerLost) }
        throw ChannelError(field.reader.isSwapped ? .transmission : .tagRemoved)
    }

    /// Counts an exchange, and gives what goes wrong in it.
    private mutating func count(_ kind: CommandKind) throws(ChannelError) -> [Fault] {
        contact.exchanges += 1
        field.tag.state.exchanges += 1
        var written: Int?
        if case .write(let page) = kind {
            contact.writes += 1
            field.tag.state.writes += 1
            written = page
        }
        var faults = field.tag.faults.isEmpty ? [] : planned(written)
        if field.hasWitness {
            let witnessed = field.witnessed(on: number, exchange: contact.exchanges, isWrite: written != nil)
            faults = faults.isEmpty ? witnessed : faults + witnessed
            try check()
        }
        if !faults.isEmpty {
            if written == nil { faults.removeAll(where: \.needsWrite) }
            field.tell(faults)
        }
        return faults
    }

    /// The tag's own faults.
    private func planned(_ written: Int?) -> [Fault] {
        let page = written.flatMap { field.session.index($0, field.tag.state.memory) }
        var faults: [Fault] = []
        for (index, planned) in field.tag.faults.enumerated()
        where planned.moment.comes(
            exchange: contact.exchanges, write: written == nil ? nil : contact.writes, page: page,
            isFirstPresentation: contact.presentation == 1)
        {
            field.tag.reached[index].note(happened: written != nil || !planned.fault.needsWrite)
            faults.append(planned.fault)
        }
        return faults
    }

    /// Nil: the tag left.
    private mutating func carryOut(_ command: [UInt8], _ faults: [Fault]) -> [UInt8]? {
        for case .delay(let more) in faults { field.tag.state.latency += .milliseconds(more) }
        let random = SeededGenerator(
            seed: table.seed,
            parts: [UInt64(field.number), UInt64(contact.presentation), UInt64(contact.exchanges)])
        let answer = contact.side.answer(command, faults: faults, random: random, field: &field)
        if answer == nil, field.isThere { table.lift(from: number) }
        return answer
    }
}
