import Checker
import Jobs
import Operations
import Provisioning
import ReaderModels
import Simulation
import Tags
import Threads

/// A world as it takes its course: runs of the product, the operator at the table, what goes wrong, and the checker that is
/// told of everything.
///
/// One thread, on which every reader's procedure runs; while one waits for its tag or its journal, another may go on
/// (`meanwhile`). Nothing in it reads a clock or anything else that the seed does not decide.
final class Course: @unchecked Sendable {
    // Sendable only in name, for the ports that it stands behind: used on the thread that made it, and on no other.

    let world: World
    let job: PooledJob
    let simulator: Simulator
    var checker = RunChecker(tags: [])
    var coverage = Coverage()
    /// Told line by line what happens; nil: nobody listens, and no line is made.
    let tell: ((String) -> Void)?
    var random: SeededGenerator
    let clock = WorldClock()
    /// Of the tags, as the checker has them.
    let uids: [[UInt8]]

    /// Nil before the first lines of `play`, which makes it.
    private var madeTable: VirtualTable?
    var table: VirtualTable {
        guard let madeTable else { preconditionFailure("the table is laid first") }
        return madeTable
    }
    var journal: any Journal
    var seats: [Seat] = []
    var desk: RunDesk?
    var isDead = false
    /// The tag that is connected to next lies there with another one, and neither answers.
    var liesWithAnother = false
    /// Readers cannot be listed.
    var isServiceGone = false
    /// Procedures that run now, one within another.
    var depth = 0

    // How often each kind of moment has come, over the whole world.
    var exchanges = 0
    var journalWrites = 0
    var steps = 0
    /// What is still to go wrong, by kind of moment, the next one last.
    var exchangeTroubles: [(at: Int, what: Trouble.What)] = [] {
        didSet { nextExchangeTrouble = exchangeTroubles.last?.at ?? .max }
    }
    /// The exchange at which the next one comes: it is asked at each.
    private(set) var nextExchangeTrouble = Int.max
    var journalTroubles: [(at: Int, what: Trouble.What)] = [] {
        didSet { nextJournalTroubleAt = journalTroubles.last?.at ?? .max }
    }
    private(set) var nextJournalTroubleAt = Int.max
    var stepTroubles: [(at: Int, what: Trouble.What)] = [] {
        didSet { nextStepTroubleAt = stepTroubles.last?.at ?? .max }
    }
    private(set) var nextStepTroubleAt = Int.max
    /// The process dies once the command that is under way was carried out.
    var diesAfterExchange = false

    /// The reader on which the user's rack lays each tag; nil where it is not in the world any more, and empty where the
    /// operator lays tags anywhere.
    let homes: [Int?]
    /// How often each tag of a user's rack still comes back.
    var returnsLeft: [Int]
    /// Tags that were not laid yet, the next one last.
    var pile: [Int] = []
    /// Tags that are worth another try.
    var again: [Int] = []
    /// So many more tags are laid in this execution.
    var patience = 0

    /// Of the tag that asked for an item last.
    var found = FoundHistory()
    var places = ItemPlaces()

    /// The run that goes on.
    var current: RunPlan
    /// What its process asks of every tag.
    var order = TagOrder()
    /// The last run whose opening came to be on disk; -1: none.
    var openedRun = -1
    /// A process of the run that goes on was to release items in doubt, or it began with such.
    private var mayHaveReleased = false
    /// What the runs came to, in their order.
    var reports: [WorldReport] = []
    /// Of a user's rack, its faults that did not happen.
    private(set) var unreachedFaults: [UnreachedFault] = []

    init(_ world: World, _ simulator: Simulator, tell: ((String) -> Void)?) {
        self.world = world
        self.simulator = simulator
        self.tell = tell
        job = world.given?.job ?? JobPool.job(world.job)
        current = job.firstRun
        homes = world.homes
        returnsLeft = world.returns
        uids = world.tags.indices.map { JobPool.bytes(of: world.tags[$0].uid, world.tags[$0].chip) }
        random = SeededGenerator(seed: ~world.seed)
        journal = simulator.makeJournal()
    }

