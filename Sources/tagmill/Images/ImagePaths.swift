import Glibc

/// The image files that PATHs of a command line name: files as they are given, and folders, walked.
struct ImagePaths: Hashable, Sendable {
    struct File: Hashable, Sendable {
        /// As given, or the folder as given with the path in it.
        let path: String
        /// Named by hand, and not found in a folder.
        var isNamed: Bool
    }

    /// In the order of the PATHs, those of a folder by the bytes of their paths; each file once, however many ways lead to it.
    private(set) var files: [File] = []
    /// By the bytes of the real path: names that are equal as texts may be two files.
    private var places: [[UInt8]: Int] = [:]

    /// Walks the paths.
    ///
    /// In a folder, names that begin with a dot are not looked at, and links to folders are not followed. Throws where a path
    /// is not there, or a folder cannot be read: what is in it must not go unseen.
    init(_ paths: [String]) throws(CommandError) {
        for path in paths {
            guard let kind = Self.kind(of: path) else {
                throw .unreadableFile(path: path, reason: lastSystemError())
            }
            guard kind == S_IFDIR else {
                add(File(path: path, isNamed: true))
                continue
            }
            for path in try Self.walk(path) { add(File(path: path, isNamed: false)) }
        }
    }

    private mutating func add(_ file: File) {
        let real = Array((Self.resolved(file.path) ?? file.path).utf8)
        if let place = places[real] {
            if file.isNamed { files[place].isNamed = true }
        } else {
            places[real] = files.count
            files.append(file)
        }
    }

    /// The paths of the files below a folder, sorted by their bytes.
    private static func walk(_ top: String) throws(CommandError) -> [String] {
        var found: [String] = []
        var folders = [top]
        while let folder = folders.popLast() {
            for name in try names(in: folder) where !name.hasPrefix(".") {
                let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
                if kind(of: path, followsLink: false) == S_IFDIR {
                    folders.append(path)
                } else if kind(of: path) != S_IFDIR {
                    found.append(path)
                }
            }
        }
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func names(in folder: String) throws(CommandError) -> [String] {
        guard let stream = opendir(folder) else {
            throw .unreadableFile(path: folder, reason: lastSystemError())
        }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                // The end, unless the system says otherwise.
                guard errno == 0 else { throw .unreadableFile(path: folder, reason: lastSystemError()) }
                return names
            }
            let bytes = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard let name = String(validating: bytes, as: UTF8.self) else {
                let shown = folder + "/" + String(decoding: bytes, as: UTF8.self)
                throw .unreadableFile(path: shown, reason: "its name is no UTF-8; rename it")
            }
            names.append(name)
        }
    }

    /// The bits of the file's type; nil where nothing is there.
    private static func kind(of path: String, followsLink: Bool = true) -> mode_t? {
        var status = stat()
        let result = followsLink ? stat(path, &status) : lstat(path, &status)
        return result == 0 ? status.st_mode & S_IFMT : nil
    }

    /// The path without links; nil where it leads nowhere.
    private static func resolved(_ path: String) -> String? {
        guard let text = realpath(path, nil) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}

extension ImagePaths.File {
    /// A pipe, a socket, a device: there is something, and it is no file with bytes.
    var isSpecial: Bool { InputFile.exists(path) && !InputFile.isPlain(path) }

    /// The last part of the path.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Whether it must be an image: one that was named, and one in a folder whose ending only images have. What cannot be read
    /// of these is told, so that no tag of a set goes unseen.
    var isMeant: Bool {
        let name = name.lowercased()
        return isNamed || [".nfc", ".eml", ".mct", ".mfd", ".t4t", ".ndef"].contains { name.hasSuffix($0) }
    }
}
