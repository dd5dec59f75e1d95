import Foundation
import Jobs
import Provisioning
import Tags
import TestSupport
import Testing
import Threads

@testable import SQLiteJournal

/// What shares a commit, what does not wait for one, and what each caller is told.
@Suite struct FlushTests {
    typealias Sample = JournalSample

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Does all of `calls` at once, each on a thread of its own, while another program keeps the file to itself until all
    /// of them wait. Answers in the order of the calls.
    private func together<Answer: Sendable>(
        in journal: SQLiteJournal, _ calls: [@Sendable () throws -> Answer], meanwhile: () throws -> Void = {}
    ) throws -> [Result<Answer, any Error>] {
        let answers = Guarded<[Int: Result<Answer, any Error>]>([:])
        let done = DispatchGroup()
        let other = RawDatabase(folder.file)
        #expect(other.run("BEGIN IMMEDIATE") == 0)
        for (index, call) in calls.enumerated() {
            done.enter()
            Thread.detachNewThread {
                let answer = Result { try call() }
                answers.withLock { $0[index] = answer }
                done.leave()
            }
        }
        let deadline = Date(timeIntervalSinceNow: 60)
        while journal.queue?.waiting != calls.count, Date() < deadline { usleep(500) }
        #expect(journal.queue?.waiting == calls.count)
        try meanwhile()
        #expect(other.run("ROLLBACK") == 0)
        done.wait()
        return answers.withLock { answers in calls.indices.compactMap { answers[$0] } }
    }

    @Test func callsThatWaitShareOneCommit() throws {
        let journal = try folder.journal()
        try journal.start(Sample.items(1...16))
        let before = try WriteAheadLog(folder.file).commits
        let calls = (1...16).map { row in
            { @Sendable in try journal.intend(row, on: Sample.uid(UInt8(row))) }
        }
        let answers = try together(in: journal, calls)
        #expect(try answers.map { try $0.get() } == Array(repeating: .accepted, count: 16))
        // The first caller may have gone ahead with what waited then; all the others shared the next.
        let commits = try WriteAheadLog(folder.file).commits - before
        #expect((1...2).contains(commits))
        #expect(try journal.entries().allSatisfy { $0.attempts.count == 1 })
    }

    @Test func aCallAloneIsACommitAlone() throws {
        let journal = try folder.journal()
        try journal.start(Sample.items(1...3))
        let before = try WriteAheadLog(folder.file).commits
        for row in 1...3 { try journal.make(row, on: Sample.uid(UInt8(row))) }
        #expect(try WriteAheadLog(folder.file).commits == before + 6)
    }

    @Test func aCallThatBreaksARuleIsUndoneAlone() throws {
        let journal = try folder.journal()
        try journal.start(Sample.items(1...4))
        let calls: [@Sendable () throws -> String] = [
            { "\(try journal.intend(1, on: Sample.uid(1)))" },
            { "\(try journal.conclude(99, .failed, nil, reason: .writeFailed))" },
            {
                // Fails at its last item, when the others are in the table.
                try journal.start(Sample.items(1...50) + [Sample.item(1)], run: "b")
                return "opened"
            },
            { "\(try journal.intend(2, on: Sample.uid(2)))" },
            {
                try journal.start(Sample.items(1...2), run: "c")
                return "opened"
            },
        ]
        let answers = try together(in: journal, calls).map { result in
            switch result {
            case .success(let answer): answer
            case .failure(let error as JournalError): error.code.rawValue
            case .failure: "another error"
            }
        }
        let failed = JournalError.Code.failed.rawValue
        #expect(answers == ["accepted", failed, failed, "accepted", "opened"])
        #expect(try journal.runs().map(\.record.id) == ["c", Sample.run])
        #expect(try journal.entries().map(\.attempts.count) == [1, 1, 0, 0])
        #expect(try journal.claim(9, run: "c").count == 2)
        // The id is free: nothing of the run that failed is left, its lock neither.
        try folder.journal().start(Sample.items(1...1), run: "b")
    }

    /// An end and what comes late wait together: the end counts, whichever was first.
    @Test func whatComesLateChangesNothing() throws {
        let journal = try folder.journal()
        try journal.start(Sample.items(1...8))
        let end: @Sendable () throws -> String = {
            try journal.end(run: Sample.run, how: .stopped, exitCode: 4, at: Sample.time(9))
            return "ended"
        }
        let intents = (1...8).map { row in
            { @Sendable in "\(try journal.intend(row, on: Sample.uid(UInt8(row))))" }
        }
        let answers = try together(in: journal, intents[..<4] + [end] + intents[4...])
        var accepted = 0
        for answer in answers {
            switch answer {
            case .success("accepted"): accepted += 1
            case .success(let answer): #expect(answer == "ended")
            case .failure(let error): #expect((error as? JournalError)?.code == .notHeld)
            }
        }
        #expect(try journal.entries().filter { !$0.attempts.isEmpty }.count == accepted)
        try folder.journal().goOn()
    }

