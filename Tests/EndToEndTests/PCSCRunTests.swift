import Foundation
import Testing

/// The built command against a real pcscd with virtual readers, in a namespace of its own.
@Suite("Runs through a real pcscd", .serialized) struct PCSCRunTests {
    /// Presents the rack while the commands run, and then ends it. Each argument is a shell command.
    private static func script(_ commands: [String]) -> String {
        """
        set -u
        "$TAGMILL" rack rack.json --json >rack.jsonl 2>rack.err &
        rack=$!
        \(commands.joined(separator: "\n"))
        code=$?
        kill -TERM $rack
        wait $rack || exit 90
        exit $code
        """
    }

    private func run(_ rack: String, _ commands: [String], in scratch: Scratch) throws -> BuiltCommand {
        try scratch.write("rack.json", rack)
        let conf = try BuiltCommand.run(
            [BuiltCommand.path, "rack", "rack.json", "--pcsc", scratch.path + "/conf"], in: scratch.path)
        try #require(conf.code == 0, "\(conf.errors)")
        let script = try scratch.write("script.sh", Self.script(commands))
        return try BuiltCommand.run(
            [BuiltCommand.root + "/Tests/Support/with-pcscd.sh", scratch.path + "/conf", "sh", script],
            in: scratch.path, environment: ["TAGMILL": BuiltCommand.path])
    }

    @Test func troubledTagsAmongGoodOnesOnFourReaders() throws {
        let scratch = try Scratch()
        try scratch.write("stock.csv", TroubledWorld.csv)
        let done = try run(
            TroubledWorld.rack, ["\"$TAGMILL\" run stock.csv --idle-timeout 60 --station bench"], in: scratch)
        #expect(done.code == 0, "\(done.errors)")
        let folder = try #require(done.lines.last)
        #expect(folder.hasPrefix("/") && folder.contains("/reports/"))
        let tags = try Self.tags(scratch.path + "/rack.jsonl")
        #expect(try TroubledWorld.faults(reportFolder: folder, tags: tags) == [])
        let failures = try String(contentsOfFile: folder + "/failures.csv", encoding: .utf8)
        #expect(failures.split(separator: "\n").count == 1)
    }

    @Test func readersAreListedAndATagIsRead() throws {
        let scratch = try Scratch()
        let rack = """
            {"readers": [{"name": "ACS ACR122U PICC Interface 00 00", "model": "acr122u", "tags": [
              {"chip": "NTAG213", "uid": "04A10000000002", "pages": {"4": "0103A00C", "5": "340312D1", "6": "010E5504",
                "7": "6578616D", "8": "706C652E", "9": "636F6D2F", "10": "78FE0000"}}]}]}
            """
        let done = try run(
            rack, ["\"$TAGMILL\" readers --json && \"$TAGMILL\" read --json --idle-timeout 30"], in: scratch)
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains("ACS ACR122U PICC Interface 00 00"))
        let tag = try #require(done.lines.last)
        #expect(tag.contains("\"uid\":\"04A10000000002\""))
        #expect(tag.contains("\"verdict\":\"message\""))
        #expect(tag.contains("https://example.com/x"))
    }

    private struct TagLine: Decodable {
        let uid: String
        let writes: Int
        let pages: [String]
    }

    private static func tags(_ path: String) throws -> [TroubledWorld.Tag] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
            let tag = try JSONDecoder().decode(TagLine.self, from: Data(line.utf8))
            let bytes = tag.pages.joined()
            return TroubledWorld.Tag(uid: tag.uid, writes: tag.writes, memory: bytes.hexBytes)
        }
    }
}
