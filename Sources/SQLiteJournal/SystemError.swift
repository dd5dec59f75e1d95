import Glibc
import Provisioning

extension JournalError {
    /// What a system call on `path` left in `errno`. Call at once.
    static func system(_ path: String) -> JournalError {
        let number = errno
        let code: Code =
            switch number {
            case EACCES, EPERM, EROFS: .readOnly
            case ENOSPC, EDQUOT: .full
            default: .cannotOpen
            }
        return JournalError(code, context: "\(path): \(String(cString: strerror(number)))")
    }

    /// The file is there, and no journal is in it: none yet where it has no byte; else it was copied, or kept, without the
    /// log that SQLite had beside it.
    static func empty(_ path: String) -> JournalError {
        var status = stat()
        if stat(path, &status) == 0, status.st_size == 0 { return JournalError(.notThere, context: path) }
        return JournalError(.corrupt, context: "\(path): no journal is in it; is it a copy without its -wal file?")
    }
}
