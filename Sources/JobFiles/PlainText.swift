/// Bytes taken as UTF-8 text, with or without a byte order mark.
enum PlainText {
    /// The bytes without the mark. Throws for UTF-16 and UTF-32, told by their mark or their zero bytes, and for the
    /// first byte that is no UTF-8 (RFC 3629), with its place.
    static func checked(_ bytes: [UInt8]) throws(JobFileError) -> ArraySlice<UInt8> {
        if let name = wideEncoding(bytes) {
            throw JobFileError(
                .wideCharacters, context: "the file is \(name), which is not read yet; save it as UTF-8 (CSV UTF-8)")
        }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard let offset = firstInvalid(text) else { return text }
        let place = position(of: offset, in: text)
        throw JobFileError(
            .notUTF8, line: place.line, column: place.column,
            context: "this is not UTF-8 (the byte is \(hex(bytes[offset]))); save the file as UTF-8 (CSV UTF-8)")
    }

    /// The offset of the first byte that is no UTF-8.
    private static func firstInvalid(_ text: ArraySlice<UInt8>) -> Int? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: text.span)
            return nil
        } catch {
            return text.startIndex + error.byteOffsets.lowerBound
        }
    }

    /// Line and byte of the line, both from 1, of an offset; CR LF, LF and CR end a line.
    static func position(of offset: Int, in text: ArraySlice<UInt8>) -> (line: Int, column: Int) {
        var line = 1
        var start = text.startIndex
        for index in text.startIndex..<min(offset, text.endIndex) {
            let isLone = text[index] == 0x0D && (index + 1 >= text.endIndex || text[index + 1] != 0x0A)
            if text[index] == 0x0A || isLone {
                line += 1
                start = index + 1
            }
        }
        return (line, offset - start + 1)
    }

    private static func wideEncoding(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32" }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
        // Latin letters in UTF-16 are a zero byte and another, by turns.
        let start = bytes.prefix(64)
        guard start.count >= 4 else { return nil }
        let zeros = [0, 1].map { parity in start.indices.count { $0 % 2 == parity && start[$0] == 0 } }
        let half = start.count / 2
        if zeros[1] * 4 >= half * 3, zeros[0] == 0 { return "UTF-16 (little-endian, without a mark)" }
        if zeros[0] * 4 >= half * 3, zeros[1] == 0 { return "UTF-16 (big-endian, without a mark)" }
        return nil
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }
}
