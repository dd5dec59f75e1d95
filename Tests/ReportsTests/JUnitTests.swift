import Foundation
import Glibc
import Jobs
import Reports
import Tags
import Testing

/// Documents byte for byte; that other programs read them so is tested with the built command.
@Suite("JUnit")
struct JUnitTests {
    @Test("of verify: a testcase an item, counted, with type and message")
    func verify() throws {
        let uid = "04A23B9A516D"
        let suite = "shelf &amp; &lt;bay&gt;"
        let expected = """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites>
            <testsuite name="\(suite)" tests="8" failures="5" errors="2" skipped="0">
            <properties>
            <property name="passed_over" value="2"/>
            <property name="files_passed_over" value="1"/>
            </properties>
            <testcase name="A-1" classname="\(suite)"/>
            <testcase name="A-2" classname="\(suite)">
            <failure type="differs" message="chip: NTAG215 is expected, and it is an NTAG213; record 1: \
            https://shop.example/p/2 is expected, and it is &lt;…/p/9&gt;">chip: NTAG215 is expected, and it is an NTAG213
            uri: record 1: https://shop.example/p/2 is expected, and it is &lt;…/p/9&gt;
            tag \(uid)02 in images/b.nfc
            the header names another UID
            expected by line 3</failure>
            </testcase>
            <testcase name="\(uid)03" classname="\(suite)">
            <failure type="missing" message="no tag came for it">expected by line 4</failure>
            </testcase>
            <testcase name="row 4 #2" classname="\(suite)">
            <failure type="missing" message="2 tags hold it, and 3 are expected">2 tags hold it, and 3 are expected
            expected by line 5</failure>
            </testcase>
            <testcase name="\(uid)05" classname="\(suite)">
            <failure type="unexpected" message="nothing is expected of this tag">tag \(uid)05 in images/c.nfc</failure>
            </testcase>
            <testcase name="\(uid)01" classname="\(suite)">
            <failure type="duplicate" message="this tag was seen before">tag \(uid)01 in images/d.nfc</failure>
            </testcase>
            <testcase name="\(uid)06" classname="\(suite)">
            <error type="unreadable" message="page 3 is not there">tag \(uid)06 in images/e.nfc</error>
            </testcase>
            <testcase name="images/f.nfc" classname="\(suite)">
            <error type="unreadable" message="it is no image of a tag">it is no image of a tag
            in images/f.nfc</error>
            </testcase>
            </testsuite>
            </testsuites>

            """
        #expect(JUnit.document(try SampleVerification.verification()) == expected)
    }

