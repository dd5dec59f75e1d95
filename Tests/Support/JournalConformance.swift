public import Jobs
public import Provisioning
public import Tags
public import Testing

/// One rule of the port `Journal`. It is given a journal of its own, without a run.
public struct JournalRule: Sendable, CustomTestStringConvertible {
    public let name: String
    public let check: @Sendable (any Journal) throws -> Void

    public var testDescription: String { name }

    init(_ name: String, _ check: @escaping @Sendable (any Journal) throws -> Void) {
        self.name = name
        self.check = check
    }
}

/// Values for tests of journals: each is told by its number.
public enum JournalSample {
    public static let run = "20261130T081500Z-job"

    public static func record(_ id: String = run, job: String = "job", startedAt: Int64 = 1000) -> RunRecord {
        RunRecord(
            id: id, job: job, jobSHA256: "00ff",
            settings: .object([
                .init("z", .int(1)), .init("a", .array([.null, .bool(true), .number(1.5), .string("é\n\u{1F600}")])),
            ]),
            version: "1.2.3", station: "bench", columns: ["sku", "Größe \"x\""], jobPath: "/jobs/job.csv",
            folder: "/reports/\(id)", startedAt: time(startedAt))
    }

    public static func uid(_ number: UInt8) -> UID {
        // Seven bytes always are a UID.
        UID([0x04, 0, 0, 0, 0, 0, number])!
    }

    public static func time(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

    public static func key(_ row: Int, copy: Int = 1) -> ItemKey { ItemKey(row: row, copy: copy) }

    public static func item(
        _ row: Int, copy: Int = 1, sku: String? = nil, bound: UID? = nil, message: [UInt8]? = nil, fault: String? = nil
    ) -> Item {
        Item(
            key: key(row, copy: copy), line: row + 1, sku: sku, boundUID: bound, chip: row % 2 == 0 ? .ntag213 : nil,
            cells: ["cell, \(row)", ""], message: fault == nil ? message ?? self.message(row) : [],
            summary: "https://example.com/\(row)", fault: fault)
    }

    public static func items(_ rows: ClosedRange<Int>) -> [Item] { rows.map { item($0, sku: "SKU-\($0)") } }

    public static func message(_ number: Int) -> [UInt8] { [0xD1, 0x01, 0x02, 0x55, UInt8(number & 0xFF)] }

    public static func attempt(_ uid: UID, at: Int64 = 2000) -> Attempt {
        Attempt(uid: uid, reader: "reader A", station: "bench", intendedAt: time(at))
    }

    public static func outcome(
        _ status: ItemStatus, _ uid: UID? = nil, reason: Reason? = nil, at: Int64 = 3000
    ) -> Outcome {
        Outcome(
            status: status, reason: reason, detail: "detail", uid: uid, chip: .ntag215, reader: "reader A",
            station: "bench", capacityBytes: 504, lockState: .partlyLocked, lock: .done, startedAt: time(at - 500),
            finishedAt: time(at))
    }

    public static func execution(_ startedAt: Int64 = 20_000) -> Execution {
        Execution(startedAt: time(startedAt), station: "other bench", operatorName: "Bo", version: "1.2.4")
    }

    public static func report(_ file: String, _ sha256: String = "00ff") -> KeptReport {
        KeptReport(file: file, sha256: sha256, renderedAt: time(30_000), version: "1.2.3")
    }

    /// Different for different bytes, and 32 of them: all that a journal asks of a digest.
    public static let digest: Digest = { bytes in
        (UInt64(0)..<4).flatMap { seed -> [UInt8] in
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325 &+ seed
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            return (UInt64(0)..<8).map { UInt8(truncatingIfNeeded: hash >> ($0 * 8)) }
        }
    }
}

extension Journal {
    /// A run of these items, opened.
    public func start(
        _ items: [Item], run: String = JournalSample.run, job: String = "job", inDoubt: [ItemKey: UID] = [:],
        takeover: Takeover? = nil
    ) throws {
        try open(
            JournalSample.record(run, job: job),
            RunOpening(items: items, inDoubt: inDoubt, takeovers: takeover.map { [$0] } ?? []))
    }

    /// The run ends where it stands: nothing is concluded.
    public func die(_ run: String = JournalSample.run) throws {
        try end(run: run, how: .error, exitCode: 3, at: JournalSample.time(10_000))
    }

    /// The run is opened again.
    public func goOn(_ run: String = JournalSample.run, releasingInDoubt: Bool = false) throws {
        try reopen(run: run, JournalSample.execution(), releasingInDoubt: releasingInDoubt)
    }

    public func intend(_ row: Int, copy: Int = 1, on uid: UID, run: String = JournalSample.run) throws -> IntentAnswer {
        try intend(
            run: run, item: JournalSample.key(row, copy: copy), attempt: JournalSample.attempt(uid),
            message: JournalSample.message(row))
    }

    public func conclude(
        _ row: Int, copy: Int = 1, _ status: ItemStatus, _ uid: UID?, reason: Reason? = nil,
        run: String = JournalSample.run
    ) throws -> ConcludeAnswer {
        try conclude(
            run: run, item: JournalSample.key(row, copy: copy),
            outcome: JournalSample.outcome(status, uid, reason: reason))
    }

    /// The item is written on the tag: intent and outcome.
    public func make(_ row: Int, copy: Int = 1, on uid: UID, run: String = JournalSample.run) throws {
        #expect(try intend(row, copy: copy, on: uid, run: run) == .accepted)
        #expect(try conclude(row, copy: copy, .written, uid, run: run) == .accepted)
    }

    public func find(
        _ uid: UID, message: [UInt8]? = nil, busy: Set<ItemKey> = [], run: String = JournalSample.run
    ) throws -> TagHistory {
        try find(
            run: run, uid: uid, digests: message.map { MessageDigests(of: $0, on: uid, JournalSample.digest) },
            busy: busy
        )
    }

    /// The keys of what is handed out.
    public func claim(_ count: Int, run: String = JournalSample.run) throws -> [ItemKey] {
        try claim(run: run, count: count, station: "bench").map(\.item.key)
    }

    public func entries(_ run: String = JournalSample.run) throws -> [ItemEntry] {
        var entries: [ItemEntry] = []
        try self.entries(run: run) { entries.append($0) }
        return entries
    }

    public func entry(_ row: Int, run: String = JournalSample.run) throws -> ItemEntry {
        try #require(try entries(run).first { $0.item.key == JournalSample.key(row) })
    }

    public func presentations(_ run: String = JournalSample.run) throws -> [Presentation] {
        var presentations: [Presentation] = []
        try self.presentations(run: run) { presentations.append($0) }
        return presentations
    }
}

/// What every implementation of `Journal` keeps; run on each of them.
///
/// A journal under test takes messages by `JournalSample.digest`.
public enum JournalConformance {
    typealias Sample = JournalSample

    public static let rules: [JournalRule] =
        records + claims + intents + outcomes + tags + earlierRuns + takeovers + holding + resumptions + ledger
        + keeping + overtaken + leftInHand + tagsNamed

    /// An error with that code is thrown.
    static func expect(
        _ code: JournalError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) {
        let error = #expect(throws: JournalError.self, sourceLocation: sourceLocation) { try body() }
        #expect(error?.code == code, sourceLocation: sourceLocation)
    }
}
