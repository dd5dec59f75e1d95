import Tags

/// An ASCII mirror all of whose bytes lie over the message of a tag, in one piece.
struct WholeMirror {
    let content: AsciiMirror.Content
    /// Counted from the message's first byte.
    let span: Range<Int>
    private let message: [UInt8]
    private let uid: UID?

    /// Nil where there is no mirror, or no more than a part of it lies over the message.
    init?(on tag: ObservedTag) {
        guard let mirror = tag.mirror, tag.filledSpans.count == 1, let message = tag.message else { return nil }
        let span = tag.filledSpans[0]
        guard span.lowerBound >= 0, span.upperBound <= message.count, span.count == mirror.bytes.count else {
            return nil
        }
        (content, self.span, self.message, uid) = (mirror.content, span, message, tag.uid)
    }

    /// Whether it shows what it should of this tag; true where the UID of that is not known.
    var isShown: Bool { uid.map { content.isShown(by: message[span], of: $0) } ?? true }

    /// The digits of the counter, which nobody can foretell; empty where there are none.
    var counterSpan: Range<Int> { span.upperBound - content.counterDigits..<span.upperBound }

    /// The message with the placeholder where the mirror shows what it should; nil where it shows anything else.
    var unveiled: [UInt8]? {
        guard isShown else { return nil }
        var message = message
        message.replaceSubrange(span, with: MirrorRequest(content).placeholder)
        return message
    }
}
