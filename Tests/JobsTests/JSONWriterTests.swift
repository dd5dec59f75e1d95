import Testing

@testable import Jobs

@Suite("JSON as it is written")
struct JSONWriterTests {
    private func text(_ body: (inout JSONWriter) -> Void, isIndented: Bool = false) -> String {
        var json = JSONWriter(isIndented: isIndented)
        body(&json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test(
        "what must be is escaped, wherever it stands",
        arguments: [
            ("", ""), ("plain", "plain"), ("\"", "\\\""), ("\\", "\\\\"), ("/", "/"), ("\n\r\t", "\\n\\r\\t"),
            ("\u{0}", "\\u0000"), ("\u{8}\u{C}", "\\u0008\\u000c"), ("\u{1F}x", "\\u001fx"), ("\u{7F}", "\\u007f"),
            ("\u{80}\u{9F}", "\u{80}\u{9F}"), ("a\u{2028}b\u{2029}", "a\\u2028b\\u2029"),
            // Their neighbours, and others that begin as they do, stand for themselves.
            ("\u{2027}\u{202A}\u{20A8}\u{2068}\u{2FFF}", "\u{2027}\u{202A}\u{20A8}\u{2068}\u{2FFF}"),
            ("Größe €, 😀", "Größe €, 😀"), ("e\u{301}\"\u{301}", "e\u{301}\\\"\u{301}"),
        ])
    func strings(string: String, written: String) {
        #expect(Array(text { $0.string(string) }.utf8) == Array("\"\(written)\"".utf8))
        #expect(Array(JSONValue.string(string).compact.utf8) == Array("\"\(written)\"".utf8))
    }

    @Test("every scalar comes back", arguments: [0...0x2FF, 0x1FFE...0x2100, 0xD7F0...0xE010, 0xFFF0...0x1000F])
    func everyScalar(range: ClosedRange<UInt32>) throws {
        for scalar in range.compactMap(Unicode.Scalar.init) {
            let string = "a\(Character(scalar))b"
            let read = try JSONValue(parsing: text { $0.string(string) })
            #expect(read == .string(string), "\(scalar.value)")
        }
    }

    @Test("members and elements are parted by commas, lists within lists too")
    func lists() {
        let value = JSONValue.object([
            .init("a", .array([])), .init("b", .object([])),
            .init("c", .array([.int(1), .array([.null]), .bool(true)])),
            .init("d\n", .object([.init("e", .number(0.5)), .init("f", .number(.nan))])),
        ])
        #expect(value.compact == #"{"a":[],"b":{},"c":[1,[null],true],"d\n":{"e":0.5,"f":null}}"#)
        #expect(
            value.indented == """
                {
                  "a": [],
                  "b": {},
                  "c": [
                    1,
                    [
                      null
                    ],
                    true
                  ],
                  "d\\n": {
                    "e": 0.5,
                    "f": null
                  }
                }
                """)
    }

    @Test(
        "a value of a column is the same in a tree and without one",
        arguments: [
            (.none, "null", ""), (.number(0), "0", "0"), (.number(-7), "-7", "-7"),
            (.number(.max), "9223372036854775807", "9223372036854775807"),
            (.number(.min), "-9223372036854775808", "-9223372036854775808"), (.text("a\"b"), #""a\"b""#, "a\"b"),
            (.text(""), #""""#, ""), (.bytes([]), #""""#, ""), (.bytes([0x04, 0xAF]), #""04AF""#, "04AF"),
            (.digest([0x04, 0xAF]), #""04af""#, "04af"),
            (.time(Timestamp(milliseconds: 7)), #""1970-01-01T00:00:00.007Z""#, "1970-01-01T00:00:00.007Z"),
        ] as [(ResultValue, String, String)])
    func values(value: ResultValue, json: String, plain: String) {
        #expect(text { $0.object { $0.member("x", value) } } == "{\"x\":\(json)}")
        #expect(JSONValue(value).compact == json)
        var bytes: [UInt8] = []
        value.append(to: &bytes)
        #expect(bytes == Array(plain.utf8))
    }

    @Test("what was taken out does not come again")
    func again() {
        var json = JSONWriter()
        for _ in 0..<2 {
            json.object { $0.member("x", .number(1)) }
            #expect(json.bytes == Array("{\"x\":1}".utf8))
            json.removeAll()
            #expect(json.bytes.isEmpty)
        }
    }
}
