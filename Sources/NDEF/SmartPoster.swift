/// A smart poster to be written, well-known type `Sp`: a URI with titles and hints, as a message of its own (RTD Smart
/// Poster 1.0, 3.2).
///
/// Reading one gives `RecordMeaning.smartPoster`.
public struct SmartPoster: Hashable, Sendable {
    /// The type on the wire.
    public static let type: [UInt8] = [0x53, 0x70]

    /// Where it leads; a poster has exactly one (3.3.1).
    public var uri: URIRecord
    /// What is shown, once a language (3.3.2).
    public var titles: [TextRecord]
    /// What a phone should do; nil leaves it to the phone (3.3.3).
    public var action: PosterAction?
    /// Bytes of what the URI leads to (3.3.5).
    public var size: UInt32?
    /// The media type of what the URI leads to (3.3.6).
    public var target: String?

    public init(
        uri: URIRecord, titles: [TextRecord] = [], action: PosterAction? = nil, size: UInt32? = nil,
        target: String? = nil
    ) {
        self.uri = uri
        self.titles = titles
        self.action = action
        self.size = size
        self.target = target
    }

    /// The record. Inside stand the URI, the titles in their order, and what else was given.
    ///
    /// - Throws: `titleTwice` where two titles are of one language, whose case does not count; `invalidPosterField` for a
    ///   media type that is not printable ASCII; `tooManyRecords` and `messageTooLong` beyond `NDEFLimits`.
    public func record() throws(NDEFError) -> Record {
        var languages: Set<String> = []
        for title in titles where !languages.insert(title.language.lowercased()).inserted {
            throw NDEFError(.titleTwice, offset: 0, context: title.language)
        }
        var inside = [uri.record] + titles.map(\.record)
        if let action { inside.append(Self.field("act", [action.code])) }
        if let size { inside.append(Self.field("s", [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) })) }
        if let target {
            guard !target.isEmpty, target.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw NDEFError(.invalidPosterField, offset: 0, context: "a media type")
            }
            inside.append(Self.field("t", Array(target.utf8)))
        }
        return Record(typeNameFormat: .wellKnown, type: Self.type, payload: try Message(inside).encoded())
    }

    private static func field(_ type: String, _ payload: [UInt8]) -> Record {
        Record(typeNameFormat: .wellKnown, type: Array(type.utf8), payload: payload)
    }
}
