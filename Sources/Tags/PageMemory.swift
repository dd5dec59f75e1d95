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
            while states.count <= page { states.append(.unread) }
            states[page] = newValue
        }
    }

    /// The pages before `end` that the tag refused, in order.
    func refusedPages(below end: Int) -> [Int] {
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
    public mutating func store(_ bytes: some Collection<UInt8>, from page: Int) {
        let bytes = Array(bytes)
        for index in 0..<(bytes.count / 4) {
            let first = 4 * index
            self[page + index] = Page(bytes[first], bytes[first + 1], bytes[first + 2], bytes[first + 3])
        }
    }

    /// The bytes of the pages, or nil when one of them is not known.
    public func bytes(of pages: Range<Int>) -> [UInt8]? {
        var bytes: [UInt8] = []
        for page in pages {
            guard let data = self[page] else { return nil }
            bytes += data.bytes
        }
        return bytes
    }

    /// The byte at an offset from the begin of page 0, or nil when its page is not known.
    public func byte(at offset: Int) -> UInt8? { self[offset / 4]?[offset % 4] }
}
