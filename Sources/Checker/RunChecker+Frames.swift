extension RunChecker {
    /// The field came, or came again, and the tag was selected: a new activation.
    public mutating func activated(tag: Int) {
        activations += 1
        tags[tag].activate(activations)
    }

    /// The reader says of a write that it was done, and it never reached the tag.
    public mutating func misled(tag: Int) { tags[tag].hadStoreFault = true }

    /// A frame, without CRC, reached the tag and was answered.
    /// - Parameters:
    ///   - answer: what the tag sent, without CRC.
    ///   - isAccepted: no NAK.
    ///   - isFaulty: a fault decided what was stored, or falsified the answer.
    ///   - memory: as the tag holds it now; it is not kept.
    public mutating func received(
        tag: Int, frame: Span<UInt8>, answer: Span<UInt8>, isAccepted: Bool, isFaulty: Bool, memory: [UInt8]
    ) {
        guard !frame.isEmpty else { return }
        let command = frame[0]
        if tags[tag].awaitsSector || tags[tag].compatibilityPage >= 0 {
            if takeSecondHalf(tag, frame, answer, isAccepted, isFaulty, memory) { return }
        }
        switch command {
        case 0x30 where frame.count >= 2, 0x3A where frame.count >= 3:
            if tags[tag].isToCompare { compareWhole(memory, tag) }
            if isFaulty { tags[tag].wasMisread = true }
            if isAccepted, tags[tag].isFresh { noteRead(tag, Int(frame[1]), answer, memory) }
        case 0xA2 where frame.count >= 6:
            wrote(tag, Int(frame[1]), Page(frame, at: 2), isAccepted, isFaulty, memory)
        case 0xA0 where frame.count >= 6:
            wrote(tag, Int(frame[1]), Page(frame, at: 2), isAccepted, isFaulty, memory)
        case 0xA0:
            if isAccepted, frame.count >= 2 { tags[tag].compatibilityPage = Int(frame[1]) }
        case 0xC2:
            tags[tag].awaitsSector = isAccepted || isFaulty
        case 0x1B:
            if isAccepted, !isFaulty { opened(tag) }
        // READ, FAST_READ, GET_VERSION, READ_SIG, AUTHENTICATE and its second half, READ_CNT,
        // CHECK_TEARING_EVENT, HLTA, REQA, WUPA, selection, RATS, VCSL.
        case 0x30, 0x3A, 0x60, 0x3C, 0x1A, 0xAF, 0x39, 0x3E, 0x50, 0x26, 0x52, 0x93, 0x95, 0xE0, 0x4B: break
        default:
            if isAccepted { report(7, "command", tag: tag, slot: tags[tag].slot, HexDigits.text([command])) }
        }
    }

    /// SECTOR_SELECT and COMPATIBILITY_WRITE come in two frames. False: the frame is no second half.
    private mutating func takeSecondHalf(
        _ tag: Int, _ frame: Span<UInt8>, _ answer: Span<UInt8>, _ isAccepted: Bool, _ isFaulty: Bool,
        _ memory: [UInt8]
    ) -> Bool {
        let page = tags[tag].compatibilityPage
        tags[tag].compatibilityPage = -1
        if tags[tag].awaitsSector {
            tags[tag].awaitsSector = false
            guard frame.count == 4 else { return false }
            // No answer is the acknowledgement.
            if isFaulty {
                tags[tag].sector = -1
            } else if isAccepted || answer.isEmpty {
                tags[tag].sector = Int(frame[0])
            }
            return true
        }
        guard frame.count == 16 else { return false }
        wrote(tag, page, Page(frame, at: 0), isAccepted, isFaulty, memory)
        return true
    }

    /// Pages that came back as the tag holds them, as far as the message goes: not what a read rolls over to, nor what a
    /// fault made of them.
    private mutating func noteRead(_ tag: Int, _ first: Int, _ answer: Span<UInt8>, _ memory: [UInt8]) {
        let sector = tags[tag].sector
        guard sector >= 0, let page = facts[tag].page(first, inSector: sector) else { return }
        let end = facts[tag].end(ofSector: sector, pages: min(memory.count, tags[tag].size) / 4)
        let count = min(answer.count / 4, end - page)
        guard count > 0 else { return }
        let isAsHeld = memory.withUnsafeBufferPointer { held in
            answer.withUnsafeBufferPointer { Bytes.equal(held, page * 4, $0, 0, count * 4) }
        }
        if isAsHeld { markRead(page, count, of: tag) } else { noteEachRead(tag, page, end, answer, memory) }
    }

    /// The same, page by page.
    private mutating func noteEachRead(
        _ tag: Int, _ first: Int, _ end: Int, _ answer: Span<UInt8>, _ memory: [UInt8]
    ) {
        // What a tag shows otherwise than it holds it stands at its end, as a rule: what comes before is compared at once.
        let same = commonPages(first, min(answer.count / 4, end - first), answer, memory)
        markRead(first, same, of: tag)
        var page = first + same
        let base = tags[tag].readBase
        memory.withUnsafeBytes { held in
            answer.withUnsafeBytes { came in
                var place = 4 * same
                var bits: UInt64 = 0
                while place + 4 <= came.count, page < end {
                    let wanted = held.loadUnaligned(fromByteOffset: page * 4, as: UInt32.self)
                    let isAsHeld = came.loadUnaligned(fromByteOffset: place, as: UInt32.self) == wanted
                    if isAsHeld || isMirrored(page, tag, held) || isPadded(page, tag, held, came, place)
                        || isLockAsHeld(page, tag, held, came, place)
                    {
                        bits |= 1 << UInt64(page & 63)
                    }
                    page += 1
                    place += 4
                    if page & 63 == 0 {
                        pagesRead[base + (page - 1) >> 6] |= bits
                        bits = 0
                    }
                }
                if bits != 0 { pagesRead[base + (page - 1) >> 6] |= bits }
            }
        }
    }

    /// How many pages of the answer are at least as held, in steps of eight.
    private func commonPages(_ first: Int, _ count: Int, _ answer: Span<UInt8>, _ memory: [UInt8]) -> Int {
        memory.withUnsafeBufferPointer { held in
            answer.withUnsafeBufferPointer { came in
                var same = 0
                while same + 8 <= count, Bytes.equal(held, 4 * (first + same), came, 4 * same, 32) { same += 8 }
                return same
            }
        }
    }

    private mutating func markRead(_ first: Int, _ count: Int, of tag: Int) {
        let base = tags[tag].readBase
        var page = first
        while page < first + count {
            let next = min(first + count, (page | 63) + 1)
            pagesRead[base + page >> 6] |= (UInt64.max >> UInt64(64 - (next - page))) << UInt64(page & 63)
            page = next
        }
    }

    /// Whether the message ends on this page, and its bytes came back; what follows it matters to nobody.
    private func isPadded(
        _ page: Int, _ tag: Int, _ held: UnsafeRawBufferPointer, _ came: UnsafeRawBufferPointer, _ place: Int
    ) -> Bool {
        guard page < facts[tag].userEnd else { return false }
        let reading = reading(of: tag)
        guard reading.kind == .message, reading.valueEnd > page * 4, reading.valueEnd < page * 4 + 4 else {
            return false
        }
        return (0..<reading.valueEnd - page * 4).allSatisfy { held[page * 4 + $0] == came[place + $0] }
    }

    /// Whether a page of lock bits came back with those that a lock sets as the tag holds them: it is read under their mask.
    private func isLockAsHeld(
        _ page: Int, _ tag: Int, _ held: UnsafeRawBufferPointer, _ came: UnsafeRawBufferPointer, _ place: Int
    ) -> Bool {
        func agrees(_ byte: Int, _ mask: UInt8) -> Bool { (held[page * 4 + byte] ^ came[place + byte]) & mask == 0 }
        switch page {
        case 2: return agrees(2, 0xF8) && agrees(3, 0xFF)
        case 3: return agrees(3, 0x0F)
        case facts[tag].dynamicLock:
            return agrees(0, facts[tag].dynamicMask.0) && agrees(1, facts[tag].dynamicMask.1)
        default: return false
        }
    }

    /// Whether a tag shows computed ASCII digits on this page: CFG0, MIRROR_CONF, MIRROR_BYTE and MIRROR_PAGE.
    private func isMirrored(_ page: Int, _ tag: Int, _ memory: UnsafeRawBufferPointer) -> Bool {
        let place = facts[tag].configuration * 4
        guard place > 0, place + 4 <= memory.count, memory[place + 2] > 3 else { return false }
        let digits: Int
        switch memory[place] >> 6 {
        case 1: digits = 14
        case 2: digits = 6
        case 3: digits = 21
        default: return false
        }
        let begin = Int(memory[place + 2]) * 4 + Int(memory[place] >> 4 & 0x03)
        return page >= begin / 4 && page * 4 < begin + digits
    }
}

/// Four bytes.
struct Page: Equatable {
    /// The first byte is the lowest.
    private var word: UInt32

    init(_ list: [UInt8], at place: Int) {
        precondition(place >= 0 && place + 4 <= list.count)
        word = list.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt32.self)) }
    }

    init(_ list: Span<UInt8>, at place: Int) {
        word =
            UInt32(list[place]) | UInt32(list[place + 1]) << 8 | UInt32(list[place + 2]) << 16
            | UInt32(list[place + 3]) << 24
    }

    subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < 4)
        return UInt8(truncatingIfNeeded: word >> UInt32(8 * index))
    }

    /// The bits of both.
    static func | (one: Page, other: Page) -> Page {
        var both = one
        both.word |= other.word
        return both
    }
}
