import Jobs
public import Provisioning
import ReaderModels
import Tags
import Threads

/// Waits for one tag on any of several readers, and brings a message onto it with the whole procedure: identified, judged,
/// written, activated anew, read back and compared. No journal knows of it.
///
/// `execute` blocks the thread that calls it, once. `stop` and `abandon` may be called from any other.
public final class WriteOperation: Sendable {
    /// How it ended.
    public enum End: Hashable, Sendable {
        /// The tag, as far as it was identified, and what came of it.
        case tag(PresentedTag, TagResult)
        /// No tag was newly presented for as long as was asked.
        case idle
        /// Every reader is virtual, and has no more tags to come.
        case exhausted
        case stopped
    }

    private let writer: MessageWriter
    private let reading: ReadOperation

    /// - Parameters:
    ///   - message: a whole NDEF message.
    ///   - mayOverwrite: whether another message on the tag may be written over.
    ///   - passwords: opens a tag that is protected; nil: none is opened.
    ///   - takesPart: which readers are waited on, those that are plugged in later too.
    ///   - idleTimeoutSeconds: nil waits for ever.
    ///   - isOneAfterAnother: for virtual readers, as of `ReadOperation`.
    ///   - trouble: called from any thread with what a person should know; the wait goes on. Nil: no single reader.
    public init(
        message: [UInt8], mayOverwrite: Bool, passwords: (any PasswordSource)? = nil, readers: any Readers,
        takesPart: @escaping @Sendable (ReaderInfo) -> Bool, idleTimeoutSeconds: Int? = nil,
        isOneAfterAnother: Bool = false, clock: any WallClock,
        trouble: @escaping @Sendable (_ reader: String?, _ message: String) -> Void
    ) {
        let writer = MessageWriter(
            message: message, mayOverwrite: mayOverwrite, order: TagOrder(passwords: passwords), clock: clock)
        self.writer = writer
        reading = ReadOperation(
            readers: readers, takesPart: takesPart, idleTimeoutSeconds: idleTimeoutSeconds,
            isOneAfterAnother: isOneAfterAnother,
            inspect: { channel, reader in writer.write(to: &channel, reader: reader) }, trouble: trouble,
            tag: { inspection, reader in
                writer.conclude(inspection, reader)
                return .end
            })
    }

    /// Ends the wait; a tag in hand is finished before.
    public func stop() { reading.stop() }

    /// Ends the wait at once: no write begins any more, and one that began is left to its thread.
    public func abandon() {
        writer.abandon()
        reading.abandon()
    }

    /// Waits for a tag, and writes the message to it.
    public func execute() -> End {
        let end = reading.execute()
        if let concluded = writer.end { return concluded }
        return switch end {
        case .idle: .idle
        case .exhausted: .exhausted
        case .stopped, .ended: .stopped
        }
    }
}

/// Writes a message to the tags that it is handed, until one of them was not just taken away again.
private final class MessageWriter: Sendable {
    private struct State {
        /// Of the tag that was last in hand.
        var desk: SingleTagDesk?
        var concluded: WriteOperation.End?
        var isAbandoned = false
    }

    private let item: Item
    private let mayOverwrite: Bool
    private let order: TagOrder
    private let clock: any WallClock
    private let state = Monitor(State())

    init(message: [UInt8], mayOverwrite: Bool, order: TagOrder, clock: any WallClock) {
        item = Item(key: ItemKey(row: 1, copy: 1), line: 1, sku: nil, cells: [], message: message, summary: "")
        self.mayOverwrite = mayOverwrite
        self.order = order
        self.clock = clock
    }

    func abandon() {
        let desk = state.withLock { state in
            state.isAbandoned = true
            return state.desk
        }
        desk?.abandon()
    }

    /// On the reader's thread. A tag that was taken away before anything was written is rejected for that, and another may
    /// come.
    func write(to channel: inout any CardChannel & ~Copyable, reader: ReaderFindings) -> TagInspection {
        let desk = SingleTagDesk(Assignment(item: item, settles: false, mayOverwrite: mayOverwrite))
        let isAbandoned = state.withLock { state in
            state.desk = desk
            return state.isAbandoned
        }
        if isAbandoned { desk.abandon() }
        // The reader's name comes with the conclusion.
        TagProcedure(
            reader: ReaderInfo(name: "", model: reader.model), desk: desk, clock: clock, order: order, findings: reader
        ).perform(on: &channel)
        return desk.inspection
    }

    func conclude(_ inspection: TagInspection, _ reader: ReaderInfo) {
        state.withLock { state in
            // What cannot be connected to is handed over without having been in hand.
            let result = state.desk?.result(of: inspection)
            var (tag, outcome) = result ?? unreachable(inspection)
            tag.reader = reader.name
            state.concluded = .tag(tag, outcome)
        }
    }

    private func unreachable(_ inspection: TagInspection) -> (PresentedTag, TagResult) {
        let rejection = inspection.rejection ?? Rejection(.readerError, "the tag does not answer")
        return (
            PresentedTag(reader: "", uid: inspection.uid, rejection: rejection, presentedAt: clock.now()),
            .rejected(rejection)
        )
    }

    /// What it came to; nil where no tag was written to. A tag whose write began, and that was given up because its reader
    /// does not answer, may hold anything.
    var end: WriteOperation.End? {
        state.withLock { state in
            if let concluded = state.concluded { return concluded }
            guard let tag = state.desk?.tagInWriting else { return nil }
            return .tag(tag, .lost(Rejection(.readerError, "the reader did not answer any more"), mayHoldItem: true))
        }
    }
}

/// The desk of one tag: it gets the one item, and what comes of it is kept here.
private final class SingleTagDesk: TagDesk {
    private struct State {
        var tag: PresentedTag?
        var isWriting = false
        var result: TagResult?
        var isAbandoned = false
    }

    private let assignment: Assignment
    private let state = Monitor(State())

    init(_ assignment: Assignment) { self.assignment = assignment }

    func claim(_ tag: PresentedTag) -> ClaimAnswer {
        state.withLock { state in
            state.tag = tag
            state.result = tag.rejection.map { .rejected($0) }
            return state.result == nil ? .take(assignment) : .dismissed
        }
    }

    func intend() -> Rejection? {
        state.withLock { state in
            if state.isAbandoned { return Rejection(.internal, "stopped before the write") }
            state.isWriting = true
            return nil
        }
    }

    func conclude(_ result: TagResult, lockState: LockState?) {
        state.withLock { state in
            state.result = result
            if let lockState { state.tag?.lockState = lockState }
            state.isWriting = false
        }
    }

    func abandon() { state.withLock { $0.isAbandoned = true } }

    var tagInWriting: PresentedTag? { state.withLock { $0.isWriting ? $0.tag : nil } }

    /// What was seen of the tag; with a rejection alone where nothing was written.
    var inspection: TagInspection {
        state.withLock { state in
            let tag = state.tag
            var inspection = TagInspection(uid: tag?.uid, chip: tag?.chip, lockState: tag?.lockState)
            if case .rejected(let rejection)? = state.result { inspection.rejection = rejection }
            return inspection
        }
    }

    /// The result, where it is that of this look at the tag.
    func result(of inspection: TagInspection) -> (PresentedTag, TagResult)? {
        state.withLock { state in
            guard let tag = state.tag, let result = state.result, tag.uid == inspection.uid else { return nil }
            switch result {
            case .rejected(let rejection): return rejection == inspection.rejection ? (tag, result) : nil
            case .unchanged, .written, .incomplete, .failed, .lost:
                return inspection.rejection == nil ? (tag, result) : nil
            }
        }
    }
}
