import NDEF
import Tags
import Testing

@testable import Jobs

/// A record of a kind, out of its values as a row or the settings give them.
func linkRecord(_ kind: RecordKind, _ value: String, _ fields: KeyValuePairs<String, String> = [:]) -> BuiltRecord {
    kind.build(RecordValues(value: value, fields: fields.map { ($0.key, $0.value) }))
}

/// What was found, as `code: message`.
func findings(_ built: BuiltRecord) -> [String] { built.findings.map { "\($0.code): \($0.message)" } }

/// Values that a hostile or broken file may hold; none of them may do more than be refused, or written within a text.
let hostileValues = [
    "", " ", "\u{0}", "+1\u{0}2", "\u{202E}+12025550143\u{202C}", "😀", "a\r\nb", "\"", "%", "%00", ";", ";;;", ",",
    ",,", "+", "=",
    "tel:", "sms:", "mailto:", "geo:", "@", "a@", "@a", "..", ".", "-", "9e999", "geo:,", "ext=;",
    String(repeating: "9", count: 100_000),
    String(repeating: "é", count: 100_000), String(repeating: ";", count: 20_000),
    String(repeating: ",", count: 20_000),
    "\u{D7FF}\u{E000}\u{10FFFF}", "e\u{301}", "１２３", "\u{1F468}\u{200D}\u{1F469}",
]

@Suite struct TelephoneRecordTests {
    @Test(arguments: [
        ("+12025550143", "tel:+12025550143", "D1010D55052B3132303235353530313433"),
        ("+1 202 555 0143", "tel:+12025550143", "D1010D55052B3132303235353530313433"),
        ("tel:+1-202-555-0143", "tel:+12025550143", "D1010D55052B3132303235353530313433"),
        (" TEL:+1 (202) 555.0143 ", "tel:+12025550143", "D1010D55052B3132303235353530313433"),
        ("+1\u{A0}202\u{2011}555/0143", "tel:+12025550143", "D1010D55052B3132303235353530313433"),
        ("+12025550143;ext=12", "tel:+12025550143;ext=12", "D1011455052B31323032353535303134333B6578743D3132"),
        ("7042 ; phone-context=example.com", "tel:7042;phone-context=example.com", nil),
        ("+12025550143;isub=1/2;npdi", "tel:+12025550143;isub=1/2;npdi", nil),
    ])
    func written(_ value: String, _ uri: String, _ hex: String?) throws {
        let built = linkRecord(.tel, value)
        #expect(built.findings.isEmpty)
        #expect(built.summary == uri)
        #expect(try built.records.map { try URIRecord(decoding: $0).uri } == [uri])
        if let hex { #expect(try Message(built.records).encoded().hex == hex) }
    }

    @Test(arguments: [
        ("0202 5550143", "tel:02025550143", "+ and the country code in front"),
        ("112", "tel:112", "+ and the country code in front"),
        ("0012025550143", "tel:0012025550143", "+12025550143"),
    ])
    func aNumberWithoutCountryCodeIsWarnedOf(_ value: String, _ uri: String, _ advice: String) {
        let built = linkRecord(.tel, value)
        #expect(built.summary == uri)
        #expect(built.records.count == 1)
        #expect(
            findings(built) == [
                "phone-local: the telephone number \"\(value)\" has no country code, and is dialled in its own country "
                    + "alone: write \(advice)"
            ])
        #expect(built.findings.map(\.severity) == [.warning])
    }

    @Test(arguments: [
        (
            "+1 202 CALL",
            "at character 8 of the telephone number \"+1 202 CALL\" stands C; write digits, and an extension so: "
                + "+1 202 555 0143;ext=12"
        ),
        (
            "+1202x5",
            "at character 6 of the telephone number \"+1202x5\" stands x; write digits, and an extension so: "
                + "+1 202 555 0143;ext=12"
        ),
        (
            "\u{202A}+12",
            "at character 1 of the telephone number \"\\u202a+12\" stands \\u202a; write digits, and an extension "
                + "so: +1 202 555 0143;ext=12"
        ),
        (
            "+1\n2",
            "at character 3 of the telephone number \"+1\\u000a2\" stands a blank; write digits, and an extension so: "
                + "+1 202 555 0143;ext=12"
        ),
        (
            "*100#",
            "at character 1 of the telephone number \"*100#\" stands *; phones do not dial * and # out of a link: "
                + "write the number alone"
        ),
        (
            "1+2",
            "at character 2 of the telephone number \"1+2\" stands +; write digits, and an extension so: +1 202 555 0143;ext=12"
        ),
        (
            "+49 (0)30 1",
            "leave (0) out of the telephone number \"+49 (0)30 1\": it is not dialled behind a country code"
        ),
        ("+049", "the telephone number \"+049\" has a 0 behind its +, and no country code begins so"),
        ("1234567890123456", "the telephone number \"1234567890123456\" has 16 digits; one has at most 15 (E.164)"),
        ("+-", "a telephone number is missing; write one such as +1 202 555 0143"),
        ("tel:", "a telephone number is missing; write one such as +1 202 555 0143"),
        ("+12;ext=a", "\"ext=a\" behind the telephone number \"+12\" is no parameter; write an extension so: ;ext=12"),
        ("+12;ext", "\"ext\" behind the telephone number \"+12\" is no parameter; write an extension so: ;ext=12"),
        ("+12;", "\"\" behind the telephone number \"+12\" is no parameter; write an extension so: ;ext=12"),
        ("+12; +13", "\"+13\" behind the telephone number \"+12\" is no parameter; write an extension so: ;ext=12"),
        ("+12;a=b c", "\"a=b c\" behind the telephone number \"+12\" is no parameter; write an extension so: ;ext=12"),
    ])
    func refused(_ value: String, _ message: String) {
        let built = linkRecord(.tel, value)
        #expect(findings(built) == ["phone-invalid: " + message])
        #expect(built.findings.map(\.severity) == [.error])
        #expect(built.records.isEmpty)
    }

