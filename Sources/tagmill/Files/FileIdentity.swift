import Glibc

/// Which file it is, whatever leads to it: a file with bytes that is there, or the place of one that is still to be made.
struct FileIdentity: Hashable {
    private let device: dev_t
    private let node: ino_t
    /// What follows the file or folder that is there; empty for a file that is.
    private let rest: [Substring]

    /// Nil where something else than a file with bytes is there (a folder, a pipe, a device): nothing is written over it.
    init?(_ path: String) {
        var place = FilePath.absolute(path)
        var status = stat()
        if stat(place, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else { return nil }
            (device, node, rest) = (status.st_dev, status.st_ino, [])
            return
        }
        var rest: [Substring] = []
        while place != "/" {
            rest.append(place[(place.lastIndex(of: "/").map(place.index(after:)) ?? place.startIndex)...])
            place = FilePath.parent(of: place)
            if stat(place, &status) == 0 { break }
        }
        (device, node, self.rest) = (status.st_dev, status.st_ino, rest)
    }
}

extension FileIdentity {
    /// The one of `files` that is the same file as `path`; nil where none is.
    static func match(of path: String, among files: [String]) -> String? {
        guard let own = FileIdentity(path) else { return nil }
        return files.first { FileIdentity($0) == own }
    }
}
