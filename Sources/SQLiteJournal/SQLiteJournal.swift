public import Jobs
public import Provisioning
public import Tags
import Threads

/// The journal in an SQLite file: the embedded default.
///
/// Write-ahead log, `synchronous=FULL`: what a call that says *flushed* recorded is on disk when it returns. Calls that wait
/// at the same moment share one commit (`FlushQueue`). Presentations and readers wait in memory for the next of these.
///
/// Calls from any thread. What only reads has a connection of its own, sees what is on disk, and waits for no flush.
/// Several processes may share the file. A run is held by one journal object at a time, by a lock of the system on
/// `PATH-runs` beside the file, which is gone when the process dies. Reading never waits for a run.
///
/// Before and after each commit the path must still name the files that were opened; else every call that writes throws
/// `gone`, and nothing is acknowledged that would be lost with this process.
public final class SQLiteJournal: Journal {
    private let path: String
    private let reading: Guarded<ReadSession>
    /// Nil where the journal was opened for reading.
    let queue: FlushQueue?
    private let digest: Digest

    /// The version that the file had before it was migrated here; nil where it was not. A journal that was opened for
    /// reading migrates nothing on disk.
    public let migratedFrom: Int?
    /// The path of the copy that was written before the migration.
    public let copyBeforeMigration: String?

    /// How many entries or presentations are held at once while they are handed out.
    private static let batch = 256
    /// How long forgetting waits for others that read. Ours read for a moment at a time.
    private static let readersTimeoutMilliseconds: Int32 = 10_000

