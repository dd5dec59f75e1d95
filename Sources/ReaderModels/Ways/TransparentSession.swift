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

    /// Transmits and receives: flags (no protocol prologue), timer, data. Nil for more than 120 bytes: longer data has a length
    /// of two bytes, of which no trace is known.
    static func exchange(_ native: [UInt8]) -> [UInt8]? {
        guard native.count <= 120 else { return nil }
        var objects = transceiveObjects
        objects.append(UInt8(native.count))
        var command = [UInt8](apdu: 0xFF, 0xC2, 0x00, 0x01, lead: objects, native: native)
        command.append(0x00)
        return command
    }

    /// Flags, timer, and the tag of the data.
    private static let transceiveObjects: [UInt8] =
        [0x90, 0x02, 0x10, 0x00, 0x5F, 0x46, 0x04] + timer(microseconds: answerTime) + [0x95]

    /// The tag's bytes are object 97; object 92 says that the last of them has fewer than eight bits, as a refusal has, and
    /// object 96 what was wrong with them.
    static func unwrap(_ answer: [UInt8]) -> PassThroughAnswer {
        switch objects(in: answer) {
        case .refused(let refusal): return refusal
        case .objects(let objects):
            if let bits = objects[0x92]?.first, bits & 0x07 != 0 { return .noAnswer("the tag refused") }
            if let status = objects[0x96], status.contains(where: { $0 != 0 }) {
                return .noAnswer("reception status \(status.hex)")
            }
            guard let data = objects[0x97] else { return .noAnswer("no data came") }
            return .data(Array(data))
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

    /// BER-TLV objects in their order; the last of a kind counts.
    private struct Objects {
        private var all: [(tag: UInt8, value: ArraySlice<UInt8>)] = []

        init() { all.reserveCapacity(4) }

        mutating func append(_ tag: UInt8, _ value: ArraySlice<UInt8>) { all.append((tag, value)) }

        subscript(tag: UInt8) -> ArraySlice<UInt8>? { all.last { $0.tag == tag }?.value }
    }

    /// The objects of an answer in which the reader reports no error.
    private static func objects(in answer: [UInt8]) -> Parsed {
        guard answer.isDone else { return .refused(PassThroughAnswer(refusal: answer.suffix(2))) }
        var rest = answer.dropLast(2)
        var objects = Objects()
        while let tag = rest.popFirst() {
            guard let length = length(&rest), length <= rest.count else {
                return .refused(.misfit(answer.count - 2, "the objects of the answer are not whole"))
            }
            objects.append(tag, rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        // The status word is 90 00 also where object C0 reports an error.
        guard let result = objects[0xC0].map({ Array($0) }), result.count == 3 else {
            return .refused(.misfit(answer.count - 2, "the answer is none of a transparent session"))
        }
        guard result.isDone else { return .refused(refusal(result)) }
        return .objects(objects)
    }

    /// `XX SW1 SW2`: which object failed, and why. 6A 80 is a bad value, which a reader says of what it does not know.
    private static func refusal(_ result: [UInt8]) -> PassThroughAnswer {
        if result.suffix(2) == [0x6A, 0x80] { return .notPassed("object \(result.hex)") }
        return switch PassThroughAnswer(refusal: result.suffix(2)) {
        case .notPassed: .notPassed("object \(result.hex)")
        default: .noAnswer("object \(result.hex)")
        }
    }

    /// One byte up to 7F, else 81 and one, or 82 and two (ISO/IEC 8825-1, 8.1.3).
    private static func length(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard let first = rest.popFirst() else { return nil }
        if first < 0x80 { return Int(first) }
        guard first == 0x81 || first == 0x82, rest.count >= Int(first & 0x7F) else { return nil }
        let bytes = rest.prefix(Int(first & 0x7F))
        rest = rest.dropFirst(bytes.count)
        return bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
