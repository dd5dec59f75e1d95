internal import CPCSC

/// A connected tag and the transaction on it: the owner of one SCARDHANDLE.
///
/// `disconnect` is the way it ends; the deinit is the safety net. Either drops the field, so that nothing that was
/// authenticated stays so for the next program. Used on the thread that connected it, within the life of its context.
struct Card: ~Copyable {
    private let handle: SCARDHANDLE
    private var activeProtocol: DWORD

    private static let share = DWORD(SCARD_SHARE_SHARED)
    /// Either, as the card has it; contactless readers give T=1.
    private static let protocols = DWORD(SCARD_PROTOCOL_T0 | SCARD_PROTOCOL_T1)

    deinit {
        _ = SCardDisconnect(handle, DWORD(SCARD_UNPOWER_CARD))
    }

    /// See `Context.connect`.
    static func connect(to reader: String, in context: SCARDCONTEXT) throws(PCSCError) -> Card {
        do throws(PCSCError) {
            var card = try open(reader, in: context, share)
            try card.begin()
            return card
        } catch .unpoweredCard {
            // Another program that is connected took the tag up again, after the field was dropped, as it lies: pcscd 1.9.9
            // then holds it for powered, and powers it for nobody who connects.
            var card = try open(reader, in: context, DWORD(SCARD_SHARE_DIRECT))
            try card.begin()
            try card.reactivate()
            return card
        }
    }

    private static func open(
        _ reader: String, in context: SCARDCONTEXT, _ share: DWORD
    ) throws(PCSCError) -> Card {
        var handle: SCARDHANDLE = 0
        var activeProtocol: DWORD = 0
        try PCSCError.check(SCardConnect(context, reader, share, protocols, &handle, &activeProtocol))
        return Card(handle: handle, activeProtocol: activeProtocol)
    }

    /// Begins the transaction. Nothing is known of the tag yet, so a reset by somebody else in between does no harm: it
    /// is acknowledged. With power taken and given: the other may have left the tag without.
    private mutating func begin() throws(PCSCError) {
        for _ in 1..<Limits.beginAttempts {
            do throws(PCSCError) {
                return try PCSCError.checkAccepted(SCardBeginTransaction(handle))
            } catch .resetCard {
                try reactivate()
            }
        }
        try PCSCError.checkAccepted(SCardBeginTransaction(handle))
    }

    /// Sends bytes and returns the answer as it came, of any length up to the buffer's.
    mutating func transmit(_ command: [UInt8]) throws(PCSCError) -> [UInt8] {
        var answer = [UInt8](repeating: 0, count: Limits.answerBuffer)
        var length = DWORD(answer.count)
        let result = SCardTransmit(
            handle, tagmill_pci(activeProtocol), command, DWORD(command.count), nil, &answer, &length)
        try PCSCError.checkAccepted(result)
        return Array(answer.prefix(Int(clamping: length)))
    }

    /// Takes the power, and with it the field, from the tag and activates it anew. The transaction is kept.
    ///
    /// UNPOWER, not RESET: to the usual driver a reset is a power-on without a power-off before it.
    mutating func reactivate() throws(PCSCError) {
        try reconnect(SCARD_UNPOWER_CARD)
    }

    private mutating func reconnect(_ initialization: Int32) throws(PCSCError) {
        var activeProtocol: DWORD = 0
        let result = SCardReconnect(handle, Self.share, Self.protocols, DWORD(initialization), &activeProtocol)
        try PCSCError.checkAccepted(result)
        self.activeProtocol = activeProtocol
    }

    /// Ends the transaction and drops the connection with the field off.
    ///
    /// One call: between two another program may begin a transaction, and then the second blocks for as long as that
    /// lasts (measured with 1.9.9). Says nothing of errors: when the tag or the service has gone, ending reports that
    /// again, and whoever exchanged with the tag has been told.
    consuming func disconnect() {
        _ = SCardDisconnect(handle, DWORD(SCARD_UNPOWER_CARD))
        discard self
    }
}
