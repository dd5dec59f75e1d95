/// How fast good tags come: counted over a window, so that a pause for lunch is forgotten.
struct ProgressPace: Hashable, Sendable {
    private static let windowMilliseconds: Int64 = 120_000
    private static let leastTags = 3
    /// A rack makes thousands of tags a second; more than these say nothing new about the pace.
    private static let mostTags = 512

    private var began: Int64?
    private var successes: [Int64] = []

    /// The first tag was laid.
    mutating func begin(at now: Int64) {
        if began == nil { began = now }
    }

    mutating func succeed(at now: Int64) {
        begin(at: now)
        successes.append(now)
        if successes.count > Self.mostTags { successes.removeFirst(successes.count - Self.mostTags) }
    }

    func tagsPerHour(at now: Int64) -> Int? {
        guard let began, successes.count >= Self.leastTags else { return nil }
        let recent = successes.filter { now - $0 <= Self.windowMilliseconds }
        guard let first = recent.first else { return 0 }
        // Where older ones were dropped the window begins with the first that was kept.
        let start = successes.count == Self.mostTags ? max(first, began) : began
        let elapsed = max(1, min(now - start, Self.windowMilliseconds))
        return Int(Int64(recent.count) * 3_600_000 / elapsed)
    }

    func tagsPerMinute(at now: Int64) -> Int? { tagsPerHour(at: now).map { ($0 + 30) / 60 } }
}
