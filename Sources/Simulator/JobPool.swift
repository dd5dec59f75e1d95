import Jobs
import Provisioning
import Simulation
import Tags

/// A job that worlds make: rows as a file would have them, checked by the product once. One object serves all of its worlds.
final class PooledJob: Sendable {
    let table: Table
    let settings: Settings
    let job: Job
    /// The items of the job with another URL in some of its rows.
    let changedItems: [Item]
    let pairing: Pairing
    /// Its rows, by their index.
    let rows: [Int]
    /// The first run of a world that makes every row.
    let firstRun: RunPlan

    init(table: Table, settings: Settings, job: Job, changedItems: [Item] = [], pairing: Pairing = .queue) {
        self.table = table
        self.settings = settings
        self.job = job
        self.changedItems = changedItems
        self.pairing = pairing
        rows = Array(table.records.indices)
        firstRun = RunPlan(
            0, RunOpening(items: job.items), settings: settings, columns: job.columns, pairing: pairing)
    }

    /// Its own columns, as a report has them.
    var columns: [String] { job.columns }
}

/// The jobs of all worlds: each is drawn by its number, and the same in every process.
enum JobPool {
    static let count = 256

    static func job(_ number: Int) -> PooledJob { jobs[number] }

    private static let jobs: [PooledJob] = (0..<count).map { make($0) }

    /// The tag of this number in every world.
    static func uid(_ number: Int, _ chip: VirtualChip) -> UID {
        number < World.tagCount ? uids[place(number, chip)] : madeUID(number, chip)
    }

    /// The tag of this UID as it is delivered, if it is one of the pool's.
    static func delivered(_ uid: UID, _ chip: VirtualChip) -> VirtualTable.Tag? {
        place(uid, chip).map { stock[$0] }
    }

    /// The bytes of a UID: those of the pool's tags are shared by all worlds.
    static func bytes(_ uid: UID, _ chip: VirtualChip) -> [UInt8] { place(uid, chip).map { bytes[$0] } ?? uid.bytes }

    /// Where the tag of this UID stands in the pool; nil: it is none of the pool's.
    private static func place(_ uid: UID, _ chip: VirtualChip) -> Int? {
        let number = Int(uid[uid.count - 1]) - firstNumber
        guard number >= 0, number < World.tagCount else { return nil }
        let place = place(number, chip)
        return uids[place] == uid ? place : nil
    }

    /// The tags of all worlds of the usual length, by chip and number: most are laid as they are delivered, and few are
    /// written to.
    private static let stock = VirtualChip.allCases.flatMap { chip in
        (0..<World.tagCount).map { VirtualTable.Tag(chip: chip, uid: madeUID($0, chip)) }
    }

    private static let uids = stock.map(\.uid)
    private static let bytes = uids.map(\.bytes)

    private static func place(_ number: Int, _ chip: VirtualChip) -> Int { chip.ordinal * World.tagCount + number }

    private static let firstNumber = 0x10

    /// The chip's maker first (ISO/IEC 7816-6), and the number last.
    private static func madeUID(_ number: Int, _ chip: VirtualChip) -> UID {
        var bytes: [UInt8] = [0x04, 0xA1, 0x5E, 0x00, 0x00, 0x00, UInt8(firstNumber + number)]
        for (place, byte) in chip.uidBeginning.enumerated() { bytes[place] = byte }
        guard let uid = UID(bytes) else { preconditionFailure("seven bytes are a UID") }
        return uid
    }

    // MARK: Drawing

    static let headers = ["sku", "url", "text", "uid", "chip", "lock", "quantity"]

    private static func make(_ number: Int) -> PooledJob {
        var draw = Draw(seed: 0x7A67_6D69_6C6C ^ UInt64(number) << 48)
        let settings = draw.settings()
        let pairing = draw.one(in: 16) ? Pairing.uid : .queue
        let rows = draw.rows(lockIsRare: !settings.lock, pairing)
        let table = Table(headers: headers, records: rows)
        var changed = table
        for index in changed.records.indices where draw.one(in: 3) { changed.records[index].cells[1] += "/v2" }
        return PooledJob(
            table: table, settings: settings, job: Job.resolve(table: table, settings: settings, name: "job"),
            changedItems: Job.resolve(table: changed, settings: settings, name: "job").items, pairing: pairing)
    }
}

extension Draw {
    fileprivate mutating func settings() -> Settings {
        var settings = Settings(
            overwrite: of([.blank, .blank, .same, .always]), attempts: 1 + below(3),
            spoilage: one(in: 8) ? .tags(below(4)) : nil,
            chips: one(in: 8) ? [.ntag213, .ntag215, .ntagI2C1K] : nil, duplicateSKU: .allow)
        settings.lock = one(in: 8)
        settings.formatBlank = one(in: 3)
        // A cell is taken as it stands: only a template of the settings can name the tag.
        if one(in: 6) {
            settings.records = [RecordTemplate(kind: .uri, value: "https://ex.am/{sku}/{uid}")]
        }
        settings.requiresGenuine = one(in: 10)
        if one(in: 8) {
            settings.protection = ProtectionSetting(passwordFile: "passwords", protectsReading: one(in: 2))
        }
        return settings
    }

    fileprivate mutating func rows(lockIsRare: Bool, _ pairing: Pairing) -> [Table.Record] {
        let count = 1 + below(7)
        let isSame = one(in: 8)
        let length = below(6)
        let longRow = one(in: 6) ? below(count) : nil
        let bindsTags = one(in: 6)
        return (0..<count).map { index in
            let number = isSame ? 0 : index
            let filling = index == longRow ? of([24, 90, 240, 400]) : length
            var url = "https://ex.am/\(number)" + String(repeating: "x", count: filling)
            let text = one(in: 4) ? "Nr. \(number)" : ""
            let isBound = pairing == .uid || bindsTags && one(in: 2)
            let uid = isBound ? JobPool.uid(index, .ntag213).bytes.hex : ""
            let chip = one(in: 24) ? "NTAG213" : ""
            let lock = lockIsRare && one(in: 10) ? "true" : ""
            if one(in: 24) { url = "" }
            let quantity = !isBound && one(in: 16) ? "2" : ""
            return Table.Record(
                row: index + 1, line: index + 2, cells: ["S\(index)", url, text, uid, chip, lock, quantity])
        }
    }
}
