import Glibc
import Operations
import Threads

/// The file or pipe of `--events`. Opened without waiting: a named pipe that nobody reads yet is opened when somebody does.
final class EventFile: TextOutput {
    private let path: String
    /// Nil for a named pipe that has no reader yet.
    private let descriptor: Monitor<Int32?>

    /// How often a named pipe without a reader is tried again.
    private static let pauseMilliseconds: Int32 = 50

    /// Makes the file, or empties it. Throws `refusedFile` for a folder and for one of `files`, by whatever name it is
    /// called, and `cannotWrite` where the system does not let it be written.
    init(path: String, sparing files: [String]) throws(CommandError) {
        self.path = path
        // Before a file is made in the place of one that is to be made.
        try Self.spare(files, path)
        guard let opened = try Self.open(path) else {
            descriptor = Monitor(nil)
            return
        }
        do throws(CommandError) {
            try Self.empty(opened, path, sparing: files)
        } catch {
            close(opened)
            throw error
        }
        descriptor = Monitor(opened)
    }

    deinit {
        if let opened = descriptor.withLock({ $0 }) { close(opened) }
    }

    func write(_ text: String) -> OutputResult { write(text) { false } }

    func write(_ text: String, unless isAbandoned: () -> Bool) -> OutputResult {
        while true {
            if let opened = descriptor.withLock({ $0 }) {
                return DescriptorOutput(descriptor: opened).write(text, unless: isAbandoned)
            }
            if isAbandoned() { return .abandoned }
            do throws(CommandError) {
                if let opened = try Self.open(path) { descriptor.withLock { $0 = opened } } else { pause() }
            } catch {
                return .failed(lastSystemError())
            }
        }
    }

    private func pause() { _ = poll(nil, 0, Self.pauseMilliseconds) }

    /// Nil for a named pipe without a reader.
    private static func open(_ path: String) throws(CommandError) -> Int32? {
        let flags = O_WRONLY | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let opened = Glibc.open(path, flags, 0o666)
        if opened >= 0 { return opened }
        switch errno {
        case EISDIR: throw .refusedFile(path: path, reason: "is a folder; --events takes a file or -")
        case ENXIO where isNamedPipe(path): return nil
        default: throw .cannotWrite(path: path, reason: lastSystemError())
        }
    }

    private static func isNamedPipe(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    private static func empty(_ opened: Int32, _ path: String, sparing files: [String]) throws(CommandError) {
        var own = stat()
        guard fstat(opened, &own) == 0 else { throw .cannotWrite(path: path, reason: lastSystemError()) }
        guard own.st_mode & S_IFMT == S_IFREG else { return }
        // Now that it is there, a link that led nowhere is followed.
        try spare(files, path)
        guard ftruncate(opened, 0) == 0 else { throw .cannotWrite(path: path, reason: lastSystemError()) }
    }

    private static func spare(_ files: [String], _ path: String) throws(CommandError) {
        guard FileIdentity.match(of: path, among: files) != nil else { return }
        throw .refusedFile(path: path, reason: "the command itself needs this file; --events would write over it")
    }
}
