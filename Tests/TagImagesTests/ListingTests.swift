import Tags
import Testing

@testable import TagImages

struct ListingTests {
    /// Pages 0 to 11 of a tag.
    static let pages = [
        "04C1D29F", "5A3B7E80", "9F480000", "E1100600", "0309D101", "05540264", "65313200", "FE000000", "00000000",
        "11223344", "00000000", "55667788",
    ]

    private static func image(_ lines: [String], name: String = "tag.txt") throws(ImageError) -> TagImage {
        try TagImage(reading: Array(lines.joined(separator: "\n").utf8), name: name)
    }

    private static func refusal(_ lines: [String], name: String = "tag.txt") -> String? {
        do throws(ImageError) {
            let image = try image(lines, name: name)
            return "read as \(image.format)"
        } catch {
            return error.code == .broken ? error.context : error.code.rawValue
        }
    }

    private static func known(_ image: TagImage) throws -> [String?] {
        let pages = try #require(image.memory.pages)
        return (0..<pages.end).map { pages[$0]?.description }
    }

    /// A line in a shape: `n` `h` `a` in braces are the page's number in decimal, in hex, and its address in hex; `0` to
    /// `3` its bytes.
    private static func line(_ shape: String, _ number: Int, _ page: String) -> String {
        var line = shape.replacing("{n}", with: "\(number)")
            .replacing("{h}", with: String(number, radix: 16)).replacing("{a}", with: [UInt8(number * 4)].hex)
        for index in 0..<4 { line = line.replacing("{\(index)}", with: page.dropFirst(2 * index).prefix(2)) }
        return line
    }

    @Test(arguments: [
        "{0}{1}{2}{3}", "{0} {1} {2} {3}", "{0}:{1}:{2}:{3}", "{0}-{1}-{2}-{3}", "0x{0}, 0x{1}, 0x{2}, 0x{3},",
        "{n}: {0} {1} {2} {3}", "0{h}: {0}{1}{2}{3}", "00{h}: {0} {1} {2} {3} |....|", "0x{h}: {0} {1} {2} {3}",
        "0{h} {0}{1}{2}{3}", "0{h} {0} {1} {2} {3}", "Page {n}: {0} {1} {2} {3}", "page 0x{h} {0}{1}{2}{3} # so",
        "Block {n} : {0} {1} {2} {3}", "000000{a}: {0}{1} {2}{3}  ab..", "000000{a}  {0} {1} {2} {3}  |a.|",
        "| 0{h} | {0} {1} {2} {3} | .... |", "{n}\t{0} {1} {2} {3} (page)", "0x{a}: {0} {1} {2} {3}",
    ]) func aPageALine(_ shape: String) throws {
        let image = try Self.image(Self.pages.enumerated().map { Self.line(shape, $0.offset, $0.element) })
        #expect(image.format == .listing)
        #expect(image.uid?.description == "04C1D25A3B7E80")
        #expect(try Self.known(image) == Self.pages)
    }

    @Test func severalPagesALine() throws {
        let all = Self.pages.joined()
        for width in [16, 32, 96] {
            let lines = stride(from: 0, to: 96, by: width).map { String(all.dropFirst($0).prefix(width)) }
            #expect(try Self.known(try Self.image(lines)) == Self.pages)
            #expect(try Self.known(try Self.image(lines.map { $0.lowercased() + " # note" })) == Self.pages)
        }
    }

    @Test func whatIsNotReadIsUnknown() throws {
        var lines = Self.pages
        lines[9] = "???? ????"
        lines[10] = "XXXXXXXX"
        #expect(try Self.known(try Self.image(lines)) == Self.pages[..<9].map { $0 } + [nil, nil, Self.pages[11]])
        lines = Self.pages.enumerated().map { "\($0.offset): \($0.element)" }
        lines.removeSubrange(6...7)
        var expected = Self.pages.map { Optional($0) }
        expected.replaceSubrange(6...7, with: [nil, nil])
        #expect(try Self.known(try Self.image(lines)) == expected, "left out")
    }

    @Test func aStarRepeatsTheLineBeforeIt() throws {
        var lines = Self.pages[..<8].enumerated().map { "00\($0.offset): \($0.element)" }
        lines += ["008: 00000000 |....|", "  *  00000000 |....|", "00B: 00000000 |....|"]
        let known = try Self.known(try Self.image(lines))
        #expect(known == Self.pages[..<8] + Array(repeating: "00000000", count: 4))
        #expect(Self.refusal(lines.dropLast()) == "line 10: * has no line after it to say how far it goes")
        let other = lines.map { $0.replacing("  *  00000000", with: "  *  00000001") }
        #expect(Self.refusal(other) == "line 10: * repeats a line with a number, and the same bytes")
        let last = lines.dropLast() + ["FFFFF: 00000000"]
        #expect(Self.refusal(Array(last))?.hasPrefix("line 1: ") == true, "no more than a tag has is filled")
    }

    // MARK: Numbers

    /// Pages 0 to 19, numbered in decimal or in hex.
    private static func numbered(radix: Int, leavingOut: ClosedRange<Int>? = nil) -> [String] {
        (0..<20).filter { !(leavingOut?.contains($0) ?? false) }.map { number in
            String(number, radix: radix) + ": "
                + (number < pages.count ? pages[number] : "AABBCC" + [UInt8(number)].hex)
        }
    }

