extension Schema {
    /// Version 2: executions, the ledger of tags, reports that were kept, tags that were released, runs that were forgotten.
    ///
    /// `tag` has one row a UID: the item whose write on it began last, or that it was found to hold. `digest` is what the tag
    /// carries, NULL where that is not known. What version 1 recorded is replayed into it, in the order of `rank`: outcomes
    /// were numbered as they came; an intent without one comes after all that was recorded, or by its clock took place,
    /// before it.
    static let second = """
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
        INSERT INTO execution (run, started_at, station, operator, version, finished_at, ended)
            SELECT number, started_at, station, operator, version, finished_at, ended FROM run ORDER BY number;

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

        CREATE TEMP TABLE seen AS
            SELECT attempt.uid, item.run, item.number AS item,
                CASE
                    WHEN outcome.status IN ('written', 'unchanged') THEN 'carries'
                    WHEN outcome.reason IN ('lock-incomplete', 'protect-incomplete') THEN 'carries'
                    WHEN outcome.status = 'in-doubt' THEN 'in-doubt'
                    ELSE 'unknown'
                END AS state,
                iif(outcome.status = 'in-doubt', attempt.intended_at, coalesce(outcome.finished_at, attempt.intended_at))
                    AS since,
                attempt.station, item.digest, 1 AS was_written, CAST(outcome.number AS REAL) AS rank
            FROM attempt JOIN item ON item.number = attempt.item JOIN outcome ON outcome.number = attempt.outcome
            UNION ALL
            SELECT item.held_uid, item.run, item.number, 'carries', outcome.finished_at, outcome.station, item.digest, 0,
                outcome.number
            FROM item JOIN outcome ON outcome.number = item.outcome
            WHERE item.made IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM attempt WHERE attempt.item = item.number AND attempt.outcome = item.outcome);
        CREATE INDEX seen_tag ON seen (uid, rank);
        CREATE TEMP TABLE open_intent AS
            SELECT attempt.uid, item.run, item.number AS item, attempt.intended_at AS since, attempt.station,
                max(
                    coalesce((SELECT max(seen.rank) FROM seen
                        WHERE seen.uid = attempt.uid AND seen.since <= attempt.intended_at), 0),
                    coalesce((SELECT max(earlier.outcome) FROM attempt AS earlier
                        WHERE earlier.uid = attempt.uid AND earlier.number < attempt.number), 0))
                    + 0.25 + 0.5 * attempt.number / (SELECT max(number) + 1 FROM attempt) AS rank
            FROM attempt JOIN item ON item.number = attempt.item WHERE attempt.outcome IS NULL;
        INSERT INTO seen SELECT uid, run, item, 'in-doubt', since, station, NULL, 1, rank FROM open_intent;
        INSERT INTO tag (uid, run, item, state, since, station, digest)
            SELECT last.uid, last.run, last.item, last.state,
                iif(last.state <> 'carries', last.since,
                    (SELECT min(seen.since) FROM seen WHERE seen.uid = last.uid
                        AND seen.rank >= coalesce((SELECT max(written.rank) FROM seen AS written
                            WHERE written.uid = last.uid AND written.was_written), 0)
                        AND seen.rank > coalesce((SELECT max(other.rank) FROM seen AS other
                            WHERE other.uid = last.uid
                                AND (other.state <> 'carries' OR other.digest <> last.digest)), 0))),
                last.station, iif(last.state = 'carries', last.digest, NULL)
            FROM seen AS last
            WHERE last.rank = (SELECT max(seen.rank) FROM seen WHERE seen.uid = last.uid)
            GROUP BY last.uid;
        DROP TABLE open_intent;
        DROP TABLE seen;
        """
}
