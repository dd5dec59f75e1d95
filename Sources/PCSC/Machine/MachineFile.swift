internal import Glibc

/// Files of the kernel, read whole within bounds. What cannot be read is nil or empty.
enum MachineFile {
    /// The first `Limits.machineFile` bytes of a file, as text.
    static func text(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while bytes.count < Limits.machineFile {
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return String(decoding: bytes.prefix(Limits.machineFile), as: UTF8.self)
    }

    /// The first line of a file, without control characters: it may come from a device and is shown to people.
    static func line(of path: String) -> String? {
        guard let text = text(of: path) else { return nil }
        let line = text.unicodeScalars.prefix { $0 != "\n" }
        let shown = line.filter { !($0.properties.generalCategory == .control) }
        return String(String.UnicodeScalarView(shown))
    }

    /// The lines of a file, handed out one after another: at most `Limits.machineList` bytes, and of a line that is longer than
    /// `Limits.machineLine` nothing.
    static func eachLine(of path: String, _ body: (String) -> Void) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var total = 0
        var line: [UInt8] = []
        var isTooLong = false
        var chunk = [UInt8](repeating: 0, count: 65_536)
        func end() {
            if !isTooLong { body(String(decoding: line, as: UTF8.self)) }
            line.removeAll(keepingCapacity: true)
            isTooLong = false
        }
        while total < Limits.machineList {
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { break }
            total += count
            for part in chunk[..<count].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .enumerated()
            {
                if part.offset > 0 { end() }
                if line.count + part.element.count > Limits.machineLine {
                    isTooLong = true
                } else {
                    line += part.element
                }
            }
        }
        if !line.isEmpty { end() }
    }

    /// Whether a name is there, also a link that leads nowhere.
    static func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Where a link leads, as it is written in it; nil for what is no link.
    static func target(of path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    /// The path with every link followed.
    static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The names in a folder, in order.
    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while names.count < Limits.machineFolder, let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
