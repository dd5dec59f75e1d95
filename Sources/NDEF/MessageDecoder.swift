extension Message {
    /// Reads a message, strictly: every rule of NDEF 1.0 on flags, lengths and chunks holds, and nothing follows the
    /// message. Chunks are joined into the record they make. What the payloads mean is not looked at.
    ///
    /// Time and memory are in proportion to `bytes.count`, whatever lengths the bytes claim.
    ///
    /// A record of TNF 7 is kept as it is, type and all: NDEF 1.0, 3.2.6 has a reader treat it as unknown, but the value
    /// belongs to the future, so the rule of TNF 5 that there is no type is not laid upon it.
    /// TNF 1 to 4 with an empty type are kept too: no rule forbids them.
    ///
    /// - Parameter bytes: the whole message and nothing else: the value of an NDEF TLV, a file's content.
    /// - Throws: the first broken rule, with its offset in `bytes`.
    public init(decoding bytes: [UInt8]) throws(NDEFError) {
        var decoder = MessageDecoder(bytes, isLenient: false)
        try decoder.readStrictly()
        records = decoder.records
    }

    /// Whether these bytes are a message, by every rule of `init(decoding:)`; no record is made.
    ///
    /// - Throws: as `init(decoding:)`.
    public static func check(_ bytes: [UInt8]) throws(NDEFError) {
        var decoder = MessageDecoder(bytes, isLenient: false, keepsRecords: false)
        try decoder.readStrictly()
    }
}

/// The walk over the records and chunks of one message: strict, it throws at the first broken rule; lenient, it notes
/// the rule and goes on as long as there is a record that can be told from the bytes.
struct MessageDecoder {
    private let bytes: [UInt8]
    private var cursor: ByteCursor
    private let isLenient: Bool
    /// Whether the records are made, beside being counted.
    private let keepsRecords: Bool
    private(set) var records: [Record] = []
    /// How many whole records there were.
    private var recordCount = 0
    /// Broken rules in the order of their places; always empty when strict.
    private var deviations: [NDEFError] = []
    /// The chunks of a record are coming in.
    private var isUnfinished = false
    /// That record, as far as it came; nil where none is made.
    private var unfinished: Record?
    /// Whether the record or chunk that was taken last has the ME flag.
    private var lastHasEnd = false
    /// Lenient: how it stood when bytes were found behind the record with the ME flag.
    private var behindEnd: (offset: Int, records: Int, deviations: Int)?

    init(_ bytes: [UInt8], isLenient: Bool, keepsRecords: Bool = true) {
        self.bytes = bytes
        self.isLenient = isLenient
        self.keepsRecords = keepsRecords
        cursor = ByteCursor(bytes)
    }

    /// Walks to the end of the message.
    mutating func readStrictly() throws(NDEFError) {
        try checkLength()
        // Each round takes at least three bytes, so this ends.
        while try takeRecord() {}
    }

    func checkLength() throws(NDEFError) {
        guard !bytes.isEmpty else { throw NDEFError(.noRecords, offset: 0) }
        guard bytes.count <= NDEFLimits.messageBytes else {
            throw NDEFError(
                .messageTooLong, offset: NDEFLimits.messageBytes,
                context: "\(bytes.count) bytes, limit \(NDEFLimits.messageBytes)")
        }
    }

    /// Takes one record or chunk. False when it ended the message.
    mutating func takeRecord() throws(NDEFError) -> Bool {
        let start = cursor.offset
        guard !cursor.isAtEnd else {
            if lastHasEnd { return false }
            throw NDEFError(.messageEndMissing, offset: start, context: "\(recordCount) whole records")
        }
        let header = try RecordHeader(&cursor)
        try checkFlags(header, at: start)
        try checkTypeNameFormat(header, at: start)
        let type = try cursor.take(header.typeLength, of: "a type")
        let identifier = try cursor.take(header.identifierLength, of: "an identifier")
        let payload = try cursor.take(header.payloadLength, of: "a payload")
        // Only a lenient walk comes here with chunks that another record interrupts: they are kept as far as they came.
        if header.typeNameFormat != .unchanged { try finish(at: start) }
        isUnfinished = true
        if keepsRecords {
            var record =
                unfinished
                ?? Record(
                    typeNameFormat: header.typeNameFormat, type: Array(bytes[type]),
                    identifier: Array(bytes[identifier]),
                    payload: []
                )
            // Released first, so that appending does not copy the chunks before it.
            unfinished = nil
            record.payload.append(contentsOf: bytes[payload])
            unfinished = record
        }
        lastHasEnd = header.messageEnd
        if header.chunk { return true }
        try finish(at: start)
        guard header.messageEnd else { return true }
        guard cursor.isAtEnd else {
            try foundBytesBehindEnd()
            return true
        }
        return false
    }

