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
    private let storage = StorageCardSide(lengths: .upTo16)
    private var led = BicolorLED()
    /// What the PICC operating parameter is set to.
    private var polling: UInt8 = 0xFF

    init(passesThrough: Bool = true) { self.passesThrough = passesThrough }

    /// A direct transmit, by the PN532's command.
    private enum Direct {
        case communicateThru([UInt8])
        case dataExchange([UInt8])
        case list
        case select
        case field(isOn: Bool)
        case other
    }

    /// Nil: no direct transmit at all.
    private func direct(_ command: ShortCommand) -> Direct? {
        guard command.cla == 0xFF, command.ins == 0, command.p1 == 0, command.p2 == 0, !command.data.isEmpty else {
            return nil
        }
        let data = command.data
        if data.starts(with: [0xD4, 0x42]) { return .communicateThru(Array(data.dropFirst(2))) }
        if data.starts(with: [0xD4, 0x40, 0x01]) { return .dataExchange(Array(data.dropFirst(3))) }
        if data == [0xD4, 0x4A, 0x01, 0x00] { return .list }
        if data == [0xD4, 0x54, 0x01] { return .select }
        if data.count == 4, data.starts(with: [0xD4, 0x32, 0x01]) { return .field(isOn: data[3] & 0x01 != 0) }
        return .other
    }

    func kind(of bytes: [UInt8]) -> CommandKind {
        guard let command = ShortCommand(bytes) else { return .other }
        switch direct(command) {
        case .communicateThru(let frame), .dataExchange(let frame): return CommandKind(frame: frame)
        case .list, .select, .field, .other: return .other
        case nil: break
        }
        if command.cla == 0xFF, command.ins == 0, command.p1 >= 0x40 { return .peripheral }
        return storage.kind(of: bytes)
    }

    mutating func answer(_ bytes: [UInt8], field: some TagField) -> [UInt8] {
        guard let command = ShortCommand(bytes) else { return [0x67, 0x00] }
        guard command.cla == 0xFF, command.ins == 0 else { return storage.answer(bytes, field: field) }
        guard let direct = direct(command) else { return peripheral(command) }
        guard passesThrough else { return [0x6A, 0x81] }
        switch direct {
        case .communicateThru(let frame): return [0xD5, 0x43] + communicate(frame, field) + [0x90, 0x00]
        case .dataExchange(let frame): return [0xD5, 0x41] + exchange(frame, field) + [0x90, 0x00]
        case .list: return [0xD5, 0x4B] + list(field) + [0x90, 0x00]
        case .select: return [0xD5, 0x55, field.select() ? 0x00 : 0x01, 0x90, 0x00]
        case .field(let isOn):
            field.turn(on: isOn)
            return [0xD5, 0x33, 0x90, 0x00]
        case .other: return [0x63, 0x00]
        }
    }

    /// LED, buzzer and settings are the same commands as over the connection to a tag.
    mutating func escape(_ bytes: [UInt8]) -> [UInt8]? {
        guard let command = ShortCommand(bytes), kind(of: bytes) == .peripheral else { return nil }
        return peripheral(command)
    }

    func milliseconds(showing bytes: [UInt8]) -> Int { BicolorLED.milliseconds(bytes) }

    private func communicate(_ frame: [UInt8], _ field: some TagField) -> [UInt8] {
        switch field.send(frame) {
        case .data(let bytes): bytes.count > 240 ? [0x08] : [0x00] + bytes
        case .acknowledge, .refuse: [0x02]
        case .silence, .passiveAcknowledge: [0x01]
        }
    }

    private func exchange(_ frame: [UInt8], _ field: some TagField) -> [UInt8] {
        switch frame.first {
        case 0x60, 0x61: return [0x14]
        case 0x30, 0xA2: break
        default: return [0x01]
        }
        switch field.send(frame) {
        case .data(let bytes): return [0x00] + bytes
        case .acknowledge: return [0x00]
        case .refuse, .silence, .passiveAcknowledge: return [0x01]
        }
    }

    /// One target: its number, ATQA as the PN532 turns it, SAK, and the UID behind its length (PN532 user manual, 7.3.5).
    private func list(_ field: some TagField) -> [UInt8] {
        guard field.select() else { return [0x00] }
        return [0x01, 0x01, 0x00, 0x44, 0x00, UInt8(field.uid.count)] + field.uid
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