    @Test("of a run: counts, the sum of the times, and the run in its properties, in the head")
    func runHead() throws {
        let lines = try run(SampleRun.record, try SampleRun.entries())
        #expect(
            lines[2] == "<testsuite name=\"autumn labels\" tests=\"8\" failures=\"1\" errors=\"2\" skipped=\"1\" "
                + "time=\"2.594\" timestamp=\"2026-11-30T08:15:00\" hostname=\"bench-2\">")
        let properties = lines.filter { $0.hasPrefix("<property ") }
        #expect(properties.first == "<property name=\"id\" value=\"20261130T081500Z-autumn-labels\"/>")
        #expect(properties.contains("<property name=\"started_at\" value=\"2026-11-30T08:15:00.000Z\"/>"))
        #expect(properties.contains("<property name=\"operator\" value=\"Rosa\"/>"))
        #expect(properties.contains("<property name=\"exit_code\" value=\"4\"/>"))
        #expect(!properties.contains { $0.contains("settings") || $0.contains("rerun_of") })
    }

    @Test("of a run: a testcase an item")
    func runCases() throws {
        let lines = try run(SampleRun.record, try SampleRun.entries())
        let cases = lines.drop { !$0.hasPrefix("<testcase") }.joined(separator: "\n")
        let job = "classname=\"autumn labels\""
        #expect(
            cases == """
                <testcase name="A-1001" \(job) time="0.412"/>
                <testcase name="A-1002" \(job) time="0.530"/>
                <testcase name="A-1002 #2" \(job) time="0.101"/>
                <testcase name="'003" \(job) time="0.541"/>
                <testcase name="A-1004" \(job) time="0.620">
                <failure type="failed" message="verify-mismatch: page 7 differs; 3 attempts">tag 04A23B9A516D06 on \
                ACS ACR122U PICC Interface 00 00
                row 4, line 6</failure>
                </testcase>
                <testcase name="A-1005" \(job)>
                <error type="invalid" message="row-invalid: row 5, line 7, column url: a URL needs a scheme such as \
                https://">row 5, line 7</error>
                </testcase>
                <testcase name="A-1006" \(job) time="0.390">
                <error type="in-doubt" message="tag-removed: lay this tag on a reader again">tag 04A23B9A516D07 on \
                Sample Part 3 Reader 00 00
                row 6, line 8</error>
                </testcase>
                <testcase name="A-1007" \(job)>
                <skipped message="not reached"/>
                </testcase>
                </testsuite>
                </testsuites>
                """)
    }

    @Test("a run without items, or whose items have no times or no SKU")
    func odd() throws {
        let empty = try run(SampleRun.record, [])[2]
        #expect(empty.contains(" tests=\"0\" failures=\"0\" errors=\"0\" skipped=\"0\" timestamp"))
        var entry = try #require(try SampleRun.entries().first)
        entry.item.sku = nil
        entry.item.key.copy = 3
        entry.outcome?.finishedAt = nil
        let testcase = "<testcase name=\"row 1 #3\" classname=\"autumn labels\"/>"
        #expect(try run(SampleRun.record, [entry]).contains(testcase))
        // A sum that no number holds.
        entry.outcome?.startedAt = Timestamp(milliseconds: 0)
        entry.outcome?.finishedAt = Timestamp(milliseconds: .max)
        #expect(try run(SampleRun.record, [entry, entry])[2].contains(" time=\"9223372036854775.807\" "))
    }

    @Test("what XML cannot hold is written visibly, and everything else is kept")
    func hostile() throws {
        let item = VerifyItem(
            .unexpected, tag: ObservedTag(source: SampleVerification.hostile, verdict: .message),
            detail: SampleVerification.hostile)
        let name = SampleVerification.hostile
        let document = JUnit.document(
            Verification(golden: GoldenSet(name: name, columns: [], expectations: []), items: [item]))
        #expect(
            document.contains(
                "<testcase name=\"a\\u{0}\\u{1B}[31m&lt;b&gt; &amp; &quot;c&quot; 'd' ]]&gt; &amp;amp; "
                    + "\\u{FFFE}\\u{FFFF}&#9;&#13;&#10;\u{85}\u{2028}Ä🏷️\" "))
        for scalar in document.unicodeScalars where scalar != "\n" && scalar != "\t" {
            #expect(scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF)
        }
        // A combining mark behind a quote or an ampersand hides it in a Character, and not here.
        let marked = GoldenSet(name: "\"\u{301}&\u{301}<\u{301}", columns: [], expectations: [])
        #expect(
            JUnit.document(Verification(golden: marked, items: []))
                .contains("name=\"&quot;\u{301}&amp;\u{301}&lt;\u{301}\""))
    }

    private func run(_ record: RunRecord, _ entries: [ItemEntry]) throws -> [String] {
        let scratch = try Scratch()
        let paths = try render(record, entries: entries, into: scratch.path, formats: [.junit])
        #expect(paths == [scratch.path + "/junit.xml"])
        return try Scratch.text(scratch.path + "/junit.xml").split(separator: "\n").map(String.init)
    }

    // MARK: The file that the user names

    @Test("it appears whole, in a folder that is made for it, over what stood there")
    func written() throws {
        let scratch = try Scratch()
        let verification = try SampleVerification.verification()
        let path = scratch.path + "/deep/er/junit.xml"
        for _ in 0..<2 { try JUnit.write(verification, to: path) }
        #expect(try Scratch.text(path) == JUnit.document(verification))
        #expect(try Scratch.names(in: scratch.path + "/deep/er") == ["junit.xml"])
    }

    @Test("a link is written through and a folder refused")
    func notPlain() throws {
        let scratch = try Scratch()
        let verification = try SampleVerification.verification()
        try Data("before, and longer than nothing".utf8).write(to: URL(filePath: scratch.path + "/target"))
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path + "/link", withDestinationPath: scratch.path + "/target")
        try JUnit.write(verification, to: scratch.path + "/link")
        #expect(try Scratch.text(scratch.path + "/target") == JUnit.document(verification))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: scratch.path + "/link").hasSuffix("target"))
        for path in [scratch.path, scratch.path + "/"] {
            #expect(throws: ReportError(.cannotCreateFile, systemError: EISDIR, path: path)) {
                try JUnit.write(verification, to: path)
            }
        }
    }

    @Test("a device is written to and stays one")
    func device() throws {
        try JUnit.write(try SampleVerification.verification(), to: "/dev/null")
        var status = stat()
        #expect(stat("/dev/null", &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFCHR)
        #expect(throws: ReportError(.cannotWrite, systemError: ENOSPC, path: "/dev/full")) {
            try JUnit.write(try SampleVerification.verification(), to: "/dev/full")
        }
    }
}
