import NDEF
import Tags
import Testing

@testable import Jobs

/// A table of lines, each cell parted by a bar.
func table(_ lines: String...) -> Table {
    let rows = lines.map { $0.split(separator: "|", omittingEmptySubsequences: false).map { String($0) } }
    let records = rows.dropFirst().enumerated().map { index, cells in
        Table.Record(row: index + 1, line: index + 2, cells: cells)
    }
    return Table(headers: rows[0], records: records)
}

func message(uri: String? = nil, text: String? = nil, language: String = "en") throws -> [UInt8] {
    var records: [Record] = []
    if let uri { records.append(URIRecord(uri).record) }
    if let text { records.append(try TextRecord(text, language: language).record) }
    return try Message(records).encoded()
}

@Suite struct ResolveTests {
    private func resolve(_ table: Table, _ settings: Settings = Settings(), pairing: Pairing = .queue) -> Job {
        Job.resolve(table: table, settings: settings, name: "job", pairing: pairing)
    }

    private func codes(_ job: Job) -> [String] { job.issues.map(\.code) }

    @Test func defaultRecords() throws {
        let job = resolve(
            table(
                "sku|url|text|lang|note", "A|https://a.example/1|eins|de|x", "B|https://a.example/2|||",
                "C||three| |", "D|https://a.example/4|four|en-GB|"))
        #expect(job.issues.isEmpty)
        #expect(job.name == "job")
        #expect(job.columns == ["sku", "url", "text", "lang", "note"])
        #expect(
            job.items.map(\.message) == [
                try message(uri: "https://a.example/1", text: "eins", language: "de"),
                try message(uri: "https://a.example/2"), try message(text: "three"),
                try message(uri: "https://a.example/4", text: "four", language: "en-GB"),
            ])
        #expect(
            job.items.map(\.summary) == ["https://a.example/1", "https://a.example/2", "three", "https://a.example/4"])
        #expect(job.items[0].cells == ["A", "https://a.example/1", "eins", "de", "x"])
        #expect(job.items.map(\.line) == [2, 3, 4, 5])
        #expect(job.items.map(\.sku) == ["A", "B", "C", "D"])
        #expect(resolve(table("text", "x"), Settings(name: "own")).name == "own")
    }

    @Test func textsAreKeptExactly() throws {
        let job = resolve(table("sku|text", "0017|0017", "90.750|  90.750 "))
        #expect(job.items.map(\.message) == [try message(text: "0017"), try message(text: "  90.750 ")])
        #expect(job.items.map(\.sku) == ["0017", "90.750"])
    }

    /// What a URL and a text hold is written byte for byte; the language stands apart.
    @Test func bytesAreKept() throws {
        let job = resolve(table("url|text|lang", "https://a.example/§?a=1&b=%20#c|§àé|de"))
        let bytes = job.items[0].message
        #expect(bytes == (try message(uri: "https://a.example/§?a=1&b=%20#c", text: "§àé", language: "de")))
        #expect(bytes.hex.contains(Array("a.example/§?a=1&b=%20#c".utf8).hex))
        #expect(bytes.hex.hasSuffix("026465" + Array("§àé".utf8).hex))
    }

    @Test func headersMatchFolded() throws {
        let job = resolve(table("SKU |\u{FEFF} Text\u{A0}|result_status|", "A|x|written"))
        #expect(job.issues.isEmpty)
        #expect(job.columns == ["SKU ", "\u{FEFF} Text\u{A0}"])
        #expect(job.items[0].cells == ["A", "x"])
        #expect(job.items[0].message == (try message(text: "x")))
    }

    @Test(arguments: [
        ("SKU", "sku", true), (" Größe\u{A0}", "GRÖSSE", true), ("STRAẞE", "straße", true), ("ΟΔΟΣ", "οδος", true),
        ("e\u{301}tat", "ÉTAT", true), ("ſku", "SKU", true), ("sınıf", "sinif", false), ("SINIF", "sınıf", false),
        ("Ø", "O", false), ("a b", "ab", false),
    ])
    func namesAreFolded(_ left: String, _ right: String, _ same: Bool) {
        #expect((HeaderName(left) == HeaderName(right)) == same)
    }

    static let badHeaders: [(String, Settings, String)] = [
        ("sku|SKU |url", Settings(), "column-twice"),
        ("url||", Settings(), ""),
        ("url|| |note", Settings(), "column-unnamed"),
        ("A-001|https://a.example", Settings(), "content-missing"),
        ("sku|name", Settings(), "content-missing"),
        ("Artikel|url", Settings(columns: ["Artikle": "sku"]), "column-missing"),
        ("Artikel|sku|url", Settings(columns: ["Artikel": "sku"]), "column-twice"),
        ("sku|url", Settings(url: "https://a.example/{skku}"), "template-column"),
        ("sku|url", Settings(text: "{copy:4}"), "template-invalid"),
        ("sku|url", Settings(text: "{"), "template-invalid"),
        ("sku", Settings(url: "{sku}/x"), "template-invalid"),
    ]

    @Test(
        arguments: [
            ("ulr", "; is url meant by \"ulr\"?"), ("txt", "; is text meant by \"txt\"?"), ("name", nil),
        ] as [(String, String?)])
    func nearContent(_ header: String, _ hint: String?) throws {
        let table = Table(headers: ["sku", header], records: [.init(row: 1, line: 2, cells: ["A", "x"])])
        let issues = Job.resolve(table: table, settings: Settings(), name: "job").issues
        #expect(issues.map(\.code) == ["content-missing"])
        let message = try #require(issues.first?.message)
        #expect(hint.map { message.contains($0) } ?? !message.contains("meant"))
    }

    @Test(arguments: badHeaders) func header(_ header: String, _ settings: Settings, _ code: String) {
        let cells = header.split(separator: "|", omittingEmptySubsequences: false).map {
            $0.isEmpty ? "" : "https://a.example"
        }
        let job = resolve(table(header, cells.joined(separator: "|")), settings)
        #expect(codes(job).first ?? "" == code)
        #expect(job.items.isEmpty == !code.isEmpty)
        #expect(job.issues.allSatisfy { $0.row == nil })
    }

    @Test func noRows() { #expect(codes(resolve(table("url"))) == ["no-rows"]) }

    @Test func namesTheNearestColumn() {
        let job = resolve(table("Artikel|url", "1|https://a.example"), Settings(text: "{Artikl}"))
        #expect(job.issues.first?.message.contains("{Artikel}") == true)
    }

    /// One row each, over the columns sku, url, text, lang, uid, quantity, lock, chip.
    static let rows: [(String, String)] = [
        ("A|https://a.example|||||false|", ""),
        ("A|https://a.example|||04a1b2c3d4e5f6|1|FALSE|ntag 216", ""),
        ("A|||||||", "message-empty"),
        ("A|| ||||| ", "message-empty"),
        ("A|a.example||||||", "url-invalid"),
        ("A|https://a b.example||||||", "url-invalid"),
        ("A| https://a.example||||||", "url-trimmed"),
        ("A|https://https://a.example||||||", "url-double-scheme"),
        ("A||x|d e||||", "lang-invalid"),
        ("A||x||04A1B2C3D4E5|||", "uid-invalid"),
        ("A||x||4,12E+12|||", "uid-invalid"),
        ("A||x||08010203|||", "uid-random"),
        ("A||x||04A1B2C3D4E5F6|2||", "uid-quantity"),
        ("A||x|||0||", "quantity-invalid"),
        ("A||x|||1000001||", "quantity-invalid"),
        ("A||x|||-1||", "quantity-invalid"),
        ("A||x|||1.0||", "quantity-invalid"),
        ("A||x|||99999999999999999999||", "quantity-invalid"),
        ("A||x||||true|", ""),
        ("A||x|||| TRUE |", ""),
        ("A||x||||1|", "lock-invalid"),
        ("A||x||||yes|", "lock-invalid"),
        ("A||x|||||NTAG424", "chip-unknown"),
        ("A||a\u{0}b|||||", "nul"),
        ("A||x", "row-short"),
        ("A||x||||||y", "row-long"),
        ("A||x|||||||", ""),
    ]

    @Test(arguments: rows) func row(_ row: String, _ code: String) {
        let job = resolve(table("sku|url|text|lang|uid|quantity|lock|chip", row, "B||fine|||||"))
        let issues = job.issues
        // That a spreadsheet was at it is said beside.
        #expect(issues.map(\.code).filter { $0 != "key-ruined" } == (code.isEmpty ? [] : [code]))
        let isError = issues.contains { $0.severity == .error }
        #expect(job.items.map { $0.fault != nil } == [isError, false])
        if let issue = issues.first {
            #expect(issue.row == 1)
            #expect(issue.line == 2)
        }
        if isError { #expect(job.items[0].message.isEmpty) }
        #expect(job.items[0].cells.count == 8)
    }

    @Test func everyProblemIsCollected() {
        let job = resolve(table("url|uid|quantity|lock", "x|y|z|maybe", "https://a.example||1|"))
        #expect(codes(job) == ["quantity-invalid", "uid-invalid", "lock-invalid", "url-invalid"])
        #expect(job.items.count == 2)
        #expect(job.issues.map(\.column) == ["quantity", "uid", "lock", "url"])
    }

    @Test func aFaultOfTheFileRefusesItsRowAlone() {
        var given = table("text", "a", "b")
        given.records[0].fault = "a NUL byte stands in cell 1"
        let job = resolve(given)
        #expect(codes(job) == ["row-unreadable"])
        #expect(job.items.map { $0.fault } == ["a NUL byte stands in cell 1", nil])
    }

    @Test func quantityMakesCopies() {
        let job = resolve(table("text|quantity", "a|3", "b|", "c|x"))
        #expect(
            job.items.map(\.key) == [
                ItemKey(row: 1, copy: 1), ItemKey(row: 1, copy: 2), ItemKey(row: 1, copy: 3), ItemKey(row: 2, copy: 1),
                ItemKey(row: 3, copy: 1),
            ])
        let tooMany = resolve(table("text|quantity", "a|1000000", "b|1"))
        #expect(codes(tooMany) == ["items-too-many"])
        #expect(tooMany.items.isEmpty)
    }

    @Test func twice() {
        let given = table(
            "sku|text|uid|quantity", "A|x|04A1B2C3D4E5F6|", "A|y||", "B|x||2", "C|z|04:a1:b2:c3:d4:e5:f6|", "|q||",
            "|q||")
        let job = resolve(given)
        #expect(codes(job) == ["sku-twice", "uid-twice"])
        #expect(job.issues.map(\.row) == [2, 4])
        #expect(job.issues[0].message.contains("row 1 (line 2)"))
        let strict = resolve(given, Settings(duplicateSKU: .allow, duplicateContent: .refuse))
        #expect(codes(strict) == ["content-twice", "uid-twice", "content-twice"])
        let warned = resolve(given, Settings(duplicateSKU: .warn, duplicateContent: .warn))
        #expect(warned.issues.filter { $0.severity == .warning }.count == 3)
        #expect(warned.items.filter { $0.fault != nil }.count == 1)
    }

    @Test func capacities() {
        // Formatted where they are delivered without a container: 46 on Ultralight and MF0UL11, 126 on MF0UL21, 142 on
        // Ultralight C.
        #expect(
            Chip.written.map(\.deliveredCapacity) == [
                46, 46, 46, 46, 62, 121, 126, 126, 137, 137, 137, 137, 142, 158, 492, 868, 868, 868, 868, 868, 1004,
                1868,
            ])
        #expect(Chip.fits(messageBytes: 137).first == .ntag213)
        #expect(Chip.fits(messageBytes: 138) == Array(Chip.written.drop { $0 != .ultralightC }))
        #expect(Chip.fits(messageBytes: 143).first == .st25tn01k)
        #expect(Chip.fits(messageBytes: 493).first == .ntag216)
        #expect(Chip.fits(messageBytes: 869) == [.myDNFC, .ntagI2C2K])
        #expect(Chip.fits(messageBytes: 1868) == [.ntagI2C2K])
        #expect(Chip.fits(messageBytes: 1869).isEmpty)
        let job = resolve(table("text", "x"), Settings(chips: [.ntag215]))
        #expect(job.fits(messageBytes: 10) == [.ntag215])
        #expect(job.fits(messageBytes: 10, chip: .ntag213) == [.ntag213])
    }

    /// A text of n bytes is a message of n + 7 up to 252, and of n + 10 from 253 on: three bytes more for the length.
    @Test(arguments: [
        (130, "NTAG213", true), (131, "NTAG213", false), (482, "NTAG215", true), (483, "NTAG215", false),
        (858, "NTAG216", true), (859, "NTAG216", false), (1858, "", true), (1859, "", false),
    ])
    func sizes(_ count: Int, _ chip: String, _ fits: Bool) {
        let job = resolve(table("text|chip", String(repeating: "x", count: count) + "|" + chip))
        #expect(codes(job) == (fits ? [] : ["message-too-large"]))
        let settings = Settings(chips: chip.isEmpty ? nil : [Chip(name: chip) ?? .ntag213])
        #expect(resolve(table("text", String(repeating: "x", count: count)), settings).hasErrors == !fits)
    }

    @Test func chipOfTheRowMustBeAllowed() {
        let job = resolve(table("text|chip", "x|NTAG216"), Settings(chips: [.ntag213]))
        #expect(codes(job) == ["chip-not-allowed"])
    }

    @Test func templatesFillEmptyCells() throws {
        let job = resolve(
            table("sku|url|Größe", "A 1|https://own.example|", "A 2||10", "A 3||"),
            Settings(url: "https://a.example/{sku}?s={GRÖSSE}", text: "{sku}/{row}"))
        #expect(codes(job) == ["template-empty"])
        #expect(
            job.items.map(\.message) == [
                try message(uri: "https://own.example", text: "A 1/1"),
                try message(uri: "https://a.example/A%202?s=10", text: "A 2/2"),
                try message(uri: "https://a.example/A%203?s=", text: "A 3/3"),
            ])
    }

    @Test func recordsReplaceTheDefault() throws {
        let job = resolve(
            table("Artikel|url|lang", "A|https://a.example|fr", "|https://b.example|"),
            Settings(
                columns: ["artikel ": "sku"],
                records: [
                    RecordTemplate(kind: .text, value: "{sku}"),
                    RecordTemplate(kind: .text, value: "x", language: "de"),
                    RecordTemplate(kind: .uri, value: "{url}"),
                ]))
        #expect(codes(job) == ["record-empty"])
        let expected = try Message([
            try TextRecord("A", language: "fr").record, try TextRecord("x", language: "fr").record,
            URIRecord("https://a.example").record,
        ]).encoded()
        #expect(job.items[0].message == expected)
        #expect(job.items[0].sku == "A")
        #expect(job.items[1].sku == nil)
        // A row without a language takes the record's own.
        let second = try Message([
            try TextRecord("x", language: "de").record, URIRecord("https://b.example").record,
        ]).encoded()
        #expect(job.items[1].message == second)
    }

    @Test func pairingByUID() {
        #expect(codes(resolve(table("text", "x"), pairing: .uid)) == ["uid-missing"])
        let job = resolve(table("text|uid", "x|04A1B2C3D4E5F6", "y|"), pairing: .uid)
        #expect(codes(job) == ["uid-missing"])
        #expect(job.issues[0].row == 2)
        #expect(job.items[0].boundUID == UID(hex: "04A1B2C3D4E5F6"))
    }

    @Test func digest() {
        let sum = { (bytes: [UInt8]) in [UInt8(bytes.count & 0xFF), 0xAB] }
        let settings = Settings()
        let length = UInt8((3 + 1 + settings.json.compact.utf8.count) & 0xFF)
        #expect(Job.digest(csv: [1, 2, 3], settings: settings, sha256: sum) == [length, 0xAB].hex.lowercased())
    }
}