    @Test(arguments: [10, 16]) func theSequenceTellsDecimalFromHex(_ radix: Int) throws {
        let known = try Self.known(try Self.image(Self.numbered(radix: radix)))
        #expect(known.count == 20)
        #expect(known[19] == "AABBCC13")
        let parts = try Self.known(try Self.image(Self.numbered(radix: radix, leavingOut: 6...8)))
        #expect(parts.count == 20 && parts[7] == nil && parts[19] == "AABBCC13")
    }

    @Test func numbersThatCanBeBothAreRefused() {
        // Page 9 and then 12, or 18.
        let lines =
            Self.pages[..<4].enumerated().map { "\($0.offset): \($0.element)" } + ["12: 01020304", "13: 01020304"]
        #expect(Self.refusal(lines)?.hasPrefix("line 1: whether the numbers are decimal or hex") == true)
        let marked = lines.map { "0x" + $0 }
        #expect(Self.refusal(marked) == "read as listing")
    }

    @Test func numbersThatFallAreRefused() {
        let lines = ["3: E1100600", "2: 9F480000", "1: 5A3B7E80", "0: 04C1D29F"]
        #expect(Self.refusal(lines) == "line 1: from here on the numbers of pages do not rise as they should")
    }

    // MARK: Reads of four pages

    private static func reads(_ count: Int) -> [String] {
        let all = pages + pages
        return (0..<count).map { all[$0..<($0 + 4)].joined() }
    }

    @Test func readsThatOverlapAreMerged() throws {
        #expect(try Self.known(try Self.image(Self.reads(9))) == Self.pages)
        // The last three go on with page 0.
        #expect(try Self.known(try Self.image(Self.reads(12))) == Self.pages)
        let numbered = Self.reads(9).enumerated().map { "\($0.offset): \($0.element)" }
        #expect(try Self.known(try Self.image(numbered)) == Self.pages)
    }

    @Test func readsThatDisagreeAreRefused() {
        var lines = Self.reads(9)
        lines[5] = lines[5].replacing("11223344", with: "11223345")
        let message = "line 6: its first 12 bytes are not those of the line before, which they repeat on the others"
        #expect(Self.refusal(lines) == "read as listing" || Self.refusal(lines) == message)
        lines = Self.reads(9)
        lines[4] = "FF" + lines[4].dropFirst(2)
        #expect(
            Self.refusal(lines)
                == "line 5: its first 12 bytes are not those of the line before, which they repeat on the others")
    }

    // MARK: What the bytes are

    /// Field case 16: an NTAG216 cut after page 11 whose TLV says 219 bytes.
    @Test func aCutListingKeepsWhatThereIs() throws {
        let lines = ["04C1D29F", "5A3B7E80", "9F480000", "E1106D00", "03DBD101", "D7550168", "74747073"]
        let pages = try #require(try Self.image(lines).memory.pages)
        #expect(pages.end == 7)
        #expect(pages[4]?.description == "03DBD101")
    }

    @Test(arguments: [
        (["0103A010", "440310D1", "010C5402", "656E4944", "30303034", "373131FE"], "area 24-0"),
        (["4: 0103A010", "5: 440310D1", "6: 010C5402", "7: 656E4944", "8: 30303034", "9: 373131FE"], "area 24-0"),
        (["3: E1100600", "4: 0300FE00"], "type2 20-12"), (["E1100600", "0300FE00"], "type2 20-12"),
        (
            ["E1400401", "0300FE00", "00000000", "00000000", "00000000", "00000000", "00000000", "00000000"],
            "type5 32-0"
        ),
        (["D1010F55036E6465662E6578616D706C652F78"], "message 19-0"),
    ]) func theBytesSayOfWhatTheyAre(_ lines: [String], _ memory: String) throws {
        #expect(try Self.image(lines).memory.summary == memory)
    }

    @Test(arguments: [
        (["FFFFFFFFFFFF", "A0A1A2A3A4A5"], "a.keys", "unknown-kind"), (["hello", "world"], "a.txt", "unknown-kind"),
        (["d41d8cd98f00b204e9800998ecf8427e  file.bin"], "SUMS", "unknown-kind"), ([""], "a.hex", "unknown-kind"),
        (["12345678"], "a.txt", "unknown-kind"),
        (
            ["12345678"], "a.hex",
            "lists 4 bytes that are neither the memory of a tag that is known, nor its TLVs, nor an NDEF message"
        ),
        (
            ["04C1D29F", "5A3B7E80", "9F480000", "E1100600", "0300FEZZ"], "a.txt",
            "line 5: this is no line of a listing in hex"
        ),
        (
            ["0: 04C1D29F", "1: 5A3B7E80", "9F480000", "3: E1100600"], "a.txt",
            "line 3: has no number, as other lines have"
        ),
    ]) func otherTexts(_ lines: [String], _ name: String, _ message: String) {
        #expect(Self.refusal(lines, name: name) == message)
    }

    @Test func longLinesAndHugeNumbersEndAtOnce() {
        let long = String(repeating: "00  ", count: 20_000)
        #expect(Self.refusal([long + "z"]) == "unknown-kind")
        #expect(Self.refusal([String(repeating: "0", count: 1 << 17)]) == "unknown-kind")
        #expect(Self.refusal([String(repeating: "0:", count: 1 << 15)]) == "unknown-kind")
        #expect(Self.refusal(["0: 04C1D29F", "FFFFFFFFFFFFFFFF: 5A3B7E80"])?.hasPrefix("line 1: ") == true)
    }
}
