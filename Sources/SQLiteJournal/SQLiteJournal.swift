public import Jobs
public import Provisioning
import Synchronization
public import Tags

/// The journal in an SQLite file: the embedded default.
///
/// Write-ahead log, `synchronous=FULL`: an intent, an outcome, an opening and an end are one transaction each, on disk
/// when the call returns. Presentations and readers wait in memory for the next of these.
///
/// One connection behind one lock; calls from any thread, one after another. Several processes may share the file.
/// A run is in use by one journal object at a time, from its opening, or the first call that writes to it, until its
/// end or until the object goes; for any other such a call throws `locked`. The system drops these locks when the
/// process dies. They stand in `PATH-runs` beside the file. Reading never waits for a run.
public final class SQLiteJournal: Journal {
    private let session: Mutex<Session>

    /// How many entries or presentations are held at once while they are handed out.
    private static let batch = 256

    /// - Parameters:
    ///   - createIfMissing: makes the file, and the folders above it, where it is not there.
    ///   - readOnly: for commands that only read; every call that writes throws `readOnly`. Nothing is ever made.
    ///   - digest: of messages; the same in every process that shares the file.
    /// - Throws: `notThere`; `newer`; `corrupt` for a file that is no SQLite file, `cannotOpen` for one of another
    ///   program; `readOnly` where the file or its folder cannot be written.
    public init(
        path: String, createIfMissing: Bool, readOnly: Bool = false, digest: @escaping Digest
    ) throws(JournalError) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw JournalError(.cannotOpen, context: "no file name") }
        if readOnly || !createIfMissing, !JournalFile.exists(path) { throw JournalError(.notThere, context: path) }
        if JournalFile.isFolder(path) { throw JournalError(.cannotOpen, context: "\(path) is a folder") }
        if readOnly {
            session = Mutex(Session(try JournalFile.openForReading(path: path), locks: nil, digest: digest))
        } else {
            if createIfMissing { try JournalFile.makeFolders(above: path) }
            let locks = try RunLocks(journal: path)
            let connection = try JournalFile.open(path: path, create: createIfMissing, locks: locks)
            session = Mutex(Session(connection, locks: locks, digest: digest))
        }
    }

    public func open(_ run: RunRecord, _ opening: RunOpening) throws(JournalError) {
        try session.withLock { (session) throws(JournalError) in try session.open(run, opening) }
    }

    public func reopen(run: String, _ execution: Execution, releasingInDoubt: Bool) throws(JournalError) {
        throw JournalError(.failed, context: "STUB")
    }

    public func executions(run: String) throws(JournalError) -> [Execution] {
        throw JournalError(.failed, context: "STUB")
    }

    public func ledger(uid: UID) throws(JournalError) -> LedgerEntry? { nil }

    public func keep(run: String, report: KeptReport) throws(JournalError) {}

    public func reports(run: String) throws(JournalError) -> [KeptReport] { [] }

    public func forget(run: String, at: Timestamp) throws(JournalError) {
        throw JournalError(.failed, context: "STUB")
    }

    public func summary(run: String) throws(JournalError) -> RunSummary {
        guard let summary = try runs().first(where: { $0.record.id == run }) else {
            throw JournalError(.noSuchRun, context: run)
        }
        return summary
    }

    /// `station` is not recorded: a run in a file has one station, the one that holds its lock.
    public func claim(run: String, count: Int, station: String) throws(JournalError) -> [OpenItem] {
        try session.withLock { (session) throws(JournalError) in try session.claim(run: run, count: count) }
    }

    public func release(run: String, item: ItemKey) throws(JournalError) {
        try session.withLock { (session) throws(JournalError) in try session.release(run: run, item: item) }
    }

    public func backlog(run: String) throws(JournalError) -> Backlog {
        try session.withLock { (session) throws(JournalError) in try session.backlog(run: run) }
    }

    public func find(
        run: String, uid: UID, digest: [UInt8]?, busy: Set<ItemKey>
    ) throws(JournalError) -> TagHistory {
        try session.withLock { (session) throws(JournalError) in
            try session.find(run: run, uid: uid, digest: digest, busy: busy)
        }
    }

    public func intend(
        run: String, item: ItemKey, attempt: Attempt, message: [UInt8]
    ) throws(JournalError) -> IntentAnswer {
        try session.withLock { (session) throws(JournalError) in
            try session.intend(run: run, item: item, attempt: attempt, message: message)
        }
    }

    public func conclude(run: String, item: ItemKey, outcome: Outcome) throws(JournalError) -> ConcludeAnswer {
        try session.withLock { (session) throws(JournalError) in
            try session.conclude(run: run, item: item, outcome: outcome)
        }
    }

    public func note(run: String, presentation: Presentation) throws(JournalError) {
        try session.withLock { (session) throws(JournalError) in
            try session.note(run: run, .presentation(presentation))
        }
    }

    public func note(run: String, reader: ReaderRecord) throws(JournalError) {
        try session.withLock { (session) throws(JournalError) in try session.note(run: run, .reader(reader)) }
    }

    public func end(run: String, how: RunEnd, exitCode: Int, at: Timestamp) throws(JournalError) {
        try session.withLock { (session) throws(JournalError) in
            try session.end(run: run, how: how, exitCode: exitCode, at: at)
        }
    }

    public func record(run: String) throws(JournalError) -> RunRecord {
        try session.withLock { (session) throws(JournalError) in try session.record(run: run) }
    }

    /// `body` is called without the journal's lock; it may call the journal. Each batch is read in one transaction.
    public func entries(run: String, _ body: (ItemEntry) -> Void) throws(JournalError) {
        var next = 0
        while true {
            let from = next
            let batch = try session.withLock { (session) throws(JournalError) in
                try session.entries(run: run, from: from, count: Self.batch)
            }
            for entry in batch { body(entry) }
            guard batch.count == Self.batch else { return }
            next += batch.count
        }
    }

    /// `body` is called without the journal's lock; it may call the journal.
    public func presentations(run: String, _ body: (Presentation) -> Void) throws(JournalError) {
        var after: Int64 = 0
        while true {
            let last = after
            let batch = try session.withLock { (session) throws(JournalError) in
                try session.presentations(run: run, after: last, count: Self.batch)
            }
            for (number, presentation) in batch {
                body(presentation)
                after = number
            }
            guard batch.count == Self.batch else { return }
        }
    }

    public func readers(run: String) throws(JournalError) -> [ReaderRecord] {
        try session.withLock { (session) throws(JournalError) in try session.readers(run: run) }
    }

    public func runs() throws(JournalError) -> [RunSummary] {
        try session.withLock { (session) throws(JournalError) in try session.runs() }
    }
}
