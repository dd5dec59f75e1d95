/// The hint of spreadsheets, `sep=;` alone on the first line.
struct SeparatorLine {
    /// Nil where the line names something else.
    let delimiter: Delimiter?
    /// The line's bytes, its end included.
    let length: Int

    /// Nil where the text does not begin with such a line. With `isNeeded`, throws `badSeparatorLine` for one that names
    /// no delimiter.
    init?(_ text: UnsafeRawBufferPointer, isNeeded: Bool) throws(JobFileError) {
        let line = text.prefix { $0 != 0x0A && $0 != 0x0D }
        var content = line
        if content.count >= 2, content.first == UInt8(ascii: "\""), content.last == UInt8(ascii: "\"") {
            content = content.dropFirst().dropLast()
        }
        let name = content.prefix(4)
        guard name.last == UInt8(ascii: "="), name.dropLast().elementsEqual("sep".utf8, by: { $0 | 0x20 == $1 }) else {
            return nil
        }
        delimiter = content.count == 5 ? content.last.flatMap { Delimiter(rawValue: $0) } : nil
        guard delimiter != nil || !isNeeded else {
            throw JobFileError(
                .badSeparatorLine, line: 1, context: "the line sep= must name one of , ; | or a tab as the delimiter")
        }
        let rest = text[line.endIndex...]
        let end = rest.starts(with: [0x0D, 0x0A]) ? 2 : min(1, rest.count)
        length = line.count + end
    }
}
