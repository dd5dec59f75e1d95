import Foundation
import Jobs
import Operations
import Provisioning
import ReaderModels
import Tags
import Testing

@testable import tagmill

/// Holds Documentation/Events.md against what is really written.
@Suite struct EventDocumentTests {
    private let bench: JobBench

    init() throws { bench = try JobBench() }

    /// The examples of the page by the name of the event.
    private static func examples() throws -> [String: JSONValue] {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Documentation/Events.md")
        let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
        let pairs = try lines.filter { $0.hasPrefix("{") }.map { line in
            let value = try JSONValue(parsing: Array(line.utf8))
            return (Self.name(value), value)
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    private static func name(_ line: JSONValue) -> String {
        if case .string(let name)? = line["event"] { name } else { "" }
    }

    /// The fields of an object in their order.
    private static func fields(_ line: JSONValue?) -> [String] {
        if case .object(let members)? = line { members.map(\.name) } else { [] }
    }

    private static let item = Item(
        key: ItemKey(row: 2, copy: 1), line: 3, sku: "A", cells: [], message: [0xD0, 0, 0], summary: "first")
    private static let uid = UID([0x04, 1, 2, 3, 4, 5, 6])

    /// One of each event that a run tells.
    private static func every() throws -> [RunEvent] {
        let uid = try #require(UID(hex: "04A10000000001"))
        let presentation = Presentation(
            item: item.key, uid: uid, chip: .ntag213, reader: "R", station: "S", result: .rejected,
            reason: .tagLocked, detail: "page 4", lockState: .locked, capacityBytes: 137,
            presentedAt: Timestamp(milliseconds: 5), durationMilliseconds: 7)
        return [
            .readerPlugged(ReaderInfo(name: "R", model: ReaderModel.model(ofReaderNamed: "ACS ACR122U"))),
            .readerUnplugged("R"), .readerTrouble(reader: "R", message: "m"),
            .quarantine(reader: "R", because: "b"), .offer(reader: "R", item: item),
            .presented(reader: "R", uid: uid), .claimed(reader: "R", uid: uid, item: item, settles: true),
            .writing(reader: "R", uid: uid, item: item), .concluded(presentation, item: item), .warning("w"),
            .waiting(.service("w")), .stopping,
            .ended(RunResult(ended: .error, totals: [.written: 1], exitCode: 3, message: "why")),
        ]
    }

    private static func line(_ event: RunEvent) throws -> JSONValue {
        try #require(EventLine(at: Timestamp(milliseconds: 9), event: event).json(run: "RUN"))
    }

    @Test func everyEventIsOnThePageWithItsFields() throws {
        let examples = try Self.examples()
        let lines =
            try Self.every().map { try Self.line($0) }
            + [EventLine.lost(3, at: Timestamp(milliseconds: 9), run: "RUN")]
        #expect(Set(lines.map(Self.name)) == Set(examples.keys))
        for line in lines {
            #expect(Self.fields(line) == Self.fields(examples[Self.name(line)]), "\(Self.name(line))")
            #expect(Self.fields(line).prefix(3) == ["at", "event", "run"])
            #expect(line["at"] == .string("1970-01-01T00:00:00.009Z") && line["run"] == .string("RUN"))
        }
    }

    @Test func totalsAreNoLineOfTheirOwn() {
        #expect(EventLine(at: Timestamp(milliseconds: 9), event: .totals([:])).json(run: "RUN") == nil)
    }

    @Test func aReaderThatIsTakenBackShowsNull() throws {
        #expect(try Self.line(.quarantine(reader: "R", because: nil))["message"] == .null)
    }

    @Test func aReaderWithNothingToOfferShowsNulls() throws {
        let line = try Self.line(.offer(reader: "R", item: nil))
        for field in ["row", "copy", "sku", "summary"] { #expect(line[field] == .null) }
    }

    /// Two tags, of which one row asks for its own: what the real command writes is what the page shows.
    @Test func theRealOutputIsWhatThePageShows() throws {
        let job = try bench.file(
            "job.csv",
            "sku,url,uid\nA,https://example.com/a,04A10000000002\nB,https://example.com/b,\n")
        let run = bench.run("run", job, "--rack", try bench.rack(JobBench.goodTags), "--events", bench.path + "/e")
        #expect(run.code == .success)
        let examples = try Self.examples()
        let lines = try bench.text(bench.path + "/e").split(separator: "\n").map {
            try JSONValue(parsing: Array($0.utf8))
        }
        #expect(
            lines.map(Self.name) == [
                "plugged", "offer", "presented", "claim", "intent", "outcome", "waiting", "offer", "presented", "claim",
                "intent", "outcome", "end",
            ])
        let id = run.output.dropLast().split(separator: "/").last.map(String.init)
        for line in lines {
            let name = Self.name(line)
            let example = try #require(examples[name], "\(name)")
            #expect(Self.fields(line) == Self.fields(example), "\(name)")
            #expect(line["run"] == id.map { .string($0) })
            for field in Self.fields(line) where line[field] != .null && example[field] != .null {
                #expect(Self.kind(line[field]) == Self.kind(example[field]), "\(name): \(field)")
            }
        }
        let times = lines.compactMap { if case .string(let at)? = $0["at"] { at } else { nil } }
        #expect(times == times.sorted() && times.allSatisfy { $0.count == 24 && $0.hasSuffix("Z") })
        let first = try #require(lines.first { Self.name($0) == "outcome" })
        #expect(first["uid"] == .string("04A10000000001") && first["sku"] == .string("B"))
        #expect(first["result"] == .string("written"))
    }

    private static func kind(_ value: JSONValue?) -> String {
        switch value {
        case nil: "missing"
        case .null?: "null"
        case .bool?: "bool"
        case .int?, .number?: "number"
        case .string?: "string"
        case .array?: "array"
        case .object?: "object"
        }
    }
}
