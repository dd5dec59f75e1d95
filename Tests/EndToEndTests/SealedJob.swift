import Foundation

/// A job of rows that no two share anything, and what must be true of its tags, its report and its journal at the end,
/// whatever happened on the way.
struct SealedJob {
    let rows: Int
    var name = "job"

    func url(_ row: Int) -> String {
        "https://www.example.com/\(name)/\(row)?lot=\(String(repeating: "7", count: row % 9))"
    }

    func text(_ row: Int) -> String { "Bin \(row), \"Gänge\" é" }
    func sku(_ row: Int) -> String { "BIN-\(row)" }

    var csv: String {
        var text = "sku,url,text,note\r\n"
        for row in 1...rows {
            let quoted = self.text(row).replacingOccurrences(of: "\"", with: "\"\"")
            text += "\(sku(row)),\(url(row)),\"\(quoted)\",note \(row)\r\n"
        }
        return text
    }

    private func records(_ row: Int) -> [IndependentTag.Record] { [.uri(url(row)), .text(language: "en", text(row))] }

    // MARK: The report

    /// report.csv as it is after a command.
    struct Report {
        let folder: String
        let csv: IndependentCSV

        init(folder: String) throws {
            self.folder = folder
            csv = try IndependentCSV(bytes: [UInt8](Data(contentsOf: URL(fileURLWithPath: folder + "/report.csv"))))
        }

        func cells(_ name: String) -> [String] { csv.records.indices.map { csv.cell($0, name) ?? "" } }
        var statuses: [String] { cells("result_status") }
        var uids: Set<String> { Set(cells("result_uid").filter { !$0.isEmpty }) }
    }

    func report(of done: BuiltCommand) throws -> Report {
        guard let folder = done.lines.last else { throw WorldError("no report: \(done.code) \(done.errors)") }
        return try Report(folder: folder)
    }

    /// What is not as it must be when every item is made, by the command's report and the world's tags and journal.
    func faults(of done: BuiltCommand, in world: World) throws -> [String] {
        try faults(report(of: done), tags: world.tags()) + JournalCheck.faults(world.journal)
    }

    /// Each thing that is not as it must be when every item is made.
    ///
    /// - Parameter others: tags that another job is on.
    func faults(_ report: Report, tags: [World.Tag], others: Set<String> = []) -> [String] {
        var faults: [String] = []
        let count = report.csv.records.count
        if count != rows { faults.append("report.csv has \(count) lines") }
        if report.uids.count != count { faults.append("\(count) lines have \(report.uids.count) tags") }
        for index in report.csv.records.indices {
            faults += lineFaults(report.csv, index, tags).map { "row \(index + 1): \($0)" }
        }
        let details = report.cells("result_detail").joined(separator: "\n")
        for tag in tags where !report.uids.contains(tag.uid) && !others.contains(tag.uid) {
            faults += Self.otherFaults(tag, isNamed: details.contains(tag.uid))
        }
        return faults
    }

    /// Each line of a report that says of an item that it is made although its tag does not hold it.
    func claimFaults(_ report: Report, tags: [World.Tag]) -> [String] {
        zip(report.csv.records.indices, report.statuses).flatMap { index, status -> [String] in
            guard ["written", "unchanged"].contains(status) else { return [] }
            return lineFaults(report.csv, index, tags).map { "row \(index + 1): \($0)" }
        }
    }

    private func lineFaults(_ report: IndependentCSV, _ index: Int, _ tags: [World.Tag]) -> [String] {
        let row = index + 1
        var faults: [String] = []
        let status = report.cell(index, "result_status") ?? ""
        if !["written", "unchanged"].contains(status) { faults.append("status \(status)") }
        if report.cell(index, "result_sku") != sku(row) { faults.append("sku \(report.cell(index, "sku") ?? "")") }
        if report.cell(index, "note") != "note \(row)" { faults.append("its own cell is not its own") }
        guard let tag = tags.first(where: { $0.uid == report.cell(index, "result_uid") }) else {
            return faults + ["no such tag"]
        }
        do {
            let memory = try IndependentTag(memory: tag.memory)
            if memory.records != records(row) { faults.append("tag \(tag.uid) holds \(memory.records)") }
            let hex = memory.message.map { String(format: "%02X", $0) }.joined()
            if hex != report.cell(index, "result_message_hex") { faults.append("tag \(tag.uid): another message") }
        } catch {
            faults.append("tag \(tag.uid) cannot be decoded: \(error)")
        }
        return faults
    }

    /// A tag that no item is on: it was not written to, or it reads as empty and an item names it.
    private static func otherFaults(_ tag: World.Tag, isNamed: Bool) -> [String] {
        guard tag.writes > 0 else { return [] }
        var faults = isNamed ? [] : ["tag \(tag.uid) was written to, and no item names it"]
        do {
            let memory = try IndependentTag(memory: tag.memory)
            if !memory.message.isEmpty { faults.append("tag \(tag.uid) holds \(memory.records), and no item is on it") }
        } catch {
            if !isNamed { faults.append("tag \(tag.uid) is damaged: \(error)") }
        }
        return faults
    }
}
