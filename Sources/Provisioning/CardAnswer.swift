import Tags

/// The answer to a command of the reader's own, as it came: data, and the status word behind it (`ResponseAPDU`).
struct CardAnswer {
    private let bytes: [UInt8]

    /// Nil when it has fewer than the two bytes of a status word.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 2 else { return nil }
        self.bytes = bytes
    }

    /// How many bytes of data there are.
    var count: Int { bytes.count - 2 }

    var data: ArraySlice<UInt8> { bytes[..<count] }

    var status: StatusWord { StatusWord(rawValue: UInt16(bytes[count]) << 8 | UInt16(bytes[count + 1])) }

    /// `90 00`.
    var isSuccess: Bool { bytes[count] == 0x90 && bytes[count + 1] == 0x00 }

    /// The reader may name another Le: `6C xx`.
    var mayNameLength: Bool { count == 0 && bytes[0] == 0x6C }
}

/// The pages that a READ was answered with: four, or one on readers that give no more.
struct PagesRead {
    let bytes: ArraySlice<UInt8>

    /// Nil for any other count of bytes.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count == 16 || bytes.count == 4 else { return nil }
        self.bytes = bytes
    }

    /// How many pages there are.
    var count: Int { bytes.count / 4 }

    subscript(index: Int) -> Page {
        let first = bytes.startIndex + 4 * index
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
        pagesBeforeRollOver(answer: Array(bytes), start: page, header: header)
    }
}
