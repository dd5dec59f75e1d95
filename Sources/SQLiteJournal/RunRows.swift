import Jobs
import Provisioning
import Tags

extension RunRecord {
    static let sqlColumns = """
        id, job, job_sha256, settings, pairing, again, version, station, operator, rerun_of, columns, job_path, folder, \
        started_at, finished_at, ended, exit_code, forgotten_at
        """

    init(_ row: inout Row) throws(JournalError) {
        self.init(
            id: try row.text(), job: try row.text(), jobSHA256: try row.text(), settings: try row.json(),
            pairing: try row.name(), again: try row.bool(), version: try row.text(), station: try row.text(),
            operatorName: try row.optionalText(), rerunOf: try row.optionalText(), columns: try row.texts(),
            jobPath: try row.text(), folder: try row.text(), startedAt: try row.time(),
            finishedAt: try row.optionalTime(), ended: try row.optionalName(), exitCode: try row.optionalExitCode(),
            forgottenAt: try row.optionalTime())
    }
}

extension Presentation {
    fileprivate static let sqlColumns = """
        row, copy, uid, chip, reader, station, result, reason, detail, lock_state, capacity_bytes, genuine, vendor, \
        presented_at, duration_ms
        """
}

extension WriteSession {
    /// - Returns: the run's number.
    func insert(_ run: RunRecord) throws(JournalError) -> Int64 {
        let taken = try connection.first("SELECT 1 FROM run WHERE id = ?", [run.id]) { (_) throws(JournalError) in true
        }
        guard taken == nil else { throw JournalError(.failed, context: "there is a run \(run.id) already") }
        try connection.run(
            "INSERT INTO run (\(RunRecord.sqlColumns)) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            [
                run.id, run.job, run.jobSHA256, run.settings.compact, run.pairing.rawValue, run.again, run.version,
                run.station, run.operatorName, run.rerunOf, run.columns.json, run.jobPath, run.folder, run.startedAt,
                run.finishedAt, run.ended?.rawValue, run.exitCode, run.forgottenAt,
            ])
        return connection.lastNumber
    }

    func insert(_ reader: ReaderRecord, run: Int64) throws(JournalError) {
        try connection.run(
            "INSERT INTO reader (run, name, model, station) VALUES (?,?,?,?) ON CONFLICT (run, name) DO NOTHING",
            [run, reader.name, reader.model, reader.station])
    }

    func insert(_ tag: Presentation, run: Int64) throws(JournalError) {
        try connection.run(
            "INSERT INTO presentation (run, \(Presentation.sqlColumns)) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            [
                run, tag.item?.row, tag.item?.copy, tag.uid, tag.chip?.rawValue, tag.reader, tag.station,
                tag.result.rawValue, tag.reason?.rawValue, tag.detail, tag.lockState?.rawValue, tag.capacityBytes,
                tag.genuine?.rawValue, tag.vendor.map { Int64($0) }, tag.presentedAt, tag.durationMilliseconds,
            ])
    }
}

extension ReadSession {
    func readers(run id: String) throws(JournalError) -> [ReaderRecord] {
        let run = try lookUp(id)
        let sql = "SELECT name, model, station FROM reader WHERE run = ? ORDER BY number"
        return try connection.all(sql, [run.number]) { (row) throws(JournalError) in
            ReaderRecord(name: try row.text(), model: try row.text(), station: try row.text())
        }
    }

    /// Up to `count` presentations from that number on, each with its own.
    func presentations(
        run id: String, from: Int64, count: Int
    ) throws(JournalError) -> [(Int64, Presentation)] {
        let run = try lookUp(id)
        let sql = """
            SELECT number, \(Presentation.sqlColumns) FROM presentation WHERE run = ? AND number >= ?
            ORDER BY number LIMIT ?
            """
        return try connection.all(sql, [run.number, from, count]) { (row) throws(JournalError) in
            let number = try row.number()
            var item: ItemKey?
            let (jobRow, copy) = (try row.optionalCount(), try row.optionalCount())
            if let jobRow, let copy { item = ItemKey(row: jobRow, copy: copy) }
            let presentation = Presentation(
                item: item, uid: try row.optionalUID(), chip: try row.optionalName(), reader: try row.text(),
                station: try row.text(), result: try row.name(), reason: try row.optionalName(),
                detail: try row.text(), lockState: try row.optionalName(), capacityBytes: try row.optionalCount(),
                genuine: try row.optionalName(), vendor: try row.optionalByte(), presentedAt: try row.time(),
                durationMilliseconds: try row.duration())
            return (number, presentation)
        }
    }
}
