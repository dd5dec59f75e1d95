import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport

/// A run over the tags of a tray, as one process after another works on it.
struct MortalRun: Sendable {
    let models: [VirtualReaderModel]
    let items: [Item]
    let overwrite: OverwritePolicy
    /// Every process is told its passwords anew.
    var order: @Sendable () -> TagOrder = { TagOrder() }
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
        case .open:
            return RunRequest(
                record: record, settings: settings, order: order(), beginning: .open(RunOpening(items: items)))
        case .resume(let releasing):
            let execution = Execution(startedAt: SteppingClock.shared.now(), station: "test", version: "test")
            return RunRequest(
                record: record, settings: settings, order: order(),
                beginning: .resume(execution, releasingInDoubt: releasing))
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
