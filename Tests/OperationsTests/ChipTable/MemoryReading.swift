/// What a tag's memory says, read by the rules of the NFC Forum Type 2 Tag specification for this test alone.
struct MemoryReading {
    enum Held: Hashable {
        case message([UInt8])
        case empty
        /// No NDEF TLV is found, or what is found is no message.
        case nothing
    }

    /// What it holds; `nothing` also where the container is none.
    private(set) var held = Held.nothing
    /// Where the TLV of type 03 begins, counted from page 0; nil: the TLVs cannot be walked to one.
    private(set) var start: Int?

    /// - Parameter end: the first byte behind the TLVs' area.
    init(_ memory: [UInt8], end: Int) {
        guard let found = Self.find(memory, end: end) else { return }
        start = found
        guard let field = Self.length(memory, at: found + 1, end: end), field.value <= end - field.first else { return }
        let bytes = Array(memory[field.first..<field.first + field.value])
        if bytes.isEmpty { held = .empty }
        if Self.isMessage(bytes) { held = .message(bytes) }
        if bytes == [0xD0, 0, 0] { held = .empty }
    }

    /// NULL, control, proprietary and unknown TLVs are passed over.
    private static func find(_ memory: [UInt8], end: Int) -> Int? {
        var place = 16
        while place < end {
            switch memory[place] {
            case 0x03: return place
            case 0x00: place += 1
            case 0xFE: return nil
            case 0x01, 0x02:
                // Lock and memory control: three bytes, which name bytes of this chip behind page 3.
                guard let field = length(memory, at: place + 1, end: end), field.value == 3 else { return nil }
                place = field.first + 3
            default:
                guard let field = length(memory, at: place + 1, end: end) else { return nil }
                place = field.first + field.value
            }
        }
        return nil
    }

    private static func length(_ memory: [UInt8], at place: Int, end: Int) -> (value: Int, first: Int)? {
        guard place < end else { return nil }
        guard memory[place] == 0xFF else { return (Int(memory[place]), place + 1) }
        guard place + 2 < end else { return nil }
        return (Int(memory[place + 1]) << 8 | Int(memory[place + 2]), place + 3)
    }

    /// Whether the records' headers and lengths agree (NFC Forum NDEF 1.0, 3.2); payloads are not looked at.
    static func isMessage(_ bytes: [UInt8]) -> Bool {
        var place = 0
        var isFirst = true
        var isChunked = false
        while place < bytes.count {
            let flags = bytes[place]
            guard (flags & 0x80 != 0) == isFirst, flags & 0x07 != 7, place + 1 < bytes.count else { return false }
            let typeLength = Int(bytes[place + 1])
            var next = place + 2
            var payload = 0
            let width = flags & 0x10 != 0 ? 1 : 4
            guard next + width <= bytes.count else { return false }
            for byte in bytes[next..<next + width] { payload = payload << 8 | Int(byte) }
            next += width
            var identifier = 0
            if flags & 0x08 != 0 {
                guard next < bytes.count else { return false }
                identifier = Int(bytes[next])
                next += 1
            }
            let isUnchanged = flags & 0x07 == 6
            guard isUnchanged == isChunked else { return false }
            if flags & 0x07 == 0, typeLength + identifier + payload > 0 { return false }
            if flags & 0x07 == 5 || isUnchanged, typeLength > 0 { return false }
            if (1...4).contains(flags & 0x07), typeLength == 0 { return false }
            next += typeLength + identifier + payload
            guard next <= bytes.count else { return false }
            isChunked = flags & 0x20 != 0
            if flags & 0x40 != 0 { return !isChunked && next == bytes.count }
            place = next
            isFirst = false
        }
        return false
    }
}

/// A message in its TLV.
struct LaidMessage {
    /// The memory with the message in it.
    let memory: [UInt8]
    /// Pages of the message's TLV and of the terminator behind it.
    let pages: ClosedRange<Int>
    /// The page of the first length byte.
    let lengthPage: Int

    /// Nil where it does not fit.
    init?(_ message: [UInt8], in memory: [UInt8], at start: Int, end: Int) {
        let field =
            message.count < 255
            ? [UInt8(message.count)] : [0xFF, UInt8(message.count >> 8), UInt8(message.count & 0xFF)]
        var bytes = [0x03] + field + message
        guard start + bytes.count <= end else { return nil }
        if start + bytes.count < end { bytes.append(0xFE) }
        var laid = memory
        laid.replaceSubrange(start..<start + bytes.count, with: bytes)
        self.memory = laid
        pages = start / 4...(start + bytes.count - 1) / 4
        lengthPage = (start + 1) / 4
    }

    /// The longest message for so many bytes.
    static func longest(in space: Int) -> Int { space <= 256 ? max(0, space - 2) : space - 4 }
}
