import Foundation
import Jobs
import NDEF
import Provisioning
import ReaderModels
import Simulation
import Tags
import TestSupport
import Testing

@testable import tagmill

@Suite struct RehearsalTests {
    /// What is asked of tags beside the message.
    enum Wish: String, CaseIterable, CustomTestStringConvertible {
        case nothing, lock, protect, mirror, lockAndProtect

        var testDescription: String { rawValue }

        var settings: Settings {
            var settings = Settings()
            if self == .protect || self == .lockAndProtect {
                settings.protection = .init(passwordFile: "/none", protectsReading: false)
            }
            if self == .mirror { settings.mirror = .uid }
            return settings
        }
    }

    private static let password = TagPassword(password: [1, 2, 3, 4], acknowledgement: [5, 6])

    private final class Given: PasswordSource {
        func password(of uid: UID) -> TagPassword? { RehearsalTests.password }
        func wasRefused(by uid: UID) {}
    }

    private func item(_ bytes: Int, lock: Bool, zeros: Bool = false) throws -> Item {
        let payload = (0..<bytes).map { index -> UInt8 in
            let isZero = zeros && (index / 9).isMultiple(of: 2)
            return isZero ? 0 : UInt8(1 + index % 255)
        }
        let record = Record(typeNameFormat: .external, type: Array("a.b:c".utf8), payload: payload)
        let message = try Message([record]).encoded()
        return Item(
            key: ItemKey(row: 1, copy: 1), line: 2, sku: "A", lock: lock, cells: [], message: message, summary: "")
    }

    /// The model as a rack gives it to the product.
    private func model(_ model: VirtualReaderModel) throws -> ReaderModel {
        let rack = try Rack(RackFile(readers: [RackReader("R", model: model, tags: [])]))
        return try #require(try rack.readers.list().first).model
    }

    /// The plan's count is the run's count, exchange for exchange: for sizes at which lengths, pages and areas change, on chips of
    /// every size, on every model.
    @Test(
        arguments: VirtualReaderModel.allCases,
        [Chip.ntag203, .ntag210, .ntag213, .ntag215, .ntag216, .ultralightC, .mf0ul21])
    func thePlansCountIsTheRuns(virtual: VirtualReaderModel, chip: Chip) throws {
        let model = try model(virtual)
        for (bytes, zeros) in [
            (1, false), (20, false), (23, true), (90, false), (240, false), (250, true), (480, false),
        ] {
            for wish in [Wish.nothing, .lock] {
                let item = try item(bytes, lock: wish == .lock, zeros: zeros)
                guard item.message.count <= chip.deliveredCapacity else { continue }
                try compare(item, on: chip, virtual, model, wish)
            }
        }
    }

    @Test(arguments: VirtualReaderModel.allCases, Wish.allCases)
    func thePlansCountIsTheRunsWhateverIsAsked(virtual: VirtualReaderModel, wish: Wish) throws {
        let item = try item(60, lock: wish == .lock || wish == .lockAndProtect)
        try compare(item, on: .ntag213, virtual, try model(virtual), wish)
    }

    private func compare(
        _ item: Item, on chip: Chip, _ virtual: VirtualReaderModel, _ model: ReaderModel, _ wish: Wish
    ) throws {
        let job = Job(name: "a", settings: wish.settings, columns: [], items: [item], issues: [])
        let cost = Rehearsal(of: job, on: model).cost(of: item, on: chip)
        let kind = try #require(VirtualChip(name: chip.rawValue))
        var scenario = Scenario([item], virtual, [tag(kind, good1)], settings: wish.settings)
        scenario.order = TagOrder(wish.settings, Given())
        let done = try scenario.run()
        guard done.status(1) == .written else {
            #expect(cost == nil, "\(done.presentations)")
            return
        }
        let made = try #require(cost)
        #expect(made.exchanges == done.exchanges(good1), "\(chip) \(item.message.count) bytes, \(wish)")
        #expect(made.activations >= 2)
    }

    /// Each term of the sum comes from the model: the run's own log, priced by hand.
    @Test func timeIsExchangesTimesLatency() throws {
        let item = try item(20, lock: false)
        let job = Job(name: "a", settings: Settings(), columns: [], items: [item], issues: [])
        let acr122u = ReaderModel.model(ofReaderNamed: "ACS ACR122U PICC Interface 00 00")
        let cost = try #require(Rehearsal(of: job, on: acr122u).cost(of: item, on: .ntag213))
        let log = try #require(Scenario([item], .acr122u, [tag(.ntag213, good1)]).run().tag(good1)).log
        let latency = acr122u.latency
        var sum = cost.activations * latency.activation
        for record in log where record.number > 0 {
            switch record.command.prefix(2) {
            case [0xFF, 0xD6]: sum += latency.pageWrite
            case [0xFF, 0xCA]: sum += latency.exchange
            default:
                let frames = record.frames
                sum += latency.exchange
                for frame in frames {
                    sum += 2 * 24 + 86 * (frame.command.count + 2 + frame.data.count + 2)
                }
            }
        }
        #expect(cost.microseconds == sum)
        #expect(cost.exchanges == log.count { $0.number > 0 })
    }

