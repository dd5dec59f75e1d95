import Crypto
import Foundation
import Jobs
import Operations
import Provisioning
import SQLiteJournal
import Simulation
import Tags
import TestSupport
import Testing

/// A process that is killed around its journal's write 1, 2, 3 … and around exchange 1, 2, 3 …: the journal is a file, and what
/// the tags hold at that moment lies beside it. This process goes on with both.
@Suite("A process that is killed at every step") struct DeathProcessTests {
    static let items = 2
    /// The opening, an intent and an outcome for each item, and the end.
    static let writes = 2 + 2 * items

    /// The folder in which the processes meet.
    struct Meeting: Sendable {
        let folder: String
        /// The second names its tag.
        let run = MortalRun(
            models: [.acr122u], items: TestSupport.items(1) + [TagNamingTests.naming(2)], overwrite: .blank)

        init(folder: String) { self.folder = folder }

        /// A folder of its own, and tags as delivered.
        init() throws {
            folder = NSTemporaryDirectory() + "tagmill-death-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try leave(Self.delivered())
        }

        static func delivered() throws -> Tray { try Tray(delivered: .ntag213, [good1, good2, good3]) }

        func remove() { try? FileManager.default.removeItem(atPath: folder) }

        func leave(_ tray: Tray) throws {
            try tray.text.write(toFile: folder + "/tags", atomically: true, encoding: .utf8)
        }

        func tray() throws -> Tray {
            try #require(Tray(text: try String(contentsOfFile: folder + "/tags", encoding: .utf8)))
        }

        func journal() throws -> SQLiteJournal {
            try SQLiteJournal(path: folder + "/tagmill.sqlite", createIfMissing: true, digest: sha256)
        }

        /// A process: kills itself at that moment, and leaves the tags as they are then.
        func work(_ beginning: MortalRun.Beginning, dyingAt moment: DeathMoment?) throws {
            let rack = try run.rack(tray(), beginning)
            let death = Death(
                at: moment,
                whenItComes: {
                    try? leave(Tray(rack.tags))
                    kill(getpid(), SIGKILL)
                },
                whenDead: { while true { pause() } })
            _ = try run.process(beginning, on: rack, journal(), death)
            try leave(Tray(rack.tags))
        }
    }

    @Test(arguments: (DeathMoment.writes(writes) + DeathMoment.exchanges(22)).spread(14))
    func theNextProcessBringsItToTheEnd(moment: DeathMoment) async throws {
        let meeting = try Meeting()
        defer { meeting.remove() }
        await Self.dying(meeting, .open, at: moment)
        try bringToTheEnd(meeting, executions: 2, "killed \(moment)")
    }

    /// The first process was killed after its first intent; the next dies as well.
    @Test(arguments: DeathMoment.writes(writes).spread(6))
    func theNextProcessIsKilledToo(moment: DeathMoment) async throws {
        let meeting = try Meeting()
        defer { meeting.remove() }
        // In this process: what it leaves is the same.
        let left = try meeting.run.process(
            .open, meeting.tray(), meeting.journal(), dyingAt: .afterExchange(8))
        #expect(left.result == nil)
        try meeting.leave(left.tray)
        await Self.dying(meeting, .resume(releasingInDoubt: false), at: moment)
        try bringToTheEnd(meeting, executions: 3, "killed in the middle of a write, and then \(moment)")
    }

    private static func dying(
        _ meeting: Meeting, _ beginning: MortalRun.Beginning, at moment: DeathMoment
    ) async {
        var isResuming = false
        if case .resume = beginning { isResuming = true }
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [folder = meeting.folder as String, code = moment.code as [Int], isResuming = isResuming as Bool] in
            let moment = try #require(DeathMoment(code: code))
            try Meeting(folder: folder).work(isResuming ? .resume(releasingInDoubt: false) : .open, dyingAt: moment)
        }
    }

    private func bringToTheEnd(_ meeting: Meeting, executions: Int, _ place: String) throws {
        let (run, delivered) = (meeting.run, try Meeting.delivered())
        let journal = try meeting.journal()
        var lies = try run.lies(journal, meeting.tray(), delivered: delivered)
        if try !journal.runs().isEmpty {
            if try journal.summary(run: MortalRun.id).isInUse { lies.append("the run is held by a dead process") }
            let last = try run.process(.resume(releasingInDoubt: false), meeting.tray(), journal, dyingAt: nil)
            lies += try run.lies(journal, last.tray, delivered: delivered)
            lies += try run.liesOfTheEnd(journal, last, executions: executions)
        }
        for lie in lies { Issue.record("\(place): \(lie)") }
    }
}
