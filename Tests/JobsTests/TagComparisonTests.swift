import NDEF
import Tags
import Testing

@testable import Jobs

/// A tag that holds these bytes.
func observed(
    _ message: [UInt8]?, source: String = "a.nfc", uid: String? = nil, chip: Chip? = .ntag213,
    verdict: ObservedTag.Verdict? = nil, reason: String? = nil, lockState: LockState = .writable,
    filledSpans: [Range<Int>] = []
) -> ObservedTag {
    ObservedTag(
        source: source, uid: uid.flatMap { UID(hex: $0) }, chip: chip,
        verdict: verdict ?? (message?.isEmpty == false ? .message : .empty), reason: reason, message: message,
        filledSpans: filledSpans,
        mirror: filledSpans.first.map { AsciiMirror(.uid, bytes: (16 + $0.lowerBound)..<(16 + $0.upperBound)) },
        lockState: lockState)
}

func expectation(
    _ message: [UInt8], row: Int = 1, sku: String? = nil, uid: String? = nil, chip: Chip? = nil,
    lockState: LockState? = nil, genuine: Genuine? = nil
) -> Jobs.Expectation {
    Jobs.Expectation(
        key: ItemKey(row: row, copy: 1), line: row + 1, sku: sku, uid: uid.flatMap { UID(hex: $0) }, cells: [],
        message: message, chip: chip, lockState: lockState, genuine: genuine)
}

@Suite struct TagComparisonTests {
    /// One record, short form.
    private static func record(_ header: UInt8, _ type: String, _ payload: [UInt8]) -> [UInt8] {
        [header, UInt8(type.utf8.count), UInt8(payload.count)] + type.utf8 + payload
    }

    private static func uri(_ code: UInt8, _ rest: String) -> [UInt8] { record(0xD1, "U", [code] + rest.utf8) }
    private static func text(_ language: String, _ text: String) -> [UInt8] {
        record(0xD1, "T", [UInt8(language.utf8.count)] + language.utf8 + text.utf8)
    }

    /// A smart poster of these records, each made with MB and ME set.
    private static func poster(_ records: [UInt8]...) -> [UInt8] { record(0xD1, "Sp", joined(records)) }

