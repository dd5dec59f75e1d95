import Foundation
import Jobs
import Testing

@testable import JobFiles

/// The files in Tests/Fixtures/csv, as far as the reading of CSV decides what becomes of them; what the rows' content
/// makes of them is tested in `JobsTests` and by the commands.
@Suite struct CSVFixtureTests {
    static let names = ["sku", "type", "value"]
    static let url = "https://tags.example/"

    static func bytes(_ name: String) throws -> [UInt8] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return [UInt8](try Data(contentsOf: tests.appending(path: "Fixtures/csv/\(name)")))
    }

    private func reading(_ name: String, _ options: CSVOptions = CSVOptions()) throws -> Reading {
        let bytes = try Self.bytes(name)
        let reading = Reading(bytes, options: options)
        if bytes.count < 4096 { #expect(Reading(bytes, options: options, pieces: 3, portion: 7) == reading) }
        return reading
    }

    /// Files in which nothing is wrong for the reading of CSV: every cell comes as it stands.
    @Test(arguments: [
        ("utf8-bom.csv", [["LAMP-1", "uri", url + "l1"], ["LAMP-2", "text", "Süßholz "]]),
        ("sep-line.csv", [["LAMP-1", "uri", url + "l1"]]),
        ("utf16le-bom.csv", [["LAMP-1", "text", "Süßholz für 3 €"]]),
        (
            "quoted-newlines-vcard.csv",
            [
                ["CARD-1", "vcard", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Erika Beispiel\r\nEND:VCARD"],
                ["CARD-2", "text", "behind"],
            ]
        ),
        ("short-row.csv", [["LAMP-1", "text"], ["LAMP-2", "text", "two"]]),
        (
            "leading-zeros.csv",
            [
                ["0042", "text", "0042"], ["098765432109", "uri", url + "p/098765432109"], ["003", "text", "003"],
            ]
        ),
        ("trailing-zeros.csv", [["12.500", "text", "12.500"], ["3.0", "text", "3.0"]]),
        (
            "typographic-quotes.csv",
            [["LAMP-1", "text", "“Bright”"], ["LAMP-2", "text", "“Green", " small”"]]
        ),
        (
            "url-scheme-twice-and-blanks.csv",
            [["LAMP-1", "uri", "http://" + url], ["LAMP-2", "uri", url + " "], ["LAMP-3", "uri", " " + url]]
        ),
        ("no-final-newline.csv", [["LAMP-1", "text", "one"], ["LAMP-2", "text", "two"]]),
        ("tabs.csv", [["LAMP-1", "uri", url + "l1"]]),
    ])
    func cells(_ name: String, _ cells: [[String]]) throws {
        let reading = try reading(name)
        #expect(reading.headers == Self.names)
        #expect(reading.cells == cells)
        #expect(reading.faults.allSatisfy { $0 == nil })
        #expect(reading.issues == [])
        #expect(reading.error == nil)
    }

    @Test(arguments: [
        ("sep-line.csv", ["the delimiter is ';', by the line sep="]), ("tabs.csv", ["the delimiter is a tab"]),
        ("utf16le-bom.csv", ["the file is UTF-16 (little-endian, by its mark)", "the delimiter is ';'"]),
        ("utf8-bom.csv", []),
        (
            "comment-lines.csv",
            ["line 1 is taken as the header; if it is a comment, pass such lines over with --comment '#'"]
        ),
    ])
    func whatIsFoundIsTold(_ name: String, _ notes: [String]) throws {
        #expect(try reading(name).notes == notes)
    }

    @Test(arguments: [
        ("quoted-newlines-vcard.csv", [2, 6]), ("sep-line.csv", [3]), ("huge-cell.csv", [2, 3]),
        ("no-final-newline.csv", [2, 3]),
    ])
    func lines(_ name: String, _ lines: [Int]) throws {
        #expect(try reading(name).records.map(\.line) == lines)
    }

    @Test(arguments: [
        (
            "utf16le-no-bom.csv",
            "file-utf16: the file looks like UTF-16 without a byte order mark; read it with --encoding utf-16le, or save "
                + "it as UTF-8 (CSV UTF-8)"
        ),
        ("unclosed-quote.csv", "csv-quote-open: line 3: the quote that opens a cell on this line is never closed"),
        (
            "windows1252.csv",
            "file-not-utf8: line 2, byte 14: this is not UTF-8 (the byte is FC); save the file as UTF-8 (CSV UTF-8), or "
                + "give its encoding, most likely --encoding windows-1252"
        ),
    ])
    func refused(_ name: String, _ error: String) throws {
        #expect(try reading(name).error == error)
    }

    @Test func encodingsThatAreGiven() throws {
        let latin = try reading("windows1252.csv", CSVOptions(encoding: "windows-1252"))
        #expect(latin.cells == [["LAMP-1", "text", "Süß – 3 € “alt”"]])
        let wide = try reading("utf16le-no-bom.csv", CSVOptions(encoding: "utf-16le"))
        #expect(wide.headers == Self.names)
        #expect(wide.cells == [["LAMP-1", "uri", Self.url + "l1"]])
    }

    @Test(
        arguments: [
            ("nul.csv", ["a NUL byte stands in cell 3; take it out", nil]),
            ("huge-cell.csv", ["cell 3 has 150000 bytes: too long for any tag", nil]),
            (
                "two-files.csv",
                [nil, "the header stands here again: a second file begins on this line; take the line out", nil]
            ),
        ] as [(String, [String?])])
    func faultsOfRows(_ name: String, _ faults: [String?]) throws {
        let reading = try reading(name)
        #expect(reading.faults == faults)
        #expect(reading.error == nil)
    }

    @Test func headersComeAsTheyStand() throws {
        #expect(try reading("header-case-blanks-nbsp.csv").headers == ["VALUE\u{A0}", " sku ", "Type"])
        #expect(try reading("trailing-delimiter-in-header.csv").headers == Self.names + [""])
        #expect(try reading("no-header.csv").headers == ["LAMP-1", "uri", Self.url + "l1"])
        #expect(try reading("wifi-special-signs.csv").headers == ["sku", "type", "ssid", "password"])
    }

    @Test func signsOfOtherFormatsAreKept() throws {
        #expect(
            try reading("wifi-special-signs.csv").cells == [
                ["NET-1", "wifi", "Shop;Floor", "se\"cr;et\\x,2"], ["NET-2", "wifi", "Büro", " blanks kept "],
            ])
        #expect(try reading("long-urls.csv").cells.map { $0[2].utf8.count } == [126, 490, 930])
    }

    /// No sign begins a comment by itself; one that is given does so at the begin of a line alone.
    @Test func comments() throws {
        let reading = try reading("comment-lines.csv", CSVOptions(comment: "#"))
        #expect(reading.headers == Self.names)
        #expect(reading.cells == [["LAMP-1", "text", "HALL #4"]])
        #expect(reading.records.map(\.line) == [4])
        #expect(reading.notes == [])
        #expect(try self.reading("comment-lines.csv").headers == ["# made by the warehouse"])
    }

    /// Each file is named in the list beside the files, and no other.
    @Test func filesAreListed() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/csv")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".csv") }
        let list = String(decoding: try Self.bytes("README.md"), as: UTF8.self)
        let named = list.split(separator: "\n").compactMap { line in
            line.hasPrefix("| `") ? String(line.dropFirst(3).prefix { $0 != "`" }) : nil
        }
        #expect(named == files.sorted())
    }
}
