import Provisioning
import SQLiteJournal

/// What is known of the journal's file.
enum JournalFacts: Hashable, Sendable {
    /// None is there.
    case absent
    /// The name is a folder's.
    case folder
    /// A file that is there, and no journal.
    case anotherFile
    /// It cannot be read, or is none of this program. With those of its files that are closed to this user.
    case refused(JournalError, closed: [String])
    case present(JournalInspection, closed: [String])

    init(path: String) {
        guard !InputFile.isFolder(path) else {
            self = .folder
            return
        }
        let closed = JournalInspection.closedFiles(of: path)
        do throws(JournalError) {
            self = .present(try JournalInspection(path: path), closed: closed)
        } catch {
            self =
                switch error.code {
                case .notThere: .absent
                case .corrupt where JournalFiles.areOfAnotherKind(path): .anotherFile
                default: .refused(error, closed: closed)
                }
        }
    }
}

/// The journal, and the disks on which it and reports lie.
enum JournalChecks {
    /// - Parameters:
    ///   - path: of the journal, absolute.
    ///   - files: what is beside it; nil where nothing was looked for.
    ///   - folder: that it lies in.
    static func finding(
        _ journal: JournalFacts, path: String, files: JournalFiles? = nil, in folder: FolderFacts
    ) -> Finding {
        let files = files ?? JournalFiles(main: path)
        switch journal {
        case .folder:
            let file = FilePath.shellWord(path + "/tagmill.sqlite")
            return .stop(
                .journal, "\(path) is a folder, and a journal is a file",
                cure: [.act("name a file in it with --journal, or TAGMILL_JOURNAL, such as \(file)")])
        case .anotherFile:
            return .stop(
                .journal, "\(path) is no journal: it is no file of SQLite",
                cure: [.act("name another file with --journal, or TAGMILL_JOURNAL; this one is left as it is")])
        case .absent:
            guard folder.isWritable else {
                return .stop(
                    .journal, "No journal can be made at \(path): \(folder.path) cannot be written",
                    cure: [.act("name another place with --journal, or TAGMILL_JOURNAL, or:")] + ownFolder(folder))
            }
            return .ok(.journal, "There is no journal at \(path) yet; 'tagmill run' makes it")
        case .refused(let error, let closed):
            // What cannot be read may be anybody's file; tagmill alone has one of this name beside its own.
            let isJournal = closed.contains { $0.hasSuffix("-runs") && $0 != path }
            return isJournal && (error.code == .readOnly || error.code == .cannotOpen)
                ? closedToUser(path, closed, in: folder, facts: ["\(error)"])
                : refused(error, path: path, cure: asideAnew(path, files, in: folder))
        case .present(let found, let closed):
            let facts = facts(found)
            if let damage = found.damage {
                return .stop(
                    .journal, "The journal \(path) is damaged: \(inOneLine(damage))",
                    cure: asideAnew(path, files, in: folder), facts: facts)
            }
            guard closed.isEmpty, folder.isWritable else {
                return closedToUser(path, closed, in: folder, facts: facts)
            }
            if found.version < found.currentVersion {
                return .ok(
                    .journal, "The journal \(path) is of version \(found.version); the next run migrates it",
                    facts: facts)
            }
            return .ok(.journal, "The journal \(path) can be read and written, and is sound", facts: facts)
        }
    }

    /// A run needs the file, those beside it, and the folder, in which it makes those that are not there yet.
    private static func closedToUser(
        _ path: String, _ closed: [String], in folder: FolderFacts, facts: [String]
    ) -> Finding {
        let all = (closed + (folder.isWritable ? [] : [folder.path])).joined(separator: ", ")
        let files = closed.isEmpty ? [] : own(closed, "u+rw")
        return .stop(
            .journal, "The journal \(path) cannot be used by this user: no permission to write \(all)",
            cure: folder.isReadOnly
                ? [.act("name another place with --journal, or TAGMILL_JOURNAL")]
                : files + (folder.isWritable ? [] : ownFolder(folder)), facts: facts)
    }

    /// - Parameter cure: of a damaged one.
    private static func refused(_ error: JournalError, path: String, cure: [Finding.Step]) -> Finding {
        let found = "The journal \(path) cannot be used: \(error.code.rawValue)"
        let facts = ["\(error)"]
        switch error.code {
        case .corrupt: return .stop(.journal, found, cure: cure, facts: facts)
        case .newer:
            return .stop(.journal, found, cure: [.act("use the newer tagmill, or another --journal")], facts: facts)
        case .full: return .stop(.journal, found, cure: [.act("make room on its disk")], facts: facts)
        default:
            return .stop(
                .journal, found,
                cure: [.run("ls -l \(FilePath.shellWord(path))"), .act("name another place with --journal")],
                facts: facts)
        }
    }

    /// A damaged journal is kept, whole, under another name, and a new one begun: what earlier runs left to do is in their
    /// reports too.
    private static func asideAnew(_ path: String, _ files: JournalFiles, in folder: FolderFacts) -> [Finding.Step] {
        let rerun: Finding.Step = .act(
            "the next run makes a new journal, which knows no earlier run; what those left to do, 'tagmill rerun' takes "
                + "from the report.json or failures.csv in their folders, among the reports")
        guard folder.isWritable else {
            return [.act("name another journal with --journal, or TAGMILL_JOURNAL"), rerun]
        }
        let moves = ([""] + files.endings).map { ending in
            let (old, new) = (FilePath.shellWord(files.main + ending), FilePath.shellWord(files.aside + ending))
            return Finding.Step.run("mv \(old) \(new)")
        }
        let link: [Finding.Step] =
            files.main == path ? [] : [.act("\(path) is a link to it: take it away, or name another journal")]
        let copy: [Finding.Step] =
            files.copy.map { copy -> [Finding.Step] in
                let words = "\(FilePath.shellWord(copy)) \(FilePath.shellWord(files.main))"
                return [.act("or go on with the copy from before a migration, without what came later: cp \(words)")]
            } ?? []
        let stop: Finding.Step = .act("stop every tagmill that uses it")
        return [stop] + moves + link + [rerun] + copy
    }

    /// What SQLite's check says first, without its headings (`*** in database main ***`).
    private static func inOneLine(_ damage: String) -> String {
        let lines = damage.split(whereSeparator: \.isNewline)
        return String(lines.first { !$0.hasPrefix("***") } ?? lines.first ?? "")
    }

    private static func own(_ paths: [String], _ mode: String) -> [Finding.Step] {
        let words = paths.map(FilePath.shellWord).joined(separator: " ")
        return [.run("sudo chown \"$(id -un)\" \(words)"), .run("chmod \(mode) \(words)")]
    }

    /// A folder that is still to be made is made and given to the user, and so is the one that tagmill makes of itself; any
    /// other that is there may be anybody's, and the system's.
    private static func ownFolder(_ folder: FolderFacts) -> [Finding.Step] {
        guard folder.path == folder.wanted else {
            return [.run("sudo install -d -o \"$(id -un)\" \(FilePath.shellWord(folder.wanted))")]
        }
        return folder.isDefault
            ? own([folder.path], "u+rwx") : [.run("ls -ld \(FilePath.shellWord(folder.path))")]
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
                cure: [.act("name another one with --out, or:")] + ownFolder(folder), facts: facts)
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
