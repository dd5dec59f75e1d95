import Tags

/// `FF C2 00 P2 Lc objects 00`: the transparent session of PC/SC part 3 (rev. 2.02, 3.2.3), with P2 00 to manage it, 02 to
/// switch the protocol, 01 to exchange. While it is open, the reader's own commands (FF CA, FF B0, FF D6) are refused.
///
/// Sources: ACS ACM1252U-Y3 manual, p. 23-28 (objects and codes); captures of an ACR1252U with NTAG213 and of an ACR1552U with
/// MIFARE Classic (SimplyPrint/nfc-agent); trace of an ACR1552U with ISO 15693 (NXP community; byte order of the timer).
public enum TransparentSession {
    /// Opens it: start, and ISO/IEC 14443-A, layer 3. Each answer must be `isDone` before the next is sent.
    public static let opening: [[UInt8]] = [
        [0xFF, 0xC2, 0x00, 0x00, 0x02, 0x81, 0x00, 0x00],
        [0xFF, 0xC2, 0x00, 0x02, 0x04, 0x8F, 0x02, 0x00, 0x03, 0x00],
    ]

    /// Ends it. It must be sent on every path: until then the reader gives no UID and reads no page.
    public static let end: [UInt8] = [0xFF, 0xC2, 0x00, 0x00, 0x02, 0x82, 0x00, 0x00]

    /// Whether the session was opened or ended; else what was in the way.
    public static func isDone(_ answer: [UInt8]) -> PassThroughAnswer {
        switch objects(in: answer) {
        case .objects: .data([])
        case .refused(let refusal): refusal
        }
    }

    /// Transmits and receives: flags (no protocol prologue), timer, data. At most 120 bytes: longer data has a length of two
    /// bytes, of which no trace is known.
    static let wrapping = Wrapping(
        [0xFF, 0xC2, 0x00, 0x01],
        lead: [0x90, 0x02, 0x10, 0x00, 0x5F, 0x46, 0x04] + timer(microseconds: answerTime) + [0x95],
        countsCommand: true, le: 0x00, longest: 120)

    /// The tag's bytes are object 97; object 92 says that the last of them has fewer than eight bits, as a refusal has, and
    /// object 96 what was wrong with them.
    static func place(in answer: [UInt8]) -> PassThroughPlace {
        switch objects(in: answer) {
        case .refused(let refusal): return .none(refusal)
        case .objects(let objects):
            if let bits = objects.lastBits, !bits.isEmpty, answer[bits.lowerBound] & 0x07 != 0 {
                return .none(.noAnswer("the tag refused"))
            }
            if let reception = objects.reception, answer[reception].contains(where: { $0 != 0 }) {
                return .none(.noAnswer("reception status \(answer[reception].hex)"))
            }
            guard let data = objects.data else { return .none(.noAnswer("no data came")) }
            return .data(data)
        }
    }

    /// Four bytes, the lowest first (ACR1552U; NXP community). The value in use reads the same in both orders, since that of
    /// other readers is not known.
    static func timer(microseconds: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: microseconds >> (8 * UInt32($0))) }
    }

    /// 00 01 01 00: 66 ms, where the commands that are passed take 5.
    static let answerTime: UInt32 = 0x0001_0100

    // MARK: Objects

    private enum Parsed {
        case objects(Objects)
        case refused(PassThroughAnswer)
    }

    /// Where the values of those BER-TLV objects stand that are looked at; the last of a kind counts.
    private struct Objects {
        /// C0: the error of an object, or 90 00.
        var result: Range<Int>?
        /// 92: how many bits the last byte has.
        var lastBits: Range<Int>?
        /// 96: the status of the reception.
        var reception: Range<Int>?
        /// 97: what the tag answered.
        var data: Range<Int>?
    }

    /// The objects of an answer in which the reader reports no error.
    private static func objects(in answer: [UInt8]) -> Parsed {
        guard answer.isDone else { return .refused(PassThroughAnswer(refusal: answer[...])) }
        let end = answer.count - 2
        var next = 0
        var objects = Objects()
        while next < end {
            let tag = answer[next]
            next += 1
            guard let length = length(in: answer, at: &next, before: end), length <= end - next else {
                return .refused(.misfit(end, "the objects of the answer are not whole"))
            }
            let value = next..<(next + length)
            switch tag {
            case 0xC0: objects.result = value
            case 0x92: objects.lastBits = value
            case 0x96: objects.reception = value
            case 0x97: objects.data = value
            default: break
            }
            next = value.upperBound
        }
        // The status word is 90 00 also where object C0 reports an error.
        guard let result = objects.result, result.count == 3 else {
            return .refused(.misfit(end, "the answer is none of a transparent session"))
        }
        let isDone = answer[result.upperBound - 2] == 0x90 && answer[result.upperBound - 1] == 0x00
        guard isDone else { return .refused(refusal(answer[result])) }
        return .objects(objects)
    }

    /// `XX SW1 SW2`: which object failed, and why. 6A 80 is a bad value, which a reader says of what it does not know.
    private static func refusal(_ result: ArraySlice<UInt8>) -> PassThroughAnswer {
        let status = result.suffix(2).reduce(0) { $0 << 8 | UInt16($1) }
        let isUnknown = status == 0x6A80 || PassThroughAnswer.isUnknownCommand(status)
        return isUnknown ? .notPassed("object \(result.hex)") : .noAnswer("object \(result.hex)")
    }

    /// One byte up to 7F, else 81 and one, or 82 and two (ISO/IEC 8825-1, 8.1.3). Nil for any other, and for one that does not
    /// stand whole before `end`.
    private static func length(in answer: [UInt8], at next: inout Int, before end: Int) -> Int? {
        guard next < end else { return nil }
        let first = answer[next]
        next += 1
        if first < 0x80 { return Int(first) }
        let count = Int(first & 0x7F)
        guard first == 0x81 || first == 0x82, count <= end - next else { return nil }
        var length = 0
        for byte in answer[next..<(next + count)] { length = length << 8 | Int(byte) }
        next += count
        return length
    }
}
