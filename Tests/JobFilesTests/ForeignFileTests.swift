import Jobs
import Testing

@testable import JobFiles

@Suite struct ForeignFileTests {
    private static let workbook =
        "save the sheet as CSV: in Excel File, Save As, \"CSV UTF-8 (Comma delimited)\"; in LibreOffice File, Save As, "
        + "\"Text CSV\" with the character set Unicode (UTF-8)"

    /// The head of an entry of a zip archive (APPNOTE 4.3.7), with its name and content.
    private static func zipped(_ name: String, _ content: String = "") -> [UInt8] {
        [0x50, 0x4B, 0x03, 0x04, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
            + [UInt8(content.utf8.count), 0, 0, 0, UInt8(content.utf8.count), 0, 0, 0, UInt8(name.utf8.count), 0, 0, 0]
            + Array((name + content).utf8)
    }

    @Test(
        arguments: [
            (
                zipped("[Content_Types].xml", "<Types/>") + zipped("xl/workbook.xml"), "an Excel workbook (.xlsx)",
                workbook
            ),
            (zipped("[Content_Types].xml", "<Types/>"), "an Excel workbook (.xlsx)", workbook),
            (
                zipped("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), "a LibreOffice workbook (.ods)",
                workbook
            ),
            (
                zipped("Index/Document.iwa"), "a Numbers document (.numbers)",
                "export it as CSV: in Numbers File, Export To, CSV, with the encoding Unicode (UTF-8)"
            ),
            (zipped("tags.csv", "sku,text"), "a zip archive", "unpack it first"),
            ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0, 0], "an Excel workbook (.xls)", workbook),
            (
                Array("%PDF-1.7\n".utf8), "a PDF",
                "a table cannot be read out of it; ask for the CSV that it was made from"
            ),
            ([0x1F, 0x8B, 0x08, 0], "compressed with gzip", "unpack it first"),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0], "compressed with xz", "unpack it first"),
            ([0x28, 0xB5, 0x2F, 0xFD, 0], "compressed with zstd", "unpack it first"),
            (
                Array("\u{FEFF}\r\n <!DOCTYPE html>\n<html>".utf8), "a web page (HTML)",
                "a page that asks to log in is often saved in the place of a file; download the CSV again"
            ),
            (
                Array("<HTML lang=\"en\">".utf8), "a web page (HTML)",
                "a page that asks to log in is often saved in the place of a file; download the CSV again"
            ),
            (Array("<?xml version=\"1.0\"?>".utf8), "XML", workbook),
        ] as [([UInt8], String, String)])
    func refused(_ bytes: [UInt8], _ name: String, _ advice: String) {
        for pieces in [1, .max] {
            #expect(Reading(bytes, pieces: pieces).error == "file-format: the file is \(name), not CSV: \(advice)")
        }
        // No encoding makes a table of it.
        #expect(Reading(bytes, options: CSVOptions(encoding: "windows-1252")).error != nil)
    }

    @Test(arguments: ["PK,text\nA,x\n", "<b>,text\nA,x\n", "html,text\nA,x\n", "%PDF,text\nA,x\n"])
    func tablesThatBeginAlike(_ text: String) {
        #expect(Reading(text).cells == [["A", "x"]])
    }
}
