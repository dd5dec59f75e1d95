import Tags

/// The bytes of a message that its tag fills by itself when it is read: what is stored there is hidden, and what is expected
/// there cannot be.
struct FilledBytes: Hashable, Sendable {
    /// The bytes of the whole message.
    let messageBytes: Int
    /// In order, not touching each other.
    let spans: [Range<Int>]

    /// Both messages of these bytes are equal but for the spans where these are equal.
    func masked(_ message: [UInt8]) -> [UInt8] {
        var message = message
        for span in spans where span.upperBound <= message.count {
            for index in span { message[index] = UInt8(ascii: "0") }
        }
        return message
    }

    /// The tag's message with the expected bytes in the spans.
    func replaced(in message: [UInt8], by expected: [UInt8]) -> [UInt8] {
        guard message.count == messageBytes, expected.count == messageBytes else { return message }
        var message = message
        for span in spans { message.replaceSubrange(span, with: expected[span]) }
        return message
    }

    /// What is said of a tag that was compared so.
    var note: String {
        let places = spans.map { "\($0.lowerBound) to \($0.upperBound - 1)" }.joined(separator: ", ")
        return "bytes \(places) of the message are filled by the tag itself and were not compared"
    }
}

extension FilledBytes {
    /// What the tag says that it fills (an ASCII mirror); nil where it fills nothing, or the spans are not those of its
    /// message.
    init?(mirrorsOf tag: ObservedTag) {
        guard let message = tag.message, !tag.filledSpans.isEmpty,
            tag.filledSpans.allSatisfy({ $0.lowerBound >= 0 && $0.upperBound <= message.count })
        else { return nil }
        self.init(messageBytes: message.count, spans: tag.filledSpans)
    }

    /// The counter's digits of a mirror that shows them behind the tag's UID; nil where there is none.
    ///
    /// An image of the tag has other digits there than the tag itself.
    init?(counterBesideUIDOf tag: ObservedTag) {
        guard tag.uid != nil, let message = tag.message, let mirror = WholeMirror(on: tag),
            mirror.content == .uidAndCounter, mirror.isShown
        else { return nil }
        self.init(messageBytes: message.count, spans: [mirror.counterSpan])
    }

    /// The zeros that a message keeps free for the Secure Dynamic Messaging of an NTAG 424 DNA (NXP NT4H2421Gx data sheet,
    /// section 9.3): runs of exactly as many as SDM fills. Where they are is known to the tag's file settings alone, which no
    /// image holds. Nil where there is none.
    init?(placesForSDMIn expected: [UInt8]) {
        var spans: [Range<Int>] = []
        var start: Int?
        for index in 0...expected.count {
            let isZero = index < expected.count && expected[index] == UInt8(ascii: "0")
            if isZero {
                start = start ?? index
            } else if let begin = start {
                if Self.isLengthOfSDM(index - begin) { spans.append(begin..<index) }
                start = nil
            }
        }
        guard !spans.isEmpty else { return nil }
        self.init(messageBytes: expected.count, spans: spans)
    }

    /// UID 14, counter 6, CMAC 16, encrypted PICC data 32, encrypted file data a multiple of 32.
    private static func isLengthOfSDM(_ count: Int) -> Bool {
        [6, 14, 16].contains(count) || count.isMultiple(of: 32)
    }

    /// Whether the tag has hex digits in all of the spans, as SDM writes them.
    func areHexDigits(in message: [UInt8]) -> Bool {
        message.count == messageBytes
            && spans.allSatisfy { span in message[span].allSatisfy { $0.hexDigitValue != nil } }
    }
}
