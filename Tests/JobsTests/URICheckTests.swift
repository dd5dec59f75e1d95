import Testing

@testable import Jobs

@Suite struct URICheckTests {
    @Test(arguments: [
        "https://example.com", "http://example.com:8080/a?b=c&d=%41#e", "tel:+4315550100", "mailto:a@example.com",
        "geo:48.2,16.3", "https://user@example.com:65535/", "https://[2001:db8::1]:80/",
        "https://münchen.example/straße",
        "com.example.app://open/1", "HTTPS://EXAMPLE.COM/01/09506000134352/21/1", "urn:epc:id:sgtin:0614141.1",
    ])
    func sound(_ uri: String) {
        let check = URICheck(uri)
        #expect(check.findings.isEmpty)
        #expect(check.uri == uri)
    }

    @Test(arguments: [
        "example.com/a", "www.example.com", "/a", "1a:b", ":x", "https:", "https:/example.com", "https://",
        "https:///a", "https://:80/", "https://a:b/", "https://[::1/", "https://a.example:65536/", "example.com:8080/x",
        "localhost:80",
        "https://a.example/x y", "https://a.example/\u{A0}x", "https://a.example/\u{7}", "https://a.exam\u{200B}ple/",
        "https://a.example/{sku}", "https://a.example/<b>", "https://a.example/a|b", "https://a.example/a\\b", "é:x",
    ])
    func refused(_ uri: String) {
        #expect(URICheck(uri).findings.contains { $0.severity == .error && $0.code == "url-invalid" })
    }

    @Test(arguments: [
        (" https://a.example/", "url-trimmed", "https://a.example/"),
        ("https://a.example/\u{A0}", "url-trimmed", "https://a.example/"),
        ("https://https://a.example/", "url-double-scheme", "https://https://a.example/"),
        ("https://a.example/100%", "url-percent", "https://a.example/100%"),
        ("htps://a.example/", "url-scheme", "htps://a.example/"),
    ])
    func warned(_ raw: String, _ code: String, _ uri: String) {
        let check = URICheck(raw)
        #expect(check.findings.map(\.code) == [code])
        #expect(check.findings.allSatisfy { $0.severity == .warning })
        #expect(check.uri == uri)
    }

    /// What an unseen character is, is told by its number.
    @Test func namesUnseenCharacters() {
        #expect(URICheck("https://a.example/\u{A0}x").findings.first?.message.contains("\\u00a0") == true)
    }

    /// Every problem is told, not the first alone.
    @Test func aBlankDoesNotHideThatThereIsNoScheme() {
        #expect(
            URICheck("example.com/no scheme").findings.map(\.message) == [
                "at character 15 of the URL \"example.com/no scheme\" stands a blank; write %20 instead",
                "the URL \"example.com/no scheme\" has no scheme; write https://… in full",
            ])
    }
}