    /// The plan and a rack whose latency is real take the same for the same exchanges, within a twentieth: on every model.
    @Test(arguments: VirtualReaderModel.allCases) func thePlanAndTheRackAgree(virtual: VirtualReaderModel) throws {
        let item = try item(90, lock: false)
        let job = Job(name: "a", settings: Settings(), columns: [], items: [item], issues: [])
        let model = try model(virtual)
        let cost = try #require(Rehearsal(of: job, on: model).cost(of: item, on: .ntag213))
        let rack = try Rack(
            RackFile(latency: .real, readers: [RackReader("R", model: virtual, tags: [tag(.ntag213, good1)])]),
            modelOf: { _ in model })
        let latency = try #require(Rehearsal(of: job, on: model).log(of: item, in: rack))
            .reduce(Duration.zero) { $0 + $1.latency }
        let microseconds = Double(cost.microseconds - cost.activations * model.latency.activation)
        #expect(abs(latency / .microseconds(1) / microseconds - 1) < 0.05)
    }

    @Test func theChipThatIsTaken() throws {
        func chip(_ bytes: Int, chips: [Chip]? = nil) throws -> Chip? {
            let item = try item(bytes, lock: false)
            var settings = Settings()
            settings.chips = chips
            let job = Job(name: "a", settings: settings, columns: [], items: [item], issues: [])
            var rehearsal = Rehearsal(of: job, on: .model(ofReaderNamed: "ACS ACR122U"))
            return rehearsal.made(item)?.chip
        }
        #expect(try chip(20) == .ntag213)
        #expect(try chip(300) == .ntag215)
        #expect(try chip(800) == .ntag216)
        #expect(try chip(20, chips: [.ntag216, .ntag203]) == .ntag216)
        #expect(try chip(20, chips: [.ntag212, .ntag203]) == .ntag212)
        #expect(try chip(5000) == nil)
    }
}

@Suite struct TimeEstimateTests {
    private func pace(_ milliseconds: Double) -> ReaderPace {
        ReaderPace(
            name: "R", model: "part3", millisecondsPerTag: milliseconds, exchangesPerTag: 10,
            basis: .modelled(.hypothesis))
    }

    private func estimate(_ tags: Int, _ paces: Double...) -> TimeEstimate {
        TimeEstimate(tags: tags, left: 0, chips: [:], readers: paces.map(pace), isAssumed: false)
    }

    @Test func readersAndHands() {
        // One reader: it waits for the hands, and they for it.
        let one = estimate(100, 2000)
        #expect(abs(one.readerSeconds - 200) < 0.01)
        #expect(one.handsSeconds == 300)
        #expect(abs(one.seconds - 500) < 0.01)
        // Two: each in the other's time.
        #expect(abs(estimate(100, 2000, 2000).readerSeconds - 100) < 0.01)
        // Never faster than one person's hands.
        #expect(estimate(100, 2000, 2000).seconds == 300)
        #expect(estimate(100, 20_000, 20_000).seconds > 1000)
        // A fast and a slow one: 3 and 1 of four tags.
        #expect(abs(estimate(4, 1000, 3000).readerSeconds - 3) < 0.01)
        #expect(estimate(0, 1000).seconds == 0)
        #expect(TimeEstimate(tags: 3, left: 0, chips: [:], readers: [], isAssumed: false).readerSeconds == 0)
    }

