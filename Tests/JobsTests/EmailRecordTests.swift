import NDEF
import Tags
import Testing

@testable import Jobs

@Suite struct EmailRecordTests {
    static let good: [(String, KeyValuePairs<String, String>, String)] = [
        ("ann@example.com", [:], "mailto:ann@example.com"),
        (" ann@example.com , bob@example.org ", [:], "mailto:ann@example.com,bob@example.org"),
        ("ann+tag@example.com", [:], "mailto:ann%2Btag@example.com"),
        ("o'hara&co@example.com", [:], "mailto:o%27hara%26co@example.com"),
        ("100%@xn--mnchen-3ya.example", [:], "mailto:100%25@xn--mnchen-3ya.example"),
        ("a@MÜNCHEN.example", [:], "mailto:a@xn--mnchen-3ya.example"),
        ("jürgen@example.com", [:], "mailto:j%C3%BCrgen@example.com"),
        (
            "ann@example.com", ["subject": "Fünf & more?", "body": "one\ntwo\r\nthree"],
            "mailto:ann@example.com?subject=F%C3%BCnf%20%26%20more%3F&body=one%0D%0Atwo%0D%0Athree"
        ),
        ("ann@example.com", ["body": "1+1=2"], "mailto:ann@example.com?body=1%2B1%3D2"),
        (
            "ann@example.com", ["subject": " x ", "cc": "b+c@example.com, d@example.com"],
            "mailto:ann@example.com?cc=b%2Bc@example.com,d@example.com&subject=x"
        ),
        ("mailto:ann%2Btag@example.com?subject=a%20b", [:], "mailto:ann%2Btag@example.com?subject=a%20b"),
    ]

    @Test(arguments: good.indices)
    func written(_ index: Int) throws {
        let (value, fields, uri) = Self.good[index]
        let built = linkRecord(.mailto, value, fields)
        #expect(built.findings.isEmpty)
        #expect(built.summary == uri)
        #expect(try built.records.map { try URIRecord(decoding: $0).uri } == [uri])
    }

    /// With the prefix code 06 (RTD URI 1.0, table 3).
    @Test func bytes() throws {
        let message = try Message(linkRecord(.mailto, "a@b.example", ["subject": "x y"]).records).encoded()
        #expect(message.hex == "D1011A55066140622E6578616D706C653F7375626A6563743D7825323079")
        #expect(
            try URIRecord(decoding: Message(decoding: message).records[0]).uri == "mailto:a@b.example?subject=x%20y")
    }

    static let bad: [(String, KeyValuePairs<String, String>, String)] = [
        ("", ["subject": "x"], "address-invalid: an e-mail address is missing; write one such as ann@example.com"),
        ("a@b.example,", [:], "address-invalid: an e-mail address is missing; write one such as ann@example.com"),
        (
            "Ann <a@b.example>", [:],
            "address-invalid: \"Ann <a@b.example>\": give the address alone, without a name and < >"
        ),
        ("ann", [:], "address-invalid: the e-mail address \"ann\" has no @; write one such as ann@example.com"),
        (
            "a@b.example;c@d.example", [:],
            "address-invalid: the e-mail address \"a@b.example;c@d.example\" has more than one @; addresses are parted by "
                + "commas"
        ),
        (
            "a b@c.example", [:],
            "address-invalid: at character 2 of the e-mail address \"a b@c.example\" stands a blank; write one such as "
                + "ann@example.com; several are parted by commas"
        ),
        (
            "a\u{202E}@c.example", [:],
            "address-invalid: at character 2 of the e-mail address \"a\\u202e@c.example\" stands \\u202e; write one such as "
                + "ann@example.com; several are parted by commas"
        ),
        (
            "a.@c.example", [:],
            "address-invalid: the e-mail address \"a.@c.example\" has a dot in a wrong place"
        ),
        ("a@c..example", [:], "address-invalid: the domain of the e-mail address \"a@c..example\" has a dot too many"),
        (
            "a@-c.example", [:],
            "address-invalid: the domain of the e-mail address \"a@-c.example\" has a hyphen before or behind a dot"
        ),
        (
            "a@c!d.example", [:],
            "address-invalid: the domain of the e-mail address \"a@c!d.example\" has characters that no name has"
        ),
        ("a@c.example.", [:], "address-invalid: the domain of the e-mail address \"a@c.example.\" has a dot too many"),
        (
            "a@b.example", ["cc": "c"],
            "address-invalid: the e-mail address \"c\" has no @; write one such as ann@example.com"
        ),
        ("a@b.example", ["subject": "x\ny"], "subject-invalid: the subject \"x\\u000ay\" has more than one line"),
        (
            "a@b.example", ["subject": "x\u{0}"],
            "control-character: the control character \\u0000 stands in subject; take it out"
        ),
        (
            "a@b.example", ["body": "\u{7}"],
            "control-character: the control character \\u0007 stands in body; take it out"
        ),
        (
            "mailto:a@b.example", ["body": "x"],
            "uri-whole: the value \"mailto:a@b.example\" is a whole URI, and body is given beside it: give either the whole "
                + "URI alone, or the value without mailto:"
        ),
        ("mailto:", [:], "url-invalid: nothing follows the scheme of the URL \"mailto:\""),
    ]

    @Test(arguments: bad.indices)
    func refused(_ index: Int) {
        let (value, fields, message) = Self.bad[index]
        let built = linkRecord(.mailto, value, fields)
        #expect(findings(built) == [message])
        #expect(built.hasErrors)
    }

    @Test func theFieldAtFaultIsNamed() {
        let built = linkRecord(.mailto, "a", ["cc": "b", "body": "\u{7}"])
        #expect(built.findings.map(\.field) == ["value", "cc", "body"])
    }

    /// RFC 5321, 4.5.3.1.
    @Test func lengthsOfAddresses() {
        let local = String(repeating: "a", count: 64)
        let host = Array(repeating: String(repeating: "b", count: 62), count: 3).joined(separator: ".")
        #expect(linkRecord(.mailto, "\(local)@\(host)").findings.isEmpty)
        #expect(linkRecord(.mailto, "a\(local)@b.example").hasErrors)
        #expect(linkRecord(.mailto, "\(local)@\(host).\(host)").hasErrors)
    }

    @Test func hostile() throws {
        for value in hostileValues { try check(hostile: value) }
    }

    private func check(hostile value: String) throws {
        let fields: [KeyValuePairs<String, String>] = [["subject": value], ["body": value], ["cc": value]]
        let records = [linkRecord(.mailto, value)] + fields.map { linkRecord(.mailto, "a@b.example", $0) }
        for built in records where !built.hasErrors {
            let uri = try URIRecord(decoding: #require(built.records.first)).uri
            #expect(uri == built.summary)
            #expect(uri.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        }
    }
}
