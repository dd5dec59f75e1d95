import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing

/// What lies in the tray beside the readers: tags that outlive every process.
struct Tray: Sendable {
    struct Lying: Sendable {
        let uid: UID
        let chip: VirtualChip
        var memory: [UInt8]
    }

    private(set) var tags: [Lying]

    init(_ tags: [VirtualTag]) { self.tags = tags.map { Lying(uid: $0.uid, chip: $0.chip, memory: $0.memory) } }

    /// As they are delivered.
    init(delivered chip: VirtualChip, _ uids: [String]) throws {
        self.init(
            try Rack(RackFile(readers: [RackReader("Tray", model: .part3, tags: uids.map { tag(chip, $0) })])).tags)
    }

    /// As entries of a rack.
    var racked: [RackTag] {
        tags.map { lying in
            var pages: [Int: Page] = [:]
            for page in 2..<lying.memory.count / 4 { pages[page] = Page(lying.memory[4 * page..<4 * page + 4]) }
            return RackTag(lying.chip, uid: lying.uid, pages: pages)
        }
    }

    func message(on uid: UID) -> [UInt8]? { tags.first { $0.uid == uid }.flatMap { Truth.message($0.memory) } }

    func isAs(_ other: Tray) -> Bool {
        Dictionary(uniqueKeysWithValues: tags.map { ($0.uid, $0.memory) })
            == Dictionary(uniqueKeysWithValues: other.tags.map { ($0.uid, $0.memory) })
    }

    /// One line a tag: chip, UID, memory.
    var text: String { tags.map { "\($0.chip.rawValue) \($0.uid) \($0.memory.hex)\n" }.joined() }

    init?(text: String) {
        tags = []
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ").map(String.init)
            guard parts.count == 3, let chip = VirtualChip(name: parts[0]), let uid = UID(hex: parts[1]),
                let memory = [UInt8](hex: parts[2])
            else { return nil }
            tags.append(Lying(uid: uid, chip: chip, memory: memory))
        }
    }
}

/// A run over the tags of a tray, as one process after another works on it.
struct MortalRun: Sendable {
    let models: [VirtualReaderModel]
    let items: [Item]
    var overwrite = OverwritePolicy.blank
    static let id = "20260101T000000Z-job"

    enum Beginning: Sendable {
        case open
        case resume(releasingInDoubt: Bool)
    }

    /// What a process left.
    struct Left {
        /// Nil: it died.
        var result: RunResult?
        var tray: Tray
    }

    private var settings: Settings {
        var settings = Settings()
        settings.overwrite = overwrite
        return settings
    }

    private func request(_ beginning: Beginning) -> RunRequest {
        let record = RunRecord(
            id: Self.id, job: "job", jobSHA256: "", settings: settings.json, version: "test", station: "test",
            columns: ["sku"], jobPath: "/job.csv", folder: "/reports/\(Self.id)",
            startedAt: SteppingClock.shared.now())
        switch beginning {
        case .open: return RunRequest(record: record, settings: settings, beginning: .open(RunOpening(items: items)))
        case .resume(let releasing):
            let execution = Execution(startedAt: SteppingClock.shared.now(), station: "test", version: "test")
            return RunRequest(
                record: record, settings: settings, beginning: .resume(execution, releasingInDoubt: releasing))
        }
    }

    /// The tags of the tray in turn on each reader; whoever goes on lays them the other way round.
    func rack(_ tray: Tray, _ beginning: Beginning) throws -> Rack {
        var tags = tray.racked
        if case .resume = beginning { tags.reverse() }
        return try Rack(
            RackFile(
                readers: models.enumerated().map { index, model in
                    let laid = tags.enumerated().filter { $0.offset % models.count == index }.map(\.element)
                    return RackReader("Reader \(index) 0\(index) 00", model: model, tags: laid)
                }))
    }

    /// One process, in this one.
    func process(
        _ beginning: Beginning, on rack: Rack, _ journal: any Journal, _ death: Death
    ) throws(JournalError) -> RunResult {
        let run = Run(
            request(beginning), journal: MortalJournal(journal, death),
            readers: HookedReaders(rack.readers, death.hooks), digest: sha256, clock: SteppingClock.shared,
            observer: Silence())
        return try run.execute()
    }

    /// A process that dies at that moment, if it comes to it.
    func process(_ beginning: Beginning, _ tray: Tray, _ journal: any Journal, dyingAt moment: DeathMoment?) throws
        -> Left
    {
        let death = Death(at: moment)
        let rack = try rack(tray, beginning)
        do {
            let result = try process(beginning, on: rack, journal, death)
            return Left(result: death.hasCome ? nil : result, tray: Tray(rack.tags))
        } catch {
            guard death.hasCome else { throw error }
            return Left(result: nil, tray: Tray(rack.tags))
        }
    }
}