    @Test func readingWaitsForNoCommit() throws {
        let journal = try folder.journal()
        try journal.start(Sample.items(1...3) + [Sample.item(4, bound: Sample.uid(4))])
        let calls: [@Sendable () throws -> IntentAnswer] = [{ try journal.intend(1, on: Sample.uid(1)) }]
        func look() throws {
            // The intent waits for its commit: nothing of it is seen.
            #expect(try journal.find(Sample.uid(1)) == TagHistory())
            #expect(try journal.find(Sample.uid(4)).bound != nil)
            #expect(try journal.backlog(run: Sample.run).queued == 3)
            #expect(try journal.entries().count == 4)
            #expect(try journal.runs().count == 1)
            #expect(try journal.claim(2).map(\.row) == [1, 2])
        }
        let answers = try together(in: journal, calls, meanwhile: look)
        #expect(try answers.map { try $0.get() } == [.accepted])
        #expect(try journal.find(Sample.uid(1)).inHand)
    }

    /// A full file fails all that shared the flush: nobody is told that something is there.
    @Test func afterAFullFileNothingOfTheFlushIsThere() throws {
        let locks = try RunLocks(journal: folder.file)
        let opened = try JournalFile.open(path: folder.file, create: true, locks: locks)
        let reading = Guarded(ReadSession(try JournalFile.openBeside(path: folder.file), journalPath: folder.file))
        let session = WriteSession(opened.connection, locks: locks, files: opened.files, reading: reading)
        func write(_ id: String, _ items: [Item]) -> PendingWrite<Void> {
            PendingWrite { (session) throws(JournalError) in
                try session.open(
                    Sample.record(id), RunOpening(items: items), digests: items.map { Sample.digest($0.message) })
            }
        }
        func code(_ write: PendingWrite<Void>) -> JournalError.Code? {
            if case .failure(let error) = write.answer { error.code } else { nil }
        }
        let first = write("a", Sample.items(1...1))
        let note = RunNote(run: 1, content: .reader(ReaderRecord(name: "A", model: "", station: "")))
        #expect(session.flush([first], []))
        let pages = try opened.connection.first("PRAGMA page_count") { (row) throws(JournalError) in try row.count() }
        let room = try #require(pages) + 4
        try opened.connection.execute(script: "PRAGMA max_page_count = \(room)")

        let writes = [write("b", Sample.items(1...2)), write("c", Sample.items(1...1000)), write("d", [])]
        #expect(session.flush(writes, [note]) == false)
        #expect(writes.map(code) == [.full, .full, .full])
        let journal = try folder.journal()
        #expect(try journal.runs().map(\.record.id) == ["a"])
        #expect(try journal.readers(run: "a").isEmpty)
        // What has room is written again, and holds its run.
        let last = write("b", Sample.items(1...2))
        #expect(session.flush([last], [note]))
        #expect(code(last) == nil)
        #expect(try journal.readers(run: "a").count == 1)
        #expect(try journal.runs().map(\.isInUse) == [true, true])
    }

    /// An item costs the same in a large journal as in a small one: every statement finds its rows by an index.
    @Test func anItemCostsTheSameInALargeJournal() throws {
        let small = try steps(items: 20, runs: 2)
        let large = try steps(items: 600, runs: 4)
        #expect(small > 0)
        #expect(Double(large) < Double(small) * 1.1)
    }

    /// What SQLite does for the first twelve items of the last run, and the last three of them.
    private func steps(items count: Int, runs: Int) throws -> Int {
        let folder = try TemporaryFolder()
        let locks = try RunLocks(journal: folder.file)
        let opened = try JournalFile.open(path: folder.file, create: true, locks: locks)
        let reading = Guarded(ReadSession(try JournalFile.openBeside(path: folder.file), journalPath: folder.file))
        let session = WriteSession(opened.connection, locks: locks, files: opened.files, reading: reading)
        let queue = FlushQueue(session)
        for number in 1...runs {
            let items = (1...count).map { Sample.item($0, sku: "SKU-\($0)", message: Array("\($0)".utf8)) }
            try queue.write { (session) throws(JournalError) in
                try session.open(
                    Sample.record("run \(number)"), RunOpening(items: items),
                    digests: items.map { Sample.digest($0.message) })
            }
        }
        func steps() -> Int { opened.connection.steps + reading.withLock { $0.connection.steps } }
        var counted = 0
        for number in 1...runs {
            let before = steps()
            for row in Array(1...12) + Array(count - 2...count) {
                try pass(row, on: Sample.uid(UInt8(row % 200)), run: "run \(number)", queue, reading)
            }
            counted = steps() - before
        }
        return counted
    }

    /// Everything that is asked and recorded for one item.
    private func pass(
        _ row: Int, on uid: UID, run id: String, _ queue: FlushQueue, _ reading: Guarded<ReadSession>
    ) throws {
        let digests = MessageDigests(whole: Sample.digest(Array("\(row)".utf8)))
        let run = try reading.withLock { (reader) throws(JournalError) in
            _ = try reader.claim(run: id, count: 1)
            _ = try reader.find(run: id, uid: uid, digests: digests, busy: [Sample.key(row)])
            _ = try reader.backlog(run: id)
            _ = try reader.ledger(uid: uid)
            return try reader.held(id)
        }
        let intent = try queue.write { (session) throws(JournalError) in
            try session.intend(Sample.key(row), of: run, attempt: Sample.attempt(uid), message: [1])
        }
        #expect(intent == .accepted)
        try queue.add(RunNote(run: run.number, content: .presentation(Sample.presentation)))
        let outcome = Sample.outcome(row % 4 == 0 ? .failed : .written, uid, reason: .writeFailed)
        let conclusion = try queue.write { (session) throws(JournalError) in
            try session.conclude(Sample.key(row), of: run, outcome: outcome)
        }
        #expect(conclusion == .accepted)
    }
}
