import Jobs
import Provisioning
import Tags

extension ItemKey {
    init(_ row: inout Row) throws(JournalError) { self.init(row: try row.count(), copy: try row.count()) }
}

extension Item {
    static let sqlColumns = "row, copy, line, sku, bound_uid, chip, lock, cells, message, uid_places, summary, fault"

    init(_ row: inout Row) throws(JournalError) {
        self.init(
            key: try ItemKey(&row), line: try row.count(), sku: try row.optionalText(),
            boundUID: try row.optionalUID(), chip: try row.optionalName(), lock: try row.bool(),
            cells: try row.texts(), message: try row.bytes(), uidPlaces: try row.uidPlaces(),
            summary: try row.text(), fault: try row.optionalText())
        guard uidPlaces.allSatisfy({ $0.offset + UIDPlace.digits <= message.count }) else {
            throw JournalError(.corrupt, context: "\(key): a place of the UID lies outside its message")
        }
    }
}

extension OpenItem {
    static let sqlColumns = "\(Item.sqlColumns), intents"

    init(_ row: inout Row) throws(JournalError) { self.init(item: try Item(&row), attempts: try row.count()) }
}

extension Outcome {
    static let sqlColumns = """
        status, reason, detail, uid, chip, reader, station, capacity_bytes, lock_state, lock, started_at, finished_at
        """

    init(_ row: inout Row) throws(JournalError) {
        self.init(
            status: try row.name(), reason: try row.optionalName(), detail: try row.text(),
            uid: try row.optionalUID(), chip: try row.optionalName(), reader: try row.optionalText(),
            station: try row.text(), capacityBytes: try row.optionalCount(), lockState: try row.optionalName(),
            lock: try row.name(), startedAt: try row.optionalTime(), finishedAt: try row.optionalTime())
    }
}

extension WriteSession {
    /// Records the items of a new run in job order.
    func insert(
        _ opening: RunOpening, run: Int64, record: RunRecord, digests: [[UInt8]]
    ) throws(JournalError) {
        var doubtful = opening.inDoubt
        for (position, item) in opening.items.enumerated() {
            var outcome: Outcome?
            if let fault = item.fault {
                outcome = Outcome(status: .invalid, reason: .rowInvalid, detail: fault)
            } else if let uid = doubtful.removeValue(forKey: item.key) {
                let earlier = opening.takeovers.first { $0.items.contains(item.key) } ?? opening.takeovers.first
                let detail = earlier.map { "in doubt since run \($0.run)" } ?? ""
                outcome = Outcome(status: .inDoubt, detail: detail, uid: uid, station: record.station)
            }
            try insert(item, run: run, position: position, digest: digests[position], outcome: outcome)
        }
        guard doubtful.isEmpty else {
            throw JournalError(.failed, context: "an item that is to be in doubt is not there or invalid")
        }
        try connection.run(
            """
            INSERT INTO tally SELECT run, state, bound_uid IS NOT NULL, taken_by IS NOT NULL, count(*) FROM item
            WHERE run = ? GROUP BY 1, 2, 3, 4
            """, [run])
    }

    private func insert(
        _ item: Item, run: Int64, position: Int, digest: [UInt8], outcome: Outcome?
    ) throws(JournalError) {
        var number: Int64?
        if let outcome { number = try insert(outcome) }
        let state = ItemState(outcome?.status ?? .pending)
        try connection.run(
            """
            INSERT INTO item (run, position, digest, state, held_uid, outcome, \(Item.sqlColumns))
            VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
            """,
            [
                run, position, digest, state.rawValue, outcome?.uid, number, item.key.row, item.key.copy,
                item.line, item.sku, item.boundUID, item.chip?.rawValue, item.lock, item.cells.json, item.message,
                item.uidPlaces.json, item.summary, item.fault,
            ])
    }

    /// - Returns: the outcome's number.
    func insert(_ outcome: Outcome) throws(JournalError) -> Int64 {
        try connection.run(
            "INSERT INTO outcome (\(Outcome.sqlColumns)) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
            [
                outcome.status.rawValue, outcome.reason?.rawValue, outcome.detail, outcome.uid,
                outcome.chip?.rawValue, outcome.reader, outcome.station, outcome.capacityBytes,
                outcome.lockState?.rawValue, outcome.lock.rawValue, outcome.startedAt, outcome.finishedAt,
            ])
        return connection.lastNumber
    }
}

