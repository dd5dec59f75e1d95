import NDEF
import Tags
import Testing

@testable import Jobs

@Suite struct GS1RecordTests {
    static let good: [(String, KeyValuePairs<String, String>, String)] = [
        ("09506000134352", [:], "https://id.gs1.org/01/09506000134352"),
        ("9506000134352", [:], "https://id.gs1.org/01/09506000134352"),
        ("", ["gtin": "9 506000 134352"], "https://id.gs1.org/01/09506000134352"),
        ("978-3-16-148410-0", [:], "https://id.gs1.org/01/09783161484100"),
        ("614141000036", [:], "https://id.gs1.org/01/00614141000036"),
        ("96385074", [:], "https://id.gs1.org/01/00000096385074"),
        ("9506000134352", ["gtin": "09506000134352"], "https://id.gs1.org/01/09506000134352"),
        (
            "9506000134352",
            [
                "serial": "S/1", "expiry": "2027-05-31", "batch": "A-1", "variant": "2A",
                "domain": "https://id.example.com",
            ],
            "https://id.example.com/01/09506000134352/22/2A/10/A-1/21/S%2F1?17=270531"
        ),
        (
            "9506000134352", ["domain": "example.com/products/", "expiry": "270500"],
            "https://example.com/products/01/09506000134352?17=270500"
        ),
        (
            "9506000134352", ["batch": "!\"%&'()*+,-./:;<=>?", "serial": "_aZ09"],
            "https://id.gs1.org/01/09506000134352/10/%21%22%25%26%27%28%29%2A%2B%2C-.%2F%3A%3B%3C%3D%3E%3F/21/_aZ09"
        ),
        ("9506000134352", ["expiry": "2028-02-29"], "https://id.gs1.org/01/09506000134352?17=280229"),
        ("9506000134352", ["serial": " 12 "], "https://id.gs1.org/01/09506000134352/21/12"),
    ]

    @Test(arguments: good.indices)
    func written(_ index: Int) throws {
        let (value, fields, uri) = Self.good[index]
        let built = linkRecord(.gs1, value, fields)
        #expect(built.findings.isEmpty)
        #expect(built.summary == uri)
        #expect(try built.records.map { try URIRecord(decoding: $0).uri } == [uri])
    }

    @Test func bytes() throws {
        let message = try Message(linkRecord(.gs1, "96385074", ["serial": "1"]).records).encoded()
        #expect(message.hex == "D101225504" + Array("id.gs1.org/01/00000096385074/21/1".utf8).hex)
        let www = linkRecord(.gs1, "96385074", ["domain": "https://www.example.com"])
        #expect(www.records.first?.payload.first == 0x02)
    }

