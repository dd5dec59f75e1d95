import NDEF
import Tags
import Testing

@testable import Jobs

@Suite struct TagMatchingTests {
    private static let a = "04A10000000001"
    private static let b = "04A10000000002"

    private func uri(_ name: String) throws -> [UInt8] { try message(uri: "https://a.example/\(name)") }

    private func golden(_ expectations: [Jobs.Expectation]) -> GoldenSet {
        GoldenSet(name: "golden", columns: [], expectations: expectations)
    }

    private func verify(
        _ expectations: [Jobs.Expectation], _ tags: [ObservedTag], exactly: Bool = false
    ) -> Verification {
        var matching = TagMatching(golden(expectations), exactly: exactly)
        for tag in tags { _ = matching.take(tag) }
        return matching.verification()
    }

    /// `status row source` of every item, `-` where there is none.
    private func lines(_ verification: Verification) -> [String] {
        verification.items.map { item in
            "\(item.status.rawValue) \(item.expectation.map { "\($0.key.row)" } ?? "-") \(item.tag?.source ?? "-")"
        }
    }

    @Test func tagsComeInAnyOrder() throws {
        let found = verify(
            [expectation(try uri("1")), expectation(try uri("2"), row: 2), expectation(try uri("3"), row: 3)],
            [
                observed(try uri("3"), source: "c"), observed(try uri("1"), source: "a"),
                observed(try uri("2"), source: "b"),
            ])
        #expect(lines(found) == ["match 1 a", "match 2 b", "match 3 c"])
        #expect(found.isMatch)
    }

    @Test func equalExpectationsAreMetInFileOrder() throws {
        let same = try uri("1")
        let found = verify(
            [expectation(same), expectation(same, row: 2), expectation(same, row: 3)],
            [observed(same, source: "a"), observed(same, source: "b")])
        #expect(lines(found) == ["match 1 a", "match 2 b", "missing 3 -"])
        #expect(!found.isMatch)
    }

    @Test func anExpectationWithAUIDIsForThatTagAlone() throws {
        let same = try uri("1")
        let found = verify(
            [
                expectation(same), expectation(same, row: 2, uid: Self.a),
                expectation(try uri("2"), row: 3, uid: Self.b),
            ],
            [observed(same, source: "x", uid: Self.a), observed(same, source: "y", uid: Self.b)])
        // y holds what row 1 wants, and is the tag of row 3.
        #expect(lines(found) == ["missing 1 -", "match 2 x", "differs 3 y"])
        #expect(found.items[2].differences.map(\.kind) == [.uri])
    }

    @Test func theSecondTagOfAUIDIsADuplicate() throws {
        let same = try uri("1")
        let found = verify(
            [expectation(same), expectation(same, row: 2)],
            [
                observed(same, source: "a.nfc", uid: Self.a), observed(same, source: "a.json", uid: Self.a),
                observed(try uri("2"), source: "a.bin", uid: Self.a),
            ])
        #expect(lines(found) == ["match 1 a.nfc", "missing 2 -", "duplicate - a.json", "duplicate - a.bin"])
        #expect(found.items[2].detail == "the tag \(Self.a) was seen before: a.nfc")
        #expect(found.items[3].detail == "the tag \(Self.a) was seen before: a.nfc")
        // Without a UID, or with one that is drawn anew each time, there are none.
        for uid in [nil, "08A1B2C3"] {
            let tags = ["a", "b"].map { observed(same, source: $0, uid: uid) }
            #expect(verify([expectation(same), expectation(same, row: 2)], tags).isMatch)
        }
    }

    @Test func whatCannotBeReadMeetsNoExpectation() throws {
        let unreadable = observed(nil, source: "x", uid: Self.a, verdict: .unreadable, reason: "page 9 is not there")
        let found = verify(
            [expectation(try uri("1")), expectation(try uri("2"), row: 2, uid: Self.a)],
            [unreadable, observed(try uri("1"), source: "y")])
        #expect(lines(found) == ["match 1 y", "missing 2 -", "unreadable - x"])
        #expect(found.items[1].detail == "its tag cannot be read: x")
        #expect(found.items[2].detail == "page 9 is not there")
        // It was not seen yet: the whole image of the same tag is no duplicate.
        let whole = verify([expectation(try uri("1"))], [unreadable, observed(try uri("1"), source: "y", uid: Self.a)])
        #expect(lines(whole) == ["match 1 y", "unreadable - x"])
    }

    @Test func theExpectationThatAsksMostOfATagIsMetFirst() throws {
        let same = try uri("1")
        let found = verify(
            [
                expectation(same), expectation(same, row: 2, chip: .ntag213, lockState: .locked),
                expectation(same, row: 3, chip: .ntag213),
            ],
            [
                observed(same, source: "a"), observed(same, source: "b", lockState: .locked),
                observed(same, source: "c", chip: .ntag215),
            ])
        #expect(lines(found) == ["match 1 c", "match 2 b", "match 3 a"])
    }

