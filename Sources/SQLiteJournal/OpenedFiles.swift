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
    }

    private let path: String
    private let journal: Identity
    private let log: Identity

    /// - Parameter path: of a journal that is open and has its write-ahead log beside it.
    init(path: String) throws(JournalError) {
        self.path = path
        guard let journal = Identity(path), let log = Identity(path + "-wal") else {
            throw JournalError(.gone, context: path)
        }
        (self.journal, self.log) = (journal, log)
    }

    var areInPlace: Bool { Identity(path) == journal && Identity(path + "-wal") == log }

    var gone: JournalError { JournalError(.gone, context: path) }

    /// What an error of SQLite comes from, where the files tell: SQLite calls some full disks an input/output error.
    func explain(_ error: JournalError) -> JournalError {
        guard areInPlace else { return gone }
        var status = statvfs()
        let isFull = statvfs(path, &status) == 0 && status.f_bavail < Self.blocksMinimum
        return error.code == .failed && isFull ? JournalError(.full, context: error.context) : error
    }

    /// With fewer free blocks not even the smallest transaction fits.
    private static let blocksMinimum: UInt = 4

    func requireInPlace() throws(JournalError) {
        guard areInPlace else { throw gone }
    }
}
