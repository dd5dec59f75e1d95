import NDEF
import Tags
import Testing

@testable import Jobs

/// `PlanCheck` says of every row what `Job.resolve` says, whichever way it goes.
@Suite struct PlanCheckTests {
    private static let header = "sku|url|text|lang|note"

    private func rows(_ table: Table, _ check: inout PlanCheck) -> [PlannedRow] {
        var rows: [PlannedRow] = []
        for var record in raw(table) {
            guard check.add(&record, each: { rows.append($0) }) else { break }
        }
        check.finish { rows.append($0) }
        return rows
    }

    private func raw(_ table: Table) -> [RawRecord] {
        table.records.map {
            RawRecord(row: $0.row, line: $0.line, cells: CellBytes($0.cells), fault: $0.fault)
        }
    }

    /// Holds the two against each other; gives how many rows were plain.
    @discardableResult
    private func compare(_ table: Table, _ settings: Settings = Settings()) -> Int {
        let job = Job.resolve(table: table, settings: settings, name: "job")
        var check = PlanCheck(headers: table.headers, settings: settings, name: "job")
        var known = check.job.issues.count
        #expect(job.issues.prefix(known).elementsEqual(check.job.issues))
        let expected = Dictionary(grouping: job.issues.filter { $0.row != nil }) { $0.row ?? 0 }
        let items = Dictionary(grouping: job.items) { $0.key.row }
        var contents: [[UInt8]: Int] = [:]
        var probe = Self.plainRows(table, settings)
        var plain = 0
        let rows = rows(table, &check)
        #expect(rows.map(\.row) == items.keys.sorted())
        for (row, record) in zip(rows, raw(table)) {
            guard let item = items[record.row]?.first else {
                Issue.record("row \(record.row) has no item")
                return plain
            }
            #expect(row.issues == expected[record.row] ?? [])
            #expect(row.tags == items[record.row]?.count)
            let most = items[record.row]?.map(\.message.count).max()
            #expect(row.messageBytes == (item.fault == nil ? most : nil))
            #expect(row.sku == item.sku)
            #expect(row.summary == item.summary)
            #expect(row.lock == item.lock)
            #expect(row.chip == item.chip)
            #expect(row.line == item.line)
            if !item.uidPlaces.isEmpty {
                #expect(row.sameTagAs == nil)
            } else if item.fault == nil {
                #expect(row.sameTagAs?.row == contents[item.message])
                if contents[item.message] == nil { contents[item.message] = record.row }
            }
            if probe?.take(record) != nil {
                plain += 1
                #expect(item.fault != nil || probe?.message == item.message, "\(record.cells.strings)")
                // What was said before is of other rows: the same SKU, the same content.
                #expect((expected[record.row] ?? []).allSatisfy { $0.code.hasSuffix("-twice") })
            }
        }
        known = check.job.issues.count { $0.severity == .error }
        #expect(known == job.issues.count { $0.severity == .error && ($0.row == nil || items[$0.row ?? 0] == nil) })
        return plain
    }

    private static func plainRows(_ table: Table, _ settings: Settings) -> PlainRows? {
        let columns = JobColumns(headers: table.headers, settings: settings)
        var job = Job.prepared(columns: columns, settings: settings, name: "job", issues: [])
        return job.rowCheck(columns: columns, pairing: .queue).flatMap { PlainRows($0) }
    }

