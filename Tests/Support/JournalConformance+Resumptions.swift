import Jobs
import Provisioning
import Tags
import Testing

extension JournalConformance {
    /// What changes a run that is held changes no other.
    static let holding: [JournalRule] = [
        JournalRule("A run that ended takes nothing more until it is opened again") { journal in
            try journal.start(Sample.items(1...3))
            _ = try journal.claim(1)
            try journal.die()
            let before = (try journal.entries(), try journal.record(run: Sample.run))
            expectNotHeld(journal)
            #expect(try journal.entries() == before.0)
            #expect(try journal.record(run: Sample.run) == before.1)
            #expect(try journal.presentations().isEmpty)
            #expect(try journal.readers(run: Sample.run).isEmpty)
            #expect(try journal.ledger(uid: Sample.uid(1)) == nil)
            try journal.goOn()
            try journal.make(1, on: Sample.uid(1))
            try journal.end(run: Sample.run, how: .stopped, exitCode: 4, at: Sample.time(40_000))
            expectNotHeld(journal)
        },
        JournalRule("A run that ended can be looked at") { journal in
            try journal.start(Sample.items(1...3))
            try journal.make(1, on: Sample.uid(1))
            try journal.die()
            #expect(try journal.backlog(run: Sample.run).queued == 2)
            #expect(try journal.find(Sample.uid(1)).endedHere == Sample.key(1))
        },
        JournalRule("One run's end leaves the others held") { journal in
            try journal.start(Sample.items(1...1), run: "a")
            try journal.start(Sample.items(1...1), run: "b")
            try journal.die("a")
            expectNotHeld(journal, run: "a")
            try journal.make(1, on: Sample.uid(1), run: "b")
            #expect(try journal.runs().map(\.isInUse) == [true, false])
            #expect(try journal.summary(run: "b").isInUse)
        },
        JournalRule("A run that was not opened is not held") { journal in
            try journal.start([Sample.item(1)])
            expect(.failed) { try journal.start([Sample.item(1)]) }
            // Held as before.
            try journal.make(1, on: Sample.uid(1))
            expect(.failed) { try journal.start([Sample.item(1), Sample.item(1)], run: "b") }
            expect(.noSuchRun) { _ = try journal.claim(1, run: "b") }
        },
    ]

    private static func expectNotHeld(
        _ journal: any Journal, run: String = JournalSample.run, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        func refused(_ body: () throws -> Void) { expect(.notHeld, sourceLocation: sourceLocation, body) }
        refused { _ = try journal.claim(1, run: run) }
        refused { try journal.release(run: run, item: Sample.key(1)) }
        refused { _ = try journal.intend(1, on: Sample.uid(1), run: run) }
        refused { _ = try journal.conclude(2, .unchanged, Sample.uid(1), run: run) }
        refused { try journal.note(run: run, presentation: presentation(1)) }
        refused { try journal.note(run: run, reader: ReaderRecord(name: "A", model: "acr122u", station: "bench")) }
        refused { try journal.end(run: run, how: .complete, exitCode: 0, at: Sample.time(50_000)) }
    }

