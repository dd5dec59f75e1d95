extension Type2Layout {
    /// The layout of a tag of which nothing but the number of pages that it gives out is known, from 5 to 256.
    ///
    /// Where known chips have exactly so many, pages have the same roles as on those, as far as they agree. Elsewhere none of
    /// the last five pages is used: no Type 2 chip with fewer than 256 pages that is known has more for locks and
    /// configuration. The chip is nil in either case, so nothing is ever locked or protected by this.
    public static func unknown(pageCount: Int) -> Type2Layout {
        let chips = Chip.written.filter {
            $0.layout.header == .uidWithCheckBytes && $0.layout.readableCount == pageCount
        }
        return shared(by: chips) ?? conservative(pageCount: pageCount)
    }

    /// What these chips have in common; nil where their pages have different roles, or there are no chips.
    static func shared(by chips: [Chip]) -> Type2Layout? {
        let layouts = chips.map(\.layout)
        guard var shared = layouts.first, layouts.allSatisfy({ $0.hasSamePages(as: shared) }) else { return nil }
        shared.chip = nil
        if layouts.contains(where: { $0.mirror != shared.mirror }) { shared.mirror = .unknown }
        // Where the chip is not known, a chain that must be laid anew has its NDEF TLV at page 4.
        shared.factoryContainer = Page(word: 0)
        shared.factoryChain = []
        return shared
    }

    private static func conservative(pageCount: Int) -> Type2Layout {
        let end = max(4, pageCount - 5)
        return Type2Layout(
            pageCount: pageCount, userPages: 4..<end, header: .uid, dynamicLocks: end > 16 ? .unknown : .none,
            accessControl: .unknown)
    }

    /// Why the chip is not taken: what is said of it by name, or that it could not be told.
    func words(_ sentence: (_ chip: String) -> String) -> String {
        chip.map { sentence($0.description) } ?? Chip.wordsOfUntold
    }

    /// NTAG I2C plus of either size, by sector 0: its pages are the same on both, and what a lock bit locks is not.
    package static let ntagI2CPlusOfEitherSize: Type2Layout = {
        let (smaller, larger) = (Chip.ntagI2CPlus1K.layout, Chip.ntagI2CPlus2K.layout)
        var layout = smaller.withoutChip()
        if case .runs(let page, let pagesPerBit) = smaller.dynamicLocks, case .runs(_, let other) = larger.dynamicLocks
        {
            layout.dynamicLocks = .runsOfEither(page: page, pagesPerBit: pagesPerBit, orPagesPerBit: other)
        }
        return layout
    }()

    /// The same pages, of a chip that is not known.
    package func withoutChip() -> Type2Layout {
        var layout = self
        layout.chip = nil
        layout.factoryContainer = Page(word: 0)
        layout.factoryChain = []
        return layout
    }
}

extension Chip {
    /// Said where a tag is not taken because it is not known of which chip it is.
    package static let wordsOfUntold =
        "which chip it is could not be told; a reader that passes GET_VERSION (ACR122U) tells most chips"
}
