import PCSC
import Provisioning
import ReaderModels

/// Whether the driver lets commands through to a reader itself: its light and sound while no tag lies there.
enum EscapeChecks {
    /// - Parameter readers: those that PC/SC lists.
    static func finding(_ machine: MachineFacts, _ readers: [ReaderInfo]) -> Finding? {
        guard let driver = driver(of: machine) else { return nil }
        let facts = ["ifdDriverOptions of \(driver.path): 0x\(String(driver.options, radix: 16))"]
        if driver.letsEscapesThrough {
            return .ok(
                .escape, "The driver lets commands to readers through (light and sound without a tag)", facts: facts)
        }
        let concerned = readers.filter { reader in
            reader.model.slot == .contactless && reader.model.signals.values.contains { $0.escape != nil }
        }
        guard let first = concerned.first else {
            return .ok(
                .escape, "The driver lets no commands to readers through; no reader that is there needs it",
                facts: facts)
        }
        let others = concerned.count > 1 ? " and \(concerned.count - 1) more" : ""
        return .warning(
            .escape,
            "The driver lets no commands to readers through: \(first.name)\(others) cannot give light or sound while no tag "
                + "lies there ('tagmill readers --identify')",
            cure: Cures.letEscapesThrough(driver, machine), facts: facts)
    }

    /// The driver of the readers that are there, libccid where none is.
    private static func driver(of machine: MachineFacts) -> ReaderDriver? {
        let own = machine.drivers.filter { driver in machine.usbReaders.contains { driver.claims[$0.id] != nil } }
        return own.first { !$0.isLibccid } ?? machine.drivers.first(where: \.isLibccid)
    }
}
