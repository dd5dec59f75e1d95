/// Finds what a record means, and what there is to note of it.
struct RecordReading {
    let record: Record
    /// How many messages the record is in.
    let depth: Int
    let isLenient: Bool
    private(set) var notes: [RecordNote] = []

    init(record: Record, depth: Int, isLenient: Bool) {
        self.record = record
        self.depth = depth
        self.isLenient = isLenient
    }

    mutating func meaning() throws(NDEFError) -> RecordMeaning {
        switch record.typeNameFormat {
        case .empty:
            return .empty
        case .unknown, .unchanged:
            return .unknown
        case .reserved:
            notes.append(.reservedTypeNameFormat)
            return .unknown
        case .wellKnown, .media, .absoluteURI, .external:
            guard !record.type.isEmpty else { return meaningWithoutType() }
            return try typedMeaning()
        }
    }

    private mutating func meaningWithoutType() -> RecordMeaning {
        if isLenient, record.typeNameFormat == .absoluteURI,
            let uri = try? String(strictURI: record.payload[...], at: 0), URIRecord.scheme(of: uri) != nil
        {
            notes.append(.uriInPayload)
            return .absoluteURI(uri)
        }
        notes.append(.typeMissing)
        return .unknown
    }

    private mutating func typedMeaning() throws(NDEFError) -> RecordMeaning {
        if let match = RecognizedType.match(record, isInPoster: depth > 1, leniently: isLenient) {
            if match.notes.isEmpty { return try payloadMeaning(of: match.type) }
            if isConvincing(match.type), let meaning = try? payloadMeaning(of: match.type) {
                notes.insert(contentsOf: match.notes, at: 0)
                return meaning
            }
            notes = []
        }
        switch record.typeNameFormat {
        case .media:
            guard let name = name() else { return .unknown }
            guard name.lowercased() == WiFiCredential.mediaType else { return .media(name) }
            return .wifi(try WiFiCredential(attributes: record.payload, notes: &notes))
        case .absoluteURI:
            return .absoluteURI(try String(strictURI: record.type[...], at: 0))
        case .external:
            guard let name = name() else { return .unknown }
            if !record.type.contains(UInt8(ascii: ":")) { notes.append(.externalTypeWithoutDomain) }
            return .external(name)
        case .wellKnown, .empty, .unknown, .unchanged, .reserved:
            return .unknown
        }
    }

    /// Whether the payload bears out a type that is spelt in another way: it could be a type of somebody's own.
    private func isConvincing(_ type: RecognizedType) -> Bool {
        switch type {
        case .uri: record.payload.first.map { URIPrefix.text(of: $0) != nil } ?? false
        case .text: (try? TextRecord(payload: record.payload)) != nil
        case .smartPoster, .posterAction, .posterSize, .posterTarget, .androidPackage: true
        }
    }

    private mutating func payloadMeaning(of type: RecognizedType) throws(NDEFError) -> RecordMeaning {
        switch type {
        case .uri:
            let uri = try URIRecord(payload: record.payload)
            if let code = uri.reservedPrefixCode { notes.append(.reservedURIPrefix(code)) }
            notes += uri.oddities
            return .uri(uri)
        case .text:
            let text = try TextRecord(payload: record.payload, leniently: isLenient, notes: &notes)
            return .text(text)
        case .smartPoster: return try smartPoster()
        case .posterAction:
            guard record.payload.count == 1 else { throw brokenField }
            let action = PosterAction(code: record.payload[0])
            if case .reserved(let code) = action { notes.append(.reservedAction(code)) }
            return .posterAction(action)
        case .posterSize:
            guard record.payload.count == 4 else { throw brokenField }
            return .posterSize(record.payload.reduce(0) { $0 << 8 | UInt32($1) })
        case .posterTarget:
            guard let target = String(printableASCII: record.payload), !target.isEmpty else { throw brokenField }
            return .posterTarget(target)
        case .androidPackage:
            guard !record.payload.isEmpty else { throw NDEFError(.emptyPayload, offset: 0) }
            return .androidPackage(try String(strictASCII: record.payload[...], at: 0, orThrow: .invalidPackage))
        }
    }

    private var brokenField: NDEFError {
        NDEFError(.invalidPosterField, offset: 0, context: "length \(record.payload.count)")
    }

    /// The type as text. A blank is let through: `text/plain; charset=utf-8` occurs.
    private mutating func name() -> String? {
        let name = String(printableASCII: record.type)
        if name == nil { notes.append(.typeNotASCII) }
        return name
    }

    private mutating func smartPoster() throws(NDEFError) -> RecordMeaning {
        guard depth < NDEFLimits.messageDepth else {
            throw NDEFError(.nestedTooDeep, offset: 0, context: "limit \(NDEFLimits.messageDepth)")
        }
        let inside = try messageInside()
        let records = inside.map { InterpretedRecord($0, depth: depth + 1, leniently: isLenient) }
        let count = inside.count {
            RecognizedType.match($0, isInPoster: true, leniently: isLenient)?.type == .uri
        }
        if count != 1 { notes.append(.smartPosterURIs(count: count)) }
        return .smartPoster(records)
    }

    private mutating func messageInside() throws(NDEFError) -> [Record] {
        guard isLenient else { return try Message(decoding: record.payload).records }
        let message = LenientMessage(record.payload)
        if let error = message.deviations.first, message.records.isEmpty { throw error }
        notes += message.deviations.map { .messageInside($0) }
        return message.records
    }
}
