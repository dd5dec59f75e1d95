/// A chip as its tags use it: its table, and what follows from it, worked out once.
final class ChipFacts: Sendable {
    /// What is to be known of one page.
    struct PageFacts: Sendable {
        var rule: PageRule
        /// No write changes it.
        var isReadOnly: Bool
        /// It reads as zeros.
        var isSecret: Bool
        /// Any of these lock bits closes it to writes.
        var locks: LockWords
    }

    /// A lock bit that freezes others of its page.
    struct Freezing: Sendable {
        let by: LockWords
        let page: Int
        var frozen: UInt32
    }

    let table: ChipTable
    /// By page of the memory.
    let pages: [PageFacts]
    /// Memory as delivered, without a UID.
    let delivered: [UInt8]
    /// Pages 0 to here follow each other in the memory and read as they are stored.
    let lastPlainPage: Int
    /// All pages that read as zeros are among these; empty where there are none.
    let secretPages: Range<Int>
    private let freezings: [Freezing]
    /// The page of `LockWords.other`, if any.
    private let otherLockPage: Int?

    init(_ table: ChipTable) {
        self.table = table
        let other = table.lockBits.map(\.page).first { $0 != 2 && $0 != table.dynamicLockPage }
        otherLockPage = other
        precondition(table.lockBits.allSatisfy { [2, table.dynamicLockPage, other].contains($0.page) }, "lock pages")
        func words(_ place: LockBit.Place) -> LockWords {
            LockWords(place, dynamicPage: table.dynamicLockPage)
        }
        pages = (0..<table.map.count).map { page in
            PageFacts(
                rule: table.rules[page, default: .data], isReadOnly: table.readOnlyPages.contains(page),
                isSecret: table.secretPages.contains(page),
                locks: table.lockBits.filter { $0.pages.contains(page) }.reduce(into: LockWords()) {
                    $0.formUnion(words($1.place))
                })
        }
        freezings = table.lockBits.reduce(into: []) { freezings, bit in
            guard let by = bit.frozenBy.map(words) else { return }
            if let known = freezings.firstIndex(where: { $0.by == by && $0.page == bit.page }) {
                freezings[known].frozen |= bit.place.pageMask
            } else {
                freezings.append(Freezing(by: by, page: bit.page, frozen: bit.place.pageMask))
            }
        }
        let pages = pages
        secretPages = (table.secretPages.min() ?? 0)..<(table.secretPages.max().map { $0 + 1 } ?? 0)
        lastPlainPage =
            ((0..<256).first { page in
                table.map.index(of: PageAddress(page: page)) != page || pages[page].isSecret
            } ?? 256) - 1
        var bytes = [UInt8](repeating: 0, count: 4 * table.map.count)
        switch table.header {
        case .checkBytes(let second): bytes[9] = second
        case .plain: bytes.replaceSubrange(7..<10, with: [0x00, 0x44, 0x00])
        }
        for (page, data) in table.delivered { bytes.replaceSubrange(4 * page..<4 * page + 4, with: data) }
        delivered = bytes
    }

    /// The lock bits as a memory of this chip holds them.
    func lockWords(_ memory: TagMemory) -> LockWords {
        LockWords(
            fixed: memory.word(2), dynamic: table.dynamicLockPage.map { memory.word($0) } ?? 0,
            other: otherLockPage.map { memory.word($0) } ?? 0)
    }

    /// The bits of a page that cannot be set any more while these lock bits act.
    func frozenBits(of page: Int, _ acting: LockWords) -> UInt32 {
        freezings.reduce(0) { $1.page == page && $1.by.meets(acting) ? $0 | $1.frozen : $0 }
    }
}

/// The pages that hold a chip's lock bits, each page with its first byte the highest.
struct LockWords: Hashable, Sendable {
    /// Page 2.
    var fixed: UInt32 = 0
    /// The dynamic lock page.
    var dynamic: UInt32 = 0
    /// The configuration registers of NTAG I2C, with REG_LOCK.
    var other: UInt32 = 0

    init(fixed: UInt32 = 0, dynamic: UInt32 = 0, other: UInt32 = 0) {
        self.fixed = fixed
        self.dynamic = dynamic
        self.other = other
    }

    /// One bit.
    init(_ place: LockBit.Place, dynamicPage: Int?) {
        switch place.offset / 4 {
        case 2: fixed = place.pageMask
        case dynamicPage: dynamic = place.pageMask
        default: other = place.pageMask
        }
    }

    mutating func formUnion(_ others: LockWords) {
        fixed |= others.fixed
        dynamic |= others.dynamic
        other |= others.other
    }

    /// Whether any bit is set in both.
    func meets(_ others: LockWords) -> Bool {
        fixed & others.fixed | dynamic & others.dynamic | other & others.other != 0
    }
}

extension VirtualChip {
    var facts: ChipFacts { Self.facts[ordinal] }

    var table: ChipTable { facts.table }

    private static let facts = allCases.map { ChipFacts($0.describedTable) }

    /// The place among all cases: a search by the chip's name would cost more than all the rest of making a tag.
    package var ordinal: Int {
        switch self {
        case .ultralight: 0
        case .ultralightC: 1
        case .mf0ul11: 2
        case .mf0ul21: 3
        case .ntag203: 4
        case .ntag210: 5
        case .ntag212: 6
        case .ntag213: 7
        case .ntag213F: 8
        case .ntag213TT: 9
        case .ntag215: 10
        case .ntag216: 11
        case .ntag216F: 12
        case .ntagI2C1K: 13
        case .ntagI2C2K: 14
        case .ntagI2CPlus1K: 15
        case .ntagI2CPlus2K: 16
        case .st25tn512: 17
        case .st25tn01K: 18
        case .mydMove: 19
        case .mydNFC: 20
        case .mydLean: 21
        }
    }
}

/// There is one of each chip.
extension ChipFacts: Hashable {
    static func == (one: ChipFacts, other: ChipFacts) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
