/// The TLVs of a tag, walked from page 4 to the first NDEF TLV (NFC Forum Type 2 Tag 1.2, section 2.3).
///
/// The walk reads nothing beyond the area and ends after at most as many steps as the area has bytes. Behind the first
/// NDEF TLV nothing is looked at.
struct TLVChain: Hashable, Sendable {
    /// Where the walk came to its end.
    enum End: Hashable, Sendable {
        /// These pages must be read before the walk can go on.
        case needs(Range<Int>)
        /// The tag refuses this page.
        case refused(page: Int)
        case broken(Fault)
        /// A terminator, or the end of the area, before any NDEF TLV.
        case noMessage
        case ndef(NDEFTLV)
    }

    /// What is broken.
    enum Fault: Hashable, Sendable {
        /// A control TLV names bytes that are not free on this chip.
        case notFree(ControlTLV)
        /// A control TLV has not three bytes.
        case controlLength(Int)
        /// The area ends before the length of a TLV.
        case noLength(type: UInt8)
        /// The area ends in the value of a TLV.
        case tooLong(type: UInt8, length: Int, present: Int)

        /// For a person.
        var words: String {
            switch self {
            case .notFree(let control):
                "\(control.name) names bytes \(control.reserved.lowerBound) to \(control.reserved.upperBound - 1), "
                    + "which are not free on this chip"
            case .controlLength(let length): "control TLV of \(length) bytes instead of 3"
            case .noLength(let type): "TLV \([type].hex) has no length before the area ends"
            case .tooLong(let type, let length, let present): "TLV \([type].hex) says \(length), \(present) present"
            }
        }
    }

    /// An NDEF TLV whose type and length are known.
    struct NDEFTLV: Hashable, Sendable {
        /// The byte that holds 03.
        let typeOffset: Int
        /// The byte that holds the length, or FF before a length of two bytes.
        let firstLengthOffset: Int
        let length: Int
        /// Where to look for the first byte of the value.
        let valueOffset: Int
    }

    /// The area, with the bytes that control TLVs on the way reserve.
    private(set) var area: DataArea
    private(set) var controls: [ControlTLV] = []
    private(set) var end: End = .noMessage

    init(memory: PageMemory, area: DataArea, layout: Type2Layout) {
        self.area = area
        end = walk(memory, layout)
    }

    private mutating func walk(_ memory: PageMemory, _ layout: Type2Layout) -> End {
        var offset = area.bytes.lowerBound
        do throws(Stop) {
            while let (typeOffset, type) = try next(&offset, memory) {
                switch type {
                case 0x00: continue
                case 0xFE: return .noMessage
                case 0x03:
                    let (place, length) = try length(of: type, &offset, memory)
                    return .ndef(
                        NDEFTLV(
                            typeOffset: typeOffset, firstLengthOffset: place, length: length, valueOffset: offset))
                case 0x01, 0x02: try reserve(try control(of: type, &offset, memory), layout)
                default: try skipValue(of: type, &offset, memory)
                }
            }
            return .noMessage
        } catch {
            return error.end
        }
    }

    /// Takes a control TLV in: what it names must lie in this chip, outside pages 0 to 3.
    private mutating func reserve(_ control: ControlTLV, _ layout: Type2Layout) throws(Stop) {
        let reserved = control.reserved
        guard reserved.lowerBound >= 16, reserved.upperBound <= layout.pageCount * 4 else {
            throw Stop(end: .broken(.notFree(control)))
        }
        controls.append(control)
        area.reserve(reserved)
    }

    // MARK: Bytes

    /// Ends a walk early.
    private struct Stop: Error {
        let end: End
    }

    /// The byte at an offset, or the first behind it that TLVs may use, and its place; nil at the end of the area. The offset
    /// moves on behind it.
    private func next(_ offset: inout Int, _ memory: PageMemory) throws(Stop) -> (offset: Int, byte: UInt8)? {
        guard let place = area.firstUsable(from: offset) else { return nil }
        let page = place / 4
        guard let byte = memory.byte(at: place) else {
            throw Stop(end: memory.isRefused(page) ? .refused(page: page) : .needs(page..<(page + 1)))
        }
        offset = place + 1
        return (place, byte)
    }