    /// Takes the record whose chunks came in as it is.
    private mutating func finish(at start: Int) throws(NDEFError) {
        guard isUnfinished else { return }
        guard recordCount < NDEFLimits.records else {
            throw NDEFError(.tooManyRecords, offset: start, context: "limit \(NDEFLimits.records)")
        }
        recordCount += 1
        if let record = unfinished { records.append(record) }
        (isUnfinished, unfinished) = (false, nil)
    }

    private mutating func foundBytesBehindEnd() throws(NDEFError) {
        if behindEnd != nil { return }
        try report(
            NDEFError(.bytesAfterEnd, offset: cursor.offset, context: "left \(bytes.count - cursor.offset)"))
        behindEnd = (cursor.offset, records.count, deviations.count)
    }

    /// A broken rule that does not hide where the next record begins.
    private mutating func report(_ error: NDEFError) throws(NDEFError) {
        guard isLenient else { throw error }
        if deviations.count < NDEFLimits.deviations { deviations.append(error) }
    }

    /// MB and ME, and what may stand between chunks.
    private mutating func checkFlags(_ header: RecordHeader, at start: Int) throws(NDEFError) {
        if start == 0 {
            if !header.messageBegin { try report(NDEFError(.messageBeginMissing, offset: start)) }
        } else if header.messageBegin {
            try report(NDEFError(.messageBeginRepeated, offset: start, context: "record \(recordCount + 1)"))
        }
        if header.chunk && header.messageEnd { try report(NDEFError(.messageEndInChunk, offset: start)) }
        if isUnfinished && header.typeNameFormat != .unchanged {
            try report(NDEFError(.chunksInterrupted, offset: start))
        }
    }

    /// What the type name format asks of the lengths (NDEF 1.0, 3.2.6 and 2.3.3).
    private mutating func checkTypeNameFormat(_ header: RecordHeader, at start: Int) throws(NDEFError) {
        switch header.typeNameFormat {
        case .empty:
            let lengths = [
                ("TYPE_LENGTH", header.typeLength), ("PAYLOAD_LENGTH", header.payloadLength),
                ("ID_LENGTH", header.identifierLength),
            ]
            if header.chunk {
                try report(NDEFError(.emptyRecordNotEmpty, offset: start, context: "CF"))
            } else if let (field, length) = lengths.first(where: { $0.1 != 0 }) {
                try report(NDEFError(.emptyRecordNotEmpty, offset: start, context: "\(field) \(length)"))
            }
        case .unknown:
            if header.typeLength != 0 {
                try report(
                    NDEFError(.unknownWithType, offset: start + 1, context: "TYPE_LENGTH \(header.typeLength)"))
            }
        case .unchanged:
            if !isUnfinished {
                try report(NDEFError(.unchangedOutsideChunks, offset: start))
            } else if header.typeLength != 0 {
                try report(NDEFError(.chunkWithType, offset: start + 1, context: "TYPE_LENGTH \(header.typeLength)"))
            } else if header.identifierPresent {
                try report(NDEFError(.chunkWithIdentifier, offset: start))
            }
        case .wellKnown, .media, .absoluteURI, .external, .reserved:
            break
        }
    }
}

extension MessageDecoder {
    /// Walks leniently to the end of what can be read.
    mutating func readLeniently() -> (records: [Record], deviations: [NDEFError]) {
        var isCutOff = false
        do throws(NDEFError) {
            try checkLength()
            while try takeRecord() {}
        } catch {
            isCutOff = error.code != .messageEndMissing
            // Also beyond the limit: it says why nothing follows.
            deviations.append(error)
        }
        dropWhatIsNoRecord(isCutOff: isCutOff)
        // The last chunk did not come; the limit on records holds.
        if let record = unfinished, records.count < NDEFLimits.records { records.append(record) }
        return (records, deviations)
    }

    /// Bytes behind the record with the ME flag are records where they are such up to the last byte, and the first has
    /// MB or the last ME: zeros that were left over are none.
    private mutating func dropWhatIsNoRecord(isCutOff: Bool) {
        guard let behindEnd else { return }
        let hasBegin = bytes[behindEnd.offset] & RecordHeader.Flag.messageBegin != 0
        if !isCutOff && (hasBegin || lastHasEnd) { return }
        records.removeSubrange(behindEnd.records...)
        deviations.removeSubrange(behindEnd.deviations...)
        unfinished = nil
    }
}
