/// The day on which a run began, for `{date}` in templates: of the Gregorian calendar, where the station is.
public struct RunDate: Hashable, Sendable {
    public var year: Int
    /// 1 to 12.
    public var month: Int
    /// 1 to 31.
    public var day: Int

    /// For where there is no day: 1970-01-01.
    public static let epoch = RunDate(year: 1970, month: 1, day: 1)

    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }
}
