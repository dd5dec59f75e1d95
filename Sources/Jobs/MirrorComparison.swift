import Tags

/// How the ASCII mirror of a tag stands to what is expected of it.
///
/// The rule is the one by which `run` judges a tag (`MirrorRequest.unveiled`): where a mirror shows what it should of this tag,
/// the placeholder counts as standing there. A mirror over any other bytes hides part of the message.
struct MirrorComparison {
    private let expected: Expectation
    private let tag: ObservedTag
    /// The whole mirror in the message; nil where none lies over it with all of its bytes.
    private let whole: WholeMirror?

    /// - Parameter expected: as composed for this tag.
    init(of tag: ObservedTag, with expected: Expectation) {
        (self.expected, self.tag) = (expected, tag)
        whole = WholeMirror(on: tag)
    }

    /// The tag's message with what is expected where the mirror has its place and shows what it should; nil where it has not.
    var leftOut: [UInt8]? {
        guard let whole, let message = tag.message, isAtItsPlace, whole.isShown else { return nil }
        return FilledBytes(messageBytes: message.count, spans: [whole.span])
            .replaced(in: message, by: expected.message)
    }

    /// What could not be compared, where the mirror has its place: the digits of a counter, and those of a UID that is not
    /// known.
    var note: String? {
        guard leftOut != nil, let whole, let message = tag.message else { return nil }
        let span = tag.uid == nil ? whole.span : whole.counterSpan
        return span.isEmpty ? nil : FilledBytes(messageBytes: message.count, spans: [span]).note
    }

    /// Whether the expected message leaves the bytes of the mirror to it: it has the placeholder there, or what such a mirror
    /// shows with the UID of this tag.
    private var isAtItsPlace: Bool {
        guard let whole, whole.span.upperBound <= expected.message.count,
            expected.message.count == tag.message?.count
        else { return false }
        let text = expected.message[whole.span]
        if text.elementsEqual(MirrorRequest(whole.content).placeholder) { return true }
        // Six digits of a counter alone could be anything.
        guard whole.content != .counter, let uid = tag.uid else { return false }
        return whole.content.isShown(by: text, of: uid)
    }

    // MARK: Differences

    /// - Parameter isHeld: the tag holds the expected message, as it is read or with its mirror left out.
    func differences(isHeld: Bool) -> [Difference] {
        switch tag.verdict {
        case .message: break
        case .damaged:
            let sentence = tag.mirror.map { "\(Self.named($0.content)) lies over \(pageList($0.pages))" }
            return sentence.map { [Difference(.bytes, detail: $0)] } ?? []
        case .empty, .notNDEF, .unreadable: return []
        }
        if let wanted = expected.mirror {
            return expected.hasMirror(tag) ? [] : [Difference(.bytes, detail: sentence(missing: wanted))]
        }
        guard !isHeld, let sentence = sentenceOnHiddenBytes else { return [] }
        return [Difference(.bytes, detail: sentence)]
    }

    /// Of a mirror that nobody asked for, over a message that is not the expected one.
    private var sentenceOnHiddenBytes: String? {
        guard let mirror = tag.mirror, let span = tag.filledSpans.first, expected.message.count == tag.message?.count
        else { return nil }
        let place = "\(Self.named(mirror.content)) lies over \(Self.words(span)) of the message"
        guard isAtItsPlace else { return place + ", which the expected message does not leave to it" }
        return whole?.isShown == false ? place + ", and the UID is not what it shows" : nil
    }

    private func sentence(missing wanted: AsciiMirror.Content) -> String {
        let place =
            MirrorRequest(wanted).span(in: expected.message).map { "\(Self.words($0)) of the message" } ?? "the message"
        let there =
            if let mirror = tag.mirror {
                if let whole, whole.content == wanted, !whole.isShown {
                    "and what it shows is not of this tag"
                } else if let span = tag.filledSpans.first {
                    "and \(Self.named(mirror.content)) lies over \(Self.words(span))"
                } else {
                    "and \(Self.named(mirror.content)) lies over \(pageList(mirror.pages)), beside the message"
                }
            } else {
                "and none is seen to be switched on"
            }
        return "\(Self.named(wanted)) is expected over \(place), \(there)"
    }

    private static func named(_ content: AsciiMirror.Content) -> String { "an ASCII mirror of the \(content.rawValue)" }

    private static func words(_ span: Range<Int>) -> String { "bytes \(span.lowerBound) to \(span.upperBound - 1)" }
}

extension Expectation {
    /// Whether the mirror that is asked for stands over its placeholder on the tag; true where none is asked for, of a tag
    /// without message, and of a file that has nothing of a tag but its message.
    func hasMirror(_ tag: ObservedTag) -> Bool {
        guard let mirror, tag.verdict == .message, tag.chip != nil || tag.uid != nil else { return true }
        guard let whole = WholeMirror(on: tag), whole.content == mirror else { return false }
        return whole.unveiled.map { MirrorRequest(mirror).span(in: $0) == whole.span } ?? false
    }
}
