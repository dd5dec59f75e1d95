import Crypto
package import Jobs
import NDEF
package import Operations
package import Provisioning
package import ReaderModels
package import Simulation
import Synchronization
package import Tags
import Threads

/// A whole run in this process: items, a rack and a journal; and everything that can be looked at afterwards.
package struct Scenario {
    package var items: [Item]
    package var settings = Settings()
    package var order = TagOrder()
    package var seed: UInt64 = 1
    /// `real`: exchanges take their time, by the clock.
    package var latency = RackFile.Latency.none
    package var pairing = Pairing.queue
    package var again = false
    package var idleTimeoutSeconds: Int?
    package var stuckAfterSeconds = 30
    package var quarantine: Int? = RunPolicy.defaultQuarantine
    package var inDoubt: [ItemKey: UID] = [:]
    /// The run is in the journal already, and goes on.
    package var isResumed = false
    package var releasingInDoubt = false
    package var readers: [RackReader]
    /// As of `Rack`.
    package var modelOf: (@Sendable (String) -> ReaderModel)?
    package var readersAreQuiet = false
    package var job = "job"
    package var id = "20260101T000000Z-job"

    package init(_ items: [Item], _ readers: [RackReader], settings: Settings = Settings()) {
        self.items = items
        self.readers = readers
        self.settings = settings
    }

    /// One reader of each kind has its own name.
    package init(_ items: [Item], _ model: VirtualReaderModel, _ tags: [RackTag], settings: Settings = Settings()) {
        self.init(items, [RackReader("Reader A 00 00", model: model, tags: tags)], settings: settings)
    }

    package func run(
        journal: any Journal = MemoryJournal(digest: sha256), observer: any RunObserver = Silence(),
        through: (Rack) -> any Readers = { $0.readers },
        whileRunning: @escaping @Sendable (Run, Rack) -> Void = { _, _ in }
    ) throws -> Finished {
        let noSleep: Sleep = { _ in }
        let rack = try Rack(
            RackFile(seed: seed, latency: latency, readers: readers), sleep: latency == .real ? realSleep : noSleep,
            modelOf: modelOf)
        let record = RunRecord(
            id: id, job: job, jobSHA256: "", settings: settings.json, pairing: pairing, again: again, version: "test",
            station: "test", columns: ["sku"], jobPath: "/job.csv", folder: "/reports/\(id)",
            startedAt: SteppingClock.shared.now())
        let execution = Execution(startedAt: record.startedAt, station: "test", version: "test")
        let run = Run(
            RunRequest(
                record: record, settings: settings, order: order,
                beginning: isResumed
                    ? .resume(execution, releasingInDoubt: releasingInDoubt)
                    : .open(RunOpening(items: items, inDoubt: inDoubt)),
                idleTimeoutSeconds: idleTimeoutSeconds, stuckAfterSeconds: stuckAfterSeconds,
                readersAreQuiet: readersAreQuiet, quarantine: quarantine),
            journal: journal, readers: through(rack), digest: sha256, clock: SteppingClock.shared, observer: observer)
        whileRunning(run, rack)
        let result = try run.execute()
        return try Finished(result: result, rack: rack, journal: journal, run: id)
    }
}

/// What a run left behind.
package struct Finished {
    package let result: RunResult
    package let rack: Rack
    package let entries: [ItemEntry]
    package let presentations: [Presentation]

    package init(result: RunResult, rack: Rack, journal: any Journal, run: String) throws {
        self.result = result
        self.rack = rack
        var entries: [ItemEntry] = []
        try journal.entries(run: run) { entries.append($0) }
        var presentations: [Presentation] = []
        try journal.presentations(run: run) { presentations.append($0) }
        self.entries = entries
        self.presentations = presentations
    }

    package func outcome(_ row: Int, copy: Int = 1) -> Outcome? {
        entries.first { $0.item.key == ItemKey(row: row, copy: copy) }?.outcome
    }

    package func status(_ row: Int, copy: Int = 1) -> ItemStatus { outcome(row, copy: copy)?.status ?? .pending }

    package func tag(_ uid: String) -> VirtualTag? { rack.tags.first { $0.uid == UID(hex: uid) } }

    /// What came of the tag on its last presentation.
    package func presentation(_ uid: String) -> Presentation? { presentations.last { $0.uid == UID(hex: uid) } }

    /// The exchanges of one presentation of a tag; LED and buzzer are none.
    package func exchanges(_ uid: String, presentation: Int = 1) -> Int {
        tag(uid)?.log.count { $0.presentation == presentation && $0.number > 0 } ?? 0
    }

    /// The bytes of the NDEF message that the memory of a tag holds behind `03 L`, at the place where the test knows it.
    package func holds(_ uid: String, _ message: [UInt8]) -> Bool {
        guard let memory = tag(uid)?.memory else { return false }
        let field =
            message.count < 255
            ? [UInt8(message.count)] : [0xFF, UInt8(message.count >> 8), UInt8(message.count & 255)]
        let wanted = [0x03] + field + message
        return memory.indices.contains { $0 >= 16 && memory[$0...].starts(with: wanted) }
    }
}

