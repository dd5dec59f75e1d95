/// An ASCII mirror that is to be switched on over a placeholder in the message.
///
/// The placeholder is what the mirror would show of a tag without UID and with a counter of 0: 14 zeros, 6 zeros, or both
/// with an `x` between. It must stand in the message exactly once.
public struct MirrorRequest: Hashable, Sendable {
    public var content: AsciiMirror.Content

    public init(_ content: AsciiMirror.Content) { self.content = content }

    /// The bytes that the message must hold where the mirror goes.
    public var placeholder: [UInt8] {
        let text =
            switch content {
            case .uid: "00000000000000"
            case .counter: "000000"
            case .uidAndCounter: "00000000000000x000000"
            }
        return Array(text.utf8)
    }

    /// Where the placeholder stands, counted from the message's first byte; nil where it stands nowhere, or not just once:
    /// in a run of more zeros than it has there is more than one place for it.
    public func span(in message: [UInt8]) -> Range<Int>? {
        let placeholder = placeholder
        guard message.count >= placeholder.count else { return nil }
        let starts = (0...(message.count - placeholder.count)).filter { start in
            message[start..<(start + placeholder.count)].elementsEqual(placeholder)
        }
        guard starts.count == 1 else { return nil }
        return starts[0]..<(starts[0] + placeholder.count)
    }

    /// The memory as the message stands in it: where a mirror of the content that is asked for is on and shows what it should
    /// of this tag, the placeholder stands in its place. Otherwise as it was read.
    ///
    /// - Parameter known: where the UID and the configuration stand; nil: in the memory itself.
    public func unveiled(_ memory: PageMemory, layout: Type2Layout, known: PageMemory? = nil) -> PageMemory {
        let known = known ?? memory
        guard let mirror = AsciiMirror(memory: known, layout: layout), mirror.content == content,
            let uid = UID(pages: known, chip: layout.chip), mirror.isShown(in: memory, uid: uid)
        else { return memory }
        var memory = memory
        for (offset, byte) in zip(mirror.bytes, placeholder) { memory[offset / 4]?[offset % 4] = byte }
        return memory
    }
}
