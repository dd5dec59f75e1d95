import Jobs
import Tags
import Testing

private let began = Timestamp(milliseconds: 1_796_026_500_000)
private let ended = Timestamp(milliseconds: 1_796_026_502_345)

private let record = RunRecord(
    id: "20261130T081500Z-demo", job: "demo", jobSHA256: "00", settings: .object([]), version: "1", station: "bench",
    columns: ["sku", "note"], jobPath: "/jobs/demo.csv", folder: "/reports/demo", startedAt: began)

private func item(fault: String? = nil, cells: [String] = ["A-1", "x"]) -> Item {
    Item(
        key: ItemKey(row: 3, copy: 2), line: 5, sku: "A-1", cells: cells, message: [0xD0, 0x00, 0x00], summary: "",
        fault: fault)
}

private func uid(_ last: UInt8) throws -> UID { try #require(UID([0x04, 1, 2, 3, 4, 5, last])) }

private func row(_ entry: ItemEntry) -> ReportRow {
    ReportRow(run: record, entry: entry) { Array($0.reversed()) + [0xAB] }
}

private func attempt(_ uid: UID, _ outcome: Outcome?) -> Attempt {
    Attempt(uid: uid, reader: "Reader 1", station: "bench", intendedAt: began, outcome: outcome)
}

private func outcome(_ status: ItemStatus, _ reason: Reason? = nil, detail: String = "", uid: UID?) -> Outcome {
    Outcome(
        status: status, reason: reason, detail: detail, uid: uid, chip: .ntag213, reader: "Reader 1",
        station: "bench", capacityBytes: 137, lockState: .writable, startedAt: began, finishedAt: ended)
}

@Suite("The row of a report")
struct ReportRowTests {
    @Test("an item that was written has every column")
    func written() throws {
        let first = outcome(.written, uid: try uid(1))
        let row = row(ItemEntry(item: item(), attempts: [attempt(try uid(1), first)], outcome: first))
        let expected: [ResultColumn: JSONValue] = [
            .run: .string("20261130T081500Z-demo"), .row: .int(3), .line: .int(5), .copy: .int(2),
            .sku: .string("A-1"), .status: .string("written"), .reason: .null, .detail: .null,
            .uid: .string("04010203040501"), .chip: .string("NTAG213"), .reader: .string("Reader 1"),
            .station: .string("bench"), .messageBytes: .int(3), .capacityBytes: .int(137),
            .lockState: .string("writable"), .lock: .string("none"), .attempts: .int(1),
            .startedAt: .string("2026-11-30T08:15:00.000Z"), .finishedAt: .string("2026-11-30T08:15:02.345Z"),
            .durationMilliseconds: .int(2345), .messageHex: .string("D00000"), .messageSHA256: .string("0000d0ab"),
        ]
        for column in ResultColumn.allCases { #expect(row[column] == expected[column], "\(column)") }
        #expect(row.cells == ["A-1", "x"])
        #expect(!row.isFailure)
    }

    @Test("a message that names its tag is that for the tag at hand, where there is one")
    func messageNamingItsTag() throws {
        var naming = item()
        naming.message = [0x55] + [UInt8](repeating: 0, count: 14)
        naming.uidPlaces = [UIDPlace(offset: 1)]
        let whole = "55" + Array("04010203040501".utf8).hex
        let written = outcome(.written, uid: try uid(1))
        let made = row(ItemEntry(item: naming, attempts: [attempt(try uid(1), written)], outcome: written))
        #expect(made[.messageHex] == .string(whole))
        #expect(made[.messageBytes] == .int(15))
        #expect(made[.messageSHA256] == .string(([UInt8](hex: whole) ?? []).reversed().hex.lowercased() + "ab"))
        // A crash: the write began.
        #expect(row(ItemEntry(item: naming, attempts: [attempt(try uid(1), nil)]))[.messageHex] == .string(whole))
        let pending = row(ItemEntry(item: naming))
        for column in [ResultColumn.messageHex, .messageSHA256, .messageBytes] { #expect(pending[column] == .null) }
        naming.boundUID = try uid(1)
        #expect(row(ItemEntry(item: naming))[.messageHex] == .string(whole))
    }

    @Test("the columns stand in the contract's order")
    func order() {
        let names = """
            result_run result_row result_line result_copy result_sku result_status result_reason result_detail \
            result_uid result_chip result_reader result_station result_message_bytes result_capacity_bytes \
            result_lock_state result_lock result_attempts result_started_at result_finished_at result_duration_ms \
            result_message_hex result_message_sha256
            """
        #expect(ResultColumn.allCases.map(\.header) == names.split(separator: " ").map(String.init))
    }

    @Test("an item without outcome is pending")
    func pending() {
        let row = row(ItemEntry(item: item()))
        #expect(row.status == .pending)
        #expect(row.attempts == 0)
        #expect(row[.messageHex] == .string("D00000"))
        let absent: [ResultColumn] = [
            .reason, .detail, .uid, .chip, .reader, .station, .startedAt, .durationMilliseconds,
        ]
        for column in absent {
            #expect(row[column] == .null, "\(column)")
        }
        #expect(!row.isFailure)
    }

    @Test("a bad row is invalid, whatever else is known, and has no message")
    func invalid() throws {
        let row = row(ItemEntry(item: item(fault: "line 5, column url: no scheme")))
        #expect(row.status == .invalid)
        #expect(row.reason == .rowInvalid)
        #expect(row.detail == "line 5, column url: no scheme")
        for column in [ResultColumn.messageBytes, .messageHex, .messageSHA256] { #expect(row[column] == .null) }
        #expect(row.isFailure)
    }

    @Test("a write whose outcome never came leaves the item in doubt on that tag")
    func died() throws {
        let row = row(ItemEntry(item: item(), attempts: [attempt(try uid(1), nil)]))
        #expect(row.status == .inDoubt)
        #expect(row.reason == nil)
        #expect(row.uid == (try uid(1)))
        #expect(row.reader == "Reader 1")
        #expect(row.station == "bench")
        #expect(row.startedAt == began)
        #expect(row[.finishedAt] == .null)
        #expect(row[.durationMilliseconds] == .null)
        #expect(row.isFailure)
    }

    @Test("an earlier outcome that left the item pending does not hide a write without outcome")
    func diedLater() throws {
        let removed = outcome(.pending, .tagRemoved, uid: try uid(1))
        let row = row(
            ItemEntry(
                item: item(), attempts: [attempt(try uid(1), removed), attempt(try uid(2), nil)], outcome: removed))
        #expect(row.status == .inDoubt)
        #expect(row.uid == (try uid(2)))
        #expect(row.attempts == 2)
        #expect(row.detail?.hasSuffix("; write also began on 04010203040501 (tag-removed)") == true)
    }

    @Test("a final outcome counts, also where an attempt was never closed", arguments: [ItemStatus.written, .failed])
    func settled(status: ItemStatus) throws {
        let settled = outcome(status, uid: try uid(1))
        let row = row(ItemEntry(item: item(), attempts: [attempt(try uid(1), nil)], outcome: settled))
        #expect(row.status == status)
        #expect(row.detail == nil)
    }

    @Test("every other tag on which the write began is named once, with the last reason")
    func others() throws {
        let attempts = [
            attempt(try uid(1), outcome(.pending, .writeFailed, uid: try uid(1))),
            attempt(try uid(2), outcome(.pending, .tagRemoved, uid: try uid(2))),
            attempt(try uid(1), outcome(.pending, .verifyMismatch, uid: try uid(1))),
            attempt(try uid(4), nil),
            attempt(try uid(3), outcome(.written, uid: try uid(3))),
        ]
        let last = outcome(.written, detail: "read back", uid: try uid(3))
        #expect(
            row(ItemEntry(item: item(), attempts: attempts, outcome: last)).detail
                == "read back; write also began on 04010203040501 (verify-mismatch), 04010203040502 (tag-removed), "
                + "04010203040504 (no outcome)")
    }

    @Test("every tag from which the item was released is named once, with what came of it there")
    func released() throws {
        let doubtful = outcome(.inDoubt, .tagRemoved, uid: try uid(1))
        let attempts = [
            attempt(try uid(1), doubtful),
            attempt(try uid(2), outcome(.inDoubt, uid: try uid(2))),
            attempt(try uid(2), outcome(.pending, .writeFailed, uid: try uid(2))),
            attempt(try uid(3), outcome(.written, uid: try uid(3))),
        ]
        // 5 by an earlier run; 3 took it after all.
        let releasedFrom = [try uid(1), try uid(2), try uid(5), try uid(3), try uid(1)]
        let last = outcome(.written, detail: "read back", uid: try uid(3))
        #expect(
            row(ItemEntry(item: item(), attempts: attempts, outcome: last, releasedFrom: releasedFrom)).detail
                == "read back; write also began on 04010203040501 (released), "
                + "04010203040502 (write-failed), 04010203040505 (released)")
    }

    @Test("a released item that no tag took yet names the tag that may hold it")
    func releasedAndPending() throws {
        let row = row(
            ItemEntry(
                item: item(), attempts: [attempt(try uid(1), outcome(.inDoubt, uid: try uid(1)))],
                releasedFrom: [try uid(1)]))
        #expect(row.status == .pending)
        #expect(row.uid == nil)
        #expect(row.detail == "write also began on 04010203040501 (released)")
    }

    @Test(
        "cells are as many as the columns",
        arguments: [([], ["", ""]), (["a"], ["a", ""]), (["a", "b", "c"], ["a", "b"])])
    func ragged(cells: [String], expected: [String]) {
        #expect(row(ItemEntry(item: item(fault: "ragged", cells: cells))).cells == expected)
    }

    @Test("a clock that was set back gives no duration")
    func clockSetBack() throws {
        var back = outcome(.written, uid: try uid(1))
        back.finishedAt = Timestamp(milliseconds: began.milliseconds - 1)
        #expect(row(ItemEntry(item: item(), outcome: back)).durationMilliseconds == nil)
        back.startedAt = Timestamp(milliseconds: .min)
        back.finishedAt = Timestamp(milliseconds: .max)
        #expect(row(ItemEntry(item: item(), outcome: back)).durationMilliseconds == nil)
    }

    @Test("failures.csv takes failed, invalid and in-doubt")
    func failures() throws {
        for status in ItemStatus.allCases {
            let row = row(ItemEntry(item: item(), outcome: outcome(status, uid: nil)))
            #expect(row.isFailure == [.failed, .invalid, .inDoubt].contains(status), "\(status)")
        }
    }
}
