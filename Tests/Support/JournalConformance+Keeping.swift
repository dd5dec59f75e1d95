import Jobs
import Provisioning
import Tags
import Testing

extension JournalConformance {
    /// What was rendered of a run, and what is forgotten of it.
    static let keeping: [JournalRule] = [
        JournalRule("Files that were rendered are kept in order, of a run that is held or not") { journal in
            try journal.start([Sample.item(1)])
            try journal.start([Sample.item(1)], run: "b")
            let kept = [
                Sample.report("report.csv"), Sample.report("report.json", "01"), Sample.report("report.csv"),
                Sample.report("failures.csv", "02"),
            ]
            for report in kept.prefix(2) { try journal.keep(run: Sample.run, report: report) }
            try journal.die()
            for report in kept.suffix(2) { try journal.keep(run: Sample.run, report: report) }
            #expect(try journal.reports(run: Sample.run) == kept)
            #expect(try journal.reports(run: "b").isEmpty)
        },
        JournalRule("Forgetting drops cells, messages, summaries and faults, and keeps the rest") { journal in
            let items = Sample.items(1...2) + [Sample.item(3, fault: "cell \"secret\" is no URL")]
            try journal.start(items)
            try journal.make(1, on: Sample.uid(1))
            try journal.note(run: Sample.run, presentation: presentation(1))
            try journal.keep(run: Sample.run, report: Sample.report("report.csv"))
            try journal.die()
            let before = (
                try journal.entries(), try journal.record(run: Sample.run), try journal.summary(run: Sample.run)
            )
            try journal.forget(run: Sample.run, at: Sample.time(60_000))
            let entries = try journal.entries()
            for (entry, known) in zip(entries, before.0) {
                var expected = known
                (expected.item.cells, expected.item.message, expected.item.summary) = ([], [], "")
                expected.item.fault = entry.item.fault
                if known.item.fault != nil { expected.outcome?.detail = entry.outcome?.detail ?? "" }
                #expect(entry == expected)
                #expect((entry.item.fault != nil) == (known.item.fault != nil))
            }
            #expect(entries.map(\.item.sku) == ["SKU-1", "SKU-2", nil])
            let bad = try #require(entries.last)
            #expect(bad.item.fault?.isEmpty == false && bad.item.fault == bad.outcome?.detail)
            #expect(bad.item.fault?.contains("secret") == false)
            var record = before.1
            record.forgottenAt = Sample.time(60_000)
            #expect(try journal.record(run: Sample.run) == record)
            var summary = before.2
            summary.record = record
            #expect(try journal.summary(run: Sample.run) == summary)
            #expect(try journal.presentations() == [presentation(1)])
            #expect(try journal.reports(run: Sample.run) == [Sample.report("report.csv")])
        },
        JournalRule("The fault of a forgotten run is the same whatever it was") { journal in
            try journal.start([Sample.item(1, fault: "one"), Sample.item(2, fault: "another")])
            try journal.die()
            try journal.forget(run: Sample.run, at: Sample.time(60_000))
            #expect(Set(try journal.entries().map(\.item.fault)).count == 1)
        },
        JournalRule("The ledger goes on telling which item a forgotten run's tag carries") { journal in
            let uid = Sample.uid(1)
            try journal.start(Sample.items(1...1))
            try journal.make(1, on: uid)
            try journal.die()
            var expected = try #require(try journal.ledger(uid: uid))
            try journal.forget(run: Sample.run, at: Sample.time(60_000))
            expected.summary = ""
            #expect(try journal.ledger(uid: uid) == expected)
            try journal.start(Sample.items(1...1), run: "b")
            let found = try journal.find(uid, run: "b")
            #expect(found.carries?.item.key == Sample.key(1))
            #expect(found.carriedSKU == "SKU-1")
            #expect(found.madeByRun == Sample.run)
        },
        JournalRule("Without SKU nothing tells any more which item a forgotten run's tag carries") { journal in
            let uid = Sample.uid(1)
            try journal.start([Sample.item(1), Sample.item(2)])
            try journal.make(1, on: uid)
            try journal.die()
            try journal.forget(run: Sample.run, at: Sample.time(60_000))
            try journal.start([Sample.item(1), Sample.item(2, message: [])], run: "b")
            let found = try journal.find(uid, run: "b")
            #expect(found.carries == nil)
            #expect(found.madeByRun == Sample.run)
        },
        JournalRule("Other runs are not forgotten") { journal in
            for run in ["a", "b"] { try journal.start(Sample.items(1...2), run: run) }
            try journal.die("a")
            let before = try journal.entries("b")
            try journal.forget(run: "a", at: Sample.time(60_000))
            #expect(try journal.entries("b") == before)
            #expect(try journal.record(run: "b").forgottenAt == nil)
            #expect(try journal.find(Sample.uid(1), message: Sample.message(2), run: "b").sameMessage != nil)
        },
        JournalRule("A run that is held is not forgotten") { journal in
            try journal.start(Sample.items(1...2))
            let before = try journal.entries()
            expect(.locked) { try journal.forget(run: Sample.run, at: Sample.time(60_000)) }
            #expect(try journal.entries() == before)
            #expect(try journal.record(run: Sample.run).forgottenAt == nil)
        },
        JournalRule("A forgotten run does not go on") { journal in
            try journal.start(Sample.items(1...2))
            try journal.die()
            try journal.forget(run: Sample.run, at: Sample.time(60_000))
            expect(.failed) { try journal.goOn() }
            expect(.notHeld) { _ = try journal.claim(1) }
            #expect(try journal.executions(run: Sample.run).count == 1)
            #expect(try journal.record(run: Sample.run).ended == .error)
        },
        JournalRule("A run is forgotten since the first time") { journal in
            try journal.start(Sample.items(1...2))
            try journal.die()
            try journal.forget(run: Sample.run, at: Sample.time(60_000))
            try journal.forget(run: Sample.run, at: Sample.time(80_000))
            #expect(try journal.record(run: Sample.run).forgottenAt == Sample.time(60_000))
        },
    ]
}
