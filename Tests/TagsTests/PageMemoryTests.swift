import Testing

@testable import Tags

@Suite struct PageMemoryTests {
    /// Whatever is set in whatever order, unread and refused pages are found as a look at each page finds them.
    @Test func knowsWhatIsUnreadAndRefused() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            var memory = PageMemory()
            for _ in 0..<12 {
                let page = Int.random(in: 0..<24, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: memory[state: page] = .refused
                case 1: memory[page] = nil
                case 2: memory[page] = Page(word: UInt32(page))
                case 3: memory.store([UInt8](repeating: 7, count: Int.random(in: 0..<40, using: &random)), from: page)
                default:
                    var other = PageMemory()
                    other.store([1, 2, 3, 4, 5, 6, 7, 8], from: page)
                    memory.take(other)
                }
                check(memory)
            }
        }
    }

    private func check(_ memory: PageMemory) {
        let pages = 0..<(memory.end + 3)
        let refused = pages.filter { memory[state: $0] == .refused }
        let unread = pages.filter { memory[state: $0] == .unread }
        #expect(memory.refusedPages(below: pages.upperBound) == refused)
        for start in pages {
            for end in start...pages.upperBound {
                let first = unread.first { (start..<end).contains($0) }
                #expect(memory.hasUnread(in: start..<end) == (first != nil))
                #expect(memory.firstUnreadRun(in: start..<end)?.lowerBound == first)
            }
        }
    }

    @Test func storedPagesStandWhereTheyBelong() {
        var memory = PageMemory()
        memory.store([UInt8](0..<11), from: 3)
        #expect(memory.end == 5)
        #expect(memory[2] == nil)
        #expect(memory[3] == Page(0, 1, 2, 3))
        #expect(memory[4] == Page(4, 5, 6, 7))
        memory.store([UInt8](20..<32).dropFirst(4), from: 4)
        #expect(memory[4] == Page(24, 25, 26, 27))
        #expect(memory[5] == Page(28, 29, 30, 31))
        #expect(memory.bytes(of: 3..<6) == [0, 1, 2, 3, 24, 25, 26, 27, 28, 29, 30, 31])
        #expect(memory.bytes(of: 2..<4) == nil)
    }
}
