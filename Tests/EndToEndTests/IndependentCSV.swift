/// A CSV by RFC 4180, read without a line of the program. Strict: comma, LF or CRLF, UTF-8 without BOM, a quote only
/// around a whole cell, as many cells in every record as in the header, a line break after the last record.
struct IndependentCSV: Equatable {
    enum Fault: String, Error, CaseIterable {
        case notUTF8 = "not-utf-8"
        case byteOrderMark = "byte-order-mark"
        case empty = "empty"
        case strayQuote = "stray-quote"
        case strayReturn = "stray-return"
        case openQuote = "open-quote"
        case noFinalBreak = "no-final-break"
        case cellCount = "cell-count"
        case headerTwice = "header-twice"
    }

    var header: [String]
    /// The records behind the header, cells as they stand in the file.
    var records: [[String]]

    init(bytes: [UInt8]) throws(Fault) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        guard text.unicodeScalars.first != "\u{FEFF}" else { throw .byteOrderMark }
        var all = try Self.parse(Array(text.unicodeScalars))
        guard !all.isEmpty else { throw .empty }
        header = all.removeFirst()
        guard Set(header).count == header.count else { throw .headerTwice }
        for record in all where record.count != header.count { throw .cellCount }
        records = all
    }

    /// The cell of a record under a header, as it stands in the file; nil where there is none.
    func cell(_ record: Int, _ name: String) -> String? {
        guard records.indices.contains(record), let column = header.firstIndex(of: name) else { return nil }
        return records[record][column]
    }

    /// The cell without the one apostrophe that keeps a spreadsheet from taking it for a formula.
    static func withoutGuard(_ cell: String) -> String {
        cell.unicodeScalars.first == "'" ? String(cell.unicodeScalars.dropFirst()) : cell
    }

    private static func parse(_ text: [Unicode.Scalar]) throws(Fault) -> [[String]] {
        var records: [[String]] = []
        var record: [String] = []
        var index = 0
        while index < text.count {
            record.append(try cell(text, &index))
            guard index < text.count else { throw .noFinalBreak }
            // A cell ends at a comma, at LF or at CRLF.
            if text[index] == "\r" { index += 1 }
            if text[index] == "\n" {
                records.append(record)
                record = []
            }
            index += 1
        }
        // A comma was the last there was.
        guard record.isEmpty else { throw .noFinalBreak }
        return records
    }

    /// Reads one cell and leaves the index on what ends it.
    private static func cell(_ text: [Unicode.Scalar], _ index: inout Int) throws(Fault) -> String {
        var cell = String.UnicodeScalarView()
        if text[index] == "\"" {
            index += 1
            while true {
                guard index < text.count else { throw .openQuote }
                if text[index] == "\"" {
                    index += 1
                    guard index < text.count, text[index] == "\"" else { break }
                }
                cell.append(text[index])
                index += 1
            }
            guard index == text.count || isEnd(text[index]) else { throw .strayQuote }
        } else {
            while index < text.count, !isEnd(text[index]) {
                guard text[index] != "\"" else { throw .strayQuote }
                cell.append(text[index])
                index += 1
            }
        }
        if index < text.count, text[index] == "\r" {
            guard index + 1 < text.count, text[index + 1] == "\n" else { throw .strayReturn }
        }
        return String(cell)
    }

    private static func isEnd(_ scalar: Unicode.Scalar) -> Bool { scalar == "," || scalar == "\n" || scalar == "\r" }
}
