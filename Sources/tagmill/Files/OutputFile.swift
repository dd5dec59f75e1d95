import Glibc

/// Writes files that appear whole: written beside, flushed, renamed (contract, section 6).
enum OutputFile {
    /// Replaces the file at `path`. When it returns, the file survives a power cut; when it throws, what was there before
    /// is still there.
    static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
        let beside = path + ".part-\(getpid())"
        let descriptor = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .cannotWrite(path: path, reason: lastSystemError()) }
        let failure = fill(descriptor, bytes) ?? (close(descriptor) == 0 ? nil : lastSystemError())
        if let failure {
            unlink(beside)
            throw .cannotWrite(path: path, reason: failure)
        }
        guard rename(beside, path) == 0 else {
            let reason = lastSystemError()
            unlink(beside)
            throw .cannotWrite(path: path, reason: reason)
        }
        flushFolder(of: path)
    }

    /// Makes a folder and those above it; one that is there already is no error.
    static func makeFolder(_ path: String) throws(CommandError) {
        var prefix = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            prefix += prefix.isEmpty || prefix.hasSuffix("/") ? String(part) : "/" + part
            if mkdir(prefix, 0o755) != 0 && errno != EEXIST {
                throw .cannotWrite(path: path, reason: lastSystemError())
            }
        }
    }

    /// The path from the root, without `.` and doubled slashes; links are not followed.
    static func absolute(_ path: String) -> String {
        var parts: [Substring] = []
        let full = path.hasPrefix("/") ? path : currentFolder() + "/" + path
        for part in full.split(separator: "/") where part != "." { parts.append(part) }
        return "/" + parts.joined(separator: "/")
    }

    private static func currentFolder() -> String {
        guard let folder = getcwd(nil, 0) else { return "" }
        defer { free(folder) }
        return String(cString: folder)
    }

    /// Writes and flushes; closes the descriptor itself where that failed. Nil, or the system's words.
    private static func fill(_ descriptor: Int32, _ bytes: [UInt8]) -> String? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                defer { close(descriptor) }
                return lastSystemError()
            }
        }
        guard fsync(descriptor) == 0 else {
            defer { close(descriptor) }
            return lastSystemError()
        }
        return nil
    }

    /// The rename itself is durable once the folder is flushed; a file system that cannot do that loses no content.
    private static func flushFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
