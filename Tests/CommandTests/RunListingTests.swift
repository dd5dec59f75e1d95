import Jobs
import Provisioning
import Reports
import Tags
import Testing

@testable import tagmill

/// What `runs show` and `read` say, out of values.
@Suite struct RunListingTests {
    private static let run = "20261130T081500Z-stock"
    private static let later = "20261201T081500Z-labels"

    private static func time(_ seconds: Int64) -> Timestamp {
        Timestamp(milliseconds: 1_796_026_500_000 + seconds * 1000)
    }

    private var record: RunRecord {
        RunRecord(
            id: Self.run, job: "stock", jobSHA256: "5b2f", settings: Settings(overwrite: .always, attempts: 5).json,
            version: "0.1.0", station: "bench-2", operatorName: "Rosa", rerunOf: "20261129T081500Z-stock",
            columns: ["sku"], jobPath: "/jobs/stock.csv", folder: "/jobs/reports/" + Self.run,
            startedAt: Self.time(0), finishedAt: Self.time(60), ended: .stopped, exitCode: 4)
    }

    private func ledger(
        _ state: LedgerEntry.State = .carries, run: String = later, job: String = "labels", row: Int = 7,
        copy: Int = 1, sku: String? = "B-2", summary: String = "https://example.com/b"
    ) throws -> LedgerEntry {
        LedgerEntry(
            uid: try #require(UID(hex: "04A10000000001")), state: state, run: run, job: job,
            item: ItemKey(row: row, copy: copy), sku: sku, summary: summary, since: Self.time(120), station: "s")
    }

