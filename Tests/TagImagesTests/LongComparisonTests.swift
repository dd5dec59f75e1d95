import Jobs
import Testing

@testable import TagImages

/// Two texts that are equal but for the order of combining marks are equal to `String`, which finds that out by bringing
/// both into one form: in time that grows with the square of the number of marks. A file may hold a million of them.
@Suite struct LongComparisonTests {
    /// 200,000 marks in an order that must be changed: compared as a String it takes minutes.
    private static let marks = "e" + String(repeating: "\u{301}\u{323}", count: 100_000)

    @Test(arguments: [
        "Filetype: Flipper NFC device\nVersion: 4\nDevice type: MARKS\nUID: 04 11 22 33 44 55 66\n",
        "Filetype: Flipper NFC device\nVersion: 4\nMARKS: NTAG213\n",
        #"{"FileType": "MARKS", "Created": "proxmark3", "Card": {}, "blocks": {}}"#,
        #"{"FileType": "mfu", "MARKS": 1, "MARKS2": 2, "Card": {"UID": "MARKS"}, "blocks": {"MARKS": "00"}}"#,
        #"{"tagId": "MARKS", "mifareUltralight": {"pages": [{"data": "MARKS"}]}}"#,
        "+Sector: MARKS\nMARKS\n", "** TagInfo scan (version MARKS) **\n# IC type:\nMARKS\n[00] * MARKS\n",
        "S0|B0 Key: MARKS\n", "CC: MARKS\nE104: MARKS\n", "MARKS\nMARKS\n", "000: MARKS\n",
        "<scan><section title=\"MARKS\"><block type=\"MARKS\"><address>MARKS</address></block></section></scan>",
        "<cards><card id=\"MARKS\" type=\"MARKS\"/></cards>",
    ])
    func itEndsSoon(_ text: String) {
        let bytes = Array(text.replacing("MARKS", with: Self.marks).utf8)
        for name in ["a.nfc", "a.json", "a.eml", "a.txt"] {
            // Whatever comes of it: that it comes is what is tested.
            _ = try? TagImage(reading: bytes, name: name)
        }
    }
}
