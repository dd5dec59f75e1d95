/// A reader's transparent session and what it refuses meanwhile: FF CA, FF B0 and FF D6 with 6A 81, FF 00 00 00 with 69 00
/// (a public trace of an ACR1552U).
struct SessionReader: Sendable {
    private var session: TransparentSession
    /// A new connection does not end the session: how most readers behave is a hypothesis.
    var outlastsPower = false

    init(misplaced: TransparentSession.Misplaced = .inStatusObject) {
        session = TransparentSession(misplaced: misplaced)
    }

    var isOpen: Bool { session.isOpen }

    /// Nil: a command that no session changes.
    func kind(of command: ShortCommand, _ bytes: [UInt8]) -> CommandKind? {
        if TransparentSession.belongs(command) {
            return isOpen ? TransparentSession.kind(of: command, bytes) : .other
        }
        return isOpen && command.cla == 0xFF ? .other : nil
    }

    /// False: a command for the reader as it is without sessions.
    ///
    /// - Parameter isTaken: whether the reader knows FF C2 at all.
    mutating func answer(
        _ command: ShortCommand, _ bytes: [UInt8], isTaken: Bool, into answer: inout [UInt8],
        field: some TagField
    ) -> Bool {
        if isTaken, TransparentSession.belongs(command) {
            session.answer(command, bytes, into: &answer, field: field)
            return true
        }
        guard isOpen, command.cla == 0xFF else { return false }
        answer.append(statusWord: command.ins == 0 ? 0x6900 : 0x6A81)
        return true
    }

    mutating func powerOff() {
        if !outlastsPower { session.close() }
    }
}
