/// The transparent session of PC/SC part 3, amendment 2.02: `FF C2 00 P2 Lc <objects> Le`, P2 00 manage session, 01
/// exchange, 02 switch protocol.
///
/// Modelled from ACS's manual of the ACM1252U-Y3 and public traces of ACR1252U, ACR1552U and RC-S300:
/// - The answer begins with `C0 03 index SW1 SW2`; index and word say which object failed, first is 1. The outer word is
///   90 00 all the same.
/// - What the tag answered: `92 01` valid bits of the last byte, `96 02` status, `97` data, in this order.
/// - An object behind one that failed is not carried out.
/// - Silence and a refusal are 64 01 (no answer of the card).
/// - WRITE takes longer than the reader waits by itself: without a timer `5F 46 04`, microseconds least significant byte
///   first, the answer is 64 01 although the page was written. How the acknowledgement looks with a timer, four valid bits
///   `0A`, is a hypothesis.
struct TransparentSession: Sendable {
    /// What each P2 is answered with where the object belongs elsewhere.
    let misplaced: Misplaced

    /// What an object is answered with that has another P2.
    enum Misplaced: Sendable {
        /// 6A 81 in the status object.
        case inStatusObject
        /// 6A 81 instead of any object.
        case outright
    }

    private(set) var isOpen = false
    /// Microseconds; nil: the reader's own, enough for reads.
    private var timer: UInt32?

    /// EEPROM of a Type 2 tag is written within 10 ms, in about 4 (NTAG213/215/216 data sheet, 10.5).
    private static let writeTime: UInt32 = 4000
    /// A timer above this, a minute, is not taken: a hypothesis.
    private static let longestTimer: UInt32 = 60_000_000

    init(misplaced: Misplaced = .inStatusObject) { self.misplaced = misplaced }

    mutating func close() { (isOpen, timer) = (false, nil) }

    /// Nil: the command is none of FF C2.
    static func belongs(_ command: ShortCommand) -> Bool {
        command.cla == 0xFF && command.ins == 0xC2 && command.p1 == 0 && command.p2 <= 2
    }

    /// The frame that this command sends to the tag.
    static func kind(of command: ShortCommand, _ bytes: [UInt8]) -> CommandKind {
        guard command.p2 == 1, let frame = Objects(bytes, command.body)?.frame else { return .other }
        return CommandKind(frame: bytes.span.extracting(frame))
    }

    mutating func answer(
        _ command: ShortCommand, _ bytes: [UInt8], into answer: inout [UInt8], field: some TagField
    ) {
        guard var objects = Objects(bytes, command.body), command.count > 0 else {
            return answer.append(statusWord: 0x6700)
        }
        answer += [0xC0, 0x03, 0x00, 0x90, 0x00]
        var number: UInt8 = 0
        while let object = objects.next(bytes) {
            number += 1
            let word = carryOut(
                object, bytes, isDisturbed: objects.isDisturbed, p2: command.p2, brought: &answer, field: field)
            if word == 0x6A81, misplaced == .outright { return answer.become(statusWord: word) }
            guard word == 0x9000 else {
                // What the objects before brought does not come.
                answer.removeLast(answer.count - 2)
                answer.append(number)
                answer.append(statusWord: word)
                return answer.append(statusWord: 0x9000)
            }
        }
        // A short Le of 00 asks for 256 bytes: more is a hypothesis.
        guard answer.count <= 256 else { return answer.become(statusWord: 0x6700) }
        answer.append(statusWord: 0x9000)
    }

    private mutating func carryOut(
        _ object: Objects.Object, _ bytes: [UInt8], isDisturbed: Bool, p2: UInt8, brought: inout [UInt8],
        field: some TagField
    ) -> UInt16 {
        // Outside a session there is nothing to manage but its beginning.
        guard isOpen || p2 == 0 && object.tag == 0x81 else { return 0x6A81 }
        switch (p2, object.tag) {
        case (0, 0x81): isOpen = true
        case (0, 0x82): close()
        case (0, 0x83): field.turn(on: false)
        case (0, 0x84): field.turn(on: true)
        case (0, 0x5F46), (1, 0x5F46): return set(timer: bytes[object.value])
        case (1, 0x90): return object.value.count == 2 ? 0x9000 : 0x6700
        case (1, 0x95):
            guard !isDisturbed else { return 0x6401 }
            return transceive(bytes.span.extracting(object.value), brought: &brought, field: field)
        case (2, 0x8F): return switchProtocol(bytes[object.value], brought: &brought, field: field)
        default: return 0x6A81
        }
        return 0x9000
    }

