import NDEF
import Testing

/// Smart posters as bytes, and back.
@Suite struct SmartPosterTests {
    @Test func smallest() throws {
        let record = try SmartPoster(uri: URIRecord("https://a.example")).record()
        #expect(try Message([record]).encoded() == bytes("D1020E5370 D1010A5504 612E6578616D706C65"))
    }

    @Test func everything() throws {
        let poster = SmartPoster(
            uri: URIRecord("tel:+4930123"),
            titles: [try TextRecord("Hi", language: "en"), try TextRecord("Grüß", language: "de-AT")], action: .edit,
            size: 0x0102_0304, target: "image/png")
        let record = try poster.record()
        #expect(
            record.payload
                == bytes(
                    "91010955 05 2B34393330313233 11010554 02656E 4869 11010C54 0564652D4154 4772C3BCC39F"
                        + "110301616374 02 11010473 01020304 51010974 696D6167652F706E67"))
        let read = InterpretedRecord(record)
        #expect(read.notes == [])
        guard case .smartPoster(let inside) = read.meaning else {
            Issue.record("no poster: \(read.meaning)")
            return
        }
        #expect(
            inside.map(\.meaning) == [
                .uri(poster.uri), .text(poster.titles[0]), .text(poster.titles[1]), .posterAction(.edit),
                .posterSize(0x0102_0304), .posterTarget("image/png"),
            ])
        #expect(inside.allSatisfy { $0.notes == [] })
    }

    @Test(arguments: [(PosterAction.perform, "00"), (.save, "01"), (.edit, "02"), (.reserved(9), "09")])
    func actions(_ action: PosterAction, _ code: String) throws {
        let record = try SmartPoster(uri: URIRecord("a:b"), action: action).record()
        #expect(record.payload == bytes("91010455 00 613A62 510301616374" + code))
    }

    @Test func refused() throws {
        let titles = [try TextRecord("a", language: "de-AT"), try TextRecord("b", language: "de-at")]
        #expect(throws: NDEFError(.titleTwice, offset: 0)) {
            try SmartPoster(uri: URIRecord("a:b"), titles: titles).record()
        }
        for target in ["", "a b", "ä/b", "a/b\n"] {
            #expect(throws: NDEFError(.invalidPosterField, offset: 0)) {
                try SmartPoster(uri: URIRecord("a:b"), target: target).record()
            }
        }
        #expect(throws: NDEFError(.messageTooLong, offset: 0)) {
            try SmartPoster(uri: URIRecord("a:" + String(repeating: "x", count: 1 << 20))).record()
        }
    }
}

@Suite struct TypeNameTests {
    @Test(arguments: [
        ("text/plain", true), ("application/vnd.wfa.wsc", true), ("image/svg+xml", true), ("X/1!#$&-^_.+", true),
        ("a/" + String(repeating: "b", count: 127), true), ("a/" + String(repeating: "b", count: 128), false),
        ("", false), ("text", false), ("text/", false), ("/plain", false), ("a/b/c", false),
        ("text/plain; charset=utf-8", false),
        (" text/plain", false), ("text/+xml", false), ("tëxt/plain", false), ("text/pl\0in", false),
    ]) func mediaTypes(_ name: String, _ valid: Bool) { #expect(MediaType.isValid(name) == valid) }

    @Test(arguments: [
        ("example.com:t", true), ("android.com:pkg", true), ("a:b", true), ("x-1.example:a_b-c.d:e", true),
        ("example.com:" + String(repeating: "b", count: 243), true),
        ("example.com:" + String(repeating: "b", count: 244), false), ("", false), ("example.com", false),
        ("example.com:", false), (":t", false), ("Example.com:t", false), ("example.com:T", false),
        ("urn:nfc:ext:example.com:t", false), ("-a.example:t", false), ("a..example:t", false),
        ("a.example:t t", false),
        ("a_b.example:t", false), ("a.example:t/u", false), ("ä.example:t", false),
    ]) func externalTypes(_ name: String, _ valid: Bool) { #expect(ExternalType.isValid(name) == valid) }
}
