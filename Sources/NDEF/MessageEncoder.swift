extension Message {
    /// The message as bytes, in the shortest form: short records up to 255 bytes of payload, ID_LENGTH only where there
    /// is an identifier, no chunks (NDEF 1.0, 3.2).
    ///
    /// - Throws: `noRecords`; `typeTooLong`, `identifierTooLong`; `emptyRecordNotEmpty` and `unknownWithType` as the
    ///   reader does; `notWritable` for TNF 6 and 7; `tooManyRecords` and `messageTooLong` beyond `NDEFLimits`.
    public func encoded() throws(NDEFError) -> [UInt8] {
        guard !records.isEmpty else { throw NDEFError(.noRecords, offset: 0) }
        guard records.count <= NDEFLimits.records else {
            throw NDEFError(
                .tooManyRecords, offset: 0, context: "\(records.count) records, limit \(NDEFLimits.records)")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(records.reduce(0) { $0 + $1.encodedLength }, NDEFLimits.messageBytes))
        for (index, record) in records.enumerated() {
            try record.checkWritable(at: bytes.count)
            // Compared before anything is copied; the sum of a few array counts cannot overflow 64 bits.
            guard bytes.count + record.encodedLength <= NDEFLimits.messageBytes else {
                throw NDEFError(
                    .messageTooLong, offset: bytes.count,
                    context: "record \(index + 1), limit \(NDEFLimits.messageBytes)")
            }
            record.append(to: &bytes, first: index == 0, last: index == records.count - 1)
        }
        return bytes
    }
}

extension Record {
    /// SR may be set up to this length (NDEF 1.0, 3.2.4).
    private static let shortPayloadBytes = 255

    private var isShort: Bool { payload.count <= Record.shortPayloadBytes }

    fileprivate var encodedLength: Int {
        let header = 2 + (isShort ? 1 : 4) + (identifier.isEmpty ? 0 : 1)
        return header + type.count + identifier.count + payload.count
    }

    fileprivate func checkWritable(at offset: Int) throws(NDEFError) {
        guard type.count <= NDEFLimits.fieldBytes else {
            throw NDEFError(.typeTooLong, offset: offset, context: "length \(type.count)")
        }
        guard identifier.count <= NDEFLimits.fieldBytes else {
            throw NDEFError(.identifierTooLong, offset: offset, context: "length \(identifier.count)")
        }
        switch typeNameFormat {
        case .empty:
            guard type.isEmpty, identifier.isEmpty, payload.isEmpty else {
                throw NDEFError(.emptyRecordNotEmpty, offset: offset)
            }
        case .unknown:
            guard type.isEmpty else { throw NDEFError(.unknownWithType, offset: offset) }
        case .unchanged, .reserved:
            throw NDEFError(.notWritable, offset: offset, context: "TNF \(typeNameFormat.rawValue)")
        case .wellKnown, .media, .absoluteURI, .external:
            break
        }
    }

    /// Called after `checkWritable` and the check of the whole length, so no conversion here can overflow.
    fileprivate func append(to bytes: inout [UInt8], first: Bool, last: Bool) {
        var flags = typeNameFormat.rawValue
        if first { flags |= RecordHeader.Flag.messageBegin }
        if last { flags |= RecordHeader.Flag.messageEnd }
        if isShort { flags |= RecordHeader.Flag.short }
        if !identifier.isEmpty { flags |= RecordHeader.Flag.identifier }
        bytes.append(flags)
        bytes.append(UInt8(type.count))
        if !isShort {
            for shift in [24, 16, 8] { bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift)) }
        }
        bytes.append(UInt8(truncatingIfNeeded: payload.count))
        if !identifier.isEmpty { bytes.append(UInt8(identifier.count)) }
        bytes.append(contentsOf: type)
        if !identifier.isEmpty { bytes.append(contentsOf: identifier) }
        bytes.append(contentsOf: payload)
    }
}
