/// The places that pcscd has for readers. A device takes one for each of its slots, those for SAMs too, and a reader that
/// finds none is not listed and not mentioned anywhere.
enum ReaderSlots {
    /// PCSCLITE_MAX_READERS_CONTEXTS of pcsc-lite before 2.5, which has no such limit.
    static let most = 16
    /// From so many on it is worth a warning: one more device may take two.
    static let warnedFrom = 14

    /// What to say of so many readers; nil where there is room, and where there are more than the limit lets in.
    static func warning(taken count: Int) -> String? {
        guard (warnedFrom...most).contains(count) else { return nil }
        return "\(count) of the \(most) slots of pcscd are taken: a reader that finds none is left out without a word "
            + "(pcsc-lite 2.5 and later have more)"
    }
}
