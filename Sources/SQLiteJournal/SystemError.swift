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
}
