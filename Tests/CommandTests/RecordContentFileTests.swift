import Foundation
import Testing

@testable import tagmill

/// Files beside the settings that records name as their content.
@Suite struct RecordContentFileTests {
    private let bench: JobBench

    init() throws { bench = try JobBench() }

    private func plan(naming name: String) throws -> ToolRun {
        let job = try bench.file("job.csv", "sku\nA\n")
        let settings = try bench.file("any.json5", "{records: [{type: 'mime:a/b', file: '\(name)'}]}")
        return bench.tool("plan", job, "--settings", settings, "--json")
    }

    @Test func theContentIsRead() throws {
        try bench.file("logo.bin", "0123456789")
        let run = try plan(naming: "logo.bin")
        #expect(run.code == .success)
        // Header and type, and the ten bytes.
        #expect(run.output.contains(#""message_bytes":16"#))
    }

    @Test(arguments: [
        ("none.bin", "none.bin"), ("empty.bin", "is empty; the content of a record has at least one byte"),
        ("folder.bin", "is no plain file, as the content of a record must be"),
        ("large.bin", "is larger than 63 KiB, which is the most that is read; no tag holds so much"),
        ("../job.csv", "must be the name of a file beside the settings, without /, { and }"),
    ])
    func whatCannotBeReadIsTold(_ name: String, _ sentence: String) throws {
        try bench.file("empty.bin", "")
        try bench.file("large.bin", String(repeating: "x", count: 65_536))
        try FileManager.default.createDirectory(
            atPath: bench.path + "/folder.bin", withIntermediateDirectories: true)
        let run = try plan(naming: name)
        #expect(run.code == .refused)
        #expect(run.errors.contains(sentence))
    }
}
