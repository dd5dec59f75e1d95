/// Finds the page at which the reads of a tag end, by few READs and fewer refusals: after each of these a tag must be
/// activated anew.
///
/// A READ of four pages that runs past the last goes on with page 0 and so tells the end without a refusal
/// (`pagesBeforeRollOver`). The ends of the chips that are known are tried first, beginning with those that the capability
/// container speaks for; whatever else comes is halved until the end is found. On readers that give one page a command the
/// end lies between a page that is read and the next, which is refused.
///
/// The end is that of the memory, or of the pages below AUTH0 where a password keeps the others from being read.
public struct ReadEnd: Hashable, Sendable {
    /// One behind the last page; nil until it is found.
    public private(set) var end: Int?
    /// Pages before this one were read, or lie before one that was.
    public private(set) var answered: Int
    /// The first page that was refused; one behind the last number there is where none was.
    public private(set) var refused = 256

    private let header: [Page]
    /// Where to READ first, in order.
    private let likely: [Int]
    /// Where a READ must bear out what seemed to be the end: there before anywhere else.
    private var doubtful: Int?
    /// A bit for each of the likely ones where a READ began.
    private var asked: UInt32 = 0

    /// - Parameters:
    ///   - header: the tag's first pages, at least three.
    ///   - pagesPerRead: four, or one on readers that give no more.
    public init(header: [Page], pagesPerRead: Int) {
        self.header = header
        answered = min(header.count, 4)
        let container = header.count > 3 ? CapabilityContainer(header[3]) : nil
        let starts = Self.starts(container)
        likely = pagesPerRead > 1 ? starts.ofFour : starts.ofOne
    }

    /// The page at which the next READ is to begin; nil once the end is found.
    public var next: Int? {
        guard end == nil else { return nil }
        if let doubtful, isTelling(doubtful) { return doubtful }
        let first = likely.indices.first { asked >> UInt32($0) & 1 == 0 && isTelling(likely[$0]) }
        return first.map { likely[$0] } ?? (answered + refused) / 2
    }

    /// Takes the answer to a READ that began at `page`: 16 bytes, or 4 where the reader gives one page; nil after a refusal.
    /// Gives how many pages of the answer are the tag's own.
    @discardableResult public mutating func take(_ answer: [UInt8]?, at page: Int) -> Int {
        take(answer.map { $0[...] }, at: page)
    }

    /// The same of a part of what a reader answered.
    @discardableResult package mutating func take(_ answer: ArraySlice<UInt8>?, at page: Int) -> Int {
        for index in likely.indices where likely[index] == page { asked |= 1 << UInt32(index) }
        if doubtful == page { doubtful = nil }
        guard let answer, answer.count >= 4 else {
            refused = min(refused, page)
            close()
            return 0
        }
        let own = pagesBeforeRollOver(answer: answer, start: page, header: header)
        answered = max(answered, page + own)
        if own < answer.count / 4 {
            // One page like page 0 may be chance. Where no known chip ends, a refusal must bear it out.
            let isCertain = answer.count / 4 - own > 1 || Self.isKnownEnd(page + own)
            if isCertain { end = page + own } else { doubtful = page + own }
        }
        close()
        return own
    }

    private mutating func close() {
        if end == nil, refused <= answered { end = refused }
    }

    /// Whether a READ there tells anything new.
    private func isTelling(_ page: Int) -> Bool { page < refused && page + 4 > answered }

    /// Where READs begin that show the end of a chip: on its lock or configuration pages, which must be read in any case.
    private struct Starts {
        /// READs of four pages.
        let ofFour: [Int]
        /// READs of one page: of the last, then of the one behind it.
        let ofOne: [Int]

        init(ofFour: [Int], ends: [Int]) {
            self.ofFour = ofFour
            ofOne = ends.flatMap { [$0 - 1, $0] }
        }
    }

    private static func starts(_ container: CapabilityContainer?) -> Starts {
        guard let container, container.isOfNDEF else { return startsWithoutContainer }
        return common.first { container.areaBytes <= $0.userBytes }?.starts ?? otherStarts
    }

    /// Chips that are delivered without one: Ultralight, EV1 of either size, Ultralight C.
    private static let startsWithoutContainer = Starts(
        ofFour: [0x0D, 0x26, 0x11, 0x2A] + otherStarts.ofFour, ends: [0x10, 0x14, 0x29, 0x2C])

    /// The page after next of one that ends later answers with pages of its own.
    private static let otherStarts = Starts(
        ofFour: [0x0D, 0x11, 0x24, 0x26, 0x28, 0x2A, 0x2B, 0x82, 0x84, 0xE2, 0xE4], ends: otherEnds)

    private static let otherEnds = [0x2D, 0x2C, 0x2A, 0x87, 0xE7, 0x29, 0x10, 0x14]

    /// The commonest chips, by the bytes of their areas: a container speaks for the first that has room for what it says.
    private static let common = [Chip.ntag210, .ntag212, .ntag213, .ntag215, .ntag216].map { chip in
        let pageCount = chip.layout.pageCount
        let own = pageCount == 0x14 ? [0x0D, 0x11] : [pageCount - 5, pageCount - 3]
        return (
            userBytes: chip.layout.userPages.count * 4,
            starts: Starts(ofFour: own + otherStarts.ofFour, ends: [pageCount] + otherEnds)
        )
    }

    /// Whether a chip that is known ends there.
    private static func isKnownEnd(_ page: Int) -> Bool { page < knownEnds.count && knownEnds[page] }

    private static let knownEnds: [Bool] = {
        var ends = [Bool](repeating: false, count: 257)
        for chip in Chip.written { ends[chip.layout.readableCount] = true }
        return ends
    }()
}