    @Test func whatASpreadsheetLeftIsRefusedByName() {
        let built = linkRecord(.tel, "1.20256E+10")
        #expect(
            findings(built) == [
                "number-ruined: \"1.20256E+10\" is what a spreadsheet left of a telephone number (the digits became a number "
                    + "in scientific notation): format its column as text, and enter it again"
            ])
        #expect(built.records.isEmpty)
    }

    @Test func hostileValuesAreRefused() {
        for value in hostileValues { check(hostile: value) }
    }

    private func check(hostile value: String) {
        let built = linkRecord(.tel, value)
        #expect(built.hasErrors || built.summary.hasPrefix("tel:"))
        #expect(built.records.isEmpty == built.hasErrors)
    }
}

@Suite struct ShortMessageRecordTests {
    @Test(arguments: [
        ("+1 202 555 0143", "", "sms:+12025550143"),
        ("+12025550143", "Hello, it's 5 o'clock!", "sms:+12025550143?body=Hello%2C%20it%27s%205%20o%27clock%21"),
        ("+12025550143", "a&b=c#?+%\u{F6}", "sms:+12025550143?body=a%26b%3Dc%23%3F%2B%25%C3%B6"),
        ("+12025550143", "one\r\ntwo\rthree\nfour", "sms:+12025550143?body=one%0Atwo%0Athree%0Afour"),
        ("+12025550143", "😀\u{200F}", "sms:+12025550143?body=%F0%9F%98%80%E2%80%8F"),
        ("+12025550143", " x ", "sms:+12025550143?body=%20x%20"),
        ("sms:+12025550143?body=a%20b", "", "sms:+12025550143?body=a%20b"),
        ("SMSTO:+12025550143", "", "SMSTO:+12025550143"),
    ])
    func written(_ value: String, _ body: String, _ uri: String) throws {
        let built = linkRecord(.sms, value, body.isEmpty ? [:] : ["body": body])
        #expect(built.findings.isEmpty)
        #expect(built.summary == uri)
        #expect(try built.records.map { try URIRecord(decoding: $0).uri } == [uri])
    }

    /// `sms:` has no prefix code (RTD URI 1.0, table 3).
    @Test func bytes() throws {
        let message = try Message(linkRecord(.sms, "+12", ["body": "a b"]).records).encoded()
        #expect(message.hex == "D101135500736D733A2B31323F626F64793D6125323062")
        #expect(try URIRecord(decoding: Message(decoding: message).records[0]).uri == "sms:+12?body=a%20b")
    }

    @Test func severalNumbersAreWarnedOf() {
        let built = linkRecord(.sms, "+1 202 555 0143, +1 202 555 0144", ["body": "x"])
        #expect(built.summary == "sms:+12025550143,+12025550144?body=x")
        #expect(findings(built) == ["sms-several: iPhones take one number of an SMS link; here are 2"])
    }

    @Test(arguments: [
        ("", "x", ["phone-invalid: a telephone number is missing; write one such as +1 202 555 0143"]),
        (
            "+1,+0", "x",
            ["phone-invalid: the telephone number \"+0\" has a 0 behind its +, and no country code begins so"]
        ),
        ("+1", "a\u{0}b", ["control-character: the control character \\u0000 stands in body; take it out"]),
        ("+1", "a\u{1B}[m", ["control-character: the control character \\u001b stands in body; take it out"]),
        (
            "sms:+1", "x",
            [
                "uri-whole: the value \"sms:+1\" is a whole URI, and body is given beside it: give either the whole URI "
                    + "alone, or the value without sms:"
            ]
        ),
        ("sms:+1 2", "", ["url-invalid: at character 7 of the URL \"sms:+1 2\" stands a blank; write %20 instead"]),
    ])
    func refused(_ value: String, _ body: String, _ messages: [String]) {
        let built = linkRecord(.sms, value, body.isEmpty ? [:] : ["body": body])
        #expect(findings(built) == messages)
        #expect(built.hasErrors)
    }

    @Test func hostile() throws {
        for value in hostileValues { try check(hostile: value) }
    }

    private func check(hostile value: String) throws {
        for built in [linkRecord(.sms, value), linkRecord(.sms, "+12025550143", ["body": value])] where !built.hasErrors
        {
            let uri = try URIRecord(decoding: #require(built.records.first)).uri
            #expect(uri == built.summary)
            #expect(uri.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        }
    }
}
