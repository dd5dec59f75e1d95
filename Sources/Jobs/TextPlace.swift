/// A place in a text: the physical line and the byte of that line, both from 1. LF, CR LF and CR end a line.
public struct TextPlace: Hashable, Sendable, CustomStringConvertible {
    public var line: Int
    public var column: Int

    /// The place of an offset, an index of `text`; one past the end stands behind the last byte.
    public init(of offset: Int, in text: ArraySlice<UInt8>) {
        line = 1
        var start = text.startIndex
        for index in text.startIndex..<min(offset, text.endIndex) {
            let isLone = text[index] == 0x0D && (index + 1 >= text.endIndex || text[index + 1] != 0x0A)
            if text[index] == 0x0A || isLone {
                line += 1
                start = index + 1
            }
        }
        column = offset - start + 1
    }

    public var description: String { "line \(line), byte \(column)" }
}
