/// `FF 00 00 00 Lc command` of ACS's readers without a PN532: the command goes to the tag as it stands.
struct DirectTransmit: Sendable {
    /// Else 63 00, and nothing is sent.
    let isTaken: Bool
    /// Whether a trailing 00 behind GET_VERSION is left out.
    var forgivesLe = false

    /// Nil: another command.
    func kind(of command: ShortCommand) -> CommandKind? {
        guard belongs(command) else { return nil }
        return isTaken ? CommandKind(frame: command.data) : .other
    }

    /// Nil: another command.
    func answer(_ command: ShortCommand, field: some TagField) -> [UInt8]? {
        guard belongs(command) else { return nil }
        guard isTaken else { return [0x63, 0x00] }
        let frame = forgivesLe && command.data == [0x60, 0x00] ? [0x60] : command.data
        // A short Le of 00 asks for 256 bytes: that more fail is a hypothesis.
        guard case .data(let bytes) = field.send(frame), bytes.count <= 256 else { return [0x63, 0x00] }
        return bytes + [0x90, 0x00]
    }

    private func belongs(_ command: ShortCommand) -> Bool {
        command.cla == 0xFF && command.ins == 0 && command.p1 == 0 && command.p2 == 0 && !command.data.isEmpty
    }
}
