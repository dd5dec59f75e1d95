import NDEF
import Testing

@testable import Jobs

@Suite struct SKUFinderTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var uri: String?
        var text: String?
        var pattern: String?
        let candidates: [String]

        var testDescription: String { "\(uri ?? "-") \(text ?? "-") \(pattern ?? "-")" }
    }

    @Test(arguments: [
        Case(uri: "https://example.com/t/SH-1001", candidates: ["SH-1001"]),
        Case(uri: "https://example.com/t/SH-1001?x=/y#/z", candidates: ["SH-1001"]),
        Case(uri: "https://example.com/t/SH%201%C3%A9", candidates: ["SH 1é"]),
        // Slashes at the end part nothing.
        Case(uri: "https://example.com/t/SH-1/", text: "Shelf A", candidates: ["SH-1", "Shelf A"]),
        Case(uri: "https://example.com/t/SH-1//?x=/", candidates: ["SH-1"]),
        // Bytes that are no UTF-8, no path: the URI says nothing.
        Case(uri: "https://example.com/t/%FF", text: "A", candidates: ["A"]),
        Case(uri: "https://example.com/", text: "Shelf A", candidates: ["Shelf A", "Shelf", "A"]),
        Case(uri: "https://example.com", text: "A", candidates: ["A"]),
        Case(uri: "urn:sku:1", candidates: ["sku:1"]),
        Case(text: " A\u{A0}", candidates: ["A"]),
        Case(text: "Shelf  A\nA", candidates: ["Shelf  A\nA", "Shelf", "A"]),
        // A word is not asked for where the URI speaks.
        Case(uri: "https://example.com/t/X", text: "Shelf 12", candidates: ["X", "Shelf 12"]),
        Case(uri: "https://example.com/t/X", text: "X", candidates: ["X"]),
        Case(text: " ", candidates: []),
        // The first group that took part, else the whole match; the URI first.
        Case(uri: "https://example.com/?sku=SH-7&x", pattern: "sku=([^&]+)", candidates: ["SH-7"]),
        Case(uri: "https://example.com/?sku=SH%207", pattern: "sku=([^&]+)", candidates: ["SH 7"]),
        Case(uri: "https://example.com/sh-7/details", pattern: #"(?i)SH-\d+"#, candidates: ["sh-7"]),
        Case(uri: "https://example.com/b12", pattern: #"a(\d+)|b(\d+)"#, candidates: ["12"]),
        Case(uri: "https://example.com/x", text: "Shelf SH-7", pattern: #"SH-\d+"#, candidates: ["SH-7"]),
        Case(uri: "https://example.com/SH-8", text: "SH-7", pattern: #"SH-\d+"#, candidates: ["SH-8", "SH-7"]),
        Case(uri: "https://example.com/x", text: "A", pattern: "SH", candidates: []),
        Case(uri: "https://example.com/x", pattern: "x*?", candidates: []),
    ])
    func candidates(_ expected: Case) throws {
        let pattern = try expected.pattern.map { try SKUPattern($0) }
        let bytes = try message(uri: expected.uri, text: expected.text)
        #expect(SKUFinder(pattern: pattern).candidates(in: bytes) == expected.candidates)
    }

    @Test func whatAPatternFoundNothingInIsTold() throws {
        let finder = SKUFinder(pattern: try SKUPattern("SH-[0-9]+"))
        let bytes = try message(uri: "https://example.com/x", text: "A")
        #expect(Self.catalogue.find(bytes, by: finder).searched == ["https://example.com/x", "A"])
        #expect(Self.catalogue.find(try message(text: "SH-9"), by: finder).searched.isEmpty)
        #expect(Self.catalogue.find(bytes, by: SKUFinder()).searched.isEmpty)
        #expect(Self.catalogue.find(nil, by: finder).searched.isEmpty)
    }

    @Test func recordsInsideASmartPosterCountToo() throws {
        let inner = try message(uri: "https://example.com/t/A", text: "x")
        let poster = Record(typeNameFormat: .wellKnown, type: Array("Sp".utf8), payload: inner)
        let absolute = Record(typeNameFormat: .absoluteURI, type: Array("https://example.com/t/B".utf8), payload: [])
        let finder = SKUFinder()
        #expect(finder.candidates(in: try Message([poster]).encoded()) == ["A", "x"])
        #expect(finder.candidates(in: try Message([absolute, poster]).encoded()) == ["B", "x"])
    }

    @Test func ofAMessageThatIsCutOffWhatCanBeReadCounts() throws {
        let whole = try message(uri: "https://example.com/t/A", text: "x")
        #expect(SKUFinder().candidates(in: Array(whole.dropLast())) == ["A"])
    }

    @Test func aMessageThatCannotBeReadNamesNothing() {
        for bytes in [[], [0xD0], [0x50, 0x00, 0x00], [UInt8](repeating: 0xFF, count: 300)] as [[UInt8]] {
            #expect(SKUFinder().candidates(in: bytes).isEmpty)
        }
    }

    @Test(arguments: [
        ("a(b", "expected ')', at character 4"), ("é[a-", "expected ']', at character 5"),
        ("x)", "closing ')' does not balance any groups openings, at character 2"),
        ("*", "quantifier '*' must appear after expression, at character 1"),
        ("(?<=a)b", "lookbehind is not currently supported, at character 1"),
    ])
    func aPatternThatIsNoneIsRefusedWithItsPlace(_ pattern: String, _ sentence: String) {
        #expect { try SKUPattern(pattern) } throws: { "\($0)" == sentence }
    }

    /// A pattern that takes a power of the text's length ends all the same.
    @Test func longTextsAreLookedThroughUpToALimit() throws {
        let pattern = try SKUPattern("SH-[0-9]+")
        let blanks = String(repeating: " ", count: SKUPattern.mostCharacters - 4)
        #expect(pattern.sku(in: blanks + "SH-1 SH-2") == "SH-1")
        #expect(pattern.sku(in: blanks + " SH-1") == nil)
    }

    // MARK: With a catalogue

    private static let catalogue = Catalogue(table("sku|name", "SH-1|Shelf", "12|Lamp"))

    @Test(arguments: [
        ("https://example.com/t/sh-1", nil, "sh-1", "SH-1"),
        ("https://example.com/nfc", "SH-1", "SH-1", "SH-1"),
        (nil, "Shelf sh-1", "sh-1", "SH-1"),
        // No product is better than the wrong one.
        ("https://example.com/t/SH-9", "Shelf 12", "SH-9", nil),
        (nil, "Shelf 9", "Shelf 9", nil),
        (nil, nil, nil, nil),
    ])
    func theFirstThatTheCatalogueKnowsIsTheSKU(_ uri: String?, _ text: String?, _ sku: String?, _ found: String?) throws
    {
        let bytes = uri == nil && text == nil ? nil : try message(uri: uri, text: text)
        let finding = Self.catalogue.find(bytes, by: SKUFinder())
        #expect(finding.sku == sku)
        #expect(finding.product?.sku == found)
    }
}
