/// What is known of a Type 2 tag's memory: each page read, refused by the tag, or not asked for.
///
/// Bytes that were not read are unknown, never zero.
public struct PageMemory: Sendable {
    /// What is known of one page.
    public enum PageState: Hashable, Sendable {
        case unread
        /// The tag answered a read of it with a refusal, or with what is no data (a roll-over).
        case refused
        case data(Page)
    }

    /// Pages are numbered from 0 to this, this one not included: room for the longest value that a TLV's length can tell,
    /// and far more than any Type 2 chip has.
    public static let pageLimit = 1 << 15

    /// A cell for each page, and for some behind the last of which anything is known: those are unread.
    private var cells: [Cell] = []

    /// The highest page of which anything is known, plus one.
    public private(set) var end = 0

    /// How many pages before the end are refused, and how many unread: of most tags none is.
    private var refusedCount = 0
    private var unreadCount = 0

    /// A page's bytes, and above them what is known of it; of a page that is not known the bytes are 0.
    private struct Cell: Hashable, Sendable {
        let bits: UInt64

        static let unread = Cell(bits: 0)
        static let refused = Cell(bits: 1 << 32)

        init(bits: UInt64) { self.bits = bits }

        init(_ page: Page) { bits = 1 << 33 | UInt64(page.word) }

        var isKnown: Bool { bits >> 33 != 0 }

        var word: UInt32 { UInt32(truncatingIfNeeded: bits) }
    }

    public init() {}

    /// A memory whose pages from 0 on hold these bytes, at most `pageLimit` pages; a rest of fewer than four bytes is left
    /// out.
    public init(bytes: [UInt8]) { store(bytes, from: 0) }

    /// Of a page behind the end as of one that is unread.
    @inline(__always) private func cell(_ page: Int) -> Cell {
        page >= 0 && page < end ? cells[page] : .unread
    }

    /// The state of a page; any page number that was never set is `unread`. Pages below `pageLimit` can be set.
    public subscript(state page: Int) -> PageState {
        get {
            let cell = cell(page)
            return cell.isKnown ? .data(Page(word: cell.word)) : cell == .refused ? .refused : .unread
        }
        set {
            precondition(page >= 0 && page < Self.pageLimit)
            extend(to: page + 1)
            switch newValue {
            case .unread: set(page, .unread)
            case .refused: set(page, .refused)
            case .data(let data): set(page, Cell(data))
            }
        }
    }

    /// A page before the end.
    private mutating func set(_ page: Int, _ cell: Cell) {
        count(cells[page], by: -1)
        count(cell, by: 1)
        cells[page] = cell
    }

    private mutating func count(_ cell: Cell, by step: Int) {
        if cell.isKnown { return }
        if cell == .refused { refusedCount += step } else { unreadCount += step }
    }

    /// Whether this page can still be asked for.
    package func isUnread(_ page: Int) -> Bool { cell(page) == .unread }

    /// Whether the tag refused this page.
    package func isRefused(_ page: Int) -> Bool { cell(page) == .refused }

    /// Whether the tag refused any page.
    var hasRefused: Bool { refusedCount > 0 }

    /// Whether one of these pages can still be asked for.
    func hasUnread(in pages: Range<Int>) -> Bool { firstUnread(in: pages) != nil }

    /// The first of these pages that can still be asked for.
    package func firstUnread(in pages: Range<Int>) -> Int? {
        if unreadCount == 0, pages.lowerBound >= 0, pages.upperBound <= end { return nil }
        var page = pages.lowerBound
        while page < pages.upperBound {
            if isUnread(page) { return page }
            page += 1
        }
        return nil
    }

    /// The unread pages from this unread one on, up to the first that is known or refused.
    func unreadRun(from page: Int, in pages: Range<Int>) -> Range<Int> {
        var end = page + 1
        while end < pages.upperBound, isUnread(end) { end += 1 }
        return page..<end
    }

    /// The first run of unread pages among these.
    func firstUnreadRun(in pages: Range<Int>) -> Range<Int>? {
        firstUnread(in: pages).map { unreadRun(from: $0, in: pages) }
    }

    /// The first of these pages that is not known.
    func firstUnknown(in pages: Range<Int>) -> Int? {
        if unreadCount == 0, refusedCount == 0, pages.lowerBound >= 0, pages.upperBound <= end { return nil }
        return pages.first { !cell($0).isKnown }
    }

