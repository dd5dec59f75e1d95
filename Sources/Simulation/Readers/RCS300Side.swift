/// Sony RC-S300: FF C2 sessions, from one user's public log; no FF 00 00 00.
///
/// - FF 00 00 00 is 6A 81, and so is an object under a P2 that it does not belong to.
/// - FF CA, FF B0 and FF D6 as of any part 3 reader, and refused while a session is open: a hypothesis.
struct RCS300Side: ReaderSide {
    private let takesSessions: Bool
    private var storage: StorageCardSide { StorageCardSide(words: .init(unknownInstruction: 0x6A81)) }
    private var session = SessionReader(misplaced: .outright)

    init(traits: ReaderTraits = ReaderTraits()) {
        takesSessions = traits.passesThrough
        session.outlastsPower = traits.keepsSession
    }

    var isSessionOpen: Bool { session.isOpen }

    var wordForNoCommand: UInt16 { 0x6700 }

    func kind(of command: ShortCommand, _ bytes: [UInt8]) -> CommandKind {
        return session.kind(of: command, bytes) ?? storage.kind(of: command)
    }

    mutating func answer(
        _ command: ShortCommand, _ bytes: [UInt8], into answer: inout [UInt8], field: some TagField
    ) {
        if session.answer(command, bytes, isTaken: takesSessions, into: &answer, field: field) { return }
        storage.answer(command, bytes, into: &answer, field: field)
    }

    mutating func powerOff() { session.powerOff() }
}
