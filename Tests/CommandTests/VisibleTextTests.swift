import Testing

@testable import tagmill

@Suite struct VisibleTextTests {
    @Test(arguments: [
        ("plain text", "plain text"), ("", ""), ("a\nb\tc\rd\0", "a\\nb\\tc\\rd\\0"),
        ("\u{1B}[2J", "\\u{1B}[2J"), ("\u{7F}\u{9B}31m", "\\u{7F}\\u{9B}31m"), ("a\r\nb", "a\\r\\nb"),
        ("abc\u{202E}gpj.exe", "abc\\u{202E}gpj.exe"), ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
        ("\u{FEFF}sku", "\\u{FEFF}sku"), ("Größe 寸法 👍🏽", "Größe 寸法 👍🏽"), ("\u{2028}", "\\u{2028}"),
    ])
    func whatATerminalWouldObeyIsEscaped(text: String, shown: String) {
        #expect(VisibleText.escaped(text) == shown)
    }

    @Test func newlinesMayStay() {
        #expect(VisibleText.escaped("a\nb\u{1B}", keepingNewlines: true) == "a\nb\\u{1B}")
    }

    @Test(arguments: [
        ("abc", 3), ("寸法", 4), ("e\u{301}", 1), ("👍🏽", 2), ("Größe", 5), ("가", 2), ("", 0), ("ﾊ", 1), ("Ａ", 2),
    ])
    func columnsAreThoseOfATerminal(text: String, columns: Int) {
        #expect(VisibleText.columns(text) == columns)
    }

    @Test(arguments: [
        ("abcdefghij", 10, "abcdefghij", "abcdefghij"), ("abcdefghij", 8, "abcde...", "abc...ij"),
        ("abcdefghij", 4, "a...", "a..."), ("abcdefghij", 3, "abc", "abc"), ("abcdefghij", 0, "", ""),
        ("寸法寸法寸法", 8, "寸法...", "寸...法"),
    ])
    func whatIsTooLongIsCut(text: String, columns: Int, atEnd: String, inMiddle: String) {
        #expect(VisibleText.cut(text, to: columns) == atEnd)
        #expect(VisibleText.cut(text, to: columns, inTheMiddle: true) == inMiddle)
        #expect(VisibleText.columns(VisibleText.fit(text, to: columns)) == columns)
    }
}
