/// How many pages of a READ's answer are the tag's own.
///
/// A READ that runs past the last page, or past the last page below AUTH0 while PROT keeps the rest, goes on with page 0
/// (NXP NTAG213/215/216 data sheet rev. 3.2, section 10.2). `header` holds the tag's pages from 0 on, as many as are known
/// (three are enough). Every page of the answer behind the tag's own must be a copy of one of them, in order; the first
/// such point counts. Without a header nothing can be told, and every page counts as the tag's own.
///
/// `start` is the page at which the READ began. The answer has 16 bytes, or 4 on readers that give one page; a rest of
/// fewer than four bytes is left out. A page of user data that is a byte-true copy of page 0 at the end of an answer looks
/// the same: ask again with a READ that begins on that page.
public func pagesBeforeRollOver(answer: [UInt8], start: Int, header: [Page]) -> Int {
    pagesBeforeRollOver(answer: answer[...], start: start, header: header)
}

/// The same of a part of what a reader answered.
package func pagesBeforeRollOver(answer: ArraySlice<UInt8>, start: Int, header: [Page]) -> Int {
    let answer = answer.span.bytes
    let header = header.span
    let count = answer.byteCount / 4
    guard count > 1, !header.isEmpty else { return count }
    for own in 1..<count {
        // A page of the header that stands at its own place is no copy.
        let place = start + own
        let page = Page(answer, at: own)
        if place >= 0, place < header.count, header[place] == page { continue }
        guard page == header[0] else { continue }
        let copied = min(count - own, header.count)
        var same = 1
        while same < copied, Page(answer, at: own + same) == header[same] { same += 1 }
        if same == copied { return own }
    }
    return count
}
