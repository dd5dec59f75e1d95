import Crypto
import Provisioning
import SQLiteJournal

/// Opens the journal that the options name.
enum JournalOpening {
    /// The journal's file and those beside it: SQLite's log and its index, and the locks of the runs.
    static func files(of path: String) -> [String] { ["", "-wal", "-shm", "-journal", "-runs"].map { path + $0 } }

    /// For a run: made where it is not there, and then told.
    static func forRun(_ options: JournalOptions, console: Console) throws(CommandError) -> SQLiteJournal {
        let path = FilePath.absolute(options.path)
        let isNew = !InputFile.exists(path)
        do throws(JournalError) {
            let journal = try SQLiteJournal(path: path, createIfMissing: true, digest: { SHA256.digest($0) })
            if isNew { console.note("new journal: \(path)") }
            tellMigration(of: journal, path, console)
            return journal
        } catch {
            throw .journal(error, path: path)
        }
    }

    /// To go on with a run: it must be there. `readOnly` for a look at what would be done.
    static func forResume(
        _ options: JournalOptions, readOnly: Bool, console: Console
    ) throws(CommandError) -> SQLiteJournal {
        let path = FilePath.absolute(options.path)
        do throws(JournalError) {
            let journal = try SQLiteJournal(
                path: path, createIfMissing: false, readOnly: readOnly, digest: { SHA256.digest($0) })
            tellMigration(of: journal, path, console)
            return journal
        } catch {
            throw .journal(error, path: path)
        }
    }

    /// For a look into it; nil where there is none.
    static func forReading(_ options: JournalOptions) throws(CommandError) -> SQLiteJournal? {
        let path = FilePath.absolute(options.path)
        do throws(JournalError) {
            return try SQLiteJournal(path: path, createIfMissing: false, readOnly: true, digest: { SHA256.digest($0) })
        } catch {
            if error.code == .notThere { return nil }
            throw .journal(error, path: path)
        }
    }

    /// One that is there, for a change to what it keeps.
    static func forChange(at path: String, console: Console) throws(JournalError) -> any Journal {
        let journal = try SQLiteJournal(path: path, createIfMissing: false, digest: { SHA256.digest($0) })
        tellMigration(of: journal, path, console)
        return journal
    }

    /// An older journal was brought to this version; the copy of what it was is the way back.
    private static func tellMigration(of journal: SQLiteJournal, _ path: String, _ console: Console) {
        guard let version = journal.migratedFrom, let copy = journal.copyBeforeMigration else { return }
        console.note("\(path): migrated from version \(version); as it was it is kept as \(copy)")
    }
}
