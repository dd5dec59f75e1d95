import ReaderModels
import Tags

extension Type2Session {
    /// Interprets the memory, reading the pages that are asked for until all is said.
    mutating func readContents(
        of layout: Type2Layout, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> TagContents {
        self.layout = layout
        try readGenerously(layout, &channel)
        try read(layout.proofPages, pageCount: layout.pageCount, &channel)
        for _ in 0...layout.pageCount {
            switch interpretation(by: layout) {
            case .needs(let pages): try read(pages, pageCount: layout.pageCount, &channel)
            case .contents(let contents):
                try requireLastPage(of: layout, contents)
                return contents
            }
        }
        throw Rejection(.internal, "the tag's memory was not understood after reading all of it")
    }

    /// The first FAST_READ takes as much as the reader passes: on the smallest chips it is the whole memory.
    mutating func readGenerously(
        _ layout: Type2Layout, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) {
        try readFast(0..<min(layout.pageCount, model.pagesPerFastRead), &channel)
        try read(0..<4, pageCount: layout.pageCount, &channel)
    }

    /// A last page that is not there, although no password keeps it: the chip is smaller than it says.
    private func requireLastPage(of layout: Type2Layout, _ contents: TagContents) throws(Rejection) {
        let last = layout.proofPages.upperBound - 1
        if memory[last] != nil { return }
        if let page = layout.configurationPage, memory[page] == nil { return }
        if let locks = contents.locks, locks.keepsBack(last) { return }
        throw Rejection(
            .tagDamaged, "page \(last), the last of \(layout.chip?.description ?? "the tag"), cannot be read")
    }
}
