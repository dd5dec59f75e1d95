import NDEF
import Tags
import Testing

@testable import Jobs

/// `01/` and the UID in capitals, `?` and the UID in small letters: a message of 34 bytes, here without meaning.
private let places = [UIDPlace(offset: 3), UIDPlace(offset: 18, isLowerCase: true)]
private let planned = Array("01/".utf8) + zeros + Array("?".utf8) + zeros + Array("/2".utf8)
private let zeros = [UInt8](repeating: 0, count: 14)

private func composed(_ text: String) -> [UInt8] { Array(text.utf8) }
private func uid(_ hex: String) throws -> UID { try #require(UID(hex: hex)) }

@Suite struct UIDPlaceTests {
    private func item(_ places: [UIDPlace]) -> Item {
        Item(
            key: ItemKey(row: 1, copy: 1), line: 2, sku: nil, cells: [], message: planned, uidPlaces: places,
            summary: "{uid}")
    }

    @Test func theUIDIsPutIn() throws {
        let tag = try uid("04A1B2C3D4E5F6")
        let whole = composed("01/04A1B2C3D4E5F6?04a1b2c3d4e5f6/2")
        #expect(item(places).message(for: tag) == whole)
        let made = try #require(item(places).composed(for: tag))
        #expect(made.message == whole)
        #expect(made.uidPlaces.isEmpty)
        #expect(made.message(for: try uid("04000000000001")) == whole)
        // Without places every tag gets the same, whatever its UID.
        #expect(item([]).message(for: try uid("0412AB34")) == planned)
        #expect(item([]).composed(for: tag) == item([]))
    }

    @Test(arguments: ["0412AB34", "E004010012345678", "04A1B2C3D4E5F6070809"])
    func aUIDOfAnotherLengthHasNoPlace(hex: String) throws {
        #expect(item(places).message(for: try uid(hex)) == nil)
        #expect(item(places).composed(for: try uid(hex)) == nil)
    }

    @Test(arguments: [-1, 21, 34, 35, Int.max]) func aPlaceOutsideTheMessageTakesNothing(offset: Int) throws {
        #expect(item([UIDPlace(offset: offset)]).message(for: try uid("04A1B2C3D4E5F6")) == nil)
    }

    @Test func theUIDIsTakenOutWhereverItStands() throws {
        let tag = try uid("04A1B2C3D4E5F6")
        let whole = try #require(item(places).message(for: tag))
        #expect(UIDPlace.blank(tag, in: whole) == planned)
        for other in ["04A1B2C3D4E5F7", "04A1B2C3"] { #expect(UIDPlace.blank(try uid(other), in: whole) == nil) }
        // Neither in letters of both cases, nor cut off at the end.
        #expect(UIDPlace.blank(tag, in: composed("04A1b2C3D4E5F6")) == nil)
        for count in 0..<14 { #expect(UIDPlace.blank(tag, in: Array(composed("04A1B2C3D4E5F6").prefix(count))) == nil) }
        #expect(UIDPlace.blank(tag, in: composed("04A1B2C3D4E5F6")) == zeros)
        #expect(UIDPlace.blank(tag, in: composed("04A1B2C3D4E5F604A1B2C3D4E5F6x")) == zeros + zeros + [0x78])
    }
}

/// Golden files whose messages name their tags.
@Suite struct TagNamingGoldenTests {
    private static let a = "04A10000000001"
    private static let b = "04A10000000002"

    private func uri(_ rest: String) throws -> [UInt8] { try message(uri: "https://a.example/" + rest) }

    /// `https://a.example/NAME/{uid}`
    private func naming(
        _ name: String, row: Int = 1, isLowerCase: Bool = false, uid: String? = nil, chip: Chip? = nil
    ) throws -> Jobs.Expectation {
        var expected = expectation(try uri("\(name)/\(UIDPlace.sample)"), row: row, uid: uid, chip: chip)
        let place = UIDPlace(offset: expected.message.count - 14, isLowerCase: isLowerCase)
        UIDPlace.blank([place], in: &expected.message)
        expected.uidPlaces = [place]
        return expected
    }

    private func verify(
        _ expectations: [Jobs.Expectation], _ tags: [ObservedTag], exactly: Bool = false
    ) -> Verification {
        var matching = TagMatching(GoldenSet(name: "g", columns: [], expectations: expectations), exactly: exactly)
        for tag in tags { _ = matching.take(tag) }
        return matching.verification()
    }

    private func lines(_ verification: Verification) -> [String] {
        verification.items.map { item in
            "\(item.status.rawValue) \(item.expectation.map { "\($0.key.row)" } ?? "-") \(item.tag?.source ?? "-")"
        }
    }

    @Test(arguments: [false, true]) func eachTagIsComparedWithTheMessageForItsUID(exactly: Bool) throws {
        let found = verify(
            [try naming("1"), try naming("2", row: 2), try naming("1", row: 3)],
            [
                observed(try uri("2/\(Self.b)"), source: "b", uid: Self.b),
                observed(try uri("1/\(Self.a)"), source: "a", uid: Self.a),
                observed(try uri("1/04A10000000003"), source: "c", uid: "04A10000000003"),
            ], exactly: exactly)
        #expect(lines(found) == ["match 1 a", "match 2 b", "match 3 c"])
        // What was expected is told as it was of this tag.
        #expect(found.items[0].expectation?.message == (try uri("1/\(Self.a)")))
        #expect(found.items[0].expectation?.uidPlaces.isEmpty == true)
    }

    @Test(arguments: [false, true]) func aTagThatNamesAnotherDiffers(exactly: Bool) throws {
        // A copy of a tag, and one bound to its row.
        for bound in [nil, Self.b] {
            let found = verify(
                [try naming("1", uid: bound)], [observed(try uri("1/\(Self.a)"), uid: Self.b)], exactly: exactly)
            #expect(found.items.map(\.status) == [.differs])
            #expect(found.items[0].differences.first?.kind == .uri)
            #expect(found.items[0].differences.first?.detail.contains(Self.b) == true)
            #expect(found.items[0].differences.first?.detail.contains("\0") == false)
        }
    }

    @Test func theCaseOfLettersCounts() throws {
        let lower = Self.a.lowercased()
        let tags = [
            observed(try uri("1/\(lower)"), source: "lower", uid: Self.a),
            observed(try uri("1/\(Self.b)"), source: "upper", uid: Self.b),
        ]
        let expected = [try naming("1"), try naming("1", row: 2, isLowerCase: true)]
        #expect(lines(verify(expected, tags)) == ["match 1 upper", "match 2 lower"])
        #expect(lines(verify([try naming("1")], Array(tags.prefix(1)))) == ["differs 1 lower"])
    }

    /// By what it means: another spelling of the same URI.
    @Test func wholeURIsMatchAbbreviatedOnes() throws {
        let whole = try Message([
            Record(
                typeNameFormat: .wellKnown, type: Array("U".utf8),
                payload: [0] + Array("https://a.example/1/\(Self.a)".utf8))
        ]).encoded()
        #expect(lines(verify([try naming("1")], [observed(whole, source: "x", uid: Self.a)])) == ["match 1 x"])
        let exact = verify([try naming("1")], [observed(whole, source: "x", uid: Self.a)], exactly: true)
        #expect(lines(exact) == ["differs 1 x"])
    }

    @Test func theOneThatAsksMostIsMet() throws {
        let found = verify(
            [try naming("1"), try naming("1", row: 2, chip: .ntag215)],
            [
                observed(try uri("1/\(Self.a)"), source: "a", uid: Self.a, chip: .ntag215),
                observed(try uri("1/\(Self.b)"), source: "b", uid: Self.b, chip: .ntag213),
            ])
        #expect(lines(found) == ["match 1 b", "match 2 a"])
        // One of a tag's own is not for another.
        let bound = verify(
            [try naming("1", uid: Self.b), try naming("1", row: 2)],
            [
                observed(try uri("1/\(Self.a)"), source: "a", uid: Self.a),
                observed(try uri("1/\(Self.b)"), source: "b", uid: Self.b),
            ])
        #expect(lines(bound) == ["match 1 b", "match 2 a"])
    }

    /// A message that has the sample in it by itself is no other tag's.
    @Test func theSampleIsNothingSpecial() throws {
        let plain = expectation(try uri("1/\(UIDPlace.sample)"), row: 2)
        let found = verify(
            [try naming("1"), plain],
            [
                observed(try uri("1/\(UIDPlace.sample)"), source: "plain", uid: Self.a),
                observed(try uri("1/\(Self.b)"), source: "named", uid: Self.b),
            ])
        #expect(lines(found) == ["match 1 named", "match 2 plain"])
        let none = verify([plain], [observed(try uri("1/\(Self.a)"), source: "a", uid: Self.a)])
        #expect(none.items.map(\.status) == [.differs])
    }

    /// Which row a tag was meant for is told by what it holds, whatever its UID.
    @Test func whatDiffersFindsItsRow() throws {
        let text = try Message([
            URIRecord("https://a.example/2/\(Self.a)").record, TextRecord("x", language: "en").record,
        ])
        .encoded()
        let found = verify(
            [try naming("1"), try naming("2", row: 2)], [observed(text, source: "a", uid: Self.a)])
        #expect(lines(found) == ["missing 1 -", "differs 2 a"])
        #expect(found.items[1].differences.map(\.kind) == [.recordCount])
    }

    @Test(arguments: [nil, "08A1B2C3", "E004010012345678"])
    func aUIDThatHasNoPlace(uid: String?) throws {
        let found = verify([try naming("1")], [observed(try uri("1/x"), uid: uid)])
        #expect(found.items.map(\.status) == [.differs])
        #expect(found.items[0].differences.map(\.kind) == [.uid])
        let digits = uid.map { "this one's has \($0.count)" } ?? "this one's is not known"
        #expect(
            found.items[0].differences[0].detail
                == "the message is expected to name its tag by a UID of 14 digits, and \(digits)")
    }

    @Test func aTagWithoutAMessageSaysSo() throws {
        let found = verify(
            [try naming("1")], [observed(nil, verdict: .damaged, reason: "its length runs out")])
        #expect(found.items[0].differences.map(\.kind) == [.bytes])
    }

    /// Of a UID mirror in another place of the message.
    @Test func whatTheTagFillsIsLeftOut() throws {
        var expected = try naming("00000000000000")
        let there = try uri("\(Self.a)/\(Self.a)")
        let start = expected.message.count - 29
        let tag = observed(there, source: "a", uid: Self.a, filledSpans: [start..<start + 14])
        #expect(lines(verify([expected], [tag])) == ["match 1 a"])
        expected.key.row = 2
        #expect(lines(verify([try naming("11111111111111x"), expected], [tag])) == ["missing 1 -", "match 2 a"])
    }
}
