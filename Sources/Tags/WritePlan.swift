/// One page to be written.
public struct PageWrite: Hashable, Sendable {
    public var page: Int
    public var data: Page

    public init(page: Int, data: Page) {
        self.page = page
        self.data = data
    }
}

/// The writes that bring a message onto a tag, in order, and what the tag must hold afterwards.
///
/// Cut off between two writes, the tag reads as its old message, as empty, or as the new message; where its chain was
/// broken, as broken, empty or the new message. The order (NFC Forum Type 2 Tag 1.2, 6.4.3, made safe against a cut): only
/// pages that differ; if a length other than zero stands there, its first byte becomes zero first; the data; the
/// terminator where there is room; the page of the first length byte last. Where no chain leads to an NDEF TLV, the chip's
/// factory chain is laid empty before the data. No page outside the area is written, and no byte that a control TLV
/// reserves is changed.
public struct WritePlan: Hashable, Sendable {
    public let message: [UInt8]
    /// In the order in which they must be sent. Empty when the tag holds everything already.
    public let writes: [PageWrite]
    /// What each page that the chain and the message use must hold afterwards.
    public var expected: [Int: Page] { Dictionary(uniqueKeysWithValues: wanted.lazy.map { ($0.page, $0.data) }) }
    /// The same, in the order of the pages.
    private let wanted: [PageWrite]
    /// The pages to be read back: from page 4 to the last that the message or its terminator uses.
    public let expectedPages: Range<Int>

    /// The index of the write that brings the new length, the last one; from it on the message may stand on the tag. Nil
    /// when nothing is to be written.
    public var lengthWrite: Int? { writes.indices.last }

    /// The byte that decides whether a message stands, counted from the begin of page 0.
    private let firstLengthOffset: Int

    /// Nil when the message does not fit, or when so little of the memory is known that its place cannot be told
    /// (`interpret` says `needs`).
    public init?(memory: PageMemory, chip: Chip, message: [UInt8]) {
        guard case .plan(let plan) = Self.make(memory, chip.layout, message) else { return nil }
        self = plan
    }

    /// The pages whose content is not the expected one, or is not known, in order.
    public func mismatches(in memory: PageMemory) -> [Int] {
        wanted.filter { memory[$0.page] != $0.data }.map(\.page)
    }

    /// Whether bytes stand behind the place of the length, as far as they are known, where a tag without message has none: of
    /// a message that was erased, or of one whose TLV was read wrongly. 00, FF and a terminator are none.
    public func findsBytes(in memory: PageMemory, layout: Type2Layout) -> Bool {
        let behind = firstLengthOffset + 1
        var next = behind / 4
        let end = max(next, layout.userPages.upperBound)
        // On most tags every page is even.
        while let page = memory.firstUnevenPage(in: next..<end), let data = memory[page] {
            for offset in max(behind, page * 4)..<(page * 4 + 4) {
                let byte = data[offset & 3]
                if byte != 0x00, byte != 0xFF, offset != behind || byte != 0xFE { return true }
            }
            next = page + 1
        }
        return false
    }

    /// Whether control TLVs stand before the message that are kept and are not the chip's own. They are written again where they
    /// read back different: a bit of them that was read wrongly would be made so.
    public func keepsForeignChain(layout: Type2Layout) -> Bool {
        let begin = expectedPages.lowerBound * 4
        // T is the byte before that of the length.
        let kept = begin..<max(begin, firstLengthOffset - 1)
        if kept.isEmpty { return false }
        let delivered = layout.factoryControl
        guard kept.count == delivered.count else { return true }
        return !zip(kept, delivered).allSatisfy { offset, byte in
            wanted.first { $0.page == offset / 4 }.map { $0.data[offset % 4] == byte } ?? false
        }
    }

    /// The same message in the same place on the same tag, after writes of this plan that failed or that landed otherwise:
    /// what differs from the expected pages now, in the same safe order.
    ///
    /// A plan made anew from a torn chain may have to lay another chain, with less room; this one keeps its own.
    public func replanned(on memory: PageMemory) -> WritePlan {
        WritePlan(
            message: message, memory: memory, wanted: wanted, expectedPages: expectedPages,
            firstLengthOffset: firstLengthOffset)
    }

