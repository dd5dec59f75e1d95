import Glibc
import Jobs

/// A file that is written beside its place and appears there whole, by a rename, or not at all.
///
/// Used on one thread. The first error sticks: later writes do nothing, and `flush` throws it. What was not put in place
/// is removed with the object.
final class PendingFile {
    /// How much is gathered before it goes to the system.
    private static let bufferSize = 1 << 16

    /// How many temporary names are tried; other processes and earlier crashes may hold some.
    private static let namesLimit = 1000

    /// Where the file is to appear.
    let path: String
    private let temporaryPath: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var failure: ReportError?
    private var isInPlace = false
    /// Is handed every byte that the system took, in order.
    private let written: (ArraySlice<UInt8>) -> Void

    init(
        folder: String, name: String, written: @escaping (ArraySlice<UInt8>) -> Void = { _ in }
    ) throws(ReportError) {
        path = "\(folder)/\(name)"
        self.written = written
        for number in 0..<Self.namesLimit {
            let candidate = "\(folder)/" + Self.temporaryName(name, process: getpid(), number)
            let opened = open(candidate, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if opened >= 0 {
                temporaryPath = candidate
                descriptor = opened
                return
            }
            guard errno == EEXIST else { break }
        }
        throw ReportError(.cannotCreateFile, systemError: errno, path: path)
    }

    /// Removes the temporary files of these names whose process is no more: it was killed while it wrote them. Those of
    /// processes that live, this one too, stay, and so does everything else. What cannot be removed stays: it is in nobody's
    /// way.
    static func removeLeftOvers(in folder: String, of names: [String]) {
        guard let entries = opendir(folder) else { return }
        defer { closedir(entries) }
        var leftOvers: [String] = []
        while let entry = readdir(entries) {
            let found = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let process = names.lazy.compactMap({ Self.process(ofTemporary: found, for: $0) }).first else {
                continue
            }
            if kill(process, 0) != 0 && errno == ESRCH { leftOvers.append(found) }
        }
        for name in leftOvers { unlink("\(folder)/\(name)") }
    }

    private static func temporaryName(_ name: String, process: pid_t, _ number: Int) -> String {
        ".\(name).\(process).\(number).tmp"
    }

    /// Which process made a temporary file; nil for a name that `temporaryName` does not give.
    private static func process(ofTemporary found: String, for name: String) -> pid_t? {
        guard found.hasPrefix(".\(name).") else { return nil }
        let parts = found.dropFirst(name.count + 2).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let process = pid_t(parts[0]), process > 0, let number = Int(parts[1]),
            found == temporaryName(name, process: process, number)
        else { return nil }
        return process
    }

    deinit {
        close(descriptor)
        if !isInPlace { unlink(temporaryPath) }
    }

    /// Appends text, as UTF-8.
    func write(_ text: String) { write(bytes: text.utf8) }

    /// Appends bytes.
    func write(bytes: some Sequence<UInt8>) {
        guard failure == nil else { return }
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.bufferSize { drain() }
    }

    /// Appends what was written, and takes it out.
    func take(_ csv: inout CSVWriter) {
        write(bytes: csv.bytes)
        csv.removeAll()
    }

    /// Appends what was written, and takes it out.
    func take(_ json: inout JSONWriter) {
        write(bytes: json.bytes)
        json.removeAll()
    }

    /// Appends everything that was written to another pending file, whose error becomes this one's.
    func append(_ other: PendingFile) {
        other.readBack(by: 1) { write(bytes: $0) }
        fail(as: other)
    }

    /// An error of another file, which this one's content comes from, is this one's too.
    func fail(as other: PendingFile) { failure = failure ?? other.failure }

    /// Hands over everything that was written, in pieces of so many bytes or several times as many; what is left at the end is
    /// less and is not handed over.
    func readBack(by size: Int, _ body: (ArraySlice<UInt8>) -> Void) {
        drain()
        var offset: off_t = 0
        var piece = [UInt8](repeating: 0, count: max(size, Self.bufferSize / size * size))
        while failure == nil {
            let count = pread(descriptor, &piece, piece.count, offset)
            if count < 0 && errno == EINTR { continue }
            if count < 0 { failure = ReportError(.cannotWrite, systemError: errno, path: path) }
            let whole = max(0, count) / size * size
            if whole == 0 { return }
            body(piece[..<whole])
            offset += off_t(whole)
        }
    }

    /// Brings everything to the disk. Throws the first error of this or of any write before.
    func flush() throws(ReportError) {
        drain()
        if let failure { throw failure }
        guard fsync(descriptor) == 0 else { throw ReportError(.cannotFlush, systemError: errno, path: path) }
    }

    /// Puts the file in its place, over what stood there. After `flush`.
    func putInPlace() throws(ReportError) {
        guard rename(temporaryPath, path) == 0 else {
            throw ReportError(.cannotRename, systemError: errno, path: path)
        }
        isInPlace = true
    }

    /// Hands the buffer to the system, all of it or up to an error.
    private func drain() {
        var start = 0
        while failure == nil && start < buffer.count {
            let count = buffer.withUnsafeBytes { bytes in
                Glibc.write(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
            }
            if count >= 0 {
                written(buffer[start..<(start + count)])
                start += count
            } else if errno != EINTR {
                failure = ReportError(.cannotWrite, systemError: errno, path: path)
            }
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
