extension Chip {
    /// The Type 2 chip of which this is the memory, as far as that is certain; nil where several come into question.
    ///
    /// What GET_VERSION said comes first (`ChipVersion.nearestChip`), then the number of pages where only one chip has so
    /// many, then what a chip of this number of pages must hold.
    ///
    /// - Parameters:
    ///   - memory: the pages that are known.
    ///   - pageCount: how many pages the image has or says the tag has.
    ///   - version: the answer to GET_VERSION; nil, or bytes that are none, where there is none.
    public init?(image memory: PageMemory, pageCount: Int, version: [UInt8]?) {
        if let version = version.flatMap({ ChipVersion($0) }), let chip = version.nearestChip {
            self = chip
            return
        }
        let chips = Self.candidates(memory, pageCount: pageCount)
        guard let chip = Self.plain(of: chips) else { return nil }
        self = chip
    }

    /// The one chip, or the plain one of a pair whose memories are alike: NTAG213F and NTAG216F differ from NTAG213 and
    /// NTAG216 in a pin that tells of a field, and by GET_VERSION (NXP NTAG213F/216F data sheet). So the same tag is called
    /// the same whether or not the file has its version.
    static func plain(of chips: [Chip]) -> Chip? {
        if chips.count == 1 { return chips[0] }
        return switch chips {
        case [.ntag213, .ntag213F]: .ntag213
        case [.ntag216, .ntag216F]: .ntag216
        // my-d lean has the size of Ultralight, and its UID tells it.
        case [.ultralight, .myDLean]: .myDLean
        default: nil
        }
    }

    /// The Type 2 chips that can have this memory.
    static func candidates(_ memory: PageMemory, pageCount: Int) -> [Chip] {
        let header = Type2Header(memory)
        let container = memory[3].map { CapabilityContainer($0) }
        // What is no container is not asked for its size.
        let areaBytes = container.flatMap { $0.isOfNDEF ? $0.areaBytes : nil } ?? 0
        let chips = allCases.filter { chip in
            guard let layout = chip.type2Layout else { return memory[0] != nil && chip.pageCount == pageCount }
            // Many images leave out the key pages of Ultralight C, which it never gives out. A memory without its begin, or
            // whose container says more than the chip has, is rather a part of another chip's, unless that cannot be.
            let isWhole = layout.pageCount == pageCount || layout.readableCount == pageCount
            let isLikely = memory[0] != nil && areaBytes <= layout.userPages.count * 4
            return isWhole && (isLikely || chip.isSure(of: memory, pageCount: pageCount))
                && header.permits(layout.header) && chip.serialNumberFits(memory)
        }
        guard chips.count > 1, let container else { return chips }
        // A container is one-time programmable: bits that are set at delivery stay set.
        let possible = chips.filter { chip in
            let delivered = chip.layout.factoryContainer.word
            return container.page.word & delivered == delivered
        }
        return possible.isEmpty ? chips : possible
    }

    /// The number of pages of a Type 2 chip; of Ultralight AES nothing else is known. Nil for every other.
    package var pageCount: Int? { self == .ultralightAES ? 0x38 : type2Layout?.pageCount }

    /// Page counts at which nobody cuts a memory off: they are those of one chip and its relatives, and no round number.
    private static let tellingPageCounts: Set<Int> = [42, 45, 46, 135, 231, 236, 485, 492]

    /// Whether a memory of so many pages is a whole one of this chip, or of one with the same pages, whatever its container
    /// says: by that number, by byte 3 of the dynamic lock page, which reads BD (NXP NTAG213/215/216 data sheet rev. 3.2,
    /// 8.5.3), or by ST's product code.
    package func isSure(of memory: PageMemory, pageCount: Int) -> Bool {
        guard let layout = type2Layout, layout.pageCount == pageCount else { return false }
        if Self.tellingPageCounts.contains(pageCount) { return true }
        switch (self, layout.dynamicLocks) {
        case (.st25tn512, _), (.st25tn01k, _), (.myDMove, _), (.myDNFC, _), (.myDLean, _):
            return serialNumberFits(memory)
        case (_, .runs(let page, _)): return memory[page].map { $0[3] == 0xBD } ?? false
        default: return false
        }
    }

