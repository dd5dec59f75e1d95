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
        guard !bytes.isEmpty else { throw NDEFError(.noRecords, offset: 0) }
        guard bytes.count <= NDEFLimits.messageBytes else {
            throw NDEFError(
                .messageTooLong, offset: NDEFLimits.messageBytes,
                context: "\(bytes.count) bytes, limit \(NDEFLimits.messageBytes)")
        }
        var decoder = MessageDecoder(bytes)
        // Each round takes at least three bytes, so this ends.
        while try decoder.takeRecord() {}
        records = decoder.records
    }
}

/// The walk over the records and chunks of one message.
private struct MessageDecoder {
    private var cursor: ByteCursor
    private(set) var records: [Record] = []
    /// The record whose chunks are coming in.
    private var unfinished: Record?

    init(_ bytes: [UInt8]) {
        cursor = ByteCursor(bytes)
    }

    /// Takes one record or chunk. False when it ended the message.
    mutating func takeRecord() throws(NDEFError) -> Bool {
        let start = cursor.offset
        guard !cursor.isAtEnd else {
            throw NDEFError(.messageEndMissing, offset: start, context: "\(records.count) whole records")
        }
        let header = try RecordHeader(&cursor)
        try checkFlags(header, at: start)
        try checkTypeNameFormat(header, at: start)
        let type = try cursor.take(header.typeLength, of: "a type")
        let identifier = try cursor.take(header.identifierLength, of: "an identifier")
        let payload = try cursor.take(header.payloadLength, of: "a payload")
        var record =
            unfinished
            ?? Record(
                typeNameFormat: header.typeNameFormat, type: Array(type), identifier: Array(identifier), payload: [])
        // Released first, so that appending does not copy the chunks before it.
        unfinished = nil
        record.payload.append(contentsOf: payload)
        if header.chunk {
            unfinished = record
            return true
        }
        guard records.count < NDEFLimits.records else {
            throw NDEFError(.tooManyRecords, offset: start, context: "limit \(NDEFLimits.records)")
        }
        records.append(record)
        guard header.messageEnd else { return true }
        guard cursor.isAtEnd else { throw NDEFError(.bytesAfterEnd, offset: cursor.offset) }
        return false
    }

    /// MB and ME, and what may stand between chunks.
    private func checkFlags(_ header: RecordHeader, at start: Int) throws(NDEFError) {
        if start == 0 {
            guard header.messageBegin else { throw NDEFError(.messageBeginMissing, offset: start) }
        } else {
            guard !header.messageBegin else {
                throw NDEFError(.messageBeginRepeated, offset: start, context: "record \(records.count + 1)")
            }
        }
        guard !(header.chunk && header.messageEnd) else { throw NDEFError(.messageEndInChunk, offset: start) }
        if unfinished != nil {
            guard header.typeNameFormat == .unchanged else { throw NDEFError(.chunksInterrupted, offset: start) }
        }
    }

    /// What the type name format asks of the lengths (NDEF 1.0, 3.2.6 and 2.3.3).
    private func checkTypeNameFormat(_ header: RecordHeader, at start: Int) throws(NDEFError) {
        switch header.typeNameFormat {
        case .empty:
            guard !header.chunk else { throw NDEFError(.emptyRecordNotEmpty, offset: start, context: "CF") }
            let lengths = [
                ("TYPE_LENGTH", header.typeLength), ("PAYLOAD_LENGTH", header.payloadLength),
                ("ID_LENGTH", header.identifierLength),
            ]
            for (field, length) in lengths where length != 0 {
                throw NDEFError(.emptyRecordNotEmpty, offset: start, context: "\(field) \(length)")
            }
        case .unknown:
            guard header.typeLength == 0 else {
                throw NDEFError(.unknownWithType, offset: start + 1, context: "TYPE_LENGTH \(header.typeLength)")
            }
        case .unchanged:
            guard unfinished != nil else { throw NDEFError(.unchangedOutsideChunks, offset: start) }
            guard header.typeLength == 0 else {
                throw NDEFError(.chunkWithType, offset: start + 1, context: "TYPE_LENGTH \(header.typeLength)")
            }
            guard !header.identifierPresent else { throw NDEFError(.chunkWithIdentifier, offset: start) }
        case .wellKnown, .media, .absoluteURI, .external, .reserved:
            break
        }
    }
}
