import Foundation

/// 24 rows, four readers of two kinds, and nine troubled tags among the good ones.
///
/// Seven of the nine cannot take a row; a lost acknowledgement and a torn tag end written all the same.
enum TroubledWorld {
    struct Trouble {
        let uid: String
        /// What the report says of the tag.
        let result: String
        let reason: String?
    }

    static let troubles = [
        Trouble(uid: "04A10000000001", result: "rejected", reason: "tag-locked"),
        Trouble(uid: "04A20000000001", result: "rejected", reason: "tag-locked"),
        Trouble(uid: "04A30000000001", result: "rejected", reason: "tag-read-only"),
        Trouble(uid: "04A30000000002", result: "rejected", reason: "tag-password"),
        Trouble(uid: "04A10000000002", result: "rejected", reason: "tag-not-blank"),
        Trouble(uid: "04A40000000001", result: "rejected", reason: "tag-not-ndef"),
        Trouble(uid: "04A40000000002", result: "failed", reason: "write-failed"),
    ]

    /// Ends written although the world was against it.
    static let lostAcknowledgement = "04A10000000003"
    static let torn = "04A20000000002"

    static let rack = """
        {"seed": 7, "readers": [
          {"name": "ACS ACR122U PICC Interface 00 00", "model": "acr122u", "tags": [
            {"chip": "NTAG213", "uid": "04A10000000001", "pages": {"2": "0048F0FF"}},
            {"chip": "NTAG213", "count": 2, "uid": "04B10000000001"},
            {"chip": "NTAG213", "uid": "04A10000000002", "pages": {"4": "0103A00C", "5": "340312D1", "6": "010E5504",
              "7": "6578616D", "8": "706C652E", "9": "636F6D2F", "10": "78FE0000"}},
            {"chip": "NTAG213", "uid": "04A10000000003", "faults": [{"write": 5, "fault": "lost-ack"}]},
            {"chip": "NTAG215", "count": 3, "uid": "04B10000000011"}]},
          {"name": "ACS ACR122U PICC Interface 00 01", "model": "acr122u", "tags": [
            {"chip": "NTAG213", "uid": "04A20000000001", "pages": {"40": "FF0F00BD"}},
            {"chip": "NTAG216", "count": 2, "uid": "04B20000000001"},
            {"chip": "NTAG213", "uid": "04A20000000002", "faults": [
              {"write": 4, "fault": "torn"}, {"at": 7, "fault": "remove-after"}]},
            {"chip": "NTAG213", "count": 3, "uid": "04B20000000011"}]},
          {"name": "Part 3 Reader 00 00", "model": "part3", "tags": [
            {"chip": "NTAG213", "uid": "04A30000000001", "pages": {"3": "E110120F"}},
            {"chip": "NTAG213", "count": 4, "uid": "04B30000000001"},
            {"chip": "NTAG215", "uid": "04A30000000002", "pages": {"131": "04000004"}},
            {"chip": "NTAG216", "count": 2, "uid": "04B30000000011"}]},
          {"name": "Part 3 Reader 00 01", "model": "part3", "tags": [
            {"chip": "NTAG213", "uid": "04A40000000001", "pages": {"3": "F110FFEE"}},
            {"chip": "NTAG213", "uid": "04A40000000002", "faults": [{"page": 8, "fault": "status:6300"}]},
            {"chip": "NTAG213", "count": 6, "uid": "04B40000000001"}]}]}
        """

    static func url(_ row: Int) -> String { "https://www.example.com/stock/bin-\(row)?lot=2026-11" }
    static func text(_ row: Int) -> String { "Bin \(row), \"Gänge\" é, shelf \(row % 7)" }

    static var csv: String {
        var text = "sku,url,text,lang,note\r\n"
        for row in 1...24 {
            let quoted = Self.text(row).replacingOccurrences(of: "\"", with: "\"\"")
            text += "BIN-\(row),\(url(row)),\"\(quoted)\",\(row % 2 == 0 ? "de" : "en"),=note \(row)\r\n"
        }
        return text
    }

    /// A tag as it is at the end of a run.
    struct Tag {
        let uid: String
        let writes: Int
        let memory: [UInt8]
    }

