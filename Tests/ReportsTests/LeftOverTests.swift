import Foundation
import Glibc
import Reports
import Testing

/// Temporary files of a rendering whose process was killed.
@Suite("Files that a killed rendering left")
struct LeftOverTests {
    /// A number that no process has: that of a child which has ended and was waited for.
    private func endedProcess() throws -> Int32 {
        let child = Process()
        child.executableURL = URL(filePath: "/bin/true")
        try child.run()
        child.waitUntilExit()
        return child.processIdentifier
    }

    @Test("the next rendering removes those of processes that are no more, and no others")
    func leftOvers() throws {
        let scratch = try Scratch()
        let ended = try endedProcess()
        let left = [
            "report.csv", "report.json", "report.json.items", "report.json.chips", "failures.csv", "junit.xml",
            "junit.xml.cases",
        ].map { ".\($0).\(ended).0.tmp" }
        let kept = [
            // Of a process that lives, and of this one.
            ".report.csv.1.0.tmp", ".report.csv.\(getpid()).999.tmp",
            // Not of a rendering.
            ".report.csv.\(ended).tmp", ".report.csv.\(ended).0.tmp.bak", ".report.csv.x\(ended).0.tmp",
            ".report.csv.0\(ended).0.tmp", ".other.csv.\(ended).0.tmp", "report.csv.\(ended).0.tmp",
            ".report.csv.-1.0.tmp", ".report.csv.0.0.tmp",
        ]
        for name in left + kept { try Data("x".utf8).write(to: URL(filePath: "\(scratch.path)/\(name)")) }
        try render(into: scratch.path)
        let names = try Scratch.names(in: scratch.path)
        #expect(names == (kept + ["failures.csv", "report.csv", "report.json"]).sorted())
    }

    @Test("a link in the place of one is removed, and not what it leads to")
    func link() throws {
        let scratch = try Scratch()
        let target = try Scratch()
        try Data("mine".utf8).write(to: URL(filePath: target.path + "/mine"))
        let link = "\(scratch.path)/.report.csv.\(try endedProcess()).0.tmp"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target.path + "/mine")
        try render(into: scratch.path)
        #expect(try Scratch.names(in: scratch.path) == ["failures.csv", "report.csv", "report.json"])
        #expect(try Scratch.text(target.path + "/mine") == "mine")
    }
}
