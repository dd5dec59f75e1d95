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
