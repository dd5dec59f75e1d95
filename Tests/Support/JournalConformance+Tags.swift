import Jobs
import Provisioning
import Tags
import Testing

extension JournalConformance {
    /// What is known of a tag within a run.
    static let tags: [JournalRule] = [
        JournalRule("Nothing is known of a new tag") { journal in
            try journal.start(Sample.items(1...3))
            #expect(try journal.find(Sample.uid(1)) == TagHistory())
            #expect(try journal.find(Sample.uid(1), message: [1, 2, 3]) == TagHistory())
        },
        JournalRule("A tag is in hand, in doubt, ended or free") { journal in
            try journal.start(Sample.items(1...1))
            let uid = Sample.uid(1)
            #expect(try journal.intend(1, on: uid) == .accepted)
            var expected = TagHistory()
            expected.inHand = true
            #expect(try journal.find(uid) == expected)
            #expect(try journal.conclude(1, .inDoubt, uid) == .accepted)
            expected = TagHistory()
            expected.inDoubt = OpenItem(item: Sample.items(1...1)[0], attempts: 1)
            #expect(try journal.find(uid) == expected)
            #expect(try journal.conclude(1, .written, uid) == .accepted)
            expected = TagHistory()
            (expected.endedHere, expected.carriedSKU) = (Sample.key(1), "SKU-1")
            #expect(try journal.find(uid) == expected)
        },
        JournalRule("Unchanged and half locked tags have ended, others that failed have not") { journal in
            try journal.start(Sample.items(1...4))
            #expect(try journal.conclude(1, .unchanged, Sample.uid(1)) == .accepted)
            for (row, reason) in [(2, Reason.lockIncomplete), (3, .protectIncomplete), (4, .verifyMismatch)] {
                #expect(try journal.intend(row, on: Sample.uid(UInt8(row))) == .accepted)
                #expect(try journal.conclude(row, .failed, Sample.uid(UInt8(row)), reason: reason) == .accepted)
            }
            let found = try (UInt8(1)...4).map { try journal.find(Sample.uid($0)) }
            #expect(found.map(\.endedHere) == [Sample.key(1), Sample.key(2), Sample.key(3), nil])
            #expect(found.map(\.endedHalf) == [nil, .lockIncomplete, .protectIncomplete, nil])
            // Where the lock alone came out half the message is there.
            #expect(found.map(\.carriedSKU) == ["SKU-1", "SKU-2", "SKU-3", nil])
            #expect(found.map(\.failures) == [0, 1, 1, 1])
        },
        JournalRule("Items begin in doubt on the tag that they are given with") { journal in
            let uid = Sample.uid(7)
            try journal.start(Sample.items(1...2), inDoubt: [Sample.key(2): uid])
            #expect(try journal.find(uid).inDoubt == OpenItem(item: Sample.items(2...2)[0]))
            #expect(try journal.entry(2).outcome?.status == .inDoubt)
            #expect(try journal.entry(2).outcome?.uid == uid)
            #expect(try journal.entry(2).attempts.isEmpty)
            #expect(try journal.intend(1, on: uid) == .uidTaken)
            expect(.failed) {
                try journal.start(Sample.items(1...2), run: "b", inDoubt: [Sample.key(1): uid, Sample.key(2): uid])
            }
        },
        JournalRule("A bound row is found by its tag until it ended") { journal in
            let uid = Sample.uid(2)
            let bad = Sample.item(1, bound: uid, fault: "the same uid")
            try journal.start([bad, Sample.item(2, sku: "B", bound: uid), Sample.item(3)])
            #expect(try journal.find(uid).bound == OpenItem(item: Sample.item(2, sku: "B", bound: uid)))
            #expect(try journal.find(uid).boundEnded == nil)
            #expect(try journal.find(Sample.uid(3)).bound == nil)
            #expect(try journal.intend(2, on: uid) == .accepted)
            #expect(try journal.find(uid).bound == nil)
            #expect(try journal.conclude(2, .pending, uid, reason: .writeFailed) == .accepted)
            #expect(try journal.find(uid).bound?.attempts == 1)
            #expect(try journal.conclude(2, .failed, uid, reason: .tagLocked) == .accepted)
            #expect(try journal.find(uid).bound == nil)
            #expect(try journal.find(uid).boundEnded == Sample.key(2))
            #expect(try journal.find(uid).endedHere == nil)
        },
        JournalRule("A bad row keeps its tag from others") { journal in
            try journal.start([Sample.item(1, bound: Sample.uid(1), fault: "bad"), Sample.item(2)])
            #expect(try journal.find(Sample.uid(1)).boundEnded == Sample.key(1))
        },
        JournalRule("The same message is found in job order, free items alone") { journal in
            let message: [UInt8] = [0xD1, 9, 9]
            let items = [
                Sample.item(7, bound: Sample.uid(7), message: message), Sample.item(6, message: message),
                Sample.item(5, message: message), Sample.item(4, message: message), Sample.item(3, message: message),
                Sample.item(2), Sample.item(1, message: message),
            ]
            try journal.start(items, inDoubt: [Sample.key(6): Sample.uid(6)])
            func found(busy: [Int] = []) throws -> Int? {
                let keys = Set(busy.map { Sample.key($0) })
                let history = try journal.find(Sample.uid(99), message: message, busy: keys)
                return history.sameMessage?.item.key.row
            }
            #expect(try found() == 5)
            #expect(try found(busy: [5, 3]) == 4)
            #expect(try journal.intend(5, on: Sample.uid(5)) == .accepted)
            #expect(try found() == 4)
            #expect(try journal.conclude(4, .unchanged, Sample.uid(4)) == .accepted)
            #expect(try found() == 3)
            #expect(try found(busy: [3, 1]) == nil)
            _ = try journal.claim(9)
            #expect(try found() == 3)
            #expect(try journal.conclude(5, .pending, Sample.uid(5)) == .accepted)
            #expect(try found() == 5)
            #expect(try journal.find(Sample.uid(99)).sameMessage == nil)
        },
        JournalRule("Bad rows have no message") { journal in
            try journal.start([Sample.item(1, fault: "bad")])
            #expect(try journal.find(Sample.uid(1), message: []).sameMessage == nil)
        },
    ]

