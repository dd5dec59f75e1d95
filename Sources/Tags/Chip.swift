/// The chips that are told apart and written: a closed list.
public enum Chip: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case ntag213 = "NTAG213"
    case ntag215 = "NTAG215"
    case ntag216 = "NTAG216"

    /// Reads a chip's name; case, blanks, hyphens and underscores do not count.
    public init?(name: String) {
        let folded = name.uppercased().filter { !$0.isWhitespace && $0 != "-" && $0 != "_" }
        guard let chip = Self(rawValue: folded) else { return nil }
        self = chip
    }

    public var description: String { rawValue }
}
