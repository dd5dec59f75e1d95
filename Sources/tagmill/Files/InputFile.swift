import Glibc

/// Reads the files that the command line names.
enum InputFile {
    /// The most that a job, a settings file or a rack may have. A million rows take less; more is a mistaken file, and
    /// is refused before memory is filled with it.
    static let mostBytes = 256 * 1024 * 1024

    /// The whole file; `-` is standard input where `allowsStandardInput`. `cure` says what to do with a larger one.
    static func bytes(
        at path: String, atMost limit: Int = mostBytes, allowsStandardInput: Bool = false, cure: String = ""
    ) throws(CommandError) -> [UInt8] {
        if path == "-" && allowsStandardInput {
            return try bytes(of: STDIN_FILENO, "standard input", atMost: limit, cure)
        }
        var result: [UInt8] = []
        try pieces(at: path) { (piece) throws(CommandError) in
            try append(piece, to: &result, path, atMost: limit, cure)
        }
        return result
    }

    /// The whole file, piece after piece, of any size.
    static func pieces(
        at path: String, _ body: (ArraySlice<UInt8>) throws(CommandError) -> Void
    ) throws(CommandError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadableFile(path: path, reason: lastSystemError()) }
        defer { close(descriptor) }
        try pieces(of: descriptor, path, body)
    }

    /// The beginning of a file, of any size.
    static func head(of path: String, upTo count: Int) throws(CommandError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadableFile(path: path, reason: lastSystemError()) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        while true {
            let length = read(descriptor, &bytes, count)
            if length >= 0 { return Array(bytes[..<length]) }
            guard errno == EINTR else { throw .unreadableFile(path: path, reason: lastSystemError()) }
        }
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// A file with bytes of its own; no pipe, socket or device.
    static func isPlain(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func bytes(
        of descriptor: Int32, _ path: String, atMost limit: Int, _ cure: String
    ) throws(CommandError) -> [UInt8] {
        var result: [UInt8] = []
        try pieces(of: descriptor, path) { (piece) throws(CommandError) in
            try append(piece, to: &result, path, atMost: limit, cure)
        }
        return result
    }

    private static func append(
        _ piece: ArraySlice<UInt8>, to result: inout [UInt8], _ path: String, atMost limit: Int, _ cure: String
    ) throws(CommandError) {
        result += piece
        guard result.count <= limit else {
            let reason = "is larger than \(limit / 1024) KiB, which is the most that is read"
            throw .refusedFile(path: path, reason: cure.isEmpty ? reason : reason + "; " + cure)
        }
    }

    private static func pieces(
        of descriptor: Int32, _ path: String, _ body: (ArraySlice<UInt8>) throws(CommandError) -> Void
    ) throws(CommandError) {
        while true {
            var count = 0
            let piece = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, length in
                count = read(descriptor, buffer.baseAddress, buffer.count)
                length = max(0, count)
            }
            if count == 0 { return }
            if count < 0 {
                if errno == EINTR { continue }
                throw .unreadableFile(path: path, reason: lastSystemError())
            }
            try body(piece[...])
        }
    }
}

/// The words of the system for the last error.
func lastSystemError() -> String { String(cString: strerror(errno)) }