    @Test(arguments: [
        (0.0, "0 s"), (0.2, "1 s"), (99, "99 s"), (100, "2 min"), (725, "12 min"), (5970, "1 h 40 min"),
        (36_000, "10 h 0 min"), (1e300, "277777777 h 47 min"),
    ])
    func durations(seconds: Double, text: String) { #expect(TimeListing.duration(seconds) == text) }

    @Test func aMeasuredReaderCountsAsMeasured() throws {
        let job = Job(
            name: "a", settings: Settings(), columns: [], items: items(10), issues: [])
        let acr122u = ReaderModel.model(ofReaderNamed: "ACS ACR122U")
        let median = ReaderPace.Median(run: "RUN", milliseconds: 1234, tags: 20, isOfThisJob: true)
        let measured = ReaderPace.Measured(medians: [median])
        let estimate = TimeEstimate(
            of: job, on: [("A", acr122u), ("B", acr122u)], measured: ["A": measured, "C": measured])
        #expect(estimate.tags == 10)
        #expect(estimate.chips == [.ntag213: 10])
        #expect(estimate.readers[0].millisecondsPerTag == 1234)
        #expect(estimate.readers[0].basis == .measured(run: "RUN", tags: 20, ofThisJob: true))
        #expect(estimate.readers[1].basis == .modelled(.published))
        #expect(estimate.readers[0].exchangesPerTag == estimate.readers[1].exchangesPerTag)
    }

    /// A rack without latency takes no time, and its readers may have the names of real ones.
    @Test func aMedianThatNoReaderReachesIsPassedOver() throws {
        let job = Job(name: "a", settings: Settings(), columns: [], items: items(10), issues: [])
        let acr122u = ReaderModel.model(ofReaderNamed: "ACS ACR122U")
        let modelled = try #require(TimeEstimate(of: job, on: [("A", acr122u)]).readers.first).millisecondsPerTag
        func pace(_ medians: ReaderPace.Median...) -> ReaderPace? {
            TimeEstimate(of: job, on: [("A", acr122u)], measured: ["A": ReaderPace.Measured(medians: medians)])
                .readers.first
        }
        let virtual = ReaderPace.Median(run: "V", milliseconds: 3, tags: 100, isOfThisJob: true)
        #expect(pace(virtual)?.basis == .modelled(.published))
        #expect(pace(virtual)?.millisecondsPerTag == modelled)
        let real = ReaderPace.Median(run: "R", milliseconds: 800, tags: 20, isOfThisJob: false)
        #expect(pace(virtual, real)?.basis == .measured(run: "R", tags: 20, ofThisJob: false))
        // At the bound, and below.
        let least = Int64((modelled / 4).rounded(.up))
        for (milliseconds, counts) in [(least, true), (least - 1, false)] {
            let median = ReaderPace.Median(run: "R", milliseconds: milliseconds, tags: 20, isOfThisJob: true)
            let isMeasured = pace(median)?.basis == .measured(run: "R", tags: 20, ofThisJob: true)
            #expect(isMeasured == counts, "\(milliseconds) of \(modelled) ms")
        }
    }

    @Test func theSummaryTellsWhereTheTimeComesFrom() {
        func text(_ bases: ReaderPace.Basis...) -> String {
            let readers = bases.map { basis in
                ReaderPace(name: "R", model: "part3", millisecondsPerTag: 1000, exchangesPerTag: 10, basis: basis)
            }
            let estimate = TimeEstimate(tags: 1, left: 0, chips: [:], readers: readers, isAssumed: false)
            return TimeListing(estimate: estimate).text(.normal)
        }
        let own = ReaderPace.Basis.measured(run: "R", tags: 5, ofThisJob: true)
        let others = ReaderPace.Basis.measured(run: "R", tags: 5, ofThisJob: false)
        #expect(text(own).contains(" of the readers' time (measured in this job), and hands"))
        #expect(text(others).contains(" of the readers' time (measured in another job), and hands"))
        #expect(text(.modelled(.published)).contains(" of the readers' time (modelled), and hands"))
        #expect(text(own, own).contains(" of the readers' time (measured in this job), all at once, and hands"))
        #expect(
            text(.modelled(.hypothesis), own, others, own).contains(
                " (1 modelled on an assumed speed, 2 measured in this job, 1 measured in another job), all at once"))
    }

    /// Runs of the job itself, then those of others, the newest first; too few tags say nothing.
    @Test func whatTheJournalSays() throws {
        let journal = MemoryJournal(digest: sha256)
        func runs(_ measured: ReaderPace.Measured?) -> [String] { measured?.medians.map(\.run) ?? [] }
        func run(_ id: String, _ job: String, tags: Int) throws {
            var scenario = Scenario(
                items(tags), .part3, (0..<tags).map { tag(.ntag213, "0411223344\(id.prefix(2))\(10 + $0)") })
            scenario.id = id
            scenario.job = job
            _ = try scenario.run(journal: journal)
        }
        try run("20260101T000000Z-a", "a", tags: 6)
        try run("21260102T000000Z-b", "b", tags: 7)
        try run("22260103T000000Z-a", "a", tags: 3)
        let ofA = try MeasuredPaces.paces(of: "a", in: journal)["Reader A 00 00"]
        #expect(runs(ofA) == ["20260101T000000Z-a", "21260102T000000Z-b"])
        #expect(ofA?.medians.map(\.isOfThisJob) == [true, false])
        #expect(ofA?.medians.map(\.tags) == [6, 7])
        let ofC = try MeasuredPaces.paces(of: "c", in: journal)["Reader A 00 00"]
        #expect(runs(ofC) == ["21260102T000000Z-b", "20260101T000000Z-a"])
        #expect(ofC?.medians.map(\.isOfThisJob) == [false, false])
    }

