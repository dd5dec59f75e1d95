import Testing

@testable import Jobs

@Suite struct SpreadsheetChangeTests {
    @Test(arguments: [
        (" A 1", "A 1", SpreadsheetChange.blanks), ("A\u{A0}", "A", .blanks), ("a\r\nb", "a\nb", .blanks),
        ("a\rb", "a\nb", .blanks), ("=A1", "'=A1", .apostrophe), ("''x", "x", .apostrophe),
        ("+4930", "4930", .apostrophe),
        ("007", "7", .leadingZeros), ("04123456789012", "4123456789012", .leadingZeros), ("00", "0", .leadingZeros),
        ("04123456789012", "4.12346E+12", .scientific), ("0412E456789012", "4.12E+456791", .scientific),
        ("0412E456789012", "INF", .scientific), ("1E5", "1,00E+05", .scientific), ("1E5", "100000", .scientific),
        ("12e3", "12.000", .scientific), ("100000", "1E+05", .scientific),
        ("1234567890123456", "1234567890123450", .lostDigits),
        ("12345678901234567890", "12345678901234500000", .lostDigits),
        ("1.50", "1.5", .numberFormat), ("1.5", "1,5", .numberFormat), ("2", "2.0", .numberFormat),
        ("1000", "1,000.00", .numberFormat), ("1000", "1.000", .numberFormat), ("1,50", "1.5", .numberFormat),
        ("1-2", "02.01.", .date), ("1-2", "01. Feb", .date), ("1-2", "2-Jan", .date), ("MAR1", "01. Mrz", .date),
        ("2026-11-05", "05.11.2026", .date), ("2026-11-05", "05.11.26", .date), ("3/4", "44654", .date),
        ("12:30", "12:30:00", .date), ("14:30", "02:30 PM", .date), ("1-2", "02.01.2026", .date),
        ("2026-11-05", "2026-11-05 00:00:00", .date),
        ("2026-11-30T08:15:00Z", "30.11.2026 08:15:00", .date),
        ("true", "WAHR", .truth), ("false", "FAUX", .truth), ("TRUE", "true", .truth),
        ("A1", "#####", .error), ("=A", "#NAME?", .error), ("x", "Err:502", .error),
        ("Grün", "GrÃ¼n", .encoding), ("5 €", "5 â‚¬", .encoding), ("Łódź", "?ód?", .encoding),
        ("ü", "\u{FFFD}", .encoding),
    ])
    func whatASpreadsheetDoes(_ old: String, _ new: String, _ change: SpreadsheetChange) {
        #expect(SpreadsheetChange(from: old, to: new) == change)
    }

    @Test(arguments: [
        ("A", "B"), ("A", ""), ("", "A"), ("7", "007"), ("007", "8"), ("007", "07"), ("12", "21"), ("1.5", "2.5"),
        ("-5", "5"),
        ("1-2", "03.01."), ("2026-11-05", "06.11.2026"), ("12:30", "12:45:00"), ("true", "FALSCH"), ("true", "yes"),
        ("Grün", "Gruen"), ("Gr?n", "Grün"), ("http://a", "https://a"), ("A1", "4.1E+12"), ("shelf", "INF"),
        ("1234567890123456", "1234567890123460"), ("123456789012345", "123456789012340"), ("A-1", "01.01."),
        ("5", "2026"),
        ("A", "A B"), ("1.000", "2"), ("1-2", "1-2-3-4-5"), ("1-2", "1-2-3"),
    ])
    func whatAPersonDoes(_ old: String, _ new: String) {
        #expect(SpreadsheetChange(from: old, to: new) == nil)
    }

    @Test func theSameIsNoChange() {
        #expect(SpreadsheetChange(from: "#####", to: "#####") == nil)
        #expect(SpreadsheetChange(from: "1E+05", to: "1E+05") == nil)
    }

    @Test(arguments: [
        "4.12E+12", "4,1E-05", "1E+10", "-2.5E+100", " 4.12E+12 ", "##", "#######", "INF", "inf", "#NV", "Err:5",
    ])
    func keysThatAreRuined(_ cell: String) { #expect(SpreadsheetChange.ruin(of: cell) != nil) }

    @Test(arguments: [
        "1E5", "12E+10", "4.12E12", "E+12", "4.E+12", "4.1E+1", "#", "#1", "1E+1A", "", "Err:", "INFO", "A.1E+12",
    ])
    func keysThatMayBeWhole(_ cell: String) { #expect(SpreadsheetChange.ruin(of: cell) == nil) }

    @Test func fifteenDigitsAreKept() {
        #expect(SpreadsheetChange.hasLostDigits("1234567890123450"))
        #expect(!SpreadsheetChange.hasLostDigits("123456789012340"))
        #expect(!SpreadsheetChange.hasLostDigits("1234567890123456"))
        #expect(!SpreadsheetChange.hasLostDigits("E004015012345600"))
    }
}
