import Jobs
import Tags

/// Bytes taken as UTF-8 text, with or without a byte order mark.
enum PlainText {
    /// The byte order mark U+FEFF in UTF-8.
    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The bytes without the mark. Throws for UTF-16 and UTF-32, told by their mark or their zero bytes, and for the
    /// first byte that is no UTF-8 (RFC 3629), with its place.
    static func checked(_ bytes: [UInt8]) throws(JobFileError) -> ArraySlice<UInt8> {
        try TextEncoding.refuseWide(bytes[...])
        let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
        guard let offset = text.firstInvalidUTF8 else { return text }
        let place = TextPlace(of: offset, in: text)
        throw JobFileError(
            .notUTF8, line: place.line, column: place.column,
            context: "this is not UTF-8 (the byte is \([bytes[offset]].hex)); save the file as UTF-8")
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
}
