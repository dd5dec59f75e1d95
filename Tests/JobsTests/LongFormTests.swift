import NDEF
import Testing

@testable import Jobs

/// `type` and `value`: one record a row, of any kind (contract, section 4).
@Suite("Jobs: the long form") struct LongFormTests {
    private func job(_ header: String, _ rows: String..., settings: Settings = Settings()) -> Job {
        let split = { (line: String) in line.split(separator: "|", omittingEmptySubsequences: false).map(String.init) }
        let records = rows.enumerated().map { Table.Record(row: $0 + 1, line: $0 + 2, cells: split($1)) }
        return Job.resolve(table: Table(headers: split(header), records: records), settings: settings, name: "job")
    }

    private func uri(_ text: String) throws -> [UInt8] { try Message([URIRecord(text).record]).encoded() }

    @Test func aRowIsOneRecord() throws {
        let made = job(
            "sku|type|value|lang", "A|uri|https://example.com/a|", "B| URL |https://example.com/b|",
            "C|link|https://example.com/c|", "D|Text|Süß|de")
        #expect(made.issues.isEmpty)
        #expect(
            try made.items.map(\.message) == [
                uri("https://example.com/a"), uri("https://example.com/b"), uri("https://example.com/c"),
                Message([TextRecord("Süß", language: "de").record]).encoded(),
            ])
        #expect(made.items.map(\.summary).last == "Süß")
    }

    /// Both forms may stand in one file, and not in one row.
    @Test func formsAreMixedByRows() throws {
        let made = job("url|type|value", "https://example.com/a||", "|uri|https://example.com/b")
        #expect(made.issues.isEmpty)
        #expect(try made.items.map(\.message) == [uri("https://example.com/a"), uri("https://example.com/b")])
    }

    static let refused: [(cells: String, code: String, column: String?, message: String)] = [
        (
            "A|https://example.com/a|uri|https://example.com/b", "type-twice", "type",
            "a row has either type and value or url and text: leave type empty in this row, or url"
        ),
        (
            "A||uri|", "value-missing", "value", "there is nothing to write: the type is uri, and its value is empty"
        ),
        (
            "A|||https://example.com/b", "type-missing", "value",
            "value is given and type is not: write uri, text or another type beside it"
        ),
        ("A|||", "message-empty", nil, "there is nothing to write: no url, no text and no type"),
        (
            "A||urn|x", "type-unknown", "type",
            "the type \"urn\" is none of uri, url, link, text, smartposter, vcard, wifi, tel, sms, mailto, geo, aar, json, "
                + "gs1, ndef, mime:TYPE/SUBTYPE, external:DOMAIN:TYPE; is uri meant?"
        ),
        (
            "A||uri|https://example.com/{copy}", "url-invalid", "value",
            "at character 21 of the URL \"https://example.com/{copy}\" stands {; write %7B instead (a template such as {sku} "
                + "stands in --url or the settings, not in a cell)"
        ),
        ("A||uri|www.example.com", "url-invalid", "value", "the URL \"www.example.com\" has no scheme"),
    ]

    /// What is missing is the column, not the cell.
    @Test func withoutAColumnValue() {
        let made = job("sku|type", "A|uri")
        #expect(made.issues.map(\.code) == ["value-missing"])
        #expect(
            made.issues.first?.message
                == "there is nothing to write: the type is uri, and there is no column value; add it beside type")
        let unknown = job("sku|type|value", "A|wlan|x")
        #expect(unknown.issues.map(\.code) == ["type-unknown"])
        #expect(unknown.issues.first?.message.contains("meant?") == false)
    }

    @Test(arguments: refused)
    func whatIsWrongIsTold(_ cells: String, _ code: String, _ column: String?, _ message: String) {
        let made = job("sku|url|type|value", cells)
        #expect(made.issues.map(\.code) == [code])
        #expect(made.issues.first?.column == column)
        #expect(made.issues.first?.message.hasPrefix(message) == true)
        #expect(made.items.first?.fault != nil)
    }

    /// Headers of the long form in other letters, with blanks and a no-break space about them.
    @Test func headersAreFolded() throws {
        let made = job("SKU | Type\u{A0} |VALUE", "A|uri|https://example.com/a")
        #expect(made.issues.isEmpty)
        #expect(try made.items.map(\.message) == [uri("https://example.com/a")])
    }

    /// A member that is null is as if it were not there.
    @Test func nullIsNothing() throws {
        let record = JSONValue.object([
            .init("type", .string("wifi")), .init("ssid", .string("Guest")), .init("password", .null),
            .init("auth", .null),
        ])
        let settings = try Settings(json: .object([.init("records", .array([record]))]))
        #expect(settings.records == [RecordTemplate(kind: .wifi, value: "", fields: [.init("ssid", "Guest")])])
    }

    /// Records of the settings take the place of a row's own; its columns can be used in them.
    @Test func recordsOfTheSettingsReplaceIt() throws {
        let settings = Settings(records: [RecordTemplate(kind: .text, value: "{type} {value}")])
        let made = job("type|value", "shelf|7", settings: settings)
        #expect(made.issues.isEmpty)
        #expect(try made.items.map(\.message) == [Message([TextRecord("shelf 7", language: "en").record]).encoded()])
    }
}
