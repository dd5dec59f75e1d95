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
        var cursor = Cursor(memory: memory, area: area)
        defer { area = cursor.area }
        do throws(Stop) {
            while let (typeOffset, type) = try cursor.next() {
                switch type {
                case 0x00: continue
                case 0xFE: return .noMessage
                case 0x03: return .ndef(try cursor.header(of: typeOffset))
                case 0x01, 0x02: try reserve(type, &cursor, layout)
                default: try cursor.skipValue(of: type)
                }
            }
            return .noMessage
        } catch {
            return error.end
        }
    }

    /// Takes a control TLV in: what it names must lie in this chip, outside pages 0 to 3.
    private mutating func reserve(_ type: UInt8, _ cursor: inout Cursor, _ layout: Type2Layout) throws(Stop) {
        let control = try cursor.control(of: type)
        let reserved = control.reserved
        guard reserved.lowerBound >= 16, reserved.upperBound <= layout.pageCount * 4 else {
            throw Stop(end: .broken(.notFree(control)))
        }
        controls.append(control)
        cursor.area.reserve(reserved)
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
        var bytes: [UInt8] = []
        bytes.reserveCapacity(tlv.length)
        for offset in offsets {
            switch memory[state: offset / 4] {
            case .data(let page): bytes.append(page[offset & 3])
            case .refused: return .refused(page: offset / 4)
            case .unread:
                let last = (offsets.last ?? offset) / 4
                return .needs(memory.unreadRun(from: offset / 4, in: 0..<(last + 1)))
            }
        }
        return .bytes(bytes)
    }
}

extension PageMemory {
    /// The unread pages from this unread one on, up to the first that is known or refused.
    func unreadRun(from page: Int, in pages: Range<Int>) -> Range<Int> {
        var end = page + 1
        while end < pages.upperBound, isUnread(end) { end += 1 }
        return page..<end
    }

    /// The first run of unread pages among these.
    func firstUnreadRun(in pages: Range<Int>) -> Range<Int>? {
        var page = pages.lowerBound
        while page < pages.upperBound {
            if isUnread(page) { return unreadRun(from: page, in: pages) }
            page += 1
        }
        return nil
    }
}

/// Ends a walk early.
private struct Stop: Error {
    let end: TLVChain.End
}

/// A place in the area, moving on over the bytes that TLVs may use.
private struct Cursor {
    let memory: PageMemory
    var area: DataArea
    private var offset: Int

    init(memory: PageMemory, area: DataArea) {
        self.memory = memory
        self.area = area
        offset = area.bytes.lowerBound
    }

    /// The next byte and its place, or nil at the end of the area.
    mutating func next() throws(Stop) -> (offset: Int, byte: UInt8)? {
        guard let place = area.firstUsable(from: offset) else { return nil }
        switch memory[state: place / 4] {
        case .unread: throw Stop(end: .needs((place / 4)..<(place / 4 + 1)))
        case .refused: throw Stop(end: .refused(page: place / 4))
        case .data(let page):
            offset = place + 1
            return (place, page[place % 4])
        }
    }

    /// The length field: one byte, or FF and two bytes; small values in the long form are legal to read.
    private mutating func length(of type: UInt8) throws(Stop) -> (firstOffset: Int, length: Int) {
        guard let (place, first) = try next() else { throw cut(type) }
        guard first == 0xFF else { return (place, Int(first)) }
        guard let (_, high) = try next(), let (_, low) = try next() else { throw cut(type) }
        return (place, Int(high) << 8 | Int(low))
    }

    private func cut(_ type: UInt8) -> Stop {
        Stop(end: .broken(.noLength(type: type)))
    }

    mutating func header(of typeOffset: Int) throws(Stop) -> TLVChain.NDEFTLV {
        let (place, length) = try length(of: 0x03)
        return TLVChain.NDEFTLV(
            typeOffset: typeOffset, firstLengthOffset: place, length: length, valueOffset: offset)
    }

    /// A control TLV, whose value must have three bytes.
    mutating func control(of type: UInt8) throws(Stop) -> ControlTLV {
        let (_, length) = try length(of: type)
        // The last three bytes, the first of them highest.
        var value: UInt32 = 0
        for present in 0..<length {
            guard let (_, byte) = try next() else { throw tooLong(type, length, present: present) }
            value = value << 8 | UInt32(byte)
        }
        guard length == 3 else { throw Stop(end: .broken(.controlLength(length))) }
        return ControlTLV(
            type: type, position: UInt8(truncatingIfNeeded: value >> 16), size: UInt8(truncatingIfNeeded: value >> 8),
            pageControl: UInt8(truncatingIfNeeded: value))
    }

    /// Passes over the value of any other TLV, unread.
    mutating func skipValue(of type: UInt8) throws(Stop) {
        let (_, length) = try length(of: type)
        for present in 0..<length {
            guard let place = area.firstUsable(from: offset) else { throw tooLong(type, length, present: present) }
            offset = place + 1
        }
    }

    private func tooLong(_ type: UInt8, _ length: Int, present: Int) -> Stop {
        Stop(end: .broken(.tooLong(type: type, length: length, present: present)))
    }
}
