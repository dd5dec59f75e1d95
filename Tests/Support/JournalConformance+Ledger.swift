import Jobs
import Provisioning
import Tags
import Testing

extension JournalConformance {
    private static func entry(
        _ uid: UID, _ state: LedgerEntry.State, row: Int, run: String = Sample.run, job: String = "job", since: Int64
    ) -> LedgerEntry {
        LedgerEntry(
            uid: uid, state: state, run: run, job: job, item: Sample.key(row), sku: "SKU-\(row)",
            summary: "https://example.com/\(row)", since: Sample.time(since), station: "bench")
    }

    /// What a tag is known to carry, over all runs.
    static let ledger: [JournalRule] = [
        JournalRule("Of a tag that no run wrote to the ledger says nothing") { journal in
            let uid = Sample.uid(1)
            #expect(try journal.ledger(uid: uid) == nil)
            try journal.start([Sample.item(1, bound: uid), Sample.item(2), Sample.item(3)])
            try journal.note(run: Sample.run, presentation: presentation(1))
            #expect(try journal.conclude(1, .failed, uid, reason: .tagLocked) == .accepted)
            #expect(try journal.conclude(2, .pending, uid, reason: .tagRemoved) == .accepted)
            #expect(try journal.conclude(3, .inDoubt, uid) == .accepted)
            #expect(try journal.ledger(uid: uid) == nil)
        },
        JournalRule("A tag is in doubt from the intent on, and carries the item once it was written") { journal in
            let uid = Sample.uid(1)
            try journal.start(Sample.items(1...1))
            #expect(try journal.intend(1, on: uid) == .accepted)
            #expect(try journal.ledger(uid: uid) == entry(uid, .inDoubt, row: 1, since: 2000))
            #expect(try journal.conclude(1, .inDoubt, uid) == .accepted)
            #expect(try journal.ledger(uid: uid) == entry(uid, .inDoubt, row: 1, since: 2000))
            #expect(try journal.conclude(1, .written, uid) == .accepted)
            #expect(try journal.ledger(uid: uid) == entry(uid, .carries, row: 1, since: 3000))
            #expect(try journal.ledger(uid: Sample.uid(2)) == nil)
        },
        JournalRule("A run that dies leaves the tag in doubt, until it is settled") { journal in
            let uid = Sample.uid(1)
            try journal.start(Sample.items(1...1))
            #expect(try journal.intend(1, on: uid) == .accepted)
            try journal.die()
            try journal.goOn()
            #expect(try journal.ledger(uid: uid) == entry(uid, .inDoubt, row: 1, since: 2000))
            // What it cannot take without a write says nothing of what it holds.
            #expect(try journal.conclude(1, .failed, uid, reason: .tagLocked) == .accepted)
            #expect(try journal.ledger(uid: uid) == entry(uid, .inDoubt, row: 1, since: 2000))
        },
        JournalRule("After an attempt that failed it is not known what the tag holds") { journal in
            try journal.start(Sample.items(1...2))
            for (row, status) in [(1, ItemStatus.pending), (2, .failed)] {
                let uid = Sample.uid(UInt8(row))
                #expect(try journal.intend(row, on: uid) == .accepted)
                #expect(try journal.conclude(row, status, uid, reason: .writeFailed) == .accepted)
                #expect(try journal.ledger(uid: uid) == entry(uid, .unknown, row: row, since: 3000))
            }
            try journal.make(1, on: Sample.uid(2))
            #expect(try journal.ledger(uid: Sample.uid(2)) == entry(Sample.uid(2), .carries, row: 1, since: 3000))
        },
        JournalRule("A lock or a protection that came out half leaves the message on the tag") { journal in
            try journal.start(Sample.items(1...2))
            for (row, reason) in [(1, Reason.lockIncomplete), (2, .protectIncomplete)] {
                let uid = Sample.uid(UInt8(row))
                #expect(try journal.intend(row, on: uid) == .accepted)
                #expect(try journal.conclude(row, .failed, uid, reason: reason) == .accepted)
                #expect(try journal.ledger(uid: uid) == entry(uid, .carries, row: row, since: 3000))
            }
        },
        JournalRule("The same message found again stays since then, and is the new run's item") { journal in
            let uid = Sample.uid(1)
            try journal.start(Sample.items(1...1), run: "a")
            try journal.make(1, on: uid, run: "a")
            func unchanged(_ item: Item, in run: String, job: String) throws {
                try journal.start([item], run: run, job: job)
                let outcome = Sample.outcome(.unchanged, uid, at: 70_000)
                #expect(try journal.conclude(run: run, item: item.key, outcome: outcome) == .accepted)
            }
            try unchanged(Sample.item(2, sku: "SKU-2", message: Sample.message(1)), in: "b", job: "other")
            #expect(
                try journal.ledger(uid: uid) == entry(uid, .carries, row: 2, run: "b", job: "other", since: 3000))
            // Another message: somebody wrote to it meanwhile.
            try unchanged(Sample.item(3, sku: "SKU-3"), in: "c", job: "job")
            #expect(try journal.ledger(uid: uid) == entry(uid, .carries, row: 3, run: "c", since: 70_000))
        },
        JournalRule("What was written again is there since then") { journal in
            let uid = Sample.uid(1)
            try journal.start(Sample.items(1...1), run: "a")
            try journal.make(1, on: uid, run: "a")
            try journal.start(Sample.items(1...1), run: "b")
            #expect(try journal.intend(1, on: uid, run: "b") == .accepted)
            let outcome = Sample.outcome(.written, uid, at: 70_000)
            #expect(try journal.conclude(run: "b", item: Sample.key(1), outcome: outcome) == .accepted)
            #expect(try journal.ledger(uid: uid) == entry(uid, .carries, row: 1, run: "b", since: 70_000))
        },
        JournalRule("Of several runs the one whose write began last counts") { journal in
            let uid = Sample.uid(1)
            try journal.start(Sample.items(1...2), run: "a", job: "first")
            try journal.start(Sample.items(3...4), run: "b", job: "second")
            #expect(try journal.intend(1, on: uid, run: "a") == .accepted)
            #expect(try journal.intend(3, on: uid, run: "b") == .accepted)
            #expect(
                try journal.ledger(uid: uid) == entry(uid, .inDoubt, row: 3, run: "b", job: "second", since: 2000))
            #expect(try journal.conclude(3, .written, uid, run: "b") == .accepted)
            // What comes of the earlier write says nothing of the later one.
            #expect(try journal.conclude(1, .pending, uid, reason: .tagRemoved, run: "a") == .accepted)
            #expect(
                try journal.ledger(uid: uid) == entry(uid, .carries, row: 3, run: "b", job: "second", since: 3000))
        },
        JournalRule("A tag that was released may hold the item still") { journal in
            let uid = Sample.uid(1)
            try journal.start(Sample.items(1...1))
            #expect(try journal.intend(1, on: uid) == .accepted)
            try journal.die()
            try journal.goOn(releasingInDoubt: true)
            #expect(try journal.ledger(uid: uid) == entry(uid, .inDoubt, row: 1, since: 2000))
            try journal.make(1, on: Sample.uid(2))
            #expect(try journal.ledger(uid: uid) == entry(uid, .inDoubt, row: 1, since: 2000))
        },
        JournalRule("A run's summary counts open items and the tags that carry its items now") { journal in
            try journal.start(Sample.items(1...5) + [Sample.item(6, fault: "bad")], run: "a")
            try journal.make(1, on: Sample.uid(1), run: "a")
            try journal.make(2, on: Sample.uid(2), run: "a")
            #expect(try journal.intend(3, on: Sample.uid(3), run: "a") == .accepted)
            #expect(try journal.intend(4, on: Sample.uid(4), run: "a") == .accepted)
            #expect(try journal.conclude(4, .inDoubt, Sample.uid(4), run: "a") == .accepted)
            var summary = try journal.summary(run: "a")
            #expect(summary.totals == [.written: 2, .inDoubt: 2, .pending: 1, .invalid: 1])
            #expect([summary.open, summary.tags] == [3, 2])
            #expect(summary.isInUse)
            #expect(summary.record == Sample.record("a"))
            try journal.die("a")
            try journal.start(
                Sample.items(4...5), run: "b", job: "other",
                takeover: Takeover(run: "a", items: [Sample.key(4), Sample.key(5)]))
            try journal.make(5, on: Sample.uid(2), run: "b")
            summary = try journal.summary(run: "a")
            #expect(summary.totals == [.written: 2, .inDoubt: 2, .pending: 1, .invalid: 1])
            #expect([summary.open, summary.tags] == [1, 1])
            #expect(!summary.isInUse)
            #expect(try journal.runs().map(\.open) == [1, 1])
            #expect(try journal.runs().map(\.tags) == [1, 1])
        },
    ]
}
