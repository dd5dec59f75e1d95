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
}
