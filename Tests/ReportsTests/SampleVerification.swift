import Jobs
import Tags
import Testing

/// An invented look at tags in which an item of every status occurs.
enum SampleVerification {
    /// `U`, `https://shop.example/p/` and a digit.
    static func message(_ digit: UInt8) -> [UInt8] {
        [0xD1, 0x01, 0x10, 0x55, 0x04] + Array("shop.example/p/".utf8) + [digit]
    }

    static func expectation(
        row: Int, copy: Int = 1, sku: String?, uid: UID? = nil, cells: [String], chip: Chip? = nil
    ) -> Jobs.Expectation {
        Jobs.Expectation(
            key: ItemKey(row: row, copy: copy), line: row + 1, sku: sku, uid: uid, cells: cells,
            message: message(UInt8(48 + row)), chip: chip)
    }

    static func tag(
        _ last: UInt8, holding message: [UInt8]?, source: String, notes: [String] = []
    ) throws -> ObservedTag {
        ObservedTag(
            source: source, uid: try SampleRun.uid(last), chip: .ntag213, forumType: 2,
            verdict: message == nil ? .damaged : .message, reason: message == nil ? "page 3 is not there" : nil,
            message: message, lockState: .writable, capacityBytes: 137, notes: notes)
    }

    static func verification() throws -> Verification {
        let differences = [
            Difference(.chip, detail: "NTAG215 is expected, and it is an NTAG213"),
            Difference(.uri, record: 1, detail: "https://shop.example/p/2 is expected, and it is <…/p/9>"),
        ]
        let items = try [
            VerifyItem(
                .match, expectation: expectation(row: 1, sku: "A-1", cells: ["A-1", "3, 1"]),
                tag: tag(1, holding: message(49), source: "images/a.nfc")),
            VerifyItem(
                .differs, expectation: expectation(row: 2, sku: "A-2", cells: ["A-2", "=B2"], chip: .ntag215),
                tag: tag(2, holding: message(57), source: "images/b.nfc", notes: ["the header names another UID"]),
                differences: differences),
            VerifyItem(
                .missing, expectation: expectation(row: 3, sku: nil, uid: SampleRun.uid(3), cells: ["", ""])),
            VerifyItem(
                .missing, expectation: expectation(row: 4, copy: 2, sku: nil, cells: ["", ""]),
                detail: "2 tags hold it, and 3 are expected"),
            VerifyItem(.unexpected, tag: tag(5, holding: [], source: "images/c.nfc")),
            VerifyItem(.duplicate, tag: tag(1, holding: message(49), source: "images/d.nfc")),
            VerifyItem(.unreadable, tag: tag(6, holding: nil, source: "images/e.nfc")),
            VerifyItem(
                .unreadable, tag: ObservedTag(source: "images/f.nfc", verdict: .unreadable),
                detail: "it is no image of a tag"),
        ]
        return Verification(
            golden: GoldenSet(
                name: "shelf & <bay>", columns: ["sku", "Shelf, bay"], expectations: items.compactMap(\.expectation),
                passedOver: 2),
            items: items, filesPassedOver: 1)
    }

    /// Names and texts as hostile as files can make them.
    static let hostile = "a\u{0}\u{1B}[31m<b> & \"c\" 'd' ]]> &amp; \u{FFFE}\u{FFFF}\t\r\n\u{85}\u{2028}Ä🏷️"
}
