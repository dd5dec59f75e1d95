/// Why bytes are no NDEF message: the place and the rule that is broken.
public struct NDEFError: Error, Hashable, Sendable, CustomStringConvertible {
    public var offset: Int
    public var rule: String

    public init(offset: Int, rule: String) {
        self.offset = offset
        self.rule = rule
    }

    public var description: String { "byte \(offset): \(rule)" }
}

/// An NDEF message: one record or more (NDEF 1.0, section 2.4).
public struct Message: Hashable, Sendable {
    public var records: [Record]

    public init(records: [Record]) { self.records = records }

    /// Reads a message; every byte must belong to a record.
    public init(decoding bytes: [UInt8]) throws(NDEFError) {
        records = []
        var offset = 0
        var ended = false
        while !ended {
            let start = offset
            func take(_ count: Int) throws(NDEFError) -> [UInt8] {
                guard count <= bytes.count - offset else {
                    throw NDEFError(offset: offset, rule: "\(count) bytes announced, \(bytes.count - offset) left")
                }
                defer { offset += count }
                return Array(bytes[offset..<(offset + count)])
            }
            let flags = try take(1)[0]
            guard (flags & 0x80 != 0) == (start == 0) else { throw NDEFError(offset: start, rule: "message begin") }
            let typeLength = Int(try take(1)[0])
            let payloadLength = try take(flags & 0x10 != 0 ? 1 : 4).reduce(0) { $0 << 8 | Int($1) }
            let identifierLength = flags & 0x08 != 0 ? Int(try take(1)[0]) : 0
            let format = Record.TypeNameFormat(rawValue: flags & 7) ?? .reserved
            if format == .empty, typeLength + payloadLength + identifierLength != 0 {
                throw NDEFError(offset: start, rule: "an empty record is empty")
            }
            let type = try take(typeLength)
            let identifier = try take(identifierLength)
            records.append(
                Record(
                    typeNameFormat: format, type: type, identifier: identifier, payload: try take(payloadLength)))
            ended = flags & 0x40 != 0
        }
        guard offset == bytes.count else { throw NDEFError(offset: offset, rule: "bytes behind the last record") }
    }
}
