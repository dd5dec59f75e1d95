/// Where the pages of a Type 2 chip lie. All page numbers count from 0; on NTAG I2C they are those of an image, in which
/// sector 1 follows sector 0.
///
/// The tables of the chips are in Type2Layouts.swift, each with its source.
public struct Type2Layout: Hashable, Sendable {
    /// What pages 0 to 2 hold before the static lock bytes.
    public enum Header: Hashable, Sendable {
        /// The UID with its check bytes BCC0 and BCC1 (ISO/IEC 14443-3, 6.5.4).
        case uidWithCheckBytes
        /// The UID; what the other bytes are is not published.
        case uid
        /// Serial bytes that need not be the UID (NTAG I2C: the first byte reads 04 whatever the UID begins with).
        case serialBytes
    }

    /// The lock bits of the pages from 16 on.
    public enum DynamicLocks: Hashable, Sendable {
        /// No page behind 15 can be locked, or there is none.
        case none
        /// Bytes 0 and 1, the lowest bit first: each locks so many pages, from page 16 on. Byte 2: each bit freezes two.
        case runs(page: Int, pagesPerBit: Int)
        /// Byte 0 of Ultralight C and NTAG203: bits 1 to 3 and 5 to 7 lock four pages each, bits 0 and 4 freeze three
        /// of these. Byte 1 belongs to counter, AUTH0, AUTH1 and keys.
        case fours(page: Int)
        /// Bytes as of `runs`, of a chip that is one of two: a bit locks the one or the other number of pages.
        case runsOfEither(page: Int, pagesPerBit: Int, orPagesPerBit: Int)
        /// Which bits lock which pages is not published, or the chip is not known.
        case unknown
    }

    /// What can keep pages from being written or read by those who do not know a secret.
    public enum AccessControl: Hashable, Sendable {
        case none
        /// CFG0, whose byte 3 is AUTH0; CFG1, whose byte 0 is ACCESS; PWD; PACK.
        case password(page: Int)
        /// Ultralight C: a page with AUTH0 in byte 0, one with AUTH1 in byte 0, four pages of key.
        case key(page: Int)
        case unknown
    }

    /// What the chip can lay over its memory when it is read.
    public enum Mirror: Hashable, Sendable {
        case none
        /// The UID alone: MIRROR_PAGE switches it on.
        case uid
        /// UID, counter or both: MIRROR_CONF and MIRROR_PAGE switch it on.
        case uidAndCounter
        /// MIRROR_CONF has more meanings than are published.
        case unknown
    }

    /// What is told of the pages: one table for every tag of a chip, so that a copy of a layout copies none of it.
    private var table: Table

    private final class Table: Sendable {
        let facts: Facts
        /// The pages that the chip gives out, in order.
        let readableRuns: [PageRun]
        let dynamicLockPage: Int?
        let configurationPage: Int?
        let lockPages: Range<Int>

        init(_ facts: Facts) {
            self.facts = facts
            readableRuns = facts.readableRuns
            dynamicLockPage = facts.dynamicLockPage
            configurationPage = facts.configurationPage
            lockPages = facts.lockPages
        }
    }

    private struct Facts: Hashable, Sendable {
        var chip: Chip?
        var doubt: String?
        var pageCount: Int
        var userPages: Range<Int>
        var header: Header
        var dynamicLocks: DynamicLocks
        var accessControl: AccessControl
        var mirror: Mirror
        var counterPage: Int?
        var factoryContainer: Page
        var factoryChain: [UInt8]
        var runs: [PageRun]

        var readableRuns: [PageRun] {
            if !runs.isEmpty { return runs }
            if case .key(let page) = accessControl { return [PageRun(0..<(page + 2))] }
            return [PageRun(0..<pageCount)]
        }

        var dynamicLockPage: Int? {
            switch dynamicLocks {
            case .runs(let page, _), .fours(let page), .runsOfEither(let page, _, _): page
            case .none, .unknown: nil
            }
        }

        var configurationPage: Int? {
            switch accessControl {
            case .password(let page), .key(let page): page
            case .none, .unknown: nil
            }
        }

        var lockPages: Range<Int> {
            switch (dynamicLockPage, configurationPage) {
            case (nil, nil): 0..<0
            case (let page?, nil): page..<(page + 1)
            case (nil, let first?): first..<(first + 2)
            case (let page?, let first?): min(page, first)..<(max(page, first + 1) + 1)
            }
        }
    }