    private init(
        message: [UInt8], memory: PageMemory, wanted: [PageWrite], expectedPages: Range<Int>, firstLengthOffset: Int
    ) {
        self.message = message
        self.wanted = wanted
        self.expectedPages = expectedPages
        self.firstLengthOffset = firstLengthOffset
        writes = Self.order(
            wanted, from: memory, firstPage: expectedPages.lowerBound, firstLengthOffset: firstLengthOffset)
    }
}

extension WritePlan {
    /// What came of planning.
    enum Making: Hashable, Sendable {
        /// These pages must be read first: they hold reserved bytes that are to be kept.
        case needs(Range<Int>)
        case tooLarge(capacity: Int)
        /// The chain is not wholly known.
        case unknownChain
        case plan(WritePlan)
    }

    static func make(_ memory: PageMemory, _ layout: Type2Layout, _ message: [UInt8]) -> Making {
        guard let container = memory[3].map({ CapabilityContainer($0) }) else { return .unknownChain }
        let area = DataArea(container: container, layout: layout)
        let chain = TLVChain(memory: memory, area: area, layout: layout)
        guard let placement = chain.placement(on: layout) else { return .unknownChain }
        // Two bytes of room, type and length, are needed even for a message of no bytes.
        let capacity = placement.capacity
        guard placement.free >= 2, message.count <= capacity else { return .tooLarge(capacity: capacity) }
        switch placement.pages(for: message, on: layout, in: memory) {
        case .needs(let pages): return .needs(pages)
        case .unknown: return .unknownChain
        case .pages(let expected):
            let first = layout.userPages.lowerBound
            return .plan(
                WritePlan(
                    message: message, memory: memory, wanted: expected,
                    expectedPages: first..<((expected.last?.page ?? first) + 1),
                    firstLengthOffset: placement.offsets[1]))
        }
    }

    /// The writes that turn `memory` into `expected`, which is in the order of the pages, in the order that leaves no half
    /// message behind.
    static func order(
        _ expected: [PageWrite], from memory: PageMemory, firstPage: Int, firstLengthOffset: Int
    ) -> [PageWrite] {
        let lengthPage = firstLengthOffset / 4
        guard let finalLength = expected.first(where: { $0.page == lengthPage })?.data else { return [] }
        let firstOther = expected.firstIndex { $0.page != lengthPage && memory[$0.page] != $0.data }
        guard let firstOther else {
            return memory[lengthPage] == finalLength ? [] : [PageWrite(page: lengthPage, data: finalLength)]
        }
        var writes = Writes(capacity: expected.count + 3)
        let others = expected[firstOther...]
        let chain = others.prefix { $0.page < lengthPage }
        // A chain of several pages is not laid by one write: an empty NDEF TLV stands before it meanwhile.
        if !chain.isEmpty { writes.put(firstPage, Page(0x03, 0x00, 0xFE, 0x00), on: memory) }
        let emptied = emptied(finalLength, now: memory[lengthPage], at: firstLengthOffset % 4)
        writes.put(lengthPage, emptied, on: memory)
        for page in chain.reversed() { writes.putAgain(page.page, page.data, on: memory) }
        // Back to what it was, where it was right and gave way to the empty TLV.
        if !chain.isEmpty { writes.putAgain(firstPage, expected.first { $0.page == firstPage }?.data, on: memory) }
        for page in others where page.page > lengthPage { writes.put(page.page, page.data, on: memory) }
        writes.putAgain(lengthPage, finalLength, on: memory)
        return writes.writes
    }

    /// The page of the first length byte with a length of zero: as it is now where the chain before that byte stands, and
    /// otherwise with the chain as it is to be, and a terminator.
    private static func emptied(_ final: Page, now: Page?, at index: Int) -> Page {
        if var now, (0..<index).allSatisfy({ now[$0] == final[$0] }) {
            now[index] = 0
            return now
        }
        var page = final
        for rest in index..<4 { page[rest] = rest == index + 1 ? 0xFE : 0x00 }
        return page
    }
}

extension Placement {
    /// What the pages are to hold, as far as it can be told.
    fileprivate enum Image {
        case needs(Range<Int>)
        case unknown
        /// From the first user page to the last that the message or its terminator uses, in order; without those that are not
        /// known and not used, or wholly reserved.
        case pages([PageWrite])
    }

