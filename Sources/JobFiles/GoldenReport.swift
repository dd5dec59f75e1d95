public import Jobs
import NDEF
import Tags

/// A run's report as a golden file: each item that succeeded says which tag holds what (contract, section 8).
///
/// No settings are needed, since the messages are those of the tags; items that did not succeed expect nothing, and are counted.
public enum GoldenReport {
    /// Understands a report of lines.
    ///
    /// - Parameter name: the file's name without `.csv`.
    /// - Returns: the expectations, and every issue with its line; with an error nothing may be compared.
    /// - Throws: `badReport` where the header lacks a column that is needed; `verifyReport` for verify's own report.
    public static func golden(
        _ table: Table, name: String
    ) throws(JobFileError) -> (golden: GoldenSet, issues: [JobIssue]) {
        guard try ReportFile.isReport(table) else {
            throw JobFileError(
                .badReport, line: 1, context: "result_run or result_status is missing: this is no report")
        }
        let columns = try ReportColumns(table)
        guard columns.messageHex != nil else {
            throw JobFileError(
                .badReport, line: 1,
                context: "the column result_message_hex is missing: what the tags hold is not known")
        }
        var reading = Reading(name: name, columns: columns.own.map { CellGuard.unguarded(table.headers[$0]) })
        reading.issues = table.issues
        for record in table.records {
            do throws(JobFileError) {
                let item = try ReportLine(record, columns: columns).item
                func cell(_ index: Int?) -> String {
                    index.map { $0 < record.cells.count ? CellGuard.unguarded(record.cells[$0]).trimmingBlanks : "" }
                        ?? ""
                }
                reading.take(
                    ReportedTag(
                        item: item, sku: cell(columns.sku), uid: cell(columns.uid), chip: cell(columns.chip),
                        lockState: cell(columns.lockState), message: cell(columns.messageHex)),
                    line: record.line)
            } catch {
                reading.issues.append(
                    JobIssue(severity: .error, code: error.code.rawValue, line: error.line, message: error.context))
            }
        }
        return reading.result()
    }

    /// Understands a report.json; an issue names the item by its row.
    ///
    /// - Throws: `badJSON` with its place, `badReport` where it is no report of a run, or an item is none.
    public static func golden(
        json bytes: [UInt8], name: String
    ) throws(JobFileError) -> (golden: GoldenSet, issues: [JobIssue]) {
        let (columns, tags) = try ReportJSON.reportedTags(bytes: bytes)
        var reading = Reading(name: name, columns: columns)
        for tag in tags { reading.take(tag, line: nil) }
        return reading.result()
    }

    /// What is read of a report so far.
    private struct Reading {
        var golden: GoldenSet
        var issues: [JobIssue] = []
        /// Where each UID stood first.
        private var uids: [UID: ReportedTag] = [:]

        init(name: String, columns: [String]) {
            golden = GoldenSet(name: name, columns: columns, expectations: [])
        }

        mutating func take(_ tag: ReportedTag, line: Int?) {
            guard tag.item.status.isSuccess else {
                golden.passedOver += 1
                return
            }
            if let fault = tag.item.fault {
                issues.append(
                    JobIssue(
                        severity: .error, code: "row-unreadable", row: tag.item.key.row, line: line, message: fault))
                return
            }
            var faults: [(column: String, message: String)] = []
            let message = Self.message(tag.message, &faults)
            let uid = Self.uid(tag.uid, &faults)
            if let uid, let first = uids.updateValue(tag, forKey: uid) {
                faults.append(
                    ("result_uid", "the uid \(uid) stands at \(first.item.key) already; a tag holds one item"))
            }
            let chip = tag.chip.isEmpty ? nil : Chip(name: tag.chip)
            if chip == nil, !tag.chip.isEmpty {
                faults.append(("result_chip", "the chip \(tag.chip.quoted) is none that is known"))
            }
            let lockState = tag.lockState.isEmpty ? nil : LockState(rawValue: tag.lockState.lowercased())
            if lockState == nil, !tag.lockState.isEmpty {
                let known = LockState.allCases.map(\.rawValue).joined(separator: ", ")
                faults.append(("result_lock_state", "it must be one of \(known), not \(tag.lockState.quoted)"))
            }
            guard faults.isEmpty else {
                for fault in faults { refuse(fault, tag, line) }
                return
            }
            golden.expectations.append(
                Expectation(
                    key: tag.item.key, line: tag.item.line, sku: tag.sku.isEmpty ? nil : tag.sku, uid: uid,
                    cells: tag.item.cells, message: message, chip: chip, lockState: lockState))
        }

        private mutating func refuse(_ fault: (column: String, message: String), _ tag: ReportedTag, _ line: Int?) {
            issues.append(
                JobIssue(
                    severity: .error, code: "report-cell", row: tag.item.key.row, line: line, column: fault.column,
                    message: fault.message))
        }

        private static func message(_ cell: String, _ faults: inout [(column: String, message: String)]) -> [UInt8] {
            let column = "result_message_hex"
            guard let bytes = [UInt8](hex: cell), !bytes.isEmpty else {
                let what = cell.isEmpty ? "it is empty" : "it is \(cell.quoted), which is no hex"
                faults.append((column, "the message of an item that was made must stand here; \(what)"))
                return []
            }
            do throws(NDEFError) {
                _ = try Message(decoding: bytes)
            } catch {
                faults.append((column, "this is no NDEF message any more: \(error)"))
            }
            return bytes
        }

        private static func uid(_ cell: String, _ faults: inout [(column: String, message: String)]) -> UID? {
            guard !cell.isEmpty else { return nil }
            if !SpreadsheetChange.hasLostDigits(cell), let uid = UID(hex: cell) { return uid.isRandom ? nil : uid }
            faults.append(
                (
                    "result_uid",
                    "a uid is 4, 7, 8 or 10 bytes in hex, not \(cell.quoted); if a spreadsheet changed it, take the "
                        + "report.json that lies beside"
                ))
            return nil
        }

        func result() -> (golden: GoldenSet, issues: [JobIssue]) {
            guard golden.expectations.isEmpty, !issues.contains(where: { $0.severity == .error }) else {
                return (golden, issues)
            }
            let nothing = JobIssue(
                severity: .error, code: "nothing-made",
                message:
                    "no item of this report succeeded, so nothing is expected of any tag; take the job, or the report "
                    + "of a run that made tags")
            return (golden, issues + [nothing])
        }
    }
}

/// What a report says of an item and of the tag that it is on, as its cells or members have it; empty where they say nothing.
struct ReportedTag: Hashable {
    var item: RerunSource.Record
    var sku: String
    var uid: String
    var chip: String
    var lockState: String
    var message: String
}
