import Foundation
import Testing

@testable import tagmill

/// A folder with jobs, racks and a journal, and the commands that work in it.
struct JobBench {
    let folder: ScratchFolder
    var path: String { folder.path }
    var journal: String { path + "/journal.sqlite" }

    /// Two rows of 18 bytes.
    static let twoRows = "sku,url\nA,https://example.com/a\nB,https://example.com/b\n"
    /// Two good tags.
    static let goodTags = #"{"chip": "NTAG213", "count": 2, "uid": "04A10000000001"}"#
    /// Three tags that no attempt gets anything onto, so that the first item fails for good.
    static let badTags =
        #"{"chip": "NTAG213", "count": 3, "uid": "04BB0000000001", "faults": [{"page": 5, "fault": "no-write"}]}"#
    /// The tag leaves with the page of the length written, and does not come back.
    static let doubtfulTag =
        #"{"chip": "NTAG213", "uid": "04DD0000000001", "again": 0, "faults": [{"page": 5, "fault": "remove-after"}]}"#

    init() throws { folder = try ScratchFolder() }

    @discardableResult func file(_ name: String, _ text: String) throws -> String {
        let path = path + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// A rack of one reader with these tags.
    /// - Parameter name: commands tell a reader's model by it, as by that of a real one.
    func rack(_ tags: String, model: String = "part3", name: String = "Reader A 00 00") throws -> String {
        try file(
            "rack-\(UUID().uuidString).json",
            #"{"readers": [{"name": "\#(name)", "model": "\#(model)", "tags": [\#(tags)]}]}"#)
    }

    /// A command with the bench's journal, and its reports in the folder.
    func run(_ words: String...) -> ToolRun {
        withExtendedLifetime(folder) {
            ToolRun(words: words + ["--out", path + "/out"], environment: ["TAGMILL_JOURNAL": journal])
        }
    }

    /// A command with the bench's journal, as it is.
    func tool(_ words: String...) -> ToolRun { tool(words) }

    func tool(_ words: [String]) -> ToolRun {
        withExtendedLifetime(folder) { ToolRun(words: words, environment: ["TAGMILL_JOURNAL": journal]) }
    }

    /// Runs a job of two rows over these tags, and gives the folder of its report.
    func runTwoRows(over tags: String, _ words: String...) throws -> String {
        let job = try file("job.csv", Self.twoRows)
        let run = ToolRun(
            words: ["run", job, "--rack", try rack(tags), "--out", path + "/out"] + words,
            environment: ["TAGMILL_JOURNAL": journal])
        return String(try #require(run.output.split(separator: "\n").last))
    }

    func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
