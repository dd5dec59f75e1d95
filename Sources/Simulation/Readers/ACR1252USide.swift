/// ACS ACR1252U, and by their manuals and traces the ACR1255U-J1, ACM1252U-Y3 and ACR1281U-C1: no PN532.
///
/// Modelled from ACS's manuals (ACM1252U-Y3, ACR1255U-J1) and public traces of ACR1252U and ACR1281U-C1:
/// - FF B0 takes 4, 8, 12 or 16, FF D6 four bytes; every failure is 63 00.
/// - `FF 00 00 00 Lc command` goes to the tag as it stands, with the reader's CRC: data and 90 00 come back, no `D5 43`.
///   Four bits the reader does not understand: WRITE is answered with 63 00 although the page was written. `D4 42` in
///   front is a command that the tag does not know.
/// - FF 00 40 lights and sounds it as an ACR122U (ACM1252U-Y3 manual; on the others a hypothesis).
/// - FF C2 is a transparent session. That the ordinary commands are refused in it, as on the ACR1552U, is a hypothesis.
struct ACR1252USide: ReaderSide {
    private let direct: DirectTransmit
    private let takesSessions: Bool
    private var storage: StorageCardSide { .acs }
    private var session = SessionReader()
    private var led = BicolorLED()

    init(traits: ReaderTraits = ReaderTraits()) {
        direct = DirectTransmit(isTaken: traits.passesThrough)
        takesSessions = traits.passesThrough
        session.outlastsPower = traits.keepsSession
    }

    var isSessionOpen: Bool { session.isOpen }

    var wordForNoCommand: UInt16 { 0x6300 }

    func kind(of command: ShortCommand, _ bytes: [UInt8]) -> CommandKind {
        if BicolorLED.belongs(command) { return .peripheral }
        return session.kind(of: command, bytes) ?? direct.kind(of: command, bytes) ?? storage.kind(of: command)
    }

    mutating func answer(
        _ command: ShortCommand, _ bytes: [UInt8], into answer: inout [UInt8], field: some TagField
    ) {
        if BicolorLED.belongs(command), !isSessionOpen { return answer.append(contentsOf: led.answer(command)) }
        if session.answer(command, bytes, isTaken: takesSessions, into: &answer, field: field) { return }
        if direct.answer(command, bytes, into: &answer, field: field) { return }
        storage.answer(command, bytes, into: &answer, field: field)
    }

    mutating func powerOff() { session.powerOff() }

    mutating func escape(_ command: [UInt8]) -> [UInt8]? { acsEscape(command) }

    func milliseconds(showing command: [UInt8]) -> Int { BicolorLED.milliseconds(command) }
}

extension StorageCardSide {
    /// What ACS's readers without a PN532 do alike (ACM1252U-Y3 manual, 5.2).
    static var acs: StorageCardSide {
        StorageCardSide(lengths: .wholePages, words: Words(wrongLength: 0x6300, unknownInstruction: 0x6300))
    }
}

/// `E0 00 00 INS Lc data` -> `E1 00 00 00 01 value`, through the driver (ACM1252U-Y3 manual, 5.4 and on): the value set, or 8B
/// where it is asked for, the polling parameter as delivered. Nil for anything else.
func acsEscape(_ command: [UInt8]) -> [UInt8]? {
    guard command.count >= 5, command.starts(with: [0xE0, 0x00, 0x00]), command.count == 5 + Int(command[4]) else {
        return nil
    }
    return [0xE1, 0x00, 0x00, 0x00, 0x01, command.count > 5 ? command[command.count - 1] : 0x8B]
}
