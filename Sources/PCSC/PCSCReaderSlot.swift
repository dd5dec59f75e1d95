internal import Provisioning

/// One PC/SC reader with a context of its own, on the thread that opened it.
///
/// When the service ends or the reader goes, everything that is held is dropped and every later call says so again:
/// the caller opens the reader anew, and decides how long to wait before it does.
final class PCSCReaderSlot: ReaderSlot {
    let info: ReaderInfo
    private let waits: Waits
    private let cancellation: Cancellation
    private var context: Context?
    /// Held for the life of the slot. Nil: the slot looks on at another's reader.
    private let lock: ReaderLock?
    private var presence = Presence()
    /// Connecting that goes on because another program holds the reader.
    private var attempt: Attempt<Connection>?
    /// Why the context was dropped.
    private var end: ReadersError?

    /// Takes over a context that the calling thread established.
    init(_ info: ReaderInfo, lock: ReaderLock?, context: consuming Context, waits: Waits) {
        self.info = info
        self.lock = lock
        self.waits = waits
        cancellation = context.cancellation
        self.context = consume context
        waits.add(cancellation)
    }

    deinit {
        attempt?.abandon()
        waits.remove(cancellation)
    }

    func waitForTag() throws(ReadersError) -> TagArrival {
        abandonAttempt()
        try look(timeout: 0)
        while true {
            if let atr = presence.arrival() { return .tag(atr: atr) }
            try look(timeout: Limits.statusWait)
        }
    }

    func waitForRemoval() throws(ReadersError) {
        abandonAttempt()
        while !presence.removal() {
            try look(timeout: Limits.statusWait)
        }
    }

    /// Looks at the reader once it has changed, or after `timeout` milliseconds. Returns early for changes that mean
    /// nothing here, such as another program's connecting; the caller looks again.
    private func look(timeout: UInt) throws(ReadersError) {
        if waits.isCancelled { throw ReadersError(.cancelled) }
        if let end { throw end }
        lock?.dismissCallers()
        do throws(PCSCError) {
            // The context is there as long as `end` is nil.
            let (event, _) = try context!.statusChange(of: info.name, from: presence.known, timeout: timeout)
            if !presence.take(event) { throw .unknownReader }
        } catch .cancelled where !waits.isCancelled {
            // Not ours; nothing has been learned.
        } catch {
            let failure = error.asReadersError
            if failure.code != .cancelled { drop(because: failure) }
            throw failure
        }
    }

    /// Connects, holds one transaction over `body`, and disconnects with the field off.
    ///
    /// Throws what kept the tag from being connected: `readerBusy` when another program has the reader for itself or a
    /// transaction on it, `unresponsive` when the tag does not answer, `tagRemoved`, `readerLost`. After `readerBusy`
    /// connecting goes on in the background for the next call, until a call waits for a tag or its removal, or the slot
    /// ends. What happens within `body` is its own to report; ending reports nothing.
    func withCard<Result>(
        _ body: (inout any CardChannel & ~Copyable) -> Result
    ) throws(ChannelError) -> Result {
        if let end { throw ChannelError(.readerLost, context: end.context) }
        let connection = try connected()
        var channel: any CardChannel & ~Copyable = PCSCChannel(connection)
        let result = body(&channel)
        connection.close()
        if connection.serviceIsGone { drop(because: PCSCError.noService.asReadersError) }
        return result
    }

    /// Connects without regard to a tag, sends the command, and disconnects; the tag is left as it is.
    ///
    /// A connection to the tag that is still being made is given up first. Throws `readerBusy` when the reader did not take
    /// the command in time; nothing is sent any more then.
    func escape(_ command: [UInt8]) throws(ChannelError) -> [UInt8] {
        if let end { throw ChannelError(.readerLost, context: end.context) }
        abandonAttempt()
        guard let attempt = Attempt.escape(command, to: info.name) else {
            throw ChannelError(.transmission, context: "the system has no thread left to give")
        }
        guard let outcome = attempt.outcome(withinMilliseconds: Limits.escapePatience) else {
            attempt.abandon()
            throw ChannelError(.readerBusy, context: "the reader did not take the command in time")
        }
        do throws(PCSCError) {
            return try outcome.get()
        } catch {
            if error.meansServiceIsGone { drop(because: error.asReadersError) }
            throw error.asChannelError
        }
    }

    /// Waits for the connection as long as nobody else has the reader: then it is the tag or the driver that is slow.
    private func connected() throws(ChannelError) -> Connection {
        guard let attempt = attempt ?? .connecting(to: info.name) else {
            throw ChannelError(.transmission, context: "the system has no thread left to give")
        }
        self.attempt = attempt
        do throws(PCSCError) {
            while true {
                if let outcome = attempt.outcome(withinMilliseconds: Limits.connectPatience) {
                    self.attempt = nil
                    return try outcome.get()
                }
                if try isUsedByOthers() { throw .sharingViolation }
                if waits.isCancelled { throw .cancelled }
            }
        } catch {
            if error.meansServiceIsGone { drop(because: error.asReadersError) }
            throw error.asChannelError
        }
    }

    /// Whether another program is connected. One that holds a transaction cannot be told from one that does not; our own
    /// connection does not count before it is made.
    private func isUsedByOthers() throws(PCSCError) -> Bool {
        // As in `look`.
        let state = try context!.statusChange(of: info.name, from: EventState(), timeout: 0).event.state
        return !state.isDisjoint(with: [.inUse, .exclusive])
    }

    /// The caller has given the tag up.
    private func abandonAttempt() {
        attempt?.abandon()
        attempt = nil
    }

    private func drop(because error: ReadersError) {
        end = error
        context = nil
        abandonAttempt()
    }
}
