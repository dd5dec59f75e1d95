internal import CPCSC
internal import Glibc

/// A connection to the PC/SC service: the owner of one SCARDCONTEXT, released exactly once, when the value ends.
///
/// Used on one thread. Another thread that used it would wait until a status change under way returns; only
/// `cancellation` may cross.
struct Context: ~Copyable {
    private let handle: SCARDCONTEXT
    let cancellation: Cancellation

    /// Connects to the service. Throws `noService` when none answers, `securityViolation` when it refuses this user.
    init() throws(PCSCError) {
        handle = try Self.establish()
        cancellation = Cancellation(handle)
    }

    /// A service that refuses a user and one that ends before it has read the request look alike (see
    /// `PCSCError.checkAccepted`). The refusal is believed when it is still there after a while.
    private static func establish() throws(PCSCError) -> SCARDCONTEXT {
        for _ in 1..<Limits.establishAttempts {
            do throws(PCSCError) {
                return try establishOnce()
            } catch .securityViolation {
                _ = poll(nil, 0, Limits.refusalPause)
            }
        }
        return try establishOnce()
    }

    private static func establishOnce() throws(PCSCError) -> SCARDCONTEXT {
        var handle: SCARDCONTEXT = 0
        try PCSCError.check(SCardEstablishContext(DWORD(SCARD_SCOPE_SYSTEM), nil, nil, &handle))
        return handle
    }

    deinit {
        cancellation.retire()
        // When the service has gone this is an error and there is nothing left to release there.
        _ = SCardReleaseContext(handle)
    }

    /// The names of all readers, in the service's order; empty when there are none.
    func readerNames() throws(PCSCError) -> [String] {
        for _ in 0..<Limits.listAttempts {
            do throws(PCSCError) {
                var length: DWORD = 0
                try PCSCError.checkAccepted(SCardListReaders(handle, nil, nil, &length))
                guard length > 0 else { return [] }
                var names = [CChar](repeating: 0, count: Int(length))
                try PCSCError.checkAccepted(SCardListReaders(handle, nil, &names, &length))
                return Self.split(names.prefix(Int(length)))
            } catch .noReadersAvailable {
                return []
            } catch .insufficientBuffer {
                // A reader was plugged between the two calls.
                continue
            }
        }
        throw .insufficientBuffer
    }

    /// The strings of a list in which each ends with a zero and the list with an empty one.
    private static func split(_ list: some Collection<CChar>) -> [String] {
        list.split(separator: 0).map { String(decoding: $0.lazy.map(UInt8.init(bitPattern:)), as: UTF8.self) }
    }

    /// Blocks until the reader's state differs from `known`, at most `timeout` milliseconds; 0 looks and returns.
    ///
    /// Returns the state as it is then, also after a timeout. Throws `unknownReader` when there is no reader of that
    /// name, `cancelled` after `cancellation.cancel()`.
    func statusChange(
        of reader: String, from known: EventState, timeout: UInt
    ) throws(PCSCError) -> (event: ReaderEvent, timedOut: Bool) {
        var entry = SCARD_READERSTATE()
        entry.dwCurrentState = DWORD(known.rawValue)
        let result = reader.withCString { name in
            entry.szReader = name
            // One entry, always: with none pcsc-lite returns success at once, and a loop around it spins.
            let result = SCardGetStatusChange(handle, DWORD(timeout), &entry, 1)
            entry.szReader = nil
            return result
        }
        var timedOut = false
        do throws(PCSCError) {
            try PCSCError.checkAccepted(result)
        } catch .timeout {
            timedOut = true
        }
        let length = min(Int(clamping: entry.cbAtr), MemoryLayout.size(ofValue: entry.rgbAtr))
        let atr = withUnsafeBytes(of: entry.rgbAtr) { Array($0.prefix(length)) }
        let state = EventState(rawValue: UInt32(truncatingIfNeeded: entry.dwEventState))
        return (ReaderEvent(state: state, atr: atr), timedOut)
    }

    /// Blocks until readers come or go, at most `timeout` milliseconds. False when nothing was noticed.
    func readersChange(from known: inout EventState, timeout: UInt) throws(PCSCError) -> Bool {
        // The name that the service watches for plugging under; since 2.3 its state carries a counter too.
        let (event, timedOut) = try statusChange(of: #"\\?PnP?\Notification"#, from: known, timeout: timeout)
        known = event.state.known
        return !timedOut
    }

    /// Connects to the tag on a reader and begins a transaction.
    ///
    /// Blocks without limit while another program holds a transaction on that reader (see `Attempt`).
    func connect(to reader: String) throws(PCSCError) -> Card {
        do throws(PCSCError) {
            return try Card.connect(to: reader, in: handle)
        } catch .securityViolation {
            // Connecting may be refused to a user who may see the readers; or the service has ended, which this tells.
            _ = try readerNames()
            throw .securityViolation
        }
    }

    /// Connects to a reader, with or without a tag, sends it a command past the tag, and disconnects; the tag is left as it
    /// is. Returns the answer as it came.
    ///
    /// Blocks as `connect` does; `isUnwanted` is asked once that is over.
    func escape(_ command: [UInt8], to reader: String, unless isUnwanted: () -> Bool) throws(PCSCError) -> [UInt8] {
        var card: SCARDHANDLE = 0
        var activeProtocol: DWORD = 0
        try PCSCError.check(SCardConnect(handle, reader, DWORD(SCARD_SHARE_DIRECT), 0, &card, &activeProtocol))
        defer { _ = SCardDisconnect(card, DWORD(SCARD_LEAVE_CARD)) }
        if isUnwanted() { throw .cancelled }
        var answer = [UInt8](repeating: 0, count: Limits.answerBuffer)
        var length: DWORD = 0
        try PCSCError.checkAccepted(
            SCardControl(
                card, Limits.escapeControlCode, command, DWORD(command.count), &answer, DWORD(answer.count), &length))
        return Array(answer.prefix(Int(clamping: length)))
    }

    /// How a reader is connected to this machine (`SCARD_ATTR_CHANNEL_ID`, PC/SC part 3, 3.1.4), as its driver tells it. The tag
    /// is left as it is.
    ///
    /// Blocks as `connect` does.
    func channel(of reader: String) throws(PCSCError) -> UInt32 {
        var card: SCARDHANDLE = 0
        var activeProtocol: DWORD = 0
        try PCSCError.check(SCardConnect(handle, reader, DWORD(SCARD_SHARE_DIRECT), 0, &card, &activeProtocol))
        defer { _ = SCardDisconnect(card, DWORD(SCARD_LEAVE_CARD)) }
        var value = [UInt8](repeating: 0, count: Limits.answerBuffer)
        var length = DWORD(value.count)
        try PCSCError.check(SCardGetAttrib(card, Limits.channelAttribute, &value, &length))
        guard length == 4 else { throw .communicationFailed }
        return value.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    }
}
