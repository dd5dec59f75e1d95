/// Identiv uTrust 3700 F, 3720 F, 47xx F.
///
/// Modelled from Identiv's manuals (3720 F, 4701 F, 4711 F) and a public note on `FF EF`:
/// - FF B0 brings one page whatever Le is; FF D6 takes four bytes. Some may bring four pages (`"read_bytes": 16`).
/// - `FF EF 00 00 Lc command` passes a command of ISO/IEC 14443-3 through; data and 90 00 come back. That the tag's four
///   bits come back as one byte, and silence as 64 00, is a hypothesis, as is every command but READ.
/// - `FF FE 00 00` is for T=CL and `FF FD` for ISO/IEC 15693: 6A 81 on a Type 2 tag. FF CA 01 is 6A 81.
/// - `FF CC 00 00 Lc escape`: 96 00 and 96 01 turn the field off and on, AC 01 ends the reader's own polling.
struct UTrustSide: ReaderSide {
    private let passesThrough: Bool
    private let storage: StorageCardSide

    init(traits: ReaderTraits = ReaderTraits()) {
        passesThrough = traits.passesThrough
        storage = StorageCardSide(
            lengths: .always(UInt8(clamping: traits.readBytes ?? 4)), words: .init(silence: 0x6400))
    }

    var wordForNoCommand: UInt16 { 0x6700 }

    func kind(of command: ShortCommand, _ bytes: [UInt8]) -> CommandKind {
        guard command.cla == 0xFF else { return .other }
        switch command.ins {
        case 0xEF where passesThrough && hasNoParameters(command):
            return CommandKind(frame: bytes.span.extracting(command.body))
        case 0xCC: return .peripheral
        default: return storage.kind(of: command)
        }
    }

    func answer(
        _ command: ShortCommand, _ bytes: [UInt8], into answer: inout [UInt8], field: some TagField
    ) {
        guard command.cla == 0xFF else { return storage.answer(command, bytes, into: &answer, field: field) }
        switch command.ins {
        case 0xEF where passesThrough: pass(command, bytes, into: &answer, field)
        case 0xCC:
            guard hasNoParameters(command) else { return answer.append(statusWord: 0x6B00) }
            if command.count == 2, bytes[5] == 0x96 { field.turn(on: bytes[6] != 0) }
            answer.append(statusWord: 0x9000)
        case 0xFD, 0xFE: answer.append(statusWord: 0x6A81)
        default: storage.answer(command, bytes, into: &answer, field: field)
        }
    }

    private func pass(
        _ command: ShortCommand, _ bytes: [UInt8], into answer: inout [UInt8], _ field: some TagField
    ) {
        guard hasNoParameters(command) else { return answer.append(statusWord: 0x6B00) }
        guard command.count > 0 else { return answer.append(statusWord: 0x6700) }
        switch field.send(bytes.span.extracting(command.body), into: &answer) {
        // A short Le of 00 asks for 256 bytes: that more fail is a hypothesis.
        case .data where answer.count > 256: return answer.become(statusWord: 0x6700)
        case .data: break
        case .acknowledge: answer.append(0x0A)
        case .refuse(let code): answer.append(code)
        case .silence, .passiveAcknowledge: return answer.append(statusWord: 0x6400)
        }
        answer.append(statusWord: 0x9000)
    }

    private func hasNoParameters(_ command: ShortCommand) -> Bool { command.p1 == 0 && command.p2 == 0 }
}
