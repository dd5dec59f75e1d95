import Tags

/// The columns that a report adds to a job's own, in the order in which they stand (contract, section 6).
///
/// In a CSV each is headed `result_` and its name; in JSON the name stands alone.
public enum ResultColumn: String, Hashable, Sendable, CaseIterable {
    case run
    case row
    case line
    case copy
    case sku
    case status
    case reason
    case detail
    case uid
    case chip
    case reader
    case station
    case messageBytes = "message_bytes"
    case capacityBytes = "capacity_bytes"
    case lockState = "lock_state"
    case lock
    case attempts
    case startedAt = "started_at"
    case finishedAt = "finished_at"
    case durationMilliseconds = "duration_ms"
    case messageHex = "message_hex"
    case messageSHA256 = "message_sha256"

    /// How every header of ours begins; a job's own columns never do.
    public static let prefix = "result_"

    /// The header in a CSV.
    public var header: String { Self.prefix + rawValue }
}

extension ReportRow {
    /// The value of a column: a number, a string, or null where there is none.
    public subscript(column: ResultColumn) -> JSONValue { JSONValue(value(of: column)) }

    /// The same before it is text.
    public func value(of column: ResultColumn) -> ResultValue {
        switch column {
        case .run: .text(run)
        case .row: .number(Int64(key.row))
        case .line: .number(Int64(line))
        case .copy: .number(Int64(key.copy))
        case .sku: .text(sku)
        case .status: .text(status.rawValue)
        case .reason: .text(reason?.rawValue)
        case .detail: .text(detail)
        case .uid: .bytes(uid?.bytes)
        case .chip: .text(chip?.description)
        case .reader: .text(reader)
        case .station: .text(station)
        case .messageBytes: .count(message?.count)
        case .capacityBytes: .count(capacityBytes)
        case .lockState: .text(lockState?.rawValue)
        case .lock: .text(lock.rawValue)
        case .attempts: .number(Int64(attempts))
        case .startedAt: .time(startedAt)
        case .finishedAt: .time(finishedAt)
        case .durationMilliseconds: .count(durationMilliseconds)
        case .messageHex: .bytes(message)
        case .messageSHA256: .digest(messageSHA256)
        }
    }
}
