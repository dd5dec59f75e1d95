import CSQLite
import Tags
import Testing

/// Journals as the second version of their tables has them: the first, and the script of the second, which stands here for
/// itself and never changes with the code. What the script makes of rows is told in the tests of version 1; here it is
/// given tables without rows.
package enum VersionTwoJournal {
    /// Makes one at the path, with a run of two items, one of them written, and leaves it closed.
    package static func make(_ path: String) {
        let raw = RawDatabase(path)
        VersionOneJournal.fill(raw, [])
        #expect(raw.run("BEGIN; \(script) PRAGMA user_version = 2; COMMIT") == SQLITE_OK)
        let uid = JournalSample.uid(1).bytes.hex
        let content = [
            VersionOneJournal.outcome(1, "written", on: 1, at: 1100),
            VersionOneJournal.item(1, run: 1, row: 1, state: "written", held: 1, made: 1, outcome: 1, intents: 1),
            VersionOneJournal.item(2, run: 1, row: 2, state: "pending"),
            VersionOneJournal.attempt(1, item: 1, on: 1, at: 1050, outcome: 1),
            """
            INSERT INTO execution VALUES (1, 1, 1000, 'bench', 'Ann', '1.0.0', 1900, 'stopped');
            INSERT INTO presentation VALUES
                (1, 1, 1, 1, x'\(uid)', 'NTAG213', 'A', 'bench', 'written', NULL, '', 'writable', 137, 1050, 50)
            """,
        ]
        let run = """
            INSERT INTO run VALUES (1, 'a', 'job', '00ff', '{}', 'queue', 0, '1.0.0', 'bench', 'Ann', NULL, '["sku"]',
                '/jobs/job.csv', '/reports/a', 1000, 1900, 'stopped', 4, NULL)
            """
        for sql in [run] + content { #expect(raw.run(sql) == SQLITE_OK, "\(sql)") }
    }

    static let script = """
        ALTER TABLE run ADD COLUMN forgotten_at INTEGER;

        CREATE TABLE execution (
            number INTEGER PRIMARY KEY,
            run INTEGER NOT NULL REFERENCES run (number),
            started_at INTEGER NOT NULL,
            station TEXT NOT NULL,
            operator TEXT,
            version TEXT NOT NULL,
            finished_at INTEGER,
            ended TEXT,
            CHECK (ended IS NULL OR finished_at IS NOT NULL)
        ) STRICT;
        CREATE INDEX execution_run ON execution (run);

        CREATE TABLE report (
            number INTEGER PRIMARY KEY,
            run INTEGER NOT NULL REFERENCES run (number),
            file TEXT NOT NULL,
            sha256 TEXT NOT NULL,
            rendered_at INTEGER NOT NULL,
            version TEXT NOT NULL
        ) STRICT;
        CREATE INDEX report_run ON report (run);

        CREATE TABLE released (
            number INTEGER PRIMARY KEY,
            item INTEGER NOT NULL REFERENCES item (number),
            uid BLOB NOT NULL
        ) STRICT;
        CREATE INDEX released_item ON released (item);

        CREATE INDEX attempt_uid ON attempt (uid);

        CREATE TABLE tag (
            uid BLOB NOT NULL PRIMARY KEY,
            run INTEGER NOT NULL REFERENCES run (number),
            item INTEGER NOT NULL REFERENCES item (number),
            state TEXT NOT NULL CHECK (state IN ('carries', 'in-doubt', 'unknown')),
            since INTEGER NOT NULL,
            station TEXT NOT NULL,
            digest BLOB,
            CHECK (state = 'carries' OR digest IS NULL)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX tag_run ON tag (run) WHERE state = 'carries';
        """
}
