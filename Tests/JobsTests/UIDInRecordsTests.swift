import NDEF
import Tags
import Testing

@testable import Jobs

/// A UID that stands in a value comes into the message byte for byte, so that its place can be found.
@Suite struct UIDInRecordsTests {
    static let templates: [(record: String, count: Int)] = [
        (#"{type: "text", value: "tag {u}"}"#, 1), (#"{type: "uri", value: "https://a.example/{u}?u={u}"}"#, 2),
        (#"{type: "smartposter", value: "https://a.example/{u}", title: "{u}", title_de: "Nr. {u}"}"#, 3),
        (#"{type: "vcard", name: "{u}", version: "4.0", note: "a;{u}", website: "https://a.example/{u}"}"#, 3),
        (#"{type: "vcard", value: "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:{u}\r\nEND:VCARD\r\n"}"#, 1),
        (#"{type: "wifi", ssid: "tag-{u}", password: "{u}"}"#, 2), (#"{type: "mime:text/plain", value: "{u}"}"#, 1),
        (#"{type: "external:example.com:t", value: "{u}{u}"}"#, 2),
        (#"{type: "json", members: {id: "{u}", n: 1, "x": ["{u}"]}}"#, 2), (#"{type: "json", value: "\"{u}\""}"#, 1),
    ]

    @Test(arguments: templates.indices) func bytesAreKept(_ index: Int) throws {
        let (record, count) = Self.templates[index]
        let records = try OneRow.records("[\(record)]")
        let messages = try [UIDPlace.sample, UIDPlace.otherSample].map { uid in
            let row = try OneRow(["u": uid], records: records)
            #expect(row.issues == [])
            return try Message(row.records).encoded()
        }
        #expect(UIDPlace.places(messages[0], messages[1])?.count == count)
    }
}