    /// - Parameter runs: the pages that the chip gives out, in order; empty where they are all of sector 0, from page 0 to the
    ///   last.
    init(
        chip: Chip? = nil, pageCount: Int, userPages: Range<Int>, header: Header = .uidWithCheckBytes,
        dynamicLocks: DynamicLocks = .none, accessControl: AccessControl = .none, mirror: Mirror = .none,
        counterPage: Int? = nil, factoryContainer: Page = Page(word: 0), factoryChain: [UInt8] = [],
        runs: [PageRun] = []
    ) {
        table = Table(
            Facts(
                chip: chip, pageCount: pageCount, userPages: userPages, header: header, dynamicLocks: dynamicLocks,
                accessControl: accessControl, mirror: mirror, counterPage: counterPage,
                factoryContainer: factoryContainer, factoryChain: factoryChain, runs: runs))
    }

    private var facts: Facts {
        get { table.facts }
        set { table = Table(newValue) }
    }
}

extension Type2Layout {
    public static func == (left: Type2Layout, right: Type2Layout) -> Bool {
        left.table === right.table || left.facts == right.facts
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(facts) }

    /// Nil for a layout that stands in where the chip is not known.
    public internal(set) var chip: Chip? {
        get { table.facts.chip }
        set { facts.chip = newValue }
    }

    /// What speaks against the chip, which GET_VERSION does not bear out; nil where nothing does. Nothing is done for ever to
    /// such a tag, nor to its configuration.
    public internal(set) var doubt: String? {
        get { table.facts.doubt }
        set { facts.doubt = newValue }
    }

    /// All pages, configuration and password pages included.
    public internal(set) var pageCount: Int {
        get { table.facts.pageCount }
        set { facts.pageCount = newValue }
    }

    /// The pages that a message may use.
    public internal(set) var userPages: Range<Int> {
        get { table.facts.userPages }
        set { facts.userPages = newValue }
    }

    public var header: Header { table.facts.header }

    public internal(set) var dynamicLocks: DynamicLocks {
        get { table.facts.dynamicLocks }
        set { facts.dynamicLocks = newValue }
    }

    public var accessControl: AccessControl { table.facts.accessControl }

    public internal(set) var mirror: Mirror {
        get { table.facts.mirror }
        set { facts.mirror = newValue }
    }

    /// The page of a counter that only counts up; whoever writes to it changes it for ever.
    public var counterPage: Int? { table.facts.counterPage }

    /// The capability container as delivered; all zero where it is delivered without one.
    public internal(set) var factoryContainer: Page {
        get { table.facts.factoryContainer }
        set { facts.factoryContainer = newValue }
    }

    /// The bytes from page 4 on as delivered; empty where they are not told.
    public internal(set) var factoryChain: [UInt8] {
        get { table.facts.factoryChain }
        set { facts.factoryChain = newValue }
    }

    /// The pages that the chip gives out, in order.
    var readableRuns: [PageRun] { table.readableRuns }

    /// The same pages, of which reads give this run alone.
    func reading(_ run: PageRun) -> Type2Layout {
        var layout = self
        layout.facts.runs = [run]
        return layout
    }
}

extension Type2Layout {
    /// The page of the dynamic lock bytes; nil where there is none, or it is not known.
    public var dynamicLockPage: Int? { table.dynamicLockPage }

    /// The first page that says what a password or key keeps; the one behind it belongs to it. Nil where there is none, or
    /// it is not known.
    public var configurationPage: Int? { table.configurationPage }

    /// The pages behind those that a message may use: lock, configuration, password, key and counter pages.
    public var tail: Range<Int> { userPages.upperBound..<pageCount }

    /// The pages beside page 2 that must be known to tell what is locked and protected; empty where there are none.
    var lockPages: Range<Int> { table.lockPages }

    /// AUTH0 where it protects a page that the chip gives out, nil where it protects none.
    ///
    /// It counts pages of sector 0 (NXP NT3H2111/NT3H2211 data sheet, AUTH0), and reaches beyond where there are more.
    package func protectedFrom(auth0: UInt8) -> Int? { Int(auth0) < readableCount ? Int(auth0) : nil }

    /// The pages that hold a password or a key. Their content appears in no output.
    public var secretPages: Range<Int> {
        switch accessControl {
        case .password(let page): (page + 2)..<(page + 4)
        case .key(let page): (page + 2)..<(page + 6)
        case .none, .unknown: 0..<0
        }
    }
}

extension Chip {
    /// The layout of a Type 2 chip whose pages are known; no other is asked for.
    public var layout: Type2Layout {
        guard let layout = type2Layout else { preconditionFailure("\(self) has no Type 2 layout") }
        return layout
    }

    /// The pages that hold a password or a key, on any Type 2 chip. Their content appears in no output.
    public var secretPages: Range<Int> {
        switch self {
        // Not confirmed; whatever stands there is kept back all the same.
        case .ultralightAES: 0x30..<0x38
        // The password that ends the tag's life, and the page that takes it.
        case .st25tn512, .st25tn01k: 0x2F..<0x31
        default: type2Layout?.secretPages ?? 0..<0
        }
    }
}
