import NDEF
import Tags
import Testing

@testable import Jobs

/// What an ASCII mirror of a tag means for a message that is expected of it (field case 5).
@Suite struct MirrorComparisonTests {
    private static let uid = "0448551A2E1291"
    /// The rest of the message stands around these.
    private static let start = 5 + "a.example/?m=".utf8.count
    private static let span = start..<start + 14

    /// A tag of this UID with a mirror over its message.
    private func tag(
        _ shown: String, _ content: AsciiMirror.Content?, over span: Range<Int> = Self.span,
        uid: String? = Self.uid
    ) throws -> ObservedTag {
        let message = try message(uri: "https://a.example/?m=\(shown)")
        let inMessage = span.clamped(to: 0..<message.count)
        var tag = observed(message, source: "a", uid: uid)
        tag.mirror = content.map { AsciiMirror($0, bytes: (23 + span.lowerBound)..<(23 + span.upperBound)) }
        tag.filledSpans = content == nil || inMessage.isEmpty ? [] : [inMessage]
        return tag
    }

    private func wanted(_ text: String, mirror: AsciiMirror.Content? = nil) throws -> Jobs.Expectation {
        var wanted = expectation(try message(uri: "https://a.example/?m=\(text)"))
        wanted.mirror = mirror
        return wanted
    }

    /// By comparing, and by the search: both must say the same.
    private func isMatch(_ wanted: Jobs.Expectation, _ tag: ObservedTag, exactly: Bool = false) -> Bool {
        var matching = TagMatching(GoldenSet(name: "", columns: [], expectations: [wanted]), exactly: exactly)
        let found = matching.take(tag).status == .match
        #expect(found == wanted.comparison(with: tag, exactly: exactly).differences.isEmpty)
        return found
    }

