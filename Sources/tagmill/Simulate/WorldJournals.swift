import FoundationEssentials
import Glibc
import Provisioning
import SQLiteJournal
import Simulator
import Tags
import Threads

/// Journals of worlds in files, as `run` keeps its own: for each world a new one, a copy of one without runs, and for each
/// process of the world that opens it an object of its own.
///
/// They lie in a temporary folder, with one in it for each thread.
final class WorldJournals: Sendable {
    private let folder: String
    /// A journal without runs, as its file is.
    private let empty: [UInt8]
    private let whenFailed: @Sendable (_ reason: String) -> Never
    /// Whoever plays on finds nothing, which is no failure: the process is ending.
    private let isRemoved = Guarded(false)

    /// What a world may take: with less, what fails is the disk, and the world is no longer that of its seed.
    private static let bytesMinimum: UInt = 16 << 20

    /// - Parameters:
    ///   - environment: `TMPDIR` says where temporary files are; else they are in /tmp.
    ///   - fail: ends the process when there is no more journal to be had.
    init(
        in environment: [String: String], fail: @escaping @Sendable (_ reason: String) -> Never
    ) throws(CommandError) {
        let parent = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array((FilePath.absolute(parent) + "/tagmill-worlds-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw .cannotWrite(path: parent, reason: String(cString: strerror(errno)))
        }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        whenFailed = fail
        let path = folder + "/empty.sqlite"
        do throws(JournalError) {
            _ = try SQLiteJournal(path: path, createIfMissing: true, digest: Simulator.quickDigest)
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw .journal(error, path: path)
        }
        do throws(CommandError) {
            empty = try InputFile.bytes(at: path)
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
    }

    /// Takes all of it away. Whoever is in the middle of a world may make a file meanwhile: then it is tried again.
    func remove() {
        isRemoved.withLock { $0 = true }
        for _ in 0..<Self.removals {
            try? FileManager.default.removeItem(atPath: folder)
            guard InputFile.exists(folder) else { return }
            usleep(Self.removalPause)
        }
    }

    /// How often, and the pause between in microseconds. A world makes a handful of files, and no thread begins another.
    private static let removals = 200
    private static let removalPause: UInt32 = 2000

    private func fail(_ reason: String) -> Never {
        guard isRemoved.withLock({ $0 }) else { whenFailed(reason) }
        while true { pause() }
    }

    /// One that plays over these journals.
    /// - Parameter thread: the one on which it plays; no other simulator has this number.
    func simulator(_ thread: Int, verifySignature: SignatureVerifier?) -> Simulator {
        let files = Files(self, folder: "\(folder)/\(thread)")
        return Simulator(
            digest: Simulator.quickDigest, makeJournal: { files.make() }, reopened: { _ in files.open() },
            verifySignature: verifySignature)
    }

    /// The files of one thread.
    private final class Files: Sendable {
        private let journals: WorldJournals
        private let folder: String
        /// Of the world that is played. What an earlier one left open does not meet its files.
        private let number = Guarded(0)

        init(_ journals: WorldJournals, folder: String) {
            self.journals = journals
            self.folder = folder
            mkdir(folder, 0o700)
        }

        func make() -> any Journal {
            let number = number.withLock { number in
                defer { number += 1 }
                return number
            }
            for end in ["", "-wal", "-shm", "-runs"] { unlink(path(number) + end) }
            var status = statvfs()
            if statvfs(folder, &status) == 0, status.f_bavail * status.f_frsize < WorldJournals.bytesMinimum {
                journals.fail("\(folder): no space is left on the disk")
            }
            copy(to: path(number + 1))
            return open()
        }

        func open() -> any Journal {
            do throws(JournalError) {
                return try SQLiteJournal(
                    path: path(number.withLock { $0 }), createIfMissing: false, digest: Simulator.quickDigest)
            } catch {
                journals.fail("the journal of a world cannot be opened: \(error)")
            }
        }

        private func path(_ number: Int) -> String { "\(folder)/\(number).sqlite" }

        private func copy(to path: String) {
            let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            defer { close(descriptor) }
            let count = journals.empty.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard descriptor >= 0, count == journals.empty.count else {
                journals.fail("\(path): \(String(cString: strerror(errno)))")
            }
        }
    }
}
