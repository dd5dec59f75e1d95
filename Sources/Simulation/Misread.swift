/// One bit of a page that comes wrongly, once: what a reader gives now and then, aimed at a page.
///
/// A fault `flip` wrongs any bit of an answer, which is seldom one that matters.
package struct Misread: Hashable, Sendable {
    /// Of sector 0.
    package var page: Int
    /// 0 to 31; bit 0 is the lowest of the page's first byte.
    package var bit: Int
    /// The n-th frame that reads the page, from 1.
    package var time: Int

    package init(page: Int, bit: Int, time: Int = 1) {
        (self.page, self.bit, self.time) = (page, bit, time)
    }

    /// Where the wrong byte stands in the answer to a frame of sector 0; nil: the frame does not read the page.
    func place(in frame: Span<UInt8>, answered count: Int) -> Int? {
        // READ and FAST_READ (NXP NTAG213/215/216 data sheet rev. 3.2, 10.2 and 10.3).
        guard frame.count > 1, frame[0] == 0x30 || frame[0] == 0x3A, page >= Int(frame[1]) else { return nil }
        let place = 4 * (page - Int(frame[1])) + bit / 8
        return place < count ? place : nil
    }
}
