import Jobs
import Provisioning
import Tags
import Testing

extension JournalConformance {
    /// What was recorded comes back as it was.
    static let records: [JournalRule] = [
        JournalRule("A record comes back whole, members of the settings in order") { journal in
            var record = Sample.record()
            (record.pairing, record.again, record.operatorName, record.rerunOf) = (.uid, true, "Ann", "earlier")
            try journal.open(record, RunOpening(items: []))
            #expect(try journal.record(run: record.id) == record)
            #expect(try journal.record(run: record.id).settings.compact == record.settings.compact)
        },
        JournalRule("The end is recorded, and again when a run that went on ends") { journal in
            try journal.start(Sample.items(1...2))
            #expect(try journal.record(run: Sample.run).ended == nil)
            try journal.end(run: Sample.run, how: .stopped, exitCode: 4, at: Sample.time(9000))
            try journal.goOn()
            try journal.make(1, on: Sample.uid(1))
            try journal.end(run: Sample.run, how: .complete, exitCode: 0, at: Sample.time(9500))
            let record = try journal.record(run: Sample.run)
            #expect(record.ended == .complete)
            #expect(record.exitCode == 0)
            #expect(record.finishedAt == Sample.time(9500))
        },
        JournalRule("A run id is taken once, and the second try changes nothing") { journal in
            try journal.start(Sample.items(1...2))
            expect(.failed) { try journal.start(Sample.items(5...9)) }
            #expect(try journal.entries().map(\.item.key.row) == [1, 2])
            #expect(try journal.runs().count == 1)
        },
        JournalRule("An item key stands once in a run") { journal in
            expect(.failed) { try journal.start([Sample.item(1), Sample.item(1)]) }
            #expect(try journal.runs().isEmpty)
            try journal.start([Sample.item(1), Sample.item(1, copy: 2)])
        },
        JournalRule("A run that is not there is told by every call") { journal in
            try journal.start([Sample.item(1)])
            let reader = ReaderRecord(name: "A", model: "acr122u", station: "bench")
            expect(.noSuchRun) { _ = try journal.claim(1, run: "x") }
            expect(.noSuchRun) { try journal.release(run: "x", item: Sample.key(1)) }
            expect(.noSuchRun) { _ = try journal.backlog(run: "x") }
            expect(.noSuchRun) { _ = try journal.find(Sample.uid(1), run: "x") }
            expect(.noSuchRun) { _ = try journal.intend(1, on: Sample.uid(1), run: "x") }
            expect(.noSuchRun) { _ = try journal.conclude(1, .failed, nil, run: "x") }
            expect(.noSuchRun) { try journal.note(run: "x", reader: reader) }
            expect(.noSuchRun) { try journal.note(run: "x", presentation: presentation(1)) }
            expect(.noSuchRun) { try journal.end(run: "x", how: .error, exitCode: 3, at: Sample.time(1)) }
            expect(.noSuchRun) { _ = try journal.record(run: "x") }
            expect(.noSuchRun) { _ = try journal.entries("x") }
            expect(.noSuchRun) { _ = try journal.entry(run: "x", item: Sample.key(1)) }
            expect(.noSuchRun) { _ = try journal.presentations("x") }
            expect(.noSuchRun) { _ = try journal.readers(run: "x") }
            expect(.noSuchRun) { try journal.goOn("x") }
            expect(.noSuchRun) { _ = try journal.summary(run: "x") }
            expect(.noSuchRun) { _ = try journal.executions(run: "x") }
            expect(.noSuchRun) { try journal.keep(run: "x", report: Sample.report("report.csv")) }
            expect(.noSuchRun) { _ = try journal.reports(run: "x") }
            expect(.noSuchRun) { try journal.forget(run: "x", at: Sample.time(1)) }
        },
        JournalRule("One entry is the one among all; an item that is not there has none") { journal in
            try journal.start([Sample.item(1), Sample.item(2), Sample.item(2, copy: 2)])
            try journal.make(2, on: Sample.uid(1))
            for entry in try journal.entries() {
                #expect(try journal.entry(run: Sample.run, item: entry.item.key) == entry)
            }
            #expect(try journal.entry(run: Sample.run, item: Sample.key(2))?.outcome?.status == .written)
            #expect(try journal.entry(run: Sample.run, item: Sample.key(2))?.attempts.count == 1)
            #expect(try journal.entry(run: Sample.run, item: Sample.key(3)) == nil)
        },
        JournalRule("An item that is not there is refused") { journal in
            try journal.start([Sample.item(1)])
            expect(.failed) { _ = try journal.intend(2, on: Sample.uid(1)) }
            expect(.failed) { _ = try journal.conclude(1, copy: 2, .failed, nil) }
            expect(.failed) { try journal.start([], run: "b", inDoubt: [Sample.key(7): Sample.uid(1)]) }
            expect(.failed) {
                try journal.open(
                    Sample.record("b"), RunOpening(items: [], released: [Sample.key(7): Sample.uid(1)]))
            }
            #expect(try journal.runs().count == 1)
        },
        JournalRule("Entries come in job order, whole, with copies and bad rows") { journal in
            var items = [
                Sample.item(3, sku: "C", bound: Sample.uid(3)), Sample.item(1, copy: 1, sku: ""),
                Sample.item(1, copy: 2, sku: "é\u{0}x"), Sample.item(2, fault: "no URL"),
            ]
            items[1].lock = true
            try journal.start(items)
            let entries = try journal.entries()
            #expect(entries.map(\.item) == items)
            #expect(
                try journal.claim(run: Sample.run, count: 9, station: "bench").map(\.item) == [items[1], items[2]])
            #expect(entries.map { $0.item.sku.map { Array($0.utf8) } } == items.map { $0.sku.map { Array($0.utf8) } })
            #expect(entries.map(\.item.lock) == [false, true, false, false])
            #expect(entries.allSatisfy { $0.attempts.isEmpty && $0.takenBy == nil })
            #expect(entries.map(\.outcome?.status) == [nil, nil, nil, .invalid])
            #expect(entries.last?.outcome?.reason == .rowInvalid)
            #expect(entries.last?.outcome?.detail == "no URL")
        },
        JournalRule("Entries of a large run stream, and the journal may be asked meanwhile") { journal in
            try journal.start(Sample.items(1...1000))
            var rows: [Int] = []
            try journal.entries(run: Sample.run) { entry in
                rows.append(entry.item.key.row)
                if entry.item.key.row == 500 { #expect((try? journal.backlog(run: Sample.run).queued) == 1000) }
            }
            #expect(rows == Array(1...1000))
        },
        JournalRule("Presentations come in the order in which they were noted") { journal in
            try journal.start([Sample.item(1)])
            try journal.start([Sample.item(1)], run: "other")
            var noted = (0..<600).map { presentation($0) }
            for (index, genuine) in [Genuine.yes, .no, .unknown].enumerated() { noted[index].genuine = genuine }
            (noted[0].vendor, noted[1].vendor, noted[2].vendor) = (0, 0x05, 0xFF)
            noted[5] = Presentation(reader: "B", station: "", result: .ignored, presentedAt: Sample.time(1))
            for presentation in noted { try journal.note(run: Sample.run, presentation: presentation) }
            try journal.note(run: "other", presentation: presentation(9))
            #expect(try journal.presentations() == noted)
            #expect(try journal.presentations("other") == [presentation(9)])
        },
        JournalRule("A reader is noted once by its name") { journal in
            try journal.start([])
            let first = ReaderRecord(name: "B", model: "acr122u", station: "bench")
            let second = ReaderRecord(name: "A", model: "generic", station: "bench")
            for reader in [first, second, ReaderRecord(name: "B", model: "other", station: "x")] {
                try journal.note(run: Sample.run, reader: reader)
            }
            #expect(try journal.readers(run: Sample.run) == [first, second])
        },
        JournalRule("Runs are listed, the newest first, with their totals") { journal in
            try journal.start(Sample.items(1...3) + [Sample.item(4, fault: "bad")], run: "a")
            try journal.make(1, on: Sample.uid(1), run: "a")
            #expect(try journal.intend(2, on: Sample.uid(2), run: "a") == .accepted)
            try journal.open(Sample.record("b", startedAt: 500), RunOpening(items: []))
            let runs = try journal.runs()
            #expect(runs.map(\.record.id) == ["b", "a"])
            #expect(runs[0].totals.isEmpty)
            #expect(runs[1].totals == [.written: 1, .inDoubt: 1, .pending: 1, .invalid: 1])
            #expect(runs[1].record == Sample.record("a"))
            #expect(runs == [try journal.summary(run: "b"), try journal.summary(run: "a")])
        },
    ]