    /// - Parameters:
    ///   - createIfMissing: makes the file, and the folders above it, where it is not there.
    ///   - readOnly: for commands that only read; every call that writes throws `readOnly`. Nothing is ever made or changed;
    ///     an older journal is read as it was when this was called.
    ///   - digest: of messages; the same in every process that shares the file.
    /// - Throws: `notThere`; `newer`; `corrupt` for a file that is no SQLite file, `cannotOpen` for one of another
    ///   program, one with several names, or what is no regular file; `readOnly` where the file or its folder cannot be written; `locked` for an older journal of which a run is
    ///   in use.
    public init(
        path: String, createIfMissing: Bool, readOnly: Bool = false, digest: @escaping Digest
    ) throws(JournalError) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw JournalError(.cannotOpen, context: "no file name") }
        if readOnly || !createIfMissing, !JournalFile.exists(path) { throw JournalError(.notThere, context: path) }
        let path = try JournalFile.resolved(path)
        try JournalFile.refuseUnfit(path: path)
        self.path = path
        self.digest = digest
        if readOnly {
            reading = Guarded(ReadSession(try JournalFile.openForReading(path: path), journalPath: path))
            (queue, migratedFrom, copyBeforeMigration) = (nil, nil, nil)
            return
        }
        try JournalFile.refuseForeign(path: path)
        if createIfMissing { try JournalFile.makeFolders(above: path) }
        let locks = try RunLocks(journal: path)
        let opened = try JournalFile.open(path: path, create: createIfMissing, locks: locks)
        reading = Guarded(ReadSession(try JournalFile.openBeside(path: path), journalPath: path))
        queue = FlushQueue(
            WriteSession(opened.connection, locks: locks, files: opened.files, reading: reading))
        (migratedFrom, copyBeforeMigration) = (opened.migration?.from, opened.migration?.copy)
    }

    deinit {
        // What was noted after the last flush. Nobody is left to be told of an error.
        try? queue?.flushNotes()
    }

    private func writable() throws(JournalError) -> FlushQueue {
        guard let queue else { throw JournalError(.readOnly, context: path) }
        return queue
    }

    private func held(_ run: String) throws(JournalError) -> Run {
        try reading.withLock { (reading) throws(JournalError) in try reading.held(run) }
    }

    // MARK: Beginning

    public func open(_ run: RunRecord, _ opening: RunOpening) throws(JournalError) {
        let queue = try writable()
        // Before others wait for this: of many items it takes a while.
        let digests = opening.items.map { digest($0.message) }
        try queue.write { (session) throws(JournalError) in try session.open(run, opening, digests: digests) }
    }

    public func reopen(run: String, _ execution: Execution, releasingInDoubt: Bool) throws(JournalError) {
        try writable().write { (session) throws(JournalError) in
            try session.reopen(run, execution, releasingInDoubt: releasingInDoubt)
        }
    }

    // MARK: The run

    /// `station` is not recorded: a run in a file has one station, the one that holds its lock.
    public func claim(run: String, count: Int, station: String) throws(JournalError) -> [OpenItem] {
        _ = try writable()
        return try reading.withLock { (reading) throws(JournalError) in try reading.claim(run: run, count: count) }
    }

    public func release(run: String, item: ItemKey) throws(JournalError) {
        _ = try writable()
        try reading.withLock { (reading) throws(JournalError) in try reading.release(run: run, item: item) }
    }

    public func backlog(run: String) throws(JournalError) -> Backlog {
        try reading.withLock { (reading) throws(JournalError) in try reading.backlog(run: run) }
    }

    public func find(
        run: String, uid: UID, digests: MessageDigests?, busy: Set<ItemKey>
    ) throws(JournalError) -> TagHistory {
        try reading.withLock { (reading) throws(JournalError) in
            try reading.find(run: run, uid: uid, digests: digests, busy: busy)
        }
    }

    public func intend(
        run: String, item: ItemKey, attempt: Attempt, message: [UInt8]
    ) throws(JournalError) -> IntentAnswer {
        let queue = try writable()
        let run = try held(run)
        return try queue.write { (session) throws(JournalError) in
            try session.intend(item, of: run, attempt: attempt, message: message)
        }
    }

    public func conclude(run: String, item: ItemKey, outcome: Outcome) throws(JournalError) -> ConcludeAnswer {
        let queue = try writable()
        let run = try held(run)
        guard !outcome.lacksFinishTime else {
            throw JournalError(.failed, context: "an outcome without a time: \(item)")
        }
        return try queue.write { (session) throws(JournalError) in
            try session.conclude(item, of: run, outcome: outcome)
        }
    }

    public func note(run: String, presentation: Presentation) throws(JournalError) {
        let queue = try writable()
        try queue.add(RunNote(run: try held(run).number, content: .presentation(presentation)))
    }

    public func note(run: String, reader: ReaderRecord) throws(JournalError) {
        let queue = try writable()
        try queue.add(RunNote(run: try held(run).number, content: .reader(reader)))
    }

    public func end(run: String, how: RunEnd, exitCode: Int, at: Timestamp) throws(JournalError) {
        let queue = try writable()
        let run = try held(run)
        try queue.write { (session) throws(JournalError) in
            try session.end(run, how: how, exitCode: exitCode, at: at)
        }
    }

    // MARK: What is known

    public func record(run: String) throws(JournalError) -> RunRecord {
        try reading.withLock { (reading) throws(JournalError) in try reading.record(run: run) }
    }

    public func summary(run: String) throws(JournalError) -> RunSummary {
        try reading.withLock { (reading) throws(JournalError) in try reading.summary(run: run) }
    }

    public func executions(run: String) throws(JournalError) -> [Execution] {
        try reading.withLock { (reading) throws(JournalError) in try reading.executions(run: run) }
    }

    /// `body` is called without the journal's lock; it may call the journal. Each batch is read in one transaction.
    public func entries(run: String, _ body: (ItemEntry) -> Void) throws(JournalError) {
        var next = Int64.min
        while true {
            let from = next
            let batch = try reading.withLock { (reading) throws(JournalError) in
                try reading.entries(run: run, from: from, count: Self.batch)
            }
            for (position, entry) in batch {
                body(entry)
                next = position + 1
            }
            guard batch.count == Self.batch else { return }
        }
    }

    public func entry(run: String, item: ItemKey) throws(JournalError) -> ItemEntry? {
        try reading.withLock { (reading) throws(JournalError) in try reading.entry(run: run, item: item) }
    }

    /// What was noted is flushed first. `body` is called without the journal's lock; it may call the journal.
    public func presentations(run: String, _ body: (Presentation) -> Void) throws(JournalError) {
        try queue?.flushNotes()
        var next = Int64.min
        while true {
            let from = next
            let batch = try reading.withLock { (reading) throws(JournalError) in
                try reading.presentations(run: run, from: from, count: Self.batch)
            }
            for (number, presentation) in batch {
                body(presentation)
                next = number + 1
            }
            guard batch.count == Self.batch else { return }
        }
    }

    /// What was noted is flushed first.
    public func readers(run: String) throws(JournalError) -> [ReaderRecord] {
        try queue?.flushNotes()
        return try reading.withLock { (reading) throws(JournalError) in try reading.readers(run: run) }
    }

    public func runs() throws(JournalError) -> [RunSummary] {
        try reading.withLock { (reading) throws(JournalError) in try reading.runs() }
    }

    public func ledger(uid: UID) throws(JournalError) -> LedgerEntry? {
        try reading.withLock { (reading) throws(JournalError) in try reading.ledger(uid: uid) }
    }

    // MARK: What was rendered, and what is to be forgotten

    public func keep(run: String, report: KeptReport) throws(JournalError) {
        try writable().write { (session) throws(JournalError) in try session.keep(run: run, report: report) }
    }

    public func reports(run: String) throws(JournalError) -> [KeptReport] {
        try reading.withLock { (reading) throws(JournalError) in try reading.reports(run: run) }
    }

    /// The bytes are gone from the file and its log when this returns; a copy that was made of the file before, by a
    /// migration too, still has them. Throws `locked` also where another program reads the file without an end.
    public func forget(run: String, at: Timestamp) throws(JournalError) {
        try writable().write { (session) throws(JournalError) in try session.forget(run: run, at: at) }
        try Connection(path: path, mode: .readWrite, busyTimeoutMilliseconds: Self.readersTimeoutMilliseconds)
            .emptyLog()
    }
}
