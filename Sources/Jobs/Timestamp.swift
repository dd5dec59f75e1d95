/// A moment, in milliseconds since 1970-01-01T00:00:00Z; written as RFC 3339 in UTC with milliseconds.
public struct Timestamp: Hashable, Comparable, Sendable, CustomStringConvertible {
    public var milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

    /// The years 0 to 9999: what RFC 3339 can write.
    public static let writable =
        Timestamp(milliseconds: -62_167_219_200_000)...Timestamp(milliseconds: 253_402_300_799_999)

    /// Year to second of the proleptic Gregorian calendar, by the civil-from-days rule; of any
    /// number of milliseconds: near the least one `seconds * 1000` wraps around, and the difference wraps back.
    private var fields: (year: Int64, month: Int64, day: Int64, second: Int64, millisecond: Int64) {
        let seconds = milliseconds.flooredQuotient(1000)
        let days = seconds.flooredQuotient(86_400)
        let shifted = days + 719_468
        let era = shifted.flooredQuotient(146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthIndex = (5 * dayOfYear + 2) / 153
        let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let day = dayOfYear - (153 * monthIndex + 2) / 5 + 1
        return (year, month, day, seconds - days * 86_400, milliseconds &- seconds &* 1000)
    }

    /// `2026-11-30T08:15:00.123Z`
    public var description: String {
        var text: [UInt8] = []
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the description, as ASCII.
    func append(to text: inout [UInt8]) {
        let (year, month, day, second, millisecond) = fields
        text.append(year, digits: 4)
        text.append(UInt8(ascii: "-"))
        text.append(month, digits: 2)
        text.append(UInt8(ascii: "-"))
        text.append(day, digits: 2)
        text.append(UInt8(ascii: "T"))
        text.append(second / 3600, digits: 2)
        text.append(UInt8(ascii: ":"))
        text.append(second / 60 % 60, digits: 2)
        text.append(UInt8(ascii: ":"))
        text.append(second % 60, digits: 2)
        text.append(UInt8(ascii: "."))
        text.append(millisecond, digits: 3)
        text.append(UInt8(ascii: "Z"))
    }

    /// `20261130T081500Z`, as run ids begin.
    public var compact: String {
        let (year, month, day, second, _) = fields
        var text: [UInt8] = []
        text.append(year, digits: 4)
        text.append(month, digits: 2)
        text.append(day, digits: 2)
        text.append(UInt8(ascii: "T"))
        text.append(second / 3600, digits: 2)
        text.append(second / 60 % 60, digits: 2)
        text.append(second % 60, digits: 2)
        text.append(UInt8(ascii: "Z"))
        return String(decoding: text, as: UTF8.self)
    }
}

extension Int64 {
    fileprivate func flooredQuotient(_ divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
