import Foundation
import Testing

/// The golden set of the project, as a CI server verifies it.
@Suite("The golden set") struct GoldenSetTests {
    private static let folder = BuiltCommand.root + "/jobs/golden"

    private func verify(_ images: String, in scratch: Scratch) throws -> (run: BuiltCommand, suite: JUnitReaders.Suite)
    {
        let junit = scratch.path + "/junit.xml"
        let run = try BuiltCommand.run(
            [BuiltCommand.path, "verify", Self.folder + "/golden.csv", images, "--junit", junit], in: scratch.path)
        #expect(try JUnitReaders.schemaFaults(of: junit, scratch: scratch) == "", "\(run.errors)")
        return (run, try #require(try JUnitReaders.suites(in: junit, scratch: scratch).first))
    }

    @Test func itMatches() throws {
        let scratch = try Scratch()
        let (run, suite) = try verify(Self.folder + "/images", in: scratch)
        #expect(run.code == 0, "\(run.output)\(run.errors)")
        #expect(run.lines.count == 1, "\(run.output)")
        #expect(suite.name == "golden")
        #expect(suite.counts == [12, 0, 0, 0])
        let names = ["TEA-01", "TEA-02", "TEA-03", "LOCK-01", "04A1B20C0D0E05", "WIFI-01", "POSTER-01", "SUGAR-01"]
        #expect(suite.cases.map(\.name) == names + ["SUGAR-01 #2", "SPOOL-01", "SHOE-42", "CALL-01"])
        #expect(suite.cases.allSatisfy { $0.results.isEmpty })
    }

    /// Four of the images as tags on virtual readers, read as real ones are.
    @Test func itMatchesOnReaders() throws {
        let scratch = try Scratch()
        let junit = scratch.path + "/junit.xml"
        let words = ["--rack", Self.folder + "/rack.json", "--junit", junit]
        let run = try BuiltCommand.run(
            [BuiltCommand.path, "verify", Self.folder + "/on-readers.csv"] + words, in: scratch.path)
        #expect(run.code == 0, "\(run.output)\(run.errors)")
        #expect(try JUnitReaders.schemaFaults(of: junit, scratch: scratch) == "")
        let suite = try #require(try JUnitReaders.suites(in: junit, scratch: scratch).first)
        #expect(suite.counts == [4, 0, 0, 0])
        #expect(suite.cases.map(\.name) == ["TEA-01", "TEA-02", "LOCK-01", "SUGAR-01"])
    }

    /// An NTAG 424 DNA, as its capability container tells it, after a tap: what Secure Dynamic Messaging filled in is left
    /// apart, and nothing else.
    @Test(arguments: [("picc", 0), ("pick", 1)]) func whatTheTagFillsByItselfIsNotCompared(
        _ name: String, _ code: Int32
    )
        throws
    {
        let scratch = try Scratch()
        let zeros =
            "https://a.example/t?picc=\(String(repeating: "0", count: 32))&cmac=\(String(repeating: "0", count: 16))"
        try scratch.write("golden.csv", "sku,url\nSDM-1,\(zeros)\n")
        let uri = "a.example/t?\(name)=0F1E2D3C4B5A69788796A5B4C3D2E1F0&cmac=0123456789ABCDEF"
        let message: [UInt8] = [0xD1, 0x01, UInt8(uri.utf8.count + 1), 0x55, 0x04] + Array(uri.utf8)
        let file = ([0x00, UInt8(message.count)] + message).map { String(format: "%02X", $0) }.joined()
        try scratch.write("1.t4t", "CC: 001720010000FF0406E104010000000506E10500808283\nE104: \(file)\n")
        let run = try BuiltCommand.run(
            [BuiltCommand.path, "verify", scratch.path + "/golden.csv", scratch.path + "/1.t4t"], in: scratch.path)
        #expect(run.code == code, "\(run.output)\(run.errors)")
        #expect(run.lines.last == (code == 0 ? "1 match" : "0 match, 1 differs"), "\(run.output)")
    }

    /// One letter of a URL, one tag that is gone, one that is there twice, and a file that was cut.
    @Test func whatIsWrongIsTold() throws {
        let scratch = try Scratch()
        let images = scratch.path + "/images"
        let files = FileManager.default
        try files.copyItem(atPath: Self.folder + "/images", toPath: images)
        let changed = try String(contentsOfFile: images + "/tea-01.nfc", encoding: .utf8)
            .replacingOccurrences(of: "Page 12: 31 3F", with: "Page 12: 37 3F")
        try scratch.write("images/tea-01.nfc", changed)
        try files.removeItem(atPath: images + "/call-01.ndef")
        try files.copyItem(atPath: images + "/lock-01.nfc", toPath: images + "/lock-02.nfc")
        let cut = try Data(contentsOf: URL(fileURLWithPath: images + "/tea-02.json")).prefix(1000)
        try cut.write(to: URL(fileURLWithPath: images + "/tea-02.json"))
        let (run, suite) = try verify(images, in: scratch)
        #expect(run.code == 1)
        #expect(suite.counts == [14, 4, 1, 0], "\(run.output)")
        let findings = suite.cases.compactMap { found in found.results.first.map { (found.name, $0) } }
        #expect(findings.map(\.0) == ["TEA-01", "TEA-02", "CALL-01", "04A1B20C0D0E04", images + "/tea-02.json"])
        #expect(findings.map { $0.1.type } == ["differs", "missing", "missing", "duplicate", "unreadable"])
        #expect(findings.first?.1.message?.hasPrefix("uri: record 1: ") == true, "\(findings)")
        #expect(findings.last?.1.kind == "Error")
    }
}
