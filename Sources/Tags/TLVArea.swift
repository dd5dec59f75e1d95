import NDEF

/// The TLVs of an area of which an image knows each byte or does not, walked to the first NDEF TLV: the data area of a
/// Type 5 tag (NFC Forum Type 5 Tag 1.0) and the NDEF sectors of a MIFARE Classic card (NXP AN1304). No TLV there reserves
/// bytes: a type that is not known is passed over.
///
/// The walk ends after at most as many steps as there are bytes, whatever lengths they claim.
struct TLVArea {
    /// The area's first bytes; nil where one is not known. What lies behind them is not known.
    let bytes: [UInt8?]
    /// How many bytes the area has; nil where that is not known. At least `bytes.count`.
    let size: Int?
    /// Names the place of a byte of the area, for a person.
    let place: (Int) -> String

    /// What the area holds.
    struct Content {
        let verdict: TagContents.Verdict
        /// The bytes that a message may have; nil where it is not known where its TLV begins, or the area ends.
        let capacityBytes: Int?
    }

    var content: Content {
        var cursor = 0
        do throws(End) {
            while let type = try byte(at: cursor) {
                let start = cursor
                cursor += 1
                switch type {
                case 0x00: continue
                case 0xFE: return empty
                case 0x03: return message(at: start, valueOf: &cursor)
                default:
                    let length = try length(of: type, at: &cursor)
                    try requireRoom(for: length, of: type, at: cursor)
                    cursor += length
                }
            }
            return empty
        } catch {
            // A new message is laid at the begin of the area then, if it is known to be broken.
            return Content(verdict: error.verdict, capacityBytes: error.isBroken ? capacity(from: 0) : nil)
        }
    }

    private var empty: Content { Content(verdict: .empty, capacityBytes: capacity(from: 0)) }

    /// A length of one byte up to 254, of three bytes above; the terminator is written only where there is room.
    private func capacity(from start: Int) -> Int? {
        guard let size, size == bytes.count else { return nil }
        let free = size - start
        return max(0, min(free - 2, 254), free - 4)
    }

    private enum End: Error {
        case missing(String)
        case broken(String)

        var isBroken: Bool {
            if case .broken = self { true } else { false }
        }

        var verdict: TagContents.Verdict {
            switch self {
            case .missing(let what): .missing(what)
            case .broken(let what): .broken(what)
            }
        }
    }

    /// A byte, or nil at the end of the area.
    private func byte(at offset: Int) throws(End) -> UInt8? {
        if let size, offset >= size { return nil }
        guard offset < bytes.count, let byte = bytes[offset] else {
            throw .missing("\(place(offset)) is not known; the TLVs cannot be followed beyond it")
        }
        return byte
    }

    /// One byte, or FF and two bytes; small values in the long form are legal to read.
    private func length(of type: UInt8, at cursor: inout Int) throws(End) -> Int {
        let cut = End.broken("TLV \([type].hex) has no length before the area ends")
        guard let first = try byte(at: cursor) else { throw cut }
        cursor += 1
        guard first == 0xFF else { return Int(first) }
        guard let high = try byte(at: cursor), let low = try byte(at: cursor + 1) else { throw cut }
        cursor += 2
        return Int(high) << 8 | Int(low)
    }

    private func requireRoom(for length: Int, of type: UInt8, at start: Int) throws(End) {
        guard let size, start + length > size else { return }
        throw .broken("TLV \([type].hex) says \(length), \(max(0, size - start)) present")
    }

    /// What the NDEF TLV holds; a new message is laid where it begins, whatever it holds.
    private func message(at start: Int, valueOf cursor: inout Int) -> Content {
        let verdict: TagContents.Verdict
        do throws(End) {
            let length = try length(of: 0x03, at: &cursor)
            verdict = length == 0 ? .empty : .of(message: try value(of: length, at: cursor))
        } catch {
            verdict = error.verdict
        }
        return Content(verdict: verdict, capacityBytes: capacity(from: start))
    }

    private func value(of length: Int, at start: Int) throws(End) -> [UInt8] {
        try requireRoom(for: length, of: 0x03, at: start)
        var value: [UInt8] = []
        for offset in start..<(start + length) {
            guard offset < bytes.count, let byte = bytes[offset] else {
                throw .missing("\(place(offset)) is not known; the TLV says \(length), \(value.count) present")
            }
            value.append(byte)
        }
        return value
    }
}

extension TagContents.Verdict {
    /// What bytes are that stand where a message belongs.
    static func of(message bytes: [UInt8]) -> Self {
        do throws(NDEFError) {
            try Message.check(bytes)
            return .message(bytes)
        } catch {
            return .broken("no NDEF message: \(error)")
        }
    }
}
