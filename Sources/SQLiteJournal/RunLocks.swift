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
    let descriptor: Int32
    private var held: Set<Int64> = []

    /// `F_OFD_GETLK`, `F_OFD_SETLK` and `F_OFD_SETLKW` of linux/fcntl.h, the same on every architecture; Glibc's module leaves them out.
    private static let getLock: Int32 = 36
    private static let setLock: Int32 = 37
    private static let setLockAndWait: Int32 = 38

    /// - Parameter path: of the journal.
    init(journal path: String) throws(JournalError) {
        let name = path + "-runs"
        descriptor = Glibc.open(name, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw JournalError.system(name) }
    }

    deinit { close(descriptor) }

    func holds(_ run: Int64) -> Bool { held.contains(run) }

    /// Takes the run. False: another process, or another journal of this one, holds it.
    func take(_ run: Int64) throws(JournalError) -> Bool {
        if held.contains(run) { return true }
        guard change(run, to: F_WRLCK, Self.setLock) else {
            // fcntl(2): either of these says that the range is locked; anything else, that there are no locks to be had.
            if errno == EAGAIN || errno == EACCES { return false }
            throw JournalError.system("the lock of the run")
        }
        held.insert(run)
        return true
    }

    func giveBack(_ run: Int64) {
        guard held.remove(run) != nil else { return }
        _ = change(run, to: F_UNLCK, Self.setLock)
    }

    /// Takes every run there is and may be. False: one of them is in use.
    func takeAll() throws(JournalError) -> Bool {
        // A length of 0 reaches to the end of all numbers.
        guard !change(1, length: 0, to: F_WRLCK, Self.setLock) else { return true }
        if errno == EAGAIN || errno == EACCES { return false }
        throw JournalError.system("the lock of the runs")
    }

    func giveBackAll() {
        held.removeAll()
        _ = change(1, length: 0, to: F_UNLCK, Self.setLock)
    }

    /// Which of these runs somebody holds at this moment, this process included. Takes nothing, waits for nobody, and makes
    /// no file.
    /// - Parameter path: of the journal.
    static func areInUse(_ runs: [Int64], journal path: String) throws(JournalError) -> Set<Int64> {
        let name = path + "-runs"
        let descriptor = Glibc.open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return [] }
            throw JournalError.system(name)
        }
        defer { close(descriptor) }
        var inUse: Set<Int64> = []
        for run in runs {
            var lock = range(run, length: 1, F_RDLCK)
            guard fcntl(descriptor, getLock, &lock) == 0 else { throw JournalError.system(name) }
            if Int32(lock.l_type) != F_UNLCK { inUse.insert(run) }
        }
        return inUse
    }

    /// Does `body` while no other process sets the journal up. Waits for one that does.
    func whileSettingUp<Result>(_ body: () throws(JournalError) -> Result) throws(JournalError) -> Result {
        while !change(0, to: F_WRLCK, Self.setLockAndWait) {
            guard errno == EINTR else { throw JournalError.system("the lock of the journal") }
        }
        defer { _ = change(0, to: F_UNLCK, Self.setLock) }
        return try body()
    }

    private func change(_ byte: Int64, length: Int = 1, to type: Int32, _ command: Int32) -> Bool {
        var lock = Self.range(byte, length: length, type)
        return fcntl(descriptor, command, &lock) == 0
    }

    private static func range(_ byte: Int64, length: Int, _ type: Int32) -> flock {
        var lock = flock()
        lock.l_type = Int16(type)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = Int(byte)
        lock.l_len = length
        return lock
    }
}
