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

    private init(message: [UInt8], writes: [PageWrite], expected: [Int: Page], expectedPages: Range<Int>) {
        self.message = message
        self.writes = writes
        self.expected = expected
        self.expectedPages = expectedPages
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
        guard placement.offsets.count >= 2, message.count <= placement.capacity else {
            return .tooLarge(capacity: placement.capacity)
        }
        let image: Image
        switch Image.make(memory, placement, message) {
        case .needs(let pages): return .needs(pages)
        case .image(let made): image = made
        }
        let writes =
            placement.laysFactoryChain ? image.writesLayingChain(on: memory) : image.writesKeepingChain(on: memory)
        var expected = image.pages
        let end = (image.pages.keys.max() ?? layout.userPages.lowerBound) + 1
        let expectedPages = layout.userPages.lowerBound..<end
        for page in expectedPages where expected[page] == nil { expected[page] = image.kept(page, memory) }
        return .plan(WritePlan(message: message, writes: writes, expected: expected, expectedPages: expectedPages))
    }
}

/// The pages as they must be at the end, and the orders in which they may be written.
private struct Image {
    let placement: Placement
    /// Every page that holds a byte of the laid chain, of type, length, message or terminator.
    let pages: [Int: Page]

    enum Making {
        case needs(Range<Int>)
        case image(Image)
    }

    static func make(_ memory: PageMemory, _ placement: Placement, _ message: [UInt8]) -> Making {
        let length = message.count
        let field: [UInt8] =
            length < 255
            ? [UInt8(length)] : [0xFF, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
        var bytes: [Int: UInt8] = [:]
        if placement.laysFactoryChain {
            for (index, byte) in placement.layout.factoryControl.enumerated() {
                bytes[placement.area.bytes.lowerBound + index] = byte
            }
        }
        for (offset, byte) in zip(placement.offsets, [0x03] + field + message + [0xFE]) { bytes[offset] = byte }
        var pages: [Int: Page] = [:]
        for page in Set(bytes.keys.map { $0 / 4 }).sorted() {
            // What the message does not use stays as it is, or becomes 0 where it was not read; reserved bytes must be
            // known to stay.
            var data = memory[page] ?? Page(word: 0)
            for index in 0..<4 {
                let offset = page * 4 + index
                if let byte = bytes[offset] {
                    data[index] = byte
                } else if placement.area.isReserved(offset), memory[page] == nil {
                    return .needs(page..<(page + 1))
                }
            }
            pages[page] = data
        }
        return .image(Image(placement: placement, pages: pages))
    }

    private var firstLengthOffset: Int { placement.offsets[1] }
    private var lengthPage: Int { firstLengthOffset / 4 }

    /// A page before the message that is to stay as it was found; nil when it was not read, or is reserved as a whole.
    func kept(_ page: Int, _ memory: PageMemory) -> Page? {
        (page * 4..<page * 4 + 4).allSatisfy { placement.area.isReserved($0) } ? nil : memory[page]
    }

    private func differing(from memory: PageMemory) -> [Int] {
        pages.keys.filter { memory[$0] != pages[$0] }.sorted()
    }

    /// The chain stands: zero the first length byte, write the data, write the length.
    func writesKeepingChain(on memory: PageMemory) -> [PageWrite] {
        var writes = Writes(memory)
        let others = differing(from: memory).filter { $0 != lengthPage }
        if !others.isEmpty, var length = memory[lengthPage] {
            length[firstLengthOffset % 4] = 0
            writes.put(lengthPage, length)
        }
        for page in others { writes.put(page, pages[page]) }
        writes.put(lengthPage, pages[lengthPage])
        return writes.writes
    }

    /// No chain stands: lay the factory chain empty, write the data, write the length.
    func writesLayingChain(on memory: PageMemory) -> [PageWrite] {
        var writes = Writes(memory)
        let others = differing(from: memory).filter { $0 != lengthPage }
        if !others.isEmpty {
            let first = placement.layout.userPages.lowerBound
            let chain = placement.layout.factoryChain
            let laid = (first...lengthPage).map { page in
                (page, Page(chain[((page - first) * 4)..<((page - first) * 4 + 4)]))
            }
            if laid.dropLast().contains(where: { memory[$0.0] != $0.1 }) {
                // A chain of several pages is not laid by one write: an empty NDEF TLV stands before it meanwhile.
                writes.put(first, Page(0x03, 0x00, 0xFE, 0x00))
                for (page, data) in laid.dropFirst() { writes.put(page, data) }
                writes.put(first, laid[0].1)
            } else {
                writes.put(lengthPage, laid[laid.count - 1].1)
            }
            for page in others { writes.put(page, pages[page]) }
        }
        writes.put(lengthPage, pages[lengthPage])
        return writes.writes
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
