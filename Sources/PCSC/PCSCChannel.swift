internal import Provisioning

/// The connection behind a channel: it ends when `PCSCReaderSlot.withCard` does, even if the channel is kept.
///
/// Not Sendable: of one thread at a time, as its card and its context are.
final class Connection {
    private var card: Card?
    /// What the card is connected in; released after it.
    private var context: Context?
    /// A call found the service gone: the slot's context is worthless too.
    private(set) var serviceIsGone = false

    init(_ card: consuming Card, context: consuming Context) {
        self.card = consume card
        self.context = consume context
    }

    deinit { close() }

    func transmit(_ command: [UInt8]) throws(ChannelError) -> [UInt8] {
        guard card != nil else { throw Self.closed }
        do throws(PCSCError) {
            return try card!.transmit(command)  // Checked above; a noncopyable cannot be bound without taking it.
        } catch {
            throw note(error)
        }
    }

    func reactivate() throws(ChannelError) {
        guard card != nil else { throw Self.closed }
        do throws(PCSCError) {
            try card!.reactivate()  // As above.
        } catch {
            throw note(error)
        }
    }

    func close() {
        card.take()?.disconnect()
        context = nil
    }

    private func note(_ error: PCSCError) -> ChannelError {
        if error.meansServiceIsGone { serviceIsGone = true }
        return error.asChannelError
    }

    private static var closed: ChannelError { ChannelError(.transmission, context: "the connection was closed") }
}

/// A tag in a PC/SC reader, by short APDUs.
struct PCSCChannel: CardChannel, ~Copyable {
    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// One SCardTransmit. Throws `transmission` for bytes that are no short command APDU, which are not sent: some
    /// drivers take them for something else. Throws `malformedAnswer` for an answer that is none; when a tag is lifted
    /// in the middle of an exchange, pcscd first says success with no bytes at all, and names the removal only later.
    mutating func exchange(_ command: [UInt8]) throws(ChannelError) -> [UInt8] {
        guard (Limits.shortestCommand...Limits.longestCommand).contains(command.count) else {
            throw ChannelError(.transmission, context: "\(command.count) bytes are no short command")
        }
        let answer = try connection.transmit(command)
        guard (2...Limits.longestAnswer).contains(answer.count) else {
            throw ChannelError(.malformedAnswer, context: "\(answer.count) bytes")
        }
        return answer
    }

    mutating func reactivate() throws(ChannelError) {
        try connection.reactivate()
    }
}
