import Checker
import Jobs
import Simulation
import Tags
import Testing

@testable import Simulator

@Suite("Coverage of states") struct CoverageTests {
    /// A world in which nothing goes wrong: two plain rows, one reader, tags as delivered.
    private static func plain() throws -> World {
        let job = try #require(
            (0..<JobPool.count).first { number in
                let job = JobPool.job(number)
                let isPlain = job.pairing == .queue && job.settings.spoilage == nil && job.settings.chips == nil
                let asksNothing =
                    !job.settings.lock && !job.settings.formatBlank && job.settings.protection == nil
                    && !job.settings.requiresGenuine && job.settings.overwrite == .blank && job.settings.attempts > 1
                return isPlain && asksNothing && job.job.items.count > 1
                    && job.job.items.prefix(2).map(\.key.row) == [1, 2]
                    && job.job.items.prefix(2).allSatisfy {
                        $0.fault == nil && $0.boundUID == nil && $0.chip == nil && !$0.lock && $0.uidPlaces.isEmpty
                            && $0.message.count < 40
                    }
            })
        return World(
            seed: 1, job: job, given: nil, rows: [0, 1],
            tags: (0..<4).map {
                WorldTag(chip: .ntag213, uid: JobPool.uid($0, .ntag213), contents: .asDelivered, faults: [])
            },
            readers: [WorldReader(name: "Reader A", model: .acr1252u, traits: ReaderTraits(), antenna: nil)],
            troubles: [], interleaving: 0, confusion: 0, sequel: .nothing)
    }

    /// What a world reaches, each state as its kind and its name.
    private static func reached(_ world: World) -> Set<String> {
        var (checker, coverage) = (RunChecker(tags: []), Coverage())
        _ = Simulator().play(world, checker: &checker, coverage: &coverage)
        return Set(coverage.rows.filter { $0.count > 0 }.map { "\($0.kind.rawValue) \($0.name)" })
    }

    @Test func aPlainRunReachesWhatItMust() throws {
        #expect(
            Self.reached(try Self.plain()) == [
                "chips NTAG213", "readers acr1252u", "verdicts empty", "lock_states writable", "statuses written",
                "choices offered", "results written", "item_transitions begins-pending",
                "item_transitions pending-to-in-hand", "item_transitions in-hand-to-written",
                "reader_transitions plugged", "reader_transitions offers", "run_transitions opened",
                "run_transitions ended-complete",
            ])
    }

    /// A change of the plain world, and what comes to be reached by it.
    private struct Change: Sendable {
        var states: [String]
        var change: @Sendable (inout World) -> Void

        init(_ states: [String], _ change: @escaping @Sendable (inout World) -> Void) {
            self.states = states
            self.change = change
        }

        static func holding(_ contents: WorldTag.Contents, _ states: [String]) -> Change {
            Change(states) { $0.tags[0].contents = contents }
        }

        static func suffering(_ faults: [RackFault], _ states: [String]) -> Change {
            Change(states) { $0.tags[0].faults = faults }
        }

        static func troubled(_ moment: Trouble.Moment, _ what: Trouble.What, _ states: [String]) -> Change {
            Change(states) { $0.troubles = [Trouble(moment: moment, what: what)] }
        }
    }

    private static let changes: [Change] = [
        Change(["chips NTAG216"]) { $0.tags[0].chip = .ntag216 },
        Change(["readers utrust"]) { $0.readers[0].model = .utrust },
        .holding(.foreign, ["verdicts message", "reasons tag-not-blank", "choices offered", "results rejected"]),
        .holding(.unformatted, ["verdicts unformatted", "reasons tag-unformatted", "choices unfit"]),
        .holding(.notNDEF, ["verdicts not-ndef", "lock_states not-ndef", "reasons tag-not-ndef"]),
        // Of a chip with a password what is not there may be kept by it.
        .holding(.cutShort, ["verdicts password-read", "reasons tag-password"]),
        Change(["verdicts damaged", "reasons tag-damaged"]) {
            $0.tags[0].chip = .ntagI2C1K
            $0.tags[0].contents = .cutShort
        },
        .holding(.brokenTLV, ["verdicts broken"]),
        .holding(
            .readProtected, ["verdicts password-read", "lock_states password-read-write", "reasons tag-password"]),
        .holding(.locked, ["lock_states locked", "reasons tag-read-only", "item_transitions in-hand-to-pending"]),
        .holding(
            .holding(row: 0),
            [
                "verdicts message", "choices same-message", "item_transitions in-hand-to-unchanged",
                "statuses unchanged", "results unchanged",
            ]),
        .suffering(
            (1...4).map { RackFault(.exchange($0), .status(0x6A81)) },
            ["reasons not-a-tag", "faults status", "choices unfit", "verdicts untold"]),
        .suffering(
            [RackFault(.every(1), .noWrite)],
            ["faults no-write", "results failed", "item_transitions attempt-to-pending"]),
        .suffering(
            [RackFault(.write(1), .remove)],
            ["faults remove", "reasons tag-removed", "item_transitions loss-to-pending"]),
        .troubled(.exchange(3), .death(isAfter: false), ["faults death-before-exchange", "run_transitions died"]),
        .troubled(.exchange(3), .death(isAfter: true), ["faults death-after-exchange", "run_transitions resumed"]),
        .troubled(.journalWrite(1), .journalFailure, ["faults journal-failure", "run_transitions not-begun"]),
        .troubled(
            .journalWrite(2), .death(isAfter: true),
            ["faults death-after-flush", "run_transitions died", "item_transitions death-to-in-doubt"]),
        .troubled(
            .journalWrite(2), .journalFailure, ["run_transitions ended-with-error", "reasons internal"]),
        // Of another seed: this one lays the same tag again.
        Change(["faults swap", "reasons tag-changed"]) {
            $0.seed = 2
            $0.troubles = [Trouble(moment: .exchange(3), what: .swap)]
        },
        .troubled(.exchange(3), .relay, ["faults relay", "reasons tag-removed"]),
        .troubled(
            .exchange(3), .unplug(as: "Reader A"),
            [
                "faults unplugged", "reasons reader-lost", "reader_transitions unplugged",
                "reader_transitions plugged-again", "run_transitions waits-for-reader",
            ]),
        .troubled(
            .exchange(3), .unplug(as: "Reader B"), ["reader_transitions plugged-under-another-name"]),
        .troubled(
            .exchange(3), .serviceRestart,
            [
                "faults service-restart", "reader_transitions listing-fails",
                "reader_transitions listing-works-again",
            ]),
        .troubled(
            .exchange(3), .hang,
            [
                "faults hang", "reader_transitions stuck", "reader_transitions answers-again",
                "reader_transitions offers-nothing",
            ]),
        .troubled(
            .step(1), .otherProgram,
            [
                "faults other-program", "reader_transitions held-by-other-program",
                "reader_transitions free-again", "run_transitions waits-for-hindered-reader",
            ]),
        .troubled(
            .step(1), .otherTagmill, ["faults other-tagmill", "reader_transitions held-by-other-tagmill"]),
        .troubled(.step(1), .severalTags, ["faults several-tags", "reasons several-tags"]),
        .troubled(
            .step(1), .stop, ["faults stop", "run_transitions stops", "run_transitions ended-stopped"]),
        Change(["run_transitions ended-idle", "reader_transitions exhausted", "statuses pending"]) {
            $0.tags.removeLast(3)
        },
        Change(["run_transitions rerun", "item_transitions taken-over"]) {
            $0.tags.removeLast(3)
            $0.sequel = .rerun
        },
        Change(["run_transitions changed-job"]) { $0.sequel = .changedJob },
        Change(["run_transitions changed-job-again"]) { $0.sequel = .changedJobAgain },
        Change(["run_transitions first-resumed"]) { ($0.sequel, $0.resumesFirst) = (.changedJob, true) },
        Change(["reasons not-a-tag", "choices unfit"]) { $0.tags[0].hasRandomUID = true },
        Change(["faults flip"]) { $0.tags[0].misread = Misread(page: 4, bit: 1) },
        Change(["run_transitions warns-of-spoilage", "reasons tag-read-only"]) { world in
            world.tags = (0..<World.badRollTagCount).map {
                WorldTag(chip: .ntag213, uid: JobPool.uid($0, .ntag213), contents: .readOnly, faults: [])
            }
        },
    ]

    @Test(arguments: changes.indices) func eachStateIsCountedByWhatReachesIt(index: Int) throws {
        let change = Self.changes[index]
        let plain = try Self.plain()
        var world = plain
        change.change(&world)
        let (before, after) = (Self.reached(plain), Self.reached(world))
        let missing = change.states.filter { !after.contains($0) }
        #expect(missing == [], "reached: \(after.subtracting(before).sorted())")
        // What the plain world reaches too would show nothing.
        #expect(change.states.contains { !before.contains($0) })
    }

    // MARK: The lists

    @Test func everyStateMustBeReachedButThese() {
        let rows = Coverage().rows
        #expect(
            rows.filter { !$0.isRequired }.map { "\($0.kind.rawValue) \($0.name)" } == [
                "reasons sku-mismatch", "reasons lease-lost", "reasons internal",
                "choices duplicate-made-since",
            ])
        #expect(Coverage().missing == rows.filter(\.isRequired).map { "\($0.kind.rawValue) \($0.name)" })
        for kind in Coverage.Kind.allCases {
            let names = rows.filter { $0.kind == kind }.map(\.name)
            #expect(!names.isEmpty, "\(kind)")
            #expect(Set(names).count == names.count, "\(kind)")
        }
    }

    @Test func everyStateHasAPlaceOfItsOwn() {
        var coverage = Coverage()
        for reason in Reason.allCases { coverage.reach(reason) }
        for chip in VirtualChip.allCases { coverage.reach(chip) }
        for choice in Coverage.Choice.allCases { coverage.reach(choice) }
        let counted = coverage.rows.filter { [.reasons, .chips, .choices].contains($0.kind) }
        #expect(counted.allSatisfy { $0.count == 1 })
        #expect(coverage.rows.reduce(0) { $0 + $1.count } == counted.count)
    }

    @Test func countsOfThreadsAreAdded() {
        var (one, other) = (Coverage(), Coverage())
        one.reach(Reason.readerLost)
        other.reach(Reason.readerLost)
        other.reach(ItemStatus.written)
        one.add(other)
        #expect(one.count(of: Reason.readerLost) == 2)
        #expect(one.count(of: ItemStatus.written) == 1)
    }
}
