import Provisioning

/// A tag of a table, connected through its reader.
///
/// Three words: what changes stands in the contact, so that a connection needs no room of its own.
struct TableChannel: ~Copyable, CardChannel {
    private let table: VirtualTable
    private var contact: TableContact
    /// Of the reader, when the connection was made.
    private let plugging: Int

    init(_ table: VirtualTable, on number: Int) throws(ChannelError) {
        let contact = try table.contact(on: number)
        self.table = table
        self.contact = contact
        plugging = table.readers[number].plugging
        contact.activate()
    }

    deinit {
        if contact.isThere { contact.cutPower() }
    }

    mutating func reactivate() throws(ChannelError) {
        if !contact.isThere, table.readers[contact.reader].isSwapped {
            contact = try table.contact(on: contact.reader)
        } else {
            try check(contact)
            contact.cutPower()
        }
        contact.activate()
    }

    mutating func exchange(_ command: [UInt8]) throws(ChannelError) -> [UInt8] {
        let contact = contact
        try check(contact)
        let parsed = ShortCommand(command)
        let kind = contact.side.kind(of: parsed, command)
        let faults = kind == .peripheral ? [] : try count(kind, contact)
        contact.begin(faults)
        var answer = table.takeRoom()
        if faults.isEmpty {
            var side = contact.side
            side.answer(parsed, command, into: &answer, field: contact)
            contact.side = side
        } else {
            carryOut(command, faults, contact, into: &answer)
        }
        table.room = answer
        try check(contact)
        // What a short command can be answered with: 256 bytes and the status word.
        guard (2...258).contains(answer.count) else {
            throw ChannelError(.malformedAnswer, context: "\(answer.count) bytes")
        }
        return answer
    }

    private func check(_ contact: TableContact) throws(ChannelError) {
        if !contact.isThere { throw wayOfLoss(contact) }
    }

    private func wayOfLoss(_ contact: TableContact) -> ChannelError {
        let reader = table.readers[contact.reader]
        guard reader.isPlugged, reader.plugging == plugging else { return ChannelError(.readerLost) }
        return ChannelError(reader.isSwapped ? .transmission : .tagRemoved)
    }

    /// Counts an exchange, and gives what goes wrong in it.
    private func count(_ kind: CommandKind, _ contact: TableContact) throws(ChannelError) -> [Fault] {
        var written: Int?
        if case .write(let page) = kind { written = page }
        contact.count(isWrite: written != nil)
        var faults = contact.tag.faults.isEmpty ? [] : planned(written, contact)
        if let witness = contact.witness {
            let witnessed = witness.willExchange(
                tag: contact.number, reader: contact.reader, number: contact.exchanges, isWrite: written != nil)
            if !witnessed.isEmpty { faults += witnessed }
            try check(contact)
        }
        if !faults.isEmpty {
            if written == nil { faults.removeAll(where: \.needsWrite) }
            for fault in faults { contact.witness?.suffers(tag: contact.number, fault) }
        }
        return faults
    }

    /// The tag's own faults.
    private func planned(_ written: Int?, _ contact: TableContact) -> [Fault] {
        let tag = contact.tag
        let page = written.flatMap { contact.session.index($0, tag.memory) }
        var faults: [Fault] = []
        for (index, planned) in tag.faults.enumerated()
        where planned.moment.comes(
            exchange: contact.exchanges, write: written == nil ? nil : contact.writes, page: page,
            isFirstPresentation: contact.presentation == 1)
        {
            tag.reached[index].note(happened: written != nil || !planned.fault.needsWrite)
            faults.append(planned.fault)
        }
        return faults
    }

    private func carryOut(
        _ command: [UInt8], _ faults: [Fault], _ contact: TableContact, into answer: inout [UInt8]
    ) {
        for case .delay(let more) in faults { contact.tag.latency += .milliseconds(more) }
        let random = SeededGenerator(
            seed: table.seed,
            parts: [UInt64(contact.number), UInt64(contact.presentation), UInt64(contact.exchanges)])
        var side = contact.side
        let isThere = side.answer(command, faults: faults, random: random, into: &answer, field: contact)
        contact.side = side
        if !isThere, contact.isThere { table.lift(from: contact.reader) }
    }
}
