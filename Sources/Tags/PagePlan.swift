/// Pages that are to be written, in order, and what they must hold afterwards, where no message is brought: a tag is emptied,
/// or made to hold what an image of it holds.
///
/// The order is that of `WritePlan`: where an NDEF TLV stands or is to stand, its length becomes zero first, and its page is
/// written last. Cut off between two writes, the tag reads as it did before, as empty, or as it is to be.
public struct PagePlan: Hashable, Sendable {
    /// In the order in which they must be sent. Empty when the tag holds everything already.
    public let writes: [PageWrite]
    /// What each page must hold afterwards, written or not.
    public let expected: [Int: Page]
    /// The bytes that a mirror shows in the place of what is stored: they are not compared.
    private let hidden: Range<Int>
    private let order: Order

    /// How a cut is kept from leaving half a message.
    enum Order: Hashable, Sendable {
        /// The byte that decides whether a message stands, counted from page 0, becomes zero first, and its page is last.
        case length(at: Int)
        /// No NDEF TLV is to stand there afterwards: an empty one takes page 4 meanwhile.
        case emptied
        /// No page of a message, or of the TLVs before it, is written.
        case besideTheMessage
    }

    /// - Parameters:
    ///   - memory: of the tag; pages under its mirror count as different.
    ///   - order: with `emptied` page 4 is among the expected ones.
    init(expected: [Int: Page], from memory: PageMemory, mirror: AsciiMirror?, order: Order) {
        self.init(expected: expected, from: memory, hidden: mirror?.bytes ?? 0..<0, order: order)
    }

    private init(expected: [Int: Page], from memory: PageMemory, hidden: Range<Int>, order: Order) {
        self.expected = expected
        self.hidden = hidden
        self.order = order
        var stored = memory
        for page in expected.keys where hidden.overlaps(page * 4..<page * 4 + 4) { stored[page] = nil }
        let plain = expected.keys.sorted().compactMap { page in
            expected[page].flatMap { stored[page] == $0 ? nil : PageWrite(page: page, data: $0) }
        }
        switch order {
        case .length(let offset):
            writes = WritePlan.order(
                expected.keys.sorted().compactMap { page in expected[page].map { PageWrite(page: page, data: $0) } },
                from: stored, firstPage: 4, firstLengthOffset: offset)
        case .emptied where plain.contains { $0.page != 4 }:
            let last = expected[4].map { [PageWrite(page: 4, data: $0)] } ?? []
            writes =
                [PageWrite(page: 4, data: Page(0x03, 0x00, 0xFE, 0x00))] + plain.filter { $0.page != 4 } + last
        case .emptied, .besideTheMessage: writes = plain
        }
    }

    /// The pages whose content is not the expected one, or is not known, in order.
    public func mismatches(in memory: PageMemory) -> [Int] {
        expected.keys.filter { page in
            guard let wanted = expected[page], let found = memory[page] else { return true }
            return (0..<4).contains { !hidden.contains(page * 4 + $0) && found[$0] != wanted[$0] }
        }.sorted()
    }

    /// The same pages on the same tag, after writes that failed or landed otherwise, in the same safe order.
    public func replanned(on memory: PageMemory) -> PagePlan {
        PagePlan(expected: expected, from: memory, hidden: hidden, order: order)
    }

    /// The pages that are written, each once, in order.
    public var writtenPages: [Int] { writes.map(\.page).inOrderOnce }
}

/// What came of planning something on a tag.
public enum PlanJudgement<Plan: Hashable & Sendable>: Hashable, Sendable {
    /// These pages must be read before it can be planned. They are all unread.
    case needs(Range<Int>)
    case plan(Plan)
    /// The tag cannot take it; the detail is a sentence without payload.
    case rejected(Reason, detail: String)
}

/// Why pages cannot be written whose read-back could not be compared: a mirror may be switched on, and over which bytes is not
/// known. Nil where none can be.
func unknownMirror(_ memory: PageMemory, _ layout: Type2Layout) -> (Reason, String)? {
    guard mayMirror(memory, layout) else { return nil }
    return (
        .verifyMismatch,
        "an ASCII mirror may be switched on, and over which bytes is not known: what is written could not be compared"
    )
}
