import Glibc

/// A file at a path that the user named.
package enum NamedFile {
    /// Writes the text, as UTF-8.
    static func write(_ text: String, to path: String) throws(ReportError) { try write(Array(text.utf8), to: path) }

    /// Writes the bytes: a plain file appears whole, by way of a pending file, and so does one that is not there yet, with
    /// the folders above it. What else stands there, a pipe, a device or a link such as `/dev/stdout`, is never replaced:
    /// it is opened and written to.
    package static func write(_ bytes: [UInt8], to path: String) throws(ReportError) {
        guard let kind = kind(of: path) else { return try replace(path, with: bytes) }
        switch kind {
        case S_IFREG: try replace(path, with: bytes)
        case S_IFDIR: throw ReportError(.cannotCreateFile, systemError: EISDIR, path: path)
        default: try writeThrough(bytes, to: path)
        }
    }

    /// The file type of `lstat`; nil where nothing is there, or it cannot be told.
    private static func kind(of path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    private static func replace(_ path: String, with bytes: [UInt8]) throws(ReportError) {
        let file = try GrowingFile(path: path)
        file.append(bytes)
        try file.putInPlace()
    }

    private static func writeThrough(_ bytes: [UInt8], to path: String) throws(ReportError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw ReportError(.cannotCreateFile, systemError: errno, path: path) }
        defer { close(descriptor) }
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                start += count
            } else if errno != EINTR {
                throw ReportError(.cannotWrite, systemError: errno, path: path)
            }
        }
    }
}
