/// The other side of a reader of any model.
///
/// An enumeration and no existential: the simulator changes readers a million times a second.
enum ModelSide: ReaderSide {
    case acr122u(ACR122USide)
    case acr1252u(ACR1252USide)
    case acr1552u(ACR1552USide)
    case rcs300(RCS300Side)
    case springcard(SpringCardSide)
    case utrust(UTrustSide)
    /// The storage card commands alone.
    case storageCard(StorageCardSide)

    var wordForNoCommand: UInt16 {
        switch self {
        case .acr122u(let side): side.wordForNoCommand
        case .acr1252u(let side): side.wordForNoCommand
        case .acr1552u(let side): side.wordForNoCommand
        case .rcs300(let side): side.wordForNoCommand
        case .springcard(let side): side.wordForNoCommand
        case .utrust(let side): side.wordForNoCommand
        case .storageCard(let side): side.wordForNoCommand
        }
    }

    func kind(of command: ShortCommand, _ bytes: [UInt8]) -> CommandKind {
        switch self {
        case .acr122u(let side): side.kind(of: command, bytes)
        case .acr1252u(let side): side.kind(of: command, bytes)
        case .acr1552u(let side): side.kind(of: command, bytes)
        case .rcs300(let side): side.kind(of: command, bytes)
        case .springcard(let side): side.kind(of: command, bytes)
        case .utrust(let side): side.kind(of: command, bytes)
        case .storageCard(let side): side.kind(of: command, bytes)
        }
    }

    mutating func answer(
        _ command: ShortCommand, _ bytes: [UInt8], into answer: inout [UInt8], field: some TagField
    ) {
        switch self {
        case .acr122u(var side):
            side.answer(command, bytes, into: &answer, field: field)
            self = .acr122u(side)
        case .acr1252u(var side):
            side.answer(command, bytes, into: &answer, field: field)
            self = .acr1252u(side)
        case .acr1552u(var side):
            side.answer(command, bytes, into: &answer, field: field)
            self = .acr1552u(side)
        case .rcs300(var side):
            side.answer(command, bytes, into: &answer, field: field)
            self = .rcs300(side)
        // Nothing that is sent to these changes them.
        case .springcard(let side): side.answer(command, bytes, into: &answer, field: field)
        case .utrust(let side): side.answer(command, bytes, into: &answer, field: field)
        case .storageCard(let side): side.answer(command, bytes, into: &answer, field: field)
        }
    }

    var isSessionOpen: Bool {
        switch self {
        case .acr1252u(let side): side.isSessionOpen
        case .acr1552u(let side): side.isSessionOpen
        case .rcs300(let side): side.isSessionOpen
        case .acr122u, .springcard, .utrust, .storageCard: false
        }
    }

    mutating func powerOff() {
        switch self {
        case .acr1252u(var side):
            side.powerOff()
            self = .acr1252u(side)
        case .acr1552u(var side):
            side.powerOff()
            self = .acr1552u(side)
        case .rcs300(var side):
            side.powerOff()
            self = .rcs300(side)
        case .acr122u, .springcard, .utrust, .storageCard: break
        }
    }

    mutating func escape(_ command: [UInt8]) -> [UInt8]? {
        switch self {
        case .acr122u(var side):
            defer { self = .acr122u(side) }
            return side.escape(command)
        case .acr1252u(var side): return side.escape(command)
        case .acr1552u(var side): return side.escape(command)
        case .rcs300, .springcard, .utrust, .storageCard: return nil
        }
    }

    func milliseconds(showing command: [UInt8]) -> Int {
        switch self {
        case .acr122u(let side): side.milliseconds(showing: command)
        case .acr1252u(let side): side.milliseconds(showing: command)
        case .acr1552u, .rcs300, .springcard, .utrust, .storageCard: 0
        }
    }
}
