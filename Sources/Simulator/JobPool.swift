import Jobs
import Simulation
import Tags

/// A job that worlds make: rows as a file would have them, checked by the product once.
struct PooledJob: Sendable {
    let table: Table
    let settings: Settings
    /// The same rows, some with another text: what the job is changed to.
    let changed: Table
    let job: Job
    var rows: Range<Int> { table.records.indices }
    /// Its own columns, as a report has them.
    var columns: [String] { job.columns }
}

/// The jobs of all worlds: each is drawn by its number, and the same in every process.
enum JobPool {
    static let count = 256

    static func job(_ number: Int) -> PooledJob { jobs[number] }

    private static let jobs: [PooledJob] = (0..<count).map { make($0) }

    /// The tag of this number in every world: the chip's maker first (ISO/IEC 7816-6), and the number last.
    static func uid(_ number: Int, _ chip: VirtualChip) -> UID {
        var bytes: [UInt8] = [0x04, 0xA1, 0x5E, 0x00, 0x00, 0x00, UInt8(0x10 + number)]
        bytes.replaceSubrange(0..<chip.uidBeginning.count, with: chip.uidBeginning)
        guard let uid = UID(bytes) else { preconditionFailure("seven bytes are a UID") }
        return uid
    }

    // MARK: Drawing

    static let headers = ["sku", "url", "text", "uid", "chip", "lock"]

    private static func make(_ number: Int) -> PooledJob {
        var draw = Draw(seed: 0x7A67_6D69_6C6C ^ UInt64(number) << 48)
        let settings = draw.settings()
        let rows = draw.rows(lockIsRare: !settings.lock)
        let table = Table(headers: headers, records: rows)
        var changed = table
        for index in changed.records.indices where draw.one(in: 3) { changed.records[index].cells[1] += "/v2" }
        return PooledJob(
            table: table, settings: settings, changed: changed,
            job: Job.resolve(table: table, settings: settings, name: "job"))
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
            settings.records = [RecordTemplate(kind: .uri, value: "https://example.com/t/{sku}/{uid}")]
        }
        if one(in: 8) {
            settings.protection = ProtectionSetting(passwordFile: "passwords", protectsReading: one(in: 2))
        }
        return settings
    }

    fileprivate mutating func rows(lockIsRare: Bool) -> [Table.Record] {
        let count = 1 + below(World.tagCount)
        let isSame = one(in: 8)
        let length = one(in: 6) ? of([24, 90, 240, 400]) : below(20)
        let bindsTags = one(in: 6)
        return (0..<count).map { index in
            let number = isSame ? 0 : index
            var url = "https://example.com/t/\(number)" + String(repeating: "x", count: length)
            let text = one(in: 4) ? "Nr. \(number)" : ""
            let uid = bindsTags && one(in: 2) ? JobPool.uid(index, .ntag213).bytes.hex : ""
            let chip = one(in: 24) ? "NTAG213" : ""
            let lock = lockIsRare && one(in: 10) ? "true" : ""
            if one(in: 24) { url = "" }
            return Table.Record(
                row: index + 1, line: index + 2, cells: ["S\(index)", url, text, uid, chip, lock])
        }
    }
}
