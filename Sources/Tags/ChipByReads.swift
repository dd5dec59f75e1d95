/// Which chip a tag has that answers no GET_VERSION, by what its reads give.
public enum ChipByReads: Hashable, Sendable {
    case chip(Chip)
    /// Several chips come into question, or none that is known; how its pages are taken.
    case unknown(Type2Layout)
    /// The capability container speaks of more pages than are read: a password keeps them, or the chip is smaller than it
    /// says.
    case endsEarly

    /// Which chip has such memory.
    ///
    /// NTAG213F and 216F are called NTAG213 and 216, from which no read tells them (`Chip(image:pageCount:version:)`). MF0UL11
    /// and NTAG210 have the same pages, and so have MF0UL21 and NTAG212: without a capability container they are the
    /// Ultralights, which are delivered so; with one the chip stays unknown.
    ///
    /// - Parameters:
    ///   - memory: pages 0 to 3 and the last five before `end` at least.
    ///   - end: one behind the last page that is read (`ReadEnd`).
    public init(memory: PageMemory, end: Int) {
        let sized = Self.sized.indices.contains(end) ? Self.sized[end] : []
        var kept: [Chip] = []
        for keeper in Self.keepers where keeper.mayKeepReading(from: end, memory) {
            if keeper.chip.keepsReading(from: end, memory) { kept.append(keeper.chip) }
        }
        let container = memory[3].map { CapabilityContainer($0) }
        switch (sized.isEmpty, kept.isEmpty) {
        case (false, false):
            self = .unknown(Self.stricter(of: sized + kept, memory))
        case (true, false):
            self = Self.one(of: kept, container)
        case (false, true):
            let isSure = sized.contains { $0.isSure(by: memory) }
            if !isSure, let container, container.saysMore(than: sized[0].layout.userPages) {
                self = .endsEarly
            } else {
                self = Self.one(of: sized, container)
            }
        case (true, true):
            let layout = Type2Layout.unknown(pageCount: end)
            if let container, container.saysMore(than: 4..<max(4, end)) {
                self = .endsEarly
            } else {
                self = .unknown(layout)
            }
        }
    }

    /// What is first compared with the reads, of each chip that has a password.
    private struct Keeper {
        let chip: Chip
        /// CFG0.
        let passwordPage: Int

        /// Whether CFG0 is read and AUTH0 in it is `end`.
        func mayKeepReading(from end: Int, _ memory: PageMemory) -> Bool {
            memory.byte(at: 4 * passwordPage + 3).map { $0 == end } ?? false
        }
    }

    /// Those whose pages 0 to 2 hold the UID.
    private static let chips = Chip.written.filter { $0.layout.header == .uidWithCheckBytes }

    private static let keepers = chips.compactMap { chip -> Keeper? in
        guard case .password(let page) = chip.layout.accessControl else { return nil }
        return Keeper(chip: chip, passwordPage: page)
    }

    /// Which of them give out so many pages.
    private static let sized = (0...256).map { end in chips.filter { $0.layout.readableCount == end } }

    private static func one(of chips: [Chip], _ container: CapabilityContainer?) -> ChipByReads {
        if let chip = Chip.plain(of: chips) { return .chip(chip) }
        // A container is one-time programmable: a chip that is delivered with one always has one.
        let bare = chips.filter { $0.layout.factoryContainer.word == 0 }
        if let container, container.isAbsent, bare.count == 1 { return .chip(bare[0]) }
        return .unknown(Type2Layout.shared(by: chips) ?? chips[0].layout.withoutChip())
    }

    /// The layout on which a password keeps most, of several that the memory fits; its lock bits count for nothing.
    private static func stricter(of chips: [Chip], _ memory: PageMemory) -> Type2Layout {
        let from = { (chip: Chip) in
            Type2Locks(knownOf: memory, layout: chip.layout).protectedFrom ?? PageMemory.pageLimit
        }
        var layout = (chips.min { from($0) < from($1) } ?? chips[0]).layout.withoutChip()
        if chips.contains(where: { $0.layout.dynamicLocks != layout.dynamicLocks }) { layout.dynamicLocks = .unknown }
        layout.mirror = .unknown
        return layout
    }
}

extension Chip {
    /// Whether this is a chip whose own configuration, which is read, says that it gives out nothing from `end` on: AUTH0 is
    /// `end`, and PROT is set, as far as CFG1 is read (NXP NTAG213/215/216 data sheet rev. 3.2, 8.5.7 and 10.2).
    fileprivate func keepsReading(from end: Int, _ memory: PageMemory) -> Bool {
        guard case .password(let page) = layout.accessControl, layout.header == .uidWithCheckBytes, page < end,
            end < layout.pageCount, let cfg0 = memory[page], cfg0[3] == end
        else { return false }
        if page + 1 < end, let cfg1 = memory[page + 1], cfg1[0] & 0x80 == 0 { return false }
        return layout.dynamicLockPage == nil || isSure(by: memory)
    }

    /// Byte 3 of the dynamic lock page reads BD on NTAG21x and on no other chip (public dumps).
    fileprivate func isSure(by memory: PageMemory) -> Bool {
        guard case .runs(let page, _) = layout.dynamicLocks else { return false }
        return memory[page].map { $0[3] == 0xBD } ?? false
    }
}

extension CapabilityContainer {
    /// Whether this is a right container with an area of more bytes than these pages have.
    fileprivate func saysMore(than pages: Range<Int>) -> Bool { isOfNDEF && areaBytes > pages.count * 4 }
}