    func play() {
        // The table knows its witness, and would keep it for ever.
        defer { madeTable = nil }
        if let tell { world.lines.forEach(tell) }
        let table = VirtualTable(
            seed: world.seed, tagCount: world.tags.count, tag: laidOut,
            readers: world.readers.map {
                VirtualTable.Reader(
                    name: $0.name, model: $0.model, traits: $0.traits, antenna: $0.antenna,
                    recognizedAs: $0.recognizedAs)
            }, witness: self)
        madeTable = table
        checker.reset(tagCount: world.tags.count) { index in
            CheckedTag(
                uid: uids[index], chip: world.tags[index].chip.rawValue, memory: table.memory(of: index),
                hasRandomUID: world.tags[index].hasRandomUID)
        }
        layTroubles()
        defer { tellWhatNeverCame() }
        pile = Array(world.tags.indices.reversed())
        carryOut(firstRun())
        let first = world.resumesFirst && isOpened ? (plan: current, places: places) : nil
        switch world.sequel {
        case .nothing:
            if world.isUntroubled { unreachedFaults = table.unreachedFaults(paths: world.paths) }
        case .rerun:
            guard let plan = rerun() else { return }
            cover(.rerun)
            carryOut(plan)
        case .changedJob, .changedJobAgain:
            (pile, again) = (shuffledTags(), [])
            guard let plan = changedRun() else { return }
            cover(world.sequel == .changedJob ? .changedJob : .changedJobAgain)
            carryOut(plan)
        }
        // Only what came to be on disk has taken anything over.
        guard let first, isOpened else { return }
        (current, places) = (first.plan, first.places)
        mayHaveReleased = true
        (pile, again) = (shuffledTags(), [])
        cover(.firstResumed)
        goOn(with: resumption())
    }

    private func tellWhatNeverCame() {
        guard let tell else { return }
        let left =
            exchangeTroubles.map { Trouble(moment: .exchange($0.at), what: $0.what) }
            + journalTroubles.map { Trouble(moment: .journalWrite($0.at), what: $0.what) }
            + stepTroubles.map { Trouble(moment: .step($0.at), what: $0.what) }
        for trouble in left { tell("never came: \(trouble.words)") }
    }

    /// A tag of the world as the table gets it.
    private func laidOut(_ number: Int) -> VirtualTable.Tag {
        let tag = world.tags[number]
        if case .given(let number) = tag.contents, var given = world.given?.tags[number] {
            given.faults = tag.faults
            return given
        }
        return tag.onTable(in: self)
    }

    private func layTroubles() {
        guard !world.troubles.isEmpty else { return }
        for trouble in world.troubles {
            switch trouble.moment {
            case .exchange(let at): exchangeTroubles.append((at, trouble.what))
            case .journalWrite(let at): journalTroubles.append((at, trouble.what))
            case .step(let at): stepTroubles.append((at, trouble.what))
            }
        }
        exchangeTroubles.sort { $0.at > $1.at }
        journalTroubles.sort { $0.at > $1.at }
        stepTroubles.sort { $0.at > $1.at }
    }

    /// What a row of the job says, as this tag is to hold it.
    func message(ofRow row: Int, for uid: UID) -> [UInt8]? {
        job.job.items.first { $0.key.row == row + 1 && $0.fault == nil }?.message(for: uid)
    }

    /// Every tag once more, in whatever order.
    private func shuffledTags() -> [Int] {
        var tags = Array(world.tags.indices)
        for place in tags.indices.dropFirst() { tags.swapAt(place, below(place + 1)) }
        return tags
    }

    /// A number below the limit, by the seed.
    func below(_ limit: Int) -> Int { Int(random.next() >> 33) % limit }

    /// What comes about in so many of 256 cases, by the seed.
    func comesAbout(_ chance: UInt8) -> Bool { chance > 0 && random.next() >> 56 < UInt64(chance) }

    // MARK: Executions

    /// How one process ended.
    enum Ending {
        case died
        case ended(RunEnd)
        /// It could not begin, or the journal failed at once.
        case refused
    }

    /// A run through all its executions, and its report.
    private func carryOut(_ plan: RunPlan) {
        current = plan
        mayHaveReleased = !plan.opening.released.isEmpty
        cover(begun: plan)
        checker.began(
            run: plan.number, items: plan.checked, asks: plan.asks,
            rerunOf: plan.record.rerunOf == nil ? nil : plan.number - 1)
        goOn(with: .open(plan.opening))
    }

    /// The current run from here on, and its report.
    private func goOn(with first: RunRequest.Beginning) {
        var beginning = first
        for execution in 0..<Self.executionLimit {
            let ending = execute(beginning, isLast: execution == Self.executionLimit - 1)
            journal = simulator.reopened(journal)
            guard isOpened else {
                if case .refused = ending, execution > 0 { return }
                continue
            }
            if case .ended(let how) = ending, !goesOn(after: how) { break }
            beginning = resumption()
        }
        guard isOpened else { return }
        coverProcessEnd()
        report()
    }

    /// How another process takes the current run up.
    private func resumption() -> RunRequest.Beginning {
        let releases = below(8) == 0
        return .resume(
            Execution(startedAt: clock.now(), station: "station", version: "simulated"), releasingInDoubt: releases)
    }

    /// So many processes work on one run at most; the last of them lives.
    private static let executionLimit = 6

