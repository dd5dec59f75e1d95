import Jobs
import Tags
import Testing

@testable import JobFiles

@Suite struct SettingsFileTests {
    private func parse(_ text: String) throws(JobFileError) -> JSONValue {
        try SettingsFile.parse(Array(text.utf8))
    }

    @Test(arguments: [
        ("{}", "{}"), ("\u{FEFF} {} ", "{}"),
        (#"{"a": 1, "b": [true, false, null,],}"#, #"{"a":1,"b":[true,false,null]}"#),
        ("{b: 'x', // note\n a: /* * / */ \"y\"}", #"{"b":"x","a":"y"}"#),
        (
            "{a: +1, b: -2, c: .5, d: 5., e: 1e2, f: 0x1F, g: -0}",
            #"{"a":1,"b":-2,"c":0.5,"d":5.0,"e":100.0,"f":31,"g":0}"#
        ),
        ("{a: 'it\\'s \\x41\\u00e4\\ud83d\\ude00\\\n go'}", #"{"a":"it's Aä😀 go"}"#),
        ("{\u{A0}größe_$1:\u{2028}1}", #"{"größe_$1":1}"#), ("{a: {b: []}}", #"{"a":{"b":[]}}"#),
        (#"{"a\n": "\v\0"}"#, "{\"a\\n\":\"\\u000b\\u0000\"}"),
        (
            "{a: 9223372036854775807, b: 9223372036854775808}",
            #"{"a":9223372036854775807,"b":9.223372036854775808e+18}"#
        ),
    ])
    func reads(_ text: String, _ json: String) throws {
        let expected = json.replacing("9.223372036854775808e+18", with: "9.223372036854776e+18")
        #expect(try parse(text).compact == expected)
    }

    @Test(
        arguments: [
            ("", 1, 1), ("[]", 1, nil), ("1", 1, nil), ("{", 1, 1), ("{a", 1, 3), ("{a:", 1, 4), ("{a:1", 1, 1),
            ("{a:1 b:2}", 1, 6), ("{a:1,,}", 1, 6), ("{,}", 1, 2), ("{a:1}}", 1, 6), ("{\n a: x\n}", 2, 5),
            ("{\r\na: 'ä\n'}", 2, 4), ("{a: 'ä' 1}", 1, 10), ("{a: 'x}", 1, 5), ("{a: '\\x4'}", 1, 9),
            ("{a: '\\ud800'}", 1, 8), ("{a: '\\ude00'}", 1, 8), ("{a: '\\1'}", 1, 7), ("{a: 01}", 1, 5),
            ("{a: 1..2}", 1, 5), ("{a: 0x}", 1, 5), ("{a: 0x-1}", 1, 5), ("{a: --1}", 1, 5), ("{a: 1e}", 1, 5),
            ("{a: 1e999}", 1, 5), ("{a: Infinity}", 1, 5), ("{a: -NaN}", 1, 5), ("{a: nan}", 1, 5), ("{1a: 1}", 1, 2),
            ("{} /* x", 1, 4), ("{a: 1, /", 1, 8),
            ("{a: 1, a: 2}", 1, 8), ("{a: 1,\n'a': 2}", 2, 1), ("{a: '\\08'}", 1, 7), ("{a: 1a}", 1, 5),
        ] as [(String, Int, Int?)])
    func refuses(_ text: String, _ line: Int, _ column: Int?) {
        do throws(JobFileError) {
            _ = try parse(text)
            Issue.record("accepted")
        } catch {
            #expect(error.code == .badJSON)
            #expect(error.line == line)
            #expect(error.column == column)
        }
    }

    @Test func depthIsBounded() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: JobFileError(.badJSON, context: "")) { try parse("{a: \(deep)}") }
        #expect(throws: JobFileError(.tooLarge, context: "")) {
            try SettingsFile.parse([UInt8](repeating: 0x20, count: FileLimits.settingsBytes + 1))
        }
        #expect(throws: JobFileError(.notUTF8, context: "")) { try SettingsFile.parse([0x7B, 0xFF, 0x7D]) }
    }

    static let sample = Array(
        "{ // ä\n name: 'x\\u0041\\\n', attempts: +0x3, spoilage: \"5%\", /* c */ chips: ['NTAG213',], a: -1.5e3 }".utf8
    )

    @Test func everyPrefixAndByte() throws {
        #expect(throws: Never.self) { try SettingsFile.parse(Self.sample) }
        for count in 0..<Self.sample.count {
            #expect(throws: JobFileError.self) { try SettingsFile.parse(Array(Self.sample.prefix(count))) }
        }
        for index in Self.sample.indices {
            for byte: UInt8 in [0, 0x0A, 0x22, 0x27, 0x2C, 0x2E, 0x2F, 0x30, 0x5C, 0x75, 0x7B, 0x7D, 0x5B, 0xC3, 0xFF] {
                var bytes = Self.sample
                bytes[index] = byte
                if let json = try? SettingsFile.parse(bytes) { _ = try? Settings(json: json) }
            }
        }
    }

    /// `--url` and the like are how flags are kept in a journal and in report.json, and no settings keys.
    @Test(arguments: ["--url", "--text", "--lang", "--x"]) func refusesOptions(_ key: String) {
        let error = #expect(throws: JobFileError.self) { try parse("{'\(key)': 'x'}") }
        #expect(error?.code == .optionAsKey)
    }
}
