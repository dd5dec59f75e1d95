import Jobs
import Provisioning
import Tags
import Testing

extension JournalConformance {
    /// A tag takes one item: what another run made on it since is not written over, and what was in doubt on it is not there.
    static let overtaken: [JournalRule] = [
        JournalRule("An item in doubt on a tag that another run made since is not settled there") { journal in
            for (number, job) in [(UInt8(1), "job"), (2, "other")] {
                let (uid, run, other) = (Sample.uid(number), "a\(number)", "b\(number)")
                try journal.start(Sample.items(1...3), run: run)
                try journal.leaveInDoubt(1, on: uid, run: run)
                try journal.start(Sample.items(7...8), run: other, job: job)
                #expect(try journal.intend(7, on: uid, run: other) == .accepted)
                // Neither is read back yet: either may be there.
                #expect(try journal.find(uid, run: run).inDoubt?.item.key == Sample.key(1))
                #expect(try journal.conclude(7, .written, uid, run: other) == .accepted)
                let history = try journal.find(uid, run: run)
                #expect(history.inDoubt == nil && history.endedHere == nil && !history.inHand)
                #expect(history.madeSince == other)
                #expect(history.overtaken == Sample.key(1))
                // The item waits, and its tag takes no other item of its run.
                #expect(try journal.entry(1, run: run).outcome?.status == .inDoubt)
                #expect(try journal.intend(2, on: uid, run: run) == .uidTaken)
                try journal.die(run)
                try journal.die(other)
            }
        },
        JournalRule("A tag that was only found to hold another run's item is made since too") { journal in
            let uid = Sample.uid(1)
            try journal.start(Sample.items(1...2), run: "a")
            try journal.leaveInDoubt(1, on: uid, run: "a")
            try journal.start(Sample.items(7...8), run: "b")
            #expect(try journal.conclude(7, .unchanged, uid, run: "b") == .accepted)
            #expect(try journal.find(uid, run: "a").madeSince == "b")
        },
        JournalRule("What another run made before, or tried since, settles nothing") { journal in
            let uid = Sample.uid(1)
            try journal.start(Sample.items(7...8), run: "b", job: "other")
            try journal.make(7, on: uid, run: "b")
            try journal.start(Sample.items(1...2), run: "a")
            try journal.leaveInDoubt(1, on: uid, run: "a")
            #expect(try journal.find(uid, run: "a").inDoubt?.item.key == Sample.key(1))
            for status in [ItemStatus.inDoubt, .pending] {
                #expect(try journal.intend(8, on: uid, run: "b") == .uidTaken)
                try journal.start(Sample.items(9...9), run: "c-\(status)")
                #expect(try journal.intend(9, on: uid, run: "c-\(status)") == .accepted)
                #expect(try journal.conclude(9, status, uid, reason: .tagRemoved, run: "c-\(status)") == .accepted)
                let history = try journal.find(uid, run: "a")
                #expect(history.inDoubt?.item.key == Sample.key(1))
                #expect(history.madeSince == nil)
            }
            try journal.die("a")
            try journal.goOn("a")
            #expect(try journal.entry(1, run: "a").releasedFrom.isEmpty)
            #expect(try journal.backlog(run: "a").inDoubt == 1)
        },
        JournalRule("A run that goes on gives such items to new tags by itself") { journal in
            let (made, open, hand) = (Sample.uid(1), Sample.uid(2), Sample.uid(3))
            try journal.start(Sample.items(1...4), run: "a")
            try journal.leaveInDoubt(1, on: made, run: "a")
            try journal.leaveInDoubt(2, on: open, run: "a")
            #expect(try journal.intend(3, on: hand, run: "a") == .accepted)
            try journal.die("a")
            try journal.start(Sample.items(7...9), run: "b")
            try journal.make(7, on: made, run: "b")
            try journal.make(8, on: hand, run: "b")
            try journal.goOn("a")
            let entries = try journal.entries("a")
            #expect(entries.map(\.releasedFrom) == [[made], [], [hand], []])
            #expect(entries.map { $0.outcome?.status } == [nil, .inDoubt, nil, nil])
            #expect(try journal.backlog(run: "a") == Backlog(queued: 3, bound: 0, inDoubt: 1))
            #expect(try journal.claim(9, run: "a").map(\.row) == [1, 3, 4])
            let history = try journal.find(made, run: "a")
            #expect(history.madeSince == nil && history.overtaken == nil && history.inDoubt == nil)
            #expect(history.madeByRun == "b")
            try journal.make(1, on: Sample.uid(9), run: "a")
            #expect(try journal.entry(1, run: "a").releasedFrom == [made])
            #expect(try journal.ledger(uid: made)?.run == "b")
        },
        JournalRule("A run that takes such an item over gives it to a new tag") { journal in
            let (made, open) = (Sample.uid(1), Sample.uid(2))
            try journal.start(Sample.items(1...3), run: "a")
            try journal.leaveInDoubt(1, on: made, run: "a")
            try journal.leaveInDoubt(2, on: open, run: "a")
            try journal.die("a")
            try journal.start(Sample.items(7...9), run: "b", job: "other")
            try journal.make(7, on: made, run: "b")
            let inDoubt = [Sample.key(1): made, Sample.key(2): open]
            let keys = [Sample.key(1), Sample.key(2)]
            try journal.start(
                Sample.items(1...2), run: "c", inDoubt: inDoubt, takeover: Takeover(run: "a", items: keys))
            #expect(try journal.entries("c").map(\.releasedFrom) == [[made], []])
            #expect(try journal.entries("c").map { $0.outcome?.status } == [nil, .inDoubt])
            #expect(try journal.backlog(run: "c") == Backlog(queued: 1, bound: 0, inDoubt: 1))
            #expect(try journal.ledger(uid: made)?.run == "b")
            // And the next, of what is still in doubt, by a write of the first run.
            try journal.make(8, on: open, run: "b")
            #expect(try journal.find(open, run: "c").madeSince == "b")
            try journal.die("c")
            try journal.start(
                Sample.items(2...2), run: "d", inDoubt: [Sample.key(2): open],
                takeover: Takeover(run: "c", items: [Sample.key(2)]))
            #expect(try journal.entry(2, run: "d").releasedFrom == [open])
        },
        JournalRule("An item in doubt since a run that is not known here came after what is") { journal in
            let uid = Sample.uid(1)
            try journal.start(Sample.items(7...8), run: "b")
            try journal.make(7, on: uid, run: "b")
            try journal.start(Sample.items(1...2), run: "a", inDoubt: [Sample.key(1): uid])
            #expect(try journal.find(uid, run: "a").inDoubt?.item.key == Sample.key(1))
            #expect(try journal.find(uid, run: "a").madeSince == nil)
            #expect(try journal.ledger(uid: uid)?.state == .inDoubt)
            try journal.die("a")
            try journal.goOn("a")
            #expect(try journal.entry(1, run: "a").releasedFrom.isEmpty)
            try journal.start(Sample.items(9...9), run: "c")
            try journal.make(9, on: uid, run: "c")
            #expect(try journal.find(uid, run: "a").madeSince == "c")
        },
    ]

