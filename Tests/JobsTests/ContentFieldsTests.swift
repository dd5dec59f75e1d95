import NDEF
import Tags
import Testing

@testable import Jobs

/// Content of a media type or an external type.
@Suite struct ContentFieldsTests {
    @Test(arguments: [
        ("mime:text/plain", "value", "grün\n🙂", "grün\n🙂"),
        ("mime:application/x.y+json", "hex", "61 62-63:64", "abcd"),
        (" MIME:Text/Plain ", "base64", "aGVs bG8=", "hello"), ("external:example.com:t", "value", "a", "a"),
        ("External:a.example:x-1", "hex", "C3A4", "ä"),
    ]) func content(_ type: String, _ column: String, _ cell: String, _ content: String) throws {
        let row = try OneRow(["type": type, column: cell])
        #expect(row.issues == [])
        #expect(row.payloads == [content])
        let name = type.trimmingBlanks.split(separator: ":", maxSplits: 1)[1]
        #expect(row.records.map(\.type) == [Array(name.utf8)])
        #expect(row.records.map(\.typeNameFormat) == [type.lowercased().contains("mime") ? .media : .external])
        #expect(row.summary == "\(name), \(content.utf8.count) \(content.utf8.count == 1 ? "byte" : "bytes")")
    }

    static let refused: [(cells: KeyValuePairs<String, String>, issue: String)] = [
        (
            ["type": "mime:text", "value": "x"],
            "error type-invalid in type: behind mime: stands a media type like text/plain, not \"text\""
        ),
        (
            ["type": "mime:text/plain; charset=utf-8", "value": "x"],
            "error type-invalid in type: behind mime: stands a media type like text/plain, without parameters, not "
                + "\"text/plain; charset=utf-8\""
        ),
        (
            ["type": "external:Example.com:T", "value": "x"],
            "error type-invalid in type: behind external: stands a type like example.com:mytype, in small letters, not "
                + "\"Example.com:T\"; is example.com:t meant?"
        ),
        (
            ["type": "external:urn:nfc:ext:example.com:t", "value": "x"],
            "error type-invalid in type: behind external: stands a type like example.com:mytype, in small letters, not "
                + "\"urn:nfc:ext:example.com:t\"; is example.com:t meant?"
        ),
        (
            ["type": "external:", "value": "x"],
            "error type-invalid in type: behind external: stands a type like example.com:mytype, in small letters, not "
                + "\"\""
        ),
        (
            ["type": "mime:a/b", "value": "x", "hex": "00"],
            "error content-twice in hex: the content is given more than once, in value and hex: give it in one of them"
        ),
        (
            ["type": "mime:a/b", "base64": "AA==", "hex": "00"],
            "error content-twice in base64: the content is given more than once, in hex and base64: give it in one of them"
        ),
        (["type": "mime:a/b", "hex": "0"], "error content-hex in hex: hex must be two hex digits a byte"),
        (
            ["type": "mime:a/b", "base64": "AA"],
            "error content-base64 in base64: base64 must be of RFC 4648, section 4, with its padding"
        ),
        (
            ["type": "mime:a/b", "value": " "],
            "error value-missing in value: there is nothing to write: the type is mime:a/b, and its value is empty"
        ),
    ]

    @Test(arguments: refused.indices) func refuses(_ index: Int) throws {
        let row = try OneRow(Self.refused[index].cells)
        #expect(row.issues == [Self.refused[index].issue])
        #expect(row.records == [])
    }

    /// What a file of the settings holds stands there in base64, whatever it is, and its name is gone.
    @Test func file() throws {
        let settings = Settings(
            records: try OneRow.records(
                #"[{type: "uri", value: "https://a.example"}, {type: "mime:image/png", file: "logo.png"}]"#))
        #expect(try Settings(json: settings.json) == settings)
        let bytes = [UInt8](0...255)
        var asked: [String] = []
        let resolved = settings.readingFiles { name in
            asked.append(name)
            return bytes
        }
        #expect(asked == ["logo.png"])
        #expect(try Settings(json: resolved.json) == resolved)
        #expect(!resolved.json.compact.contains("logo.png"))
        let row = try OneRow(["sku": "1"], records: resolved.records)
        #expect(row.issues == [])
        #expect(row.records.last?.payload == bytes)
        let unread = try OneRow(["sku": "1"], records: settings.records)
        #expect(
            unread.issues == [
                "error content-file: the file that the settings name was not read: give the settings as a file"
            ])
        #expect(throws: SettingsError(.badValue, key: "", context: "")) {
            try settings.readingFiles { (_) throws(SettingsError) in
                throw SettingsError(.badValue, key: "", context: "")
            }
        }
    }

