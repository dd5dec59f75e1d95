import Tags

/// The pages that a READ was answered with: four, or one on readers that give no more.
struct PagesRead {
    let bytes: [UInt8]

    /// Nil for any other count of bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 16 || bytes.count == 4 else { return nil }
        self.bytes = bytes
    }

    /// How many pages there are.
    var count: Int { bytes.count / 4 }

    subscript(index: Int) -> Page {
        let first = 4 * index
        return Page(bytes[first], bytes[first + 1], bytes[first + 2], bytes[first + 3])
    }

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