    /// What is known of a tag from other runs.
    static let earlierRuns: [JournalRule] = [
        JournalRule("The item that a tag carries is found by SKU and copy, never by its row") { journal in
            try journal.start([Sample.item(1, sku: "A"), Sample.item(2, copy: 2, sku: "B")], run: "a")
            try journal.make(1, on: Sample.uid(1), run: "a")
            try journal.make(2, copy: 2, on: Sample.uid(2), run: "a")
            let items = [
                Sample.item(1, sku: "B"), Sample.item(2, copy: 2, sku: "B"), Sample.item(3, sku: "A", message: [1]),
                Sample.item(4, copy: 1, sku: "C"),
            ]
            try journal.start(items, run: "b")
            var expected = TagHistory()
            (expected.carries, expected.madeByRun, expected.carriedSKU) = (OpenItem(item: items[2]), "a", "A")
            #expect(try journal.find(Sample.uid(1), run: "b") == expected)
            (expected.carries, expected.carriedSKU) = (OpenItem(item: items[1]), "B")
            #expect(try journal.find(Sample.uid(2), run: "b") == expected)
        },
        JournalRule("Without SKU the same message is the same item") { journal in
            try journal.start([Sample.item(1, message: [7])], run: "a")
            #expect(try journal.conclude(1, .unchanged, Sample.uid(1), run: "a") == .accepted)
            let items = [Sample.item(1), Sample.item(2, sku: "A", message: [7]), Sample.item(3, message: [7])]
            try journal.start(items, run: "b")
            let found = try journal.find(Sample.uid(1), run: "b")
            #expect(found.carries?.item.key == Sample.key(3))
            #expect(found.carriedSKU == nil)
            #expect(found.sameMessage == nil)
        },
        JournalRule("Only a free item is carried; the run that made the tag is told all the same") { journal in
            let uid = Sample.uid(1)
            try journal.start([Sample.item(1, sku: "A")], run: "a")
            try journal.make(1, on: uid, run: "a")
            let items = [
                Sample.item(1, sku: "A", bound: Sample.uid(8)), Sample.item(2, sku: "A"), Sample.item(3, sku: "A"),
                Sample.item(4, sku: "A"),
            ]
            try journal.start(items, run: "b", inDoubt: [Sample.key(2): Sample.uid(2)])
            let found = try journal.find(uid, run: "b")
            #expect(found.carries?.item.key == Sample.key(3))
            #expect(try journal.find(uid, busy: [Sample.key(3)], run: "b").carries?.item.key == Sample.key(4))
            try journal.make(3, on: Sample.uid(3), run: "b")
            #expect(try journal.intend(4, on: Sample.uid(4), run: "b") == .accepted)
            let after = try journal.find(uid, run: "b")
            #expect(after.carries == nil)
            #expect(after.madeByRun == "a")
        },
        JournalRule("A tag whose lock came out half carries its item, and was made by no run") { journal in
            try journal.start(Sample.items(1...1), run: "a")
            #expect(try journal.intend(1, on: Sample.uid(1), run: "a") == .accepted)
            #expect(try journal.conclude(1, .failed, Sample.uid(1), reason: .lockIncomplete, run: "a") == .accepted)
            try journal.start(Sample.items(1...1), run: "b")
            var expected = TagHistory()
            (expected.carries, expected.carriedSKU) = (OpenItem(item: Sample.items(1...1)[0]), "SKU-1")
            #expect(try journal.find(Sample.uid(1), run: "b") == expected)
        },
        JournalRule("What failed, is in doubt or is in hand made no tag") { journal in
            try journal.start(Sample.items(1...4), run: "a")
            #expect(try journal.intend(1, on: Sample.uid(1), run: "a") == .accepted)
            #expect(try journal.intend(2, on: Sample.uid(2), run: "a") == .accepted)
            #expect(try journal.conclude(2, .inDoubt, Sample.uid(2), run: "a") == .accepted)
            #expect(try journal.intend(3, on: Sample.uid(3), run: "a") == .accepted)
            #expect(try journal.conclude(3, .failed, Sample.uid(3), reason: .verifyMismatch, run: "a") == .accepted)
            try journal.start(Sample.items(1...4), run: "b")
            for number: UInt8 in 1...4 { #expect(try journal.find(Sample.uid(number), run: "b") == TagHistory()) }
        },
        JournalRule("A tag of another job is not this job's, but its SKU is known") { journal in
            try journal.start(Sample.items(1...1), run: "a", job: "other")
            try journal.make(1, on: Sample.uid(1), run: "a")
            try journal.start(Sample.items(1...1), run: "b")
            var expected = TagHistory()
            expected.carriedSKU = "SKU-1"
            #expect(try journal.find(Sample.uid(1), run: "b") == expected)
        },
        JournalRule("A tag that a run began to write carries its earlier item no more") { journal in
            let uid = Sample.uid(1)
            try journal.start([Sample.item(1, sku: "A")], run: "a")
            try journal.make(1, on: uid, run: "a")
            try journal.start([Sample.item(1, sku: "X"), Sample.item(2, sku: "A")], run: "b")
            #expect(try journal.find(uid, run: "b").carries?.item.sku == "A")
            #expect(try journal.intend(1, on: uid, run: "b") == .accepted)
            #expect(try journal.conclude(1, .pending, uid, reason: .tagRemoved, run: "b") == .accepted)
            let found = try journal.find(uid, run: "b")
            #expect(found.carries == nil && found.carriedSKU == nil)
            #expect(found.madeByRun == "a")
        },
        JournalRule("A tag's failures are the attempts of this run on it that speak against it") { journal in
            let uid = Sample.uid(1)
            try journal.start(Sample.items(1...4))
            try journal.start(Sample.items(1...4), run: "b")
            for (row, reason) in [(1, Reason.writeFailed), (2, .tagRemoved), (3, .verifyMismatch)] {
                #expect(try journal.intend(row, on: uid) == .accepted)
                #expect(try journal.conclude(row, .pending, uid, reason: reason) == .accepted)
            }
            #expect(try journal.find(uid).failures == 2)
            #expect(try journal.find(Sample.uid(2)).failures == 0)
            #expect(try journal.find(uid, run: "b").failures == 0)
            // No attempt: nothing was written.
            #expect(try journal.conclude(4, .failed, uid, reason: .tagLocked) == .accepted)
            #expect(try journal.find(uid).failures == 2)
            try journal.die()
            try journal.goOn()
            #expect(try journal.find(uid).failures == 2)
        },
        JournalRule("A run's own tags are not an earlier run's") { journal in
            try journal.start(Sample.items(1...2))
            try journal.make(1, on: Sample.uid(1))
            #expect(try journal.find(Sample.uid(1)).madeByRun == nil)
            #expect(try journal.find(Sample.uid(1)).carries == nil)
        },
        JournalRule("Of many runs the one that made the tag last counts, whatever its clock") { journal in
            let uid = Sample.uid(1)
            func unchanged(in run: String, at time: Int64) throws {
                let outcome = Sample.outcome(.unchanged, uid, at: time)
                #expect(try journal.conclude(run: run, item: Sample.key(1), outcome: outcome) == .accepted)
            }
            try journal.start([Sample.item(1, sku: "A")], run: "a")
            try journal.start([Sample.item(1, sku: "B")], run: "b")
            try journal.start([Sample.item(1, sku: "X")], run: "x", job: "other")
            try unchanged(in: "b", at: 9000)
            try unchanged(in: "a", at: 8000)
            try journal.start([Sample.item(1, sku: "B"), Sample.item(2, sku: "A")], run: "c")
            #expect(try journal.find(uid, run: "c").madeByRun == "a")
            #expect(try journal.find(uid, run: "c").carries?.item.sku == "A")
            #expect(try journal.find(uid, run: "c").carriedSKU == "A")
            try unchanged(in: "x", at: 100)
            #expect(try journal.find(uid, run: "c").madeByRun == "a")
            #expect(try journal.find(uid, run: "c").carriedSKU == "X")
            // It carries another job's item now.
            #expect(try journal.find(uid, run: "c").carries == nil)
        },
        JournalRule("A run of the job that began later and made the tag counts too") { journal in
            try journal.start(Sample.items(1...1), run: "a")
            try journal.start(Sample.items(1...1), run: "b")
            try journal.make(1, on: Sample.uid(1), run: "b")
            #expect(try journal.find(Sample.uid(1), run: "a").madeByRun == "b")
            #expect(try journal.find(Sample.uid(1), run: "a").carries?.item.key == Sample.key(1))
        },
    ]

    /// Items that a later run takes are closed in their own.
    static let takeovers: [JournalRule] = [
        JournalRule("Items taken are named, and never handed out again") { journal in
            try journal.start(Sample.items(1...3), run: "a")
            try journal.start(
                Sample.items(1...2), run: "b",
                takeover: Takeover(run: "a", items: [Sample.key(1), Sample.key(2)]))
            #expect(try journal.entries("a").map(\.takenBy) == ["b", "b", nil])
            #expect(try journal.entries("a").allSatisfy { $0.outcome == nil })
            #expect(try journal.entries("b").allSatisfy { $0.takenBy == nil })
            #expect(try journal.claim(9, run: "a") == [Sample.key(3)])
            #expect(try journal.backlog(run: "a") == Backlog(queued: 1, bound: 0, inDoubt: 0))
            #expect(try journal.find(Sample.uid(1), message: Sample.message(1), run: "a").sameMessage == nil)
            #expect(try journal.intend(1, on: Sample.uid(1), run: "a") == .leaseLost)
            #expect(try journal.conclude(1, .unchanged, Sample.uid(1), run: "a") == .conflict)
            #expect(try journal.claim(9, run: "b").count == 2)
        },
        JournalRule("The earlier run still shows taken items as they ended") { journal in
            try journal.start(Sample.items(1...2), run: "a")
            #expect(try journal.intend(1, on: Sample.uid(1), run: "a") == .accepted)
            #expect(try journal.conclude(1, .failed, Sample.uid(1), reason: .writeFailed, run: "a") == .accepted)
            try journal.end(run: "a", how: .complete, exitCode: 1, at: Sample.time(5000))
            try journal.start(
                Sample.items(1...1), run: "b", takeover: Takeover(run: "a", items: [Sample.key(1)]))
            #expect(try journal.entry(1, run: "a").outcome?.reason == .writeFailed)
            #expect(try journal.runs().last?.totals == [.failed: 1, .pending: 1])
        },
        JournalRule("A doubtful item moves over with its tag, which takes no other item here") { journal in
            let uid = Sample.uid(1)
            try journal.start(Sample.items(1...2) + [Sample.item(3, bound: Sample.uid(3))], run: "a")
            #expect(try journal.intend(1, on: uid, run: "a") == .accepted)
            #expect(try journal.conclude(1, .inDoubt, uid, run: "a") == .accepted)
            try journal.end(run: "a", how: .stopped, exitCode: 4, at: Sample.time(5000))
            try journal.start(
                Sample.items(1...1), run: "b", inDoubt: [Sample.key(1): uid],
                takeover: Takeover(run: "a", items: [Sample.key(1), Sample.key(3)]))
            #expect(try journal.find(uid, run: "b").inDoubt?.item.key == Sample.key(1))
            #expect(try journal.entry(1, run: "b").outcome?.detail.contains("a") == true)
            var expected = TagHistory()
            expected.endedHere = Sample.key(1)
            #expect(try journal.find(uid, run: "a") == expected)
            try journal.goOn("a")
            #expect(try journal.intend(1, on: uid, run: "a") == .leaseLost)
            #expect(try journal.intend(2, on: uid, run: "a") == .uidTaken)
            #expect(try journal.find(Sample.uid(3), run: "a").boundEnded == Sample.key(3))
            #expect(try journal.backlog(run: "a") == Backlog(queued: 1, bound: 0, inDoubt: 0))
            #expect(try journal.conclude(1, .written, uid, run: "b") == .accepted)
        },
        JournalRule("Items that are not there are not taken, and then no run is opened") { journal in
            try journal.start(Sample.items(1...2), run: "a")
            expect(.noSuchRun) { try journal.start([], run: "b", takeover: Takeover(run: "x", items: [])) }
            let takeover = Takeover(run: "a", items: [Sample.key(1), Sample.key(9)])
            expect(.failed) { try journal.start([], run: "b", takeover: takeover) }
            #expect(try journal.runs().count == 1)
            #expect(try journal.entries("a").allSatisfy { $0.takenBy == nil })
            try journal.start([], run: "b", takeover: Takeover(run: "a", items: [Sample.key(1)]))
        },
        JournalRule("A run takes items of several, each in doubt since its own") { journal in
            try journal.start(Sample.items(1...2), run: "a")
            try journal.start(Sample.items(3...4), run: "b")
            for (row, run) in [(2, "a"), (4, "b")] {
                #expect(try journal.intend(row, on: Sample.uid(UInt8(row)), run: run) == .accepted)
                #expect(try journal.conclude(row, .inDoubt, Sample.uid(UInt8(row)), run: run) == .accepted)
            }
            let takeovers = [
                Takeover(run: "a", items: [Sample.key(1), Sample.key(2)]),
                Takeover(run: "b", items: [Sample.key(3), Sample.key(4)]),
            ]
            let inDoubt = [Sample.key(2): Sample.uid(2), Sample.key(4): Sample.uid(4)]
            try journal.open(
                Sample.record("c"), RunOpening(items: Sample.items(1...4), inDoubt: inDoubt, takeovers: takeovers))
            for run in ["a", "b"] { #expect(try journal.entries(run).allSatisfy { $0.takenBy == "c" }) }
            #expect(try journal.entry(2, run: "c").outcome?.detail == "in doubt since run a")
            #expect(try journal.entry(4, run: "c").outcome?.detail == "in doubt since run b")
            #expect(try journal.backlog(run: "c") == Backlog(queued: 2, bound: 0, inDoubt: 2))
        },
        JournalRule("Of several takeovers all are done or none") { journal in
            try journal.start(Sample.items(1...2), run: "a")
            try journal.start(Sample.items(1...2), run: "b")
            try journal.start(Sample.items(2...2), run: "c", takeover: Takeover(run: "b", items: [Sample.key(2)]))
            let takeovers = [
                Takeover(run: "a", items: [Sample.key(1)]),
                Takeover(run: "b", items: [Sample.key(1), Sample.key(2)]),
            ]
            expect(.locked) {
                try journal.open(Sample.record("d"), RunOpening(items: Sample.items(1...2), takeovers: takeovers))
            }
            #expect(try journal.runs().map(\.record.id) == ["c", "b", "a"])
            #expect(try journal.entries("a").allSatisfy { $0.takenBy == nil })
            #expect(try journal.entries("b").map(\.takenBy) == [nil, "c"])
        },
        JournalRule("A released item begins pending, and its tag, which is free, is named") { journal in
            let uid = Sample.uid(1)
            try journal.start(Sample.items(1...2), run: "a")
            #expect(try journal.intend(1, on: uid, run: "a") == .accepted)
            #expect(try journal.conclude(1, .inDoubt, uid, run: "a") == .accepted)
            try journal.open(
                Sample.record("b"),
                RunOpening(
                    items: Sample.items(1...2), released: [Sample.key(1): uid],
                    takeovers: [Takeover(run: "a", items: [Sample.key(1), Sample.key(2)])]))
            let expected = ItemEntry(item: Sample.items(1...1)[0], releasedFrom: [uid])
            #expect(try journal.entry(1, run: "b") == expected)
            #expect(try journal.entry(2, run: "b").releasedFrom.isEmpty)
            #expect(try journal.find(uid, run: "b") == TagHistory())
            #expect(try journal.ledger(uid: uid)?.state == .inDoubt)
            #expect(try journal.claim(9, run: "b").map(\.row) == [1, 2])
            try journal.make(2, on: uid, run: "b")
            try journal.make(1, on: Sample.uid(9), run: "b")
            #expect(try journal.entry(1, run: "b").releasedFrom == [uid])
        },
        JournalRule("An item is taken once; then its new run is the one to take it from") { journal in
            try journal.start(Sample.items(1...2), run: "a")
            try journal.start(Sample.items(1...1), run: "b", takeover: Takeover(run: "a", items: [Sample.key(1)]))
            let again = Takeover(run: "a", items: [Sample.key(2), Sample.key(1)])
            expect(.locked) { try journal.start(Sample.items(1...2), run: "c", takeover: again) }
            #expect(try journal.entries("a").map(\.takenBy) == ["b", nil])
            #expect(try journal.runs().count == 2)
            try journal.start(Sample.items(1...1), run: "c", takeover: Takeover(run: "b", items: [Sample.key(1)]))
            #expect(try journal.entry(1, run: "b").takenBy == "c")
        },
    ]
}
