/// What stands in the data area of a Type 2 tag: the TLVs from page 4 to the first NDEF TLV (NFC Forum Type 2 Tag, 4.4 and
/// 4.5), read anew and apart from the product.
struct AreaReading {
    enum Kind: UInt8 {
        /// No capability container, or a chain of TLVs that leads to no NDEF TLV.
        case none
        /// An NDEF TLV of length zero.
        case empty
        /// An NDEF TLV whose value lies in the area.
        case message
        /// An NDEF TLV that claims more bytes than the area has.
        case runaway
    }

    var kind = Kind.none
    /// Where the type of the NDEF TLV stands, where its value begins, and the byte behind its value.
    var typeAt = 0
    var valueAt = 0
    var valueEnd = 0
    /// Bytes of the value, reserved bytes between them apart.
    var length = 0
    /// The byte behind the area.
    var areaEnd = 0
    var reserved = ReservedBytes()

    /// Reads the memory of a tag.
    /// - Parameters:
    ///   - sizeByte: CC byte 2 to take where the tag has no capability container; nil: such a tag has no area.
    init(_ memory: UnsafeBufferPointer<UInt8>, userEnd: Int, sizeByte: UInt8? = nil) {
        guard memory.count >= 16 else { return }
        var size = 0
        // CC: magic number E1h, version 1.x, the size of the area in units of 8 bytes.
        if memory[12] == 0xE1, memory[13] >> 4 == 1 {
            size = Int(memory[14]) * 8
        } else if let sizeByte {
            size = Int(sizeByte) * 8
        }
        guard size > 0 else { return }
        areaEnd = min(16 + size, userEnd * 4, memory.count)
        walk(memory)
    }

    private mutating func walk(_ memory: UnsafeBufferPointer<UInt8>) {
        // The most usual chain: an NDEF TLV alone.
        if areaEnd >= 20, memory[16] == 0x03, memory[17] != 0xFF {
            typeAt = 16
            valueAt = 18
            length = Int(memory[17])
            return measure()
        }
        var place = reserved.skip(16)
        while place < areaEnd {
            let type = memory[place]
            let typePlace = place
            place = reserved.skip(place + 1)
            if type == 0x00 { continue }
            if type == 0xFE { return }
            guard let length = readLength(memory, &place) else { return }
            if type == 0x03 {
                typeAt = typePlace
                valueAt = place
                self.length = length
                return measure()
            }
            if type == 0x01 || type == 0x02 {
                guard length == 3, let value = threeBytes(memory, place) else { return }
                let names = ReservedBytes.range(named: value, isLockControl: type == 0x01)
                // A control TLV that names the header, or what the chip does not have, is broken.
                guard names.lowerBound >= 16, names.upperBound <= memory.count else { return }
                if names.lowerBound < areaEnd, !reserved.insert(names) { return }
            }
            for _ in 0..<length {
                guard place < areaEnd else { return }
                place = reserved.skip(place + 1)
            }
        }
    }

    /// The length of a TLV, of one byte or of three; `place` goes behind it.
    private func readLength(_ memory: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> Int? {
        guard place < areaEnd else { return nil }
        let first = memory[place]
        place = reserved.skip(place + 1)
        guard first == 0xFF else { return Int(first) }
        guard place < areaEnd else { return nil }
        let high = memory[place]
        place = reserved.skip(place + 1)
        guard place < areaEnd else { return nil }
        let low = memory[place]
        place = reserved.skip(place + 1)
        return Int(high) << 8 | Int(low)
    }

    private func threeBytes(_ memory: UnsafeBufferPointer<UInt8>, _ place: Int) -> (UInt8, UInt8, UInt8)? {
        let second = reserved.skip(place + 1)
        let third = reserved.skip(second + 1)
        return third < areaEnd ? (memory[place], memory[second], memory[third]) : nil
    }

    private mutating func measure() {
        guard length > 0 else {
            valueEnd = valueAt
            kind = .empty
            return
        }
        valueEnd = reserved.end(of: length, from: valueAt)
        kind = valueEnd <= areaEnd ? .message : .runaway
    }

    /// Whether the value is `message`.
    func holds(_ message: UnsafeBufferPointer<UInt8>, in memory: UnsafeBufferPointer<UInt8>) -> Bool {
        guard kind == .message, length == message.count else { return false }
        if valueEnd - valueAt == length { return Bytes.equal(memory, valueAt, message, 0, length) }
        var place = valueAt
        for byte in message {
            if memory[place] != byte { return false }
            place = reserved.skip(place + 1)
        }
        return true
    }

    /// The bytes of the value.
    func value(in memory: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        guard kind == .message else { return [] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(length)
        var place = valueAt
        while bytes.count < length {
            bytes.append(memory[place])
            place = reserved.skip(place + 1)
        }
        return bytes
    }
}