    private mutating func set(timer bytes: ArraySlice<UInt8>) -> UInt16 {
        guard bytes.count == 4 else { return 0x6700 }
        let microseconds = bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard microseconds <= Self.longestTimer else { return 0x6A80 }
        timer = microseconds
        return 0x9000
    }

    private func transceive(
        _ frame: Span<UInt8>, brought: inout [UInt8], field: some TagField
    ) -> UInt16 {
        let start = brought.count
        brought += [0x92, 0x01, 0x00, 0x96, 0x02, 0x00, 0x00, 0x97, 0x00]
        switch field.send(frame, into: &brought) {
        case .data: break
        case .acknowledge:
            // Of the two frames that answer with four bits WRITE alone takes its time.
            guard timer ?? 0 >= Self.writeTime || frame.isEmpty || frame[0] != 0xA2 else { return 0x6401 }
            brought[start + 2] = 4
            brought.append(0x0A)
        case .refuse, .silence, .passiveAcknowledge: return 0x6401
        }
        let length = brought.count - start - 9
        if length < 128 {
            brought[start + 8] = UInt8(length)
        } else {
            // 256 bytes are above what an answer may hold, whatever their length says.
            brought[start + 8] = 0x81
            brought.insert(UInt8(truncatingIfNeeded: length), at: start + 9)
        }
        return 0x9000
    }

    /// `8F 02 protocol layer`: 00 03 is ISO/IEC 14443 type A, activated. What comes back is the SAK.
    private func switchProtocol(
        _ value: ArraySlice<UInt8>, brought: inout [UInt8], field: some TagField
    ) -> UInt16 {
        guard value.count == 2, let first = value.first, let layer = value.last else { return 0x6700 }
        guard first == 0, layer <= 3 else { return 0x6A81 }
        if layer == 3 {
            guard field.select() else { return 0x6401 }
        }
        brought += [0x8F, 0x01, 0x00]
        return 0x9000
    }

    // MARK: Objects

    /// BER-TLV with tags of one or two bytes (ISO/IEC 8825-1, 8.1), as they stand in a command.
    struct Objects: Hashable, Sendable {
        struct Object: Hashable, Sendable {
            let tag: UInt16
            /// Where the value stands in the command.
            let value: Range<Int>
        }

        private var place: Int
        private let end: Int
        /// The value of the first object 95: what goes to the tag.
        private(set) var frame: Range<Int>?
        /// Without the reader's CRC and parity (bits 0 to 3 of the first flag byte of an object 90) the tag takes no frame for
        /// one.
        private(set) var isDisturbed = false

        /// Nil: what stands in `body` does not end where it says.
        init?(_ bytes: [UInt8], _ body: Range<Int>) {
            (place, end) = (body.lowerBound, body.upperBound)
            while place < end {
                guard let object = next(bytes) else { return nil }
                if object.tag == 0x95, frame == nil { frame = object.value }
                if object.tag == 0x90, !object.value.isEmpty, bytes[object.value.lowerBound] & 0x0F != 0 {
                    isDisturbed = true
                }
            }
            place = body.lowerBound
        }

        /// Nil: none is left, or the rest is none.
        mutating func next(_ bytes: [UInt8]) -> Object? {
            guard let first = take(bytes) else { return nil }
            var tag = UInt16(first)
            if first & 0x1F == 0x1F {
                guard let second = take(bytes), second & 0x80 == 0 else { return nil }
                tag = tag << 8 | UInt16(second)
            }
            guard var length = take(bytes) else { return nil }
            if length == 0x81 {
                guard let long = take(bytes) else { return nil }
                length = long
            } else if length > 0x7F {
                return nil
            }
            guard end - place >= Int(length) else { return nil }
            defer { place += Int(length) }
            return Object(tag: tag, value: place..<place + Int(length))
        }

        private mutating func take(_ bytes: [UInt8]) -> UInt8? {
            guard place < end else { return nil }
            defer { place += 1 }
            return bytes[place]
        }
    }
}
