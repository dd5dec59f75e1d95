/// A place in a text: the physical line and the byte of that line, both from 1. LF, CR LF and CR end a line.
public struct TextPlace: Hashable, Sendable, CustomStringConvertible {
    public var line: Int
    public var column: Int

    /// The place of an offset, an index of `text`; one past the end stands behind the last byte.
    public init(of offset: Int, in text: ArraySlice<UInt8>) {
        line = 1
        var start = text.startIndex
        let end = min(offset, text.endIndex)
        var index = text.startIndex
        while index < end {
            let byte = text[index]
            index += 1
            guard byte == 0x0A || byte == 0x0D else { continue }
            let isPair = byte == 0x0D && index < text.endIndex && text[index] == 0x0A
            if !isPair {
                line += 1
                start = index
            }
        }
        column = offset - start + 1
    }

    public var description: String { "line \(line), byte \(column)" }
}
