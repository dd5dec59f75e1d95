import Tags
import Testing

@Suite struct RollOverTests {
    /// Page n of a chip of `count` pages, read by a READ that begins at `start`.
    private func answer(start: Int, count: Int) -> [UInt8] {
        (0..<4).flatMap { page((start + $0) % count) }
    }

    private func page(_ number: Int) -> [UInt8] { [0x04, UInt8(number), 0xC9, 0xA0] }

    private var header: [Page] { (0..<3).compactMap { Page(page($0)) } }

    @Test(arguments: [
        // Ultralight EV1 (41 pages), NTAG212 alike.
        (41, 0x28, 1), (41, 0x24, 4), (41, 0x26, 3),
        // NTAG203: 42 pages.
        (42, 0x28, 2), (42, 0x29, 1),
        // Ultralight C: 44 pages that can be read.
        (44, 0x28, 4), (44, 0x2A, 2),
        (45, 0x28, 4), (45, 0x2A, 3), (45, 0x2C, 1), (135, 0x82, 4), (135, 0x84, 3), (231, 0xE2, 4), (231, 0xE4, 3),
        // PROT: the end lies just before AUTH0.
        (10, 9, 1), (10, 6, 4), (10, 7, 3), (4, 0, 4), (3, 0, 3), (2, 0, 2),
    ])
    func ends(_ count: Int, _ start: Int, _ own: Int) {
        #expect(pagesBeforeRollOver(answer: answer(start: start, count: count), start: start, header: header) == own)
        // Page 0 alone is enough to see the end.
        let first = Array(header.prefix(1))
        #expect(pagesBeforeRollOver(answer: answer(start: start, count: count), start: start, header: first) == own)
    }

    @Test func shortAnswers() {
        for count in 0..<8 {
            let bytes = Array(answer(start: 5, count: 45).prefix(count))
            #expect(pagesBeforeRollOver(answer: bytes, start: 5, header: header) == count / 4)
        }
        #expect(pagesBeforeRollOver(answer: answer(start: 44, count: 45), start: 44, header: []) == 4)
    }
}
