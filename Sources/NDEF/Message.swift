/// An NDEF message: one or more records (NDEF 1.0, 2.3.1).
///
/// `init(decoding:)` and `encoded()` are the two directions; the first is in MessageDecoder.swift, the second in
/// MessageEncoder.swift.
public struct Message: Hashable, Sendable {
    public var records: [Record]

    public init(_ records: [Record]) {
        self.records = records
    }
}
