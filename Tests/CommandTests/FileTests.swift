import Glibc
import Testing

@testable import tagmill

@Suite struct FileTests {
    @Test func aFileIsReplacedAsAWhole() throws {
        let scratch = try ScratchFolder()
        let path = scratch.path + "/a/b/report.csv"
        try OutputFile.makeFolder(scratch.path + "/a/b")
        try OutputFile.makeFolder(scratch.path + "/a/b")
        let long = [UInt8](repeating: 0x41, count: 200_000)
        try OutputFile.write(long, to: path)
        #expect(try InputFile.bytes(at: path) == long)
        try OutputFile.write([1], to: path)
        #expect(try InputFile.bytes(at: path) == [1])
        #expect(!InputFile.exists(path + ".part-\(getpid())"))
    }

    @Test func whatCannotBeWrittenLeavesNothingBehind() throws {
        let scratch = try ScratchFolder()
        let path = scratch.path + "/report.csv"
        try OutputFile.makeFolder(path)
        #expect(throws: CommandError.cannotWrite(path: path, reason: "Is a directory")) {
            try OutputFile.write([1], to: path)
        }
        #expect(!InputFile.exists(path + ".part-\(getpid())"))
        #expect {
            try OutputFile.write([1], to: scratch.path + "/none/x")
        } throws: { error in
            (error as? CommandError)?.exitCode == .unavailable
        }
    }

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

    @Test func pathsAreMadeAbsolute() {
        #expect(OutputFile.absolute("/a//b/./c/") == "/a/b/c")
        #expect(OutputFile.absolute("x").hasSuffix("/x"))
        #expect(OutputFile.absolute("./x") == OutputFile.absolute("x"))
        #expect(OutputFile.absolute("/") == "/")
    }
}
