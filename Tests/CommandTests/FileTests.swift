import Foundation
import Testing

@testable import tagmill

@Suite struct FileTests {
    @Test func whatCannotBeReadIsRefused() throws {
        let scratch = try ScratchFolder()
        #expect(throws: CommandError.unreadableFile(path: scratch.path, reason: "Is a directory")) {
            try InputFile.bytes(at: scratch.path)
        }
        let missing = CommandError.unreadableFile(path: "no-such.csv", reason: "No such file or directory")
        #expect(throws: missing) { try InputFile.bytes(at: "no-such.csv") }
        #expect(missing.exitCode == .refused)
        #expect {
            try InputFile.bytes(at: "/dev/zero", atMost: 4096)
        } throws: { error in
            (error as? CommandError)?.sentence == "/dev/zero: is larger than 4 KiB, which is the most that is read"
        }
    }

    @Test func aFileIsReadWhole() throws {
        let scratch = try ScratchFolder()
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        try Data(bytes).write(to: URL(fileURLWithPath: scratch.path + "/a"))
        #expect(try InputFile.bytes(at: scratch.path + "/a") == bytes)
        #expect(try InputFile.bytes(at: scratch.path + "/a", atMost: bytes.count) == bytes)
        #expect(InputFile.exists(scratch.path + "/a"))
        #expect(!InputFile.exists(scratch.path + "/b"))
    }

    @Test func pathsAreMadeAbsolute() {
        #expect(FilePath.absolute("/a//b/./c/") == "/a/b/c")
        #expect(FilePath.absolute("x").hasSuffix("/x"))
        #expect(FilePath.absolute("./x") == FilePath.absolute("x"))
        #expect(FilePath.absolute("/") == "/")
        #expect(FilePath.parent(of: "/a/b") == "/a")
        #expect(FilePath.parent(of: "/a") == "/")
    }

    @Test(arguments: [
        ("/r/20261130T081500Z-tags/failures.csv", "/r/20261130T081500Z-tags/failures.csv"), ("/Größe", "/Größe"),
        ("/my jobs/a", "'/my jobs/a'"), ("/it's", #"'/it'\''s'"#), ("", "''"), ("/$HOME", "'/$HOME'"),
    ])
    func pathsAreQuotedForAShell(path: String, word: String) { #expect(FilePath.shellWord(path) == word) }
}
