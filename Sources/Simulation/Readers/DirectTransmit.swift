/// `FF 00 00 00 Lc command` of ACS's readers without a PN532: the command goes to the tag as it stands.
struct DirectTransmit: Sendable {
    /// Else 63 00, and nothing is sent.
    let isTaken: Bool
    /// Whether a trailing 00 behind GET_VERSION is left out.
    var forgivesLe = false

    /// Nil: another command.
    func kind(of command: ShortCommand, _ bytes: [UInt8]) -> CommandKind? {
        guard belongs(command) else { return nil }
        return isTaken ? CommandKind(frame: bytes.span.extracting(command.body)) : .other
    }

    /// False: another command.
    func answer(
        _ command: ShortCommand, _ bytes: [UInt8], into answer: inout [UInt8], field: some TagField
    ) -> Bool {
        guard belongs(command) else { return false }
        var length = command.count
        if forgivesLe, length == 2, bytes[5] == 0x60, bytes[6] == 0x00 { length = 1 }
        // A short Le of 00 asks for 256 bytes: that more fail is a hypothesis.
        if isTaken, field.send(bytes.span.extracting(5..<5 + length), into: &answer) == .data, answer.count <= 256 {
            answer.append(statusWord: 0x9000)
        } else {
            answer.become(statusWord: 0x6300)
        }
        return true
    }

    private func belongs(_ command: ShortCommand) -> Bool { command.isReaderCommand(0, 0, 0) && command.count > 0 }
}
