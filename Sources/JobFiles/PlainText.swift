import Jobs
import Tags

/// Bytes taken as UTF-8 text, with or without a byte order mark.
enum PlainText {
    /// The byte order mark U+FEFF in UTF-8.
    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The bytes without the mark. Throws for UTF-16 and UTF-32, told by their mark or their zero bytes, and for the
    /// first byte that is no UTF-8 (RFC 3629), with its place.
    static func checked(_ bytes: [UInt8]) throws(JobFileError) -> ArraySlice<UInt8> {
        try refuseWide(bytes)
        let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
        guard let offset = text.firstInvalidUTF8 else { return text }
        let place = TextPlace(of: offset, in: text)
        throw JobFileError(
            .notUTF8, line: place.line, column: place.column,
            context: "this is not UTF-8 (the byte is \([bytes[offset]].hex)); save the file as UTF-8 (CSV UTF-8)")
    }

    /// The one JSON value of a text. Throws as `checked` does, and `badJSON` with its place.
    static func json(_ bytes: [UInt8], as dialect: JSONDialect) throws(JobFileError) -> JSONValue {
        let text = Array(try checked(bytes))
        do throws(JSONError) {
            return try JSONValue(parsing: text, as: dialect)
        } catch {
            throw JobFileError(
                .badJSON, line: error.place.line, column: error.place.column, context: error.context)
        }
    }

    /// Throws `wideCharacters` where the begin of a file is UTF-16 or UTF-32.
    static func refuseWide(_ bytes: [UInt8]) throws(JobFileError) {
        guard let name = wideEncoding(bytes) else { return }
        throw JobFileError(
            .wideCharacters, context: "the file is \(name), which is not read yet; save it as UTF-8 (CSV UTF-8)")
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
}