/// Time that goes on by a millisecond whenever it is asked for.
package final class SteppingClock: WallClock {
    package static let shared = SteppingClock()
    private let time = Atomic<Int64>(1_780_000_000_000)

    package func now() -> Timestamp {
        Timestamp(milliseconds: time.add(1, ordering: .relaxed).newValue)
    }
}

/// Does something at each event. What it does must not call the run: the events come under its lock.
package struct Watcher: RunObserver {
    private let body: @Sendable (RunEvent) -> Void

    package init(_ body: @escaping @Sendable (RunEvent) -> Void) { self.body = body }

    package func observe(_ event: RunEvent) { body(event) }
}

package struct Silence: RunObserver {
    package init() {}

    package func observe(_ event: RunEvent) {}
}

package let sha256: Digest = { SHA256.digest($0) }

/// `count` rows of SKU `S1` …, each with a URL of its own.
package func items(_ count: Int, url: (Int) -> String = { "https://example.com/t/S\($0)" }) -> [Item] {
    (1...count).map { item($0, url: url($0)) }
}

package func item(
    _ row: Int, copy: Int = 1, sku: String? = nil, url: String, uid: String? = nil, chip: Chip? = nil,
    lock: Bool = false
) -> Item {
    // A message of one short record cannot fail to encode.
    let message = (try? Message([URIRecord(url).record]).encoded()) ?? []
    return Item(
        key: ItemKey(row: row, copy: copy), line: row + 1, sku: sku ?? "S\(row)",
        boundUID: uid.flatMap { UID(hex: $0) },
        chip: chip, lock: lock, cells: [sku ?? "S\(row)"], message: message, summary: url)
}

package func tag(
    _ chip: VirtualChip, _ uid: String, pages: [Int: String] = [:], faults: [RackFault] = [], again: Int = 1
) -> RackTag {
    RackTag(
        chip, uid: UID(hex: uid), pages: pages.compactMapValues { [UInt8](hex: $0).flatMap { Page($0) } },
        faults: faults, again: again)
}

package let good1 = "04112233445561"
package let good2 = "04112233445562"
package let good3 = "04112233445563"
package let bad1 = "04AABBCCDDEE01"

/// The pages of a chip whose TLVs begin on page 4 and that holds this message of fewer than 255 bytes already.
package func pages(holding message: [UInt8]) -> [Int: String] {
    var bytes = [0x03, UInt8(message.count)] + message + [0xFE]
    while !bytes.count.isMultiple(of: 4) { bytes.append(0) }
    return Dictionary(
        uniqueKeysWithValues: stride(from: 0, to: bytes.count, by: 4).map {
            (4 + $0 / 4, Array(bytes[$0..<($0 + 4)]).hex)
        })
}

/// Counts exchanges of one presentation, and picks one, once.
package final class Once: Sendable {
    private let state = Guarded<(count: Int, isTaken: Bool)>((0, false))

    package init() {}

    /// A presentation begins.
    package func begin() { state.withLock { $0.count = 0 } }

    /// Counts an exchange. True at the one with this number, the first time that it comes.
    package func take(at number: Int) -> Bool {
        state.withLock { state in
            state.count += 1
            guard state.count == number, !state.isTaken else { return false }
            state.isTaken = true
            return true
        }
    }
}
