import Glibc

/// Paths as they are shown and kept.
enum FilePath {
    /// The path from the root, without `.` and doubled slashes; links are not followed. A relative path stays as it is
    /// where the current folder was deleted: nothing can be made in it, and nothing is made elsewhere instead.
    static func absolute(_ path: String) -> String {
        var parts: [Substring] = []
        var full = path
        if !path.hasPrefix("/") {
            guard let folder = currentFolder() else { return path }
            full = folder + "/" + path
        }
        for part in full.split(separator: "/") where part != "." { parts.append(part) }
        return "/" + parts.joined(separator: "/")
    }

    /// The folder of an absolute path.
    static func parent(of path: String) -> String { "/" + path.split(separator: "/").dropLast().joined(separator: "/") }

    /// The path as one word of a shell's command line.
    static func shellWord(_ path: String) -> String {
        let isPlain = path.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || "0123456789/._-+,:@%".unicodeScalars.contains(scalar)
        }
        return isPlain && !path.isEmpty ? path : quotedWord(path)
    }

    /// Any text as one word of a shell's command line, in single quotes.
    static func quotedWord(_ path: String) -> String {
        "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }

    private static func currentFolder() -> String? {
        guard let folder = getcwd(nil, 0) else { return nil }
        defer { free(folder) }
        return String(cString: folder)
    }
}
