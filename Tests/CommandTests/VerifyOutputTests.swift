import Foundation
import Testing

@testable import tagmill

/// Nothing that `verify` reads is written over by what it writes.
@Suite struct VerifyOutputTests {
    private let bench: JobBench
    private let golden: String

    init() throws {
        bench = try JobBench()
        golden = try bench.file("golden.csv", "url\nhttps://a.example/1\n")
        try FileManager.default.createDirectory(atPath: bench.path + "/images", withIntermediateDirectories: true)
        try bench.file("images/1.nfc", TagFile("04A10000000001", uri: "https://a.example/1").flipper)
    }

    /// The command is refused, and the file is as it was; nil: it is not there.
    private func expectSpared(_ file: String, _ words: [String], sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        let before = FileManager.default.contents(atPath: file)
        let run = ToolRun(words: ["verify"] + words)
        #expect(run.code == .refused, sourceLocation: sourceLocation)
        #expect(run.output.isEmpty, sourceLocation: sourceLocation)
        #expect(run.errors.contains("would write over it"), "\(run.errors)", sourceLocation: sourceLocation)
        #expect(FileManager.default.contents(atPath: file) == before, sourceLocation: sourceLocation)
    }

    @Test func imagesInFolders() throws {
        let images = bench.path + "/images"
        try expectSpared(images + "/1.nfc", [golden, images, "--junit", images + "/1.nfc"])
        // By another way, and as a report.
        try FileManager.default.createSymbolicLink(
            atPath: bench.path + "/link", withDestinationPath: bench.path + "/images")
        try expectSpared(images + "/1.nfc", [golden, images, "--junit", bench.path + "/link/1.nfc"])
        try FileManager.default.moveItem(atPath: images + "/1.nfc", toPath: images + "/report.csv")
        try expectSpared(images + "/report.csv", [golden, images, "-o", images])
    }

    /// What it wrote the last time is no image, and does not keep it from being written anew.
    @Test func ownFilesInTheFolderThatIsWalked() throws {
        let images = bench.path + "/images"
        for round in 0..<2 {
            let run = bench.tool("verify", golden, images, "-o", images, "--junit", images + "/verify.xml")
            #expect(run.code == .success)
            #expect(run.output.hasPrefix("1 match"), "\(round): \(run.output)\(run.errors)")
        }
    }

    @Test func settings() throws {
        let beside = try bench.file("golden.json", #"{"name": "Shelf"}"#)
        let other = try bench.file("other.json", #"{"name": "Shelf"}"#)
        let images = bench.path + "/images"
        try expectSpared(beside, [golden, images, "--junit", beside])
        try expectSpared(other, [golden, images, "--settings", other, "--junit", other])
        try FileManager.default.createDirectory(atPath: bench.path + "/o", withIntermediateDirectories: true)
        let report = try bench.file("o/report.json", #"{"name": "Shelf"}"#)
        try expectSpared(report, [golden, images, "--settings", report, "-o", bench.path + "/o"])
    }

    @Test func aRackAndItsImages() throws {
        let rack = try bench.rack(#"{"image": "images/1.nfc"}"#)
        try expectSpared(rack, [golden, "--rack", rack, "--junit", rack])
        let image = bench.path + "/images/1.nfc"
        try expectSpared(image, [golden, "--rack", rack, "--junit", image])
        #expect(bench.tool("verify", golden, "--rack", rack, "--junit", bench.path + "/x.xml").output == "1 match\n")
    }

    /// Also where the folder is not there yet.
    @Test func eachOther() throws {
        let out = bench.path + "/o"
        for _ in 0..<2 {
            try expectSpared(
                out + "/report.json", [golden, bench.path + "/images", "-o", out, "--junit", out + "/./report.json"])
            #expect(bench.tool("verify", golden, bench.path + "/images", "-o", out).code == .success)
        }
    }

    @Test func filesByWhateverName() throws {
        try bench.file("a", "x")
        try FileManager.default.createSymbolicLink(atPath: bench.path + "/b", withDestinationPath: bench.path + "/a")
        func same(_ left: String, _ right: String) -> Bool {
            FileIdentity(bench.path + left) == FileIdentity(bench.path + right)
        }
        #expect(same("/a", "/b"))
        #expect(same("/none/x", "/images/../none/x"))
        #expect(!same("/none/x", "/none/y"))
        #expect(!same("/none", "/images/none"))
        #expect(FileIdentity(bench.path) == nil)
        #expect(FileIdentity("/dev/null") == nil)
    }
}