    /// What a run has in hand when it ends.
    static let leftInHand: [JournalRule] = [
        JournalRule("What is in hand at the end is in doubt, and its tag is noted") { journal in
            try journal.start(Sample.items(1...4))
            #expect(try journal.intend(2, on: Sample.uid(2)) == .accepted)
            #expect(try journal.intend(1, on: Sample.uid(1)) == .accepted)
            try journal.leaveInDoubt(3, on: Sample.uid(3))
            let settled = try journal.entry(3)
            // What was noted before is before it, though nothing was flushed between.
            try journal.note(run: Sample.run, presentation: presentation(9))
            try journal.die()
            let outcome = Outcome(
                status: .inDoubt, detail: "a write began on this tag and its outcome was not recorded",
                uid: Sample.uid(1), reader: "reader A", station: "bench", startedAt: Sample.time(2000))
            #expect(try journal.entry(1).outcome == outcome)
            #expect(try journal.entry(1).attempts.map(\.outcome) == [outcome])
            #expect(try journal.entry(3) == settled)
            let left = [2, 1].map { row in
                Presentation(
                    item: Sample.key(row), uid: Sample.uid(UInt8(row)), reader: "reader A", station: "bench",
                    result: .inDoubt, detail: outcome.detail, presentedAt: Sample.time(2000))
            }
            #expect(try journal.presentations() == [presentation(9)] + left)
            #expect(try journal.summary(run: Sample.run).totals == [.inDoubt: 3, .pending: 1])
            expect(.notHeld) { _ = try journal.conclude(1, .written, Sample.uid(1)) }
            expect(.notHeld) { try journal.note(run: Sample.run, presentation: presentation(1)) }
            #expect(try journal.entry(1).outcome == outcome)
            // Once: whoever goes on finds nothing more in hand.
            try journal.goOn()
            try journal.die()
            #expect(try journal.presentations() == [presentation(9)] + left)
        }
    ]
}

extension Journal {
    /// The item is in doubt on the tag, by an attempt.
    fileprivate func leaveInDoubt(_ row: Int, on uid: UID, run: String = JournalSample.run) throws {
        #expect(try intend(row, on: uid, run: run) == .accepted)
        #expect(try conclude(row, .inDoubt, uid, run: run) == .accepted)
    }
}