    /// What a run finds when it goes on.
    static let resumptions: [JournalRule] = [
        JournalRule("An intent without outcome becomes in doubt on its tag, and its attempt is closed") { journal in
            let uid = Sample.uid(1)
            try journal.start(Sample.items(1...2))
            #expect(try journal.intend(1, on: uid) == .accepted)
            #expect(try journal.entry(1).attempts == [Sample.attempt(uid)])
            try journal.die()
            try journal.goOn()
            let outcome = Outcome(
                status: .inDoubt, detail: "a write began on this tag and its outcome was not recorded", uid: uid,
                reader: "reader A", station: "bench", startedAt: Sample.time(2000))
            var attempt = Sample.attempt(uid)
            attempt.outcome = outcome
            #expect(
                try journal.entry(1)
                    == ItemEntry(item: Sample.items(1...1)[0], attempts: [attempt], outcome: outcome))
            #expect(try journal.backlog(run: Sample.run) == Backlog(queued: 1, bound: 0, inDoubt: 1))
            var expected = TagHistory()
            expected.inDoubt = OpenItem(item: Sample.items(1...1)[0], attempts: 1)
            #expect(try journal.find(uid) == expected)
            #expect(try journal.intend(2, on: uid) == .uidTaken)
            #expect(try journal.intend(1, on: Sample.uid(2)) == .leaseLost)
            #expect(try journal.conclude(1, .written, uid) == .accepted)
            // The outcome that settles it is the item's; the attempt keeps its own.
            #expect(try journal.entry(1).attempts == [attempt])
            #expect(try journal.entry(1).outcome == Sample.outcome(.written, uid))
        },
        JournalRule("What was in doubt before stays as it was recorded, and may be attempted again") { journal in
            let uid = Sample.uid(1)
            try journal.start(Sample.items(1...1))
            #expect(try journal.intend(1, on: uid) == .accepted)
            #expect(try journal.conclude(1, .inDoubt, uid) == .accepted)
            let before = try journal.entry(1)
            try journal.die()
            try journal.goOn()
            #expect(try journal.entry(1) == before)
            try journal.make(1, on: uid)
            #expect(try journal.entry(1).attempts.map(\.outcome?.status) == [.inDoubt, .written])
        },
        JournalRule("A run that goes on has not ended, and each of its executions has its own end") { journal in
            try journal.start(Sample.items(1...2))
            var first = Execution(startedAt: Sample.time(1000), station: "bench", version: "1.2.3")
            #expect(try journal.executions(run: Sample.run) == [first])
            try journal.end(run: Sample.run, how: .idle, exitCode: 4, at: Sample.time(9000))
            (first.ended, first.finishedAt) = (.idle, Sample.time(9000))
            #expect(try journal.executions(run: Sample.run) == [first])
            try journal.goOn()
            #expect(try journal.record(run: Sample.run) == Sample.record())
            #expect(try journal.executions(run: Sample.run) == [first, Sample.execution()])
            try journal.end(run: Sample.run, how: .stopped, exitCode: 4, at: Sample.time(30_000))
            var second = Sample.execution()
            (second.ended, second.finishedAt) = (.stopped, Sample.time(30_000))
            #expect(try journal.executions(run: Sample.run) == [first, second])
        },
        JournalRule("Claims start anew") { journal in
            try journal.start(Sample.items(1...4))
            #expect(try journal.claim(2).map(\.row) == [1, 2])
            try journal.make(1, on: Sample.uid(1))
            #expect(try journal.intend(2, on: Sample.uid(2)) == .accepted)
            #expect(try journal.conclude(2, .pending, Sample.uid(2), reason: .tagRemoved) == .accepted)
            try journal.die()
            try journal.goOn()
            #expect(try journal.claim(9).map(\.row) == [2, 3, 4])
        },
        JournalRule("Items in doubt that are released are pending, and their tags named and free") { journal in
            try journal.start(Sample.items(1...4) + [Sample.item(5, bound: Sample.uid(5))])
            #expect(try journal.intend(1, on: Sample.uid(1)) == .accepted)
            #expect(try journal.intend(2, on: Sample.uid(2)) == .accepted)
            #expect(try journal.conclude(2, .inDoubt, Sample.uid(2)) == .accepted)
            try journal.make(3, on: Sample.uid(3))
            #expect(try journal.intend(5, on: Sample.uid(5)) == .accepted)
            try journal.die()
            try journal.goOn(releasingInDoubt: true)
            let entries = try journal.entries()
            #expect(
                entries.map(\.releasedFrom) == [[Sample.uid(1)], [Sample.uid(2)], [], [], [Sample.uid(5)]])
            #expect(
                entries.map { $0.outcome?.status ?? .pending } == [.pending, .pending, .written, .pending, .pending])
            #expect(entries.map(\.attempts.last?.outcome?.status) == [.inDoubt, .inDoubt, .written, nil, .inDoubt])
            #expect(try journal.backlog(run: Sample.run) == Backlog(queued: 3, bound: 1, inDoubt: 0))
            #expect(try journal.find(Sample.uid(1)) == TagHistory())
            #expect(try journal.find(Sample.uid(5)).bound?.attempts == 1)
            #expect(try journal.claim(9).map(\.row) == [1, 2, 4])
            try journal.make(4, on: Sample.uid(1))
            try journal.make(1, on: Sample.uid(9))
            let entry = try journal.entry(1)
            #expect(entry.attempts.map(\.uid) == [Sample.uid(1), Sample.uid(9)])
            #expect(entry.outcome?.uid == Sample.uid(9))
            #expect(entry.releasedFrom == [Sample.uid(1)])
        },
        JournalRule("An item is released as often as it was in doubt, and every tag stays named") { journal in
            try journal.start(Sample.items(1...1))
            for number: UInt8 in 1...3 {
                #expect(try journal.intend(1, on: Sample.uid(number)) == .accepted)
                try journal.die()
                try journal.goOn(releasingInDoubt: true)
            }
            #expect(try journal.entry(1).releasedFrom == (UInt8(1)...3).map { Sample.uid($0) })
            #expect(try journal.executions(run: Sample.run).count == 4)
        },
        JournalRule("Items that a later run took stay taken") { journal in
            try journal.start(Sample.items(1...3), run: "a")
            for row in 1...2 {
                #expect(try journal.intend(row, on: Sample.uid(UInt8(row)), run: "a") == .accepted)
                #expect(try journal.conclude(row, .inDoubt, Sample.uid(UInt8(row)), run: "a") == .accepted)
            }
            try journal.die("a")
            try journal.start(
                Sample.items(1...1), run: "b", inDoubt: [Sample.key(1): Sample.uid(1)],
                takeover: Takeover(run: "a", items: [Sample.key(1)]))
            let taken = try journal.entry(1, run: "a")
            try journal.goOn("a", releasingInDoubt: true)
            #expect(taken.takenBy == "b")
            #expect(try journal.entry(1, run: "a") == taken)
            #expect(try journal.entry(2, run: "a").releasedFrom == [Sample.uid(2)])
            #expect(try journal.claim(9, run: "a").map(\.row) == [2, 3])
            #expect(try journal.intend(1, on: Sample.uid(1), run: "a") == .leaseLost)
            #expect(try journal.find(Sample.uid(1), run: "b").inDoubt?.item.key == Sample.key(1))
        },
    ]
}
