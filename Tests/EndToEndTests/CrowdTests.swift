import Foundation
import Testing

/// Many tags on many readers, ten of them troubled, through a real pcscd.
@Suite("Two hundred tags on eight readers") struct CrowdTests {
    /// Tags that cannot take an item, or make it hard; by what the report says of the first presentation.
    private static let troubles: [(uid: String, rest: String, result: String, reason: String?)] = [
        ("04A00000000001", #""pages": {"2": "0048F0FF"}"#, "rejected", "tag-locked"),
        ("04A00000000002", #""pages": {"40": "FF0F00BD"}"#, "rejected", "tag-locked"),
        ("04A00000000003", #""pages": {"3": "E110120F"}"#, "rejected", "tag-read-only"),
        ("04A00000000004", #""pages": {"41": "04000004"}"#, "rejected", "tag-password"),
        (
            "04A00000000005",
            #""pages": {"4": "0103A00C", "5": "340312D1", "6": "010E5504", "7": "6578616D", "8": "706C652E", "#
                + #""9": "636F6D2F", "10": "78FE0000"}"#, "rejected", "tag-not-blank"
        ),
        ("04A00000000006", #""pages": {"3": "F110FFEE"}"#, "rejected", "tag-not-ndef"),
        ("04A00000000007", #""faults": [{"page": 8, "fault": "status:6300"}]"#, "failed", "write-failed"),
        (
            "04A00000000008", #""faults": [{"write": 4, "fault": "torn"}, {"write": 4, "fault": "remove-after"}]"#,
            "failed", "tag-removed"
        ),
        ("04A00000000009", #""faults": [{"write": 5, "fault": "lost-ack"}]"#, "written", nil),
        ("04A0000000000A", #""faults": [{"write": 6, "fault": "remove-after"}]"#, "failed", "tag-removed"),
    ]

    private static var rack: String {
        let readers = (0..<8).map { number in
            // The troubled ones come after five others, one on each reader, three on the last.
            let mine = troubles.enumerated().filter { min(7, $0.offset) == number }.map { trouble in
                #"{"chip": "NTAG213", "uid": "\#(trouble.element.uid)", \#(trouble.element.rest)}"#
            }
            let first = #"{"chip": "NTAG213", "count": 5, "uid": "04B\#(number)0000000001"}"#
            let chip = number % 2 == 0 ? "NTAG215" : "NTAG216"
            let others = #"{"chip": "\#(chip)", "count": 21, "uid": "04C\#(number)0000000001"}"#
            return """
                {"name": "Crowd \(number / 2) 00 0\(number % 2)", "model": "\(number % 4 < 2 ? "acr122u" : "part3")",
                 "tags": [\(([first] + mine + [others]).joined(separator: ", "))]}
                """
        }
        return #"{"seed": 3, "latency": "real", "readers": [\#(readers.joined(separator: ", "))]}"#
    }

    private struct Report: Decodable {
        struct Presentation: Decodable {
            let uid: String?
            let result: String
            let reason: String?
        }
        let tags: [Presentation]
    }

    @Test func twoHundredItemsAmongTenTroubledTags() async {
        let faults = await play { scratch, findings in
            let job = SealedJob(rows: 200)
            try scratch.write("job.csv", job.csv)
            let world = try World(rack: Self.rack, in: scratch)
            let start = ContinuousClock.now
            let done = try world.run(["run", "job.csv", "--idle-timeout", "60"])
            print("200 items on 8 readers: \((ContinuousClock.now - start) / .seconds(1)) s")
            findings.expect(done.code == 0, "ended with \(done.code): \(done.errors)")
            let tags = try world.tags()
            findings.add(try job.faults(of: done, in: world))
            let json = try Data(contentsOf: URL(fileURLWithPath: try job.report(of: done).folder + "/report.json"))
            let said = try JSONDecoder().decode(Report.self, from: json).tags
            for trouble in Self.troubles {
                let first = said.first { $0.uid == trouble.uid }
                findings.expect(
                    first?.result == trouble.result && first?.reason == trouble.reason,
                    "tag \(trouble.uid) is reported as \(first.map { "\($0)" } ?? "nothing")")
                let writes = tags.first { $0.uid == trouble.uid }?.writes ?? -1
                findings.expect((writes == 0) == (trouble.result == "rejected"), "tag \(trouble.uid): \(writes) writes")
            }
        }
        #expect(faults == [])
    }
}
