import Tags
import Testing

@testable import Jobs

@Suite struct KeyIndexTests {
    /// Against a dictionary: many keys, many of them twice, and places of any size.
    @Test func saysWhatADictionarySays() {
        let index = KeyIndex()
        var known: [String: KeyIndex.Place] = [:]
        var number: UInt64 = 88_172_645_463_325_252
        for row in 1...60_000 {
            number ^= number << 13
            number ^= number >> 7
            number ^= number << 17
            let text = "SKU-\(number % 40_000)"
            let place = KeyIndex.Place(row: row, line: row * 3)
            #expect(index.find(.init(text)) == known[text])
            #expect(index.first(.init(text), at: place) == known[text])
            if known[text] == nil { known[text] = place }
        }
        #expect(known.count > 25_000)
    }

    /// A key is told from one that is longer by a byte, is empty, or is of another kind of value with the same bytes or not.
    @Test func keysAreToldApart() throws {
        let index = KeyIndex()
        let place = KeyIndex.Place(row: 1, line: 2)
        for text in ["", "a", "A", "a ", "aa", "é", "e", "ß", "ss", "K", "k"] {
            #expect(index.first(.init(text), at: place) == nil, "\(text)")
        }
        let uids = KeyIndex()
        #expect(uids.first(.init(try #require(UID(hex: "04A1B2C3D4E5F6"))), at: place) == nil)
        #expect(uids.first(.init(try #require(UID(hex: "04A1B2C3D4E5F7"))), at: place) == nil)
        #expect(uids.first(.init(try #require(UID(hex: "04a1b2c3d4e5f6"))), at: place) == place)
    }

    /// Canonically equivalent texts are one key, as equal strings are.
    @Test(arguments: [
        ("é", "e\u{301}"), ("Å", "\u{212B}"), ("Å", "A\u{30A}"), ("K", "\u{212A}"), ("aKé", "a\u{212A}e\u{301}"),
        (";", "\u{37E}"), ("`", "\u{1FEF}"), ("Ω", "\u{2126}"), ("가", "\u{1100}\u{1161}"),
    ])
    func equivalentTextsAreOneKey(left: String, right: String) {
        #expect(left == right)
        let index = KeyIndex()
        let place = KeyIndex.Place(row: 7, line: 8)
        #expect(index.first(.init(left), at: place) == nil)
        #expect(index.first(.init(right), at: .init(row: 9, line: 10)) == place)
    }

    /// The list of characters beyond ASCII that are equivalent to one of ASCII is whole.
    @Test func noOtherCharacterIsEquivalentToOneOfASCII() {
        let ascii = Set((0..<0x80).map { String(Unicode.Scalar(UInt8($0))) })
        let found = (0x80...0x10FFFF).compactMap { Unicode.Scalar(UInt32($0)) }.filter { ascii.contains(String($0)) }
        #expect(found == ["\u{37E}", "\u{1FEF}", "\u{212A}"])
    }

    /// The same bytes are one key, whether they come as a text or as bytes.
    @Test func bytesAndASCIITextsAreOneKey() {
        let index = KeyIndex()
        let place = KeyIndex.Place(row: 1, line: 1)
        #expect(index.first(.init("SKU-1"), at: place) == nil)
        #expect(index.first(.init(Array("SKU-1".utf8)), at: .init(row: 2, line: 2)) == place)
    }

    @Test func hugeNumbersAreKept() {
        let index = KeyIndex()
        _ = index.first(.init("a"), at: .init(row: 4_000_000_000, line: 4_100_000_000))
        #expect(index.first(.init("a"), at: .init(row: 1, line: 1)) == .init(row: 4_000_000_000, line: 4_100_000_000))
        _ = index.first(.init("b"), at: .init(row: .max, line: .max))
        #expect(index.first(.init("b"), at: .init(row: 1, line: 1))?.row == Int(UInt32.max))
    }
}
