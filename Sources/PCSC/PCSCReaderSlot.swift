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
    private var presence = Presence()
    /// Why the context was dropped.
    private var end: ReadersError?

    /// Takes over a context that the calling thread established.
    init(_ info: ReaderInfo, context: consuming Context, waits: Waits) {
        self.info = info
        self.waits = waits
        cancellation = context.cancellation
        self.context = consume context
        waits.add(cancellation)
    }

    deinit {
        waits.remove(cancellation)
    }

    func waitForTag() throws(ReadersError) -> TagArrival {
        try look(timeout: 0)
        while true {
            if let atr = presence.arrival() { return .tag(atr: atr) }
            try look(timeout: Limits.statusWait)
        }
    }

    func waitForRemoval() throws(ReadersError) {
        while !presence.removal() {
            try look(timeout: Limits.statusWait)
        }
    }

    /// Looks at the reader once it has changed, or after `timeout` milliseconds. Returns early for changes that mean
    /// nothing here, such as another program's connecting; the caller looks again.
    private func look(timeout: UInt) throws(ReadersError) {
        if waits.isCancelled { throw ReadersError(.cancelled) }
        if let end { throw end }
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
    /// Blocks without limit while another program holds a transaction on this reader. Throws what kept the tag from
    /// being connected: `readerBusy` when another program has it for itself, `unresponsive` when it does not answer,
    /// `tagRemoved`, `readerLost`. What happens within `body` is its own to report; ending reports nothing.
    func withCard<Result>(
        _ body: (inout any CardChannel & ~Copyable) -> Result
    ) throws(ChannelError) -> Result {
        if let end { throw ChannelError(.readerLost, context: end.context) }
        let connection: Connection
        do throws(PCSCError) {
            // As in `look`.
            connection = Connection(try context!.connect(to: info.name))
        } catch {
            if error.meansServiceIsGone { drop(because: error.asReadersError) }
            throw error.asChannelError
        }
        var channel: any CardChannel & ~Copyable = PCSCChannel(connection)
        let result = body(&channel)
        connection.close()
        if connection.serviceIsGone { drop(because: PCSCError.noService.asReadersError) }
        return result
    }

    private func drop(because error: ReadersError) {
        end = error
        context = nil
    }
}
