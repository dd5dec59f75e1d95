import Jobs
import Operations
import Provisioning
import ReaderModels
import Simulation
import Tags
import TestSupport
import Testing

/// A run whose readers are all served by one thread: nothing waits, and nobody listens.
@Suite("A run on one thread") struct OneThreadTests {
    private let journal = MemoryJournal(digest: sha256)
    private let run = "20260101T000000Z-job"

    private func begun(_ items: [Item]) throws -> RunDesk {
        let record = RunRecord(
            id: run, job: "job", jobSHA256: "", settings: Settings().json, version: "test", station: "test",
            columns: ["sku"], jobPath: "/job.csv", folder: "/reports", startedAt: SteppingClock.shared.now())
        try journal.open(record, RunOpening(items: items))
        let coordinator = Coordinator(
            policy: RunPolicy(station: "test"), backlog: try journal.backlog(run: run),
            totals: try journal.summary(run: run).counts)
        let desk = RunDesk(
            coordinator: coordinator, run: run, station: "test", journal: journal, digest: sha256,
            clock: SteppingClock.shared, observer: nil)
        desk.begin()
        return desk
    }

    private func plugged(_ name: String, _ desk: RunDesk) throws -> ReaderDesk {
        let reader = try #require(desk.plugged(ReaderInfo(name: name, model: ReaderModel.model(ofReaderNamed: name))))
        desk.listed()
        return reader
    }

    private func tag(_ uid: String, _ reader: ReaderDesk) -> PresentedTag {
        PresentedTag(
            reader: reader.reader.name, uid: UID(hex: uid), chip: .ntag213, lockState: .writable, capacityBytes: 137,
            presentedAt: SteppingClock.shared.now())
    }

    private func write(_ uid: String, _ reader: ReaderDesk) throws -> Int {
        guard case .take(let assignment) = reader.claim(tag(uid, reader)) else { throw NoItem() }
        #expect(reader.intend() == nil)
        reader.conclude(.written(detail: ""), lockState: .writable)
        #expect(reader.takeSignal() == .success)
        #expect(reader.takeSignal() == nil)
        reader.lifted()
        return assignment.item.key.row
    }

    private struct NoItem: Error {}

    @Test func workIsAskedForWithoutWaiting() throws {
        let desk = try begun(items(3))
        let (one, other) = (try plugged("Reader A 00 00", desk), try plugged("Reader B 00 00", desk))
        #expect(one.hasWork && other.hasWork)
        #expect(try write(good1, one) == 1)
        #expect(try write(good2, other) == 2)
        #expect(desk.ended == nil && !desk.isOver)
        // The last item is in hand: nothing is left for the other reader.
        guard case .take = one.claim(tag(good3, one)) else { throw NoItem() }
        #expect(!other.hasWork)
        #expect(desk.coordinator { $0.busyItems } == [ItemKey(row: 3, copy: 1)])
        #expect(one.intend() == nil)
        one.conclude(.written(detail: ""), lockState: nil)
        #expect(!one.hasWork && !other.hasWork)
        #expect(desk.ended == .complete && desk.isOver)
        #expect(desk.totals == [.written: 3, .pending: 0])
        var statuses: [ItemStatus?] = []
        try journal.entries(run: run) { statuses.append($0.outcome?.status) }
        #expect(statuses == [.written, .written, .written])
    }

    @Test func aReaderThatWasGivenUpComesBack() throws {
        let desk = try begun(items(2))
        let reader = try plugged("Reader A 00 00", desk)
        guard case .take = reader.claim(tag(good1, reader)) else { throw NoItem() }
        #expect(reader.intend() == nil)
        #expect(reader.calls.enter())
        desk.giveUp(onCallsOfSeconds: 0)
        #expect(reader.calls.isGivenUp && !reader.calls.leave())
        // What the thread says now counts for nothing.
        reader.conclude(.written(detail: ""), lockState: nil)
        #expect(!reader.hasWork)
        #expect(try journal.backlog(run: run) == Backlog(queued: 1, bound: 0, inDoubt: 1))
        #expect(reader.rejoin())
        #expect(reader.hasWork)
        #expect(try write(good2, reader) == 2)
    }

    @Test func aReaderThatIsUnpluggedHasNoWork() throws {
        let desk = try begun(items(2))
        let reader = try plugged("Reader A 00 00", desk)
        reader.unplugged()
        #expect(!reader.hasWork)
        #expect(desk.coordinator { $0.readerNames }.isEmpty)
        // Plugged in again it is another's.
        let next = try plugged("Reader A 00 00", desk)
        #expect(next.hasWork && !reader.hasWork)
        #expect(reader.claim(tag(good1, reader)) == .dismissed)
    }
}