    @Test func plainRowsArePlain() {
        #expect(
            compare(
                table(
                    Self.header, "A|https://a.example/1|one||x", "B|https://www.a.example|||", "C||three||",
                    "D|https://a.example/\(String(repeating: "x", count: 300))|\(String(repeating: "y", count: 300))||",
                    "|HTTPS://a.example/?q=%20|x y||")) == 5)
    }

    @Test func rowsThatNeedWordsAreNot() {
        #expect(
            compare(
                table(
                    Self.header, "A |https://a.example/1|one||x", "B|https://a.example/ 1|||", "C| |three||", "D||||",
                    "E|https://a.example/é|||", "F|https://a.example|x||é", "G||x|de|", "H||x", "I||x||||y",
                    "J||x\u{0}||",
                    "K|http://a.example|||", "L|https://localhost/|||", "M||\(String(repeating: "y", count: 3000))||"))
                == 0)
    }

    /// Codes, texts and places of rows that come twice, among plain ones and others.
    @Test(arguments: [DuplicatePolicy.refuse, .warn, .allow], [DuplicatePolicy.refuse, .warn, .allow])
    func duplicates(skus: DuplicatePolicy, contents: DuplicatePolicy) {
        let given = table(
            Self.header, "A|https://a.example/1|||", "B|https://a.example/1|||", "A|https://a.example/2|||",
            "A |https://a.example/1|||", "é|https://a.example/3|||", "e\u{301}|https://a.example/4|||", "\u{212A}||k||",
            "K||l||", "|https://a.example/1|||", "Z|nourl|||", "Z|https://a.example/9|||")
        compare(given, Settings(duplicateSKU: skus, duplicateContent: contents))
    }

    @Test(arguments: [
        Settings(records: [RecordTemplate(kind: .uri, value: "https://a.example/{sku}")]),
        Settings(url: "https://a.example/{sku}"), Settings(text: "Shelf {sku}"), Settings(language: "de-AT"),
        Settings(chips: [.ntag210]), Settings(chips: [.ntag213, .ntag215]),
    ])
    func underOtherSettings(settings: Settings) {
        let given = table(
            Self.header, "A|https://a.example/1|||", "B||x||",
            "C|https://a.example/2|\(String(repeating: "z", count: 90))||",
            "D||||")
        compare(given, settings)
        var locked = settings
        locked.lock = true
        compare(given, locked)
    }

    @Test func columnsThatMatter() {
        let header = "url|quantity|uid|lock|chip|type|value"
        let plain = compare(
            table(
                header, "https://a.example/1||||||", "https://a.example/2|3|||||",
                "https://a.example/3||04A1B2C3D4E5F6||||",
                "https://a.example/4|||true|||", "https://a.example/5||||NTAG216||", "|||||text|x", "||||||x",
                "https://a.example/6|1|||||"))
        #expect(plain == 1)
        // A column without a name at the end, and cells beyond it.
        #expect(
            compare(table("url|", "https://a.example/1|", "https://a.example/2", "https://a.example/3||", "x|y")) == 2)
        // Columns in another order, columns of a report between them.
        #expect(
            compare(table("result_row|text|note|url", "1|x|n|https://a.example/1", "2||n|https://a.example/2")) == 2)
    }

    /// Random rows of cells that are plain and of cells that are not.
    @Test func randomRows() {
        let cells: [[String]] = [
            [
                "A", "B-1", "0017", "a b", "x", "", "", " A", "é", "e\u{301}", "=1", "1,5", "4,01235E+12", "01.02.2026",
                "K\u{212A}",
            ],
            [
                "https://a.example/1", "https://a.example/2?x=%20", "https://www.a.example/#f", "http://a.example", "",
                "https://a.example/%", "https://a b.example", "tel:+4912345", "https://a.example:443/",
                "https://10.0.0.1/",
                "HTTPS://A.EXAMPLE/", "https://https://a.example", "a.example", "https://ä.example/",
                " https://a.example",
                "https://u:p@a.example/", "https://a_b.example/", "https://a.example/\u{7F}", "https://a.example/<",
            ],
            ["one", "Shelf 7", "", "", " x", "x ", "“x”", "a\u{200B}b", "x\ty", "1.23E+5", "\u{FEFF}x", "#", "-", "~"],
            ["", "", "", "", "en", "de-AT", "d e", " "], ["", "", "n", "é", " ", "\u{A0}"],
        ]
        var number: UInt64 = 1
        func next(_ bound: Int) -> Int {
            number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(number >> 33) % bound
        }
        var plain = 0
        for round in 0..<60 {
            var given = Table(headers: ["sku", "url", "text", "lang", "note"], records: [])
            for row in 1...40 {
                // Most cells of most rounds are plain.
                let mostly = round % 3
                var record = cells.map { $0[next(mostly == 0 ? $0.count : min($0.count, 3))] }
                if mostly == 1 { record[3] = "" }
                given.records.append(.init(row: row, line: row + 1, cells: record))
            }
            plain += compare(
                given, Settings(duplicateSKU: .warn, duplicateContent: round.isMultiple(of: 2) ? .warn : .allow))
        }
        #expect(plain > 300)
    }

    @Test func copiesWithMessagesOfTheirOwn() {
        let given = table("sku|quantity", "A|12", "B|", "C|1000", "D|0")
        compare(given, Settings(url: "https://a.example/{sku}/{copy}"))
        var uids = Settings(url: "https://a.example/{uid}")
        uids.duplicateSKU = .warn
        compare(given, uids)
    }

    // MARK: The file as a whole

    @Test func itemsAreKeptWhereTheyAreWanted() {
        var check = PlanCheck(headers: ["sku", "text", "quantity"], settings: Settings(), name: "job")
        check.keepsItems = true
        let given = table("sku|text|quantity", "A|x|2", "B|y|", "C||", "D|é|")
        _ = rows(given, &check)
        let items = Job.resolve(table: given, settings: Settings(), name: "job").items.filter { $0.fault == nil }
        #expect(check.job.items.map(\.message) == items.map(\.message))
        #expect(check.job.items.map(\.key) == items.map(\.key))
        #expect(check.job.items.allSatisfy { $0.cells.isEmpty })
    }

    @Test func whatEndsTheFile() {
        var none = PlanCheck(headers: ["text"], settings: Settings(), name: "job")
        #expect(rows(table("text"), &none).isEmpty)
        #expect(none.job.issues.map(\.code) == ["no-rows"])
        var refused = PlanCheck(headers: ["name"], settings: Settings(), name: "job")
        #expect(refused.job.hasErrors)
        #expect(rows(table("name", "x"), &refused).isEmpty)
        #expect(refused.job.issues.map(\.code) == ["content-missing"])
        var many = PlanCheck(headers: ["text", "quantity"], settings: Settings(), name: "job")
        #expect(rows(table("text|quantity", "x|1000000", "y|", "z|"), &many).map(\.tags) == [1_000_000])
        #expect(many.job.issues.map(\.code) == ["items-too-many", "phone-no-uri"])
        #expect(many.job.issues.first?.row == 2)
        #expect(many.job.hasErrors)
    }

    /// Rows are told in their order, however many wait.
    @Test(arguments: [1, 15, 16, 17, 40]) func rowsThatWait(count: Int) {
        var check = PlanCheck(headers: ["text"], settings: Settings(), name: "job")
        let given = Table(
            headers: ["text"],
            records: (1...count).map { .init(row: $0, line: $0 + 1, cells: [$0 % 3 == 0 ? "é" : "x\($0)"]) })
        #expect(rows(given, &check).map(\.row) == Array(1...count))
    }

    /// Each thing is told once, with the rows: of plain rows, whose messages are not looked at, as of all others.
    @Test(arguments: [
        (["https://a.example/1|x", "tel:+4912345|x"], []), (["nourl|x", "|x"], ["phone-no-uri (row 2)"]),
        (
            ["https://a.example/1|x", "|x", "urn:isbn:2|x", "|é", "|y"],
            ["phone-no-uri (3 rows, the first is row 2)", "phone-scheme (row 3)"]
        ),
    ])
    func phones(lines: [String], told: [String]) {
        var check = PlanCheck(headers: ["url", "text"], settings: Settings(), name: "job")
        let given = Table(
            headers: ["url", "text"],
            records: lines.enumerated().map { index, line in
                .init(
                    row: index + 1, line: index + 2,
                    cells: line.split(separator: "|", omittingEmptySubsequences: false).map { String($0) })
            })
        _ = rows(given, &check)
        let issues = check.job.issues.map { issue in
            issue.code + " " + (issue.message.firstIndex(of: "(").map { String(issue.message[$0...]) } ?? "")
        }
        #expect(issues == told)
        let whole = Job.resolve(table: given, settings: Settings(), name: "job")
        #expect(whole.phoneIssues == check.job.issues)
    }
}