extension ReadSession {
    /// Up to `count` entries in job order from that position on, each with its own, all of one moment.
    func entries(run id: String, from: Int64, count: Int) throws(JournalError) -> [(position: Int64, ItemEntry)] {
        let run = try lookUp(id)
        return try connection.read { () throws(JournalError) in
            let sql = "\(Self.entrySQL) WHERE item.run = ? AND item.position >= ? ORDER BY item.position LIMIT ?"
            return try connection.all(sql, [run.number, from, count]) { (row) throws(JournalError) in
                try entry(&row)
            }
        }
    }

    /// Nil where the run has no such item.
    func entry(run id: String, item: ItemKey) throws(JournalError) -> ItemEntry? {
        let run = try lookUp(id)
        return try connection.read { () throws(JournalError) in
            let sql = "\(Self.entrySQL) WHERE item.run = ? AND item.row = ? AND item.copy = ?"
            return try connection.first(sql, [run.number, item.row, item.copy]) { (row) throws(JournalError) in
                try entry(&row)
            }?.entry
        }
    }

    private static let entrySQL = """
        SELECT item.position, item.number, (SELECT id FROM run WHERE run.number = item.taken_by),
            EXISTS (SELECT 1 FROM released WHERE released.item = item.number),
            \(columns(OpenItem.sqlColumns, of: "item")), item.outcome, outcome.number,
            \(columns(Outcome.sqlColumns, of: "outcome"))
        FROM item LEFT JOIN outcome ON outcome.number = item.outcome
        """

    private static func columns(_ names: String, of table: String) -> String {
        names.split { $0 == "," || $0.isWhitespace }.map { "\(table).\($0)" }.joined(separator: ", ")
    }

    private static let releasedSQL = "SELECT uid FROM released WHERE item = ? ORDER BY number"
    private static let attemptsSQL =
        "SELECT uid, reader, station, intended_at, outcome FROM attempt WHERE item = ? ORDER BY number"
    private static let outcomeSQL = "SELECT \(Outcome.sqlColumns) FROM outcome WHERE number = ?"

    /// Reads the columns above, and what belongs to them.
    private func entry(_ row: inout Row) throws(JournalError) -> (position: Int64, entry: ItemEntry) {
        let (position, number) = (try row.number(), try row.number())
        let (takenBy, wasReleased) = (try row.optionalText(), try row.bool())
        let item = try OpenItem(&row)
        let ending = try ending(&row)
        let entry = ItemEntry(
            item: item.item, attempts: item.attempts == 0 ? [] : try attempts(of: number, endedBy: ending),
            outcome: ending?.outcome, takenBy: takenBy, releasedFrom: wasReleased ? try tagsReleased(from: number) : [])
        return (position, entry)
    }

    /// The item's outcome with its number; nil where it has none.
    private func ending(_ row: inout Row) throws(JournalError) -> (number: Int64, outcome: Outcome)? {
        guard let number = try row.optionalNumber() else { return nil }
        guard try row.optionalNumber() != nil else { throw Self.missing(outcome: number) }
        return (number, try Outcome(&row))
    }

    private func tagsReleased(from item: Int64) throws(JournalError) -> [UID] {
        try connection.all(Self.releasedSQL, [item]) { (row) throws(JournalError) in try row.uid() }
    }

    /// - Parameter ending: the item's outcome, which is that of an attempt too.
    private func attempts(
        of item: Int64, endedBy ending: (number: Int64, outcome: Outcome)?
    ) throws(JournalError) -> [Attempt] {
        try connection.all(Self.attemptsSQL, [item]) { (row) throws(JournalError) in
            var attempt = Attempt(
                uid: try row.uid(), reader: try row.text(), station: try row.text(), intendedAt: try row.time())
            if let number = try row.optionalNumber() {
                attempt.outcome = number == ending?.number ? ending?.outcome : try outcome(number)
            }
            return attempt
        }
    }

    private func outcome(_ number: Int64) throws(JournalError) -> Outcome {
        let outcome = try connection.first(Self.outcomeSQL, [number]) { (row) throws(JournalError) in
            try Outcome(&row)
        }
        guard let outcome else { throw Self.missing(outcome: number) }
        return outcome
    }

    private static func missing(outcome number: Int64) -> JournalError {
        JournalError(.corrupt, context: "outcome \(number) is not there")
    }
}