    @Test func theRestIsComparedWithWhatItWasMeantFor() throws {
        let found = verify(
            [
                expectation(try uri("1"), row: 1), expectation(try uri("T-2"), row: 2, sku: "T-2"),
                expectation(try message(uri: "https://a.example/3", text: "three"), row: 3),
                expectation(try uri("4"), row: 4, chip: .ntag215), expectation(try uri("5"), row: 5, uid: Self.a),
                expectation(try uri("6"), row: 6, uid: Self.b),
            ],
            [
                observed(try uri("stray"), source: "stray"), observed(try uri("further"), source: "further"),
                observed(try uri("5"), source: "five", uid: "04A10000000009"),
                observed(try uri("4"), source: "four"),
                observed(try message(uri: "https://a.example/3", text: "drei"), source: "three"),
                observed(try message(uri: "https://b.example/x/T-2"), source: "two"),
            ])
        #expect(
            lines(found) == [
                "differs 1 stray", "differs 2 two", "differs 3 three", "differs 4 four", "differs 5 five",
                "missing 6 -",
                "unexpected - further",
            ])
        #expect(found.items.prefix(5).map { $0.differences.map(\.kind) } == [[.uri], [.uri], [.text], [.chip], [.uid]])
        #expect(
            found.items[6].detail
                == "no row expects it; it holds the URI \"https://a.example/further\"")
        #expect(found.items[5].detail == "no tag \(Self.b) was seen")
        let next = "nothing on the tag points to this row, which is compared as the next one without a tag"
        #expect(found.items.prefix(5).map(\.detail) == [next, nil, nil, nil, nil])
    }

    /// A stranger in the place of a tag that is gone is told as one, with a UID and without; a tag of a row with a UID, and the
    /// only tag of a set, are what they are meant for.
    @Test func howATagCameToItsRowIsToldWhereNothingTiesThem() throws {
        let wanted = [expectation(try uri("1"), sku: "A"), expectation(try uri("2"), row: 2, sku: "B")]
        for uid in [nil, Self.a] {
            let found = verify(
                wanted, [observed(try uri("2"), source: "b"), observed(try uri("2"), source: "copy", uid: uid)])
            #expect(lines(found) == ["differs 1 copy", "match 2 b"])
            #expect(found.items[0].detail?.hasPrefix("nothing on the tag points to this row") == true)
        }
        let bound = verify(
            [expectation(try uri("1")), expectation(try uri("2"), row: 2, uid: Self.a)],
            [observed(try uri("x"), source: "a", uid: Self.a), observed(try uri("1"), source: "b")])
        #expect(lines(bound) == ["match 1 b", "differs 2 a"])
        #expect(bound.items.map(\.detail) == [nil, nil])
        let only = verify([expectation(try uri("1"))], [observed(try uri("x"), source: "a")])
        #expect(lines(only) == ["differs 1 a"])
        #expect(only.items[0].detail == nil)
    }

    @Test func copiesAndAbbreviationsMatchByMeaningAlone() throws {
        let wanted = [expectation([0xD1, 1, 10, 0x55, 4] + Array("a.example".utf8))]
        let other = observed([0xD1, 1, 18, 0x55, 0] + Array("https://a.example".utf8))
        #expect(verify(wanted, [other]).isMatch)
        let exact = verify(wanted, [other], exactly: true)
        #expect(exact.items.map(\.status) == [.differs])
        #expect(exact.items.first?.differences.map(\.kind) == [.bytes])
    }

    @Test func anEmptyTagMeetsTheEmptyMessage() throws {
        let wanted = [expectation([0xD0, 0, 0])]
        #expect(verify(wanted, [observed([])]).isMatch)
        #expect(verify(wanted, [observed([0xD8, 0, 0, 0], verdict: .empty)]).isMatch)
        #expect(!verify(wanted, [observed(nil, verdict: .notNDEF, reason: "none")]).isMatch)
    }

    @Test func whatTagsFillThemselvesIsLeftOutOfTheSearchToo() throws {
        let names = (1...3).map { "\($0)?m=" }
        let wanted = try names.enumerated().map { index, name in
            expectation(try uri(name + String(repeating: "0", count: 14)), row: index + 1)
        }
        let tags = try names.reversed().map { name in
            let bytes = try uri(name + Self.a)
            return observed(bytes, source: name, filledSpans: [(bytes.count - 14)..<bytes.count])
        }
        let found = verify(wanted, tags)
        #expect(found.isMatch)
        #expect(found.items.map { $0.tag?.source } == names)
        #expect(found.items.allSatisfy { $0.detail?.contains("filled by the tag itself") == true })
        let dynamic = tags.map { tag in
            var tag = tag
            (tag.chip, tag.filledSpans) = (.ntag424, [])
            return tag
        }
        #expect(verify(wanted, dynamic).isMatch)
        #expect(!verify(wanted, dynamic, exactly: true).items.isEmpty)
    }

    @Test func itIsCompleteWhenEveryExpectationHasATag() throws {
        var matching = TagMatching(
            golden([expectation(try uri("1")), expectation(try uri("2"), row: 2, uid: Self.a)]))
        #expect(matching.expected == 2)
        #expect(!matching.hasTagForEach)
        #expect(matching.take(observed(try uri("9"), source: "x")).status == .unexpected)
        #expect(!matching.hasTagForEach)
        #expect(matching.take(observed(try uri("9"), source: "y", uid: Self.a)).status == .differs)
        #expect(matching.hasTagForEach)
        #expect(lines(matching.verification()) == ["differs 1 x", "differs 2 y"])
    }

    /// A golden set that is searched from its begin for every tag would take minutes.
    @Test func manyExpectations() throws {
        let count = 4000
        let messages = (0..<count).map { [0xD1, 1, 8, 0x55, 4] + Array(String(1_000_000 + $0).utf8) }
        let found = verify(
            messages.enumerated().map { expectation($1, row: $0 + 1, sku: "\($0)") },
            messages.reversed().map { observed($0.dropLast() + [0x78]) } + messages.map { observed($0) })
        #expect(found.count(of: .match) == count)
        #expect(found.count(of: .unexpected) == count)
    }
}