    /// Holds a report against the memory of every tag; gives each thing that is not as it says.
    static func faults(reportFolder: String, tags: [Tag]) throws -> [String] {
        var faults: [String] = []
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: reportFolder + "/report.csv")))
        let report = try IndependentCSV(bytes: bytes)
        if report.records.count != 24 { faults.append("report.csv has \(report.records.count) lines") }
        var used: Set<String> = []
        for index in report.records.indices {
            guard let line = Line(report, index) else {
                faults.append("line \(index) lacks a column")
                continue
            }
            faults += line.faults(tags: tags).map { "row \(index + 1): \($0)" }
            if !used.insert(line.uid).inserted { faults.append("tag \(line.uid) stands twice") }
        }
        for trouble in troubles {
            guard let tag = tags.first(where: { $0.uid == trouble.uid }) else {
                faults.append("tag \(trouble.uid) is not there")
                continue
            }
            if used.contains(trouble.uid) { faults.append("unfit tag \(trouble.uid) has a row") }
            if trouble.result == "rejected", tag.writes > 0 {
                faults.append("rejected tag \(trouble.uid) was written to")
            }
        }
        for uid in [lostAcknowledgement, torn] where !used.contains(uid) { faults.append("tag \(uid) has no row") }
        return faults + (try presentationFaults(reportFolder))
    }

    /// One line of report.csv.
    private struct Line {
        let row: Int
        let uid: String
        let status: String
        let message: String
        let note: String

        init?(_ report: IndependentCSV, _ index: Int) {
            guard let uid = report.cell(index, "result_uid"), let status = report.cell(index, "result_status"),
                let message = report.cell(index, "result_message_hex"), let note = report.cell(index, "note"),
                let row = report.cell(index, "result_row").flatMap({ Int($0) })
            else { return nil }
            (self.row, self.uid, self.status, self.message, self.note) = (row, uid, status, message, note)
        }

        func faults(tags: [Tag]) -> [String] {
            var faults: [String] = []
            if status != "written" { faults.append("status \(status)") }
            if IndependentCSV.withoutGuard(note) != "=note \(row)" { faults.append("the own cell is \(note)") }
            guard let memory = tags.first(where: { $0.uid == uid })?.memory else { return ["no tag \(uid)"] }
            do {
                let tag = try IndependentTag(memory: memory)
                if tag.uid != uid { faults.append("memory of \(tag.uid)") }
                let hex = tag.message.map { String(format: "%02X", $0) }.joined()
                if hex != message { faults.append("the tag holds another message") }
                let wanted: [IndependentTag.Record] = [
                    .uri(url(row)), .text(language: row % 2 == 0 ? "de" : "en", text(row)),
                ]
                if tag.records != wanted { faults.append("the tag holds \(tag.records)") }
            } catch {
                faults.append("the tag cannot be decoded: \(error)")
            }
            return faults
        }
    }

    private struct Report: Decodable {
        struct Run: Decodable {
            let ended: String
            let exitCode: Int

            private enum CodingKeys: String, CodingKey {
                case ended
                case exitCode = "exit_code"
            }
        }
        struct Presentation: Decodable {
            let uid: String?
            let result: String
            let reason: String?
        }
        let run: Run
        let totals: [String: Int]
        let tags: [Presentation]
    }

    private static func presentationFaults(_ folder: String) throws -> [String] {
        let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/report.json"))
        let report = try JSONDecoder().decode(Report.self, from: data)
        var faults: [String] = []
        if report.run.ended != "complete" || report.run.exitCode != 0 { faults.append("ended \(report.run.ended)") }
        if report.totals["written"] != 24 { faults.append("totals \(report.totals)") }
        for trouble in troubles {
            let said = report.tags.filter { $0.uid == trouble.uid }
            if said.isEmpty || said.contains(where: { $0.result != trouble.result || $0.reason != trouble.reason }) {
                faults.append("tag \(trouble.uid) is reported as \(said)")
            }
        }
        // One error, not two: what PC/SC says when the transaction of a removed tag is ended is noise.
        let torn = report.tags.filter { $0.uid == Self.torn }.map { "\($0.result) \($0.reason ?? "-")" }
        if torn != ["failed tag-removed", "written -"] { faults.append("the torn tag is reported as \(torn)") }
        return faults
    }
}
