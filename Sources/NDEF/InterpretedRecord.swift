/// A record with what it means. Whatever the payload holds, this can be made, and `record` keeps the bytes.
public struct InterpretedRecord: Hashable, Sendable {
    public let record: Record
    public let meaning: RecordMeaning
    /// Of this record alone; the records of a smart poster have their own.
    public let notes: [RecordNote]

    /// What the record means by the standards alone, as any reader takes it.
    ///
    /// - Parameter record: a record of an outermost message.
    public init(_ record: Record) { self.init(record, depth: 1, leniently: false) }

    /// What the record means where the slips of naive writers are seen through: each stands in `notes`. This is for
    /// showing; whether a tag holds what it should is for `init(_:)` to say.
    ///
    /// - Parameter record: a record of an outermost message.
    public init(lenient record: Record) { self.init(record, depth: 1, leniently: true) }

    /// - Parameter depth: how many messages the record is in.
    init(_ record: Record, depth: Int, leniently: Bool) {
        var reading = RecordReading(record: record, depth: depth, isLenient: leniently)
        self.record = record
        do throws(NDEFError) {
            meaning = try reading.meaning()
        } catch {
            meaning = .error(error)
        }
        notes = reading.notes
    }

    /// What stands in a URI record as it stands, also where that is no URI, for a NUL in it; nil of other records and
    /// where it is no UTF-8.
    public var uriAsItStands: String? {
        guard RecognizedType.match(record, isInPoster: false, leniently: true)?.type == .uri else { return nil }
        return URIRecord.asItStands(record.payload)
    }
}

extension Message {
    /// The records with what each means by the standards, in order. A record whose payload is bad has the meaning
    /// `error`; the others stay readable.
    public var interpretedRecords: [InterpretedRecord] {
        records.map { InterpretedRecord($0) }
    }
}
