import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing

/// A process that dies around its journal's write 1, 2, 3 … and around exchange 1, 2, 3 …, and others that go on with its run,
/// until they die too. In memory: `DeathProcessTests` has processes.
@Suite("A run whose process dies at every step") struct DeathLoopTests {
    struct Setup: CustomTestStringConvertible, Sendable {
        let run: MortalRun
        let delivered: Tray
        let testDescription: String

        /// - Parameters:
        ///   - isNaming: the messages have the UID of their tag in them.
        ///   - pages: what the tags hold that is to be overwritten; none: they are as delivered.
        init(
            _ models: [VirtualReaderModel], items count: Int, isLong: Bool = false, isNaming: Bool = false,
            over pages: [Int: String] = [:], locks: Bool = false,
            order: @escaping @Sendable () -> TagOrder = { TagOrder() }
        ) throws {
            var items = items(count) {
                "https://example.com/t/\($0)" + (isLong ? String(repeating: "x", count: 240) : "")
            }
            if isNaming { items = items.map { TagNamingTests.naming($0.key.row) } }
            for index in items.indices { items[index].lock = locks }
            run = MortalRun(
                models: models, items: items, overwrite: pages.isEmpty ? .blank : .always, order: order)
            // One more than there are items.
            delivered = try Tray(
                delivered: .ntag215, [good1, good2, good3, "04112233445564"].prefix(count + 1).map { $0 },
                holding: pages)
            testDescription =
                "\(models), \(count) items" + (isLong ? " of more than 254 bytes" : "")
                + (isNaming ? " that name their tags" : "") + (locks ? ", locked" : "")
        }

        /// How many journal writes and exchanges the run takes when nobody dies.
        func steps(_ beginning: MortalRun.Beginning, _ tray: Tray, _ journal: MemoryJournal) throws -> Death {
            let death = Death(at: nil)
            _ = try run.process(beginning, on: run.rack(tray, beginning), journal, death)
            return death
        }
    }

    static let models = VirtualReaderModel.laid

    @Test(arguments: models, [false, true])
    func theNextProcessBringsItToTheEnd(model: VirtualReaderModel, releasing: Bool) throws {
        let setup = try Setup([model], items: 3)
        let steps = try setup.steps(.open, setup.delivered, MemoryJournal(digest: sha256))
        #expect(steps.writes == 8)
        for moment in DeathMoment.writes(steps.writes) + DeathMoment.exchanges(steps.exchanges) {
            let journal = MemoryJournal(digest: sha256)
            let left = try setup.run.process(.open, setup.delivered, journal, dyingAt: moment)
            try goOn(setup, MemoryJournal(leftBy: journal), left, [moment], releasing)
        }
    }

    @Test(arguments: models) func inALongMessageToo(model: VirtualReaderModel) throws {
        let setup = try Setup([model], items: 1, isLong: true)
        let steps = try setup.steps(.open, setup.delivered, MemoryJournal(digest: sha256))
        for moment in DeathMoment.exchanges(steps.exchanges).spread(40) {
            let journal = MemoryJournal(digest: sha256)
            let left = try setup.run.process(.open, setup.delivered, journal, dyingAt: moment)
            try goOn(setup, MemoryJournal(leftBy: journal), left, [moment], false)
        }
    }

    @Test(arguments: models, [false, true])
    func inMessagesThatNameTheirTagsToo(model: VirtualReaderModel, releasing: Bool) throws {
        let setup = try Setup([model], items: 2, isNaming: true)
        let steps = try setup.steps(.open, setup.delivered, MemoryJournal(digest: sha256))
        for moment in DeathMoment.writes(steps.writes) + DeathMoment.exchanges(steps.exchanges).spread(30) {
            let journal = MemoryJournal(digest: sha256)
            let left = try setup.run.process(.open, setup.delivered, journal, dyingAt: moment)
            try goOn(setup, MemoryJournal(leftBy: journal), left, [moment], releasing)
        }
    }

    @Test(arguments: models) func overAnOldMessageToo(model: VirtualReaderModel) throws {
        let setup = try Setup([model], items: 2, over: pages(holding: FaultLoopTests.oldMessage))
        let steps = try setup.steps(.open, setup.delivered, MemoryJournal(digest: sha256))
        for moment in DeathMoment.writes(steps.writes) + DeathMoment.exchanges(steps.exchanges) {
            let journal = MemoryJournal(digest: sha256)
            let left = try setup.run.process(.open, setup.delivered, journal, dyingAt: moment)
            try goOn(setup, MemoryJournal(leftBy: journal), left, [moment], false)
        }
    }

