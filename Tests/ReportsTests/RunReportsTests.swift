import Foundation
import Glibc
import Jobs
import Reports
import TestSupport
import Testing

@Suite("The files of a run")
struct RunReportsTests {
    private static let files = ["failures.csv", "report.csv", "report.json"]

    private static func document(_ folder: String) throws -> JSONDocument {
        try JSONDecoder().decode(JSONDocument.self, from: Data(try Scratch.bytes(folder + "/report.json")))
    }

    @Test("the three files appear in a folder that is made for them, and nothing else does")
    func appear() throws {
        let scratch = try Scratch()
        let folder = scratch.path + "/reports/deep/run"
        let paths = try render(into: folder + "/")
        #expect(paths == [folder + "/report.csv", folder + "/report.json", folder + "/failures.csv"])
        #expect(try Scratch.names(in: folder) == Self.files)
    }

    @Test("rendered again, also over itself, every byte is the same")
    func again() throws {
        let scratch = try Scratch()
        let first = try render(into: scratch.path + "/1").map(Scratch.bytes)
        #expect(try render(into: scratch.path + "/2").map(Scratch.bytes) == first)
        #expect(try render(into: scratch.path + "/1").map(Scratch.bytes) == first)
        #expect(try Scratch.names(in: scratch.path + "/1") == Self.files)
    }

    @Test("only the files of the formats are made, the same as with the others", arguments: ReportFormat.allCases)
    func formats(format: ReportFormat) throws {
        let scratch = try Scratch()
        let all = try render(into: scratch.path + "/all", formats: Set(ReportFormat.allCases))
        try Data("kept".utf8).write(to: URL(filePath: scratch.path + "/other"))
        let paths = try render(into: scratch.path, formats: [format])
        #expect(Set(paths) == Set(format.files.map { "\(scratch.path)/\($0)" }))
        #expect(try Scratch.names(in: scratch.path) == (["all", "other"] + format.files).sorted())
        for path in paths {
            let same = try #require(all.first { $0.split(separator: "/").last == path.split(separator: "/").last })
            #expect(try Scratch.bytes(path) == (try Scratch.bytes(same)))
        }
    }

    @Test("what is told to be written to a file is what the file holds, also when it is long")
    func written() throws {
        let scratch = try Scratch()
        let one = try #require(try SampleRun.entries().first)
        var told: [String: [UInt8]] = [:]
        let rendered = try RunReports.render(
            run: SampleRun.record, readers: [], into: scratch.path, formats: Set(ReportFormat.allCases),
            digest: SampleRun.digest, written: { told[$0, default: []] += $1 },
            entries: { (body) throws(SourceFailure) in for _ in 0..<1000 { body(one) } },
            presentations: { (_) throws(SourceFailure) in })
        #expect(rendered.totals == [.written: 1000])
        #expect(told.keys.sorted() == ReportFormat.allCases.flatMap(\.files).sorted())
        for (name, bytes) in told {
            #expect(try Scratch.bytes("\(scratch.path)/\(name)") == bytes, "\(name)")
        }
        #expect(try #require(told["report.json"]?.count) > 1 << 18)
    }

    @Test("failures.csv has the lines of failed, invalid and in-doubt items, or the header alone")
    func failures() throws {
        let scratch = try Scratch()
        try render(into: scratch.path)
        let report = try Scratch.text(scratch.path + "/report.csv")
        let failures = try Scratch.text(scratch.path + "/failures.csv")
        let lines = failures.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 5)
        #expect(lines.allSatisfy { report.contains($0 + "\n") || $0.isEmpty })
        for (line, status) in zip(lines[1...3], ["failed", "invalid", "in-doubt"]) {
            #expect(line.contains(",\(status),"))
        }

