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
    private var likely: [Int]

    /// - Parameters:
    ///   - header: the tag's first pages, at least three.
    ///   - pagesPerRead: four, or one on readers that give no more.
    public init(header: [Page], pagesPerRead: Int) {
        self.header = header
        answered = min(header.count, 4)
        let container = header.count > 3 ? CapabilityContainer(header[3]) : nil
        likely = pagesPerRead > 1 ? Self.likelyPages(container) : Self.likelyEnds(container).flatMap { [$0 - 1, $0] }
    }

    /// The page at which the next READ is to begin; nil once the end is found.
    public var next: Int? {
        guard end == nil else { return nil }
        return likely.first { isTelling($0) } ?? (answered + refused) / 2
    }

    /// Takes the answer to a READ that began at `page`: 16 bytes, or 4 where the reader gives one page; nil after a refusal.
    /// Gives how many pages of the answer are the tag's own.
    @discardableResult public mutating func take(_ answer: [UInt8]?, at page: Int) -> Int {
        likely.removeAll { $0 == page }
        guard let answer, answer.count >= 4 else {
            refused = min(refused, page)
            close()
            return 0
        }
        let own = pagesBeforeRollOver(answer: answer, start: page, header: header)
        answered = max(answered, page + own)
        if own < answer.count / 4 {
            // One page like page 0 may be chance. Where no known chip ends, a refusal must bear it out.
            let isCertain = answer.count / 4 - own > 1 || Self.knownEnds.contains(page + own)
            if isCertain { end = page + own } else { likely.insert(page + own, at: 0) }
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
    private static func likelyPages(_ container: CapabilityContainer?) -> [Int] {
        // The page after next of one that ends later answers with pages of its own.
        let all = [0x0D, 0x11, 0x24, 0x26, 0x28, 0x2A, 0x2B, 0x82, 0x84, 0xE2, 0xE4]
        guard let container, container.isOfNDEF else {
            // Chips that are delivered without one: Ultralight, EV1 of either size, Ultralight C.
            return [0x0D, 0x26, 0x11, 0x2A] + all
        }
        guard let pageCount = stated(container) else { return all }
        return (pageCount == 0x14 ? [0x0D, 0x11] : [pageCount - 5, pageCount - 3]) + all
    }

    private static func likelyEnds(_ container: CapabilityContainer?) -> [Int] {
        let all = [0x2D, 0x2C, 0x2A, 0x87, 0xE7, 0x29, 0x10, 0x14]
        guard let container, container.isOfNDEF else { return [0x10, 0x14, 0x29, 0x2C] }
        return (stated(container).map { [$0] } ?? []) + all
    }

    /// The number of pages of the commonest chip that has an area of so many bytes; nil where none has.
    private static func stated(_ container: CapabilityContainer) -> Int? {
        common.first { container.areaBytes <= $0.userBytes }?.pageCount
    }

    private static let common = [Chip.ntag210, .ntag212, .ntag213, .ntag215, .ntag216].map { chip in
        (userBytes: chip.layout.userPages.count * 4, pageCount: chip.layout.pageCount)
    }

    private static let knownEnds = Set(Chip.written.map { $0.layout.readableCount })
}
