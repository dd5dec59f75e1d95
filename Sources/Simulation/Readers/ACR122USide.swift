import Tags

/// ACS ACR122U (API manual 2.04): the storage card commands, the PN532 behind `FF 00 00 00 Lc`, LED, buzzer, firmware.
///
/// Modelled from the manual and from public traces:
/// - InCommunicateThru `D4 42 …` -> `D5 43 status data 90 00`. The tag's four-bit answers, ACK and NAK alike, reach the
///   PN532 as a frame without CRC: status 02. Silence: status 01. The 90 00 is the wrapper's alone.
/// - InDataExchange `D4 40 01 …` knows READ and WRITE and looks at the acknowledgement itself: `D5 41 00`, else
///   `D5 41 01`; GET_VERSION is taken for a MIFARE Classic authentication (14), PWD_AUTH and FAST_READ fail.
/// - An answer of more than 60 pages does not fit the PN532: status 08.
/// - InListPassiveTarget `D4 4A 01 00` and InSelect `D4 54 01` select the tag anew; RFConfiguration `D4 32 01 0x` turns the
///   field off and on. That FF B0 works again behind them is a hypothesis.
/// - A tag that refused is asleep, and the reader does not wake it by itself.
struct ACR122USide: ReaderSide {
    /// Whether FF 00 00 00 reaches the PN532.
    var passesThrough = true
    private var storage: StorageCardSide { StorageCardSide(lengths: .upTo16) }
    private var led = BicolorLED()
    /// What the PICC operating parameter is set to.
    private var polling: UInt8 = 0xFF

    init(passesThrough: Bool = true) { self.passesThrough = passesThrough }

    /// A direct transmit, by the PN532's command.
    private enum Direct {
        /// The frame begins at this byte of the command.
        case communicateThru(Int)
        /// The same.
        case dataExchange(Int)
        case list
        case select
        case field(isOn: Bool)
        case other
    }

    /// Nil: no direct transmit at all.
    private func direct(_ command: ShortCommand, _ bytes: [UInt8]) -> Direct? {
        guard command.isReaderCommand(0, 0, 0), command.count > 0 else { return nil }
        guard command.count >= 2, bytes[5] == 0xD4 else { return .other }
        switch (bytes[6], command.count) {
        case (0x42, _): return .communicateThru(7)
        case (0x40, 3...) where bytes[7] == 0x01: return .dataExchange(8)
        case (0x4A, 4) where bytes[7] == 0x01 && bytes[8] == 0x00: return .list
        case (0x54, 3) where bytes[7] == 0x01: return .select
        case (0x32, 4) where bytes[7] == 0x01: return .field(isOn: bytes[8] & 0x01 != 0)
        default: return .other
        }
    }

    var wordForNoCommand: UInt16 { 0x6700 }

    func kind(of command: ShortCommand, _ bytes: [UInt8]) -> CommandKind {
        switch direct(command, bytes) {
        case .communicateThru(let start), .dataExchange(let start):
            return CommandKind(frame: bytes.span.extracting(start..<command.body.upperBound))
        case .list, .select, .field, .other: return .other
        case nil: break
        }
        if command.cla == 0xFF, command.ins == 0, command.p1 >= 0x40 { return .peripheral }
        return storage.kind(of: command)
    }

    mutating func answer(
        _ command: ShortCommand, _ bytes: [UInt8], into answer: inout [UInt8], field: some TagField
    ) {
        guard command.cla == 0xFF, command.ins == 0 else {
            return storage.answer(command, bytes, into: &answer, field: field)
        }
        guard let direct = direct(command, bytes) else { return answer.append(contentsOf: peripheral(command)) }
        guard passesThrough else { return answer.append(statusWord: 0x6A81) }
        let end = command.body.upperBound
        switch direct {
        case .communicateThru(let start): communicate(bytes.span.extracting(start..<end), into: &answer, field)
        case .dataExchange(let start): exchange(bytes.span.extracting(start..<end), into: &answer, field)
        case .list: answer += [0xD5, 0x4B] + list(field) + [0x90, 0x00]
        case .select: answer += [0xD5, 0x55, field.select() ? 0x00 : 0x01, 0x90, 0x00]
        case .field(let isOn):
            field.turn(on: isOn)
            answer += [0xD5, 0x33, 0x90, 0x00]
        case .other: answer.append(statusWord: 0x6300)
        }
    }

    /// LED, buzzer and settings are the same commands as over the connection to a tag.
    mutating func escape(_ bytes: [UInt8]) -> [UInt8]? {
        guard let command = ShortCommand(bytes), kind(of: bytes) == .peripheral else { return nil }
        return peripheral(command)
    }

    func milliseconds(showing bytes: [UInt8]) -> Int { BicolorLED.milliseconds(bytes) }

    private func communicate(_ frame: Span<UInt8>, into answer: inout [UInt8], _ field: some TagField) {
        Self.begin(&answer, 0x43)
        switch field.send(frame, into: &answer) {
        case .data:
            if answer.count > 3 + 240 {
                answer.removeLast(answer.count - 3)
                answer[2] = 0x08
            }
        case .acknowledge, .refuse: answer[2] = 0x02
        case .silence, .passiveAcknowledge: answer[2] = 0x01
        }
        answer.append(statusWord: 0x9000)
    }

    private func exchange(_ frame: Span<UInt8>, into answer: inout [UInt8], _ field: some TagField) {
        Self.begin(&answer, 0x41)
        switch frame.isEmpty ? 0 : frame[0] {
        case 0x60, 0x61: answer[2] = 0x14
        case 0x30, 0xA2:
            switch field.send(frame, into: &answer) {
            case .data, .acknowledge: break
            case .refuse, .silence, .passiveAcknowledge: answer[2] = 0x01
            }
        default: answer[2] = 0x01
        }
        answer.append(statusWord: 0x9000)
    }

    /// The answer's first bytes, and 00 for no error.
    private static func begin(_ answer: inout [UInt8], _ code: UInt8) {
        answer.append(0xD5)
        answer.append(code)
        answer.append(0x00)
    }

    /// One target: its number, ATQA as the PN532 turns it, SAK, and the UID behind its length (PN532 user manual, 7.3.5).
    private func list(_ field: some TagField) -> [UInt8] {
        guard field.select() else { return [0x00] }
        return [0x01, 0x01, 0x00, 0x44, 0x00, UInt8(field.uid.count)] + field.uid.bytes
    }

    /// LED state in the second status byte; the firmware text comes without a status word.
    private mutating func peripheral(_ command: ShortCommand) -> [UInt8] {
        switch command.p1 {
        case 0x40: return led.answer(command)
        case 0x41, 0x52: return [0x90, 0x00]
        case 0x48: return Array("ACR122U207".utf8)
        case 0x50: return [0x90, polling]
        case 0x51:
            polling = command.p2
            return [0x90, polling]
        default: return [0x63, 0x00]
        }
    }
}
