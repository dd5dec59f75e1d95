import NDEF

/// Finds out which SKU a message names.
///
/// A URI names it in the last part of its path; a text is one, or has it among its words. With a pattern, what it finds in
/// the URI, or in the text, is the SKU. Asked are the first URI and the first text, those of a smart poster too.
public struct SKUFinder: Hashable, Sendable {
    private let pattern: SKUPattern?

    public init(pattern: SKUPattern? = nil) { self.pattern = pattern }

    /// What may be the SKU, in the order in which a catalogue is asked: what the URI says, then the whole text; the text's
    /// words only where no URI says anything, because a number among them may be another product's SKU.
    ///
    /// - Parameter message: the bytes of a message; of one that is broken, what can be read of it counts.
    public func candidates(in message: [UInt8]) -> [String] {
        candidates(in: LenientMessage(message).interpretedRecords)
    }

    /// What a pattern is looked for in: the first URI and the first text. Empty without a pattern.
    public func searched(in message: [UInt8]) -> [String] {
        guard pattern != nil else { return [] }
        let (uri, text) = Self.uriAndText(in: LenientMessage(message).interpretedRecords)
        return [uri, text].compactMap { $0 }
    }

    private static func uriAndText(in records: [InterpretedRecord]) -> (uri: String?, text: String?) {
        let uri = first(in: records) { record in
            switch record.meaning {
            case .uri(let uri): uri.uri
            case .absoluteURI(let uri): uri
            default: nil
            }
        }
        let text = first(in: records) { if case .text(let text) = $0.meaning { text.text } else { nil } }
        return (uri, text)
    }

    private func candidates(in records: [InterpretedRecord]) -> [String] {
        let (uri, text) = Self.uriAndText(in: records)
        if let pattern {
            return Self.distinct([
                uri.flatMap { pattern.sku(in: $0) }.map { SKUNaming.percentDecoded($0) },
                text.flatMap { pattern.sku(in: $0) },
            ])
        }
        let named =
            uri.flatMap { SKUNaming.lastPathPart(of: $0, passingSlashes: true) }
            .flatMap { String(validating: $0, as: UTF8.self) }?.trimmingBlanks ?? ""
        let words = named.isEmpty ? text?.split(whereSeparator: \.isWhitespace).map(String.init) ?? [] : []
        return Self.distinct([named, text] + words)
    }

    /// The first that `body` takes, in the order of the records and of those inside them.
    private static func first(
        in records: [InterpretedRecord], _ body: (InterpretedRecord) -> String?
    ) -> String? {
        for record in records {
            if let found = body(record) { return found }
            if case .smartPoster(let inner) = record.meaning, let found = first(in: inner, body) { return found }
        }
        return nil
    }

    /// No SKU is longer; a text that is one is not looked for.
    private static let mostBytes = 1024

    private static func distinct(_ candidates: [String?]) -> [String] {
        var seen: Set<[UInt8]> = []
        return candidates.compactMap { $0?.trimmingBlanks }.filter { candidate in
            (1...mostBytes).contains(candidate.utf8.count) && seen.insert(Array(candidate.utf8)).inserted
        }
    }
}

extension Catalogue {
    /// What a catalogue says of a tag.
    public struct Finding: Hashable, Sendable {
        /// The SKU that the tag names, as it stands there; nil where it names none.
        public var sku: String?
        /// Nil where the catalogue has no product of that SKU.
        public var product: Product?
        /// What `--sku-pattern` found nothing in; empty where there is a SKU, or no pattern.
        public var searched: [String] = []
    }

    /// Looks for the product of a tag.
    ///
    /// - Parameter message: the bytes of its message; nil where they are not known.
    public func find(_ message: [UInt8]?, by finder: SKUFinder) -> Finding {
        let candidates = message.map { finder.candidates(in: $0) } ?? []
        for sku in candidates {
            if let product = product(sku) { return Finding(sku: sku, product: product) }
        }
        let searched = candidates.isEmpty ? message.map { finder.searched(in: $0) } ?? [] : []
        return Finding(sku: candidates.first, product: nil, searched: searched)
    }
}
