import ReaderModels
import Tags

/// The sectors of NTAG I2C (NXP NT3H1101/1201 and NT3H2111/2211 data sheets, SECTOR SELECT).
extension Type2Session {
    /// Where a page lies; nil for one that the chip does not give out.
    func run(of page: Int, pageCount: Int) -> PageRun? {
        guard let layout else { return page < pageCount ? .all : nil }
        return layout.run(of: page)
    }

    /// The number by which a command names this page, its sector selected; nil where that sector cannot be reached.
    mutating func number(
        ofReached page: Int, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Int? {
        // Keys of Ultralight C are in no run: they are written and never read.
        let run = layout?.run(of: page) ?? .all
        guard try select(run.sector, &channel) else { return nil }
        let number = run.number(of: page)
        return (0..<256).contains(number) ? number : nil
    }

    /// Selects a sector. True only where a READ has shown it: nothing is written into a sector that is not proved to be the
    /// one that is meant, since no reader tells dependably whether the tag took the command.
    ///
    /// A tag that does not take it is activated again, and in sector 0 then.
    mutating func select(_ wanted: Int, _ channel: inout any CardChannel & ~Copyable) throws(Rejection) -> Bool {
        if sector == wanted { return true }
        for _ in 0..<2 where sector != wanted {
            if try selects(wanted, &channel) {
                sector = wanted
            } else {
                try wake(&channel)
            }
        }
        return sector == wanted
    }

    private mutating func selects(
        _ wanted: Int, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Bool {
        if header.isEmpty, sector == 0, let known = memory.bytes(of: 0..<4) { header = known }
        guard !header.isEmpty, try passSectorSelect(wanted, &channel) else { return false }
        // Page 0 of sector 0 is the header; no other sector begins with all of it.
        guard let answer = try send(.read(page: 0), &channel), answer.status.isSuccess,
            let pages = PagesRead(answer)
        else { return false }
        return header.starts(with: pages.bytes) == (wanted == 0)
    }
}
