import Testing

@testable import Jobs

@Suite struct PlainWebAddressTests {
    @Test(arguments: [
        ("https://a.example", true), ("https://www.example.com/shop/1?a=b&c=%C3%BC#x", true),
        ("https://A-1.example/", true),
        ("HTTPS://a.example?x", true), ("https://xn--bcher-kva.example#", true),
        ("https://a.example/" + long(2029), true),
        ("https://" + long(63) + ".example", true), ("https://a.example/a:b@c//d?e/f?g", true),
        ("", false), ("https://", false), ("https:/a.example", false), ("http://a.example", false),
        ("https://example", false),
        ("https://.example", false), ("https://a.", false), ("https://a..example", false),
        ("https://-a.example", false),
        ("https://a-.example", false), ("https://a.example-", false), ("https://a.example:80/", false),
        ("https://u@a.example/", false), ("https://1.2.3.4/", false), ("https://a.1b/", false),
        ("https://a.local", false),
        ("https://a.LOCALHOST/", false), ("https://a.internal?", false), ("https://a.home.arpa#", false),
        ("https://[::1]/", false),
        ("https://a.example/%", false), ("https://a.example/%4", false), ("https://a.example/%g0", false),
        ("https://a.example/ü", false), ("https://ü.example/", false), ("https://a.example/ ", false),
        (" https://a.example/", false), ("https://a.example/\u{0}", false), ("https://a.example\\", false),
        ("https://a.example/" + long(2030), false), ("https://" + long(64) + ".example", false),
        ("https://https://a.example", false), ("https://a.example/{sku}", false),
        ("https://a.example/./x", false), ("https://a.example/x/..", false), ("https://a.example/%2e%2E/x", false),
        ("http://a.example/..", false), ("https://a.example/a./b..", true),
    ])
    func plain(_ uri: String, _ isPlain: Bool) {
        #expect(URICheck.isPlainWebAddress(uri.utf8.span) == isPlain)
    }

    private static func long(_ count: Int) -> String { String(repeating: "x", count: count) }

    /// What the quick look lets pass, the whole check lets pass, over strings that are nearly right.
    @Test func plainMeansThatNothingIsFound() {
        let pieces = [
            "https://", "HTTPS://", "http://", "https:", "//", "/", "?", "#", "a", "b.example", "shop.example", ".",
            "..", "/..", "/./", "%2e", "-", ":",
            ":80", "@", "user:pw@", "%", "%20", "%4", "%zz", " ", "\u{A0}", "\u{200B}", "\u{FEFF}", "\n", "\u{0}", "ü",
            "e\u{301}",
            "localhost", ".local", ".internal", ".arpa", "127.0.0.1", "10.0.0.1", "0x7f", "7", "[::1]", "[", "]",
            "xn--", "_", "{",
            "}", "\\", "|", "\"", "'", "<", "~", "!", "$&()*+,;=", String(repeating: "x", count: 62),
            String(repeating: "y", count: 1990),
        ]
        var random = SplitMix64(seed: 29)
        var plain = 0
        for _ in 0..<6_000 {
            // Most begin as they should, or few would come through.
            var uri = ["https://a.example", "http://b.example/", ""].randomElement(using: &random) ?? ""
            for _ in 0..<Int.random(in: 0...6, using: &random) { uri += pieces.randomElement(using: &random) ?? "" }
            let whole = URICheck(checkingAll: uri)
            let quick = URICheck(uri)
            #expect(quick.findings == whole.findings, "\(uri)")
            #expect(quick.advice == whole.allAdvice, "\(uri)")
            #expect(Array(quick.uri.utf8) == Array(whole.uri.utf8))
            guard URICheck.isPlainWebAddress(uri.utf8.span) else { continue }
            plain += 1
            #expect(whole.findings.isEmpty, "\(uri)")
            #expect(whole.allAdvice.isEmpty, "\(uri)")
            #expect(Array(whole.uri.utf8) == Array(uri.utf8))
        }
        #expect(plain > 200)
    }
}

/// SplitMix64: small, and the same sequence for a seed everywhere.
private struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
