import Jobs
import Testing

@Suite struct TimestampTests {
    @Test(arguments: [
        (Timestamp.writable.lowerBound.milliseconds, "0000-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (0, "1970-01-01T00:00:00.000Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (1_796_026_500_123, "2026-11-30T08:15:00.123Z"),
        (Timestamp.writable.upperBound.milliseconds, "9999-12-31T23:59:59.999Z"),
    ])
    func isWrittenInUTC(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).description == text)
    }

    static let extremes: [Int64] = (0...1001).map { Int64.min + $0 } + [Int64.max, Int64.max - 1000]

    @Test(arguments: extremes) func noNumberMakesATrap(milliseconds: Int64) {
        let time = Timestamp(milliseconds: milliseconds)
        let remainder = milliseconds % 1000
        let fraction = remainder < 0 ? remainder + 1000 : remainder
        let digits = String(repeating: "0", count: 3 - String(fraction).count) + String(fraction)
        #expect(time.description.hasSuffix(".\(digits)Z"))
        #expect(time.compact.hasSuffix("Z"))
    }
}
