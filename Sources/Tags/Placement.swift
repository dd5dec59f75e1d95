/// Where on a tag a new message goes: behind the chain that stands there, or behind the chip's factory chain.
struct Placement: Hashable, Sendable {
    /// The area, with the bytes that the chain's control TLVs reserve.
    let area: DataArea
    /// Where the NDEF TLV begins.
    private let start: Int
    /// Whether the chip's factory chain must be laid, since none stands there that leads to an NDEF TLV.
    let laysFactoryChain: Bool

    fileprivate init(_ area: DataArea, start: Int, laysFactoryChain: Bool) {
        self.area = area
        self.start = start
        self.laysFactoryChain = laysFactoryChain
    }

    /// The places of type, first length byte, and every byte behind them that the message may use.
    var offsets: Places { area.usable(from: start) }

    /// How many places there are.
    var free: Int { area.usableCount(from: start) }

    /// The bytes that a message may have: a length of one byte up to 254, of three bytes above; the terminator is not
    /// counted, since it is written only where there is room.
    var capacity: Int {
        let free = free
        return max(0, min(free - 2, 254), free - 4)
    }

    /// Where bytes of a message of so many bytes come to stand; nil where bytes that are reserved stand between them, or
    /// there is no room.
    func place(of span: Range<Int>, ofMessageOf count: Int) -> Range<Int>? {
        let value = 1 + (count < 255 ? 1 : 3)
        let places = offsets
        guard value + count <= places.count, span.lowerBound >= 0, span.upperBound <= count else { return nil }
        return contiguous(places, (value + span.lowerBound)..<(value + span.upperBound))
    }
}

extension TLVChain {
    /// Where a new message goes; nil while the chain is not wholly walked.
    ///
    /// A chain that leads to an NDEF TLV is kept as found. Any other is broken or has none: nothing of it is kept.
    func placement(on layout: Type2Layout) -> Placement? {
        switch end {
        case .needs, .refused: return nil
        case .ndef(let tlv): return Placement(area, start: tlv.typeOffset, laysFactoryChain: false)
        case .broken, .noMessage:
            let start = area.bytes.lowerBound + layout.factoryControl.count
            return Placement(area.withoutReservations, start: start, laysFactoryChain: true)
        }
    }
}

extension DataArea {
    /// The same area with every byte free.
    var withoutReservations: DataArea {
        var area = self
        area.clearReservations()
        return area
    }
}

extension Type2Layout {
    /// The control TLV at the begin of the chain as delivered; empty where there is none.
    var factoryControl: ArraySlice<UInt8> { factoryChain.first == 0x01 ? factoryChain.prefix(5) : [] }
}
