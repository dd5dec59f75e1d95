/// ACS ACR1552U: everything of the tag's own through FF C2.
///
/// Modelled from public traces:
/// - While a session is open FF CA, FF B0 and FF D6 are 6A 81 and FF 00 00 00 is 69 00.
/// - FF 00 00 00 outside a session is refused with 63 00 by default; some take it, with and without a 00 behind
///   GET_VERSION (`"direct": true`).
/// - FF B0 and FF D6 as on the ACR1252U, from the same maker's manuals: a hypothesis.
struct ACR1552USide: ReaderSide {
    private let direct: DirectTransmit
    private let takesSessions: Bool
    private var storage: StorageCardSide { .acs }
    private var session = SessionReader()

    init(traits: ReaderTraits = ReaderTraits()) {
        direct = DirectTransmit(isTaken: traits.takesDirect, forgivesLe: true)
        takesSessions = traits.passesThrough
        session.outlastsPower = traits.keepsSession
    }

    var isSessionOpen: Bool { session.isOpen }

    var wordForNoCommand: UInt16 { 0x6300 }

    func kind(of command: ShortCommand, _ bytes: [UInt8]) -> CommandKind {
        return session.kind(of: command, bytes) ?? direct.kind(of: command, bytes) ?? storage.kind(of: command)
    }

    mutating func answer(
        _ command: ShortCommand, _ bytes: [UInt8], into answer: inout [UInt8], field: some TagField
    ) {
        if session.answer(command, bytes, isTaken: takesSessions, into: &answer, field: field) { return }
        if direct.answer(command, bytes, into: &answer, field: field) { return }
        storage.answer(command, bytes, into: &answer, field: field)
    }

    mutating func powerOff() { session.powerOff() }

    mutating func escape(_ command: [UInt8]) -> [UInt8]? { acsEscape(command) }
}
