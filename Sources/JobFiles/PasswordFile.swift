public import Tags

/// Reads a file of tag passwords. What is refused is named by its place alone: no error shows a byte of a password.
///
/// - One password for every tag: eight hex digits (PWD), and behind them, parted by blanks, `:` or `,`, four more (PACK; 0000
///   where they are left out), on a line of their own.
/// - One for each tag: a CSV file with the columns `uid` and `password` and, if need be, `pack`.
///
/// Lines that begin with `#` are comments; blank lines are passed over.
public enum PasswordFile {
    /// The digits of PWD and of PACK (NXP NTAG213/215/216 data sheet rev. 3.2, section 8.8).
    static let (passwordDigits, acknowledgementDigits) = (8, 4)

    /// Throws a `JobFileError`: `badPassword` for what is no password or no UID, and a UID that stands twice.
    public static func read(_ bytes: [UInt8]) throws(JobFileError) -> TagPasswords {
        guard bytes.count <= FileLimits.tableBytes else {
            throw JobFileError(
                .tooLarge, context: "the file has \(bytes.count) bytes; at most \(FileLimits.tableBytes) are read")
        }
        let text = try PlainText.checked(bytes)
        let lines = Self.lines(of: text)
        guard let first = lines.first else {
            throw JobFileError(.empty, context: "the file holds no password")
        }
        if isHeader(text[first.bytes]) { return .byUID(try PasswordTable(withoutComments(text)).passwords) }
        if lines.count > 1 {
            throw JobFileError(
                .badPassword, line: lines[1].number, column: 1,
                context:
                    "a second line; one password stands alone in its file, and several in a CSV file with the columns "
                    + "uid and password")
        }
        return .one(try password(text[first.bytes], line: first.number))
    }

    // MARK: Lines

    private struct Line {
        /// From 1.
        var number: Int
        /// Without the line's end.
        var bytes: Range<Int>
    }

    /// The lines that are neither blank nor comments.
    private static func lines(of text: ArraySlice<UInt8>) -> [Line] {
        var lines: [Line] = []
        var (number, start) = (1, text.startIndex)
        while start < text.endIndex {
            let end = text[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.endIndex
            let line = text[start..<end]
            if !isComment(line), line.contains(where: { !isBlank($0) }) {
                lines.append(Line(number: number, bytes: start..<end))
            }
            start = end + 1
            // CR LF is one end.
            if end < text.endIndex, text[end] == 0x0D, start < text.endIndex, text[start] == 0x0A { start += 1 }
            number += 1
        }
        return lines
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isComment(_ line: ArraySlice<UInt8>) -> Bool {
        line.first { !isBlank($0) } == UInt8(ascii: "#")
    }

    /// Whether a line names columns: no password has the letters of `uid`.
    private static func isHeader(_ line: ArraySlice<UInt8>) -> Bool {
        let folded = String(decoding: line, as: UTF8.self).lowercased()
        return folded.contains("uid") || folded.contains("password")
    }

    /// The text with its comments blanked, so that lines keep their numbers.
    private static func withoutComments(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var start = text.startIndex
        while start < text.endIndex {
            let end = text[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.endIndex
            if !isComment(text[start..<end]) { result += text[start..<end] }
            if end < text.endIndex { result.append(text[end]) }
            start = end + 1
        }
        return result
    }

    // MARK: One password

    private static func password(_ text: ArraySlice<UInt8>, line: Int) throws(JobFileError) -> TagPassword {
        func fault(at index: Int, _ what: String) -> JobFileError {
            JobFileError(.badPassword, line: line, column: index - text.startIndex + 1, context: what)
        }
        var index = text.startIndex
        func passBlanks() { while index < text.endIndex, isBlank(text[index]) { index += 1 } }
        func digits(_ count: Int, _ what: String) throws(JobFileError) -> [UInt8] {
            let start = index
            while index < text.endIndex, index - start < count, text[index].hexDigitValue != nil { index += 1 }
            let bytes = [UInt8](hex: String(decoding: text[start..<index], as: UTF8.self))
            guard index - start == count, let bytes else { throw fault(at: index, what) }
            return bytes
        }
        passBlanks()
        let wanted = "a password is 8 hex digits, and if need be a colon and the 4 of its PACK"
        let password = try digits(passwordDigits, wanted)
        let behind = index
        passBlanks()
        guard index < text.endIndex else { return try made(password, [0, 0]) }
        if [UInt8(ascii: ":"), UInt8(ascii: ",")].contains(text[index]) { index += 1 }
        guard index > behind else { throw fault(at: index, wanted) }
        passBlanks()
        let acknowledgement = try digits(acknowledgementDigits, "PACK is 4 hex digits")
        passBlanks()
        guard index == text.endIndex else {
            throw fault(at: index, "nothing may stand behind the password and its PACK")
        }
        return try made(password, acknowledgement)
    }

    static func made(_ password: [UInt8], _ acknowledgement: [UInt8]) throws(JobFileError) -> TagPassword {
        guard let made = TagPassword(password: password, acknowledgement: acknowledgement) else {
            throw JobFileError(.badPassword, context: "a password is 8 hex digits, and its PACK 4")
        }
        return made
    }
}