    /// Tags that are locked, protected, or both; delivered without a container or with one.
    @Test(
        arguments: models,
        [
            ("locked", true, nil), ("protected", false, false), ("protected, reading too", false, true),
            ("both", true, false), ("both, reading too", true, true),
        ] as [(String, Bool, Bool?)])
    func withEverythingThatWasAskedFor(model: VirtualReaderModel, asked: (String, Bool, Bool?)) throws {
        let (_, locks, reading) = asked
        // Passwords pass the one reader alone.
        guard model == .acr122u || reading == nil else { return }
        for pages in [[3: "E1103E00"], [3: "00000000"]] {
            let setup = try Setup([model], items: 1, over: pages, locks: locks) {
                TagOrder(
                    formatsBlank: true,
                    protection: reading.map { TagOrder.ProtectionWish(protectsReading: $0) },
                    passwords: OnePassword("A1B2C3D4", "CAFE"))
            }
            let steps = try setup.steps(.open, setup.delivered, MemoryJournal(digest: sha256))
            for moment in (DeathMoment.writes(steps.writes) + DeathMoment.exchanges(steps.exchanges)).spread(16) {
                let journal = MemoryJournal(digest: sha256)
                let left = try setup.run.process(.open, setup.delivered, journal, dyingAt: moment)
                try goOn(setup, MemoryJournal(leftBy: journal), left, [moment], false)
            }
        }
    }

    /// Whoever goes on dies as well, around each of its writes and exchanges in turn.
    @Test(arguments: models) func theNextProcessDiesToo(model: VirtualReaderModel) throws {
        let setup = try Setup([model], items: 2)
        let steps = try setup.steps(.open, setup.delivered, MemoryJournal(digest: sha256))
        for first in DeathMoment.writes(steps.writes) + DeathMoment.exchanges(steps.exchanges) {
            let journal = MemoryJournal(digest: sha256)
            let left = try setup.run.process(.open, setup.delivered, journal, dyingAt: first)
            guard try !journal.runs().isEmpty else { continue }
            let resume = MortalRun.Beginning.resume(releasingInDoubt: false)
            let rest = try setup.steps(resume, left.tray, MemoryJournal(leftBy: journal))
            var moments = DeathMoment.writes(rest.writes)
            // Exchanges are the same whatever the first died of: it is enough to try them after each write.
            if DeathMoment.writes(steps.writes).contains(first) { moments += DeathMoment.exchanges(rest.exchanges) }
            for second in moments.spread(6) {
                let next = MemoryJournal(leftBy: journal)
                let lefter = try setup.run.process(resume, left.tray, next, dyingAt: second)
                try goOn(setup, MemoryJournal(leftBy: next), lefter, [first, second], false)
            }
        }
    }

    /// With two readers at work the moments are others each time; the truth is the same.
    @Test func withTwoReaders() throws {
        let setup = try Setup([.acr122u, .part3], items: 3)
        let steps = try setup.steps(.open, setup.delivered, MemoryJournal(digest: sha256))
        var died = 0
        for moment in DeathMoment.writes(8) + DeathMoment.exchanges(steps.exchanges) {
            let journal = MemoryJournal(digest: sha256)
            let left = try setup.run.process(.open, setup.delivered, journal, dyingAt: moment)
            // A run whose tags took the cheaper reader may end before its last moments come.
            guard left.result == nil else { continue }
            died += 1
            try goOn(setup, MemoryJournal(leftBy: journal), left, [moment], false)
        }
        #expect(died > steps.exchanges / 2)
    }

    /// Holds what is left against the tags, and lets a process that lives go on.
    private func goOn(
        _ setup: Setup, _ journal: MemoryJournal, _ left: MortalRun.Left, _ moments: [DeathMoment], _ releasing: Bool
    ) throws {
        let run = setup.run
        var lies = try run.lies(journal, left.tray, delivered: setup.delivered)
        if left.result != nil { lies.append("the process did not die") }
        if try !journal.runs().isEmpty {
            let last = try run.process(.resume(releasingInDoubt: releasing), left.tray, journal, dyingAt: nil)
            lies += try run.lies(journal, last.tray, delivered: setup.delivered)
            lies += try run.liesOfTheEnd(journal, last, executions: moments.count + 1)
        }
        for lie in lies { Issue.record("dead \(moments), \(setup.testDescription): \(lie)") }
    }
}
