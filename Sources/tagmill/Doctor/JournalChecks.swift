import Provisioning
import SQLiteJournal

/// What is known of the journal's file.
enum JournalFacts: Hashable, Sendable {
    /// None is there.
    case absent
    /// It cannot be read, or is none.
    case refused(JournalError)
    case present(JournalInspection, isWritable: Bool)

    init(path: String, isWritable: Bool) {
        do throws(JournalError) {
            self = .present(try JournalInspection(path: path), isWritable: isWritable)
        } catch {
            self = error.code == .notThere ? .absent : .refused(error)
        }
    }
}

/// The journal, and the disks on which it and reports lie.
enum JournalChecks {
    /// - Parameters:
    ///   - path: of the journal, absolute.
    ///   - folder: that it lies in.
    static func finding(_ journal: JournalFacts, path: String, in folder: FolderFacts) -> Finding {
        let word = FilePath.shellWord(path)
        switch journal {
        case .absent:
            guard folder.isWritable else {
                return .stop(
                    .journal, "No journal can be made at \(path): \(folder.path) cannot be written",
                    cure: [.act("name another place with --journal, or TAGMILL_JOURNAL, or:"), ownFolder(folder)])
            }
            return .ok(.journal, "There is no journal at \(path) yet; 'tagmill run' makes it")
        case .refused(let error): return refused(error, path: path, word)
        case .present(let found, let isWritable):
            let facts = facts(found)
            if let damage = found.damage {
                return .stop(
                    .journal, "The journal \(path) is damaged: \(damage)", cure: saved(path), facts: facts)
            }
            guard isWritable, folder.isWritable else {
                return .stop(
                    .journal, "The journal \(path) cannot be written by this user",
                    cure: isWritable ? [ownFolder(folder)] : [own(path)], facts: facts)
            }
            if found.version < found.currentVersion {
                return .ok(
                    .journal, "The journal \(path) is of version \(found.version); the next run migrates it",
                    facts: facts)
            }
            return .ok(.journal, "The journal \(path) can be read and written, and is sound", facts: facts)
        }
    }

    private static func refused(_ error: JournalError, path: String, _ word: String) -> Finding {
        let found = "The journal \(path) cannot be used: \(error.code.rawValue)"
        let facts = ["\(error)"]
        switch error.code {
        case .corrupt: return .stop(.journal, found, cure: saved(path), facts: facts)
        case .newer:
            return .stop(.journal, found, cure: [.act("use the newer tagmill, or another --journal")], facts: facts)
        case .readOnly: return .stop(.journal, found, cure: [own(path)], facts: facts)
        case .full: return .stop(.journal, found, cure: [.act("make room on its disk")], facts: facts)
        default:
            return .stop(
                .journal, found, cure: [.run("ls -l \(word)"), .act("name another place with --journal")], facts: facts)
        }
    }

    /// What can be saved of a damaged file is read into another; the old one is kept (sqlite.org/recovery.html).
    private static func saved(_ path: String) -> [Finding.Step] {
        let (old, new) = (FilePath.shellWord(path), FilePath.shellWord(path + ".saved"))
        return [
            .act("stop every tagmill that uses it, and keep a copy of the file and of those beside it"),
            .run("sqlite3 \(old) .recover | sqlite3 \(new)"),
            .act("look at the new one with --journal \(new) before it takes the old one's place"),
        ]
    }

    private static func own(_ path: String) -> Finding.Step { .run("sudo chown \"$USER\" \(FilePath.shellWord(path))") }

    /// A folder that is still to be made is made and given to the user; one that is there may be anybody's, and the system's.
    private static func ownFolder(_ folder: FolderFacts) -> Finding.Step {
        folder.path == folder.wanted
            ? .run("ls -ld \(FilePath.shellWord(folder.path))")
            : .run("sudo install -d -o \"$USER\" \(FilePath.shellWord(folder.wanted))")
    }

    private static func facts(_ found: JournalInspection) -> [String] {
        [
            "version \(found.version), \(Bytes.text(found.bytes))",
            found.isChecked ? "checked whole (SQLite's quick check)" : "not checked: it is too large for a quick look",
            found.runsInUse.isEmpty ? "no run is in use" : "in use: \(found.runsInUse.joined(separator: ", "))",
        ]
    }

    // MARK: Disks

    /// Below this a run is at risk, and below that it can hardly begin: a run of a thousand tags takes some megabytes.
    private static let fewBytes: Int64 = 100_000_000
    private static let noBytes: Int64 = 10_000_000

    /// One finding for each folder that is on another disk than those before; the first that is not well for any.
    static func findings(journal: FolderFacts, reports: FolderFacts) -> [Finding] {
        let first = disk(journal, of: "the journal", isJournal: true)
        guard reports != journal else { return [first] }
        return [first, disk(reports, of: "reports", isJournal: false)]
    }

    private static func disk(_ folder: FolderFacts, of what: String, isJournal: Bool) -> Finding {
        let free = folder.freeBytes.map { "\(Bytes.text($0)) free" } ?? "free space unknown"
        let facts = ["\(folder.path): \(free)" + (folder.fileSystem.map { ", \($0.rawValue)" } ?? "")]
        let place = "The disk of \(what) (\(folder.path))"
        if folder.isReadOnly {
            return .stop(.disk, "\(place) is mounted read-only", cure: [.act("name another place")], facts: facts)
        }
        if !folder.isWritable, !isJournal {
            return .stop(
                .disk, "The folder of \(what), \(folder.path), cannot be written by this user",
                cure: [.act("name another one with --out, or:"), ownFolder(folder)], facts: facts)
        }
        if let bytes = folder.freeBytes, bytes < fewBytes {
            let cure: [Finding.Step] = [.run("df -h \(FilePath.shellWord(folder.path))"), .act("make room")]
            let found = "\(place) is full but for \(Bytes.text(bytes))"
            return bytes < noBytes
                ? .stop(.disk, found, cure: cure, facts: facts) : .warning(.disk, found, cure: cure, facts: facts)
        }
        if isJournal, let system = folder.fileSystem, system.isShared {
            return .warning(
                .disk,
                "\(place) is \(system.rawValue): SQLite's write-ahead log and the locks of runs are not sure there",
                cure: [.act("keep the journal on a disk of this machine: --journal FILE, or TAGMILL_JOURNAL")],
                facts: facts)
        }
        if isJournal, folder.fileSystem == .memory {
            return .warning(
                .disk, "\(place) is in memory: the journal is gone when the machine is switched off",
                cure: [.act("keep the journal on a disk: --journal FILE, or TAGMILL_JOURNAL")], facts: facts)
        }
        return .ok(.disk, "\(place) has \(free)", facts: facts)
    }
}

/// Sizes as people read them: powers of ten.
enum Bytes {
    static func text(_ bytes: Int64) -> String {
        var (value, unit) = (Double(bytes), "B")
        for next in ["kB", "MB", "GB", "TB"] where value >= 1000 { (value, unit) = (value / 1000, next) }
        guard unit != "B" else { return "\(bytes) B" }
        let tenths = Int64((value * 10).rounded())
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\((tenths + 5) / 10) \(unit)"
    }
}
