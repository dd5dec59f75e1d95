/// The tables of a journal, as steps from one version (`PRAGMA user_version`) to the next. A new file goes through all of
/// them, so that it is the same as one that was migrated; a step that was released never changes.
///
/// `run.number` and `item.number` are inner keys and appear nowhere else. Times are milliseconds since 1970 UTC, UIDs
/// and messages bytes, `columns`, `cells` and `settings` JSON.
///
/// `item.state` is `in-hand` from an intent to its outcome. `item.held_uid` is the tag that the item is in hand, in
/// doubt or ended on and that may take no other item of its run; the unique index keeps that even against ourselves.
/// `tally` counts the items of a run by what they are; it is filled when the run is opened and kept by a trigger, so
/// that the backlog of a large run costs no more than that of a small one.
/// `item.made` orders the items that were made on one UID, over all runs: clocks are set back, this is not.
enum Schema {
    /// "tagm", at offset 68 of the file: `file` and SQLite tell whose it is.
    static let applicationID = 0x7461_676D
    static var version: Int { steps.count }
    static var mark: FileMark { FileMark(applicationID: applicationID, version: version) }

    /// The step at index n makes version n + 1 of version n.
    static let steps = [first, second, third, fourth]

    private static let first = """
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
