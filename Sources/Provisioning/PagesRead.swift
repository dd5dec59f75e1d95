import Tags

/// The pages that a READ was answered with: four, or one on readers that give no more.
struct PagesRead {
    /// Begins with them.
    private let answer: [UInt8]
    /// How many pages there are.
    let count: Int

    /// Nil for an answer with any other count of bytes.
    init?(_ answer: ResponseAPDU) { self.init(answer.bytes, byteCount: answer.bytes.count - 2) }

    /// The same of what a tag answered itself.
    init?(passedThrough bytes: ArraySlice<UInt8>) { self.init(Array(bytes), byteCount: bytes.count) }

    private init?(_ answer: [UInt8], byteCount: Int) {
        guard byteCount == 16 || byteCount == 4 else { return nil }
        self.answer = answer
        count = byteCount / 4
    }

    var bytes: ArraySlice<UInt8> { bytes(pages: count) }

    /// The bytes of the first pages.
    func bytes(pages: Int) -> ArraySlice<UInt8> { answer[..<(4 * pages)] }

    subscript(index: Int) -> Page { Page(answer.span.bytes, at: index) }

    /// How many pages are surely the tag's own, at most so many; at least the first, which was asked for. A copy of page 0
    /// where the tag has a page of its own is no data: reads of a protected tag roll over just before AUTH0.
    ///
    /// - Parameter first: page 0; nil: nothing can be told.
    func own(beside first: Page?, limit: Int) -> Int {
        guard let first else { return limit }
        for index in 1..<max(1, limit) where self[index] == first { return index }
        return limit
    }

    /// How many pages of a READ that began at `page` are the tag's own; of the tag's first pages as many are known as
    /// `header` has.
    func own(from page: Int, before header: [Page]) -> Int {
        pagesBeforeRollOver(answer: bytes, start: page, header: header)
    }
}
