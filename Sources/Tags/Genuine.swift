/// Whether the chip's originality signature is that of its maker.
public enum Genuine: String, Hashable, Sendable, CaseIterable {
    case yes
    case no
    /// Not asked for, or not known for this chip.
    case unknown
}