    static let bad: [(String, KeyValuePairs<String, String>, String, String)] = [
        (
            "9506000134353", [:], "value",
            "gtin-check: the last digit of the GTIN 9506000134353 is 3 and must be 2, by the others: look for a wrong digit"
        ),
        (
            "", ["gtin": "96385070"], "gtin",
            "gtin-check: the last digit of the GTIN 96385070 is 0 and must be 4, by the others: look for a wrong digit"
        ),
        (
            "4.01234E+12", [:], "value",
            "number-ruined: \"4.01234E+12\" is what a spreadsheet left of a GTIN (the digits became a number in scientific "
                + "notation): format its column as text, and enter it again"
        ),
        (
            "#####", [:], "value",
            "number-ruined: \"#####\" is what a spreadsheet left of a GTIN (only the sign of an error is left): format its "
                + "column as text, and enter it again"
        ),
        ("", ["batch": "A"], "gtin", "gtin-missing: a GTIN is missing; give it as gtin or as the value"),
        (
            "https://id.gs1.org/01/09506000134352", [:], "value",
            "gtin-invalid: \"https://id.gs1.org/01/09506000134352\" is no GTIN; one has digits alone, 8, 12, 13 or 14"
        ),
        (
            "950600013435", [:], "value",
            "gtin-check: the last digit of the GTIN 950600013435 is 5 and must be 9, by the others: look for a wrong digit"
        ),
        (
            "123456", [:], "value", "gtin-invalid: the GTIN \"123456\" has 6 digits; one has 8, 12, 13 or 14"
        ),
        (
            "36000291452", [:], "value",
            "gtin-invalid: the GTIN \"36000291452\" has 11 digits; one has 8, 12, 13 or 14: did it lose the zeros of "
                + "036000291452?"
        ),
        (
            "１２３４５６７０", [:], "value",
            "gtin-invalid: \"１２３４５６７０\" is no GTIN; one has digits alone, 8, 12, 13 or 14"
        ),
        (
            "9506000134352", ["gtin": "96385074"], "gtin",
            "gtin-twice: gtin and the value are two GTINs; leave one of them empty"
        ),
        (
            "96385074", ["batch": "ä1"], "batch",
            "gs1-characters: ä stands in batch \"ä1\"; GS1 has letters of A to Z and a to z, digits, and "
                + "!\"%&'()*+,-./:;<=>?_"
        ),
        (
            "96385074", ["serial": "a b"], "serial",
            "gs1-characters: a blank stands in serial \"a b\"; GS1 has letters of A to Z and a to z, digits, and "
                + "!\"%&'()*+,-./:;<=>?_"
        ),
        (
            "96385074", ["variant": "123456789012345678901"], "variant",
            "gs1-length: variant \"123456789012345678901\" has 21 characters; GS1 allows 20"
        ),
        (
            "96385074", ["expiry": "31.05.2027"], "expiry",
            "gs1-date: expiry must be a day such as 2027-05-31, or 270531 (270500 for the whole month), not \"31.05.2027\""
        ),
        (
            "96385074", ["domain": "https://example.com/?a"], "domain",
            "gs1-domain: the identifiers are put behind the domain, which must have no ?: \"https://example.com/?a\""
        ),
        (
            "96385074", ["domain": "ftp://example.com"], "domain",
            "gs1-domain: the domain \"ftp://example.com\" is no web address; write https://… in full"
        ),
        (
            "96385074", ["domain": "https://"], "domain",
            "url-invalid: the URL \"https:///01/00000096385074\" names no host"
        ),
        (
            "96385074", ["domain": "exa mple.com"], "domain",
            "url-invalid: at character 12 of the URL \"https://exa mple.com/01/00000096385074\" stands a blank; take it "
                + "out"
        ),
    ]

    @Test(arguments: bad.indices)
    func refused(_ index: Int) {
        let (value, fields, field, message) = Self.bad[index]
        let built = linkRecord(.gs1, value, fields)
        #expect(findings(built) == [message])
        #expect(built.findings.map(\.field) == [field])
        #expect(built.hasErrors)
    }

    @Test(arguments: [
        "270631", "270229", "2027-02-29", "2027-13-01", "2027-00-01", "2027-05-00", "271301", "270532", "27053",
        "2705311",
        "1999-05-31", "2027/05/31", "20-27-0531", "2705+1",
    ])
    func noDays(_ expiry: String) {
        #expect(linkRecord(.gs1, "96385074", ["expiry": expiry]).findings.map(\.code) == ["gs1-date"])
    }

    /// Every other digit in the last place is refused, and the right one named.
    @Test(arguments: ["9638507", "61414100003", "950600013435", "0950600013435"])
    func checkDigits(_ start: String) {
        let right = GTIN.checkDigit(of: start)
        for digit in 0...9 {
            let built = linkRecord(.gs1, start + String(digit))
            #expect(built.findings.isEmpty == (String(digit) == right))
            #expect(built.findings.allSatisfy { $0.message.contains("must be \(right),") })
        }
    }

    @Test func everyProblemIsTold() {
        let built = linkRecord(.gs1, "1", ["batch": " ü", "serial": "ü", "expiry": "x", "domain": "a#"])
        #expect(
            built.findings.map(\.code) == [
                "gtin-invalid", "gs1-domain", "gs1-characters", "gs1-characters", "gs1-date",
            ])
        #expect(built.records.isEmpty)
    }

    @Test func hostile() throws {
        for value in hostileValues { try check(hostile: value) }
    }

    private func check(hostile value: String) throws {
        let fields: [KeyValuePairs<String, String>] = [
            ["batch": value], ["serial": value], ["variant": value], ["expiry": value], ["domain": value],
            ["gtin": value],
        ]
        for built in [linkRecord(.gs1, value)] + fields.map({ linkRecord(.gs1, "96385074", $0) }) where !built.hasErrors
        {
            #expect(try URIRecord(decoding: #require(built.records.first)).uri == built.summary)
        }
    }
}
