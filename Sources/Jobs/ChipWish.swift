import Tags

/// What a job asks of a tag that only some chips can do.
enum ChipWish: Hashable, Sendable {
    case mirror(AsciiMirror.Content)
    case lock
    case protection

    /// Those of a row.
    static func all(_ settings: Settings, locked: Bool) -> [ChipWish] {
        var wishes: [ChipWish] = []
        if let mirror = settings.mirror { wishes.append(.mirror(mirror)) }
        if locked { wishes.append(.lock) }
        if settings.protection != nil { wishes.append(.protection) }
        return wishes
    }

    func isMet(by chip: Chip) -> Bool {
        switch self {
        case .mirror(let mirror): chip.canMirror(mirror)
        case .lock: chip.locksAreKnown
        case .protection: chip.passwordIsKnown
        }
    }

    /// Of the issue that none of a row's chips can do it.
    var code: String {
        switch self {
        case .mirror: "mirror-impossible"
        case .lock: "chip-not-lockable"
        case .protection: "chip-not-protectable"
        }
    }

    /// That none of these chips can do it, and which can.
    func refusal(of chips: [Chip]) -> String {
        let names = Self.names(chips)
        let can = Self.names(Chip.written.filter(isMet))
        switch self {
        case .mirror(let mirror): return "the mirror \(mirror.settingName) is on none of \(names); it is on \(can)"
        case .lock:
            return "the row is to be locked, and which bits lock \(names) is not known for sure; tagmill locks \(can)"
        case .protection:
            return "the row is to be protected, and no password of \(names) is known for sure; tagmill protects \(can)"
        }
    }

    private static func names(_ chips: [Chip]) -> String { chips.map(\.rawValue).joined(separator: ", ") }
}
