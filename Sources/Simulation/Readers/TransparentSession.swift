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
    static func kind(of command: ShortCommand) -> CommandKind {
        guard command.p2 == 1, let objects = objects(command.data) else { return .other }
        return objects.first { $0.tag == 0x95 }.map { CommandKind(frame: $0.value) } ?? .other
    }

    mutating func answer(_ command: ShortCommand, field: some TagField) -> [UInt8] {
        guard let objects = Self.objects(command.data), !objects.isEmpty else { return [0x67, 0x00] }
        var brought: [UInt8] = []
        for (index, object) in objects.enumerated() {
            let word = carryOut(object, among: objects, p2: command.p2, brought: &brought, field: field)
            if word == 0x6A81, misplaced == .outright { return [0x6A, 0x81] }
            guard word == 0x9000 else {
                return [0xC0, 0x03, UInt8(index + 1)] + [UInt8](statusWord: word) + [0x90, 0x00]
            }
        }
        let answer = [0xC0, 0x03, 0x00, 0x90, 0x00] + brought
        // A short Le of 00 asks for 256 bytes: more is a hypothesis.
        return answer.count > 256 ? [0x67, 0x00] : answer + [0x90, 0x00]
    }

    private mutating func carryOut(
        _ object: Object, among objects: [Object], p2: UInt8, brought: inout [UInt8], field: some TagField
    ) -> UInt16 {
        // Outside a session there is nothing to manage but its beginning.
        guard isOpen || p2 == 0 && object.tag == 0x81 else { return 0x6A81 }
        switch (p2, object.tag) {
        case (0, 0x81): isOpen = true
        case (0, 0x82): close()
        case (0, 0x83): field.turn(on: false)
        case (0, 0x84): field.turn(on: true)
        case (0, 0x5F46), (1, 0x5F46): return set(timer: object.value)
        case (1, 0x90): return object.value.count == 2 ? 0x9000 : 0x6700
        case (1, 0x95): return transceive(object.value, among: objects, brought: &brought, field: field)
        case (2, 0x8F): return switchProtocol(object.value, brought: &brought, field: field)
        default: return 0x6A81
        }
        return 0x9000
    }

    private mutating func set(timer bytes: [UInt8]) -> UInt16 {
        guard bytes.count == 4 else { return 0x6700 }
        let microseconds = bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard microseconds <= Self.longestTimer else { return 0x6A80 }
        timer = microseconds
        return 0x9000
    }

    private func transceive(
        _ frame: [UInt8], among objects: [Object], brought: inout [UInt8], field: some TagField
    ) -> UInt16 {
        // Without the reader's CRC and parity (bits 0 to 3 of the first flag byte) the tag takes no frame for one.
        if objects.contains(where: { $0.tag == 0x90 && ($0.value.first ?? 0) & 0x0F != 0 }) { return 0x6401 }
        switch field.send(frame) {
        case .data(let bytes): brought += Self.received(bytes, bits: 0)
        case .acknowledge:
            // Of the two frames that answer with four bits WRITE alone takes its time.
            guard timer ?? 0 >= Self.writeTime || frame.first != 0xA2 else { return 0x6401 }
            brought += Self.received([0x0A], bits: 4)
        case .refuse, .silence, .passiveAcknowledge: return 0x6401
        }
        return 0x9000
    }

    /// `8F 02 protocol layer`: 00 03 is ISO/IEC 14443 type A, activated. What comes back is the SAK.
    private func switchProtocol(_ value: [UInt8], brought: inout [UInt8], field: some TagField) -> UInt16 {
        guard value.count == 2 else { return 0x6700 }
        guard value[0] == 0, value[1] <= 3 else { return 0x6A81 }
        if value[1] == 3 {
            guard field.select() else { return 0x6401 }
        }
        brought += [0x8F, 0x01, 0x00]
        return 0x9000
    }

    private static func received(_ data: [UInt8], bits: UInt8) -> [UInt8] {
        let length = data.count < 128 ? [UInt8(data.count)] : [0x81, UInt8(truncatingIfNeeded: data.count)]
        // 256 bytes are above what an answer may hold, whatever their length says.
        return [0x92, 0x01, bits, 0x96, 0x02, 0x00, 0x00, 0x97] + length + data
    }

    // MARK: Objects

    struct Object: Hashable, Sendable {
        let tag: UInt16
        let value: [UInt8]
    }

    /// BER-TLV with tags of one or two bytes (ISO/IEC 8825-1, 8.1); nil: what is there does not end where it says.
    static func objects(_ bytes: [UInt8]) -> [Object]? {
        var rest = bytes[...]
        var objects: [Object] = []
        while let first = rest.popFirst() {
            var tag = UInt16(first)
            if first & 0x1F == 0x1F {
                guard let second = rest.popFirst(), second & 0x80 == 0 else { return nil }
                tag = tag << 8 | UInt16(second)
            }
            guard var length = rest.popFirst().map(Int.init) else { return nil }
            if length == 0x81 {
                guard let long = rest.popFirst() else { return nil }
                length = Int(long)
            } else if length > 0x7F {
                return nil
            }
            guard rest.count >= length else { return nil }
            objects.append(Object(tag: tag, value: Array(rest.prefix(length))))
            rest = rest.dropFirst(length)
        }
        return objects
    }
}
