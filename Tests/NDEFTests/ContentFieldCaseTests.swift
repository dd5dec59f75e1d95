import NDEF
import Testing

/// What people saw of their records that was not what they had written.
@Suite struct ContentFieldCaseTests {
    /// Field case 40: of every text the lengths in front are those of what follows, so that no reader asks for more, or less.
    @Test(arguments: ["ccc", "", "é", String(repeating: "c", count: 252), String(repeating: "c", count: 253)])
    func lengthsAgree(_ text: String) throws {
        let payload = 3 + text.utf8.count
        let isShort = payload <= 255
        let header: [UInt8] =
            isShort
            ? [0xD1, 0x01, UInt8(payload)] : [0xC1, 0x01, 0, 0, UInt8(payload >> 8), UInt8(payload & 0xFF)]
        let message = try Message([try TextRecord(text, language: "en").record]).encoded()
        #expect(message == header + [0x54, 0x02, 0x65, 0x6E] + Array(text.utf8))
        #expect(message.count == header.count + 1 + payload)
    }

    /// Field case 44: the prefix code is no character of the URI.
    @Test func prefixCodeIsNoCharacter() throws {
        let record = Sample.record(.wellKnown, "U", payload: "04 7A 70 72 2E 65 78 2F 37")
        let uri = try URIRecord(decoding: record)
        #expect(uri.uri == "https://zpr.ex/7")
        #expect(uri.uri.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }

    /// Field case 45: accents and the section sign are kept, and the language code is no part of the text.
    @Test func accentsAndLanguage() throws {
        let written = try TextRecord("§7 Größe, àé", language: "de")
        let message = try Message(decoding: try Message([written.record]).encoded())
        let read = try TextRecord(decoding: message.records[0])
        #expect(Array(read.text.utf8) == Array("§7 Größe, àé".utf8))
        #expect(read.language == "de")
        #expect(InterpretedRecord(lenient: message.records[0]).meaning == .text(written))
    }

    /// Field case 48: `?`, `&`, `#` and `%` are kept byte for byte.
    @Test(arguments: ["https://ex.test/?a=1&b=%20#c%2F", "https://www.ex.test/p?x=é&y=%C3%A9", "tel:*100#"])
    func bytesOfAURIAreKept(_ uri: String) throws {
        let message = try Message(decoding: try Message([URIRecord(uri).record]).encoded())
        #expect(Array(try URIRecord(decoding: message.records[0]).uri.utf8) == Array(uri.utf8))
        #expect(InterpretedRecord(lenient: message.records[0]).notes == [])
    }
}
