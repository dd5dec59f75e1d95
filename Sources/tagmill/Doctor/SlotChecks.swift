import PCSC

/// How many of pcscd's slots are used.
enum SlotChecks {
    /// `PCSCLITE_MAX_READERS_CONTEXTS`; from 2.5.0 on there is none (pcsc-lite, ChangeLog). A version that is not known counts as an
    /// older one.
    static func limit(_ machine: MachineFacts) -> Int? {
        guard let version = machine.packages.pcscLite else { return ReaderSlots.most }
        let parts = version.split(separator: ".").compactMap { Int($0) }
        return parts.lexicographicallyPrecedes([2, 5]) ? ReaderSlots.most : nil
    }

    static func finding(_ machine: MachineFacts, listed names: [String]) -> Finding {
        let version = machine.packages.pcscLite.map { "pcsc-lite \($0)" } ?? "pcsc-lite of unknown version"
        guard let limit = limit(machine) else {
            return .ok(.slots, "\(names.count) slots used; \(version) has no limit")
        }
        let found = "\(names.count) of \(limit) slots used (\(version))"
        guard names.count >= ReaderSlots.warnedFrom else { return .ok(.slots, found) }
        return .warning(
            .slots, found + (names.count >= limit ? "; no further reader is seen" : ""),
            cure: [
                .act(
                    "unplug readers that are not needed, those with a slot for SAM or contact cards first; "
                        + "pcsc-lite has no such limit from 2.5.0 on")
            ], facts: names)
    }
}
