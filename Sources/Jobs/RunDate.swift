/// The day on which a run began, for `{date}` in templates: of the Gregorian calendar, where the station is.
public struct RunDate: Hashable, Sendable {
    public var year: Int
    /// 1 to 12.
    public var month: Int
    /// 1 to 31.
    public var day: Int

    /// Where there is no day: a job that asks for it is refused.
    public static let unknown = RunDate(year: 0, month: 0, day: 0)

    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }
}