    private func entry(sku: String? = "SH-1", taken: String? = nil) throws -> ItemEntry {
        let item = Item(
            key: ItemKey(row: 3, copy: 1), line: 4, sku: sku, cells: ["SH-1"], message: [0xD0, 0, 0],
            summary: "https://example.com/1")
        let outcome = Outcome(
            status: .written, detail: "a note", uid: UID(hex: "04A10000000001"), station: "bench-2",
            startedAt: Self.time(5), finishedAt: Self.time(6))
        let attempt = Attempt(
            uid: try #require(outcome.uid), reader: "R", station: "bench-2", intendedAt: Self.time(5), outcome: outcome)
        return ItemEntry(item: item, attempts: [attempt], outcome: outcome, takenBy: taken)
    }

    // MARK: The ledger

    @Test func theLedgerInASentence() throws {
        let since = "2026-11-30T08:17:00.000Z"
        #expect(
            LedgerListing(entry: try ledger()).sentence
                == "carries B-2 (row 7 of job labels), since \(since), by run \(Self.later)")
        #expect(
            LedgerListing(entry: try ledger(.inDoubt, copy: 2)).sentence
                == "in doubt: a write of B-2 (row 7, copy 2 of job labels) began at \(since), by run \(Self.later), "
                + "and its end is not known")
        #expect(
            LedgerListing(entry: try ledger(.unknown, sku: nil)).sentence
                == "a write of https://example.com/b (row 7 of job labels) failed at \(since), by run \(Self.later): "
                + "what it holds is not known")
        #expect(
            LedgerListing(entry: try ledger(sku: nil, summary: "")).sentence.hasPrefix(
                "carries an item (row 7 of job labels), since"))
    }

    @Test func onlyWhatIsNotTheItemAnyMoreIsRemarked() throws {
        let item = try entry().item
        func remark(_ ledger: LedgerEntry) -> String? { LedgerListing(entry: ledger).remark(on: item, of: record) }
        // The item itself, and the same item in another run of the job, whatever its row there.
        #expect(remark(try ledger(run: Self.run, job: "stock", row: 3, sku: "SH-1")) == nil)
        #expect(remark(try ledger(job: "stock", row: 9, sku: "SH-1")) == nil)
        // Another item of the run; another copy; the same SKU of another job.
        #expect(
            remark(try ledger(run: Self.run, job: "stock", row: 4))
                == "the tag now carries B-2 (row 4 of this run) since 2026-11-30T08:17:00.000Z")
        #expect(remark(try ledger(run: Self.run, job: "stock", row: 4, sku: "SH-1")) != nil)
        #expect(remark(try ledger(job: "stock", row: 3, copy: 2, sku: "SH-1")) != nil)
        #expect(remark(try ledger(row: 3, sku: "SH-1")) != nil)
        #expect(
            remark(try ledger())
                == "the tag now carries B-2 (row 7, run \(Self.later)) since 2026-11-30T08:17:00.000Z")
        #expect(
            remark(try ledger(.inDoubt))
                == "a write of B-2 (row 7, run \(Self.later)) began on the tag at 2026-11-30T08:17:00.000Z, "
                + "and its end is not known")
        #expect(
            remark(try ledger(.unknown))
                == "a write of B-2 (row 7, run \(Self.later)) failed on the tag at 2026-11-30T08:17:00.000Z")
    }

    @Test func withoutSKUTheSameContentIsTheSameItem() throws {
        let item = try entry(sku: nil).item
        func isSame(_ summary: String, _ sku: String? = nil) throws -> Bool {
            LedgerListing(entry: try ledger(job: "stock", sku: sku, summary: summary)).isSame(item, of: record)
        }
        #expect(try isSame("https://example.com/1"))
        #expect(try !isSame("https://example.com/2"))
        #expect(try !isSame("https://example.com/1", "SH-1"))
        #expect(try !isSame(""))
    }

    // MARK: An item

    @Test func anItemIsALine() throws {
        let listing = RunItemListing(run: record, entry: try entry(), digest: { _ in [0xAB] })
        #expect(
            listing.cells(ledger: nil) == [
                "3", "1", "SH-1", "written", "-", "04A10000000001", "1", "2026-11-30T08:15:06.000Z", "a note",
            ])
        let taken = RunItemListing(run: record, entry: try entry(taken: Self.later), digest: { _ in [0xAB] })
        #expect(
            taken.cells(ledger: try ledger()).last
                == "a note; taken by run \(Self.later); the tag now carries B-2 (row 7, run \(Self.later)) since "
                + "2026-11-30T08:17:00.000Z")
    }

    @Test func anItemAsJSONIsThatOfTheReportAndMore() throws {
        let entry = try entry(taken: Self.later)
        let json = RunItemListing(run: record, entry: entry, digest: { _ in [0xAB] }).json(ledger: try ledger())
        let report = ReportJSON.item(ReportRow(run: record, entry: entry, digest: { _ in [0xAB] }))
        #expect(
            json.compact == String(report.dropLast()) + #","taken_by":"\#(Self.later)","tag_now":{"state":"carries","#
                + #""same_item":false,"run":"\#(Self.later)","job":"labels","row":7,"copy":1,"sku":"B-2","#
                + #""since":"2026-11-30T08:17:00.000Z","station":"s"}}"#)
        let bare = RunItemListing(run: record, entry: try self.entry(), digest: { _ in [0xAB] }).json(ledger: nil)
        #expect(bare["tag_now"] == .null)
        #expect(bare["taken_by"] == .null)
    }

    @Test func whatWasForgottenIsNotShownAsEmpty() throws {
        var record = record
        record.forgottenAt = Self.time(500)
        var entry = try entry()
        (entry.item.cells, entry.item.message, entry.item.summary) = ([], [], "")
        let json = RunItemListing(run: record, entry: entry, digest: { _ in [0xAB] }).json(ledger: nil)
        #expect(json["message_hex"] == .null)
        #expect(json["message_bytes"] == .null)
        #expect(json["message_sha256"] == .null)
        #expect(json["cells"] == .object([]))
        #expect(json["uid"] == .string("04A10000000001"))
        #expect(json["status"] == .string("written"))
    }

    // MARK: The run

    private func listing(isInUse: Bool = false, record: RunRecord? = nil) -> RunListing {
        let executions = [
            Execution(startedAt: Self.time(0), station: "bench-2", operatorName: "Rosa", version: "0.1.0"),
            Execution(
                startedAt: Self.time(30), station: "bench-3", version: "0.1.1",
                finishedAt: isInUse ? nil : Self.time(60), ended: isInUse ? nil : .stopped),
        ]
        let record = record ?? self.record
        var tally = ReaderTally(readers: [ReaderRecord(name: "R", model: "part3", station: "bench-2")])
        for _ in 0..<2 {
            tally.add(Presentation(reader: "R", station: "bench-2", result: .rejected, presentedAt: Self.time(5)))
        }
        return RunListing(
            summary: RunSummary(record: record, totals: [:], open: 1, tags: 2, isInUse: isInUse),
            totals: [.written: 2, .pending: 1], executions: executions,
            readers: tally.lines)
    }

    @Test func theRunForAPerson() {
        #expect(
            listing().text == """
                run       \(Self.run)
                state     stopped, exit 4
                job       stock
                file      /jobs/stock.csv
                digest    5b2f
                settings  overwrite "always", attempts 5
                rerun of  20261129T081500Z-stock
                station   bench-2
                operator  Rosa
                version   0.1.0
                folder    /jobs/reports/\(Self.run)
                items     2 written, 1 pending; 1 open
                tags      2 carry an item of this run now

                execution  started                   ended                     how      station  operator  version
                1          2026-11-30T08:15:00.000Z  -                         died     bench-2  Rosa      0.1.0
                2          2026-11-30T08:15:30.000Z  2026-11-30T08:16:00.000Z  stopped  bench-3  -         0.1.1

                reader  model  tags  failures  median ms
                R       part3  2     2         -
                """)
    }

    @Test func onlyTheLastExecutionOfARunInUseGoesOn() {
        var record = record
        (record.ended, record.finishedAt, record.exitCode) = (nil, nil, nil)
        let lines = listing(isInUse: true, record: record).text.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("1  ") && $0.contains("died") })
        #expect(lines.contains { $0.hasPrefix("2  ") && $0.contains("running") })
        #expect(lines.contains("state     running"))
    }

    @Test func settingsThatAreNotSetAreNotTold() {
        #expect(RunListing.differing(Settings().json) == "as they are by default")
        let settings = Settings(name: "x", url: "https://example.com/{sku}", spoilage: .percent(5))
        #expect(
            RunListing.differing(settings.json)
                == #"name "x", --url "https://example.com/{sku}", spoilage "5%""#)
    }

    @Test func theRunAsJSON() throws {
        let json = try JSONValue(parsing: listing().jsonOpening + "\n" + RunListing.jsonClosing)
        #expect(json["schema"] == .string("tagmill.run/1"))
        #expect(json["run"]?["id"] == .string(Self.run))
        #expect(json["run"]?["state"] == .string("stopped"))
        #expect(json["run"]?["open"] == .int(1))
        #expect(json["run"]?["tags"] == .int(2))
        #expect(json["run"]?["forgotten_at"] == .null)
        #expect(json["totals"]?["written"] == .int(2))
        guard case .array(let executions) = json["executions"] else {
            Issue.record("no executions")
            return
        }
        #expect(
            executions.first?.compact
                == #"{"started_at":"2026-11-30T08:15:00.000Z","finished_at":null,"ended":null,"station":"bench-2","#
                + #""operator":"Rosa","version":"0.1.0"}"#)
        #expect(executions.count == 2)
        #expect(json["items"] == .array([]))
    }

    @Test func linesThatAreNotAllHeldStandInColumns() {
        var widths = ColumnWidths()
        for cells in [["a", "b"], ["longer", "\n"], ["x"]] { widths.measure(cells) }
        #expect(widths.line(["a", "b", "more"]) == "a       b")
        #expect(widths.line(["a", "\n"]) == "a       \\n")
        #expect(widths.line(["longer than measured", "b"]) == "longer than measured  b")
    }
}
