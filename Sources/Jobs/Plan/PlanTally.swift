public import Tags

/// What `plan` says of a job as a whole, counted row by row in memory that does not grow with the rows.
public struct PlanTally: Sendable {
    /// The rows of which some are told by their numbers.
    public struct Rows: Hashable, Sendable {
        public var count = 0
        /// The first `PlanTally.namedRows` of them.
        public var first: [Int] = []

        mutating func add(_ row: Int) {
            count += 1
            if first.count < PlanTally.namedRows { first.append(row) }
        }
    }

    /// Rows whose messages have up to so many bytes, and more than those of the bar before.
    public struct Bar: Hashable, Sendable {
        /// What the chips hold.
        public var limit: Int
        public var chips: [Chip]
        public var rows: Int
    }

    /// The least, the middle and the most of a number of bytes. Of an even count the lower middle.
    public struct Spread: Hashable, Sendable {
        public var least: Int
        public var median: Int
        public var most: Int
    }

    /// A row whose tag would hold what that of an earlier row holds.
    public struct SameTag: Hashable, Sendable {
        public var row: PlannedRow.Place
        public var first: PlannedRow.Place
    }

    /// How many rows are named where more are meant.
    public static let namedRows = 5

    /// Data records.
    public private(set) var rows = 0
    public private(set) var tags = 0
    /// Bad rows.
    public private(set) var invalid = 0
    /// Tags of good rows.
    public private(set) var goodTags = 0
    public private(set) var errors = 0
    public private(set) var warnings = 0
    /// Tags that are to be locked.
    public private(set) var locks = 0
    /// Good rows whose tag would hold what that of an earlier one holds.
    public private(set) var sameTags = 0
    /// The first of them.
    public private(set) var sameTagExamples: [SameTag] = []

    private let job: Job
    /// Good rows that do not go on a chip, in the order of `Chip.written`.
    private var misfits = [Rows](repeating: Rows(), count: Chip.written.count)
    /// Good rows by the bytes of their message.
    private var sizes: [Int] = []
    /// What rows hold at most, by what they ask of their chip.
    private var limits: [Wish: Limits] = [:]
    private let usual: Limits

    private struct Wish: Hashable {
        var chip: Chip?
        var lock: Bool
    }

    /// What the chips of a row hold, in the order of `Chip.written`; less than nothing where the row does not go on one.
    private struct Limits {
        var each: [Int]
        var least: Int

        init(_ job: Job, _ wish: Wish) {
            let allowed = job.fits(messageBytes: 0, chip: wish.chip, locked: wish.lock)
            each = Chip.written.map { allowed.contains($0) ? $0.deliveredCapacity : -1 }
            least = each.min() ?? -1
        }
    }

    /// `job`: its settings count, and not its items.
    public init(_ job: Job) {
        self.job = Job(name: job.name, settings: job.settings, columns: [], items: [], issues: [])
        usual = Limits(self.job, Wish(chip: nil, lock: job.settings.lock))
    }

    public mutating func add(_ row: PlannedRow) {
        rows += 1
        tags += row.tags
        if !row.issues.isEmpty { add(row.issues) }
        guard let bytes = row.messageBytes else {
            invalid += 1
            return
        }
        goodTags += row.tags
        if row.lock { locks += row.tags }
        if bytes >= sizes.count { sizes += [Int](repeating: 0, count: bytes + 1 - sizes.count) }
        sizes[bytes] += 1
        if row.chip == nil, row.lock == job.settings.lock {
            count(row.row, bytes, usual)
        } else {
            count(row.row, bytes, limits(Wish(chip: row.chip, lock: row.lock)))
        }
        guard let first = row.sameTagAs else { return }
        sameTags += 1
        if sameTagExamples.count < Self.namedRows {
            sameTagExamples.append(SameTag(row: .init(row: row.row, line: row.line), first: first))
        }
    }

    /// Counts issues that belong to no row that was added.
    public mutating func add(_ issues: [JobIssue]) {
        for issue in issues {
            if issue.severity == .error { errors += 1 } else { warnings += 1 }
        }
    }