    /// The name of a file leads nowhere else, and no row can name one.
    @Test(arguments: ["/etc/passwd", "../a", "..", ".", "a/b", "", " ", "{name}", "a{", "}", "a\0b"])
    func fileNames(_ name: String) throws {
        let json = JSONValue.string(name).compact
        #expect(
            try refusal(ofRecords: #"[{type: "mime:a/b", file: \#(json)}]"#)
                == "records[1].file in the settings must be the name of a file beside the settings, without /, { and }")
        let row = try OneRow(["type": "mime:a/b", "file": name])
        #expect(row.records == [])
    }

    @Test(arguments: [
        (
            #"{type: "mime:a", value: "x"}"#,
            "records[1].type in the settings: behind mime: stands a media type like text/plain, not \"a\""
        ),
        (
            #"{type: "external:A.example:t", value: "x"}"#,
            "records[1].type in the settings: behind external: stands a type like example.com:mytype, in small letters, not "
                + "\"A.example:t\"; is a.example:t meant?"
        ),
        (
            #"{type: "mime:a/b", value: "x", file: "y"}"#,
            "records[1] in the settings must be a record whose content stands in one of value, hex, base64 and file"
        ),
        (
            #"{type: "mime:a/b", lang: "de"}"#,
            "the settings key \"records[1].lang\" is not known: a record of the type mime:a/b has no language; leave it out"
        ),
        (
            #"{type: "text", file: "y"}"#,
            "the settings key \"records[1].file\" is not known: file is a field of mime:TYPE/SUBTYPE and external:DOMAIN:TYPE"
        ),
        (
            #"{type: "text", ssid: "y"}"#,
            "the settings key \"records[1].ssid\" is not known: ssid is a field of wifi"
        ),
        (#"{type: "text", colour: "y"}"#, "the settings key \"records[1].colour\" is not known"),
        (#"{type: "text", vlaue: "y"}"#, "the settings key \"records[1].vlaue\" is not known; is value meant?"),
        (
            #"{type: "ndef", members: {}}"#,
            "the settings key \"records[1].members\" is not known: members is a field of json"
        ),
        (#"{type: "mime:a/b"}"#, "records[1] in the settings must be a record with type and value"),
    ]) func settingsAreRefused(_ record: String, _ sentence: String) throws {
        #expect(try refusal(ofRecords: "[\(record)]") == sentence)
    }
}

/// JSON, and records as bytes.
@Suite struct JSONFieldsTests {
    @Test func asItIs() throws {
        let row = try OneRow(["type": "json", "value": " {\"a\" : [1, \"ü\"]}\n"])
        #expect(row.issues == [])
        #expect(row.payloads == [" {\"a\" : [1, \"ü\"]}\n"])
        #expect(row.records.map(\.type) == [Array("application/json".utf8)])
        let other = try OneRow(["type": "json", "value": "7", "mime": "application/geo+json"])
        #expect(other.records.map(\.type) == [Array("application/geo+json".utf8)])
    }

    @Test(arguments: [
        ("{", "line 1, byte 1: the { that stands here is never closed"),
        ("{a:1}", "line 1, byte 2: a name in double quotes must stand here"),
        ("1 2", "line 1, byte 3: something follows the end of the value"),
        ("{\"a\":1,\n\"a\":2}", "line 2, byte 1: this name stands twice in one object"),
    ]) func noJSON(_ value: String, _ reason: String) throws {
        let row = try OneRow(["type": "json", "value": value])
        #expect(row.issues == ["error json-invalid in value: the value is not one JSON value: \(reason)"])
    }

    @Test func otherFaults() throws {
        #expect(
            try OneRow(["type": "json", "value": "1", "mime": "json"]).issues == [
                "error json-mime in mime: mime must be a media type like application/json, not \"json\""
            ])
        let both = try OneRow.records(#"[{type: "json", value: "1", members: {a: "b"}}]"#)
        #expect(
            try OneRow(["sku": "1"], records: both).issues == [
                "error json-twice: value and members are both given: give one of them"
            ])
        #expect(
            try refusal(ofRecords: #"[{type: "json", members: {}}]"#)
                == "records[1].members in the settings must be an object with at least one member")
        #expect(
            try refusal(ofRecords: #"[{type: "json", members: [1]}]"#)
                == "records[1].members in the settings must be an object: { … }")
    }

    /// An OpenSpool tag: members in the order of the settings, texts escaped, numbers as they are.
    @Test func openSpool() throws {
        let records = try OneRow.records(
            """
            [{type: "json", members: {protocol: "openspool", version: "1.0", type: "{material}", color_hex: "{color}",
            brand: "{brand}", min_temp: "{min}", max_temp: "{max}"}}]
            """)
        let row = try OneRow(
            ["material": "PLA", "color": "FFAA00", "brand": "A \"B\" \\ C\n", "min": "200", "max": ""],
            records: records)
        #expect(row.issues == [])
        #expect(
            row.payloads == [
                #"{"protocol":"openspool","version":"1.0","type":"PLA","color_hex":"FFAA00","brand":"A \"B\" \\ C\n","#
                    + #""min_temp":"200","max_temp":""}"#
            ])
        #expect(row.summary == row.payloads.first)
        let settings = Settings(records: records)
        #expect(try Settings(json: settings.json) == settings)
    }

    @Test func nested() throws {
        let records = try OneRow.records(
            #"[{type: "json", members: {a: [1, true, null, 0.5, "{x}"], "{x}": {b: "{{{x}}}"}, n: -7}}]"#)
        let row = try OneRow(["x": "ä\u{2028}🙂"], records: records)
        #expect(row.payloads == [#"{"a":[1,true,null,0.5,"ä\u2028🙂"],"{x}":{"b":"{ä\u2028🙂}"},"n":-7}"#])
        let bad = try OneRow(["y": "1"], records: records)
        #expect(
            bad.issues.first
                == "error template-column: the template \"{x}\" names \"{x}\", but no column is so named; is \"{y}\" meant?"
        )
    }
}

@Suite struct RawFieldsTests {
    @Test func recordsAreAppended() throws {
        let hex = "99 01 02 02 54 69 64 00 61 5A 03 01 01 61 2F 62 78 FF"
        let row = try OneRow(["type": "ndef", "value": hex])
        #expect(row.issues == [])
        #expect(row.records.map(\.identifier) == [Array("id".utf8), Array("x".utf8)])
        #expect(row.summary == "a")
        let records = try OneRow.records(
            #"[{type: "text", value: "a"}, {type: "ndef", value: "D1010155 03"}, {type: "text", value: "b"}]"#)
        let three = try OneRow(["sku": "1"], records: records)
        #expect(three.records.map(\.type) == [[0x54], [0x55], [0x54]])
    }

    @Test(arguments: [
        ("D1010255 0361", "http://a"), ("D1010454 02656E61", "a"), ("D00000", "NDEF, 3 bytes"),
    ]) func summaries(_ hex: String, _ summary: String) throws {
        let row = try OneRow(["type": "ndef", "value": hex])
        #expect(row.summary == summary)
        #expect(try Message(row.records).encoded() == [UInt8](hex: hex))
    }

    @Test(arguments: [
        ("D", "ndef-hex", "the value must be an NDEF message in hex, two digits a byte"),
        ("grün", "ndef-hex", "the value must be an NDEF message in hex, two digits a byte"),
        (
            "D10102550", "ndef-hex", "the value must be an NDEF message in hex, two digits a byte"
        ),
        (
            "D1010255", "ndef-invalid",
            "the value is no NDEF message: the bytes end inside a record at byte 4 (a payload, length 2, left 0)"
        ),
        (
            "510101 5500", "ndef-invalid", "the value is no NDEF message: the first record has no MB flag at byte 0"
        ),
    ]) func refuses(_ hex: String, _ code: String, _ message: String) throws {
        let row = try OneRow(["type": "ndef", "value": hex])
        #expect(row.issues == ["error \(code) in value: \(message)"])
    }

    /// Every begin of a message and every change of a byte is taken or refused, and what is taken comes out again.
    @Test func everyChange() throws {
        let whole = try #require([UInt8](hex: "91 01 02 55 03 61 52 03 02 61 2F 62 00 FF"))
        for count in 0..<whole.count {
            #expect(try OneRow(["type": "ndef", "value": whole[..<count].hex]).records == [])
        }
        for index in whole.indices {
            for bit in 0..<8 {
                var bytes = whole
                bytes[index] ^= 1 << UInt8(bit)
                let row = try OneRow(["type": "ndef", "value": bytes.hex])
                #expect(row.records.isEmpty != row.issues.isEmpty)
            }
        }
    }
}
