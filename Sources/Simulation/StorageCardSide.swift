/// FF CA, FF B0 and FF D6 (PC/SC part 3, 3.2.2.1) on a Type 2 tag.
///
/// A tag's refusal and its silence both come out as 63 00. Commands that the reader does not know: 6D 00, another class
/// 6E 00, lengths that do not agree 67 00.
struct StorageCardSide: ReaderSide {
    /// Whether FF B0 takes an Le from 1 to 16, as ACS readers do; else 10 alone, as PN533 readers, with 6C 10.
    let acceptsShortReads: Bool

    func kind(of command: [UInt8]) -> CommandKind {
        guard let command = ShortCommand(command), command.cla == 0xFF, command.ins == 0xD6, command.p1 == 0,
            command.data.count == 4
        else { return .other }
        return .write(page: Int(command.p2))
    }

    func answer(_ command: [UInt8], uid: [UInt8], air: ([UInt8]) -> TagAnswer) -> [UInt8] {
        guard let command = ShortCommand(command) else { return [0x67, 0x00] }
        guard command.cla == 0xFF else { return [0x6E, 0x00] }
        switch command.ins {
        case 0xCA: return getData(command, uid: uid)
        case 0xB0: return readBinary(command, air: air)
        case 0xD6: return updateBinary(command, air: air)
        default: return [0x6D, 0x00]
        }
    }

    /// The UID is the reader's own knowledge, from the anticollision; no frame goes to the tag.
    private func getData(_ command: ShortCommand, uid: [UInt8]) -> [UInt8] {
        guard command.p1 == 0, command.p2 == 0 else { return [0x6A, 0x81] }
        guard command.data.isEmpty, let le = command.le else { return [0x67, 0x00] }
        guard le == 256 || le == uid.count else { return [0x6C, UInt8(uid.count)] }
        return uid + [0x90, 0x00]
    }

    /// P2 is the page; the tag's READ always brings 16 bytes.
    private func readBinary(_ command: ShortCommand, air: ([UInt8]) -> TagAnswer) -> [UInt8] {
        guard command.p1 == 0 else { return [0x6B, 0x00] }
        guard command.data.isEmpty, let le = command.le else { return [0x67, 0x00] }
        if acceptsShortReads {
            guard le <= 16 else { return [0x67, 0x00] }
        } else {
            guard le == 16 else { return [0x6C, 0x10] }
        }
        guard case .data(let bytes) = air([0x30, command.p2]) else { return [0x63, 0x00] }
        return bytes.prefix(le) + [0x90, 0x00]
    }

    private func updateBinary(_ command: ShortCommand, air: ([UInt8]) -> TagAnswer) -> [UInt8] {
        guard command.p1 == 0 else { return [0x6B, 0x00] }
        guard command.data.count == 4 else { return [0x67, 0x00] }
        return air([0xA2, command.p2] + command.data) == .acknowledge ? [0x90, 0x00] : [0x63, 0x00]
    }
}