    /// The pages before `end` that the tag refused, in order.
    func refusedPages(below end: Int) -> [Int] {
        if refusedCount == 0 { return [] }
        return (0..<min(end, self.end)).filter { cells[$0] == .refused }
    }

    /// The page's data, or nil when it was not read or was refused. Setting nil makes it unread.
    public subscript(page: Int) -> Page? {
        get {
            let cell = cell(page)
            return cell.isKnown ? Page(word: cell.word) : nil
        }
        set { self[state: page] = newValue.map { .data($0) } ?? .unread }
    }

    /// Stores whole pages from `page` on; a rest of fewer than four bytes is left out.
    public mutating func store(_ bytes: some Collection<UInt8>, from page: Int) { store(Array(bytes)[...], from: page) }

    /// The same of bytes that stand in an array.
    public mutating func store(_ bytes: [UInt8], from page: Int) { store(bytes[...], from: page) }

    /// The same of bytes that are part of an array.
    public mutating func store(_ bytes: ArraySlice<UInt8>, from page: Int) {
        let count = bytes.count / 4
        guard count > 0 else { return }
        precondition(page >= 0 && page + count <= Self.pageLimit)
        extend(to: page)
        makeRoom(for: page + count)
        if unreadCount + refusedCount > 0 {
            for index in page..<max(page, min(end, page + count)) { self.count(cells[index], by: -1) }
        }
        let bytes = bytes.span.bytes
        var cells = cells.mutableSpan
        for index in 0..<count { cells[page + index] = Cell(Page(bytes, at: index)) }
        end = max(end, page + count)
    }

    private mutating func extend(to end: Int) {
        guard self.end < end else { return }
        makeRoom(for: end)
        unreadCount += end - self.end
        self.end = end
    }

    /// Most tags have fewer than 64 pages, and are read a few at a time.
    private mutating func makeRoom(for end: Int) {
        if end <= cells.count { return }
        if cells.isEmpty {
            cells = Array(repeating: .unread, count: max(end, 64))
        } else {
            let count = max(end, 2 * cells.count)
            cells.append(contentsOf: repeatElement(.unread, count: count - cells.count))
        }
    }

    /// Takes over every page that another memory of the same tag has data of.
    package mutating func take(_ other: PageMemory) {
        extend(to: other.end)
        for page in 0..<other.end {
            let cell = other.cells[page]
            if cell.isKnown, cell != cells[page] { set(page, cell) }
        }
    }

    /// The bytes of the pages, or nil when one of them is not known.
    public func bytes(of pages: Range<Int>) -> [UInt8]? {
        bytes(at: (4 * pages.lowerBound)..<(4 * pages.upperBound))
    }

    /// The bytes at these offsets from the begin of page 0, or nil when one of their pages is not known.
    func bytes(at offsets: Range<Int>) -> [UInt8]? {
        if offsets.isEmpty { return [] }
        guard firstUnknown(in: (offsets.lowerBound / 4)..<((offsets.upperBound - 1) / 4 + 1)) == nil else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(offsets.count)
        for offset in offsets { bytes.append(Page(word: cells[offset / 4].word)[offset % 4]) }
        return bytes
    }

    /// The byte at an offset from the begin of page 0, or nil when its page is not known.
    public func byte(at offset: Int) -> UInt8? {
        let cell = cell(offset >> 2)
        return cell.isKnown ? Page(word: cell.word)[offset & 3] : nil
    }

    /// The first of these pages whose bytes are neither all 00 nor all FF; pages that are not known are passed over.
    func firstUnevenPage(in pages: Range<Int>) -> Int? {
        let cells = cells.span
        var page = pages.lowerBound
        let end = min(pages.upperBound, end)
        while page < end {
            // Whether it is neither 0 nor the highest there is.
            if cells[page].word &+ 1 > 1 { return page }
            page += 1
        }
        return nil
    }
}

extension PageMemory: Hashable {
    public static func == (left: PageMemory, right: PageMemory) -> Bool {
        guard left.end == right.end, left.unreadCount == right.unreadCount, left.refusedCount == right.refusedCount
        else {
            return false
        }
        // The room behind the end does not count.
        return left.cells == right.cells || left.cells[..<left.end] == right.cells[..<right.end]
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(cells[..<end]) }
}
