/// SpringCard readers, from SpringCard's public PC/SC SDK.
///
/// - `FF FE 01 TT Lc command`: ISO/IEC 14443-3 type A with CRC, TT a code for the time-out; data and 90 00 come back. Errors on
///   the air are 6F xx: that 01 is silence and 02 an answer of four bits, ACK and NAK alike, is a hypothesis.
/// - FF B0 and FF D6 fail with the same words: a hypothesis.
/// - `FF FB P1 00` ends and begins the reader's own tracking of cards.
struct SpringCardSide: ReaderSide {
    private let passesThrough: Bool
    private let storage = StorageCardSide(
        lengths: .upTo16, words: .init(readRefused: 0x6F02, writeRefused: 0x6F02, silence: 0x6F01))

    init(traits: ReaderTraits = ReaderTraits()) { passesThrough = traits.passesThrough }

    func kind(of bytes: [UInt8]) -> CommandKind {
        guard let command = ShortCommand(bytes), command.cla == 0xFF else { return .other }
        switch command.ins {
        case 0xFE where passesThrough && command.p1 == 1: return CommandKind(frame: command.data)
        case 0xFB: return .peripheral
        default: return storage.kind(of: bytes)
        }
    }

    func answer(_ bytes: [UInt8], field: some TagField) -> [UInt8] {
        guard let command = ShortCommand(bytes) else { return [0x67, 0x00] }
        guard command.cla == 0xFF else { return storage.answer(bytes, field: field) }
        switch command.ins {
        case 0xFE where passesThrough: return pass(command, field)
        case 0xFB: return command.p1 <= 1 && command.p2 == 0 ? [0x90, 0x00] : [0x6B, 0x00]
        default: return storage.answer(bytes, field: field)
        }
    }

    private func pass(_ command: ShortCommand, _ field: some TagField) -> [UInt8] {
        guard command.p1 == 1 else { return [0x6B, 0x00] }
        guard !command.data.isEmpty else { return [0x67, 0x00] }
        switch field.send(command.data) {
        // A short Le of 00 asks for 256 bytes: that more fail is a hypothesis.
        case .data(let bytes): return bytes.count > 256 ? [0x67, 0x00] : bytes + [0x90, 0x00]
        case .acknowledge, .refuse: return [0x6F, 0x02]
        case .silence, .passiveAcknowledge: return [0x6F, 0x01]
        }
    }
}
