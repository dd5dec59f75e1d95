import NDEF
import Tags
import Testing

@testable import Jobs

/// Records of links as a job has them: by columns, and by the settings' records.
@Suite struct LinkRecordJobTests {
    private func uris(_ job: Job) throws -> [String] {
        try job.items.map { try URIRecord(decoding: Message(decoding: $0.message).records[0]).uri }
    }

    @Test func theLongFormHasTheFieldsAsColumns() throws {
        let job = Job.resolve(
            table: table(
                "type|value|Body|gtin|batch|serial", "tel|+1 202 555 0143||||", "SMS|+12025550143|Hi there|||",
                "gs1|||96385074|B1|7",
                "mailto|ann@example.com|a b|||"),
            settings: Settings(), name: "job", pairing: .queue)
        #expect(job.issues.isEmpty)
        let expected = [
            "tel:+12025550143", "sms:+12025550143?body=Hi%20there", "https://id.gs1.org/01/00000096385074/10/B1/21/7",
            "mailto:ann@example.com?body=a%20b",
        ]
        #expect(try uris(job) == expected)
        #expect(job.items.map(\.summary) == expected)
    }

    @Test func issuesNameTheColumn() {
        let job = Job.resolve(
            table: table("type|value|My Batch|batch", "gs1|96385075|x|ä"), settings: Settings(), name: "job",
            pairing: .queue)
        #expect(job.issues.map(\.code) == ["gtin-check", "gs1-characters"])
        #expect(job.issues.map(\.column) == ["value", "batch"])
    }

    /// The UID is put in when the tag is there, so it must come into the message as it is.
    @Test(arguments: [
        (RecordKind.gs1, "96385074", "serial", "", "https://id.gs1.org/01/00000096385074/21/"),
        (.gs1, "96385074", "batch", "", "https://id.gs1.org/01/00000096385074/10/"),
        (.sms, "+12025550143", "body", "Tag ", "sms:+12025550143?body=Tag%20"),
        (.mailto, "ann@example.com", "subject", "", "mailto:ann@example.com?subject="),
        (.mailto, "ann@example.com", "body", "é", "mailto:ann@example.com?body=%C3%A9"),
        (.geo, "48.1,16.3", "query", "", "geo:48.1,16.3?q="),
    ])
    func theUIDStandsAsItIs(
        _ kind: RecordKind, _ value: String, _ field: String, _ start: String, _ before: String
    ) throws {
        for sample in [UIDPlace.sample, UIDPlace.sample.lowercased()] {
            #expect(
                kind.build(RecordValues(value: value, fields: [(field, start + sample)])).summary == before + sample)
        }
        let messages = try [UIDPlace.sample, UIDPlace.otherSample].map { sample in
            try Message(kind.build(RecordValues(value: value, fields: [(field, start + sample)])).records).encoded()
        }
        let end = messages[0].count - UIDPlace.digits
        #expect(UIDPlace.places(messages[0], messages[1]) == [UIDPlace(offset: end)])
    }
}
