/// An NDEF message: one or more records (NDEF 1.0, section 3.1).
public struct Message: Hashable, Sendable {
    public var records: [Record]

    public init(_ records: [Record]) { self.records = records }

    /// The bytes on the wire (NDEF 1.0, 3.2). Throws `fieldTooLong` when a type or identifier has more than 255 bytes.
    public func encoded() throws(NDEFError) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, record) in records.enumerated() {
            guard record.type.count <= 255, record.identifier.count <= 255, record.payload.count <= 0x7FFF_FFFF else {
                throw NDEFError(.fieldTooLong)
            }
            let short = record.payload.count < 256
            var header = record.typeNameFormat.rawValue
            if index == 0 { header |= 0x80 }
            if index == records.count - 1 { header |= 0x40 }
            if short { header |= 0x10 }
            if !record.identifier.isEmpty { header |= 0x08 }
            bytes.append(header)
            bytes.append(UInt8(record.type.count))
            let length = UInt32(record.payload.count)
            for shift in short ? [0] : [24, 16, 8, 0] {
                bytes.append(UInt8(truncatingIfNeeded: length >> UInt32(shift)))
            }
            if !record.identifier.isEmpty { bytes.append(UInt8(record.identifier.count)) }
            bytes += record.type + record.identifier + record.payload
        }
        return bytes
    }
}
