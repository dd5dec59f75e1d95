import CSQLite
import Tags
import Testing

/// Journals as the first version of tagmill made them. The script stands here for itself: it never changes with the code.
package enum VersionOneJournal {
    /// Makes one at the path and leaves it closed.
    /// - Parameter content: SQL that fills the tables; see `run`, `item`, `outcome`, `attempt`.
    package static func make(_ path: String, _ content: [String]) {
        let raw = RawDatabase(path)
        fill(raw, content)
    }

    package static func fill(_ raw: borrowing RawDatabase, _ content: [String]) {
        #expect(raw.run("PRAGMA journal_mode = WAL") == SQLITE_OK)
        #expect(
            raw.run("BEGIN; \(script) PRAGMA application_id = 1952540525; PRAGMA user_version = 1; COMMIT") == SQLITE_OK
        )
        for sql in content { #expect(raw.run(sql) == SQLITE_OK, "\(sql)") }
    }

    package static func run(_ number: Int, _ id: String, job: String = "job", ended: String? = nil) -> String {
        """
        INSERT INTO run VALUES (\(number), '\(id)', '\(job)', '00ff', '{}', 'queue', 0, '1.0.0', 'bench', 'Ann', NULL,
            '["sku"]', '/jobs/job.csv', '/reports/\(id)', \(1000 * number),
            \(ended == nil ? "NULL" : "\(1000 * number + 900)"), \(ended.map { "'\($0)'" } ?? "NULL"),
            \(ended == nil ? "NULL" : "4"))
        """
    }

    /// Of one run: a row in each state is `number`, with the message `D101…NN`.
    package static func item(
        _ number: Int, run: Int, row: Int, state: String, held: UInt8? = nil, made: Int? = nil, outcome: Int? = nil,
        intents: Int = 0
    ) -> String {
        """
        INSERT INTO item VALUES (\(number), \(run), \(row - 1), \(row), 1, \(row + 1), 'SKU-\(row)', NULL, NULL, '["x"]',
            \(blob(JournalSample.message(row))), \(blob(JournalSample.digest(JournalSample.message(row)))),
            'https://example.com/\(row)', NULL, '\(state)', \(intents), \(held.map(uid) ?? "NULL"),
            \(made.map(String.init) ?? "NULL"), \(outcome.map(String.init) ?? "NULL"), NULL);
        INSERT INTO tally VALUES (\(run), '\(state)', 0, 0, 1) ON CONFLICT DO UPDATE SET items = items + 1
        """
    }

    package static func outcome(_ number: Int, _ status: String, reason: String? = nil, on tag: UInt8, at time: Int)
        -> String
    {
        """
        INSERT INTO outcome VALUES (\(number), '\(status)', \(reason.map { "'\($0)'" } ?? "NULL"), '', \(uid(tag)), NULL,
            'A', 'bench', NULL, NULL, 'none', \(time - 10), \(time))
        """
    }

    package static func attempt(_ number: Int, item: Int, on tag: UInt8, at time: Int, outcome: Int? = nil) -> String {
        """
        INSERT INTO attempt VALUES (\(number), \(item), \(uid(tag)), 'A', 'bench', \(time), NULL,
            \(outcome.map(String.init) ?? "NULL"))
        """
    }

    package static func uid(_ number: UInt8) -> String { blob(JournalSample.uid(number).bytes) }

    private static func blob(_ bytes: [UInt8]) -> String {
        "x'" + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "'"
    }

    private static let script = """
        CREATE TABLE run (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            job TEXT NOT NULL,
            job_sha256 TEXT NOT NULL,
            settings TEXT NOT NULL,
            pairing TEXT NOT NULL,
            again INTEGER NOT NULL CHECK (again IN (0, 1)),
            version TEXT NOT NULL,
            station TEXT NOT NULL,
            operator TEXT,
            rerun_of TEXT,
            columns TEXT NOT NULL,
            job_path TEXT NOT NULL,
            folder TEXT NOT NULL,
            started_at INTEGER NOT NULL,
            finished_at INTEGER,
            ended TEXT,
            exit_code INTEGER,
            CHECK (ended IS NULL OR finished_at IS NOT NULL)
        ) STRICT;

        CREATE TABLE outcome (
            number INTEGER PRIMARY KEY,
            status TEXT NOT NULL,
            reason TEXT,
            detail TEXT NOT NULL,
            uid BLOB,
            chip TEXT,
            reader TEXT,
            station TEXT NOT NULL,
            capacity_bytes INTEGER,
            lock_state TEXT,
            lock TEXT NOT NULL,
            started_at INTEGER,
            finished_at INTEGER,
            CHECK (status NOT IN ('written', 'unchanged', 'failed') OR finished_at IS NOT NULL)
        ) STRICT;

        CREATE TABLE item (
            number INTEGER PRIMARY KEY,
            run INTEGER NOT NULL REFERENCES run (number),
            position INTEGER NOT NULL,
            row INTEGER NOT NULL,
            copy INTEGER NOT NULL,
            line INTEGER NOT NULL,
            sku TEXT,
            bound_uid BLOB,
            chip TEXT,
            cells TEXT NOT NULL,
            message BLOB NOT NULL,
            digest BLOB NOT NULL,
            summary TEXT NOT NULL,
            fault TEXT,
            state TEXT NOT NULL CHECK (
                state IN ('pending', 'in-hand', 'in-doubt', 'written', 'unchanged', 'failed', 'invalid')),
            intents INTEGER NOT NULL DEFAULT 0,
            held_uid BLOB,
            made INTEGER,
            outcome INTEGER REFERENCES outcome (number),
            taken_by INTEGER REFERENCES run (number),
            UNIQUE (run, position),
            UNIQUE (run, row, copy),
            CHECK (state NOT IN ('in-hand', 'in-doubt', 'written', 'unchanged') OR held_uid IS NOT NULL),
            CHECK (state NOT IN ('written', 'unchanged', 'failed', 'invalid') OR outcome IS NOT NULL),
            CHECK ((state IN ('written', 'unchanged')) = (made IS NOT NULL))
        ) STRICT;
        CREATE UNIQUE INDEX item_held ON item (run, held_uid) WHERE held_uid IS NOT NULL;
        CREATE INDEX item_bound ON item (run, bound_uid) WHERE bound_uid IS NOT NULL;
        CREATE INDEX item_made ON item (held_uid, made) WHERE made IS NOT NULL;
        CREATE INDEX item_queued ON item (run, position)
            WHERE state = 'pending' AND bound_uid IS NULL AND taken_by IS NULL;
        CREATE INDEX item_queued_message ON item (run, digest, position)
            WHERE state = 'pending' AND bound_uid IS NULL AND taken_by IS NULL;
        CREATE INDEX item_queued_sku ON item (run, sku, copy, position)
            WHERE state = 'pending' AND bound_uid IS NULL AND taken_by IS NULL;

        CREATE TABLE attempt (
            number INTEGER PRIMARY KEY,
            item INTEGER NOT NULL REFERENCES item (number),
            uid BLOB NOT NULL,
            reader TEXT NOT NULL,
            station TEXT NOT NULL,
            intended_at INTEGER NOT NULL,
            message BLOB,
            outcome INTEGER REFERENCES outcome (number)
        ) STRICT;
        CREATE INDEX attempt_item ON attempt (item);

        CREATE TABLE presentation (
            number INTEGER PRIMARY KEY,
            run INTEGER NOT NULL REFERENCES run (number),
            row INTEGER,
            copy INTEGER,
            uid BLOB,
            chip TEXT,
            reader TEXT NOT NULL,
            station TEXT NOT NULL,
            result TEXT NOT NULL,
            reason TEXT,
            detail TEXT NOT NULL,
            lock_state TEXT,
            capacity_bytes INTEGER,
            presented_at INTEGER NOT NULL,
            duration_ms INTEGER NOT NULL,
            CHECK ((row IS NULL) = (copy IS NULL))
        ) STRICT;
        CREATE INDEX presentation_run ON presentation (run);

        CREATE TABLE reader (
            number INTEGER PRIMARY KEY,
            run INTEGER NOT NULL REFERENCES run (number),
            name TEXT NOT NULL,
            model TEXT NOT NULL,
            station TEXT NOT NULL,
            UNIQUE (run, name)
        ) STRICT;

        CREATE TABLE tally (
            run INTEGER NOT NULL REFERENCES run (number),
            state TEXT NOT NULL,
            bound INTEGER NOT NULL,
            taken INTEGER NOT NULL,
            items INTEGER NOT NULL CHECK (items >= 0),
            PRIMARY KEY (run, state, bound, taken)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER item_moved AFTER UPDATE OF state, taken_by ON item BEGIN
            UPDATE tally SET items = items - 1
                WHERE run = old.run AND state = old.state AND bound = (old.bound_uid IS NOT NULL)
                    AND taken = (old.taken_by IS NOT NULL);
            INSERT INTO tally VALUES (new.run, new.state, new.bound_uid IS NOT NULL, new.taken_by IS NOT NULL, 1)
                ON CONFLICT DO UPDATE SET items = items + 1;
        END;
        """
}
