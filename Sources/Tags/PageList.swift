/// Pages as a sentence names them: `page 5`, `pages 4-9, 12`.
package func pageList(_ pages: some Sequence<Int>) -> String {
    var runs: [ClosedRange<Int>] = []
    for page in Array(pages).inOrderOnce {
        if let last = runs.last, last.upperBound == page - 1 {
            runs[runs.count - 1] = last.lowerBound...page
        } else {
            runs.append(page...page)
        }
    }
    let names = runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
    let one = runs.count == 1 && runs[0].count == 1
    return (one ? "page " : "pages ") + names.joined(separator: ", ")
}

extension [Int] {
    /// Each page once, in order.
    var inOrderOnce: [Int] {
        var pages: [Int] = []
        pages.reserveCapacity(count)
        for page in sorted() where page != pages.last { pages.append(page) }
        return pages
    }
}
