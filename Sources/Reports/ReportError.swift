import Glibc

/// Why the files of a report are not there. What was there before is untouched.
public struct ReportError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        case cannotCreateFolder = "cannot create the folder"
        case cannotCreateFile = "cannot create the file"
        case cannotWrite = "cannot write the file"
        /// Written, but not known to survive a power cut.
        case cannotFlush = "cannot flush to disk"
        /// Written beside, but not moved to its place.
        case cannotRename = "cannot put in place the file"
    }

    public var code: Code
    /// What the system said: a number of `errno`.
    public var systemError: Int32
    /// The file or folder in question.
    public var path: String

    public init(_ code: Code, systemError: Int32, path: String) {
        self.code = code
        self.systemError = systemError
        self.path = path
    }

    /// Errors are equal when their codes are.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// The symbol of the system's error, such as `ENOSPC`; `errno` and the number for a rare one.
    public var systemErrorName: String { Self.known[systemError]?.name ?? "errno \(systemError)" }

    public var description: String {
        guard let known = Self.known[systemError] else { return "\(code.rawValue) \(path): \(systemErrorName)" }
        return "\(code.rawValue) \(path): \(known.meaning) (\(known.name))"
    }

    /// What creating, writing, flushing and renaming meet on Linux. `strerror` depends on the locale, this does not.
    private static let known: [Int32: (name: String, meaning: String)] = [
        EACCES: ("EACCES", "permission denied"),
        EBUSY: ("EBUSY", "in use"),
        EDQUOT: ("EDQUOT", "disk quota exceeded"),
        EEXIST: ("EEXIST", "exists already"),
        EFBIG: ("EFBIG", "file too large"),
        EIO: ("EIO", "input or output error"),
        EISDIR: ("EISDIR", "is a folder"),
        ELOOP: ("ELOOP", "too many symbolic links"),
        EMFILE: ("EMFILE", "too many open files"),
        ENAMETOOLONG: ("ENAMETOOLONG", "name too long"),
        ENFILE: ("ENFILE", "too many open files in the system"),
        ENOENT: ("ENOENT", "no such file or folder"),
        ENOSPC: ("ENOSPC", "no room left on the disk"),
        ENOTDIR: ("ENOTDIR", "a part of the path is no folder"),
        EPERM: ("EPERM", "not permitted"),
        EROFS: ("EROFS", "the file system is read-only"),
    ]
}
