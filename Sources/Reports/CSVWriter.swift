package import Jobs

/// Lines of CSV as every report has them, appended to bytes that are used again: UTF-8 without BOM, comma, LF.
package struct CSVWriter {
    /// What was written since `removeAll`.
    package private(set) var bytes: [UInt8] = []
    private let guardsCells: Bool
    /// Nothing stands on the line.
    private var isFirst = true

    /// - Parameter guardsCells: puts an apostrophe before what a spreadsheet would take for a formula (`CellGuard`).
    package init(guardsCells: Bool = true) { self.guardsCells = guardsCells }

    /// Takes out what was written, and keeps the room.
    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    package mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        isFirst = true
    }

    /// Adds a cell: in quotes where it holds a comma, a quote, CR or LF (RFC 4180), and also where a blank at either end, or a
    /// byte order mark in front, would be taken off by a reader, or the line taken for the hint `sep=`.
    package mutating func cell(_ text: String) {
        let beginsLine = isFirst
        separate()
        var text = text
        text.withUTF8 { write($0, isHint: beginsLine && Self.isHint($0)) }
    }

    /// Adds a cell; an empty one where there is no value.
    package mutating func cell(_ value: ResultValue) {
        switch value {
        case .text(let text): cell(text)
        case .number(let number) where number < 0: cell(String(number))
        case .none, .number, .time, .bytes, .digest:
            separate()
            value.append(to: &bytes)
        }
    }

    private mutating func separate() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
    }

    private mutating func write(_ text: UnsafeBufferPointer<UInt8>, isHint: Bool) {
        guard let first = text.first, let last = text.last else { return }
        let isGuarded = guardsCells && CellGuard.needsGuard(first)
        let needsQuotes =
            isHint || !isGuarded && Self.isBlank(first) || Self.isBlank(last) || text.starts(with: [0xEF, 0xBB, 0xBF])
            || text.contains(where: Self.isSpecial)
        if needsQuotes { bytes.append(UInt8(ascii: "\"")) }
        if isGuarded { bytes.append(UInt8(ascii: "'")) }
        guard needsQuotes else { return bytes.append(contentsOf: text) }
        for byte in text {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether a reader takes a line that begins so for one that names the delimiter.
    private static func isHint(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.count >= 4 && text[3] == UInt8(ascii: "=") && text.prefix(3).elementsEqual("sep".utf8) { $0 | 0x20 == $1 }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\n")
    }
}
