/// ACS ACR122U (API manual 2.04): the storage card commands, the PN532 behind `FF 00 00 00 Lc`, LED, buzzer, firmware.
///
/// Modelled from the manual and from public traces:
/// - InCommunicateThru `D4 42 …` -> `D5 43 status data 90 00`. The tag's four-bit answers, ACK and NAK alike, reach the
///   PN532 as a frame without CRC: status 02. Silence: status 01. The 90 00 is the wrapper's alone.
/// - InDataExchange `D4 40 01 …` knows READ and WRITE and looks at the acknowledgement itself: `D5 41 00`, else
///   `D5 41 01`; GET_VERSION is taken for a MIFARE Classic authentication (14), PWD_AUTH and FAST_READ fail.
/// - An answer of more than 60 pages does not fit the PN532: status 08.
/// - A tag that refused is asleep, and the reader does not wake it.
struct ACR122USide: ReaderSide {
    private let storage = StorageCardSide(acceptsShortReads: true)

    /// The frame for the tag in a direct transmit, and by which of the PN532's commands.
    private enum Direct {
        case communicateThru([UInt8])
        case dataExchange([UInt8])
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
        return .other
    }

    func kind(of bytes: [UInt8]) -> CommandKind {
        guard let command = ShortCommand(bytes) else { return .other }
        switch direct(command) {
        case .communicateThru(let frame), .dataExchange(let frame):
            guard frame.count >= 2, frame[0] == 0xA2 || frame[0] == 0xA0 else { return .other }
            return .write(page: Int(frame[1]))
        case .other: return .other
        case nil: break
        }
        if command.cla == 0xFF, command.ins == 0, command.p1 == 0x40 || command.p1 == 0x52 { return .peripheral }
        return storage.kind(of: bytes)
    }

    func answer(_ bytes: [UInt8], uid: [UInt8], air: ([UInt8]) -> TagAnswer) -> [UInt8] {
        guard let command = ShortCommand(bytes) else { return [0x67, 0x00] }
        guard command.cla == 0xFF, command.ins == 0 else { return storage.answer(bytes, uid: uid, air: air) }
        switch direct(command) {
        case .communicateThru(let frame): return [0xD5, 0x43] + communicate(frame, air: air) + [0x90, 0x00]
        case .dataExchange(let frame): return [0xD5, 0x41] + exchange(frame, air: air) + [0x90, 0x00]
        case .other: return [0x63, 0x00]
        case nil: return peripheral(command)
        }
    }

    /// LED, buzzer and settings are the same commands as over the connection to a tag.
    func escape(_ bytes: [UInt8]) -> [UInt8]? {
        guard let command = ShortCommand(bytes), command.cla == 0xFF, command.ins == 0, direct(command) == nil else {
            return [0x63, 0x00]
        }
        return peripheral(command)
    }

    private func communicate(_ frame: [UInt8], air: ([UInt8]) -> TagAnswer) -> [UInt8] {
        switch air(frame) {
        case .data(let bytes): bytes.count > 240 ? [0x08] : [0x00] + bytes
        case .acknowledge, .refuse: [0x02]
        case .silence, .passiveAcknowledge: [0x01]
        }
    }

    private func exchange(_ frame: [UInt8], air: ([UInt8]) -> TagAnswer) -> [UInt8] {
        switch frame.first {
        case 0x60, 0x61: return [0x14]
        case 0x30, 0xA2: break
        default: return [0x01]
        }
        switch air(frame) {
        case .data(let bytes): return [0x00] + bytes
        case .acknowledge: return [0x00]
        case .refuse, .silence, .passiveAcknowledge: return [0x01]
        }
    }

    /// LED state in the second status byte; the firmware text comes without a status word.
    private func peripheral(_ command: ShortCommand) -> [UInt8] {
        switch command.p1 {
        case 0x40: command.data.count == 4 ? [0x90, command.p2 & 0x03] : [0x63, 0x00]
        case 0x41, 0x52: [0x90, 0x00]
        case 0x48: Array("ACR122U207".utf8)
        case 0x50: [0x90, 0xFF]
        case 0x51: [0x90, command.p2]
        default: [0x63, 0x00]
        }
    }
}
