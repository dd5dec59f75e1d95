/// UTF-8 (RFC 3629, section 4) over bytes that come in pieces.
enum UTF8Check {
    /// How many bytes at the begin are whole and valid characters. With `isBroken` what follows them is none, whatever
    /// comes behind it; else it may be the begin of one, or nothing follows.
    static func valid(_ bytes: UnsafeRawBufferPointer) -> (count: Int, isBroken: Bool) {
        var index = 0
        while true {
            index = pastASCII(bytes, from: index)
            guard index < bytes.count else { return (index, false) }
            guard let following = following(bytes[index]) else { return (index, true) }
            for step in 0..<following.count {
                guard index + 1 + step < bytes.count else { return (index, false) }
                let byte = bytes[index + 1 + step]
                guard step == 0 ? following.second.contains(byte) : (0x80...0xBF).contains(byte) else {
                    return (index, true)
                }
            }
            index += 1 + following.count
        }
    }

    /// Eight bytes at a time: nearly all of nearly every file is ASCII.
    private static func pastASCII(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var index = start
        while index + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            guard word & 0x8080_8080_8080_8080 == 0 else { break }
            index += 8
        }
        while index < bytes.count, bytes[index] < 0x80 { index += 1 }
        return index
    }

    /// How many bytes follow a first one, and what the second may be, so that nothing is written longer than it need be,
    /// no surrogate is let in and nothing beyond U+10FFFF. Nil for a byte that begins no character.
    private static func following(_ first: UInt8) -> (count: Int, second: ClosedRange<UInt8>)? {
        switch first {
        case 0xC2...0xDF: (1, 0x80...0xBF)
        case 0xE0: (2, 0xA0...0xBF)
        case 0xED: (2, 0x80...0x9F)
        case 0xE1...0xEF: (2, 0x80...0xBF)
        case 0xF0: (3, 0x90...0xBF)
        case 0xF1...0xF3: (3, 0x80...0xBF)
        case 0xF4: (3, 0x80...0x8F)
        default: nil
        }
    }
}
