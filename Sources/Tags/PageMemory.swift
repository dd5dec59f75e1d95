/// What is known of a Type 2 tag's memory: each page read, refused by the tag, or not asked for.
///
/// Bytes that were not read are unknown, never zero.
public struct PageMemory: Hashable, Sendable {
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

    private var states: [PageState] = []
    /// How many of them are refused, and how many unread: of most tags none is.
    private var refusedCount = 0
    private var unreadCount = 0

    public init() {}

    /// A memory whose pages from 0 on hold these bytes, at most `pageLimit` pages; a rest of fewer than four bytes is left
    /// out.
    public init(bytes: [UInt8]) { store(bytes, from: 0) }

    /// The highest page of which anything is known, plus one.
    public var end: Int { states.count }

    /// The state of a page; any page number that was never set is `unread`. Pages below `pageLimit` can be set.
    public subscript(state page: Int) -> PageState {
        get { page >= 0 && page < states.count ? states[page] : .unread }
        set {
            precondition(page >= 0 && page < Self.pageLimit)
            extend(to: page + 1)
            set(page, newValue)
        }
    }

    /// A page that there is room for.
    private mutating func set(_ page: Int, _ state: PageState) {
        count(states[page], by: -1)
        count(state, by: 1)
        states[page] = state
    }

    private mutating func count(_ state: PageState, by step: Int) {
        switch state {
        case .unread: unreadCount += step
        case .refused: refusedCount += step
        case .data: break
        }
    }

    /// Whether this page can still be asked for.
    func isUnread(_ page: Int) -> Bool {
        if case .unread = self[state: page] { true } else { false }
    }

    /// Whether one of these pages can still be asked for.
    func hasUnread(in pages: Range<Int>) -> Bool {
        if unreadCount == 0, pages.lowerBound >= 0, pages.upperBound <= states.count { return false }
        return pages.contains { isUnread($0) }
    }

    /// The unread pages from this unread one on, up to the first that is known or refused.
    func unreadRun(from page: Int, in pages: Range<Int>) -> Range<Int> {
        var end = page + 1
        while end < pages.upperBound, isUnread(end) { end += 1 }
        return page..<end
    }

    /// The first run of unread pages among these.
    func firstUnreadRun(in pages: Range<Int>) -> Range<Int>? {
        guard hasUnread(in: pages), let first = pages.first(where: { isUnread($0) }) else { return nil }
        return unreadRun(from: first, in: pages)
    }

    /// The pages before `end` that the tag refused, in order.
    func refusedPages(below end: Int) -> [Int] {
        if refusedCount == 0 { return [] }
        var pages: [Int] = []
        for page in 0..<min(end, states.count) {
            if case .refused = states[page] { pages.append(page) }
        }
        return pages
    }

    /// The page's data, or nil when it was not read or was refused. Setting nil makes it unread.
    public subscript(page: Int) -> Page? {
        get {
            guard case .data(let data) = self[state: page] else { return nil }
            return data
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
        let bytes = bytes.span
        let known = min(count, states.count - page)
        for index in 0..<known { set(page + index, .data(Page(bytes, at: index))) }
        if known == count { return }
        makeRoom(for: page + count)
        states.append(addingCapacity: count - known) { new in
            for index in known..<count { new.append(.data(Page(bytes, at: index))) }
        }
    }

    private mutating func extend(to end: Int) {
        guard states.count < end else { return }
        makeRoom(for: end)
        let missing = end - states.count
        states.append(addingCapacity: missing) { $0.append(repeating: .unread, count: missing) }
        unreadCount += missing
    }

    /// Most tags have fewer than 64 pages, and are read a few at a time.
    private mutating func makeRoom(for end: Int) {
        if states.isEmpty { states.reserveCapacity(max(end, 64)) }
    }

    /// Takes over every page that another memory of the same tag has data of.
    package mutating func take(_ other: PageMemory) {
        extend(to: other.states.count)
        for page in 0..<other.states.count {
            if case .data = other.states[page] { set(page, other.states[page]) }
        }
    }

    /// The bytes of the pages, or nil when one of them is not known.
    public func bytes(of pages: Range<Int>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(pages.count, end) * 4)
        for page in pages {
            guard let data = self[page] else { return nil }
            for index in 0..<4 { bytes.append(data[index]) }
        }
        return bytes
    }

    /// The byte at an offset from the begin of page 0, or nil when its page is not known.
    public func byte(at offset: Int) -> UInt8? { self[offset / 4]?[offset % 4] }
}

extension Page {
    /// The page that stands at this index among the whole pages of these bytes.
    fileprivate init(_ bytes: Span<UInt8>, at index: Int) {
        let first = 4 * index
        self.init(bytes[first], bytes[first + 1], bytes[first + 2], bytes[first + 3])
    }
}