    /// The length field: one byte, or FF and two bytes; small values in the long form are legal to read.
    private func length(
        of type: UInt8, _ offset: inout Int, _ memory: PageMemory
    ) throws(Stop) -> (firstOffset: Int, length: Int) {
        let cut = Stop(end: .broken(.noLength(type: type)))
        guard let (place, first) = try next(&offset, memory) else { throw cut }
        guard first == 0xFF else { return (place, Int(first)) }
        guard let (_, high) = try next(&offset, memory), let (_, low) = try next(&offset, memory) else { throw cut }
        return (place, Int(high) << 8 | Int(low))
    }

    /// A control TLV, whose value must have three bytes.
    private func control(of type: UInt8, _ offset: inout Int, _ memory: PageMemory) throws(Stop) -> ControlTLV {
        let (_, length) = try length(of: type, &offset, memory)
        // The last three bytes, the first of them highest.
        var value: UInt32 = 0
        for present in 0..<length {
            guard let (_, byte) = try next(&offset, memory) else {
                throw Stop(end: .broken(.tooLong(type: type, length: length, present: present)))
            }
            value = value << 8 | UInt32(byte)
        }
        guard length == 3 else { throw Stop(end: .broken(.controlLength(length))) }
        return ControlTLV(
            type: type, position: UInt8(truncatingIfNeeded: value >> 16), size: UInt8(truncatingIfNeeded: value >> 8),
            pageControl: UInt8(truncatingIfNeeded: value))
    }

    /// Passes over the value of any other TLV, unread.
    private func skipValue(of type: UInt8, _ offset: inout Int, _ memory: PageMemory) throws(Stop) {
        let (_, length) = try length(of: type, &offset, memory)
        for present in 0..<length {
            guard let place = area.firstUsable(from: offset) else {
                throw Stop(end: .broken(.tooLong(type: type, length: length, present: present)))
            }
            offset = place + 1
        }
    }
}

extension TLVChain {
    /// What is known of an NDEF TLV's value.
    enum Value: Hashable, Sendable {
        case needs(Range<Int>)
        case refused(page: Int)
        /// The area ends after so many bytes of the value.
        case truncated(present: Int)
        case bytes([UInt8])
    }

    func value(of tlv: NDEFTLV, in memory: PageMemory) -> Value {
        let present = area.usableCount(from: tlv.valueOffset)
        guard present >= tlv.length else { return .truncated(present: present) }
        let offsets = places(of: tlv)
        if case .run(let run) = offsets, let bytes = memory.bytes(at: run) { return .bytes(bytes) }
        if let page = firstUnknownPage(of: offsets, in: memory) {
            if memory.isRefused(page) { return .refused(page: page) }
            return .needs(memory.unreadRun(from: page, in: 0..<((offsets.last ?? 0) / 4 + 1)))
        }
        return .bytes(offsets.compactMap { memory.byte(at: $0) })
    }

    /// The pages that must be read before it can be said what the chain leads to; nil where that can be said.
    func pagesNeeded(of memory: PageMemory) -> Range<Int>? {
        switch end {
        case .needs(let pages): return pages
        case .ndef(let tlv):
            let offsets = places(of: tlv)
            guard offsets.count == tlv.length, let page = firstUnknownPage(of: offsets, in: memory),
                memory.isUnread(page)
            else { return nil }
            return memory.unreadRun(from: page, in: 0..<((offsets.last ?? 0) / 4 + 1))
        case .refused, .broken, .noMessage: return nil
        }
    }

    private func firstUnknownPage(of offsets: Places, in memory: PageMemory) -> Int? {
        if case .run(let run) = offsets {
            if run.isEmpty { return nil }
            return memory.firstUnknown(in: (run.lowerBound / 4)..<((run.upperBound - 1) / 4 + 1))
        }
        return offsets.first { memory[$0 / 4] == nil }.map { $0 / 4 }
    }
}