        try render(entries: Array(try SampleRun.entries().prefix(4)), into: scratch.path)
        #expect(try Scratch.text(scratch.path + "/failures.csv") == lines[0] + "\n")
    }

    @Test("totals count the items, and numbers are numbers")
    func totals() throws {
        let scratch = try Scratch()
        try render(into: scratch.path)
        let document = try Self.document(scratch.path)
        let expected: [String: Int64] = [
            "written": 3, "unchanged": 1, "failed": 1, "invalid": 1, "in-doubt": 1, "pending": 1,
        ]
        #expect(document["totals"] == .object(expected.mapValues { .integer($0) }))
        #expect(document["items"]?.count == 8)
        #expect(document["items"]?[1]?["capacity_bytes"] == .integer(137))
        #expect(document["items"]?[1]?["duration_ms"] == .integer(530))
        #expect(document["items"]?[3]?["sku"] == .string("'003"))
        #expect(document["items"]?[4]?["attempts"] == .integer(3))
        #expect(
            document["items"]?[1]?["cells"]
                == .object([
                    "sku": .string("A-1002"), "url": .string("https://shop.example/p/A-1002"), "text": .string(""),
                    "Shelf, bay": .string("=B2"),
                ]))
        #expect(document["tags"]?.count == 11)
        #expect(document["tags"]?[2]?["row"] == .null)
    }

    @Test("members stand in the contract's order")
    func order() throws {
        let scratch = try Scratch()
        try render(into: scratch.path)
        let lines = try Scratch.text(scratch.path + "/report.json").split(separator: "\n")
        func names(_ line: Substring) -> [String] {
            line.matches(of: /[{,]"([a-z0-9_-]+)":/).map { String($0.1) }
        }
        #expect(
            names(lines[1].dropFirst(6)).filter { $0 != "name" && $0 != "overwrite" }
                == ["id", "job", "job_sha256", "settings", "attempts", "lock", "version", "station", "operator"]
                + ["rerun_of", "started_at", "finished_at", "ended", "exit_code"])
        #expect(names(lines[2].dropFirst(9)) == ["written", "unchanged", "failed", "invalid", "in-doubt", "pending"])
        let tag = try #require(lines.first { $0.contains("\"presented_at\"") })
        #expect(
            names(tag) == ["row", "copy", "uid", "chip", "reader", "result", "reason", "detail", "lock_state"]
                + ["capacity_bytes", "presented_at"])
        let chip = try #require(lines.first { $0.contains("\"genuine\"") })
        #expect(names(chip) == ["chip", "vendor", "genuine", "tags", "rejected"])
        let item = try #require(lines.first { $0.contains("\"cells\"") })
        #expect(
            names(item).filter { !SampleRun.record.columns.contains($0) || $0 == "sku" }
                == ["row", "line", "copy", "sku", "cells", "sku", "run", "status", "reason", "detail", "uid", "chip"]
                + ["reader", "station", "message_bytes", "capacity_bytes", "lock_state", "lock", "attempts"]
                + ["started_at", "finished_at", "duration_ms", "message_hex", "message_sha256"])
        let reader = try #require(lines.first { $0.contains("\"median_ms\"") })
        #expect(names(reader) == ["name", "model", "tags", "failures", "median_ms"])
    }

    @Test("a run without items, tags and readers is rendered too")
    func empty() throws {
        let scratch = try Scratch()
        _ = try RunReports.render(
            run: SampleRun.record, readers: [], into: scratch.path, digest: SampleRun.digest
        ) { (_) throws(SourceFailure) in
        } presentations: { (_) throws(SourceFailure) in
        }
        #expect(try Self.document(scratch.path)["items"] == .array([]))
        #expect(try Self.document(scratch.path)["readers"] == .array([]))
        #expect(
            try Scratch.bytes(scratch.path + "/report.csv") == (try Scratch.bytes(scratch.path + "/failures.csv")))
    }

    @Test("many items go through without a limit of the buffers showing")
    func many() throws {
        let scratch = try Scratch()
        let one = try #require(try SampleRun.entries().first)
        let entries = (1...2000).map { row in
            var entry = one
            entry.item.key.row = row
            return entry
        }
        try render(entries: entries, into: scratch.path)
        #expect(try Scratch.text(scratch.path + "/report.csv").split(separator: "\n").count == 2001)
        let items = try Self.document(scratch.path)["items"]
        #expect(items?.count == 2000)
        for index in 0..<2000 where items?[index]?["row"] != .integer(Int64(index + 1)) {
            Issue.record("item \(index)")
        }
    }

    @Test("a journal that fails in the middle leaves the files of before, and nothing beside them", arguments: [0, 3])
    func sourceFails(after limit: Int) throws {
        let scratch = try Scratch()
        let before = try render(into: scratch.path).map(Scratch.bytes)
        #expect(throws: RenderingError<SourceFailure>.source(.lost)) {
            try render(entries: try SampleRun.entries().reversed(), into: scratch.path, failingAfter: limit)
        }
        #expect(try Scratch.names(in: scratch.path) == Self.files)
        #expect(
            try ["report.csv", "report.json", "failures.csv"].map { try Scratch.bytes("\(scratch.path)/\($0)") }
                == before)
    }
}