    /// The pages with the new chain and message.
    ///
    /// What the message does not use stays as it is, or becomes 0 where it was not read; reserved bytes must be known to
    /// stay.
    fileprivate func pages(for message: [UInt8], on layout: Type2Layout, in memory: PageMemory) -> Image {
        let offsets = offsets
        let tlv = NDEFBytes(message)
        // The terminator, the last byte, is written where there is room.
        let used = min(tlv.count, offsets.count)
        let control = laysFactoryChain ? layout.factoryControl : []
        let begin = area.bytes.lowerBound
        let end = max(used > 0 ? offsets[used - 1] + 1 : begin, control.isEmpty ? begin : begin + control.count)
        let userPages = layout.userPages.lowerBound..<max(layout.userPages.lowerBound, (end + 3) / 4)
        var pages: [PageWrite] = []
        pages.reserveCapacity(userPages.count)
        var next = 0
        // Where nothing is reserved the message stands in one piece.
        var run: Range<Int>?
        if case .run(let whole) = offsets { run = whole }
        for page in userPages {
            // In the midst of a message, as nearly every page is.
            let isInMidst =
                if next + 4 > used {
                    false
                } else if let run {
                    run.lowerBound + next == page * 4
                } else {
                    offsets[next] == page * 4 && offsets[next + 3] == page * 4 + 3
                }
            if isInMidst {
                pages.append(PageWrite(page: page, data: tlv.page(from: next)))
                next += 4
                continue
            }
            let known = memory[page]
            var data = known ?? Page(word: 0)
            var isUsed = false
            var keepsReserved = false
            for offset in (page * 4)..<(page * 4 + 4) {
                if offset - begin < control.count {
                    data[offset % 4] = control[control.startIndex + offset - begin]
                    isUsed = true
                } else if next < used, offsets[next] == offset {
                    data[offset % 4] = tlv[next]
                    next += 1
                    isUsed = true
                } else if area.isReserved(offset) {
                    keepsReserved = true
                }
            }
            if isUsed {
                if known == nil, keepsReserved {
                    return memory.isUnread(page) ? .needs(page..<(page + 1)) : .unknown
                }
                pages.append(PageWrite(page: page, data: data))
            } else if known != nil, !area.isReserved(page: page) {
                pages.append(PageWrite(page: page, data: data))
            }
        }
        return .pages(pages)
    }
}

/// The bytes of an NDEF TLV and the terminator behind it: a length of one byte up to 254, of three bytes above.
private struct NDEFBytes {
    private let message: [UInt8]
    /// How many bytes type and length have.
    private let lead: Int

    init(_ message: [UInt8]) {
        self.message = message
        lead = message.count < 255 ? 2 : 4
    }

    var count: Int { lead + message.count + 1 }

    subscript(index: Int) -> UInt8 {
        if index >= lead { return index - lead < message.count ? message[index - lead] : 0xFE }
        switch index {
        case 0: return 0x03
        case 1: return message.count < 255 ? UInt8(message.count) : 0xFF
        case 2: return UInt8(truncatingIfNeeded: message.count >> 8)
        default: return UInt8(truncatingIfNeeded: message.count)
        }
    }

    /// Four bytes from this one on.
    func page(from index: Int) -> Page {
        let first = index - lead
        guard first >= 0, first + 4 <= message.count else {
            return Page(self[index], self[index + 1], self[index + 2], self[index + 3])
        }
        return Page(message.span.bytes.extracting(first..<(first + 4)), at: 0)
    }
}

/// Writes in order, leaving out those that change nothing on a tag with this memory.
private struct Writes {
    private(set) var writes: [PageWrite] = []

    init(capacity: Int) { writes.reserveCapacity(capacity) }

    /// A page that was not written yet.
    mutating func put(_ page: Int, _ data: Page, on memory: PageMemory) {
        if memory[page] != data { writes.append(PageWrite(page: page, data: data)) }
    }

    /// A page that may have been.
    mutating func putAgain(_ page: Int, _ data: Page?, on memory: PageMemory) {
        guard let data, data != writes.last(where: { $0.page == page })?.data ?? memory[page] else { return }
        writes.append(PageWrite(page: page, data: data))
    }
}
