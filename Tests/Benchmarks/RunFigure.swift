import Foundation
import Jobs
import Operations
import Provisioning
import SQLiteJournal
import Simulation
import TestSupport
import Testing

/// What a large run costs: 10,000 items over sixteen virtual readers without latency, the journal flushing to disk.
///
/// The only times that are held are ratios of two things measured in this run.
@Suite("Figures: a large run") struct RunFigure {
    static let items = 10_000
    static let readers = 16
    static let bareCommits = 20_000
    static let mostTimesTheBareCommits = 4.0
    static let mostMemoryBytes = 100_000_000
    static let mostTimesTheFirstItems = 1.25

    @Test func aLargeRunStaysFastSmallAndEven() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tagmill-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // Half before and half after, so that a busy time of the disk meets both.
        let bare = try #require(BareCommits(folder: folder))
        var bareSeconds = seconds { #expect(bare.commit(Self.bareCommits / 2)) }
        let watch = ItemWatch()
        let journal = try SQLiteJournal(path: folder + "/journal.sqlite", createIfMissing: true, digest: sha256)
        let run = try largeRun(journal, watch)
        var result: RunResult?
        let runSeconds = try seconds { result = try run.execute() }
        bareSeconds += seconds { #expect(bare.commit(Self.bareCommits / 2)) }

        #expect(result?.totals[.written] == Self.items)
        let seen = watch.seen
        try #require(seen.nanoseconds.count == Self.items)
        let first = median(seen.nanoseconds.prefix(1000))
        let last = median(seen.nanoseconds.suffix(1000))
        #expect(runSeconds <= Self.mostTimesTheBareCommits * bareSeconds)
        #expect(seen.mostMemoryBytes < Self.mostMemoryBytes)
        #expect(Double(last) <= Self.mostTimesTheFirstItems * Double(first))
        #expect(seen.handlesAfter100 == seen.handlesAtEnd)
        print(
            "\(Self.items) items over \(Self.readers) readers: \(tenths(runSeconds)) s, "
                + "\(Self.bareCommits) bare commits: \(tenths(bareSeconds)) s, ratio \(tenths(runSeconds / bareSeconds)); "
                + "resident memory at most \(seen.mostMemoryBytes / 1_000_000) MB; median of an item: first 1,000 "
                + "\(first / 1000) us, last 1,000 \(last / 1000) us; open handles \(seen.handlesAfter100) after item 100, "
                + "\(seen.handlesAtEnd) at the end")
    }

    private func largeRun(_ journal: SQLiteJournal, _ watch: ItemWatch) throws -> Run {
        let count = Self.items / Self.readers
        let racked = (1...Self.readers).map { number in
            RackReader(
                "Reader \(number < 10 ? "0" : "")\(number)", model: .acr122u,
                tags: [RackTag(.ntag213, count: count)])
        }
        let rack = try Rack(RackFile(readers: racked), keepsLog: false)
        let record = RunRecord(
            id: "20260101T000000Z-large", job: "large", jobSHA256: "", settings: Settings().json, version: "test",
            station: "test", columns: ["sku"], jobPath: "/large.csv", folder: "/reports/large",
            startedAt: SteppingClock.shared.now())
        return Run(
            RunRequest(
                record: record, settings: Settings(), beginning: .open(RunOpening(items: TestSupport.items(Self.items)))
            ),
            journal: journal, readers: rack.readers, digest: sha256, clock: SteppingClock.shared, observer: watch)
    }

    private func seconds(_ body: () throws -> Void) rethrows -> Double {
        let clock = ContinuousClock()
        let time = try clock.measure(body).components
        return Double(time.seconds) + Double(time.attoseconds) / 1e18
    }

    private func median(_ values: ArraySlice<UInt64>) -> UInt64 { values.sorted()[values.count / 2] }

    private func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}

/// Times every item from its tag's presentation to its outcome, and looks at the process now and then.
final class ItemWatch: RunObserver {
    struct Seen: Sendable {
        var nanoseconds: [UInt64] = []
        var handlesAfter100 = 0
        var handlesAtEnd = 0
        var mostMemoryBytes = 0
        fileprivate var began: [String: UInt64] = [:]
    }

    private let state = Locked(Seen())

    var seen: Seen { state.withLock { $0 } }

    func observe(_ event: RunEvent) {
        state.withLock { state in
            switch event {
            case .presented(let reader, _): state.began[reader] = DispatchTime.now().uptimeNanoseconds
            case .concluded(let presentation, _) where presentation.result == .written:
                let now = DispatchTime.now().uptimeNanoseconds
                state.nanoseconds.append(now - (state.began[presentation.reader] ?? now))
                look(&state)
            default: return
            }
        }
    }

    private func look(_ state: inout Seen) {
        let count = state.nanoseconds.count
        if count == 100 { state.handlesAfter100 = Self.openHandles() }
        if count == RunFigure.items { state.handlesAtEnd = Self.openHandles() }
        if count % 500 == 0 { state.mostMemoryBytes = max(state.mostMemoryBytes, Self.residentBytes()) }
    }

    /// proc(5): one entry a descriptor, the one of the listing itself included.
    private static func openHandles() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? -1
    }

    /// proc(5), statm: the second number counts resident pages.
    private static func residentBytes() -> Int {
        let numbers = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return numbers.count > 1 ? (Int(numbers[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : Int.max
    }
}
