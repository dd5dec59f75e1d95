import Jobs
import Provisioning

extension ReadSession {
    func record(run id: String) throws(JournalError) -> RunRecord {
        let number = try lookUp(id).number
        let sql = "SELECT \(RunRecord.sqlColumns) FROM run WHERE number = ?"
        let record = try connection.first(sql, [number]) { (row) throws(JournalError) in try RunRecord(&row) }
        guard let record else { throw JournalError(.noSuchRun, context: id) }
        return record
    }

    func summary(run id: String) throws(JournalError) -> RunSummary {
        let run = try lookUp(id)
        return try connection.read { () throws(JournalError) in
            var counts = RunCounts()
            let tally = "SELECT state, taken, items FROM tally WHERE run = ?"
            try connection.each(tally, [run.number]) { (row) throws(JournalError) in
                counts.add(state: try row.name(), isTaken: try row.bool(), items: try row.count())
                return true
            }
            let tags = "SELECT count(*) FROM tag WHERE run = ? AND state = 'carries'"
            counts.tags =
                try connection.first(tags, [run.number]) { (row) throws(JournalError) in try row.count() } ?? 0
            return counts.summary(
                try record(run: id), isInUse: try RunLocks.areInUse([run.number], journal: journalPath) != [])
        }
    }

    /// In the order in which they were opened, the newest first: a clock that was set back changes nothing.
    func runs() throws(JournalError) -> [RunSummary] {
        try connection.read { () throws(JournalError) in
            var counts: [Int64: RunCounts] = [:]
            let tally = "SELECT run, state, taken, items FROM tally"
            try connection.each(tally) { (row) throws(JournalError) in
                let run = try row.number()
                counts[run, default: RunCounts()].add(
                    state: try row.name(), isTaken: try row.bool(), items: try row.count())
                return true
            }
            let tags = "SELECT run, count(*) FROM tag WHERE state = 'carries' GROUP BY run"
            try connection.each(tags) { (row) throws(JournalError) in
                counts[try row.number(), default: RunCounts()].tags = try row.count()
                return true
            }
            let sql = "SELECT number, \(RunRecord.sqlColumns) FROM run ORDER BY number DESC"
            let records = try connection.all(sql) { (row) throws(JournalError) in
                (number: try row.number(), record: try RunRecord(&row))
            }
            let inUse = try RunLocks.areInUse(records.map(\.number), journal: journalPath)
            return records.map { number, record in
                (counts[number] ?? RunCounts()).summary(record, isInUse: inUse.contains(number))
            }
        }
    }

    func executions(run id: String) throws(JournalError) -> [Execution] {
        let sql = """
            SELECT started_at, station, operator, version, finished_at, ended FROM execution WHERE run = ? ORDER BY number
            """
        return try connection.all(sql, [try lookUp(id).number]) { (row) throws(JournalError) in
            Execution(
                startedAt: try row.time(), station: try row.text(), operatorName: try row.optionalText(),
                version: try row.text(), finishedAt: try row.optionalTime(), ended: try row.optionalName())
        }
    }

    func reports(run id: String) throws(JournalError) -> [KeptReport] {
        let sql = "SELECT file, sha256, rendered_at, version FROM report WHERE run = ? ORDER BY number"
        return try connection.all(sql, [try lookUp(id).number]) { (row) throws(JournalError) in
            KeptReport(
                file: try row.text(), sha256: try row.text(), renderedAt: try row.time(), version: try row.text())
        }
    }
}

/// What is counted of a run.
private struct RunCounts {
    var totals = StatusCounts()
    var open = 0
    var tags = 0

    mutating func add(state: ItemState, isTaken: Bool, items: Int) {
        guard items > 0 else { return }
        totals.add(state.status, items)
        if !state.isFinal, !isTaken { open += items }
    }

    func summary(_ record: RunRecord, isInUse: Bool) -> RunSummary {
        RunSummary(record: record, totals: totals, open: open, tags: tags, isInUse: isInUse)
    }
}
