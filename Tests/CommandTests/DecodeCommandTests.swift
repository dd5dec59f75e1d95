import Foundation
import Jobs
import NDEF
import Testing

@testable import tagmill

@Suite struct DecodeCommandTests {
    @Test func recordsForAPerson() {
        let run = ToolRun("ndef", "decode", "D1010C55046578616D706C652E636F6D")
        #expect(run.code == .success)
        #expect(run.output == "   record  content\n1  URI     https://example.com\n")
        #expect(run.errors.isEmpty)
    }

    @Test(arguments: [
        (
            "D1010C55046578616D706C652E636F6D",
            #"{"tnf":1,"type":"U","id":"","payload_hex":"046578616D706C652E636F6D","uri":"https://example.com"}"#
        ),
        (
            "D9010801546102656E48656C6C6F",
            #"{"tnf":1,"type":"T","id":"a","payload_hex":"02656E48656C6C6F","text":"Hello","lang":"en","#
                + #""encoding":"UTF-8"}"#
        ),
        (
            "D102085370D1010455016578" + "2E",
            #"{"tnf":1,"type":"Sp","id":"","payload_hex":"D10104550165782E","records":[{"tnf":1,"type":"U","id":"","#
                + #""payload_hex":"0165782E","uri":"http://www.ex."}]}"#
        ),
        (
            "D20A02746578742F706C61696E6869",
            #"{"tnf":2,"type":"text/plain","id":"","payload_hex":"6869","mime":"text/plain"}"#
        ),
        (
            "D303006163" + "65",
            #"{"tnf":3,"type":"ace","id":"","payload_hex":"","uri":"ace"}"#
        ),
        (
            "D40F03616E64726F69642E636F6D3A706B67612E62",
            #"{"tnf":4,"type":"android.com:pkg","id":"","payload_hex":"612E62","package":"a.b"}"#
        ),
        ("D40301613A62FF", #"{"tnf":4,"type":"a:b","id":"","payload_hex":"FF","external":"a:b"}"#),
        ("D00000", #"{"tnf":0,"type":"","id":"","payload_hex":""}"#),
        ("D50001AA", #"{"tnf":5,"type":"","id":"","payload_hex":"AA"}"#),
        ("D201006B", #"{"tnf":2,"type":"k","id":"","payload_hex":"","mime":"k"}"#),
    ])
    func recordsAsJSON(hex: String, record: String) {
        let run = ToolRun("ndef", "decode", hex, "--json")
        #expect(run.output == #"{"records":["# + record + #"],"notes":[]}"# + "\n")
        #expect(run.code == .success)
    }

    @Test func aBadPayloadKeepsItsBytesAndTheOthersStayReadable() {
        let run = ToolRun("ndef", "decode", "91010255039F51010C55046578616D706C652E636F6D", "--json")
        #expect(run.code == .success)
        let broken = #""payload_hex":"039F","error":"the text is not valid UTF-8 at byte 1 (length 1)"}"#
        #expect(run.output.contains(broken))
        #expect(run.output.contains(#""uri":"https://example.com""#))
        let text = ToolRun("ndef", "decode", "91010255039F51010C55046578616D706C652E636F6D").output
        #expect(text.contains("1  broken U  the text is not valid UTF-8"))
        #expect(text.contains("2  URI       https://example.com"))
    }

    @Test func notesNameTheirRecord() {
        let run = ToolRun("ndef", "decode", "D10106552" + "46E66637079", "--json")
        #expect(run.output.contains(#""notes":["record 1: URI prefix code 24 (hex) is reserved"#))
        let text = ToolRun("ndef", "decode", "D1010655246E66637079")
        #expect(text.errors.hasPrefix("warning: record 1: URI prefix code 24"))
        #expect(text.code == .success)
        // A smart poster without its URI.
        let poster = ToolRun("ndef", "decode", "D102045370D1010054")
        #expect(poster.errors.contains("record 1: the smart poster has 0 URI records"))
        #expect(poster.output.contains("1.1  broken T"))
    }

    /// What a tag holds is not obeyed by the terminal.
    @Test func controlCharactersOfAMessageAreShown() {
        let run = ToolRun("ndef", "decode", "D101095402656E611B5B6D07" + "0A")
        #expect(run.output.contains(#"a\u{1B}[m\u{7}\n"#))
        #expect(!run.output.contains("\u{1B}"))
    }

    @Test(arguments: [
        ("D1010455016578", "message: the bytes end inside a record at byte 4 (a payload, length 4, left 3)"),
        ("03", "message: the bytes end inside a record at byte 1"), ("D00000D0", "message: bytes follow the record"),
        ("D10", "D10: is no file, and no hex with two digits a byte"),
        ("nothing", "nothing: is no file, and no hex with two digits a byte"),
        ("", "message: a message has at least one record at byte 0"),
        (" ", "message: a message has at least one record at byte 0"),
    ])
    func whatIsNoMessageIsRefusedWithItsPlace(word: String, sentence: String) {
        let run = ToolRun("ndef", "decode", word)
        #expect(run.code == .refused)
        #expect(run.errors.hasPrefix("tagmill: " + sentence))
        #expect(run.output.isEmpty)
    }

    @Test func filesHoldTheBytesOrTheirHex() throws {
        let folder = try ScratchFolder()
        func decoded(_ name: String, _ bytes: [UInt8]) throws -> ToolRun {
            let path = folder.path + "/" + name
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            return ToolRun("ndef", "decode", path)
        }
        #expect(try decoded("a", [0xD0, 0, 0]).output.hasSuffix("1  empty\n"))
        #expect(try decoded("b", Array("d0 00 00\n".utf8)).output.hasSuffix("1  empty\n"))
        #expect(try decoded("c", Array("sku,url\n".utf8)).errors.contains("holds neither a message"))
        #expect(try decoded("d", []).errors.hasSuffix("a message has at least one record at byte 0\n"))
        #expect(ToolRun("ndef", "decode", folder.path).code == .refused)
    }

    @Test func theExamplesOfTheHelpAreMessages() {
        let lines = (CommandTable.ndef.examples + CommandTable.ndefDecode.examples).map(\.line)
        let words = lines.compactMap { $0.split(separator: " ").last.map(String.init) }
        let hex = words.filter { MessageInput.hex($0) != nil }
        #expect(!hex.isEmpty)
        for word in hex { #expect(ToolRun("ndef", "decode", word).code == .success) }
    }

    /// Whatever can be decoded can be listed.
    @Test func everyChangeOfAMessageIsListedOrRefused() throws {
        let poster = try Message([URIRecord("http://www.example.com").record]).encoded()
        let bytes = try Message([
            URIRecord("https://example.com").record, try TextRecord("Hello", language: "en").record,
            Record(typeNameFormat: .wellKnown, type: Array("Sp".utf8), payload: poster),
            Record(typeNameFormat: .media, type: Array("text/plain".utf8), identifier: [0x61], payload: [0x68, 0x69]),
            Record(typeNameFormat: .external, type: Array("android.com:pkg".utf8), payload: Array("a.b".utf8)),
            Record(typeNameFormat: .absoluteURI, type: Array("a:b".utf8), payload: [0xFF]),
            Record(typeNameFormat: .empty, type: [], payload: []),
        ]).encoded()
        func list(_ bytes: [UInt8]) {
            guard let message = try? Message(decoding: bytes) else { return }
            let listing = RecordListing(message)
            #expect(!listing.text.isEmpty && !listing.json.compact.isEmpty)
            _ = listing.notes
        }
        for count in 0...bytes.count { list(Array(bytes.prefix(count))) }
        for index in bytes.indices {
            for value in [0x00, 0x01, 0x7F, 0x80, 0xFF, bytes[index] ^ 0x40, bytes[index] &+ 1] as [UInt8] {
                var changed = bytes
                changed[index] = value
                list(changed)
            }
        }
    }
}
