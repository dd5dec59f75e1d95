import Jobs
import Provisioning

extension WriteSession {
    func keep(run id: String, report: KeptReport) throws(JournalError) {
        try connection.run(
            "INSERT INTO report (run, file, sha256, rendered_at, version) VALUES (?,?,?,?,?)",
            [try lookUp(id).number, report.file, report.sha256, report.renderedAt, report.version])
    }

    /// What stands in a row's fault may quote the row.
    private static let forgottenFault = "what was wrong with this row was forgotten"

    /// Drops what came from the job file. A digest goes too: who guesses a message could check the guess. SKUs stay, so that
    /// the ledger goes on telling what a tag carries.
    func forget(run id: String, at: Timestamp) throws(JournalError) {
        let run = try lookUp(id)
        guard !holds(run) else { throw JournalError(.locked, context: id) }
        try borrow(run)
        try connection.run(
            """
            UPDATE item SET cells = '[]', message = x'', uid_places = NULL, digest = x'', summary = '',
                fault = iif(fault IS NULL, NULL, ?2) WHERE run = ?1
            """, [run.number, Self.forgottenFault])
        try connection.run(
            "UPDATE attempt SET message = NULL WHERE item IN (SELECT number FROM item WHERE run = ?)", [run.number])
        try connection.run(
            """
            UPDATE outcome SET detail = ?2 WHERE status = 'invalid'
                AND number IN (SELECT outcome FROM item WHERE run = ?1)
            """, [run.number, Self.forgottenFault])
        try connection.run("UPDATE tag SET digest = NULL WHERE run = ?", [run.number])
        try connection.run(
            "UPDATE run SET forgotten_at = coalesce(forgotten_at, ?) WHERE number = ?", [at, run.number])
    }
}

extension Connection {
    /// Writes all of the log into the file and empties it, so that nothing older than the last commit is left in either.
    func emptyLog() throws(JournalError) {
        let isBusy = try first("PRAGMA wal_checkpoint(TRUNCATE)") { (row) throws(JournalError) in try row.bool() }
        guard isBusy == false else {
            throw JournalError(
                .locked,
                context: """
                    \(path): the run was forgotten, but another program reads the file, and old bytes are left in it; forget \
                    the run again when that program has ended
                    """)
        }
    }
}
