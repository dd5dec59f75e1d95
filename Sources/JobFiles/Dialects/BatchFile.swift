import Jobs
import NDEF
import Tags

/// A batch of records: a line `true` or `false` (whether tags are made read-only), then a line a tag with its records one after
/// another, keywords and values parted by semicolons. There are no quotes, so that no value can hold a semicolon.
///
/// A line of one record becomes `type` and `value`, so that it is checked and composed as in any job. Of several, the whole
/// message stands there in hex, and `records` says in words what it holds.
///
/// Source: files as they are about; the format has no specification.
enum BatchFile {
    static let headers = ["type", "value", "title", "subject", "body", "lock", "records"]

    /// Whether the first line is `true` or `false`, and the next that is not blank begins with a keyword and a semicolon.
    static func isMeant(_ begin: ArraySlice<UInt8>) -> Bool {
        var lines = Lines(begin)
        guard let first = lines.next(), lock(first.text) != nil else { return false }
        while let line = lines.next() {
            guard !line.text.isBlank else { continue }
            let fields = fields(line.text)
            return fields.count > 1 && BatchRecord.Keyword(fields[0]) != nil
        }
        return false
    }

    /// Throws as `PlainText.checked`; `tooManyRecords`; `badDialect` where the first line is neither `true` nor
    /// `false`. A line that cannot be taken is a row with a fault.
    ///
    /// - Parameter language: of texts among several records of a tag.
    static func table(_ bytes: [UInt8], language: String) throws(JobFileError) -> Table {
        var lines = Lines(try PlainText.checked(bytes))
        guard let first = lines.next(), let lock = lock(first.text) else {
            throw JobFileError(
                .badDialect, line: 1,
                context: "a batch of records begins with a line true or false: whether its tags are made read-only")
        }
        var table = Table(headers: headers, records: [])
        while let line = lines.next() {
            guard !line.text.isBlank else { continue }
            guard table.records.count < FileLimits.records else {
                throw JobFileError(
                    .tooManyRecords, context: "the file has more than \(FileLimits.records) rows; split the job")
            }
            table.records.append(
                row(
                    line, number: table.records.count + 1, lock: lock, language: language, issues: &table.issues))
        }
        return table
    }

    /// The row of a line. What is found of records that are built here is added to `issues`, the first of a row: the others are
    /// checked with the job.
    private static func row(
        _ line: Lines.Line, number: Int, lock: Bool, language: String, issues: inout [JobIssue]
    ) -> Table.Record {
        var row = Table.Record(row: number, line: line.number, cells: [])
        do throws(BatchRecord.Refusal) {
            guard line.text.utf8.count <= FileLimits.cellBytes else {
                throw BatchRecord.Refusal("the line has \(line.text.utf8.count) bytes: too long for any tag")
            }
            guard !line.text.utf8.contains(0) else {
                throw BatchRecord.Refusal("a NUL byte stands in the line; take it out")
            }
            let records = try BatchRecord.all(fields(line.text))
            var findings: [BuiltRecord.Finding] = []
            let form =
                records.count == 1
                ? try records[0].form(language: language, findings: &findings)
                : BatchRecord.Form(.ndef, try message(records, language: language, findings: &findings).hex)
            if let finding = findings.first {
                issues.append(
                    JobIssue(
                        severity: finding.severity, code: finding.code, row: number, line: line.number,
                        column: "records", message: finding.message))
            }
            row.cells = [
                form.kind.name, form.value, form.title, form.subject, form.body, String(lock),
                records.map(\.words).joined(separator: ", "),
            ]
        } catch {
            row.cells = ["", "", "", "", "", String(lock), line.text]
            row.fault = error.sentence
        }
        return row
    }

    private static func message(
        _ records: [BatchRecord], language: String, findings: inout [BuiltRecord.Finding]
    ) throws(BatchRecord.Refusal) -> [UInt8] {
        var list: [Record] = []
        for record in records { list += try record.records(language: language, findings: &findings) }
        do throws(NDEFError) {
            return try Message(list).encoded()
        } catch {
            throw BatchRecord.Refusal("the records cannot be encoded: \(error)")
        }
    }

    private static func lock(_ line: String) -> Bool? {
        switch line.trimmingBlanks.lowercased() {
        case "true": true
        case "false": false
        default: nil
        }
    }

    private static func fields(_ line: String) -> [String] {
        line.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// The lines of a text without their ends: LF, CR LF or CR.
    private struct Lines {
        struct Line {
            var number: Int
            var text: String
        }

        private var rest: ArraySlice<UInt8>
        private var number = 0

        init(_ text: ArraySlice<UInt8>) { rest = text }

        mutating func next() -> Line? {
            guard !rest.isEmpty else { return nil }
            let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
            rest = rest.dropFirst(line.count)
            if rest.first == 0x0D, rest.dropFirst().first == 0x0A { rest = rest.dropFirst() }
            rest = rest.dropFirst()
            number += 1
            return Line(number: number, text: String(decoding: line, as: UTF8.self))
        }
    }
}
