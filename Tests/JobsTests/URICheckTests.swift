import Testing

@testable import Jobs

@Suite struct URICheckTests {
    @Test(arguments: [
        "https://example.com", "http://example.com:8080/a?b=c&d=%41#e", "tel:+4315550100", "mailto:a@example.com",
        "geo:48.2,16.3", "https://user@example.com:65535/", "https://[2001:db8::1]:80/",
        "https://münchen.example/straße",
        "https://a.example/a../.b/...?x=/../#/./", "urn:a/../b",
        // Field case 48
        "https://a.example/share?u=https%3A%2F%2Fb.example%2F%3Fq&x=50%25#top?&",
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
        ("HTTP://https://a.example/", "url-double-scheme", "HTTP://https://a.example/"),
        ("https://http//a.example/", "url-double-scheme", "https://http//a.example/"),
        ("https://a.example/%4", "url-percent", "https://a.example/%4"),
        ("https://a.example/%zz", "url-percent", "https://a.example/%zz"),
        ("https://a..example/", "url-host", "https://a..example/"),
        ("https://a%20b.example/", "url-host", "https://a%20b.example/"),
        ("https://-a.example/", "url-host", "https://-a.example/"),
        ("https://256.0.0.1/", "url-host", "https://256.0.0.1/"),
        ("https://[::g]/", "url-host", "https://[::g]/"),
        ("https://a.example/a/../b", "url-dots", "https://a.example/a/../b"),
        ("https://a.example/.", "url-dots", "https://a.example/."),
        ("https://a.example:80/%2E%2e?x", "url-dots", "https://a.example:80/%2E%2e?x"),
        ("https://ａ.example/", "url-host", "https://ａ.example/"),
        ("https://a\u{200D}ü.example/", "url-host", "https://a\u{200D}ü.example/"),
    ])
    func warned(_ raw: String, _ code: String, _ uri: String) {
        let check = URICheck(raw)
        #expect(check.findings.map(\.code) == [code])
        #expect(check.findings.allSatisfy { $0.severity == .warning })
        #expect(check.uri == uri)
    }

