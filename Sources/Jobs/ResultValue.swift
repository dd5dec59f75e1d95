import Tags

/// The value of a result column before it is text. Times, UIDs, messages and digests are written from it straight into a
/// report's bytes; a report of a million items has no string of each.
public enum ResultValue: Hashable, Sendable {
    case none
    case number(Int64)
    case text(String)
    case time(Timestamp)
    /// Written as upper-case hex.
    case bytes([UInt8])
    /// Written as lower-case hex.
    case digest([UInt8])

    // `none` where there is nothing.
    package static func count(_ count: (some BinaryInteger)?) -> Self {
        count.map { .number(Int64(clamping: $0)) } ?? .none
    }
    package static func text(_ text: String?) -> Self { text.map { .text($0) } ?? .none }
    package static func time(_ time: Timestamp?) -> Self { time.map { .time($0) } ?? .none }
    package static func bytes(_ bytes: [UInt8]?) -> Self { bytes.map { .bytes($0) } ?? .none }
    package static func digest(_ digest: [UInt8]?) -> Self { digest.map { .digest($0) } ?? .none }

    /// Appends the value as CSV and JSON have it but for quotes and escapes: UTF-8, and nothing for `none`.
    package func append(to bytes: inout [UInt8]) {
        switch self {
        case .none: break
        case .number(let number): bytes.append(number)
        case .text(let text): bytes.append(contentsOf: text.utf8)
        case .time(let time): time.append(to: &bytes)
        case .bytes(let value): bytes.append(hexOf: value)
        case .digest(let value): bytes.append(hexOf: value, lowerCase: true)
        }
    }
}

extension JSONValue {
    /// A number, a string, or null where there is none.
    init(_ value: ResultValue) {
        switch value {
        case .none: self = .null
        case .number(let number): self = .int(number)
        case .text(let text): self = .string(text)
        case .time, .bytes, .digest:
            var bytes: [UInt8] = []
            value.append(to: &bytes)
            self = .string(String(decoding: bytes, as: UTF8.self))
        }
    }
}