    static func presentation(_ number: Int) -> Presentation {
        Presentation(
            item: Sample.key(1), uid: Sample.uid(UInt8(number & 0xFF)), chip: .ntag216, reader: "A", station: "bench",
            result: .rejected, reason: .tagLocked, detail: "page 40", lockState: .locked, capacityBytes: 868,
            presentedAt: Sample.time(Int64(number)), durationMilliseconds: 120)
    }

    /// Which items are handed out, and what is left.
    static let claims: [JournalRule] = [
        JournalRule("Items are handed out in job order, each once until it is released") { journal in
            try journal.start([5, 3, 9, 1].map { Sample.item($0) })
            #expect(try journal.claim(0).isEmpty)
            #expect(try journal.claim(3).map(\.row) == [5, 3, 9])
            #expect(try journal.claim(3).map(\.row) == [1])
            #expect(try journal.claim(3).isEmpty)
            try journal.release(run: Sample.run, item: Sample.key(9))
            try journal.release(run: Sample.run, item: Sample.key(5))
            try journal.release(run: Sample.run, item: Sample.key(77))
            #expect(try journal.claim(1).map(\.row) == [5])
            #expect(try journal.claim(9).map(\.row) == [9])
        },
        JournalRule("Copies are items") { journal in
            try journal.start((1...3).map { Sample.item(1, copy: $0) } + [Sample.item(2)])
            #expect(try journal.claim(3) == (1...3).map { Sample.key(1, copy: $0) })
            try journal.make(1, copy: 2, on: Sample.uid(1))
            #expect(try journal.entries().map(\.outcome?.status) == [nil, .written, nil, nil])
        },
        JournalRule("Bound, bad, doubtful and ended items are not handed out") { journal in
            let items = [
                Sample.item(1, bound: Sample.uid(1)), Sample.item(2, fault: "bad"), Sample.item(3), Sample.item(4),
                Sample.item(5), Sample.item(6),
            ]
            try journal.start(items, inDoubt: [Sample.key(3): Sample.uid(3)])
            #expect(try journal.conclude(4, .unchanged, Sample.uid(4)) == .accepted)
            #expect(try journal.intend(5, on: Sample.uid(5)) == .accepted)
            #expect(try journal.claim(9).map(\.row) == [6])
        },
        JournalRule("An item that became pending again stays with its station until it is released") { journal in
            try journal.start(Sample.items(1...2))
            #expect(try journal.claim(1).map(\.row) == [1])
            #expect(try journal.intend(1, on: Sample.uid(1)) == .accepted)
            #expect(try journal.conclude(1, .pending, Sample.uid(1), reason: .tagRemoved) == .accepted)
            #expect(try journal.claim(9).map(\.row) == [2])
            try journal.release(run: Sample.run, item: Sample.key(1))
            let again = try journal.claim(run: Sample.run, count: 9, station: "bench")
            #expect(again == [OpenItem(item: Sample.items(1...1)[0], attempts: 1)])
        },
        JournalRule("An item in doubt that was given free is handed out once it is released") { journal in
            try journal.start(Sample.items(1...2), inDoubt: [Sample.key(1): Sample.uid(1)])
            #expect(try journal.conclude(1, .pending, Sample.uid(1)) == .accepted)
            #expect(try journal.claim(9).map(\.row) == [2])
            try journal.release(run: Sample.run, item: Sample.key(1))
            #expect(try journal.claim(9).map(\.row) == [1])
        },
        JournalRule("Runs hand out their own items") { journal in
            try journal.start(Sample.items(1...2), run: "a")
            try journal.start(Sample.items(1...2), run: "b")
            #expect(try journal.claim(9, run: "a").count == 2)
            #expect(try journal.claim(1, run: "b").map(\.row) == [1])
            try journal.release(run: "a", item: Sample.key(1))
            #expect(try journal.claim(9, run: "b").map(\.row) == [2])
        },
        JournalRule("The backlog counts what is queued, bound and in doubt") { journal in
            let items = Sample.items(1...4) + [Sample.item(5, bound: Sample.uid(5)), Sample.item(6, fault: "bad")]
            try journal.start(items, inDoubt: [Sample.key(4): Sample.uid(4)])
            #expect(try journal.backlog(run: Sample.run) == Backlog(queued: 3, bound: 1, inDoubt: 1))
            _ = try journal.claim(2)
            #expect(try journal.backlog(run: Sample.run) == Backlog(queued: 3, bound: 1, inDoubt: 1))
            #expect(try journal.intend(1, on: Sample.uid(1)) == .accepted)
            #expect(try journal.intend(5, on: Sample.uid(5)) == .accepted)
            #expect(try journal.backlog(run: Sample.run) == Backlog(queued: 2, bound: 0, inDoubt: 1))
            #expect(try journal.conclude(1, .inDoubt, Sample.uid(1)) == .accepted)
            #expect(try journal.conclude(5, .pending, Sample.uid(5)) == .accepted)
            #expect(try journal.conclude(4, .failed, Sample.uid(4), reason: .writeFailed) == .accepted)
            #expect(try journal.backlog(run: Sample.run) == Backlog(queued: 2, bound: 1, inDoubt: 1))
        },
    ]
}
