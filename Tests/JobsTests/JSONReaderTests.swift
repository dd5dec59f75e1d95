import Jobs
import Testing

@Suite struct JSONReaderTests {
    static let values: [(String, JSONValue)] = [
        ("null", .null), (" true ", .bool(true)), ("false", .bool(false)),
        ("0", .int(0)), ("-0", .int(0)), ("12", .int(12)), ("-7", .int(-7)),
        ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
        ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1.0", .number(1)), ("2e3", .number(2000)),
        ("-1.5E-2", .number(-0.015)), ("1e+2", .number(100)),
        ("\"\"", .string("")), ("\"a\\\"\\\\\\/\\b\\f\\n\\r\\tz\"", .string("a\"\\/\u{8}\u{C}\n\r\tz")),
        ("\"\\u00e9\\u0000\\uD83D\\uDE00é\u{1F600}\"", .string("é\u{0}\u{1F600}é\u{1F600}")),
        ("[]", .array([])), ("[1, [2],\t{}\n]", .array([.int(1), .array([.int(2)]), .object([])])),
        (
            "{\"z\": 1, \"a\": [null], \"Z\": {\"\": \"x\"}}",
            .object([
                .init("z", .int(1)), .init("a", .array([.null])), .init("Z", .object([.init("", .string("x"))])),
            ])
        ),
    ]

    @Test(arguments: values.indices) func reads(index: Int) throws {
        let (text, value) = Self.values[index]
        #expect(try JSONValue(parsing: text) == value)
    }

    @Test(arguments: values.indices) func readsWhatIsWritten(index: Int) throws {
        let value = Self.values[index].1
        #expect(try JSONValue(parsing: value.compact) == value)
        #expect(try JSONValue(parsing: value.indented) == value)
        #expect(try JSONValue(parsing: value.compact).compact == value.compact)
    }

    static let refused: [(String, JSONError.Code)] = [
        ("", .endOfText), ("  ", .endOfText), ("nul", .unexpected), ("nulL", .unexpected), ("+1", .unexpected),
        ("01", .badNumber), ("-", .endOfText), ("-x", .badNumber), ("1.", .endOfText), (".5", .unexpected),
        ("1.x", .badNumber), ("0x1", .badNumber), ("1e", .endOfText), ("1e999", .badNumber), ("1 2", .trailing),
        ("1a", .badNumber), ("1 a", .trailing), ("1-", .badNumber),
        ("\"a", .endOfText), ("\"\n\"", .badString), ("\"\\x\"", .badString), ("\"\\u12G4\"", .badString),
        ("\"\\uD800\"", .badUnicode), ("\"\\uDC00\"", .badUnicode), ("\"\\uD800\\u0041\"", .badUnicode),
        ("[1,]", .unexpected), ("[,1]", .unexpected), ("[1 2]", .unexpected), ("[1", .endOfText),
        ("{\"a\"}", .unexpected), ("{\"a\":}", .unexpected), ("{a:1}", .unexpected), ("{\"a\":1,}", .unexpected),
        ("{\"a\":1]", .unexpected), ("{\"a\":1,\"a\":1}", .nameTwice), ("{\"a\":1,\"\\u0061\":1}", .nameTwice),
        ("'a'", .unexpected), ("// x\n1", .unexpected), ("\u{FEFF}1", .unexpected),
    ]

    @Test(arguments: refused.indices) func refuses(index: Int) {
        let (text, code) = Self.refused[index]
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
        #expect(error?.code == code, "\(text)")
    }

    /// Line and byte of the line, whatever ends the lines.
    @Test(arguments: [
        ("[1,\n 2,\n x]", 3, 2), ("[1,\r\n x]", 2, 2), ("[1,\r x]", 2, 2), ("[\"ä\" 1]", 1, 7), ("[1,", 1, 1),
        ("{\"a\":1,\n\"a\":2}", 2, 1), ("1 2", 1, 3), ("[\"\u{1}\"]", 1, 3), ("", 1, 1), ("[1,\n", 1, 1),
    ])
    func tellsThePlace(_ text: String, _ line: Int, _ column: Int) {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
        #expect(error?.place.line == line)
        #expect(error?.place.column == column)
    }

    @Test func refusesBytesThatAreNoUTF8() {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22, 0xC3, 0x28, 0x22]) }
        #expect(error?.code == .badUnicode)
    }

    @Test func boundsTheDepth() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        _ = try JSONValue(parsing: nested(JSONValue.depthMaximum))
        for levels in [JSONValue.depthMaximum + 1, 1_000_000] {
            let error = #expect(throws: JSONError.self) { try JSONValue(parsing: nested(levels)) }
            #expect(error?.code == .tooDeep)
        }
    }

    static let sample = Array(
        "{\"name\":\"caf\\u00e9\",\"n\":[-1,2.5e-3,true,null],\"o\":{\"x\":\"\\uD83D\\uDE00é\"}}".utf8)

    @Test func refusesEveryPrefix() throws {
        for count in 0..<Self.sample.count {
            #expect(throws: JSONError.self) { try JSONValue(parsing: Array(Self.sample.prefix(count))) }
        }
        _ = try JSONValue(parsing: Self.sample)
    }

    @Test func takesEveryChangeOfOneByteWithoutATrap() {
        var accepted = 0
        for index in Self.sample.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = Self.sample
                changed[index] = byte
                if (try? JSONValue(parsing: changed)) != nil { accepted += 1 }
            }
        }
        #expect(accepted > 0 && accepted < Self.sample.count * 256)
    }
}
