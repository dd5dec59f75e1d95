/// SpringCard readers, from SpringCard's public PC/SC SDK.
///
/// - `FF FE 01 TT Lc command`: ISO/IEC 14443-3 type A with CRC, TT a code for the time-out; data and 90 00 come back. Errors on
///   the air are 6F xx: that 01 is silence and 02 an answer of four bits, ACK and NAK alike, is a hypothesis.
/// - FF B0 and FF D6 fail with the same words: a hypothesis.
/// - `FF FB P1 00` ends and begins the reader's own tracking of cards.
struct SpringCardSide: ReaderSide {
    private let passesThrough: Bool
    private var storage: StorageCardSide {
        StorageCardSide(
            lengths: .upTo16, words: .init(readRefused: 0x6F02, writeRefused: 0x6F02, silence: 0x6F01))
    }

    init(traits: ReaderTraits = ReaderTraits()) { passesThrough = traits.passesThrough }

    var wordForNoCommand: UInt16 { 0x6700 }

    func kind(of command: ShortCommand, _ bytes: [UInt8]) -> CommandKind {
        guard command.cla == 0xFF else { return .other }
        switch command.ins {
        case 0xFE where passesThrough && command.p1 == 1:
            return CommandKind(frame: bytes.span.extracting(command.body))
        case 0xFB: return .peripheral
        default: return storage.kind(of: command)
        }
    }

    func answer(
        _ command: ShortCommand, _ bytes: [UInt8], into answer: inout [UInt8], field: some TagField
    ) {
        guard command.cla == 0xFF else { return storage.answer(command, bytes, into: &answer, field: field) }
        switch command.ins {
        case 0xFE where passesThrough: pass(command, bytes, into: &answer, field)
        case 0xFB: answer.append(statusWord: command.p1 <= 1 && command.p2 == 0 ? 0x9000 : 0x6B00)
        default: storage.answer(command, bytes, into: &answer, field: field)
        }
    }

    private func pass(
        _ command: ShortCommand, _ bytes: [UInt8], into answer: inout [UInt8], _ field: some TagField
    ) {
        guard command.p1 == 1 else { return answer.append(statusWord: 0x6B00) }
        guard command.count > 0 else { return answer.append(statusWord: 0x6700) }
        switch field.send(bytes.span.extracting(command.body), into: &answer) {
        // A short Le of 00 asks for 256 bytes: that more fail is a hypothesis.
        case .data where answer.count > 256: answer.become(statusWord: 0x6700)
        case .data: answer.append(statusWord: 0x9000)
        case .acknowledge, .refuse: answer.append(statusWord: 0x6F02)
        case .silence, .passiveAcknowledge: answer.append(statusWord: 0x6F01)
        }
    }
}
