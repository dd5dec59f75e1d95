import Foundation
import Jobs
import Reports
import Tags
import TestSupport
import Testing

@Suite("The JSON Schema of report.json")
struct ReportSchemaTests {
    /// - Parameter name: of a file in `Documentation`.
    static func checker(_ name: String = "report.schema.json") throws -> SchemaChecker {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Documentation/\(name)")
        return SchemaChecker(schema: try JSONDecoder().decode(JSONDocument.self, from: try Data(contentsOf: file)))
    }

    private static func rendered(_ record: RunRecord, entries: [ItemEntry]? = nil) throws -> JSONDocument {
        let scratch = try Scratch()
        try render(record, entries: entries, into: scratch.path)
        let bytes = try Scratch.bytes(scratch.path + "/report.json")
        return try JSONDecoder().decode(JSONDocument.self, from: Data(bytes))
    }

    @Test("reports hold")
    func reportsHold() throws {
        let checker = try Self.checker()
        #expect(checker.faults(of: try Self.rendered(SampleRun.record)) == [])
        #expect(checker.faults(of: try Self.rendered(SampleRun.record, entries: [])) == [])
        var record = SampleRun.record
        record.ended = nil
        record.finishedAt = nil
        record.exitCode = nil
        record.operatorName = nil
        record.rerunOf = "20261129T000000Z-autumn-labels"
        let died = try SampleRun.entries().map { entry in
            var entry = entry
            if !entry.attempts.isEmpty { entry.attempts[entry.attempts.count - 1].outcome = nil }
            entry.outcome = nil
            return entry
        }
        #expect(checker.faults(of: try Self.rendered(record, entries: died)) == [])
    }

    @Test("the checker finds what is wrong")
    func checkerFinds() throws {
        let checker = try Self.checker()
        guard case .object(let members) = try Self.rendered(SampleRun.record) else {
            Issue.record("no object")
            return
        }
        let wrong: [(String, JSONDocument?)] = [
            ("schema", .string("tagmill.report/2")), ("run", nil), ("totals", .object([:])), ("items", .null),
            ("items", .array([.object([:])])), ("tags", .array([.null])), ("extra", .null),
            ("readers", .array([.object(["name": .integer(1)])])),
        ]
        for (name, value) in wrong {
            var members = members
            members[name] = value
            #expect(checker.faults(of: .object(members)) != [], "\(name)")
        }
    }

    @Test("the lists of the schema are those of the program")
    func lists() throws {
        let properties = try Self.checker().schema["properties"]
        let item = properties?["items"]?["items"]?["properties"]
        let tag = properties?["tags"]?["items"]?["properties"]
        func list(_ names: [String], orNull: Bool) -> JSONDocument {
            .array(names.map { .string($0) } + (orNull ? [.null] : []))
        }
        let reasons = list(Reason.allCases.map(\.rawValue), orNull: true)
        let lockStates = list(LockState.allCases.map(\.rawValue), orNull: true)
        let statuses = list(ItemStatus.allCases.map(\.rawValue), orNull: false)
        #expect(item?["reason"]?["enum"] == reasons)
        #expect(tag?["reason"]?["enum"] == reasons)
        #expect(item?["lock_state"]?["enum"] == lockStates)
        #expect(tag?["lock_state"]?["enum"] == lockStates)
        #expect(item?["status"]?["enum"] == statuses)
        #expect(properties?["totals"]?["required"] == statuses)
        let columns = Set(ResultColumn.allCases.map(\.rawValue)).union(["cells"])
        guard case .object(let members) = item else {
            Issue.record("items have no properties")
            return
        }
        #expect(Set(members.keys) == columns)
    }
}
