import Foundation
import Glibc
import Jobs
import TagImages
import Testing

@testable import tagmill

@Suite struct ImagePathsTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func file(_ name: String) throws {
        let path = folder.path + "/" + name
        try FileManager.default.createDirectory(
            atPath: FilePath.parent(of: path), withIntermediateDirectories: true)
        try Data("x".utf8).write(to: URL(fileURLWithPath: path))
    }

    private func walk(_ names: String...) throws(CommandError) -> [String] {
        try ImagePaths(names.map { $0.isEmpty ? folder.path : folder.path + "/" + $0 }).files.map {
            ($0.isNamed ? "named " : "") + $0.path.dropFirst(folder.path.count + 1)
        }
    }

    @Test func foldersAreWalkedInTheOrderOfBytesAndHiddenNamesAreNot() throws {
        for name in [
            "b.nfc", "a/2.nfc", "a/10.nfc", "a.nfc", "Z.nfc", "é.nfc", ".git/x.nfc", "a/.hidden.nfc", "a/b/c.nfc",
        ] {
            try file(name)
        }
        #expect(
            try walk("") == ["Z.nfc", "a.nfc", "a/10.nfc", "a/2.nfc", "a/b/c.nfc", "b.nfc", "é.nfc"])
        // What was named is taken, hidden or not, in the order of the command line.
        #expect(try walk("b.nfc", ".git", "a/.hidden.nfc") == ["named b.nfc", ".git/x.nfc", "named a/.hidden.nfc"])
        #expect(try ImagePaths([folder.path + "/"]).files.first?.path == folder.path + "/Z.nfc")
    }

    @Test func aFileCountsOnceWhateverLeadsToIt() throws {
        try file("a/x.nfc")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link.nfc", withDestinationPath: folder.path + "/a/x.nfc")
        #expect(try walk("", "a", "a/../a/x.nfc") == ["named a/x.nfc"])
        #expect(try walk("a/x.nfc", "link.nfc") == ["named a/x.nfc"])
    }

    @Test func linksToFoldersAreNotFollowedAndOnesThatWereNamedAre() throws {
        try file("a/x.nfc")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/a/loop", withDestinationPath: folder.path)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/named", withDestinationPath: folder.path + "/a")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/a/gone.nfc", withDestinationPath: folder.path + "/nowhere")
        guard case .refused(let reason) = ImageReading(.init(path: folder.path + "/a/gone.nfc", isNamed: false)) else {
            Issue.record("a link that leads nowhere was not told")
            return
        }
        #expect(reason.hasPrefix("cannot be read: "))
        #expect(try walk("a") == ["a/gone.nfc", "a/x.nfc"])
        #expect(try walk("named") == ["named/gone.nfc", "named/x.nfc"])
    }

    @Test func whatIsNotThereIsRefused() throws {
        try file("a.nfc")
        for name in ["b.nfc", "a.nfc/b"] {
            let error = #expect(throws: CommandError.self) { try walk("a.nfc", name) }
            #expect(error?.exitCode == .refused)
            #expect(error?.sentence.contains(name) == true)
        }
    }

    @Test func aPipeInAFolderIsPassedOver() throws {
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        let paths = try ImagePaths([folder.path])
        #expect(paths.files.map { ImageReading($0) } == [.passedOver])
    }

    @Test func aFileOfNoKindIsRefusedWhereItWasNamedAlone() throws {
        try file("notes.md")
        let path = folder.path + "/notes.md"
        #expect(ImageReading(.init(path: path, isNamed: false)) == .passedOver)
        let named = ImageReading(.init(path: path, isNamed: true))
        #expect(named == .refused("is of no kind of image that is known"))
        let tag = named.observed(source: "notes.md")
        #expect(tag?.verdict == .unreadable)
        #expect(tag?.source == "notes.md")
        #expect(tag?.reason == "is of no kind of image that is known")
    }

    @Test func aFileThatIsTooLargeIsNotHeld() throws {
        let path = folder.path + "/large.bin"
        try Data(count: TagImage.mostBytes + 1).write(to: URL(fileURLWithPath: path))
        #expect(ImageReading(.init(path: path, isNamed: false)) == .passedOver)
        guard case .refused(let reason) = ImageReading(.init(path: path, isNamed: true)) else {
            Issue.record("it was taken")
            return
        }
        #expect(reason.contains("larger than 1024 KiB"))
    }

    /// "é" in one code point and in two: equal as texts, and two files.
    @Test func namesThatAreEqualAsTextsAreTwoFiles() throws {
        try file("\u{E9}.nfc")
        try file("e\u{301}.nfc")
        #expect(try ImagePaths([folder.path]).files.count == 2)
    }

    @Test func aNameThatIsNoUTF8IsTold() throws {
        try file("a.nfc")
        let path = Array(folder.path.utf8).map { CChar(bitPattern: $0) } + [0x2F, CChar(bitPattern: 0xE9), 0]
        let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
        #expect(descriptor >= 0)
        close(descriptor)
        let error = #expect(throws: CommandError.self) { try ImagePaths([folder.path]) }
        #expect(error?.sentence.hasSuffix("cannot be read: its name is no UTF-8; rename it") == true)
    }
}
