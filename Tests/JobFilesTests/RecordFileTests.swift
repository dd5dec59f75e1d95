import JobFiles
import Jobs
import NDEF
import Testing

/// Files with records in the long form, as bytes, and what their tags are to hold.
@Suite struct RecordFileTests {
    private func job(_ text: String) throws -> Job {
        Job.resolve(table: try CSVFile.read(Array(text.utf8)), settings: Settings(), name: "job")
    }

    private func records(_ item: Item) throws -> [Record] { try Message(decoding: item.message).records }

    /// Names and passwords with what QR codes escape and CSV quotes.
    @Test func networks() throws {
        let text =
            "sku,type,ssid,password\nN-1,wifi,\"Back;Room,2\",\"q\"\"r;s\\t,u:v\"\nN-2,wifi,Gärtli,  two blanks  \n"
        let made = try job(text)
        #expect(made.issues.map(\.code) == ["wifi-blank"])
        #expect(made.issues.map(\.line) == [3])
        let expected = [("Back;Room,2", "q\"r;s\\t,u:v"), ("Gärtli", "  two blanks  ")]
        for (item, (ssid, password)) in zip(made.items, expected) {
            guard case .wifi(let credential) = InterpretedRecord(try records(item)[0]).meaning else {
                Issue.record("no credential")
                continue
            }
            #expect(credential.ssid == Array(ssid.utf8))
            #expect(credential.key == Array(password.utf8))
            #expect(credential.authenticationName == "WPA2-Personal" && credential.encryptionName == "AES")
            #expect(item.summary == "Wi-Fi \(ssid)")
        }
        #expect(made.items.count == 2)
    }

    /// A card with CR LF in its cell: they are kept, and the row after it is told by its line.
    @Test func cards() throws {
        let card = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ida Beispiel\r\nEND:VCARD"
        let made = try job("sku,type,value\r\nC-1,vcard,\"\(card)\"\r\nC-2,text,next\r\nC-3,vcard,Ida\r\n")
        #expect(made.issues.map(\.line) == [7])
        #expect(made.issues.map(\.row) == [3])
        #expect(try records(made.items[0]).map(\.payload) == [Array(card.utf8)])
        #expect(made.items.map(\.line) == [2, 6, 7])
        #expect(made.items.map(\.summary) == ["Ida Beispiel", "next", "vCard"])
    }
}
