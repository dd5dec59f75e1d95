import PCSC
import Provisioning
import ReaderModels

/// Whether the driver lets commands through to a reader itself: its light and sound while no tag lies there.
enum EscapeChecks {
    /// - Parameter readers: those that PC/SC lists.
    /// - Returns: nil where no driver serves a reader that USB shows: there is nothing then that could be let through.
    static func finding(_ machine: MachineFacts, _ readers: [ReaderInfo]) -> Finding? {
        let drivers = machine.drivers.filter { driver in
            machine.usbReaders.contains { Self.driver(of: $0, machine) == driver }
        }
        guard !drivers.isEmpty else { return nil }
        let facts = drivers.map { "ifdDriverOptions of \($0.path): 0x\(String($0.options, radix: 16))" }
        let closed = drivers.filter { !$0.letsEscapesThrough }
        guard !closed.isEmpty else {
            return .ok(
                .escape, "The driver lets commands to readers through (light and sound without a tag)", facts: facts)
        }
        for driver in closed {
            let concerned = readers.filter { reader in
                reader.model.slot == .contactless && reader.model.signals.values.contains { $0.escape != nil }
                    && Self.driver(of: reader, machine) == driver
            }
            guard let first = concerned.first else { continue }
            let others = concerned.count > 1 ? " and \(concerned.count - 1) more" : ""
            return .warning(
                .escape,
                "The driver lets no commands to readers through: \(first.name)\(others) cannot give light or sound while no "
                    + "tag lies there ('tagmill readers --identify')",
                cure: Cures.letEscapesThrough(driver, machine), facts: facts)
        }
        return .ok(
            .escape, "The driver lets no commands to readers through; no reader that is there needs it", facts: facts)
    }

    /// The driver of a reader that PC/SC lists, by the name that the driver has for it; nil for one that USB does not show:
    /// virtual, serial, or at another machine.
    static func driver(of reader: ReaderInfo, _ machine: MachineFacts) -> ReaderDriver? {
        for shown in machine.usbReaders {
            guard let driver = Self.driver(of: shown, machine), let name = driver.claims[shown.id] else { continue }
            if !name.isEmpty, reader.name.hasPrefix(name) { return driver }
        }
        return nil
    }

    /// Where libccid and another claim a reader, it is the other's.
    private static func driver(of reader: USBReader, _ machine: MachineFacts) -> ReaderDriver? {
        let claimants = machine.drivers.filter { $0.claims[reader.id] != nil }
        return claimants.first { !$0.isLibccid } ?? claimants.first
    }
}
