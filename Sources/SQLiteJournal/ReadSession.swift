import Jobs
import Provisioning
import Tags

/// The connection that reads, with what is handed out of the runs that are held here. It sees what is on disk, and waits
/// for no flush. Used by one thread at a time.
final class ReadSession {
    let connection: Connection
    /// Whose locks tell which runs are in use.
    let journalPath: String
    private var known: [String: Run] = [:]
    /// The runs that this journal holds, each with the items that are with the station and are not handed out again.
    var claims: [Int64: Set<ItemKey>] = [:]

    init(_ connection: Connection, journalPath: String) {
        self.connection = connection
        self.journalPath = journalPath
    }

    /// The run by its id.
    func lookUp(_ id: String) throws(JournalError) -> Run {
        if let run = known[id] { return run }
        let run = try connection.lookUp(id)
        known[id] = run
        return run
    }

    /// The run by its id, which is held here.
    func held(_ id: String) throws(JournalError) -> Run {
        let run = try lookUp(id)
        guard claims[run.number] != nil else { throw JournalError(.notHeld, context: id) }
        return run
    }

    /// Passes over what is claimed already: as many rows as the station holds open items.
    func claim(run id: String, count: Int) throws(JournalError) -> [OpenItem] {
        let run = try held(id)
        guard count > 0, let claimed = claims[run.number] else { return [] }
        var items: [OpenItem] = []
        let sql = """
            SELECT \(OpenItem.sqlColumns) FROM item
            WHERE run = ? AND state = 'pending' AND bound_uid IS NULL AND taken_by IS NULL ORDER BY position
            """
        try connection.each(sql, [run.number]) { (row) throws(JournalError) in
            let key = try ItemKey(&row)
            guard !claimed.contains(key) else { return true }
            row.rewind()
            items.append(try OpenItem(&row))
            return items.count < count
        }
        claims[run.number]?.formUnion(items.map(\.item.key))
        return items
    }

    func release(run id: String, item: ItemKey) throws(JournalError) {
        claims[try held(id).number]?.remove(item)
    }

    func backlog(run id: String) throws(JournalError) -> Backlog {
        let run = try lookUp(id)
        var backlog = Backlog(queued: 0, bound: 0, inDoubt: 0)
        let sql = "SELECT state, bound, items FROM tally WHERE run = ? AND taken = 0"
        try connection.each(sql, [run.number]) { (row) throws(JournalError) in
            let state: ItemState = try row.name()
            let isBound = try row.bool()
            let items = try row.count()
            switch state {
            case .pending: if isBound { backlog.bound += items } else { backlog.queued += items }
            case .inDoubt: backlog.inDoubt += items
            case .inHand, .written, .unchanged, .failed, .invalid: break
            }
            return true
        }
        return backlog
    }
}
