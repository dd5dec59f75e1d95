import NDEF

extension FuzzEntry {
    /// The bytes as an NDEF message, strictly and leniently, with every record's meaning.
    ///
    /// Held: the readers agree, records are made of the input's bytes, what is encoded again is read the same, and what a record
    /// means is the same once it is written anew.
    static let messages = FuzzEntry("ndef") { input throws(BrokenProperty) in
        let lenient = LenientMessage(input)
        try hold(lenient.deviations.count <= NDEFLimits.deviations + 1, "too many deviations")
        try hold(lenient.deviations.allSatisfy { (0...input.count).contains($0.offset) }, "an offset outside")
        let bytes = lenient.records.reduce(0) { $0 + $1.payload.count + $1.type.count + $1.identifier.count }
        try hold(bytes <= input.count, "records of more bytes than there are")
        if let message = try? Message(decoding: input) {
            try hold(lenient.deviations.isEmpty && lenient.records == message.records, "the readers disagree")
            try holdEncoding(of: message)
        } else {
            try hold(!lenient.deviations.isEmpty, "refused without a deviation")
        }
        for record in lenient.records {
            let meanings = [InterpretedRecord(record), InterpretedRecord(lenient: record)]
            try hold(meanings.allSatisfy { $0.record == record }, "a record lost its bytes")
            try holdMeaning(meanings[0].meaning)
            _ = meanings.map { $0.notes.map(\.description) }
        }
    }

    /// A right message can be encoded, but for records of TNF 7, and is then the same.
    private static func holdEncoding(of message: Message) throws(BrokenProperty) {
        guard let encoded = try? message.encoded() else {
            try hold(message.records.contains { !$0.isWritable }, "a message that was read cannot be encoded")
            return
        }
        let again = try? Message(decoding: encoded)
        try hold(again == message, "encoded again it is another message")
    }

    private static func holdMeaning(_ meaning: RecordMeaning) throws(BrokenProperty) {
        switch meaning {
        case .uri(let uri):
            guard uri.reservedPrefixCode == nil else { return }
            let again = try? URIRecord(decoding: URIRecord(uri.uri).record)
            try hold(again?.uri == uri.uri, "written anew, the URI is another")
        case .text(let text):
            guard let made = try? TextRecord(text.text, language: text.language) else { return }
            let again = try? TextRecord(decoding: made.record)
            try hold(again == made, "written anew, the text is another")
        case .smartPoster(let fields):
            try hold(fields.count <= NDEFLimits.records, "more fields than a message has records")
        case .wifi(let credential):
            try hold(credential.ssid.count <= 32, "an SSID of \(credential.ssid.count) bytes")
        default: break
        }
    }
}

extension Record {
    fileprivate var isWritable: Bool { typeNameFormat.rawValue < 6 }
}
