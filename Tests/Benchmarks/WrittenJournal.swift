import Jobs
import NDEF
import Provisioning
import SQLiteJournal
import Tags
import TestSupport
import Testing

/// A journal with a run of many items, each of which was written to a tag of its own at the first attempt.
///
/// The first is recorded as a run records it; the others are made of it by SQL, since a million commits would take an hour.
struct WrittenJournal {
    static let run = "20260101T000000Z-large"
    let path: String

    init(items: Int, in folder: String) throws {
        path = folder + "/journal.sqlite"
        try Self.recordFirst(at: path, folder: folder)
        let database = RawDatabase(path)
        #expect(database.run(Self.multiplying(to: items)) == 0)
        #expect(
            database.integer("SELECT count(*) FROM item JOIN outcome ON outcome.number = item.outcome") == Int64(items))
    }

    /// The number as it stands in the cells and messages of an item; of one length, as are those of the first.
    static func digits(of number: Int) -> String { String(String(number + 10_000_000).dropFirst()) }

    private static func recordFirst(at path: String, folder: String) throws {
        let journal = try SQLiteJournal(path: path, createIfMissing: true, digest: sha256)
        let start = Timestamp(milliseconds: 1_767_225_600_000)
        func time(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: start.milliseconds + milliseconds) }
        let record = RunRecord(
            id: run, job: "large", jobSHA256: "", settings: Settings().json, version: "test", station: "bench",
            columns: ["sku", "url", "text"], jobPath: "/large.csv", folder: folder + "/large", startedAt: start)
        let (number, key) = (digits(of: 1), ItemKey(row: 1, copy: 1))
        let (url, text) = ("https://shop.example/p/\(number)?q=1&b=2", "Shelf \(number)")
        let message = try Message([URIRecord(url).record, TextRecord(text, language: "en").record]).encoded()
        let item = Item(
            key: key, line: 2, sku: "S\(number)", cells: ["S\(number)", url, text], message: message, summary: url)
        try journal.open(record, RunOpening(items: [item]))
        let uid = try #require(UID([4] + number.utf8.suffix(6)))
        try journal.note(run: run, reader: ReaderRecord(name: "Reader 1", model: "acr122u", station: "bench"))
        let attempt = Attempt(uid: uid, reader: "Reader 1", station: "bench", intendedAt: time(200))
        #expect(try journal.intend(run: run, item: key, attempt: attempt, message: message) == .accepted)
        let outcome = Outcome(
            status: .written, uid: uid, chip: .ntag213, reader: "Reader 1", station: "bench", capacityBytes: 137,
            lockState: .writable, startedAt: time(100), finishedAt: time(700))
        #expect(try journal.conclude(run: run, item: key, outcome: outcome) == .accepted)
        try journal.note(
            run: run,
            presentation: Presentation(
                item: key, uid: uid, chip: .ntag213, reader: "Reader 1", station: "bench", result: .written,
                lockState: .writable, capacityBytes: 137, genuine: .yes, vendor: 4, presentedAt: time(100),
                durationMilliseconds: 600))
        try journal.end(run: run, how: .complete, exitCode: 0, at: time(1_000_000_000))
    }
}

/// By SQL alone.
extension WrittenJournal {
    /// The rows of report.csv with the same columns; what SQLite does not know of them is the digest, whose place one of the
    /// journal's takes.
    var rows: String {
        """
        SELECT item.cells ->> 0 AS sku, item.cells ->> 1 AS url, item.cells ->> 2 AS text,
            run.id AS result_run, item.row AS result_row, item.line AS result_line, item.copy AS result_copy,
            item.sku AS result_sku, outcome.status AS result_status, outcome.reason AS result_reason,
            outcome.detail AS result_detail, hex(outcome.uid) AS result_uid, outcome.chip AS result_chip,
            outcome.reader AS result_reader, outcome.station AS result_station,
            length(item.message) AS result_message_bytes, outcome.capacity_bytes AS result_capacity_bytes,
            outcome.lock_state AS result_lock_state, outcome.lock AS result_lock, item.intents AS result_attempts,
            strftime('%Y-%m-%dT%H:%M:%fZ', outcome.started_at / 1000.0, 'unixepoch') AS result_started_at,
            strftime('%Y-%m-%dT%H:%M:%fZ', outcome.finished_at / 1000.0, 'unixepoch') AS result_finished_at,
            outcome.finished_at - outcome.started_at AS result_duration_ms, hex(item.message) AS result_message_hex,
            hex(item.digest) AS result_message_sha256
        FROM item JOIN run ON run.number = item.run JOIN outcome ON outcome.number = item.outcome
        WHERE run.id = '\(Self.run)' ORDER BY item.position
        """
    }

    /// Makes items 2 to `count` of the first: each with its own number in its cells and its message, and a tag of its own.
    private static func multiplying(to count: Int) -> String {
        let first = digits(of: 1)
        return """
            PRAGMA synchronous = OFF;
            BEGIN;
            CREATE TEMP TABLE n AS
                WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
                SELECT i, printf('%07d', i) AS digits, CAST(char(4) || substr(printf('%07d', i), 2) AS BLOB) AS tag FROM n;
            INSERT INTO outcome (number, status, detail, uid, chip, reader, station, capacity_bytes, lock_state, lock,
                    started_at, finished_at)
                SELECT i, status, detail, tag, chip, reader, station, capacity_bytes, lock_state, lock,
                    started_at + 900 * i, finished_at + 900 * i + i % 199
                FROM n, outcome WHERE number = 1 ORDER BY i;
            INSERT INTO item (number, run, position, row, copy, line, sku, cells, message, digest, summary, state, intents,
                    held_uid, made, outcome)
                SELECT i, run, position + i - 1, i, copy, i + 1, replace(sku, '\(first)', digits),
                    replace(cells, '\(first)', digits), CAST(replace(message, '\(first)', digits) AS BLOB),
                    randomblob(32), replace(summary, '\(first)', digits), state, intents, tag, made, i
                FROM n, item WHERE number = 1 ORDER BY i;
            INSERT INTO attempt (item, uid, reader, station, intended_at, outcome)
                SELECT i, tag, reader, station, intended_at + 900 * i, i FROM n, attempt WHERE number = 1 ORDER BY i;
            INSERT INTO presentation (run, row, copy, uid, chip, reader, station, result, detail, lock_state,
                    capacity_bytes, presented_at, duration_ms, genuine, vendor)
                SELECT run, i, copy, tag, chip, reader, station, result, detail, lock_state, capacity_bytes,
                    presented_at + 900 * i, duration_ms + i % 199, genuine, vendor
                FROM n, presentation WHERE number = 1 ORDER BY i;
            INSERT INTO tag (uid, run, item, state, since, station, digest)
                SELECT n.tag, run, i, state, since + 900 * i, station, digest FROM n, tag WHERE item = 1 ORDER BY i;
            UPDATE tally SET items = \(count) WHERE state = 'written';
            COMMIT;
            """
    }
}
