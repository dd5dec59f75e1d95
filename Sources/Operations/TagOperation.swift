public import Provisioning
import ReaderModels
import Tags
import Threads

/// Waits for one tag on any of several readers, and does one act to it with the whole procedure of `TagActing`.
///
/// `execute` blocks the thread that calls it, once. `stop` and `abandon` may be called from any other.
public final class TagOperation: Sendable {
    /// How it ended.
    public enum End: Sendable {
        /// What came of the tag, and the name of its reader; nil where the reader did not answer any more.
        case tag(TagActOutcome, reader: String?)
        /// No tag was newly presented for as long as was asked.
        case idle
        /// Every reader is virtual, and has no more tags to come.
        case exhausted
        case stopped
    }

    /// What a person says to the act on the tag that lies there. Called on the thread of its reader, which waits for the
    /// answer; false: nothing is written.
    public typealias Confirm = @Sendable (_ tag: TagInspection, _ plan: TagActPlan) -> Bool

    private let hand: ActingHand
    private let reading: ReadOperation

    /// - Parameters:
    ///   - passwords: opens a tag that is protected; nil: none is opened.
    ///   - takesPart: which readers are waited on, those that are plugged in later too.
    ///   - idleTimeoutSeconds: nil waits for ever.
    ///   - isOneAfterAnother: for virtual readers, as of `ReadOperation`.
    ///   - trouble: called from any thread with what a person should know; the wait goes on. Nil: no single reader.
    public init(
        _ act: TagAct, passwords: (any PasswordSource)? = nil, readers: any Readers,
        takesPart: @escaping @Sendable (ReaderInfo) -> Bool,
        idleTimeoutSeconds: Int? = nil, isOneAfterAnother: Bool = false,
        trouble: @escaping @Sendable (_ reader: String?, _ message: String) -> Void, confirm: @escaping Confirm
    ) {
        let hand = ActingHand(act, passwords, confirm: confirm)
        self.hand = hand
        reading = ReadOperation(
            readers: readers, takesPart: takesPart, idleTimeoutSeconds: idleTimeoutSeconds,
            isOneAfterAnother: isOneAfterAnother,
            inspect: { channel, reader in hand.act(on: &channel, reader: reader) },
            trouble: trouble,
            tag: { inspection, reader in
                hand.conclude(inspection, reader)
                return .end
            })
    }

    /// Ends the wait. A tag that is written to is finished before; a question that nobody answered yet is left, and no write
    /// begins any more.
    public func stop() {
        if hand.stop() { reading.abandon() } else { reading.stop() }
    }

    /// Ends the wait at once: no write begins any more, and one that began is left to its thread.
    public func abandon() {
        _ = hand.stop()
        reading.abandon()
    }

    /// Waits for a tag, and does the act to it.
    public func execute() -> End {
        hand.begin(with: reading)
        defer { hand.begin(with: nil) }
        let end = reading.execute()
        if let concluded = hand.end { return concluded }
        return switch end {
        case .idle: .idle
        case .exhausted: .exhausted
        case .stopped, .ended: .stopped
        }
    }
}

/// Does the act to the tags that it is handed, until one of them was not just taken away again.
private final class ActingHand: Sendable {
    private struct State {
        /// Nil outside `execute`, so that the two do not keep each other.
        var reading: ReadOperation?
        var isAsking = false
        var isStopping = false
        /// The tag that is written to, as it is told when its reader does not answer any more.
        var writing: TagActOutcome?
        /// What came of the tag in hand.
        var outcome: TagActOutcome?
        var concluded: TagOperation.End?
    }

    private let theAct: TagAct
    private let passwords: (any PasswordSource)?
    private let confirm: TagOperation.Confirm
    private let state = Monitor(State())

    init(_ act: TagAct, _ passwords: (any PasswordSource)?, confirm: @escaping TagOperation.Confirm) {
        theAct = act
        self.passwords = passwords
        self.confirm = confirm
    }

    func begin(with reading: ReadOperation?) { state.withLock { $0.reading = reading } }

    /// No write begins any more. True where a person is being asked: that thread may never come back.
    func stop() -> Bool {
        state.withLock { state in
            state.isStopping = true
            return state.isAsking
        }
    }

    /// On the reader's thread. A tag that was taken away before anything was written is rejected for that, and another may
    /// come.
    func act(on channel: inout any CardChannel & ~Copyable, reader: ReaderFindings) -> TagInspection {
        let outcome = TagActing.perform(theAct, on: &channel, reader: reader, passwords: passwords) { tag, plan in
            isAllowed(plan, on: tag)
        }
        var inspection = outcome.tag
        inspection.rejection = nil
        if case .rejected(let rejection) = outcome.result { inspection.rejection = rejection }
        state.withLock { state in
            state.writing = nil
            state.outcome = inspection.rejection?.isOfAnAbsentTag == true ? nil : outcome
        }
        return inspection
    }

    private func isAllowed(_ plan: TagActPlan, on tag: TagInspection) -> Bool {
        let reading = state.withLock { state -> ReadOperation? in
            guard !state.isStopping else { return nil }
            state.isAsking = true
            return state.reading
        }
        guard let reading else { return false }
        let isConfirmed = reading.asking { confirm(tag, plan) }
        return state.withLock { state in
            state.isAsking = false
            guard isConfirmed, !state.isStopping else { return false }
            state.writing = TagActOutcome(
                tag: tag, plan: plan,
                result: .lost(Rejection(.readerError, "the reader did not answer any more")))
            return true
        }
    }

    func conclude(_ inspection: TagInspection, _ reader: ReaderInfo) {
        state.withLock { state in
            // What cannot be connected to is handed over without having been in hand.
            let rejection = inspection.rejection ?? Rejection(.readerError, "the tag does not answer")
            let outcome = state.outcome ?? TagActOutcome(tag: inspection, result: .rejected(rejection))
            let isLeft = outcome.result == .notConfirmed && state.isStopping
            state.concluded = isLeft ? .stopped : .tag(outcome, reader: reader.name)
        }
    }

    /// Nil where no tag was in hand to the end. A tag whose write began, and that was given up because its reader does not
    /// answer, may hold anything.
    var end: TagOperation.End? {
        state.withLock { state in
            if let concluded = state.concluded { return concluded }
            return state.writing.map { .tag($0, reader: nil) }
        }
    }
}

extension Rejection {
    /// The tag or the reader went: the tag is not handed over.
    fileprivate var isOfAnAbsentTag: Bool {
        switch reason {
        case .tagRemoved, .tagChanged, .readerLost: true
        default: false
        }
    }
}
