import Provisioning

/// A tag of a table, connected through its reader.
///
/// Three words, which an existential holds without room of their own: what changes stands in the contact.
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
            try check()
            contact.cutPower()
        }
        contact.activate()
    }

    /// Borrows the channel, so that no hold of table and contact has to be taken for an exchange: what changes is theirs.
    borrowing func exchange(_ command: [UInt8]) throws(ChannelError) -> [UInt8] {
        try check()
        let parsed = ShortCommand(command)
        let kind = contact.side.kind(of: parsed, command)
        let faults = kind == .peripheral ? nil : contact.count(kind)
        // Its witness may have taken the tag away.
        try check()
        var answer = table.takeRoom()
        if let faults {
            carryOut(command, faults, into: &answer)
        } else {
            contact.carryOut(parsed, command, into: &answer)
        }
        table.room = answer
        try check()
        // What a short command can be answered with: 256 bytes and the status word.
        guard (2...258).contains(answer.count) else {
            throw ChannelError(.malformedAnswer, context: "\(answer.count) bytes")
        }
        return answer
    }

    private borrowing func check() throws(ChannelError) {
        if !contact.isThere { throw wayOfLoss }
    }

    private var wayOfLoss: ChannelError {
        let reader = table.readers[contact.reader]
        guard reader.isPlugged, reader.plugging == plugging else { return ChannelError(.readerLost) }
        return ChannelError(reader.isSwapped ? .transmission : .tagRemoved)
    }

    private borrowing func carryOut(_ command: [UInt8], _ faults: [Fault], into answer: inout [UInt8]) {
        let random = SeededGenerator(
            seed: table.seed,
            parts: [UInt64(contact.number), UInt64(contact.presentation), UInt64(contact.exchanges)])
        let isThere = contact.carryOut(command, faults, random, into: &answer)
        if !isThere, contact.isThere { table.lift(from: contact.reader) }
    }
}
