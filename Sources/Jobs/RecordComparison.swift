import NDEF
import Tags

/// The differences between a record that is expected and the one that stands in its place.
struct RecordComparison {
    /// Its number, from 1; of a record in a smart poster behind that of the poster.
    let place: [Int]
    private let expected: Record
    private let found: Record
    private let wanted: ComparedRecord
    private let there: ComparedRecord
    private let meanings: (expected: RecordMeaning, found: RecordMeaning)

    init(place: [Int], expected: InterpretedRecord, found: InterpretedRecord) {
        self.place = place
        (self.expected, self.found) = (expected.record, found.record)
        (wanted, there) = (ComparedRecord(expected), ComparedRecord(found))
        meanings = (expected.meaning, found.meaning)
    }

    /// The differences of records that stand in the same places; how many there are is compared elsewhere.
    /// - Parameter poster: the place of the smart poster in which they are; empty in a message.
    static func differences(
        _ wanted: [InterpretedRecord], _ found: [InterpretedRecord], in poster: [Int] = []
    ) -> [Difference] {
        zip(wanted, found).enumerated().flatMap { index, pair in
            RecordComparison(place: poster + [index + 1], expected: pair.0, found: pair.1).differences
        }
    }

    /// None where both mean the same.
    var differences: [Difference] {
        if wanted == there { return [] }
        let hasSameType =
            expected.typeNameFormat == found.typeNameFormat
            && ComparedRecord.comparedType(of: expected) == ComparedRecord.comparedType(of: found)
        guard hasSameType else {
            return [
                difference(.recordType, "\(Self.named(expected)) is expected, and \(Self.named(found)) is there")
            ]
        }
        if case (.smartPoster(let wanted), .smartPoster(let there)) = meanings { return posters(wanted, there) }
        switch (wanted, there) {
        case (.uri(let wanted), .uri(let there)): return [difference(.uri, text: wanted, there)]
        case (.text(let wanted, let language), .text(let there, let otherLanguage)):
            return [
                wanted == there ? nil : difference(.text, text: wanted, there),
                language == otherLanguage ? nil : languages(),
            ].compactMap { $0 }
        default: return [badPayload ?? payloads]
        }
    }

    private func difference(_ kind: Difference.Kind, _ sentence: String) -> Difference {
        Difference(kind, record: place.first, inner: Array(place.dropFirst()), detail: sentence)
    }

    private func posters(_ wanted: [InterpretedRecord], _ found: [InterpretedRecord]) -> [Difference] {
        var differences: [Difference] = []
        if wanted.count != found.count {
            let (expected, there) = (Self.count(wanted.count), Self.count(found.count))
            differences.append(difference(.recordCount, "\(expected) expected in the smart poster, and \(there) there"))
        }
        return differences + Self.differences(wanted, found, in: place)
    }

    private func difference(_ kind: Difference.Kind, text wanted: [UInt8], _ there: [UInt8]) -> Difference {
        let name = kind == .uri ? "the URI" : "the text"
        let excerpt = TextExcerpt(
            expected: String(decoding: wanted, as: UTF8.self), found: String(decoding: there, as: UTF8.self))
        return difference(kind, "\(name) \(excerpt.sentence)")
    }

    private func languages() -> Difference {
        func language(_ record: Record) -> String { ((try? TextRecord(decoding: record))?.language ?? "").quoted }
        return difference(.lang, "the language \(language(expected)) is expected, and \(language(found)) is there")
    }

    /// One of them is not what it says it is. A URI or text is shown as far as it can be, so that the fault is seen.
    private var badPayload: Difference? {
        guard case .error(let error) = meanings.found else { return nil }
        let fault = "; what is there is bad: \(error)"
        switch (wanted, found.payload.first) {
        case (.uri(let wanted), let code?):
            let prefix = URIPrefix.text(of: code) ?? ""
            let there = Array(prefix.utf8) + found.payload.dropFirst()
            var difference = difference(.uri, text: wanted, there)
            difference.detail += fault
            return difference
        case (.text, _): return difference(.text, "the text is expected to be whole" + fault)
        default: return nil
        }
    }

    private var payloads: Difference {
        difference(.bytes, "the payloads " + ByteExcerpt(expected: expected.payload, found: found.payload).sentence)
    }

    /// `2 records are`.
    static func count(_ count: Int) -> String {
        switch count {
        case 0: "no record is"
        case 1: "1 record is"
        default: "\(count) records are"
        }
    }

    /// What a record is called in a sentence.
    static func named(_ record: Record) -> String {
        let type = String(decoding: record.type, as: UTF8.self).quoted
        switch record.typeNameFormat {
        case .empty: return "an empty record"
        case .wellKnown where record.type == URIRecord.type: return "a URI"
        case .wellKnown where record.type == TextRecord.type: return "a text"
        case .wellKnown where record.type == Array("Sp".utf8): return "a smart poster"
        case .wellKnown: return "a well-known record of type \(type)"
        case .media: return "a record of media type \(type)"
        case .absoluteURI: return "an absolute URI as the type"
        case .external: return "an external record of type \(type)"
        case .unknown, .unchanged, .reserved: return "a record of no known type"
        }
    }
}
