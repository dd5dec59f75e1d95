import Testing

@testable import Jobs

@Suite struct CellOdditiesTests {
    private func warnings(_ cell: String, header: String = "text") -> [String] {
        CellOddities.warnings(of: [cell], headers: [header]).map { "\($0.code): \($0.message)" }
    }

    @Test(arguments: [
        (
            "Shelf\u{200B} 4",
            "cell-invisible: U+200B (zero width space) at character 6 cannot be seen; take it out if it is not meant"
        ),
        (
            "a\u{AD}b\u{AD}c\u{FEFF}",
            "cell-invisible: U+00AD (soft hyphen) at character 2 cannot be seen, and 2 more like it; take it out if it is "
                + "not meant"
        ),
        (
            "\u{202E}abc",
            "cell-invisible: U+202E (right-to-left override) at character 1 cannot be seen; take it out if it is not meant"
        ),
        (
            "12\u{A0}kg",
            "cell-invisible: U+00A0 (no-break space) at character 3 looks like a blank; take it out if it is not meant"
        ),
        (
            "x\u{FEFF}sku",
            "cell-invisible: U+FEFF (zero width no-break space) at character 2 cannot be seen; take it out if it is not "
                + "meant"
        ),
        (
            "a\u{1B}[31m",
            "cell-invisible: U+001B (control character) at character 2 cannot be seen; take it out if it is not meant"
        ),
        (
            "a\u{200D}b",
            "cell-invisible: U+200D (zero width joiner) at character 2 cannot be seen; take it out if it is not meant"
        ),
        (
            "Gr\u{FFFD}n",
            "cell-text-lost: U+FFFD at character 3 stands for a letter that was lost; export the file again as UTF-8"
        ),
        (
            "GrÃ¼n",
            "cell-text-lost: \"Ã¼\" at character 3 was \"ü\": UTF-8 was read as Windows-1252; give the encoding rightly, or "
                + "export the file again"
        ),
        (
            "5 â‚¬",
            "cell-text-lost: \"â‚¬\" at character 3 was \"€\": UTF-8 was read as Windows-1252; give the encoding rightly, or "
                + "export the file again"
        ),
        (
            "“Best”",
            "cell-quotes: the quotes “ ” (U+201C, U+201D) are part of the text; where they should hold the cell together, "
                + "write \" instead"
        ),
        (
            "Gro\u{308}ße",
            "cell-not-nfc: \"ö\" at character 3 is written as U+006F U+0308 and not as U+00F6: it looks the same, and is "
                + "found by no search for the other"
        ),
        (
            "\u{1112}\u{1161}",
            "cell-not-nfc: \"하\" at character 1 is written as U+1112 U+1161 and not as U+D558: it looks the same, and is "
                + "found by no search for the other"
        ),
    ])
    func told(_ cell: String, _ warning: String) { #expect(warnings(cell) == [warning]) }

    /// What languages, emoji and people need, and what stands for itself.
    @Test(arguments: [
        "", "plain", "Größe 5 €", "Süßholz – „gut“ genannt", "„Spaß“ heißt er", "CAFÉ", "日本語", "が", "Привет",
        "\u{645}\u{6CC}\u{200C}\u{62E}", "👩‍🔧", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "❤️",
        "line\nline\ttab\r\n", "25 °C", "½", "÷", "x\u{338}", "q\u{308}", "क\u{93C}", "ß™", "“open", "“", "'x'",
        "\"x\"",
        "„JÄ“ rief er", "1E+05",
    ])
    func notTold(_ cell: String) { #expect(warnings(cell) == []) }

    @Test(arguments: [
        ("”x”", true), ("„x“", true), ("„x”", true), ("«x»", true), ("»x«", true), ("‘x’", true), ("‹x›", true),
        ("“x“", false), ("«x", false), ("x»", false),
    ])
    func pairsOfQuotes(_ cell: String, _ isTold: Bool) {
        #expect(warnings(cell).map { $0.hasPrefix("cell-quotes") } == (isTold ? [true] : []))
    }

    /// Composed and decomposed letters are told apart, through marks between and blocked ones too.
    @Test(
        arguments: [
            ("e\u{302}\u{301}", "U+0065 U+0302 and not as U+00EA"), ("ê\u{301}", "U+00EA U+0301 and not as U+1EBF"),
            ("o\u{323}\u{302}", "U+006F U+0323 and not as U+1ECD"),
            ("q\u{323}o\u{308}", "U+006F U+0308 and not as U+00F6"),
            ("は\u{309A}", "U+306F U+309A and not as U+3071"), ("и\u{306}", "U+0438 U+0306 and not as U+0439"),
            ("α\u{301}", "U+03B1 U+0301 and not as U+03AC"), ("각", nil),
            ("가\u{11A8}", "U+AC00 U+11A8 and not as U+AC01"),
            ("a\u{316}\u{308}", "U+0061 U+0308 and not as U+00E4"),
            ("a\u{338}\u{308}", "U+0061 U+0308 and not as U+00E4"),
            ("a\u{310}\u{308}", nil),
        ] as [(String, String?)])
    func normalForms(_ cell: String, _ part: String?) {
        let found = warnings(cell)
        #expect(found.count == (part == nil ? 0 : 1))
        if let part { #expect(found.first?.contains("is written as \(part): ") == true) }
    }

    @Test(
        arguments: [
            (
                "4.12346E+11",
                "\"4.12346E+11\" is a number that a spreadsheet has cut short; format the column as text and export it again"
            ),
            (
                "4E+12",
                "\"4E+12\" is a number that a spreadsheet has cut short; format the column as text and export it again"
            ),
            (
                "INF",
                "\"INF\" is a number that a spreadsheet has cut short; format the column as text and export it again"
            ),
            ("#NAME?", "\"#NAME?\" is a spreadsheet's sign of an error; mend the cell there and export it again"),
            (" ####", "\" ####\" is a spreadsheet's sign of an error; mend the cell there and export it again"),
            ("Err:502", "\"Err:502\" is a spreadsheet's sign of an error; mend the cell there and export it again"),
            ("0012E4", nil), ("12E45", nil), ("007", nil), ("1.0", nil), ("INFO", nil), ("NANO-1", nil), ("", nil),
            ("412345678901", nil), ("E-7", nil), ("ÄÖ", nil),
        ] as [(String, String?)])
    func keys(_ cell: String, _ message: String?) {
        let expected = message.map { ["key-ruined: \($0)"] } ?? []
        #expect(warnings(cell, header: " SKU ") == expected)
        #expect(warnings(cell, header: "uid") == expected)
        #expect(warnings(cell, header: "text") == [])
        let told = CellOddities.warnings(of: [cell], headers: ["Artikel"], keys: [0])
        #expect(told.map(\.message) == (message.map { [$0] } ?? []))
        // What is told is never taken as plain.
        if message != nil { #expect(!CellOddities.isPlainKey(Array(cell.utf8)[...])) }
    }

    @Test func orderAndColumns() {
        let told = CellOddities.warnings(
            of: ["1E+05", "“\u{200B}”", "x", "\u{200B}"], headers: ["sku", "Text", "url"])
        #expect(told.map(\.code) == ["key-ruined", "cell-invisible", "cell-quotes"])
        #expect(told.map(\.header) == ["sku", "Text", "Text"])
    }

    @Test func plain() {
        for length in 0...17 {
            let bytes = [UInt8](repeating: 0x7E, count: length)
            #expect(CellOddities.isPlain(bytes[...]))
            for index in bytes.indices {
                for byte in UInt8.min...UInt8.max {
                    var changed = bytes
                    changed[index] = byte
                    #expect(CellOddities.isPlain(changed[...]) == (0x20...0x7E).contains(byte))
                    #expect(CellOddities.isPlain((changed + [0])[..<length]) == (0x20...0x7E).contains(byte))
                }
            }
        }
        for key in ["SH-1", "0042", "98765", "INV-1", "EAN-7", "04E1A2B3C4D5E6", "12E45", "8-E", ""] {
            #expect(CellOddities.isPlainKey(Array(key.utf8)[...]))
        }
    }
}
