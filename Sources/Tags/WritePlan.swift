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
    public let expected: [Int: Page]
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
        expected.keys.filter { memory[$0] != expected[$0] }.sorted()
    }

    /// Whether bytes stand behind the place of the length, as far as they are known, where a tag without message has none: of
    /// a message that was erased, or of one whose TLV was read wrongly. 00, FF and a terminator are none.
    public func findsBytes(in memory: PageMemory, layout: Type2Layout) -> Bool {
        let behind = firstLengthOffset + 1
        let bytes = (behind..<max(behind, layout.userPages.upperBound * 4)).lazy.compactMap { offset in
            memory.byte(at: offset).map { offset == behind && $0 == 0xFE ? 0x00 : $0 }
        }
        return bytes.contains { $0 != 0x00 && $0 != 0xFF }
    }

    /// Whether control TLVs stand before the message that are kept and are not the chip's own. They are written again where they
    /// read back different: a bit of them that was read wrongly would be made so.
    public func keepsForeignChain(layout: Type2Layout) -> Bool {
        let begin = expectedPages.lowerBound * 4
        // T is the byte before that of the length.
        let kept = (begin..<max(begin, firstLengthOffset - 1)).map { expected[$0 / 4]?[$0 % 4] }
        return !kept.isEmpty && !kept.elementsEqual(layout.factoryControl.map { $0 })
    }

    /// The same message in the same place on the same tag, after writes of this plan that failed or that landed otherwise:
    /// what differs from the expected pages now, in the same safe order.
    ///
    /// A plan made anew from a torn chain may have to lay another chain, with less room; this one keeps its own.
    public func replanned(on memory: PageMemory) -> WritePlan {
        WritePlan(
            message: message, memory: memory, expected: expected, expectedPages: expectedPages,
            firstLengthOffset: firstLengthOffset)
    }

    private init(
        message: [UInt8], memory: PageMemory, expected: [Int: Page], expectedPages: Range<Int>, firstLengthOffset: Int
    ) {
        self.message = message
        self.expected = expected
        self.expectedPages = expectedPages
        self.firstLengthOffset = firstLengthOffset
        writes = Self.order(
            expected, from: memory, firstPage: expectedPages.lowerBound, firstLengthOffset: firstLengthOffset)
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
        guard let placement = Placement(chain: chain, layout: layout) else { return .unknownChain }
        // Two bytes of room, type and length, are needed even for a message of no bytes.
        guard placement.free >= 2, message.count <= placement.capacity else {
            return .tooLarge(capacity: placement.capacity)
        }
        let offsets = placement.offsets
        let bytes = placement.bytes(of: message, at: offsets)
        var expected: [Int: Page] = [:]
        for page in Set(bytes.keys.map { $0 / 4 }) {
            // What the message does not use stays as it is, or becomes 0 where it was not read; reserved bytes must be
            // known to stay.
            var data = memory[page] ?? Page(word: 0)
            for index in 0..<4 {
                if let byte = bytes[page * 4 + index] {
                    data[index] = byte
                } else if memory[page] == nil, placement.area.isReserved(page * 4 + index) {
                    return memory[state: page] == .unread ? .needs(page..<(page + 1)) : .unknownChain
                }
            }
            expected[page] = data
        }
        let first = layout.userPages.lowerBound
        let pages = first..<((expected.keys.max() ?? first) + 1)
        for page in pages where expected[page] == nil && !placement.area.isReserved(page: page) {
            expected[page] = memory[page]
        }
        return .plan(
            WritePlan(
                message: message, memory: memory, expected: expected, expectedPages: pages,
                firstLengthOffset: offsets[1]))
    }

    /// The writes that turn `memory` into `expected`, in the order that leaves no half message behind.
    static func order(
        _ expected: [Int: Page], from memory: PageMemory, firstPage: Int, firstLengthOffset: Int
    ) -> [PageWrite] {
        let lengthPage = firstLengthOffset / 4
        guard let finalLength = expected[lengthPage] else { return [] }
        var writes = Writes(memory)
        let others = expected.keys.filter { $0 != lengthPage && memory[$0] != expected[$0] }.sorted()
        if !others.isEmpty {
            let chain = others.filter { $0 < lengthPage }
            // A chain of several pages is not laid by one write: an empty NDEF TLV stands before it meanwhile.
            if !chain.isEmpty { writes.put(firstPage, Page(0x03, 0x00, 0xFE, 0x00)) }
            writes.put(lengthPage, emptied(finalLength, now: memory[lengthPage], at: firstLengthOffset % 4))
            for page in chain.reversed() { writes.put(page, expected[page]) }
            // Back to what it was, where it was right and gave way to the empty TLV.
            if !chain.isEmpty { writes.put(firstPage, expected[firstPage]) }
            for page in others where page > lengthPage { writes.put(page, expected[page]) }
        }
        writes.put(lengthPage, finalLength)
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
    /// Every byte that the new chain and message set, by its place.
    fileprivate func bytes(of message: [UInt8], at offsets: [Int]) -> [Int: UInt8] {
        let length = message.count
        let field: [UInt8] =
            length < 255
            ? [UInt8(length)] : [0xFF, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
        var bytes: [Int: UInt8] = [:]
        if laysFactoryChain {
            for (index, byte) in layout.factoryControl.enumerated() { bytes[area.bytes.lowerBound + index] = byte }
        }
        for (offset, byte) in zip(offsets, [0x03] + field + message + [0xFE]) { bytes[offset] = byte }
        return bytes
    }
}

/// Writes in order, leaving out those that change nothing.
private struct Writes {
    private var memory: PageMemory
    private(set) var writes: [PageWrite] = []

    init(_ memory: PageMemory) { self.memory = memory }

    mutating func put(_ page: Int, _ data: Page?) {
        guard let data, memory[page] != data else { return }
        memory[page] = data
        writes.append(PageWrite(page: page, data: data))
    }
}