    @Test func anotherTextBeneathIsHiddenAndDiffers() throws {
        let tag = try tag("\(Self.uid)&y=1", .uid)
        for text in ["/start/page?x=&y=1", "XXXXXXXXXXXXXX&y=1", "0448551A2E1292&y=1", "0000000000000x&y=1"] {
            for exactly in [false, true] {
                let wanted = try wanted(text)
                #expect(!isMatch(wanted, tag, exactly: exactly))
                let comparison = wanted.comparison(with: tag, exactly: exactly)
                #expect(comparison.note == nil)
                #expect(comparison.differences.first?.kind == .uri)
                #expect(
                    comparison.differences.contains {
                        $0.kind == .bytes
                            && $0.detail
                                == "an ASCII mirror of the UID lies over bytes 18 to 31 of the message, which the expected "
                                + "message does not leave to it"
                    })
            }
        }
    }

    @Test(arguments: [
        ("00000000000000", "0448551A2E1291", AsciiMirror.Content.uid),
        ("0448551A2E1291", "0448551A2E1291", .uid),
        ("000000", "00002A", .counter),
        ("00002A", "00002A", .counter),
        ("00000000000000x000000", "0448551A2E1291x00002A", .uidAndCounter),
        ("0448551A2E1291x000007", "0448551A2E1291x00002A", .uidAndCounter),
    ])
    func thePlaceholderAndWhatItShowsMatch(_ expected: String, _ shown: String, _ content: AsciiMirror.Content) throws {
        let tag = try tag(shown, content, over: Self.start..<Self.start + shown.utf8.count)
        for exactly in [false, true] {
            let wanted = try wanted(expected)
            #expect(isMatch(wanted, tag, exactly: exactly))
            let note = wanted.comparison(with: tag, exactly: exactly).note
            // Of the counter alone it can only be said that it is one.
            #expect((note != nil) == (content != .uid && expected != "00002A"))
        }
    }

    @Test(arguments: [
        ("000000", "00002G", AsciiMirror.Content.counter), ("123456", "00002A", .counter),
        ("00000000000000", "0448551A2E1292", .uid),
        ("00000000000000x000000", "0448551A2E1292x00002A", .uidAndCounter),
        ("0448551A2E1291xGHIJKL", "0448551A2E1291x00002A", .uidAndCounter),
        ("00000000000000x000007", "0448551A2E1291x00002A", .uidAndCounter),
    ])
    func whatItDoesNotShowDiffers(_ expected: String, _ shown: String, _ content: AsciiMirror.Content) throws {
        let tag = try tag(shown, content, over: Self.start..<Self.start + shown.utf8.count)
        #expect(!isMatch(try wanted(expected), tag))
        #expect(!isMatch(try wanted(expected), tag, exactly: true))
    }

    @Test func aPartOfAMirrorIsNoPlace() throws {
        let tag = try tag("0448551A2E", .uid)
        #expect(!isMatch(try wanted("0000000000"), tag))
        let comparison = try wanted("0000000000").comparison(with: tag, exactly: false)
        #expect(comparison.differences.last?.detail.contains("lies over bytes 18 to 27 of the message") == true)
    }

    @Test func aMirrorThatIsAskedFor() throws {
        let zeros = try wanted("00000000000000&y=0", mirror: .uid)
        #expect(isMatch(zeros, try tag("\(Self.uid)&y=0", .uid)))
        #expect(zeros.comparison(with: try tag("\(Self.uid)&y=0", .uid), exactly: true).note == nil)
        let byOne = Self.start + 1..<Self.start + 15
        let behind = Self.start + 40..<Self.start + 54
        let cases: [(tag: ObservedTag, words: String)] = [
            (try tag("00000000000000&y=0", nil), "none is seen to be switched on"),
            (try tag("\(Self.uid)&y=0", nil), "none is seen to be switched on"),
            (try tag("0\(Self.uid)y=0", .uid, over: byOne), "an ASCII mirror of the UID lies over bytes 19 to 32"),
            (
                try tag("00000000000000&y=0", .uid, over: behind),
                "an ASCII mirror of the UID lies over pages 20-23, beside the message"
            ),
            (try tag("00000000000000&y=0", .uid), "what it shows is not of this tag"),
            (
                try tag("00002A00000000&y=0", .counter, over: Self.start..<Self.start + 6),
                "an ASCII mirror of the counter lies over bytes 18 to 23"
            ),
        ]
        for (tag, words) in cases {
            for exactly in [false, true] {
                #expect(!isMatch(zeros, tag, exactly: exactly))
                let last = zeros.comparison(with: tag, exactly: exactly).differences.last
                #expect(last?.kind == .bytes)
                #expect(
                    last?.detail
                        == "an ASCII mirror of the UID is expected over bytes 18 to 31 of the message, and \(words)")
            }
        }
        // The counter is known to be one, and no more.
        let counter = try wanted("000000&y=0", mirror: .counter)
        let counting = try tag("00002A&y=0", .counter, over: Self.start..<Self.start + 6)
        #expect(isMatch(counter, counting))
        #expect(
            counter.comparison(with: counting, exactly: false).note
                == "bytes 18 to 23 of the message are filled by the tag itself and were not compared")
    }

    /// The same in all rows but the wanted mirror's place in them, which the search must tell apart.
    @Test func eachTagFindsItsRow() throws {
        let names = ["0448551A2E1291", "0448551A2E1292", "0448551A2E1293"]
        let rows = try names.enumerated().map { index, name in
            var row = try wanted(name)
            row.key.row = index + 1
            return row
        }
        var matching = TagMatching(GoldenSet(name: "", columns: [], expectations: rows))
        for (index, name) in names.enumerated().reversed() {
            let item = matching.take(try tag(name, .uid, uid: name))
            #expect(item.status == .match)
            #expect(item.expectation?.key.row == index + 1)
        }
    }

    /// A mirror that hides a part does not keep the tag from being compared with its own row.
    @Test func aTagWithAHiddenPartIsComparedWithItsRow() throws {
        let rows = try ["aaaaaaaaaaaaaa&y=1", "aaaaaaaaaaaaaa&y=2", "aaaaaaaaaaaaaa&y=3"].enumerated().map {
            index, text in
            var row = try wanted(text)
            row.key.row = index + 1
            return row
        }
        var matching = TagMatching(GoldenSet(name: "", columns: [], expectations: rows))
        _ = matching.take(try tag("\(Self.uid)&y=3", .uid))
        #expect(matching.verification().items.map(\.status) == [.missing, .missing, .differs])
    }

    @Test func aMirrorThatBreaksTheMessageIsNamed() throws {
        var tag = observed(nil, uid: Self.uid, verdict: .damaged, reason: "its length runs out")
        tag.mirror = AsciiMirror(.uid, bytes: 21..<35)
        let differences = try wanted("1").comparison(with: tag, exactly: false).differences
        #expect(differences.map(\.kind) == [.bytes, .bytes])
        #expect(differences.last?.detail == "an ASCII mirror of the UID lies over pages 5-8")
    }
}
