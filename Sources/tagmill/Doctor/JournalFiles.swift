import Glibc

/// The files of a journal that can be used no more: where they go, and what may take their place.
struct JournalFiles: Hashable, Sendable {
    /// The journal itself, behind a link where its name is one.
    var main: String
    /// Which of SQLite's own files are beside it; each goes where it goes.
    var endings: [String]
    /// A name beside it that is free.
    var aside: String
    /// The newest copy that was made before a migration; nil where none is there.
    var copy: String?

    init(main: String, endings: [String] = [], aside: String? = nil, copy: String? = nil) {
        self.main = main
        self.endings = endings
        self.aside = aside ?? main + ".damaged"
        self.copy = copy
    }

    /// Looks beside the journal of an absolute path.
    init(beside path: String) {
        let main = Self.behindLink(path)
        let endings = ["-wal", "-shm"]
        var (aside, number) = (main + ".damaged", 1)
        while ([""] + endings).contains(where: { Self.isThere(aside + $0) }) {
            number += 1
            aside = "\(main).damaged-\(number)"
        }
        self.init(
            main: main, endings: endings.filter { Self.isThere(main + $0) }, aside: aside, copy: Self.copy(of: main))
    }

    /// The file begins as no SQLite file does (sqlite.org/fileformat.html, 1.3), and no run ever had its locks beside it.
    /// An empty file may become a journal.
    static func areOfAnotherKind(_ path: String) -> Bool {
        guard !isThere(behindLink(path) + "-runs") else { return false }
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var header = [UInt8](repeating: 0, count: 16)
        let count = read(descriptor, &header, header.count)
        return count > 0 && !header.starts(with: "SQLite format 3\0".utf8)
    }

    /// A migration leaves `PATH-version-N`, or `PATH-version-N-2` … where that was taken.
    private static func copy(of main: String) -> String? {
        for version in (1..<100).reversed() {
            let first = "\(main)-version-\(version)"
            guard isThere(first) else { continue }
            var (newest, number) = (first, 2)
            while isThere("\(first)-\(number)") {
                newest = "\(first)-\(number)"
                number += 1
            }
            return newest
        }
        return nil
    }

    private static func behindLink(_ path: String) -> String {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, let file = realpath(path, nil) else {
            return path
        }
        defer { free(file) }
        return String(cString: file)
    }

    private static func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
