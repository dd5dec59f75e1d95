import Glibc
import JobFiles

/// The bytes of a file in pieces, each read when it is wanted. Closes the file.
final class FilePieces {
    private let path: String
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 17)
    /// Why no more could be read.
    private(set) var failure: CommandError?

    init(path: String) throws(CommandError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadableFile(path: path, reason: lastSystemError()) }
    }

    deinit { close(descriptor) }

    /// Ends where the file ends, and where it cannot be read: then `failure` is set.
    var source: ByteSource { ByteSource { [self] in next() } }

    private func next() -> ArraySlice<UInt8>? {
        while failure == nil {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 { return buffer[..<count] }
            if count == 0 { break }
            if errno != EINTR { failure = .unreadableFile(path: path, reason: lastSystemError()) }
        }
        return nil
    }
}
