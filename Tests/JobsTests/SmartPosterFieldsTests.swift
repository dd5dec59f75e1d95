import NDEF
import Testing

@testable import Jobs

/// A URI with titles.
@Suite struct SmartPosterFieldsTests {
    private func inside(_ row: OneRow) throws -> [RecordMeaning] {
        guard row.records.count == 1, case .smartPoster(let inside) = InterpretedRecord(row.records[0]).meaning else {
            throw NDEFError(.wrongType, offset: 0, context: "\(row.issues)")
        }
        return inside.map(\.meaning)
    }

    @Test func columns() throws {
        let row = try OneRow([
            "type": "smartposter", "value": "https://a.example/1", "Title": "Tree", "lang": "en-GB", "title_de": "Baum",
            "TITLE_pt-BR": "Árvore", "title_fr": "", "title_short": "no language", "action": "Open", "size": "65536",
            "mime": "text/html",
        ])
        #expect(row.issues == [])
        #expect(row.summary == "https://a.example/1")
        #expect(
            try inside(row) == [
                .uri(URIRecord("https://a.example/1")), .text(try TextRecord("Tree", language: "en-GB")),
                .text(try TextRecord("Baum", language: "de")), .text(try TextRecord("Árvore", language: "pt-BR")),
                .posterAction(.edit), .posterSize(65536), .posterTarget("text/html"),
            ])
    }

    @Test func smallest() throws {
        let row = try OneRow(["type": "SmartPoster", "value": "tel:+4930123"])
        #expect(row.issues == [])
        #expect(try inside(row) == [.uri(URIRecord("tel:+4930123"))])
    }

    /// The URI is checked and filled in as any other; titles are texts.
    @Test func settings() throws {
        let records = try OneRow.records(
            """
            [{type: "smartposter", value: "https://a.example/{sku}", title: "Item {sku}", title_de: "Stück {sku}",
            lang: "{l}", action: "do"}]
            """)
        let row = try OneRow(["sku": "a b", "l": "fr"], records: records)
        #expect(
            try inside(row) == [
                .uri(URIRecord("https://a.example/a%20b")), .text(try TextRecord("Item a b", language: "fr")),
                .text(try TextRecord("Stück a b", language: "de")), .posterAction(.perform),
            ])
        let settings = Settings(records: records)
        #expect(try Settings(json: settings.json) == settings)
        #expect(
            try refusal(ofRecords: #"[{type: "smartposter", value: "a:b", titel: "x"}]"#)
                == #"the settings key "records[1].titel" is not known; is title meant?"#)
        #expect(
            try refusal(ofRecords: #"[{type: "smartposter", value: "a:b", title_: "x"}]"#)
                == #"the settings key "records[1].title_" is not known; is title meant?"#)
    }

    static let refused: [(cells: KeyValuePairs<String, String>, issue: String)] = [
        (
            ["type": "smartposter", "title": "x"],
            "error smartposter-uri: a smart poster has a URI: give it as value"
        ),
        (
            ["type": "smartposter", "value": "tel:1", "title": "x", "title_EN": "y"],
            "error smartposter-title-twice in title_EN: title and title_EN are both titles of the language EN: leave one of "
                + "them empty"
        ),
        (
            ["type": "smartposter", "value": "tel:1", "action": "edit"],
            "error smartposter-action in action: action must be do, save or open, not \"edit\""
        ),
        (
            ["type": "smartposter", "value": "tel:1", "size": "4294967296"],
            "error smartposter-size in size: size must be a count of bytes, 0 to 4294967295, not \"4294967296\""
        ),
        (
            ["type": "smartposter", "value": "tel:1", "size": "-1"],
            "error smartposter-size in size: size must be a count of bytes, 0 to 4294967295, not \"-1\""
        ),
        (
            ["type": "smartposter", "value": "tel:1", "mime": "html"],
            "error smartposter-mime in mime: mime must be a media type like text/html, not \"html\""
        ),
    ]

    @Test(arguments: refused.indices) func refuses(_ index: Int) throws {
        let row = try OneRow(Self.refused[index].cells)
        #expect(row.issues == [Self.refused[index].issue])
        #expect(row.records == [])
    }

    /// A text in several languages is several records, which the settings list.
    @Test func textsInSeveralLanguages() throws {
        let records = try OneRow.records(
            """
            [{type: "text", value: "{text}"}, {type: "text", value: "{german}", lang: "de"},
            {type: "text", value: "{french}", lang: "fr"}]
            """)
        let row = try OneRow(["text": "tree", "german": "Baum", "french": "arbre"], records: records)
        #expect(row.issues == [])
        let texts = [("tree", "en"), ("Baum", "de"), ("arbre", "fr")]
        #expect(row.records == (try texts.map { try TextRecord($0.0, language: $0.1).record }))
    }
}
