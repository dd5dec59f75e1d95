/// What goes wrong inside the tag, or on the way back, while it carries out a write.
enum StoreFault: Hashable, Sendable {
    /// Acknowledged, and nothing stored.
    case noWrite
    /// This bit (0 to 31) of what is stored is the opposite of what was sent.
    case flip(Int)
    /// Power failed in the middle: the tag is silent.
    case torn(Tear)
    /// Stored, and the acknowledgement lost.
    case lostAcknowledgement

    /// The first of these faults that says what becomes of a write; nil when none does.
    init?(_ faults: [Fault], random: inout SeededGenerator) {
        for fault in faults {
            switch fault {
            case .noWrite: self = .noWrite
            case .torn: self = .torn(Tear(random: &random))
            case .lostAcknowledgement: self = .lostAcknowledgement
            case .flip: self = .flip(Int.random(in: 0..<32, using: &random))
            default: continue
            }
            return
        }
        return nil
    }
}

/// What power that fails in the middle of a write makes of each bit of the page; a cell that was erased reads as 0.
struct Tear: Hashable, Sendable {
    /// These bits are still as they were.
    var kept: UInt32 = 0
    /// These bits are already as they were sent; those in neither are erased.
    var taken: UInt32 = 0

    init(kept: UInt32 = 0, taken: UInt32 = 0) {
        self.kept = kept
        self.taken = taken
    }

    /// Draws old, new or erased for each bit apart, all three as likely.
    init(random: inout SeededGenerator) {
        for bit in 0..<32 {
            switch Int.random(in: 0..<3, using: &random) {
            case 0: kept |= 1 << UInt32(bit)
            case 1: taken |= 1 << UInt32(bit)
            default: break
            }
        }
    }

    func page(old: UInt32, new: UInt32) -> UInt32 { old & kept | new & taken & ~kept }
}
