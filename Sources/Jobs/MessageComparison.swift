import NDEF
import Tags

/// The differences between an expected message and what a tag holds, each in a sentence for a person.
struct MessageComparison {
    private let expected: [UInt8]
    private let expectsNoNDEF: Bool
    private let exactly: Bool

    init(of expectation: Expectation, exactly: Bool) {
        (expected, expectsNoNDEF, self.exactly) = (expectation.message, expectation.isOfNoNDEF, exactly)
    }

    /// In the order of `Difference.Kind`, then of the records.
    ///
    /// - Parameters:
    ///   - tag: what was seen.
    ///   - held: its message with the expected bytes where the tag fills it by itself.
    func differences(of tag: ObservedTag, holding held: [UInt8]?) -> [Difference] {
        // The lock state is what differs.
        if expectsNoNDEF { return [] }
        let wanted = (try? Message(decoding: expected))?.recordsToRead ?? []
        switch tag.verdict {
        case .message, .empty: break
        case .notNDEF: return [missing(wanted, "the tag is none for NDEF: \(tag.reason ?? "no capability container")")]
        case .damaged: return [damaged(tag.reason)]
        case .unreadable: return [damaged(tag.reason ?? "it cannot be read")]
        }
        let bytes = held ?? []
        var found: [Record] = []
        if !bytes.isEmpty {
            do throws(NDEFError) {
                found = try Message(decoding: bytes).recordsToRead
            } catch {
                return [damaged("no NDEF message: \(error)")]
            }
        }
        var differences = compare(wanted, found)
        if exactly, bytes != expected { differences.append(wholeMessage(bytes)) }
        return differences.inOrder
    }

    // MARK: Whole messages

    private func missing(_ wanted: [Record], _ why: String) -> Difference {
        Difference(.recordCount, detail: "\(RecordComparison.count(wanted.count)) expected, and \(why)")
    }

    private func damaged(_ reason: String?) -> Difference {
        Difference(
            .bytes,
            detail: "a message of \(expected.count) bytes is expected, and the tag's is damaged"
                + (reason.map { ": \($0)" } ?? ""))
    }

    private func wholeMessage(_ bytes: [UInt8]) -> Difference {
        Difference(.bytes, detail: "the messages " + ByteExcerpt(expected: expected, found: bytes).sentence)
    }

    // MARK: Records

    private func compare(_ wanted: [Record], _ found: [Record]) -> [Difference] {
        var differences: [Difference] = []
        if wanted.count != found.count {
            let there = found.isEmpty ? "the tag holds none" : "\(RecordComparison.count(found.count)) there"
            differences.append(
                Difference(.recordCount, detail: "\(RecordComparison.count(wanted.count)) expected, and \(there)"))
        }
        return differences
            + RecordComparison.differences(wanted.map { InterpretedRecord($0) }, found.map { InterpretedRecord($0) })
    }
}

extension Message {
    /// Its records; none where there is but the empty one, which says nothing (NDEF 1.0, 3.2.6).
    fileprivate var recordsToRead: [Record] { ComparedMessage(self) == .none ? [] : records }
}

extension [Difference] {
    /// In the order of `Difference.Kind`, then of the records.
    var inOrder: [Difference] {
        let order = Difference.Kind.allCases
        return enumerated().sorted { left, right in
            let ranks = [left, right].map { order.firstIndex(of: $0.element.kind) ?? 0 }
            return (ranks[0], left.element.record ?? 0, left.offset)
                < (ranks[1], right.element.record ?? 0, right.offset)
        }.map(\.element)
    }
}
