import Jobs
import Provisioning
import Tags
import Threads

/// What the journal knows of a run without asking again: neither ever changes.
struct Run: Sendable {
    var number: Int64
    var id: String
    var job: String
}

/// The connection that writes, with the locks of runs. Used by one thread at a time: the one that flushes.
final class WriteSession {
    let connection: Connection
    private let locks: RunLocks
    private let files: OpenedFiles
    /// What is handed out of the runs that are held. Its lock may be taken here; nobody who has it waits for a flush.
    let reading: Guarded<ReadSession>
    /// Runs whose end is in the transaction that goes on.
    private var ending: Set<Int64> = []
    private var effects: [Effect] = []

    /// What goes with a write and is no row: done when its transaction ended, one way or the other.
    struct Effect {
        var committed: () -> Void = {}
        var undone: () -> Void = {}
    }

    init(_ connection: Connection, locks: RunLocks, files: OpenedFiles, reading: Guarded<ReadSession>) {
        self.connection = connection
        self.locks = locks
        self.files = files
        self.reading = reading
    }

    // MARK: - One flush

    /// Does all of it in one transaction, and gives each write its answer. A write that breaks a rule is undone alone;
    /// where SQLite fails, nothing is there of any.
    /// - Returns: whether the notes are on disk.
    func flush(_ writes: [any QueuedWrite], _ notes: [RunNote]) -> Bool {
        do throws(JournalError) {
            try files.requireInPlace()
            try connection.write { () throws(JournalError) in
                // First: what a run's end or beginning adds came later.
                for note in notes { try insert(note) }
                for write in writes { try perform(write) }
            }
            // Before this a file that was removed meanwhile would have taken with it what is acknowledged now.
            try files.requireInPlace()
        } catch {
            undoEffects(from: 0)
            let error = files.explain(error)
            for write in writes { write.fail(with: error) }
            return false
        }
        for effect in effects { effect.committed() }
        effects.removeAll(keepingCapacity: true)
        return true
    }

    private func perform(_ write: any QueuedWrite) throws(JournalError) {
        try connection.run("SAVEPOINT one_write")
        let first = effects.count
        do throws(JournalError) {
            try write.perform(in: self)
        } catch {
            undoEffects(from: first)
            guard !connection.hasFailed else { throw error }
            try connection.run("ROLLBACK TO one_write")
            write.fail(with: error)
        }
        try connection.run("RELEASE one_write")
    }

    private func undoEffects(from first: Int) {
        for effect in effects[first...].reversed() { effect.undone() }
        effects.removeSubrange(first...)
    }

    private func insert(_ note: RunNote) throws(JournalError) {
        switch note.content {
        case .presentation(let presentation): try insert(presentation, run: note.run)
        case .reader(let reader): try insert(reader, run: note.run)
        }
    }

    func add(_ effect: Effect) { effects.append(effect) }

    // MARK: - Runs and who holds them

    func lookUp(_ id: String) throws(JournalError) -> Run { try connection.lookUp(id) }

    /// What every write to a run begins with.
    func requireHeld(_ run: Run) throws(JournalError) {
        guard holds(run) else { throw JournalError(.notHeld, context: run.id) }
    }

    func holds(_ run: Run) -> Bool { locks.holds(run.number) && !ending.contains(run.number) }

    /// Takes the run for this journal; given back where the transaction fails.
    func hold(_ run: Run) throws(JournalError) {
        guard try locks.take(run.number) else { throw JournalError(.locked, context: run.id) }
        let (locks, reading) = (locks, reading)
        add(
            Effect(
                committed: { reading.withLock { $0.claims[run.number] = [] } },
                undone: { locks.giveBack(run.number) }))
    }

    /// Takes the run until the transaction ended. A run that is held here already stays so.
    func borrow(_ run: Run) throws(JournalError) {
        guard !locks.holds(run.number) else { return }
        guard try locks.take(run.number) else { throw JournalError(.locked, context: run.id) }
        let locks = locks
        add(Effect(committed: { locks.giveBack(run.number) }, undone: { locks.giveBack(run.number) }))
    }

    /// Gives the run up with the commit; what comes after in the same transaction finds it not held.
    func giveUp(_ run: Run) {
        ending.insert(run.number)
        add(
            Effect(
                committed: { [unowned self] in
                    ending.remove(run.number)
                    reading.withLock { $0.claims[run.number] = nil }
                    locks.giveBack(run.number)
                },
                undone: { [unowned self] in ending.remove(run.number) }))
    }

    /// The item is the station's from now on, whatever the next claim reads.
    func keep(_ key: ItemKey, of run: Run) {
        let reading = reading
        let isNew = reading.withLock { $0.claims[run.number, default: []].insert(key).inserted }
        if isNew { add(Effect(undone: { reading.withLock { _ = $0.claims[run.number]?.remove(key) } })) }
    }

    /// The item is done with once the transaction is there.
    func drop(_ key: ItemKey, of run: Run) {
        let reading = reading
        add(Effect(committed: { reading.withLock { _ = $0.claims[run.number]?.remove(key) } }))
    }
}

extension Connection {
    /// The run by its id.
    func lookUp(_ id: String) throws(JournalError) -> Run {
        let run = try first("SELECT number, job FROM run WHERE id = ?", [id]) {
            (row) throws(JournalError) in Run(number: try row.number(), id: id, job: try row.text())
        }
        guard let run else { throw JournalError(.noSuchRun, context: id) }
        return run
    }
}