    /// Whether another process resumes the run that ended so.
    private func goesOn(after how: RunEnd) -> Bool {
        guard how != .complete, !world.isUntroubled else { return false }
        guard how == .idle else { return below(4) > 0 }
        // Who lays wrong tags lays one of them once more.
        if comesAbout(world.confusion), !world.tags.isEmpty { again.append(below(world.tags.count)) }
        let isAnythingLeft = !pile.isEmpty || !again.isEmpty || isTroubleNear
        // A process that finds nothing to be laid only begins and ends: one now and then is enough.
        return isAnythingLeft ? below(4) > 0 : below(16) == 0
    }

    /// Something goes wrong in an execution in which no tag is laid: in the two writes of its beginning and end, or in its
    /// one step.
    private var isTroubleNear: Bool {
        nextJournalTroubleAt - journalWrites <= 2 || nextStepTroubleAt - steps <= 1
    }

    /// Whether the run that goes on is in the journal, a first one that was opened too when it is resumed behind others.
    private var isOpened: Bool { openedRun >= current.number }

    private func execute(_ beginning: RunRequest.Beginning, isLast: Bool) -> Ending {
        isDead = false
        coverProcessEnd()
        if isLast { forgetDeaths() }
        order = current.order(verify: simulator.verifySignature, of: world.given)
        let request = RunRequest(
            record: current.record, settings: current.settings, order: order, beginning: beginning, quarantine: 2)
        let troubled = TroubledJournal(journal, self)
        if case .resume(_, let releasing) = beginning {
            if releasing { mayHaveReleased = true }
            checker.resumed(run: current.number)
            cover(releasing ? .resumedReleasing : .resumed)
            tell?(
                releasing
                    ? "another process resumes the run, and releases items in doubt" : "another process resumes the run"
            )
        } else {
            cover(.opened)
            tell?("run \(current.record.id) is opened")
        }
        let coordinator: Coordinator
        do throws(JournalError) {
            coordinator = try request.begin(in: troubled, clock)
        } catch {
            cover(.notBegun)
            tell?("it does not begin: \(error)")
            return isDead ? .died : .refused
        }
        let desk = RunDesk(
            coordinator: consume coordinator, run: current.record.id, station: request.station, journal: troubled,
            digest: simulator.digest, clock: clock, observer: CourseObserver(self))
        if case .resume(_, releasingInDoubt: true) = beginning { coverRelease() }
        tellReleases()
        self.desk = desk
        desk.begin()
        if desk.ended == nil, !isDead {
            plugAll(desk)
            work(desk)
        } else if !isDead {
            cover(.hadNothingToDo)
        }
        return end(desk, request, troubled)
    }

    /// The checker is told which items the journal gave free.
    private func tellReleases() {
        guard mayHaveReleased else { return }
        try? journal.entries(run: current.record.id) { entry in
            guard !entry.releasedFrom.isEmpty, (entry.outcome?.status ?? .pending) == .pending else { return }
            checker.released(run: current.number, item: entry.item.key.worldNumber)
        }
    }

    private func forgetDeaths() {
        func isFinal(_ what: Trouble.What) -> Bool { if case .death = what { true } else { what == .journalFailure } }
        exchangeTroubles.removeAll { isFinal($0.what) }
        journalTroubles.removeAll { isFinal($0.what) }
    }

    private func end(_ desk: RunDesk, _ request: RunRequest, _ journal: TroubledJournal) -> Ending {
        defer {
            self.desk = nil
            seats = []
        }
        guard !isDead else { return .died }
        guard let (ended, failure) = desk.waitForEnd(idleTimeoutSeconds: nil, atMost: .now()) else {
            preconditionFailure("a run that was worked on has ended or stopped")
        }
        let result = request.end(ended, failure, totals: desk.totals, in: journal, clock)
        guard !isDead else { return .died }
        cover(Coverage.RunTransition(result.ended))
        tell?("the run ended: \(result.ended.rawValue), exit code \(result.exitCode)")
        return .ended(result.ended)
    }

    /// The process is gone in the middle of whatever it did: nothing that it says is heard any more.
    func die() {
        guard !isDead else { return }
        isDead = true
        diesAfterExchange = false
        tell?("the process dies")
        cover(.died)
        checker.died()
        for (index, seat) in seats.enumerated() where seat.isPlugged { table.plug(index, false) }
    }
}

/// A clock that goes on by a millisecond whenever it is asked.
final class WorldClock: WallClock, @unchecked Sendable {
    // Used on the world's one thread.
    private var milliseconds: Int64 = 1_780_000_000_000

    func now() -> Timestamp {
        milliseconds += 1
        return Timestamp(milliseconds: milliseconds)
    }
}
