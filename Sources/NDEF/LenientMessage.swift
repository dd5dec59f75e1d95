/// What can be read of bytes that need not be a right message: so that the records of a damaged one can be shown.
///
/// `Message(decoding:)` alone decides whether a tag holds a message. Where it takes the bytes, this has the same records
/// and no deviations; where it refuses them, its error is the first deviation.
public struct LenientMessage: Hashable, Sendable {
    /// In order, as far as they can be read. A record that is cut off is none; of one in chunks, the chunks that came are
    /// joined.
    public let records: [Record]
    /// The broken rules with their offsets in the bytes; at most `NDEFLimits.deviations` of them, and one more where the
    /// reading ends early.
    public let deviations: [NDEFError]

    /// Reads what can be read. Flags that are wrong are passed over; bytes behind the record with the ME flag are read on
    /// where they are whole records to the last byte, and left out where not.
    ///
    /// Time and memory are in proportion to `bytes.count`; of more than `NDEFLimits.messageBytes`, no record is read.
    public init(_ bytes: [UInt8]) {
        var decoder = MessageDecoder(bytes, isLenient: true)
        (records, deviations) = decoder.readLeniently()
    }

    /// A right message has no deviations.
    public init(_ message: Message) {
        records = message.records
        deviations = []
    }

    /// The records with what each means to a lenient reader, in order.
    public var interpretedRecords: [InterpretedRecord] { records.map { InterpretedRecord(lenient: $0) } }
}
