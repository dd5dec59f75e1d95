import Tags

extension TagImage {
    /// The pages of a Type 2 tag that a file of this format does not have as known: those that were not read, or in part, and
    /// those of passwords and keys, which are written into no file. None of any other tag.
    public func unknownPages(in format: ImageFormat) -> [Int] {
        guard case .type2(let memory) = self.memory, let pages = wholePages else { return [] }
        let layoutCount = chip?.type2Layout?.pageCount ?? memory.end
        let named = format == .flipper ? Self.flipperChips.first { $0.chip == chip } : nil
        let secret = chip?.secretPages ?? 0..<0
        return (0..<(named?.pageCount ?? layoutCount)).filter { pages[$0] == nil || secret.contains($0) }
    }

    /// The pages of those that were read in part of which nothing counts: container and user pages, where every byte has a
    /// function.
    static func unknownPages(ofPartlyRead pages: Set<Int>, chip: Chip?) -> Set<Int> {
        let end = chip?.type2Layout?.userPages.upperBound ?? .max
        return pages.filter { $0 >= 3 && $0 < end }
    }

    /// What is said of pages that were read in part.
    /// - Parameter unknown: those of which nothing counts.
    static func notes(onPartlyRead pages: some Collection<Int>, unknown: Set<Int>) -> [String] {
        let counted = pages.filter { !unknown.contains($0) }
        var notes: [String] = []
        if !counted.isEmpty {
            notes.append("\(pageList(counted)): bytes that the scan leaves out (--) have no function and count as 00")
        }
        if !unknown.isEmpty { notes.append("\(pageList(unknown)): bytes are left out (--), which counts as not read") }
        return notes
    }

    /// What is known of the pages of a Type 2 tag, without those of which a part alone was read; nil of any other tag.
    var wholePages: PageMemory? {
        guard case .type2(let pages) = memory else { return nil }
        if partlyReadPages.isEmpty { return pages }
        var whole = PageMemory()
        for page in 0..<pages.end where pages[state: page] != .unread && !partlyReadPages.contains(page) {
            whole[state: page] = pages[state: page]
        }
        return whole
    }
}
