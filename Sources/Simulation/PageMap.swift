/// Where a page of a tag is: READ and WRITE name a page of the sector that is selected.
public struct PageAddress: Hashable, Sendable, CustomStringConvertible {
    /// 0 on every chip but NTAG I2C.
    public var sector: Int
    /// 0 to 255.
    public var page: Int

    public init(sector: Int = 0, page: Int) {
        self.sector = sector
        self.page = page
    }

    public var description: String { sector == 0 ? "page \(page)" : "page \(page) of sector \(sector)" }
}

/// Which pages a chip has, and where they lie in its memory as image files order it.
struct PageMap: Sendable {
    /// Pages that follow each other in a sector and in memory.
    struct Run: Sendable {
        var sector = 0
        let pages: ClosedRange<Int>
        let index: Int
    }

    private let runs: [Run]
    /// The number of pages of the memory; some of them may be at no address.
    let count: Int
    /// The page number at which reads go on with page 0. With sectors that is the number of page numbers, whether there
    /// are such pages or not.
    let readEnd: Int
    /// Pages 0 to this one of sector 0 lie in the memory by their number; -1: none.
    let lastOfFirstRun: Int

    /// A chip of one sector whose pages are 0 to `last`.
    /// - Parameter lastRead: the last page that READ decodes.
    init(last: Int, lastRead: Int? = nil) {
        self.init([Run(pages: 0...last, index: 0)], readEnd: (lastRead ?? last) + 1)
    }

    init(_ runs: [Run], readEnd: Int) {
        self.runs = runs
        self.readEnd = readEnd
        lastOfFirstRun =
            runs.first { $0.sector == 0 && $0.index == 0 && $0.pages.lowerBound == 0 }?.pages.upperBound ?? -1
        count = runs.map { $0.index + $0.pages.count }.max() ?? 0
    }

    /// Nil: the chip has no such page.
    func index(of address: PageAddress) -> Int? {
        if address.sector == 0, address.page >= 0, address.page <= lastOfFirstRun { return address.page }
        let run = runs.first { $0.sector == address.sector && $0.pages.contains(address.page) }
        return run.map { $0.index + address.page - $0.pages.lowerBound }
    }

    func hasSector(_ sector: Int) -> Bool { runs.contains { $0.sector == sector } }
}
