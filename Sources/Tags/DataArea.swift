/// The bytes of a tag that TLVs may use: from page 4 to the end of the area, without what control TLVs reserve.
struct DataArea: Hashable, Sendable {
    /// Counted from the begin of page 0.
    let bytes: Range<Int>
    private var reserved: [Bool]

    /// The smaller of what the container says and what the chip has.
    init(container: CapabilityContainer, layout: Type2Layout) {
        let start = layout.userPages.lowerBound * 4
        bytes = start..<(start + min(container.areaBytes, layout.userPages.count * 4))
        reserved = Array(repeating: false, count: bytes.count)
    }

    /// The pages of the area.
    var pages: Range<Int> { (bytes.lowerBound / 4)..<(bytes.upperBound / 4) }

    mutating func reserve(_ range: Range<Int>) {
        for offset in range.clamped(to: bytes) { reserved[offset - bytes.lowerBound] = true }
    }

    mutating func clearReservations() { reserved = Array(repeating: false, count: bytes.count) }

    /// Whether a control TLV reserves this byte; bytes outside the area are not asked for.
    func isReserved(_ offset: Int) -> Bool { bytes.contains(offset) && reserved[offset - bytes.lowerBound] }

    /// The first byte at or behind an offset that a TLV may use, or nil at the end of the area.
    func firstUsable(from offset: Int) -> Int? {
        var offset = max(offset, bytes.lowerBound)
        while offset < bytes.upperBound {
            if !reserved[offset - bytes.lowerBound] { return offset }
            offset += 1
        }
        return nil
    }

    /// Every byte at or behind an offset that a TLV may use.
    func usable(from offset: Int) -> [Int] {
        guard offset < bytes.upperBound else { return [] }
        return (max(offset, bytes.lowerBound)..<bytes.upperBound).filter { !reserved[$0 - bytes.lowerBound] }
    }
}
