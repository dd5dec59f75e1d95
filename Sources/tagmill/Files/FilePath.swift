import Glibc

/// Paths as they are shown and kept.
enum FilePath {
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
}
