import Foundation
import Testing

/// Troubles with Type 2 tags that people met, through the built command on a rack of its own.
@Suite("Field cases of Type 2 tags, by the built command") struct TypeTwoFieldCaseTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        /// The tag as a rack file has it, without its UID.
        let tag: String
        var url = "https://example.com/t/1"
        var text = ""
        var options: [String] = []
        /// The job's settings file, if any.
        var settings: String?
        /// `result` and `reason` of the tag in report.json.
        let outcome: [String]
        var chip: String?
        var lockState: String?
        /// A part of the sentence that says why.
        var detail: String?
        let code: Int32

        var testDescription: String { name }
    }

    private static let url198 = "https://" + String(repeating: "a", count: 194)
    private static let i2c2K = #""chip": "NTAG I2C 2K""#
    private static let blockLocked = #""chip": "NTAG216", "pages": {"2": "44480F00"}"#

    static let cases: [Case] = [
        // Field case 5: a mirror that was left on, over the message; and one that the job asks for.
        Case(
            name: "mirror left on", tag: #""chip": "NTAG213", "pages": {"41": "54000CFF"}"#,
            url: "https://example.com/a/long/enough/address", outcome: ["rejected", "verify-mismatch"],
            detail: "mirror", code: 4),
        Case(
            name: "mirror wanted", tag: #""chip": "NTAG213""#, url: "https://example.com/00000000000000",
            settings: #"{"mirror": "uid"}"#, outcome: ["written"], code: 0),
        // Field case 8.
        Case(
            name: "blank, too long", tag: #""chip": "Ultralight""#, url: url198,
            outcome: ["rejected", "tag-unformatted"], chip: "Ultralight", code: 4),
        Case(
            name: "blank, too long, to be formatted", tag: #""chip": "Ultralight""#, url: url198,
            options: ["--format-blank"], outcome: ["rejected", "message-too-large"], code: 4),
        // Field case 12: the lock control TLV of NTAG203 on NTAG213.
        Case(
            name: "another chip's lock control TLV",
            tag: #""chip": "NTAG213", "pages": {"4": "0103A010", "5": "440300FE"}"#, outcome: ["written"], code: 0),
        // Field case 22.
        Case(
            name: "lock page refused",
            tag: #""chip": "NTAG213", "faults": [{"page": 40, "fault": "status:6300"}]"#, options: ["--lock", "--yes"],
            outcome: ["failed", "lock-incomplete"], detail: "40", code: 1),
        // Field case 23.
        Case(
            name: "away after the length was zero",
            tag: #""chip": "NTAG213", "pages": {"4": "0103A00C", "5": "3403D100", "6": "00FE0000"}, "again": 0, "#
                + #""faults": [{"write": 2, "fault": "remove"}]"#,
            options: ["--overwrite", "always", "--yes"], outcome: ["failed", "tag-removed"], code: 4),
        // Field case 24.
        Case(name: "block-lock bits", tag: blockLocked, outcome: ["written"], chip: "NTAG216", code: 0),
        Case(
            name: "block-lock bits, to be locked", tag: blockLocked, options: ["--lock", "--yes"],
            outcome: ["rejected", "lock-impossible"], lockState: "writable", code: 4),
        // Field case 25.
        Case(
            name: "locks in sector 1", tag: i2c2K, options: ["--lock", "--yes"],
            outcome: ["rejected", "lock-impossible"], chip: "NTAG I2C 2K", detail: "unsupported chip for locking",
            code: 4),
        // Field case 31: GET_VERSION says NTAG215, the pages say otherwise.
        Case(
            name: "a size lie", tag: #""chip": "NTAG203", "version": "0004040201001103""#,
            outcome: ["rejected", "tag-damaged"], code: 4),
        // Field case 32.
        Case(
            name: "a foreign vendor", tag: #""chip": "NTAG213", "version": "0053040201000F03""#, outcome: ["written"],
            chip: "NTAG213", code: 0),
        // Field case 33, field case 34.
        Case(name: "no NTAG203", tag: #""chip": "NTAG I2C 1K""#, outcome: ["written"], chip: "NTAG I2C 1K", code: 0),
        Case(name: "no NTAG213", tag: #""chip": "NTAG203""#, outcome: ["written"], chip: "NTAG203", code: 0),
        // Field case 46.
        Case(
            name: "empty message", tag: #""chip": "NTAG215", "pages": {"4": "0300FE00"}"#, outcome: ["written"], code: 0
        ),
        Case(
            name: "blank Ultralight", tag: #""chip": "Ultralight""#, outcome: ["rejected", "tag-unformatted"],
            lockState: "not-ndef", code: 4),
        Case(
            name: "blank Ultralight, to be formatted", tag: #""chip": "Ultralight""#, options: ["--format-blank"],
            outcome: ["written"], lockState: "writable", code: 0),
        // Field case 47: the second record does not fit, and none is left out.
        Case(
            name: "two records on a small tag", tag: #""chip": "NTAG210""#, text: "a text that does not fit any more",
            outcome: ["rejected", "message-too-large"], code: 4),
    ]

    private struct Report: Decodable {
        struct Tag: Decodable {
            let uid: String
            let chip: String?
            let result: String
            let reason: String?
            let detail: String?
            let lockState: String?
        }

        let tags: [Tag]
    }

    @Test(arguments: cases) func fieldCase(each: Case) throws {
        let scratch = try Scratch()
        try scratch.write(
            "rack.json",
            #"{"readers": [{"name": "ACS ACR122U PICC Interface 00 00", "model": "acr122u", "tags": [{"uid": "#
                + #""04A30000000001", \#(each.tag)}]}]}"#)
        try scratch.write("job.csv", "sku,url,text\nS1,\(each.url),\(each.text)\n")
        if let settings = each.settings { try scratch.write("job.json", settings) }
        let done = try BuiltCommand.run(
            [BuiltCommand.path, "run", "job.csv", "--rack", "rack.json"] + each.options, in: scratch.path)
        #expect(done.code == each.code, "\(done.errors)")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let file = try #require(done.lines.last) + "/report.json"
        let report = try decoder.decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
        let tag = try #require(report.tags.first)
        #expect([tag.result] + [tag.reason].compactMap { $0 } == each.outcome, "\(tag.detail ?? "")")
        if let chip = each.chip { #expect(tag.chip == chip) }
        if let lockState = each.lockState { #expect(tag.lockState == lockState) }
        if let detail = each.detail { #expect(tag.detail?.contains(detail) == true, "\(tag.detail ?? "")") }
    }
}
