/// The apostrophe that keeps a spreadsheet from taking a cell of a report for a formula (contract, section 6).
///
/// Headers are cells too.
public enum CellGuard {
    /// The cell as it stands in a report: with an apostrophe in front where it begins with `=` `+` `-` `@` `'` TAB CR LF.
    public static func guarded(_ cell: String) -> String { needsGuard(cell.utf8.first) ? "'" + cell : cell }

    /// The cell that `guarded` was given: without the one apostrophe in front. One that `guarded` never puts, as in
    /// `'s-Hertogenbosch`, was typed into the report afterwards and belongs to the cell.
    public static func unguarded(_ cell: String) -> String {
        let bytes = cell.utf8
        guard bytes.first == UInt8(ascii: "'"), needsGuard(bytes.dropFirst().first) else { return cell }
        return String(cell.unicodeScalars.dropFirst())
    }

    /// Whether a cell with this first byte gets an apostrophe.
    package static func needsGuard(_ first: UInt8?) -> Bool {
        switch first {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "'"),
            UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
            true
        default: false
        }
    }
}
