/// `FF 00 00 00 Lc D4 42 …` -> `D5 43 status … 90 00`: direct transmit of the ACR122U (ACS ACR122U API 2.04), and in it
/// InCommunicateThru of its PN532 (NXP PN532 user manual, 7.3.9).
enum InCommunicateThru {
    static let wrapping = Wrapping([0xFF, 0x00, 0x00, 0x00], lead: [0xD4, 0x42], longest: 253)

    /// Any status whose lower six bits are not 0 is a refusal, whatever the status word says.
    static func place(in answer: [UInt8]) -> PassThroughPlace {
        guard answer.isDone else { return .none(PassThroughAnswer(refusal: answer[...])) }
        guard let status = status(of: answer) else {
            return .none(.misfit(answer.count - 2, "the answer is none of InCommunicateThru"))
        }
        guard status & 0x3F == 0 else {
            return .none(.noAnswer(errors[status & 0x3F] ?? "error of the reader's chip"))
        }
        // Bit 6 announces more data, which no command sent here brings.
        guard status & 0x40 == 0 else { return .none(.misfit(answer.count - 5, "the answer is not whole")) }
        return .data(3..<(answer.count - 2))
    }

    /// Four bits come as a CRC error, or as the byte 0A on some firmware; silence as a time-out.
    static func mayBeSectorSelected(_ answer: [UInt8], part: Int) -> Bool {
        guard answer.isDone, let status = status(of: answer) else { return false }
        if part == 0, status & 0x7F == 0, answer[3..<(answer.count - 2)] == [0x0A] { return true }
        return status & 0x3F == (part == 0 ? 0x02 : 0x01)
    }

    private static func status(of answer: [UInt8]) -> UInt8? {
        answer.count >= 5 && answer[0] == 0xD5 && answer[1] == 0x43 ? answer[2] : nil
    }

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
