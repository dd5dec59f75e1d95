import Jobs
import Provisioning
import Tags
import Testing

extension JournalConformance {
    /// Which intents are accepted, and what they record.
    static let intents: [JournalRule] = [
        JournalRule("An intent is recorded as an attempt without outcome") { journal in
            try journal.start(Sample.items(1...1))
            #expect(try journal.intend(1, on: Sample.uid(1)) == .accepted)
            let entry = try journal.entry(1)
            #expect(entry.attempts == [Sample.attempt(Sample.uid(1))])
            #expect(entry.outcome == nil)
        },
        JournalRule("The message of an intent may be another than the item's") { journal in
            try journal.start(Sample.items(1...1))
            let answer = try journal.intend(
                run: Sample.run, item: Sample.key(1), attempt: Sample.attempt(Sample.uid(1)), message: [])
            #expect(answer == .accepted)
            #expect(try journal.entry(1).item == Sample.items(1...1)[0])
        },
        JournalRule("An item in hand takes no second intent, on this tag or another") { journal in
            try journal.start(Sample.items(1...1))
            #expect(try journal.intend(1, on: Sample.uid(1)) == .accepted)
            #expect(try journal.intend(1, on: Sample.uid(1)) == .leaseLost)
            #expect(try journal.intend(1, on: Sample.uid(2)) == .leaseLost)
            #expect(try journal.entry(1).attempts.count == 1)
        },
        JournalRule("An item that ended takes no intent") { journal in
            try journal.start(Sample.items(1...3) + [Sample.item(4, fault: "bad")])
            try journal.make(1, on: Sample.uid(1))
            #expect(try journal.conclude(2, .unchanged, Sample.uid(2)) == .accepted)
            #expect(try journal.conclude(3, .failed, Sample.uid(3), reason: .tagLocked) == .accepted)
            for row in 1...4 { #expect(try journal.intend(row, on: Sample.uid(9)) == .leaseLost) }
        },
        JournalRule("An item in doubt takes a new attempt on its tag alone") { journal in
            try journal.start(Sample.items(1...1))
            #expect(try journal.intend(1, on: Sample.uid(1)) == .accepted)
            #expect(try journal.conclude(1, .inDoubt, Sample.uid(1)) == .accepted)
            #expect(try journal.intend(1, on: Sample.uid(2)) == .leaseLost)
            #expect(try journal.intend(1, on: Sample.uid(1)) == .accepted)
            #expect(try journal.conclude(1, .written, Sample.uid(1)) == .accepted)
            #expect(try journal.entry(1).attempts.map(\.outcome?.status) == [.inDoubt, .written])
        },
        JournalRule("A tag in hand, in doubt or ended takes no other item") { journal in
            try journal.start(Sample.items(1...9))
            #expect(try journal.intend(1, on: Sample.uid(1)) == .accepted)
            #expect(try journal.intend(2, on: Sample.uid(2)) == .accepted)
            #expect(try journal.conclude(2, .inDoubt, Sample.uid(2)) == .accepted)
            try journal.make(3, on: Sample.uid(3))
            #expect(try journal.conclude(4, .unchanged, Sample.uid(4)) == .accepted)
            for (row, reason) in [(5, Reason.lockIncomplete), (6, .protectIncomplete)] {
                #expect(try journal.intend(row, on: Sample.uid(UInt8(row))) == .accepted)
                #expect(try journal.conclude(row, .failed, Sample.uid(UInt8(row)), reason: reason) == .accepted)
            }
            for number: UInt8 in 1...6 { #expect(try journal.intend(9, on: Sample.uid(number)) == .uidTaken) }
            #expect(try journal.entry(9).attempts.isEmpty)
            #expect(try journal.intend(9, on: Sample.uid(9)) == .accepted)
        },
        JournalRule("A tag on which an item failed otherwise, or became pending again, is free") { journal in
            try journal.start(Sample.items(1...3))
            #expect(try journal.intend(1, on: Sample.uid(1)) == .accepted)
            #expect(try journal.conclude(1, .failed, Sample.uid(1), reason: .writeFailed) == .accepted)
            #expect(try journal.intend(2, on: Sample.uid(1)) == .accepted)
            #expect(try journal.conclude(2, .pending, Sample.uid(1), reason: .tagRemoved) == .accepted)
            #expect(try journal.intend(3, on: Sample.uid(1)) == .accepted)
        },
        JournalRule("Two runs may have the same tag") { journal in
            try journal.start(Sample.items(1...1), run: "a", job: "first")
            try journal.start(Sample.items(1...1), run: "b", job: "second")
            try journal.make(1, on: Sample.uid(1), run: "a")
            try journal.make(1, on: Sample.uid(1), run: "b")
        },
    ]

    /// Which outcomes are accepted, and what they record.
    static let outcomes: [JournalRule] = [
        JournalRule("An outcome closes the attempt and comes back whole") { journal in
            try journal.start(Sample.items(1...1))
            #expect(try journal.intend(1, on: Sample.uid(1)) == .accepted)
            let outcome = Sample.outcome(.written, Sample.uid(1))
            #expect(try journal.conclude(run: Sample.run, item: Sample.key(1), outcome: outcome) == .accepted)
            var attempt = Sample.attempt(Sample.uid(1))
            attempt.outcome = outcome
            let entry = ItemEntry(item: Sample.items(1...1)[0], attempts: [attempt], outcome: outcome)
            #expect(try journal.entry(1) == entry)
        },
        JournalRule("An outcome without intent fills no attempt") { journal in
            try journal.start([Sample.item(1), Sample.item(2, bound: Sample.uid(2)), Sample.item(3)])
            let bare = Outcome(status: .failed, reason: .tagLocked, finishedAt: Sample.time(1))
            #expect(try journal.conclude(1, .unchanged, Sample.uid(1)) == .accepted)
            #expect(try journal.conclude(run: Sample.run, item: Sample.key(2), outcome: bare) == .accepted)
            let entries = try journal.entries()
            #expect(entries.allSatisfy { $0.attempts.isEmpty })
            #expect(entries.map(\.outcome) == [Sample.outcome(.unchanged, Sample.uid(1)), bare, nil])
        },
        JournalRule("Attempts count, also those that left the item pending") { journal in
            try journal.start(Sample.items(1...1))
            for number: UInt8 in 1...3 {
                #expect(try journal.intend(1, on: Sample.uid(number)) == .accepted)
                #expect(try journal.conclude(1, .pending, Sample.uid(number), reason: .writeFailed) == .accepted)
                let found = try journal.find(Sample.uid(9), message: Sample.message(1)).sameMessage
                #expect(found?.attempts == Int(number))
            }
            let entry = try journal.entry(1)
            #expect(entry.attempts.map(\.uid) == [Sample.uid(1), Sample.uid(2), Sample.uid(3)])
            #expect(entry.attempts.allSatisfy { $0.outcome?.reason == .writeFailed })
            #expect(entry.outcome?.status == .pending)
        },
        JournalRule("An item ends once") { journal in
            try journal.start(Sample.items(1...2) + [Sample.item(3, fault: "bad")])
            try journal.make(1, on: Sample.uid(1))
            #expect(try journal.conclude(2, .failed, nil, reason: .writeFailed) == .accepted)
            for row in 1...3 {
                for status in ItemStatus.allCases {
                    #expect(try journal.conclude(row, status, Sample.uid(UInt8(row))) == .conflict)
                }
            }
            #expect(try journal.entries().map(\.outcome?.status) == [.written, .failed, .invalid])
        },
        JournalRule("An outcome on another item's tag is a conflict and changes nothing") { journal in
            try journal.start(Sample.items(1...4))
            try journal.make(1, on: Sample.uid(1))
            #expect(try journal.intend(2, on: Sample.uid(2)) == .accepted)
            for uid in [Sample.uid(1), Sample.uid(2)] {
                for status in [ItemStatus.written, .unchanged, .inDoubt] {
                    #expect(try journal.conclude(3, status, uid) == .conflict)
                }
                #expect(try journal.conclude(3, .failed, uid, reason: .lockIncomplete) == .conflict)
            }
            #expect(try journal.entry(3).outcome == nil)
            #expect(try journal.backlog(run: Sample.run).queued == 2)
            // An outcome that does not make the tag the item's may name it.
            #expect(try journal.conclude(3, .failed, Sample.uid(1), reason: .duplicateUID) == .accepted)
        },
        JournalRule("An item in doubt settles, or is given to a new tag") { journal in
            try journal.start(Sample.items(1...3))
            for row in 1...3 {
                #expect(try journal.intend(row, on: Sample.uid(UInt8(row))) == .accepted)
                #expect(try journal.conclude(row, .inDoubt, Sample.uid(UInt8(row))) == .accepted)
            }
            #expect(try journal.conclude(1, .written, Sample.uid(1)) == .accepted)
            #expect(try journal.conclude(2, .failed, Sample.uid(2), reason: .tagLocked) == .accepted)
            #expect(try journal.conclude(3, .pending, Sample.uid(3)) == .accepted)
            #expect(try journal.find(Sample.uid(3)) == TagHistory())
            try journal.make(3, on: Sample.uid(9))
            let entry = try journal.entry(3)
            #expect(entry.attempts.map(\.uid) == [Sample.uid(3), Sample.uid(9)])
            #expect(entry.attempts.map(\.outcome?.status) == [.inDoubt, .written])
        },
        JournalRule("The tag of an outcome that names none is that of the intent") { journal in
            try journal.start(Sample.items(1...2))
            #expect(try journal.intend(1, on: Sample.uid(1)) == .accepted)
            #expect(try journal.conclude(1, .inDoubt, nil) == .accepted)
            #expect(try journal.find(Sample.uid(1)).inDoubt?.item.key == Sample.key(1))
            expect(.failed) { _ = try journal.conclude(2, .unchanged, nil) }
        },
        JournalRule("What ends an item says when") { journal in
            try journal.start(Sample.items(1...1))
            for status in [ItemStatus.written, .unchanged, .failed] {
                let outcome = Outcome(status: status, uid: Sample.uid(1))
                expect(.failed) { _ = try journal.conclude(run: Sample.run, item: Sample.key(1), outcome: outcome) }
            }
            #expect(try journal.entry(1).outcome == nil)
        },
    ]
}