    /// Blanks that nobody sees are told by their numbers.
    @Test(arguments: [
        (" https://a.example/\n", ""), ("\u{200B}https://a.example/\u{A0}\u{200B} ", " (U+200B, U+00A0 among them)"),
        ("\u{FEFF} https://a.example/", " (U+FEFF among them)"),
    ])
    func namesWhatIsLeftOut(_ raw: String, _ names: String) {
        #expect(
            URICheck(raw).findings.map(\.message)
                == [#"blanks around the URL "https://a.example/" are left out"# + names])
    }

    /// No form in ASCII is given where there is none, and what browsers look up is not said to be lost.
    @Test(arguments: [
        ("https://ａ.example/", "letters in another form"), ("https://a\u{200D}ü.example/", "a joiner"),
    ])
    func hostsWithoutAFormInASCII(_ uri: String, _ words: String) throws {
        let check = URICheck(uri)
        let found = try #require(check.findings.first)
        #expect(found.message.contains(words) && !found.message.contains("phones cannot"))
        #expect(check.advice.map(\.code) == ["url-not-ascii"])
        #expect(check.advice.allSatisfy { !$0.message.contains("in ASCII it is") && !$0.message.contains("%EF") })
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

    /// What is to be written instead is told where it is clear.
    @Test(arguments: [
        ("www.example.com", #"the URL "www.example.com" has no scheme; write "https://www.example.com""#),
        ("//a.example/x", #"the URL "//a.example/x" has no scheme; write "https://a.example/x""#),
        ("http//a.example", #"the URL "http//a.example" has no scheme; write "http://a.example""#),
        ("HTTPS//a.example", #"the URL "HTTPS//a.example" has no scheme; write "https://a.example""#),
        ("/shop", #"the URL "/shop" has no scheme; write https://… in full"#),
        ("a b.example", #"at character 2 of the URL "a b.example" stands a blank; write %20 instead"#),
        ("https:/a.example/x", #"// must follow https: in the URL "https:/a.example/x"; write "https://a.example/x""#),
        ("http:a.example", #"// must follow http: in the URL "http:a.example"; write "http://a.example""#),
        (
            "https:https://a.example",
            #"// must follow https: in the URL "https:https://a.example"; write "https://a.example""#
        ),
        (
            "a.example:80/x",
            #"the URL "a.example:80/x" begins with a host and a port; write "https://a.example:80/x""#
        ),
        (
            "https://my shop.example/",
            #"at character 11 of the URL "https://my shop.example/" stands a blank; take it out"#
        ),
        (#"http:\\a.example"#, #"at character 6 of the URL "http:\\a.example" stands \; write / instead"#),
        (#"https://a.example\b"#, #"at character 18 of the URL "https://a.example\b" stands \; write %5C instead"#),
        (
            "https://a.example/50%",
            #"at character 21 of the URL "https://a.example/50%" stands a % without two hex digits; a percent sign itself is "#
                + "%25"
        ),
        (
            "https://a..example",
            #"the host "a..example" of the URL "https://a..example" has a dot too many; phones cannot look it up"#
        ),
    ])
    func saysWhatToWrite(_ uri: String, _ message: String) {
        #expect(URICheck(uri).findings.first?.message == message)
    }

    /// A URI that is written as it stands, and what phones make of it.
    @Test(arguments: [
        ("https://a.example/", []), ("mailto:a@a.example", []), ("HTTPS://A.EXAMPLE:8443/[1]", []),
        ("https://user@a.example/", []), ("https://:@a.example", []), ("ftp://anonymous:anonymous@a.example/", []),
        ("https://a.example/a:b@c", []), ("file:///x", []), ("myapp:x", []),
        ("http://a.example/", ["url-http"]), ("HTTP://a.example/", ["url-http"]),
        ("https://münchen.example/straße", ["url-not-ascii"]), ("mailto:a@a.example?subject=Grüße", ["url-not-ascii"]),
        ("https://localhost:8080/", ["url-private-host"]), ("https://nas/", ["url-private-host"]),
        ("https://192.168.1.20/x", ["url-private-host"]),
        ("http://u:p@10.0.0.1", ["url-http", "url-private-host", "url-password"]),
        ("https://u:p@a.example/", ["url-password"]), ("ftp://u:p@a.example/", ["url-password"]),
        ("https://a.example/" + String(repeating: "x", count: 2029), []),
        ("https://a.example/" + String(repeating: "x", count: 2030), ["url-long"]),
        // What is refused needs no advice.
        ("http:/localhost", []), ("http://", []), ("http://localhost/ x", []),
        ("http://https://a.example", ["url-http"]),
    ])
    func advice(_ uri: String, _ codes: [String]) {
        let advice = URICheck(uri).advice
        #expect(advice.map(\.code) == codes)
        #expect(advice.allSatisfy { $0.severity == .warning })
    }

    @Test(arguments: [
        (
            "https://bücher.example/süß?q=ö#ü",
            #"the URL "https://bücher.example/süß?q=ö#ü" is written as it stands, in UTF-8, which not every phone opens; in "#
                + #"ASCII it is "https://xn--bcher-kva.example/s%C3%BC%C3%9F?q=%C3%B6#%C3%BC"#
        ),
        (
            "https://nas.local/",
            #"the host "nas.local" of the URL "https://nas.local/" is known in one network alone; phones elsewhere cannot open "#
                + "it"
        ),
        (
            "https://localhost/",
            #"the host "localhost" of the URL "https://localhost/" is whatever opens it: the phone itself"#
        ),
    ])
    func adviceSays(_ uri: String, _ message: String) {
        #expect(URICheck(uri).advice.first?.message.hasPrefix(message) == true)
    }

    @Test(
        arguments: [
            ("https://bücher.example/süß", "https://xn--bcher-kva.example/s%C3%BC%C3%9F"),
            ("https://ü@ü.example:80/%41?ä#ö", "https://%C3%BC@xn--tda.example:80/%41?%C3%A4#%C3%B6"),
            ("https://ｆ.example/", nil), ("https://a\u{200D}ü.example/", nil),
            ("mailto:ü@a.example", "mailto:%C3%BC@a.example"), ("urn:x:ü/ü", "urn:x:%C3%BC/%C3%BC"),
            ("https://a.example/", "https://a.example/"),
        ] as [(String, String?)])
    func asciiForm(_ uri: String, _ expected: String?) {
        #expect(URIAuthority.ascii(uri) == expected)
    }

    /// However broken the URL is around it.
    @Test(arguments: [
        "http://user:sEcret@a.example/", " https://user:sEcret@localhost/", "https://user:sEcret@a.example/x y",
        "https://user:sEcret@a.example/%", "https://user:sEcret@ü.example/", "htps://user:sEcret@a.example/",
        "https://https://user:sEcret@a.example/", "https:/user:sEcret@a.example/", "https:user:sEcret@a.example/",
        "http//user:sEcret@a.example/", "https://user:sEcret@a.example:x/", "https://user:sEcret@a..example/",
        "https://user:a/sEcret@a.example/", "//user:sEcret@a.example", "https://user:sEcret@[::1",
        "https://user:12sEcret@",
    ])
    func noMessageShowsThePassword(_ uri: String) {
        let check = URICheck(uri)
        let messages = (check.findings + check.advice).map(\.message)
        #expect(!messages.isEmpty)
        #expect(messages.allSatisfy { !$0.contains("sEcret") })
    }
}
