/// What a job may be at most; each limit is there so that a mistake is told instead of filling memory or a warehouse.
public enum JobLimits {
    /// Tags of one row (contract, section 4).
    public static let quantity = 1...1_000_000
    /// Tags of one job: what one row alone may ask for.
    public static let items = 1_000_000
    /// Attempts an item.
    public static let attempts = 1...100
    /// Records of one message: more do not fit the largest chip with one byte of content each.
    public static let recordsPerMessage = 200
}
