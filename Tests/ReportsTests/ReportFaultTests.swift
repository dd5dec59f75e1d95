import Foundation
import Glibc
import Reports
import Testing

/// The disk says no. Those that need a process of their own (limits, another user) run in one.
@Suite("Files that cannot be written")
struct ReportFaultTests {
    @Test("a folder under a file")
    func folderUnderFile() throws {
        let scratch = try Scratch()
        try Data("x".utf8).write(to: URL(filePath: scratch.path + "/file"))
        expectFailure(.cannotCreateFolder, ENOTDIR, "ENOTDIR") { try render(into: scratch.path + "/file/run") }
        expectFailure(.cannotCreateFile, ENOTDIR, "ENOTDIR") { try render(into: scratch.path + "/file") }
        #expect(try Scratch.names(in: scratch.path) == ["file"])
    }

    @Test("a folder stands where a file should")
    func folderInTheWay() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(atPath: scratch.path + "/report.csv", withIntermediateDirectories: true)
        expectFailure(.cannotRename, EISDIR, "EISDIR") { try render(into: scratch.path) }
        #expect(try Scratch.names(in: scratch.path) == ["report.csv"])
    }

    @Test("a folder that may not be written to")
    func readOnlyFolder() async throws {
        let scratch = try Scratch()
        let path = scratch.path
        chmod(path, 0o555)
        defer { chmod(path, 0o755) }
        await #expect(processExitsWith: .success) { [path = path as String] in
            // Root may write anywhere.
            if geteuid() == 0 { #expect(seteuid(65534) == 0) }
            expectFailure(.cannotCreateFile, EACCES, "EACCES") { try render(into: path) }
            expectFailure(.cannotCreateFolder, EACCES, "EACCES") { try render(into: path + "/run") }
        }
        #expect(try Scratch.names(in: path) == [])
    }

    @Test("a disk that is full leaves the files of before, and nothing beside them")
    func full() async throws {
        let scratch = try Scratch()
        let path = scratch.path
        let before = try render(into: path).map(Scratch.bytes)
        await #expect(processExitsWith: .success) { [path = path as String] in
            // A limit on the size of files stands for the disk: the same call fails, in the same way.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
            #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            expectFailure(.cannotWrite, EFBIG, "EFBIG") { try render(into: path) }
        }
        #expect(try Scratch.names(in: path) == ["failures.csv", "report.csv", "report.json"])
        #expect(try ["report.csv", "report.json", "failures.csv"].map { try Scratch.bytes("\(path)/\($0)") } == before)
    }

    @Test("an error says what, where and why")
    func description() {
        let full = ReportError(.cannotWrite, systemError: ENOSPC, path: "/r/report.csv")
        #expect(full.description == "cannot write the file /r/report.csv: no room left on the disk (ENOSPC)")
        #expect(full.systemErrorName == "ENOSPC")
        let odd = ReportError(.cannotFlush, systemError: 12345, path: "/r")
        #expect(odd.description == "cannot flush to disk /r: errno 12345")
        #expect(full == ReportError(.cannotWrite, systemError: EIO, path: ""))
        #expect(full != odd)
    }
}

private func expectFailure(
    _ code: ReportError.Code, _ number: Int32, _ name: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> [String]
) {
    do {
        _ = try body()
        Issue.record("nothing failed", sourceLocation: sourceLocation)
    } catch RenderingError<SourceFailure>.report(let error) {
        #expect(error.code == code, sourceLocation: sourceLocation)
        #expect(error.systemError == number, sourceLocation: sourceLocation)
        #expect(error.systemErrorName == name, sourceLocation: sourceLocation)
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
}