    /// To find a tag as it should be takes a fraction of the time.
    @Test func tagsThatWereWrittenCountAlone() throws {
        let journal = MemoryJournal(digest: sha256)
        func run(_ id: String, written: Int) throws {
            try journal.open(JournalSample.record(id, job: "a"), RunOpening(items: items(1)))
            for number in 0..<written + 10 {
                let isWritten = number < written
                let presentation = Presentation(
                    reader: "R", station: "bench", result: isWritten ? .written : .unchanged,
                    presentedAt: JournalSample.time(2000), durationMilliseconds: isWritten ? 400 : 20)
                try journal.note(run: id, presentation: presentation)
            }
            try journal.end(run: id, how: .stopped, exitCode: 0, at: JournalSample.time(3000))
        }
        try run("20260101T000000Z-a", written: 5)
        try run("20260102T000000Z-a", written: 4)
        let paces = try MeasuredPaces.paces(of: "a", in: journal)
        let expected = ReaderPace.Median(run: "20260101T000000Z-a", milliseconds: 400, tags: 5, isOfThisJob: true)
        #expect(paces == ["R": ReaderPace.Measured(medians: [expected])])
    }
}

@Suite struct PlanTimeCommandTests {
    private let folder: ScratchFolder
    private let job: String

    init() throws {
        folder = try ScratchFolder()
        job = folder.path + "/tags.csv"
        try Data("sku,url,quantity\nA,https://example.com/a,30\n".utf8).write(to: URL(fileURLWithPath: job))
    }

    private func run(_ words: String...) throws -> ToolRun {
        let rack = try ScratchRack()
        return ToolRun(
            words: ["plan", job] + words + (words.contains("--rack") ? [rack.path] : []),
            environment: ["TAGMILL_JOURNAL": folder.path + "/none.sqlite"])
    }

    @Test func theTimeOfARack() throws {
        let plain = try run("--time", "--rack")
        #expect(plain.code == .success)
        let last = try #require(plain.output.split(separator: "\n").last)
        #expect(last.hasPrefix("about 90 s (on 2 readers): "))
        #expect(last.contains(" of the readers' time (1 modelled, 1 modelled on an assumed speed), all at once, "))
        #expect(last.hasSuffix(", and hands: 3 s a tag assumed, 90 s for one person"))
        let verbose = try run("--time", "-v", "--rack")
        #expect(verbose.output.contains("\ntaken for: 30 × NTAG213\n"))
        #expect(verbose.output.contains("\nACS ACR122U PICC Interface 00 00  acr122u  "))
        #expect(verbose.output.contains("counted exchanges; a page write as public traces show it"))
    }

    @Test func theTimeInTheDocument() throws {
        let json = try run("--time", "--json", "--rack").output
        let document = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let totals = try #require(document["totals"] as? [String: Any])
        let time = try #require(totals["time"] as? [String: Any])
        #expect(time["tags"] as? Int == 30)
        #expect(time["hands_seconds"] as? Int == 90)
        #expect((time["chips"] as? [String: Int]) == ["NTAG213": 30])
        let readers = try #require(time["readers"] as? [[String: Any]])
        #expect(readers.compactMap { $0["basis"] as? String } == ["published", "hypothesis"])
        let without = try run("--json").output
        #expect(!without.contains(#""time""#))
    }

    @Test func optionsThatGoWithTimeAlone() throws {
        let run = try run("--rack")
        #expect(run.code == .refused)
        #expect(run.errors.contains("'--rack' says on what the time is counted: it goes with --time"))
    }

    @Test func noReaderIsThere() {
        let estimate = TimeEstimate(
            of: Job(name: "a", settings: Settings(), columns: [], items: items(2), issues: []),
            on: [(nil, .model(ofReaderNamed: "ACS ACR122U")), (nil, .model(ofReaderNamed: ""))], isAssumed: true)
        let text = TimeListing(estimate: estimate).text(.normal)
        #expect(text.contains("(no reader is there; assumed: one acr122u and one part3): "))
    }

    @Test func nothingThatCanBeCounted() {
        let bad = Item(
            key: ItemKey(row: 1, copy: 1), line: 2, sku: nil, cells: [], message: [], summary: "", fault: "bad")
        let estimate = TimeEstimate(
            of: Job(name: "a", settings: Settings(), columns: [], items: [bad], issues: []),
            on: [(nil, .model(ofReaderNamed: ""))])
        #expect(TimeListing(estimate: estimate).text(.normal).hasPrefix("time: no tag of this job can be counted"))
    }
}
