/// What is odd in a table's cells and cannot be seen in them: a tag would be written with it, and nobody would know.
///
/// Each is a warning, because each may be meant.
package enum CellOddities {
    package struct Warning: Hashable, Sendable {
        package let code: String
        /// The header as it came.
        package let header: String
        package let message: String
    }

    /// Whether there is nothing but ASCII without control characters: then no cell that is not a key is odd.
    package static func isPlain(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var index = 0
            while index + 8 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                // The high bit of a byte comes from itself, from taking a blank off it, or from adding one to DEL.
                let low = (word &- 0x2020_2020_2020_2020) & ~word
                let del = word &+ 0x0101_0101_0101_0101
                guard (word | low | del) & 0x8080_8080_8080_8080 == 0 else { return false }
                index += 8
            }
            while index < bytes.count {
                guard (0x20...0x7E).contains(bytes[index]) else { return false }
                index += 1
            }
            return true
        }
    }

    /// Whether the cell of a key, a SKU or a UID, cannot have been ruined by a spreadsheet either: it looks like no number
    /// with an exponent and no sign of an error. False where `warnings` must say.
    package static func isPlainKey(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first else { return true }
        switch Unicode.Scalar(first) {
        // 4.1E+11, 1.#INF
        case "0"..."9":
            var previous: UInt8 = 0
            for byte in bytes {
                let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
                if byte == UInt8(ascii: "#") || (isSign && previous | 0x20 == UInt8(ascii: "e")) { return false }
                previous = byte
            }
            return isPlain(bytes)
        // INF, NAN, Err:502
        case "I", "i", "N", "n": return isPlain(bytes) && bytes.count != 3
        case "E": return isPlain(bytes) && !bytes.starts(with: "Err:".utf8)
        case "A"..."Z", "a"..."z": return isPlain(bytes)
        default: return false
        }
    }

    /// The warnings on a row's cells, in their order.
    ///
    /// - Parameters:
    ///   - headers: as they came; cells beyond them are not looked at.
    ///   - keys: where SKU and UID stand; nil: where the headers say it.
    package static func warnings(of cells: [String], headers: [String], keys: [Int]? = nil) -> [Warning] {
        let keys =
            keys
            ?? headers.indices.filter { index in
                let column = JobColumn(HeaderName(headers[index]))
                return column == .sku || column == .uid
            }
        var warnings: [Warning] = []
        for (index, (cell, header)) in zip(cells, headers).enumerated() {
            if keys.contains(index), let message = ruin(of: cell) {
                warnings.append(Warning(code: "key-ruined", header: header, message: message))
            }
            guard !cell.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { continue }
            let scalars = Array(cell.unicodeScalars)
            let found = [
                ("cell-invisible", InvisibleSigns.message(on: scalars)), ("cell-text-lost", lostText(in: scalars)),
                ("cell-quotes", quotes(around: scalars)), ("cell-not-nfc", ComposedLetters.message(on: scalars)),
            ]
            for case (let code, let message?) in found {
                warnings.append(Warning(code: code, header: header, message: message))
            }
        }
        return warnings
    }

    private static func ruin(of cell: String) -> String? {
        switch SpreadsheetChange.ruin(of: cell) {
        case nil: nil
        case .error: "\(cell.quoted) is a spreadsheet's sign of an error; mend the cell there and export it again"
        default:
            "\(cell.quoted) is a number that a spreadsheet has cut short; format the column as text and export it again"
        }
    }

    /// Letters that were lost or misread before the file was written.
    private static func lostText(in scalars: [Unicode.Scalar]) -> String? {
        if let index = scalars.firstIndex(of: "\u{FFFD}") {
            return "U+FFFD at character \(index + 1) stands for a letter that was lost; export the file again as UTF-8"
        }
        guard let misread = Windows1252.firstMisread(in: scalars) else { return nil }
        let shown = String(String.UnicodeScalarView(scalars[misread.index..<misread.index + misread.count])).quoted
        return "\(shown) at character \(misread.index + 1) was \(String(misread.scalar).quoted): "
            + "UTF-8 was read as Windows-1252; give the encoding rightly, or export the file again"
    }

    /// Pairs of typographic quotes, as languages have them.
    private static let pairs: [(open: Unicode.Scalar, close: Unicode.Scalar)] = [
        ("“", "”"), ("„", "“"), ("„", "”"), ("”", "”"), ("‘", "’"), ("‚", "‘"), ("’", "’"), ("«", "»"), ("»", "«"),
        ("‹", "›"), ("›", "‹"),
    ]

    private static func quotes(around scalars: [Unicode.Scalar]) -> String? {
        guard scalars.count > 1, let first = scalars.first, let last = scalars.last,
            pairs.contains(where: { $0.open == first && $0.close == last })
        else { return nil }
        return
            "the quotes \(first) \(last) (\(first.codePoint), \(last.codePoint)) are part of the text; where they should hold "
            + "the cell together, write \" instead"
    }
}

extension Unicode.Scalar {
    /// `U+00A0`: at least four digits of upper-case hex.
    var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
