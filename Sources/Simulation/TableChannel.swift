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
    private var side: ModelSide
    private var field: TableField
    /// The last answer. Where nobody keeps it, the next stands in its place.
    private var answer: [UInt8]

    init(_ table: VirtualTable, on number: Int) throws(ChannelError) {
        let reader = table.readers[number]
        let tag = try table.reachable(on: number)
        let contact = reader.contact ?? table.contact(of: tag, on: reader)
        self.table = table
        self.number = number
        plugging = reader.plugging
        side = contact.side
        field = TableField(tag, of: table, on: reader, contact.tag)
        answer = reader.takeRoom()
        field.activate()
    }

    deinit {
        field.reader.giveBack(room: answer)
        guard field.isThere else { return }
        var contact = TableContact(side: side, tag: field.contact)
        Self.cutPower(&contact, field)
        field.reader.contact = contact
    }

    mutating func reactivate() throws(ChannelError) {
        if !field.isThere, field.reader.isSwapped {
            let tag = try table.reachable(on: number)
            let contact = field.reader.contact ?? table.contact(of: tag, on: field.reader)
            side = contact.side
            field = TableField(tag, of: table, on: field.reader, contact.tag)
            return field.activate()
        }
        try check()
        var contact = TableContact(side: side, tag: field.contact)
        Self.cutPower(&contact, field)
        (side, field.contact) = (contact.side, contact.tag)
        field.activate()
    }

    private static func cutPower(_ contact: inout TableContact, _ field: borrowing TableField) {
        // Nobody can end the session of a reader whose tag is gone.
        if contact.side.isSessionOpen { field.tag.state.sessionsLeftOpen += 1 }
        contact.side.powerOff()
        guard field.reader.traits.wakes == .reconnect else { return }
        contact.tag.isPowered = false
        contact.tag.session.powerOff()
    }

    mutating func exchange(_ command: [UInt8]) throws(ChannelError) -> [UInt8] {
        try check()
        let kind = side.kind(of: command)
        let faults = kind == .peripheral ? [] : try count(kind)
        field.begin(faults)
        answer.removeAll(keepingCapacity: true)
        if faults.isEmpty {
            side.answer(command, into: &answer, field: &field)
        } else {
            carryOut(command, faults)
        }
        try check()
        // What a short command can be answered with: 256 bytes and the status word.
        guard (2...258).contains(answer.count) else {
            throw ChannelError(.malformedAnswer, context: "\(answer.count) bytes")
        }
        return answer
    }

    private func check() throws(ChannelError) {
        if !field.isThere { throw wayOfLoss }
    }

    private var wayOfLoss: ChannelError {
        guard field.reader.isPlugged, field.reader.plugging == plugging else { return ChannelError(.readerLost) }
        return ChannelError(field.reader.isSwapped ? .transmission : .tagRemoved)
    }

    /// Counts an exchange, and gives what goes wrong in it.
    private mutating func count(_ kind: CommandKind) throws(ChannelError) -> [Fault] {
        field.contact.exchanges += 1
        field.tag.state.exchanges += 1
        var written: Int?
        if case .write(let page) = kind {
            field.contact.writes += 1
            field.tag.state.writes += 1
            written = page
        }
        var faults = field.tag.faults.isEmpty ? [] : planned(written)
        if let witness = field.witness {
            let witnessed = witness.willExchange(
                tag: field.number, reader: number, number: field.contact.exchanges, isWrite: written != nil)
            if !witnessed.isEmpty { faults += witnessed }
            try check()
        }
        if !faults.isEmpty {
            if written == nil { faults.removeAll(where: \.needsWrite) }
            for fault in faults { field.witness?.suffers(tag: field.number, fault) }
        }
        return faults
    }

    /// The tag's own faults.
    private func planned(_ written: Int?) -> [Fault] {
        let page = written.flatMap { field.contact.session.index($0, field.tag.state.memory) }
        var faults: [Fault] = []
        for (index, planned) in field.tag.faults.enumerated()
        where planned.moment.comes(
            exchange: field.contact.exchanges, write: written == nil ? nil : field.contact.writes, page: page,
            isFirstPresentation: field.contact.presentation == 1)
        {
            field.tag.reached[index].note(happened: written != nil || !planned.fault.needsWrite)
            faults.append(planned.fault)
        }
        return faults
    }

    private mutating func carryOut(_ command: [UInt8], _ faults: [Fault]) {
        for case .delay(let more) in faults { field.tag.state.latency += .milliseconds(more) }
        let random = SeededGenerator(
            seed: table.seed,
            parts: [UInt64(field.number), UInt64(field.contact.presentation), UInt64(field.contact.exchanges)])
        let isThere = side.answer(command, faults: faults, random: random, into: &answer, field: &field)
        if !isThere, field.isThere { table.lift(from: number) }
    }
}