    /// What chips carry in their numbers that tells them: ST25TN its product code, my-d the first bytes of its UID. True for
    /// every other chip.
    private func serialNumberFits(_ memory: PageMemory) -> Bool {
        switch self {
        case .st25tn512, .st25tn01k: productCodeFits(memory)
        case .myDMove, .myDNFC, .myDLean: memory[0].map { Self.myD(uid: $0.bytes) == self } ?? false
        default: true
        }
    }

    /// The product code in page 2D of ST25TN: 90 and 91, in whichever order, on ST25TN512; twice 90 on ST25TN01K.
    private func productCodeFits(_ memory: PageMemory) -> Bool {
        memory[0x2D].map { Self.st25tn(productCode: $0) == self } ?? false
    }

    /// Which ST25TN has this page 2D; nil for any other content.
    package static func st25tn(productCode page: Page) -> Chip? {
        switch [page[0], page[1]].sorted() {
        case [0x90, 0x91]: .st25tn512
        case [0x90, 0x90]: .st25tn01k
        default: nil
        }
    }

    /// Which my-d has a UID that begins so: 05 is Infineon, and the high digit of the next byte is the kind (public table of
    /// Proxmark3). Nil for any other UID.
    package static func myD(uid: [UInt8]) -> Chip? {
        guard uid.count >= 2, uid[0] == 0x05 else { return nil }
        switch uid[1] >> 4 {
        case 3: return .myDMove
        case 2: return .myDNFC
        case 7: return .myDLean
        default: return nil
        }
    }
}

extension Chip {
    /// The pages of an image that hold a password or a key, and those that may: where the chip is not known, the pages that
    /// hold one on any chip that has as many pages, or of which a dump cut off in its password would have. Their content
    /// appears in no output.
    ///
    /// - Parameter chip: as the image names it; what is sure of the memory counts beside it.
    package static func secretPages(of memory: PageMemory, chip: Chip?) -> Set<Int> {
        var pages = Set(chip?.secretPages ?? 0..<0)
        for other in allCases where !other.secretPages.isEmpty {
            let secret = other.secretPages
            let isCutInside = memory.end > secret.lowerBound && memory.end <= secret.upperBound
            let mayBe =
                if let chip {
                    chip.pageCount != memory.end && other.isSure(of: memory, pageCount: memory.end)
                } else {
                    other.pageCount == memory.end || isCutInside
                }
            if mayBe { pages.formUnion(secret) }
        }
        return pages
    }
}

/// What the first pages of a memory can be told to be, without its chip.
package enum Type2Header: Hashable, Sendable {
    /// Both check bytes are right.
    case uidWithCheckBytes
    /// NTAG I2C: SAK 00 behind the serial bytes, then the ATQA 44 00.
    case serialBytes
    case unclear

    package init(_ memory: PageMemory) {
        self = .unclear
        guard let first = memory[0], let second = memory[1], let third = memory[2] else { return }
        let check = CheckBytes(first, second)
        if first[3] == check.first && third[0] == check.second {
            self = .uidWithCheckBytes
        } else if second[3] == 0x00 && third[0] == 0x44 && third[1] == 0x00 {
            self = .serialBytes
        }
    }

    func permits(_ header: Type2Layout.Header) -> Bool {
        switch (self, header) {
        case (.unclear, _), (.uidWithCheckBytes, .uidWithCheckBytes), (.serialBytes, .serialBytes), (_, .uid): true
        default: false
        }
    }
}

extension Type2Layout {
    /// The layout by which a memory is understood whose chip is not known: that on which all chips agree that can have it,
    /// else one in which pages may be anywhere and only what every Type 2 tag has in the same place is known.
    init(of memory: PageMemory) {
        let layouts = Chip.candidates(memory, pageCount: memory.end).compactMap(\.type2Layout)
        if var first = layouts.first, layouts.dropFirst().allSatisfy({ $0.hasSamePages(as: first) }) {
            if layouts.count > 1 { first.chip = nil }
            if layouts.contains(where: { $0.mirror != first.mirror }) { first.mirror = .unknown }
            self = first
        } else {
            self.init(
                pageCount: PageMemory.pageLimit, userPages: 4..<PageMemory.pageLimit, header: .uid,
                dynamicLocks: .unknown, accessControl: .unknown)
        }
    }

    /// Whether locks and protection stand in the same places, whatever was delivered in the others.
    func hasSamePages(as other: Type2Layout) -> Bool {
        pageCount == other.pageCount && userPages == other.userPages && dynamicLocks == other.dynamicLocks
            && accessControl == other.accessControl
    }
}
