/// The bytes of a tag that TLVs may use: from page 4 to the end of the area, without what control TLVs reserve.
struct DataArea: Hashable, Sendable {
    /// Counted from the begin of page 0.
    let bytes: Range<Int>
    /// A mark for each byte of the area; none at all while nothing in it is reserved, as on nearly every tag.
    private var reserved: [Bool] = []

    /// Whether the area may go on behind its last byte: its size is not known, these bytes are all there is.
    private(set) var isOpenEnded = false

    /// The bytes that there are of an area whose size is not known.
    init(openEnded bytes: Range<Int>) {
        self.bytes = bytes
        isOpenEnded = true
    }

    /// The smaller of what the container says and what the chip has.
    init(container: CapabilityContainer, layout: Type2Layout) {
        let start = layout.userPages.lowerBound * 4
        bytes = start..<(start + min(container.areaBytes, layout.userPages.count * 4))
    }

    /// The pages of the area.
    var pages: Range<Int> { (bytes.lowerBound / 4)..<(bytes.upperBound / 4) }

    mutating func reserve(_ range: Range<Int>) {
        let range = range.clamped(to: bytes)
        if range.isEmpty { return }
        if reserved.isEmpty { reserved = Array(repeating: false, count: bytes.count) }
        for offset in range { reserved[offset - bytes.lowerBound] = true }
    }

    mutating func clearReservations() { reserved = [] }

    /// Whether a control TLV reserves this byte; bytes outside the area are not asked for.
    func isReserved(_ offset: Int) -> Bool {
        !reserved.isEmpty && offset >= bytes.lowerBound && offset < bytes.upperBound
            && reserved[offset - bytes.lowerBound]
    }

    /// Whether every byte of a page is reserved.
    func isReserved(page: Int) -> Bool {
        !reserved.isEmpty && (page * 4..<page * 4 + 4).allSatisfy { isReserved($0) }
    }

    /// The first byte at or behind an offset that a TLV may use, or nil at the end of the area.
    func firstUsable(from offset: Int) -> Int? {
        var offset = max(offset, bytes.lowerBound)
        while !reserved.isEmpty, offset < bytes.upperBound, reserved[offset - bytes.lowerBound] { offset += 1 }
        return offset < bytes.upperBound ? offset : nil
    }

    /// How many bytes at or behind an offset a TLV may use.
    func usableCount(from offset: Int) -> Int {
        let offset = max(offset, bytes.lowerBound)
        if reserved.isEmpty { return max(0, bytes.upperBound - offset) }
        var count = 0
        var next = offset
        while next < bytes.upperBound {
            if !reserved[next - bytes.lowerBound] { count += 1 }
            next += 1
        }
        return count
    }

    /// The bytes at or behind an offset that a TLV may use, in order, no more than `most` of them.
    func usable(from offset: Int, most: Int = .max) -> Places {
        let start = max(offset, bytes.lowerBound)
        if reserved.isEmpty { return .run(start..<(start + min(most, max(0, bytes.upperBound - start)))) }
        var offsets: [Int] = []
        var next = start
        while offsets.count < most, let place = firstUsable(from: next) {
            offsets.append(place)
            next = place + 1
        }
        return .each(offsets)
    }
}