    /// The records as one message: MB on the first and ME on the last alone.
    private static func joined(_ records: [[UInt8]]) -> [UInt8] {
        records.enumerated().flatMap { index, record in
            let flags: UInt8 = (index == 0 ? 0x80 : 0) | (index == records.count - 1 ? 0x40 : 0)
            return [record[0] & 0x3F | flags] + record.dropFirst()
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let expected: [UInt8]
        let found: [UInt8]
        /// The kind, with the record where there is one; empty where the messages mean the same.
        var kinds: [String] = []
        /// What the first sentence holds.
        var holds: [String] = []

        init(_ name: String, _ expected: [UInt8], _ found: [UInt8], _ kinds: [String] = [], _ holds: String...) {
            (testDescription, self.expected, self.found, self.kinds, self.holds) = (name, expected, found, kinds, holds)
        }
    }

    static let cases: [Case] = [
        Case("the same", uri(4, "a.example"), uri(4, "a.example")),
        Case("another abbreviation", uri(4, "a.example"), uri(0, "https://a.example")),
        Case(
            "a record in the long form", uri(4, "a.example"),
            [0xC1, 1, 0, 0, 0, 10] + Array("U".utf8) + [4] + Array("a.example".utf8)),
        Case(
            "chunks", uri(4, "a.example"),
            [0xB1, 1, 2, 0x55, 4, 0x61, 0x56, 0, 8] + Array(".example".utf8)),
        Case("an identifier", uri(4, "a.example"), [0xD9, 1, 10, 1, 0x55, 0x30, 4] + Array("a.example".utf8)),
        // Field case 48: what a URI holds is compared byte for byte, nothing is made the same.
        Case(
            "no URI is normalised", uri(4, "a.example/?x=1&y=%20#z"), uri(4, "A.example/?x=1&y=%20#z"), ["uri 1"],
            #""https://a.example/?x=1&y=%20#z" is expected, and "https://A.example/?x=1&y=%20#z" is there"#),
        Case("percent signs too", uri(4, "a.example/%7e"), uri(4, "a.example/~"), ["uri 1"]),
        Case("and the case of escapes", uri(4, "a.example/%7e"), uri(4, "a.example/%7E"), ["uri 1"]),
        Case("and the slash at the end", uri(4, "a.example"), uri(4, "a.example/"), ["uri 1"]),
        // A spelling of "é" that looks the same is another URI, and its letters are told by number.
        Case(
            "accents are not composed", text("en", "caf\u{E9}"), text("en", "cafe\u{301}"), ["text 1"],
            "(character 4: U+00E9, not U+0065)"),
        Case(
            "NULs are seen", uri(4, "a.example"), record(0xD1, "U", [4] + Array("a.example".utf8) + [0, 0]), ["uri 1"],
            #""https://a.example\u0000\u0000" is there"#, "a URI has no NUL"),
        Case(
            "a blank at the end is seen", text("en", "Tea"), text("en", "Tea\u{A0}"), ["text 1"],
            #""Tea\u00a0" is there (character 4: the end, not U+00A0)"#),
        // Field case 45: the language stands apart from the text, and compares without case.
        Case("a text", text("de", "§àé"), text("de", "§àé")),
        Case("the case of a language", text("de-AT", "§àé"), text("DE-at", "§àé")),
        Case(
            "another language", text("de", "§àé"), text("en", "§àé"), ["lang 1"],
            #"the language "de" is expected, and "en" is there"#),
        Case("text and language", text("de", "eins"), text("en", "one"), ["text 1", "lang 1"], #""eins" is expected"#),
        Case(
            "UTF-16", text("en", "Hi"), record(0xD1, "T", [0x82] + Array("en".utf8) + [0, 0x48, 0, 0x69])),
        Case(
            "another type", uri(4, "a.example"), text("en", "a.example"), ["record-type 1"],
            "a URI is expected, and a text is there"),
        Case(
            "a URI as the type of a record", uri(4, "a.example"), record(0xD3, "https://a.example", []),
            ["record-type 1"], "an absolute URI as the type is there"),
        Case(
            "media types without case", record(0xD2, "text/vcard", [1, 2]), record(0xD2, "text/vCard", [1, 2])),
        Case(
            "media bytes", record(0xD2, "text/vcard", [1, 2, 3]), record(0xD2, "text/vcard", [1, 9, 3, 4]), ["bytes 1"],
            "the payloads differ from byte 1 on: 0203 is expected, and 090304 is there (3 bytes, not 4)"),
        Case(
            "another media type", record(0xD2, "text/vcard", [1]), record(0xD2, "text/plain", [1]), ["record-type 1"],
            #"a record of media type "text/vcard" is expected, and a record of media type "text/plain" is there"#),
        Case(
            "external types without case", record(0xD4, "example.com:Shelf", [1, 2]),
            record(0xD4, "Example.COM:shelf", [1, 2])),
        Case(
            "external bytes", record(0xD4, "example.com:shelf", [1, 2]), record(0xD4, "Example.com:shelf", [1, 3]),
            ["bytes 1"], "the payloads differ from byte 1 on"),
        // What is in a smart poster counts as it does outside of one.
        Case(
            "a smart poster with another abbreviation and identifier",
            poster(uri(4, "a.example"), text("de-AT", "eins")),
            poster(uri(0, "https://a.example"), text("de-at", "eins"))),
        Case(
            "the URI of a smart poster", poster(uri(4, "a.example"), text("en", "a")),
            poster(uri(0, "https://b.example"), text("en", "a")), ["uri 1.1"], #""https://a.example" is expected"#),
        Case(
            "title and language of a smart poster", poster(uri(4, "a"), text("en", "one"), text("en", "two")),
            poster(uri(4, "a"), text("en", "eins"), text("de", "two")), ["text 1.2", "lang 1.3"]),
        Case(
            "the action of a smart poster", poster(uri(4, "a"), record(0xD1, "act", [0])),
            poster(uri(0, "https://a"), record(0xD1, "act", [1])), ["bytes 1.2"]),
        Case(
            "a smart poster in a smart poster, which is read no further", poster(poster(uri(4, "a"))),
            poster(poster(uri(4, "b"))), ["bytes 1.1"]),
        Case(
            "a record too many in a smart poster", poster(uri(4, "a")), poster(uri(4, "a"), text("en", "a")),
            ["record-count 1"], "1 record is expected in the smart poster, and 2 records are there"),
        Case(
            "a smart poster that is broken", poster(uri(4, "a")), record(0xD1, "Sp", [0xD1, 1, 9, 0x55]), ["bytes 1"]),
        Case("well-known types with case", record(0xD1, "U", [0]), record(0xD1, "u", [0]), ["record-type 1"]),
        Case(
            "a bad text", text("en", "x"), record(0xD1, "T", [0x3F, 0x61]), ["text 1"],
            "the language code goes beyond the payload"),
        Case("bad in the same way", record(0xD1, "T", [0x3F, 0x61]), record(0xD1, "T", [0x3F, 0x61])),
        Case(
            "a record too many", uri(4, "a.example"), [0x91, 1, 2, 0x55, 4, 0x61, 0x51, 1, 2, 0x55, 4, 0x62],
            ["record-count", "uri 1"], "1 record is expected, and 2 records are there"),
        Case(
            "the order of records", [0x91, 1, 2, 0x55, 4, 0x61, 0x51, 1, 2, 0x55, 4, 0x62],
            [0x91, 1, 2, 0x55, 4, 0x62, 0x51, 1, 2, 0x55, 4, 0x61], ["uri 1", "uri 2"], #""https://a" is expected"#),
        // The list of the contract orders kinds before records.
        Case(
            "differences in the order of the list",
            [0x91, 1, 4, 0x54, 2, 0x65, 0x6E, 0x61, 0x51, 1, 2, 0x55, 4, 0x61],
            [0x91, 1, 4, 0x54, 2, 0x64, 0x65, 0x62, 0x51, 1, 2, 0x55, 4, 0x62], ["uri 2", "text 1", "lang 1"]),
        Case("nothing on the tag", uri(4, "a.example"), [], ["record-count"], "and the tag holds none"),
        Case("the empty record", uri(4, "a.example"), [0xD0, 0, 0], ["record-count"], "and the tag holds none"),
        Case("an empty tag is expected", [0xD0, 0, 0], []),
        Case(
            "something on it", [0xD0, 0, 0], uri(4, "a.example"), ["record-count"],
            "no record is expected, and 1 record is there"),
        Case(
            "no message at all", uri(4, "a.example"), [0xD1, 1, 10, 0x55, 4], ["bytes"],
            "a message of 14 bytes is expected, and the tag's is damaged: no NDEF message: "),
    ]

    @Test(arguments: cases) func messages(_ expected: Case) {
        let found = observed(expected.found)
        let differences = expectation(expected.expected).comparison(with: found, exactly: false).differences
        let kinds = differences.map { difference in
            let place = ((difference.record.map { [$0] } ?? []) + difference.inner).map(String.init)
            return difference.kind.rawValue + (place.isEmpty ? "" : " " + place.joined(separator: "."))
        }
        #expect(kinds == expected.kinds)
        for part in expected.holds {
            #expect(differences.first?.detail.contains(part) == true, "\(differences.first?.detail ?? "")")
        }
        #expect(differences.allSatisfy { !$0.detail.contains("\0") })
        // With --exact the bytes decide, and what else differs is still told.
        let exact = expectation(expected.expected).comparison(with: found, exactly: true).differences
        let bothAreEmpty = expected.expected == [0xD0, 0, 0] && expected.found.isEmpty
        #expect(exact.isEmpty == (expected.expected == expected.found || bothAreEmpty))
        if !exact.isEmpty { #expect(exact.last?.kind == .bytes) }
        #expect(exact.filter { $0.kind != .bytes } == differences.filter { $0.kind != .bytes })
    }

    /// A tag that is none for NDEF is as expected where the lock state says so.
    @Test(arguments: [false, true]) func aTagThatIsNoneForNDEF(exactly: Bool) {
        let expected = expectation([], lockState: .notNDEF)
        let none = observed(nil, verdict: .notNDEF, reason: "it is blank", lockState: .notNDEF)
        #expect(expected.comparison(with: none, exactly: exactly).differences.isEmpty)
        let other = expected.comparison(with: observed([0xD0, 0, 0]), exactly: exactly).differences
        #expect(other.map(\.detail) == ["the lock state not-ndef is expected, and it is writable"])
        let message = expectation([0xD0, 0, 0]).comparison(with: none, exactly: exactly).differences
        #expect(message.map(\.kind) == [.recordCount])
    }

    @Test func exactTellsTheFirstByte() {
        let exact = expectation(Self.uri(4, "a")).comparison(
            with: observed(Self.uri(0, "https://a")), exactly: true)
        #expect(
            exact.differences.map(\.detail) == [
                "the messages differ from byte 2 on: 02550461 is expected, and 0A55006874747073… is there (6 bytes, not 14)"
            ])
    }

    @Test func longValuesAreShownAroundTheDifference() {
        let excerpt = TextExcerpt(
            expected: String(repeating: "a", count: 200) + "X" + String(repeating: "b", count: 100),
            found: String(repeating: "a", count: 200) + "Y")
        #expect(
            excerpt.sentence
                == "…\"\(String(repeating: "a", count: 24))X\(String(repeating: "b", count: 31))\"… is expected, and "
                + "…\"\(String(repeating: "a", count: 55))Y\" is there")
    }

    @Test func stateOfTheTag() {
        let message = Self.uri(4, "a.example")
        let wanted = expectation(
            message, uid: "04A1B2C3D4E5F6", chip: .ntag215, lockState: .locked, genuine: .yes)
        let found = observed(message, uid: "04A1B2C3D4E5F7", chip: .ntag213)
        #expect(
            wanted.comparison(with: found, exactly: false).differences == [
                Difference(.uid, detail: "the UID 04A1B2C3D4E5F6 is expected, and it is 04A1B2C3D4E5F7"),
                Difference(.chip, detail: "the chip NTAG215 is expected, and it is NTAG213"),
                Difference(.lockState, detail: "the lock state locked is expected, and it is writable"),
                Difference(.genuine, detail: "genuine yes is expected, and it is unknown"),
            ])
        let unknown = observed(message, chip: nil)
        #expect(
            wanted.comparison(with: unknown, exactly: false).differences.prefix(2).map(\.detail) == [
                "the UID 04A1B2C3D4E5F6 is expected, and it is not known",
                "the chip NTAG215 is expected, and it is not known",
            ])
    }

    @Test(arguments: [
        (ObservedTag.Verdict.notNDEF, "record-count", "the tag is none for NDEF: page 3 is 00000000"),
        (.damaged, "bytes", "the tag's is damaged: page 3 is 00000000"),
    ])
    func tagsWithoutAMessage(_ verdict: ObservedTag.Verdict, _ kind: String, _ sentence: String) {
        let found = observed(nil, verdict: verdict, reason: "page 3 is 00000000")
        for exactly in [false, true] {
            let differences = expectation(Self.uri(4, "a")).comparison(with: found, exactly: exactly).differences
            #expect(differences.map(\.kind.rawValue) == [kind])
            #expect(differences.first?.detail.contains(sentence) == true)
        }
        // A damaged tag is no empty one either.
        #expect(!expectation([0xD0, 0, 0]).comparison(with: found, exactly: false).differences.isEmpty)
    }

    @Test func whatTheTagFillsIsLeftOut() {
        let expected = Self.uri(4, "a.example/?m=00000000000000&x=1")
        let found = Self.uri(4, "a.example/?m=04A1B2C3D4E5F6&x=1")
        let span = 18..<32
        #expect(Array(found[span]) == Array("04A1B2C3D4E5F6".utf8))
        let mirrored = observed(found, filledSpans: [span])
        for exactly in [false, true] {
            let comparison = expectation(expected).comparison(with: mirrored, exactly: exactly)
            #expect(comparison.differences.isEmpty)
            #expect(
                comparison.note == "bytes 18 to 31 of the message are filled by the tag itself and were not compared")
            #expect(!expectation(expected).comparison(with: observed(found), exactly: exactly).differences.isEmpty)
        }
        // What stands beside the span counts, and so does the length.
        let beside = observed(Self.uri(4, "a.example/?m=04A1B2C3D4E5F6&x=2"), filledSpans: [span])
        #expect(expectation(expected).comparison(with: beside, exactly: false).differences.map(\.kind) == [.uri])
        let longer = observed(found.dropLast() + [0x31, 0x31], filledSpans: [span])
        #expect(!expectation(expected).comparison(with: longer, exactly: false).differences.isEmpty)
    }

    @Test(arguments: [
        ("?u=00000000000000&c=000000&m=0000000000000000", "?u=04A1B2C3D4E5F6&c=00002A&m=94EED9EE65337086", true),
        ("?p=00000000000000000000000000000000", "?p=ef963ff7828658a599f3041510671e88", true),
        // A run of another length is no place for SDM.
        ("?u=0000000000000", "?u=04A1B2C3D4E5F", false),
        // What is no hex digit was not filled in by SDM.
        ("?c=000000", "?c=00002G", false),
    ])
    func secureDynamicMessaging(_ expected: String, _ found: String, _ matches: Bool) {
        let wanted = expectation(Self.uri(4, "a.example/" + expected))
        let message = Self.uri(4, "a.example/" + found)
        let comparison = wanted.comparison(with: observed(message, chip: .ntag424), exactly: false)
        #expect(comparison.differences.isEmpty == matches)
        #expect((comparison.note != nil) == matches)
        // Of that chip alone.
        #expect(!wanted.comparison(with: observed(message, chip: .ntag213), exactly: false).differences.isEmpty)
    }
}
