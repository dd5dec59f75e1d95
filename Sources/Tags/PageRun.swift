/// Pages of a layout that stand one after another on the chip, and where.
///
/// NTAG I2C have sectors of up to 256 pages each; a command names a page of the sector that was selected last (NXP NT3H1101/1201
/// data sheet, SECTOR SELECT; NT3H2111/2211 alike). Everywhere else there is one sector, 0.
public struct PageRun: Hashable, Sendable {
    /// As the layout counts them.
    public let pages: Range<Int>
    public let sector: Int
    /// The number, within the sector, of the first of them.
    private let first: Int

    /// Every page that a command can name, in sector 0.
    public static let all = PageRun(0..<256)

    init(_ pages: Range<Int>, sector: Int = 0, first: Int? = nil) {
        self.pages = pages
        self.sector = sector
        self.first = first ?? (sector == 0 ? pages.lowerBound : 0)
    }

    /// The number within the sector of a page of this run.
    public func number(of page: Int) -> Int { page - pages.lowerBound + first }
}

extension Type2Layout {
    /// The run that has this page; nil for a page that the chip does not give out.
    public func run(of page: Int) -> PageRun? { readableRuns.first { $0.pages.contains(page) } }

    /// Whether the chip gives this page out to whoever may read it.
    public func isReadable(_ page: Int) -> Bool { run(of: page) != nil }

    /// One behind the last page of sector 0 that the chip gives out; keys it never does.
    var readableCount: Int { readableRuns.first?.pages.upperBound ?? 0 }

    /// One behind the last page that reads give, from page 0 on.
    package var readEnd: Int { readableCount }

    /// Nothing is taken to be known of dynamic lock bits.
    package mutating func leaveLocksOut() { dynamicLocks = .unknown }

    /// The pages that are read before anything else is made of the tag: those that lock and configure it, to the last that
    /// belongs to them. Where it is not known which these are, the last page alone: it shows that the tag is as large as it
    /// says.
    public var proofPages: Range<Int> {
        let last = run(of: userPages.upperBound)?.pages.upperBound ?? readableCount
        if case .unknown = accessControl { return (last - 1)..<last }
        return min(userPages.upperBound, last - 1)..<last
    }

    /// The sectors that a message, or what locks it, lies in.
    public var needsSectors: Bool {
        readableRuns.contains { $0.sector > 0 && $0.pages.overlaps(0..<proofPages.upperBound) }
    }

    /// What is left of the tag for whoever cannot select another sector than 0.
    public var inSectorZero: Type2Layout {
        guard needsSectors, let run = readableRuns.first else { return self }
        var layout = reading(run)
        layout.userPages = userPages.clamped(to: run.pages)
        layout.pageCount = run.pages.upperBound
        layout.dynamicLocks = .unknown
        return layout
    }
}
