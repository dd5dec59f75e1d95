import Glibc
import Provisioning

/// Which runs of a journal are in use, for other processes to see.
///
/// One file beside the journal, of which nothing but byte ranges is ever locked: byte 0 while the journal is set up,
/// byte n while run number n is in use. The locks are open file description locks (Linux, fcntl(2)): the system drops
/// them when the process dies, whatever it died of, and, unlike the older record locks, they hold between two journals
/// of one process too and outlive the closing of another descriptor. The file is left where it is: deleting it while
/// another process opens it would make two files of it.
///
/// Owns the descriptor. Used by one thread at a time.
final class RunLocks {
    private let descriptor: Int32
    private var held: Set<Int64> = []

    /// `F_OFD_SETLK` and `F_OFD_SETLKW` of linux/fcntl.h, the same on every architecture; Glibc's module leaves them out.
    private static let setLock: Int32 = 37
    private static let setLockAndWait: Int32 = 38

    /// - Parameter path: of the journal.
    init(journal path: String) throws(JournalError) {
        let name = path + "-runs"
        descriptor = Glibc.open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            let number = errno
            let code: JournalError.Code =
                switch number {
                case EACCES, EPERM, EROFS: .readOnly
                case ENOSPC, EDQUOT: .full
                default: .cannotOpen
                }
            throw JournalError(code, context: "\(name): \(String(cString: strerror(number)))")
        }
    }

    deinit { close(descriptor) }

    func holds(_ run: Int64) -> Bool { held.contains(run) }

    /// Takes the run, unless another process, or another journal of this one, holds it.
    func take(_ run: Int64) -> Bool {
        if held.contains(run) { return true }
        guard change(run, to: F_WRLCK, Self.setLock) else { return false }
        held.insert(run)
        return true
    }

    func giveBack(_ run: Int64) {
        guard held.remove(run) != nil else { return }
        _ = change(run, to: F_UNLCK, Self.setLock)
    }

    /// Does `body` while no other process sets the journal up. Waits for one that does.
    func whileSettingUp<Result>(_ body: () throws(JournalError) -> Result) throws(JournalError) -> Result {
        while !change(0, to: F_WRLCK, Self.setLockAndWait) {
            guard errno == EINTR else { throw JournalError(.cannotOpen, context: String(cString: strerror(errno))) }
        }
        defer { _ = change(0, to: F_UNLCK, Self.setLock) }
        return try body()
    }

    private func change(_ byte: Int64, to type: Int32, _ command: Int32) -> Bool {
        var lock = flock()
        lock.l_type = Int16(type)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = Int(byte)
        lock.l_len = 1
        return fcntl(descriptor, command, &lock) == 0
    }
}
