import Jobs
import Testing

@Suite("The guard of cells")
struct CellGuardTests {
    @Test(
        "formulas get an apostrophe, nothing else does",
        arguments: [
            ("=1+1", "'=1+1"), ("+49 30", "'+49 30"), ("-5", "'-5"), ("@x", "'@x"), ("'quoted", "''quoted"),
            ("''", "'''"), ("\tx", "'\tx"), ("\rx", "'\rx"), ("\nx", "'\nx"), ("\r\nx", "'\r\nx"),
            ("=\u{301}", "'=\u{301}"), ("'\u{301}", "''\u{301}"), ("", ""), ("a=b", "a=b"), (" =1", " =1"),
            ("Ünïcode", "Ünïcode"), ("＝1", "＝1"), ("12-5", "12-5"),
        ])
    func table(cell: String, guarded: String) {
        #expect(CellGuard.guarded(cell).unicodeScalars.elementsEqual(guarded.unicodeScalars))
        #expect(CellGuard.unguarded(guarded).unicodeScalars.elementsEqual(cell.unicodeScalars))
    }

    @Test(
        "taking off takes exactly one, and none that was not put there",
        arguments: [
            ("'=1", "=1"), ("'+1", "+1"), ("'-1", "-1"), ("'@a", "@a"), ("''", "'"), ("''a", "'a"), ("'\ta", "\ta"),
            ("'\r\na", "\r\na"), ("'\n", "\n"), ("'''=", "''="), ("'''x", "''x"), ("'a", "'a"), ("'", "'"),
            ("", ""), ("=1", "=1"), ("x'", "x'"),
        ])
    func unguarded(cell: String, expected: String) {
        #expect(CellGuard.unguarded(cell).unicodeScalars.elementsEqual(expected.unicodeScalars))
    }
}
