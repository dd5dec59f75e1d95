import Glibc
import Provisioning

/// The files that were opened, so that a path that names others now is found out: a file that was deleted, moved or
/// replaced is written to without an error, and what was written is lost with the last process that has it open.
struct OpenedFiles {
    /// Which file it is, whatever its name.
    private struct Identity: Equatable {
        var device: UInt
        var number: UInt

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, number) = (UInt(status.st_dev), UInt(status.st_ino))
        }

        init?(descriptor: Int32) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { return nil }
            (device, number) = (UInt(status.st_dev), UInt(status.st_ino))
        }
    }

    private let path: String
    private let journal: Identity
    private let log: Identity
    private let runs: Identity

    /// - Parameters:
    ///   - path: of a journal that is open and has its write-ahead log beside it.
    ///   - locks: what tells others which runs are held; under another file of that name a second process would hold them too.
    init(path: String, locks: RunLocks) throws(JournalError) {
        self.path = path
        guard let journal = Identity(path), let log = Identity(path + "-wal"),
            let runs = Identity(descriptor: locks.descriptor)
        else { throw JournalError(.gone, context: path) }
        (self.journal, self.log, self.runs) = (journal, log, runs)
    }

    /// The name that is another file's or nobody's now; nil where all is in place.
    private var lost: String? {
        let files = [(path, journal), (path + "-wal", log), (path + "-runs", runs)]
        return files.first { Identity($0.0) != $0.1 }?.0
    }

    /// What an error of SQLite comes from, where the files tell: SQLite calls some full disks an input/output error.
    func explain(_ error: JournalError) -> JournalError {
        if let lost { return JournalError(.gone, context: lost) }
        var status = statvfs()
        let isFull = statvfs(path, &status) == 0 && status.f_bavail < Self.blocksMinimum
        return error.code == .failed && isFull ? JournalError(.full, context: error.context) : error
    }

    /// With fewer free blocks not even the smallest transaction fits.
    private static let blocksMinimum: UInt = 4

    func requireInPlace() throws(JournalError) {
        if let lost { throw JournalError(.gone, context: lost) }
    }
}
