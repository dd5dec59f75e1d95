import Checker
import Jobs
import Operations
import Provisioning
import Tags

/// One run of a world, as the product is told of it and as the checker is. Many worlds may have the same.
final class RunPlan: Sendable {
    /// The runs of a world are counted from 0.
    let number: Int
    let record: RunRecord
    let settings: Settings
    let opening: RunOpening
    let checked: [CheckedItem]
    let asks: CheckedRequest

    /// That of every job that protects its tags.
    static let password = TagPassword(
        password: PasswordStandIn.password, acknowledgement: PasswordStandIn.acknowledgement)

    /// What is asked of every tag. Anew for each process: it knows of no password that a tag refused another.
    func order(verify: SignatureVerifier?, of given: GivenJob?) -> TagOrder {
        TagOrder(
            formatsBlank: settings.formatBlank, requiresGenuine: settings.requiresGenuine, verifySignature: verify,
            protection: settings.protection.map { TagOrder.ProtectionWish(protectsReading: $0.protectsReading) },
            passwords: settings.protection == nil ? nil : Self.password.map { OnePassword($0, of: given) })
    }

    /// - Parameter number: of the run, among those of its world.
    init(
        _ number: Int, _ opening: RunOpening, settings: Settings, columns: [String],
        pairing: Pairing = .queue,
        again: Bool = false, rerunOf: String? = nil
    ) {
        self.number = number
        self.settings = settings
        self.opening = opening
        let id = number == 0 ? "20260101T000000Z-job" : "20260101T000000Z-job-\(number + 1)"
        record = RunRecord(
            id: id, job: "job", jobSHA256: "", settings: .null, pairing: pairing, again: again, version: "simulated",
            station: "station",
            rerunOf: rerunOf, columns: columns, jobPath: "/job.csv", folder: "/reports/job",
            startedAt: Timestamp(milliseconds: 1_780_000_000_000))
        checked = opening.items.map { item in
            CheckedItem(
                id: item.key.worldNumber, message: item.message, uidPlaces: item.uidPlaces.map(\.offset),
                lowerCasePlaces: Set(item.uidPlaces.filter(\.isLowerCase).map(\.offset)),
                boundUID: item.boundUID?.bytes, chip: item.chip?.rawValue, locks: item.lock,
                isInvalid: item.fault != nil, sku: item.sku, doubtfulUID: opening.inDoubt[item.key]?.bytes)
        }
        asks = CheckedRequest(
            overwrite: settings.overwrite.checked, formatsBlank: settings.formatBlank,
            protection: settings.protection.flatMap { wish in
                Self.password.map {
                    CheckedRequest.Protection(
                        password: $0.password, acknowledgement: $0.acknowledgement,
                        protectsReading: wish.protectsReading)
                }
            }, attempts: settings.attempts, again: again)
    }
}

extension ItemKey {
    /// By which the checker knows an item of the job.
    package var worldNumber: Int { ItemNumber.of(row: row, copy: copy) }

    /// Of an item that is not of a changed job.
    package init(worldNumber: Int) {
        self.init(row: ItemNumber.row(worldNumber), copy: ItemNumber.copy(worldNumber))
    }
}

extension OverwritePolicy {
    fileprivate var checked: CheckedRequest.Overwrite {
        switch self {
        case .blank: .blank
        case .same: .same
        case .always: .always
        }
    }
}

/// One password for every tag, or for those of a user's job that have one.
private final class OnePassword: PasswordSource, @unchecked Sendable {
    // Used on the world's one thread.
    private let password: TagPassword
    private let given: GivenJob?
    private var refusedBy: Set<UID> = []

    init(_ password: TagPassword, of given: GivenJob?) {
        self.password = password
        self.given = given
    }

    func password(of uid: UID) -> TagPassword? {
        refusedBy.contains(uid) || given?.hasPassword(of: uid) == false ? nil : password
    }

    func wasRefused(by uid: UID) { refusedBy.insert(uid) }
}

// MARK: The runs of a world

extension Course {
    func firstRun() -> RunPlan {
        if world.rows == job.rows { return job.firstRun }
        let kept = Set(world.rows.map { $0 + 1 })
        return RunPlan(
            0, RunOpening(items: job.job.items.filter { kept.contains($0.key.row) }), settings: job.settings,
            columns: job.columns, pairing: job.pairing)
    }

    /// What the report of the run says did not succeed, as `tagmill rerun` takes it. Nil: nothing is left.
    func rerun() -> RunPlan? {
        guard openedRun == current.number else { return nil }
        var records: [RerunSource.Record] = []
        var opening = RunOpening(items: [])
        let releases = below(4) == 0
        try? journal.entries(run: current.record.id) { entry in
            let row = ReportRow(run: current.record, entry: entry)
            guard !row.status.isSuccess else { return }
            records.append(
                RerunSource.Record(
                    key: row.key, line: row.line, reportLine: row.line, cells: row.cells, status: row.status,
                    reason: row.reason, detail: row.detail ?? "", uidCell: row.uid?.description ?? "", isExact: true))
            guard row.status == .inDoubt, let uid = row.uid else { return }
            if releases { opening.released[row.key] = uid } else { opening.inDoubt[row.key] = uid }
        }
        guard !records.isEmpty else { return nil }
        let source = RerunSource(run: current.record.id, columns: job.columns, records: records)
        var items = Job.resolveRerun(source, settings: job.settings, name: "job").items
        for (index, record) in records.enumerated() where record.isHalfDone && items[index].fault == nil {
            items[index].boundUID = record.uid
        }
        let bad = Set(items.filter { $0.fault != nil }.map(\.key))
        opening.inDoubt = opening.inDoubt.filter { !bad.contains($0.key) }
        opening.released = opening.released.filter { !bad.contains($0.key) }
        opening.items = items
        opening.takeovers = [Takeover(run: current.record.id, items: records.map(\.key))]
        return RunPlan(
            current.number + 1, opening, settings: job.settings, columns: job.columns,
            rerunOf: current.record.id)
    }

    /// The job with other messages in some of its rows.
    func changedRun() -> RunPlan? {
        let kept = Set(world.rows.map { $0 + 1 })
        return RunPlan(
            current.number + 1, RunOpening(items: job.changedItems.filter { kept.contains($0.key.row) }),
            settings: job.settings, columns: job.columns, pairing: job.pairing,
            again: world.sequel == .changedJobAgain)
    }
}
