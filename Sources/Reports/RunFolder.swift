import Glibc

/// The folder of a run, and files that appear in it whole.
public struct RunFolder: Sendable {
    public let path: String

    /// Makes the folder, and those above it, where they are not there.
    public init(path: String) throws(ReportError) {
        var path = path
        while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
        self.path = path.isEmpty ? "." : path
        try Self.make(self.path)
    }

    /// Creates a file beside its place. `written` is handed every byte that is written to it, in order.
    func pendingFile(
        _ name: String, written: @escaping (ArraySlice<UInt8>) -> Void = { _ in }
    ) throws(ReportError) -> PendingFile {
        try PendingFile(folder: path, name: name, written: written)
    }

    /// Puts files in their places: all of them are on the disk before the first appears.
    func putInPlace(_ files: [PendingFile]) throws(ReportError) {
        for file in files { try file.flush() }
        for file in files { try file.putInPlace() }
        try Self.flush(path)
    }

    private static func make(_ path: String) throws(ReportError) {
        var missing: [String] = []
        var folder = path
        // Upwards to the first folder that is there; every round takes a name off the path.
        while access(folder, F_OK) != 0 && !folder.isEmpty {
            missing.append(folder)
            folder = parent(of: folder)
        }
        for folder in missing.reversed() {
            guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
                throw ReportError(.cannotCreateFolder, systemError: errno, path: folder)
            }
            try flush(parent(of: folder))
        }
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return path == "." ? "" : "." }
        var parent = String(path[..<slash])
        while parent.hasSuffix("/") { parent.removeLast() }
        return parent.isEmpty && path != "/" ? "/" : parent
    }

    /// Makes the names in a folder survive a power cut.
    private static func flush(_ folder: String) throws(ReportError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ReportError(.cannotFlush, systemError: errno, path: folder) }
        defer { close(descriptor) }
        // Some network file systems cannot flush a folder and say EINVAL: there is no more to be had there.
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw ReportError(.cannotFlush, systemError: errno, path: folder)
        }
    }
}
