import Foundation
import Jobs
import NDEF
import Tags
import Testing

@testable import tagmill

/// What is shown of records, right ones and others.
@Suite struct RecordListingTests {
    /// Hex of a test's own.
    private static func listing(_ hex: String) -> RecordListing {
        RecordListing(lenient: [UInt8](hex: hex) ?? [])
    }

    /// SSID "ab", WPA2-Personal, AES, key "geheim7".
    private static let wifi =
        "D21726" + Array("application/vnd.wfa.wsc".utf8).hex + "100E0022" + "104500026162" + "100300020020"
        + "100F00020008" + "1027000767656865696D37" + "1026000101"

    @Test func wifi() {
        let listing = Self.listing(Self.wifi)
        #expect(
            listing.json.compact.hasSuffix(
                #""mime":"application/vnd.wfa.wsc","wifi":{"ssid":"ab","auth":"0020","encryption":"0008","key":"geheim7"}}]"#
            ))
        #expect(listing.text.contains("Wi-Fi   ab, WPA2-Personal, encryption AES, a key of 7 bytes"))
        #expect(!listing.text.contains("geheim7"))
    }

    /// The key of a network stays unseen by a person where the record is broken, too.
    @Test func brokenWiFi() {
        let payload = "104500056162" + Array("geheim7".utf8).hex + "1027"
        let listing = Self.listing(
            "D217" + [UInt8(payload.count / 2)].hex + Array("application/vnd.wfa.wsc".utf8).hex + payload)
        #expect(listing.json.compact.contains(#""error":"the Wi-Fi credential is broken at byte "#))
        #expect(listing.text.contains("15 bytes"))
        #expect(!listing.text.contains("geheim7") && !listing.text.contains(Array("geheim7".utf8).hex))
    }

    /// Padding is shown as it stands, and the record is an error.
    @Test func uriWithNULs() {
        let listing = Self.listing("D10105550461620000")
        #expect(
            listing.json.compact
                == #"[{"tnf":1,"type":"U","id":"","payload_hex":"0461620000","uri":"https://ab\u0000\u0000","#
                + #""error":"a URI has no NUL at byte 3"}]"#)
        #expect(listing.text.hasSuffix(#"broken U  a URI has no NUL at byte 3; reads https://ab\0\0"#))
    }

    @Test func damagedMessages() {
        let listing = Self.listing("91010355053132" + "1101055443726174" + "65" + "5101")
        #expect(listing.records.count == 2)
        #expect(
            listing.notes == [
                "message: the bytes end inside a record at byte 18 (the header)",
                "record 2: the text stands without status byte and language code",
            ])
        #expect(listing.text.contains("2  text    Crate"))
        #expect(Self.listing("").notes == ["message: a message has at least one record at byte 0"])
        #expect(Self.listing("").text == "  record  content")
        #expect(Self.listing("D10103550531" + "32FE").notes.count == 1)
    }

    /// An absolute URI is shown once, wherever it stands.
    @Test(arguments: ["D3070067656F3A312C32", "D3000767656F3A312C32"]) func absoluteURI(_ hex: String) {
        #expect(Self.listing(hex).text.hasSuffix("1  absolute URI  geo:1,2"))
    }

    @Test func smartPosterFields() {
        let inside = "91010255056111030161637401" + "110104730000" + "0100" + "510103" + "74612F62"
        let listing = Self.listing("D102" + [UInt8(inside.count / 2)].hex + "5370" + inside)
        for line in ["1.2  action        save it", "1.3  size          256 bytes", "1.4  media type    a/b"] {
            #expect(listing.text.contains(line), "\(listing.text)")
        }
        #expect(listing.json.compact.contains(#"{"tnf":1,"type":"act","id":"","payload_hex":"01"}"#))
    }

    /// Whatever bytes come, there is a listing: of some there are records, of all that are no message a note.
    @Test func fuzz() {
        let rounds = ProcessInfo.processInfo.environment["TAGMILL_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 1000
        let seeds = [
            Self.wifi, "D10105550461620000", "D102085370D1010455016578" + "2E",
            "9101035505313251010554437261746565",
        ].compactMap { [UInt8](hex: $0) }
        var state: UInt64 = 48
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for round in 0..<rounds {
            var bytes = seeds[round % seeds.count]
            for _ in 0...next(3) {
                let place = next(max(1, bytes.count))
                if next(4) == 0 || bytes.isEmpty {
                    bytes.insert(UInt8(next(256)), at: min(place, bytes.count))
                } else {
                    bytes[place] = UInt8(next(256))
                }
            }
            let listing = RecordListing(lenient: bytes)
            let isMessage = (try? Message(decoding: bytes)) != nil
            guard isMessage || !listing.notes.isEmpty, !listing.text.unicodeScalars.contains("\u{1B}"),
                (try? JSONValue(parsing: listing.json.compact)) != nil
            else {
                Issue.record("round \(round): \(bytes.hex)")
                return
            }
        }
    }
}
