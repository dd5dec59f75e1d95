import NDEF
import Testing

@testable import Jobs

@Suite struct PhoneAdviceTests {
    /// The records of a job's settings, and what phones make of them.
    static let messages: [(records: String, code: String?)] = [
        (#"{type: "uri", value: "https://a.example/"}"#, nil), (#"{type: "uri", value: "HTTP://a.example/"}"#, nil),
        (#"{type: "tel", value: "+431"}"#, nil), (#"{type: "sms", value: "+431"}"#, nil),
        (#"{type: "mailto", value: "a@a.example"}"#, nil), (#"{type: "uri", value: "X-HM://00"}"#, nil),
        (#"{type: "uri", value: "facetime-audio://a"}"#, nil), (#"{type: "uri", value: "myapp://x"}"#, "phone-scheme"),
        (#"{type: "geo", value: "48.2,16.3"}"#, "phone-scheme"), (#"{type: "text", value: "x"}"#, "phone-no-uri"),
        (#"{type: "text", value: "x"}, {type: "json", members: {a: 1}}"#, "phone-no-uri"),
        (#"{type: "text", value: "x"}, {type: "uri", value: "https://a.example/"}"#, "phone-order"),
        (#"{type: "text", value: "x"}, {type: "smartposter", value: "https://a.example/"}"#, "phone-order"),
        (#"{type: "uri", value: "https://a.example/"}, {type: "text", value: "x"}"#, nil),
        (#"{type: "text", value: "x"}, {type: "aar", value: "com.example.app"}"#, nil),
        (#"{type: "smartposter", value: "https://a.example/", title: "x"}"#, "phone-smart-poster"),
        (#"{type: "smartposter", value: "https://a.example/"}, {type: "uri", value: "https://a.example/"}"#, nil),
        // Meant for programs: a URL in front would keep Android from them.
        (#"{type: "wifi", ssid: "n", password: "12345678"}"#, nil), (#"{type: "vcard", name: "Ann"}"#, nil),
        (#"{type: "json", members: {a: 1}}"#, nil), (#"{type: "mime:text/plain", value: "x"}"#, nil),
        (#"{type: "external:a.example:t", value: "x"}"#, nil), (#"{type: "aar", value: "com.example.app"}"#, nil),
        (#"{type: "wifi", ssid: "n"}, {type: "uri", value: "https://a.example/"}"#, nil),
    ]

    @Test(arguments: messages.indices) func advice(_ index: Int) throws {
        let (written, code) = Self.messages[index]
        let row = try OneRow(["a": "b"], records: OneRow.records("[\(written)]"))
        #expect(!row.records.isEmpty)
        let finding = PhoneAdvice.finding(row.records)
        #expect(finding?.code == code)
        #expect(finding?.severity ?? .warning == .warning)
        // The job's own look at the bytes says the same.
        var tally = PhoneTally()
        tally.add(try Message(row.records).encoded(), row: 3)
        #expect(tally.issues.map(\.code) == [code].compactMap { $0 })
    }

    @Test func nothingIsSaidOfNothing() {
        #expect(PhoneAdvice.finding([]) == nil)
        var tally = PhoneTally()
        for message: [UInt8] in [[], [0xD1], [0xD1, 1, 0, 0x55], [0xD0, 0, 0]] { tally.add(message, row: 1) }
        #expect(tally.issues.isEmpty)
    }
}
