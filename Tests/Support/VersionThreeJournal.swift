import CSQLite
import Tags
import Testing

/// Journals as the third version of their tables has them: the second, and the script of the third, which stands here for
/// itself and never changes with the code.
package enum VersionThreeJournal {
    /// Makes one at the path, with a run of two items, of which the first is to be locked and was written, and leaves it
    /// closed.
    package static func make(_ path: String) {
        let raw = RawDatabase(path)
        VersionOneJournal.fill(raw, [])
        #expect(
            raw.run("BEGIN; \(VersionTwoJournal.script) \(script) PRAGMA user_version = 3; COMMIT") == SQLITE_OK)
        let content = [
            """
            INSERT INTO run VALUES (1, 'a', 'job', '00ff', '{}', 'queue', 0, '1.0.0', 'bench', 'Ann', NULL, '["sku"]',
                '/jobs/job.csv', '/reports/a', 1000, 1900, 'stopped', 4, NULL)
            """,
            "INSERT INTO execution VALUES (1, 1, 1000, 'bench', 'Ann', '1.0.0', 1900, 'stopped')",
            VersionOneJournal.outcome(1, "written", on: 1, at: 1100),
            item(1, lock: true, state: "written", rest: "1, \(VersionOneJournal.uid(1)), 1, 1"),
            item(2, lock: false, state: "pending", rest: "0, NULL, NULL, NULL"),
            VersionOneJournal.attempt(1, item: 1, on: 1, at: 1050, outcome: 1),
            """
            INSERT INTO tag VALUES (\(VersionOneJournal.uid(1)), 1, 1, 'carries', 1100, 'bench',
                (SELECT digest FROM item WHERE number = 1))
            """,
        ]
        for sql in content { #expect(raw.run(sql) == SQLITE_OK, "\(sql)") }
    }

    /// - Parameter rest: intents, held_uid, made, outcome.
    private static func item(_ row: Int, lock: Bool, state: String, rest: String) -> String {
        let message = JournalSample.message(row)
        return """
            INSERT INTO item VALUES (\(row), 1, \(row - 1), \(row), 1, \(row + 1), 'SKU-\(row)', NULL, NULL, '["x"]',
                x'\(message.hex)', x'\(JournalSample.digest(message).hex)', 'https://example.com/\(row)', NULL, '\(state)',
                \(rest), NULL, \(lock ? 1 : 0));
            INSERT INTO tally VALUES (1, '\(state)', 0, 0, 1) ON CONFLICT DO UPDATE SET items = items + 1
            """
    }

    private static let script = """
        ALTER TABLE item ADD COLUMN lock INTEGER NOT NULL DEFAULT 0 CHECK (lock IN (0, 1));
        ALTER TABLE presentation ADD COLUMN genuine TEXT;
        ALTER TABLE presentation ADD COLUMN vendor INTEGER;
        """
}
