/// Infineon my-d move, my-d NFC and my-d lean.
///
/// Known are the last pages, that no GET_VERSION is answered, and the UIDs. All else is modelled: pages 0 to 3, static locks
/// and roll-over as on the Ultralight; page 3 zero at delivery; user pages from 4 to the last, but for pages 24h and 25h of
/// my-d move, which hold locks and the maker's data: they read as zeros and refuse every write. ACCESS (B2) and SET PASSWORD
/// (B1) are refused.
extension ChipTable {
    static let mydMove = myd(last: 0x25, lastUserPage: 0x23, kind: 0x30)

    static let mydNFC = myd(last: 0xFF, lastUserPage: 0xFF, kind: 0x20)

    static let mydLean = myd(last: 0x0F, lastUserPage: 0x0F, kind: 0x70)

    /// - Parameter kind: the high half of the UID's second byte.
    private static func myd(last: Int, lastUserPage: Int, kind: UInt8) -> ChipTable {
        ChipTable(
            map: PageMap(last: last), lastUserPage: lastUserPage, uidPrefix: [0x05, kind],
            readOnlyPages: Set([0, 1] + (lastUserPage + 1..<last + 1)), commands: .compatibilityWrite)
    }
}
