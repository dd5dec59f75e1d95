/// Pages as a sentence names them: `page 5`, `pages 4-9, 12`.
package func pageList(_ pages: some Sequence<Int>) -> String {
    var names = ""
    var count = 0
    var (first, last) = (0, 0)
    func close() {
        if count == 0 { return }
        if !names.isEmpty { names += ", " }
        names += first == last ? "\(first)" : "\(first)-\(last)"
    }
    for page in Array(pages).inOrderOnce {
        if count == 0 || page != last + 1 {
            close()
            first = page
        }
        last = page
        count += 1
    }
    close()
    return (count == 1 ? "page " : "pages ") + names
}

extension [Int] {
    /// Each page once, in order.
    var inOrderOnce: [Int] {
        var pages: [Int] = []
        pages.reserveCapacity(count)
        for page in isInOrder ? self : sorted() where page != pages.last { pages.append(page) }
        return pages
    }

    private var isInOrder: Bool { zip(self, dropFirst()).allSatisfy { $0 <= $1 } }
}
