import Jobs
import Provisioning
import ReaderModels
import Tags
import Testing

@testable import tagmill

@Suite struct ListingTests {
    private var job: Job {
        let good = Item(
            key: ItemKey(row: 1, copy: 1), line: 2, sku: "SKU-1", cells: [], message: [UInt8](repeating: 0, count: 33),
            summary: "https://example.com")
        var second = good
        second.key.copy = 2
        let bad = Item(
            key: ItemKey(row: 2, copy: 1), line: 3, sku: nil, cells: [], message: [], summary: "", fault: "no URL")
        let issues = [
            JobIssue(severity: .warning, code: "delimiter", message: "the delimiter is ';'"),
            JobIssue(severity: .error, code: "url-invalid", row: 2, line: 3, column: "URL", message: "not a URL"),
        ]
        let settings = Settings(chips: [.ntag213, .ntag215])
        return Job(name: "j", settings: settings, columns: ["sku"], items: [good, second, bad], issues: issues)
    }

    @Test func issuesNameFileLineRowAndColumn() {
        let errors = RecordedOutput()
        Console(standardOutput: RecordedOutput(), standardError: errors).issues(job.issues, path: "a\u{1B}.csv")
        #expect(
            errors.text == """
                a\\u{1B}.csv: warning: the delimiter is ';'
                a\\u{1B}.csv:3: error: row 2, column 'URL': not a URL

                """)
        let quiet = RecordedOutput()
        Console(level: .quiet, standardOutput: RecordedOutput(), standardError: quiet).issues(job.issues, path: "a")
        #expect(quiet.text == "a:3: error: row 2, column 'URL': not a URL\n")
    }

    private var runs: [RunSummary] {
        let started = Timestamp(milliseconds: 1_796_026_500_000)
        let record = RunRecord(
            id: "20261130T081500Z-tags", job: "tags", jobSHA256: "", settings: .null, version: "0.1.0", station: "s",
            columns: [], jobPath: "/tags.csv", folder: "/reports", startedAt: started)
        var ended = record
        ended.finishedAt = Timestamp(milliseconds: 1_796_026_560_500)
        ended.ended = .complete
        return [
            RunSummary(record: record, totals: [.pending: 3], open: 3, isInUse: true),
            RunSummary(record: ended, totals: [.written: 23, .failed: 1], tags: 22),
        ]
    }

    @Test func runsAsJSON() {
        let json = RunsListing(runs: runs).json
        #expect(
            json.compact == #"[{"id":"20261130T081500Z-tags","job":"tags","started_at":"2026-11-30T08:15:00.000Z","#
                + #""finished_at":null,"ended":null,"totals":{"written":0,"unchanged":0,"failed":0,"invalid":0,"#
                + #""in-doubt":0,"pending":3}},"#
                + #"{"id":"20261130T081500Z-tags","job":"tags","started_at":"2026-11-30T08:15:00.000Z","#
                + #""finished_at":"2026-11-30T08:16:00.500Z","ended":"complete","totals":{"written":23,"unchanged":0,"#
                + #""failed":1,"invalid":0,"in-doubt":0,"pending":0}}]"#)
        #expect(RunsListing(runs: []).json.compact == "[]")
    }

    @Test func runsAsText() {
        #expect(
            RunsListing(runs: runs).text == """
                run                    job   started                   state     open  tags  items
                20261130T081500Z-tags  tags  2026-11-30T08:15:00.000Z  running   3     0     3 pending
                20261130T081500Z-tags  tags  2026-11-30T08:15:00.000Z  complete  0     22    23 written, 1 failed
                """)
        #expect(RunsListing(runs: []).text == "no runs")
    }

    @Test func aRunEndedRunsOrDied() {
        var run = runs[0]
        #expect(RunsListing.state(run) == "running")
        run.isInUse = false
        #expect(RunsListing.state(run) == "died")
        run.record.ended = .idle
        #expect(RunsListing.state(run) == "idle")
        run.record.forgottenAt = run.record.startedAt
        #expect(RunsListing.state(run) == "idle, forgotten")
    }

    @Test func readersAreNumbered() {
        let pcsc = ReaderModel(
            name: "acr122u", slot: .contactless, passThrough: .inCommunicateThru, pagesPerFastRead: 60)
        let sam = ReaderModel(name: "sam", title: "SAM slot", slot: .notForTags)
        let listing = ReadersListing(entries: [
            .init(number: 1, info: ReaderInfo(name: "ACS ACR122U 00 00", model: pcsc), state: .tag),
            .init(number: 2, info: ReaderInfo(name: "ACS SAM 00 01", model: sam), state: .empty),
        ])
        #expect(
            listing.text == """
                   reader             model     slot          state
                1  ACS ACR122U 00 00  acr122u   contactless   tag
                2  ACS SAM 00 01      SAM slot  not for tags  empty
                """)
        #expect(
            listing.json.compact
                == #"[{"number":1,"name":"ACS ACR122U 00 00","model":"acr122u","title":"acr122u","#
                + #""slot":"contactless","state":"tag"},"#
                + #"{"number":2,"name":"ACS SAM 00 01","model":"sam","title":"SAM slot","slot":"not-for-tags","#
                + #""state":"empty"}]"#)
    }

    /// Two equal readers differ in their place alone, where the system tells it.
    @Test func readersAreListedWithTheirPlaces() {
        let model = ReaderModel(name: "part3", slot: .contactless, passThrough: .none, pagesPerFastRead: 0)
        let listing = ReadersListing(entries: [
            .init(number: 1, info: ReaderInfo(name: "A 00 00", model: model), state: .tag, place: "1-4.1"),
            .init(number: 2, info: ReaderInfo(name: "A 01 00", model: model), state: .empty),
        ])
        #expect(
            listing.text == """
                   reader   model  slot         USB    state
                1  A 00 00  part3  contactless  1-4.1  tag
                2  A 01 00  part3  contactless         empty
                """)
        #expect(listing.json.compact.contains(#""slot":"contactless","state":"tag","usb":"1-4.1"}"#))
    }

    @Test func aReaderThatTagmillUsesIsNamedWithItsProcess() {
        let model = ReaderModel(name: "part3", slot: .contactless, passThrough: .none, pagesPerFastRead: 0)
        let listing = ReadersListing(entries: [
            .init(number: 1, info: ReaderInfo(name: "A", model: model), state: .inUseByTagmill, process: 4711),
            .init(number: 2, info: ReaderInfo(name: "B", model: model), state: .inUseByTagmill),
        ])
        #expect(listing.text.contains("in use by tagmill (process 4711)\n"))
        #expect(listing.text.hasSuffix("in use by tagmill"))
        #expect(
            listing.json.compact
                == #"[{"number":1,"name":"A","model":"part3","title":"part3","slot":"contactless","#
                + #""state":"in-use-by-tagmill","process":4711},"#
                + #"{"number":2,"name":"B","model":"part3","title":"part3","slot":"contactless","#
                + #""state":"in-use-by-tagmill"}]"#)
    }

    @Test(
        arguments: [
            ("D1010455016578", [0xD1, 0x01, 0x04, 0x55, 0x01, 0x65, 0x78]),
            ("d1:01 04\n55-01\t65 78\n", [0xD1, 0x01, 0x04, 0x55, 0x01, 0x65, 0x78]),
        ] as [(String, [UInt8])])
    func messagesAreTakenAsHexOrAsTheyAre(hex: String, bytes: [UInt8]) {
        #expect(MessageInput.hex(hex) == bytes)
        #expect(MessageInput.file(Array(hex.utf8)) == bytes)
        #expect(MessageInput.file([0xEF, 0xBB, 0xBF] + Array(hex.utf8)) == bytes)
        #expect(MessageInput.file(bytes) == bytes)
    }

    @Test func whatIsNeitherHexNorAMessageIsNoInput() {
        #expect(MessageInput.hex("") == nil)
        #expect(MessageInput.hex("D10") == nil)
        #expect(MessageInput.hex("xyz") == nil)
        #expect(MessageInput.file([0x03, 0x03, 0xD0, 0x00, 0x00]) == nil)
        #expect(MessageInput.file([]) == [])
        #expect(MessageInput.file(Array(" \n".utf8)) == [])
    }
}
