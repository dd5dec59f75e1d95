import Jobs
import Provisioning
import Threads

/// Everything that is to be written waits here, and what waits at the same moment shares one commit.
///
/// Nobody owns a thread for it: the first caller that finds no flush going on does the flush of all that wait, its own
/// among them, and hands each its answer. An answer is given after the commit alone.
final class FlushQueue: @unchecked Sendable {
    // Sendable: `session` is used by whoever set `isFlushing`, alone; it is set and cleared under the monitor.
    private struct State {
        var writes: [any QueuedWrite] = []
        /// In the order in which they came; written with the next flush.
        var notes: [RunNote] = []
        var isFlushing = false
        /// Writes that have no answer yet, those of the flush that goes on included.
        var unanswered = 0
    }

    private let state = Monitor(State())
    private let session: WriteSession

    /// So many notes are written without waiting for another flush, so that they do not pile up.
    private static let notesMaximum = 256

    init(_ session: WriteSession) { self.session = session }

    /// How many callers wait for an answer.
    var waiting: Int { state.withLock(wakes: false) { $0.unanswered } }

    /// Does `body` in a transaction; what it did is on disk when this returns, or nothing of it is there.
    /// - Parameter body: called on any thread that flushes, once.
    func write<Answer: Sendable>(
        _ body: @escaping @Sendable (WriteSession) throws(JournalError) -> Answer
    ) throws(JournalError) -> Answer {
        let write = PendingWrite(body)
        state.withLock(wakes: false) { state in
            state.writes.append(write)
            state.unanswered += 1
        }
        settle(write)
        return try write.answer.get()
    }

    func add(_ note: RunNote) throws(JournalError) {
        let count = state.withLock(wakes: false) { state in
            state.notes.append(note)
            return state.notes.count
        }
        if count >= Self.notesMaximum { try write { _ in } }
    }

    /// Writes what was noted, so that it is read too.
    func flushNotes() throws(JournalError) {
        if state.withLock(wakes: false, { !$0.notes.isEmpty }) { try write { _ in } }
    }

    /// Returns when the write has its answer: by another thread, or by this one, which then does what else waits too.
    private func settle(_ write: any QueuedWrite) {
        let batch: ([any QueuedWrite], [RunNote])? = state.wait { state in
            if write.isAnswered { return .done(nil) }
            if state.isFlushing { return .untilChange }
            state.isFlushing = true
            defer { (state.writes, state.notes) = ([], []) }
            return .done((state.writes, state.notes))
        }
        guard let (writes, notes) = batch else { return }
        let areNotesWritten = session.flush(writes, notes)
        state.withLock { state in
            if !areNotesWritten { state.notes.insert(contentsOf: notes, at: 0) }
            for write in writes { write.isAnswered = true }
            state.unanswered -= writes.count
            state.isFlushing = false
        }
    }
}

/// What is durable with the next flush, whoever asks for it.
struct RunNote: Sendable {
    enum Content: Sendable {
        case presentation(Presentation)
        case reader(ReaderRecord)
    }

    var run: Int64
    var content: Content
}

/// A caller's write while it waits.
protocol QueuedWrite: AnyObject {
    /// Set and read under the queue's monitor: from then on the answer is the caller's.
    var isAnswered: Bool { get set }

    func perform(in session: WriteSession) throws(JournalError)
    func fail(with error: JournalError)
}

final class PendingWrite<Answer>: QueuedWrite {
    var isAnswered = false
    private(set) var answer: Result<Answer, JournalError> = .failure(JournalError(.failed, context: "not done"))
    private let body: (WriteSession) throws(JournalError) -> Answer

    init(_ body: @escaping (WriteSession) throws(JournalError) -> Answer) { self.body = body }

    func perform(in session: WriteSession) throws(JournalError) { answer = .success(try body(session)) }

    func fail(with error: JournalError) { answer = .failure(error) }
}
