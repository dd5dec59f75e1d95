import Tags

/// How a command of the tag's own (GET_VERSION, FAST_READ) gets through a reader.
public enum PassThrough: Hashable, Sendable {
    /// There is no way that is known.
    case none
    /// `FF 00 00 00 Lc D4 42 …` (PN532 InCommunicateThru) -> `D5 43 status … 90 00`.
    case inCommunicateThru
}

/// What came back through a reader's pass-through.
public enum PassThroughAnswer: Hashable, Sendable {
    /// The tag's own bytes.
    case data([UInt8])
    /// No answer of the tag: the reader's error (its code, where it gave one) and a sentence.
    case refused(status: UInt8?, String)
}

extension ReaderModel {
    /// The APDU that passes a command of the tag's own: `FF 00 00 00 Lc D4 42 …` on the ACR122U (ACS ACR122U API 2.04,
    /// direct transmit; NXP PN532 user manual, 7.3.9 InCommunicateThru).
    ///
    /// Nil where the model has no pass-through, for an empty command or one longer than 253 bytes, and for every command
    /// that writes: the tag's 4-bit acknowledgement comes back as an error, whether or not the page was written. Pages
    /// are written with UPDATE BINARY on every reader.
    public func wrap(_ native: [UInt8]) -> [UInt8]? {
        guard passThrough == .inCommunicateThru, let command = native.first, native.count <= 253,
            !Self.writingCommands.contains(command)
        else { return nil }
        return [0xFF, 0x00, 0x00, 0x00, UInt8(native.count + 2), 0xD4, 0x42] + native
    }

    /// The tag's bytes out of the whole answer to a wrapped command: `D5 43 status … 90 00`.
    ///
    /// Any status whose lower six bits are not 0 is a refusal, whatever the status word says. `length` is how many bytes
    /// the tag must have answered with (`Type2Command.answerLength`); any other count is a refusal too: it may be the
    /// tag's NAK, or an answer cut short.
    public func unwrap(_ answer: [UInt8], expecting length: Int? = nil) -> PassThroughAnswer {
        guard passThrough == .inCommunicateThru else {
            return .refused(status: nil, "the reader passes no commands through")
        }
        guard answer.count >= 2 else { return .refused(status: nil, "answer of \(answer.count) bytes") }
        let body = answer.dropLast(2)
        guard Array(answer.suffix(2)) == [0x90, 0x00] else {
            return .refused(status: nil, "status \(answer.suffix(2).hex)")
        }
        guard body.count >= 3, body[0] == 0xD5, body[1] == 0x43 else {
            return .refused(status: nil, "the answer is none of InCommunicateThru")
        }
        let status = body[2] & 0x3F
        guard status == 0 else {
            return .refused(status: status, Self.errors[status] ?? "error of the reader's chip")
        }
        // Bit 6 announces more data, which no command sent here brings.
        guard body[2] & 0x40 == 0 else { return .refused(status: status, "the answer is not whole") }
        let data = Array(body.dropFirst(3))
        if let length, data.count != length {
            return .refused(status: status, "\(data.count) bytes instead of \(length)")
        }
        return .data(data)
    }

    /// The two commands that select a sector of NTAG I2C: `C2 FF`, then the sector and three zero bytes (NXP NT3H2111/2211 data
    /// sheet, SECTOR SELECT). Nil where the model has no pass-through.
    public func wrapSectorSelect(_ sector: UInt8) -> [[UInt8]]? {
        guard let first = wrap([0xC2, 0xFF]), let second = wrap([sector, 0x00, 0x00, 0x00]) else { return nil }
        return [first, second]
    }

    /// Whether the answer to one of these two can be that of a tag that carries it out.
    ///
    /// The first is answered with four bits, which the PN532 reports as a CRC error, and so it reports a refusal; the second
    /// is carried out in silence, which is a time-out. So either may have failed all the same: only a READ shows which sector
    /// is selected.
    public func mayBeSectorSelected(_ answer: [UInt8], part: Int) -> Bool {
        let expected: UInt8 = part == 0 ? 0x02 : 0x01
        switch unwrap(answer) {
        case .refused(let status, _): return status == expected
        case .data(let bytes): return part == 0 && bytes == [0x0A]
        }
    }

    /// COMPATIBILITY WRITE, WRITE, INCR_CNT, FAST_WRITE.
    private static let writingCommands: Set<UInt8> = [0xA0, 0xA2, 0xA5, 0xA6]

    /// The errors of the PN532 (user manual, 7.1; ACS ACR122U API 2.04, appendix).
    private static let errors: [UInt8: String] = [
        0x01: "the tag did not answer in time", 0x02: "CRC error", 0x03: "parity error", 0x04: "wrong bit count",
        0x05: "framing error", 0x06: "collision of several tags", 0x07: "buffer too small", 0x08: "RF buffer overflow",
        0x09: "RF buffer overflow", 0x0A: "the field is off", 0x0B: "RF protocol error", 0x0D: "overheated",
        0x0E: "internal buffer overflow", 0x10: "invalid parameter", 0x13: "data format error",
        0x14: "authentication error", 0x23: "UID check byte is wrong", 0x25: "wrong state for this command",
        0x26: "operation not allowed", 0x27: "command not acceptable now", 0x29: "the tag was released",
        0x2A: "another tag came", 0x2B: "the tag is gone", 0x2D: "over-current",
    ]
}
