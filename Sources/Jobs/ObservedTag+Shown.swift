import NDEF

extension ObservedTag {
    /// What it holds, in a few words for a person.
    var holds: String {
        switch verdict {
        case .message:
            guard let records = (try? Message(decoding: message ?? []))?.records, let first = records.first else {
                return "it holds no NDEF message"
            }
            let more = records.count > 1 ? " and \(records.count - 1) more" : ""
            return "it holds \(first.shown)\(more)"
        case .empty: return "it holds no message"
        case .notNDEF, .damaged, .unreadable: return reason ?? "it cannot be read"
        }
    }
}

extension Record {
    /// The record with its value where that is one for people.
    fileprivate var shown: String {
        switch InterpretedRecord(self).meaning {
        case .uri(let uri): "the URI \(uri.uri.quoted)"
        case .text(let text): "the text \(text.text.quoted)"
        default: RecordComparison.named(self)
        }
    }
}