    private mutating func count(_ row: Int, _ bytes: Int, _ limits: Limits) {
        guard bytes > limits.least else { return }
        for index in limits.each.indices where bytes > limits.each[index] { misfits[index].add(row) }
    }

    private mutating func limits(_ wish: Wish) -> Limits {
        if let known = limits[wish] { return known }
        let new = Limits(job, wish)
        limits[wish] = new
        return new
    }
}

extension PlanTally {
    /// Rows that make tags.
    public var good: Int { rows - invalid }

    /// The chips of the job, the smallest first.
    public var chips: [Chip] {
        Chip.written.indices.filter { usual.each[$0] >= 0 || good > 0 && misfits[$0].count == 0 }.map {
            Chip.written[$0]
        }
    }

    /// The good rows that do not go on a chip: too long for it, or their own cells or what is asked of the tags forbid it.
    public func misfits(_ chip: Chip) -> Rows { Chip.written.firstIndex(of: chip).map { misfits[$0] } ?? Rows() }

    /// The chips on which every good row goes, the smallest first; none where there is no good row.
    public var chipsForAll: [Chip] { good > 0 ? chips.filter { misfits($0).count == 0 } : [] }

    /// The chips among which the cheapest is looked for: the three that are sold everywhere, where every row goes on one of them
    /// and the job names no chips; else all of the job.
    private var offered: [Chip] {
        let common: [Chip] = [.ntag213, .ntag215, .ntag216]
        guard job.settings.chips == nil, common.contains(where: chipsForAll.contains) else { return chips }
        return chips.filter(common.contains)
    }

    /// The smallest chip on which every good row goes, and so the cheapest: prices follow sizes.
    public var smallestForAll: Chip? { good > 0 ? offered.first { misfits($0).count == 0 } : nil }

    /// The largest chip that is smaller than that for all, with the rows for which the larger is needed. Of equal ones the plain
    /// one. Nil where there is no smaller chip in the job.
    public var nextSmaller: (chip: Chip, rows: Rows)? {
        guard let smallest = smallestForAll else { return nil }
        let smaller = offered.filter { $0.deliveredCapacity < smallest.deliveredCapacity }
        guard let most = smaller.map(\.deliveredCapacity).max(),
            let chip = smaller.first(where: { $0.deliveredCapacity == most })
        else { return nil }
        return (chip, misfits(chip))
    }

    /// The bytes of the messages; nil where there are none.
    public var messageBytes: Spread? {
        guard good > 0, let least = sizes.firstIndex(where: { $0 > 0 }), let most = sizes.lastIndex(where: { $0 > 0 })
        else { return nil }
        var left = (good - 1) / 2
        var median = least
        while left >= sizes[median] {
            left -= sizes[median]
            median += 1
        }
        return Spread(least: least, median: median, most: most)
    }

    /// The same with the types and lengths of their TLVs.
    public var tlvBytes: Spread? {
        messageBytes.map { spread in
            Spread(
                least: PlannedRow.tlvBytes(spread.least), median: PlannedRow.tlvBytes(spread.median),
                most: PlannedRow.tlvBytes(spread.most))
        }
    }

    /// How many good rows have messages of which size, parted by what the chips of the job hold; without bars behind the last
    /// row.
    public var histogram: [Bar] {
        var bars: [Bar] = []
        for chip in chips.sorted(by: { $0.deliveredCapacity < $1.deliveredCapacity }) {
            if bars.last?.limit == chip.deliveredCapacity {
                bars[bars.count - 1].chips.append(chip)
            } else {
                bars.append(Bar(limit: chip.deliveredCapacity, chips: [chip], rows: 0))
            }
        }
        for (bytes, rows) in sizes.enumerated() where rows > 0 {
            // A chip that a row names may be larger than those of the job.
            if let index = bars.firstIndex(where: { bytes <= $0.limit }) { bars[index].rows += rows }
        }
        while bars.last?.rows == 0 { bars.removeLast() }
        return bars
    }
}
