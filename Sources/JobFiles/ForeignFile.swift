import Jobs

/// Files of other kinds that are brought as a CSV file, by their first bytes.
enum ForeignFile {
    /// As many bytes of a file are looked at: the names of a workbook's first parts stand in them.
    static let startBytes = 4096

    private static let workbook =
        "save the sheet as CSV: in Excel File, Save As, \"CSV UTF-8 (Comma delimited)\"; in LibreOffice File, Save As, "
        + "\"Text CSV\" with the character set Unicode (UTF-8)"
    private static let numbers = "export it as CSV: in Numbers File, Export To, CSV, with the encoding Unicode (UTF-8)"
    private static let packed = "unpack it first"

    /// Signatures of whole files. Zip is told apart by what lies in it.
    private static let signatures: [(bytes: [UInt8], name: String, advice: String)] = [
        ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "an Excel workbook (.xls)", workbook),
        (Array("%PDF-".utf8), "a PDF", "a table cannot be read out of it; ask for the CSV that it was made from"),
        ([0x1F, 0x8B], "compressed with gzip", packed),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "compressed with xz", packed),
        ([0x28, 0xB5, 0x2F, 0xFD], "compressed with zstd", packed),
    ]

    /// What lies in a zip archive, by the names at its begin.
    private static let archives: [(part: String, name: String, advice: String)] = [
        ("opendocument.spreadsheet", "a LibreOffice workbook (.ods)", workbook),
        ("xl/", "an Excel workbook (.xlsx)", workbook),
        ("Index/", "a Numbers document (.numbers)", numbers),
        ("[Content_Types].xml", "an Excel workbook (.xlsx)", workbook),
    ]

    /// Throws `foreign` for a file that is no text of a table, with what to do.
    static func refuse(_ start: ArraySlice<UInt8>) throws(JobFileError) {
        if let found = signatures.first(where: { start.starts(with: $0.bytes) }) {
            throw error(found.name, found.advice)
        }
        if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
            let names = String(decoding: start.prefix(startBytes), as: UTF8.self)
            guard let found = archives.first(where: { names.contains($0.part) }) else {
                throw error("a zip archive", packed)
            }
            throw error(found.name, found.advice)
        }
        let text = String(decoding: start.prefix(64), as: UTF8.self).trimmingBlanks.lowercased()
        if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") {
            throw error(
                "a web page (HTML)",
                "a page that asks to log in is often saved in the place of a file; download the CSV again")
        }
        if text.hasPrefix("<?xml") { throw error("XML", workbook) }
    }

    private static func error(_ name: String, _ advice: String) -> JobFileError {
        JobFileError(.foreign, context: "the file is \(name), not CSV: \(advice)")
    }
}
