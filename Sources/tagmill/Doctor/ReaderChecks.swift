import PCSC
import Provisioning
import ReaderModels

/// Readers, from the USB plug to PC/SC's list, and what stands between.
enum ReaderChecks {
    /// - Parameter names: the readers that PC/SC lists; nil where it does not answer.
    static func findings(_ machine: MachineFacts, listed names: [String]?) -> [Finding] {
        [modules(machine), drivers(machine), usb(machine, listed: names)].compactMap { $0 }
    }

    // MARK: Modules of the kernel

    private static func modules(_ machine: MachineFacts) -> Finding? {
        let taken = machine.usbReaders.filter { $0.kernelDriver?.hasPrefix("pn533") == true }
        guard let module = machine.modules.loaded.first ?? taken.first?.kernelDriver else {
            return .ok(.modules, "No module of the kernel takes readers for itself")
        }
        let facts = taken.map { "\(name($0)) is taken by \($0.kernelDriver ?? module)" }
        let found = "The kernel's module \(module) takes PN53x readers (ACR122U, SCL3711) for itself"
        let cure = Cures.keepOut(machine.modules)
        let isHarm = !taken.isEmpty || machine.usbReaders.contains(where: \.hasPN53x)
        return isHarm
            ? .fault(.modules, found, cure: cure, facts: facts) : .warning(.modules, found, cure: cure, facts: facts)
    }

    // MARK: Drivers

    private static func drivers(_ machine: MachineFacts) -> Finding {
        let facts =
            machine.drivers.map { driver in
                "\(driver.name)\(driver.version.map { " \($0)" } ?? ""): \(driver.claims.count) kinds of reader, \(driver.path)"
            } + machine.configured.map { "\($0.file): \($0.name), \($0.library)" }
        guard machine.hasDriver else {
            if machine.container != nil, machine.answer == nil {
                return .unknown(.drivers, "Drivers are with the service, outside this container")
            }
            return .stop(
                .drivers, "No driver for USB readers is installed",
                cure: [Cures.install([.driver], on: machine.family)] + Cures.restart(machine), facts: facts)
        }
        if let finding = brokenFile(machine, facts) ?? sharedReader(machine, facts) { return finding }
        let names = machine.drivers.map { $0.isLibccid ? "libccid \($0.version ?? "")" : $0.name }
        return .ok(.drivers, "Drivers: \(names.joined(separator: ", "))", facts: facts)
    }

    /// A file that names a reader whose driver is not there.
    private static func brokenFile(_ machine: MachineFacts, _ facts: [String]) -> Finding? {
        guard let first = machine.configured.first(where: { !$0.isLibraryThere }) else { return nil }
        let entries = machine.configured.filter { $0.file == first.file }
        let broken = entries.filter { !$0.isLibraryThere }
        return .warning(
            .drivers, "\(first.file) names a reader '\(first.name)' whose driver \(first.library) is not there",
            cure: Cures.drop(broken, from: first.file, namesOthers: broken.count < entries.count)
                + [.act("or install that driver")] + Cures.restart(machine), facts: facts)
    }

    /// A reader that more than one driver claims.
    private static func sharedReader(_ machine: MachineFacts, _ facts: [String]) -> Finding? {
        for reader in machine.usbReaders {
            let claimants = machine.drivers.filter { $0.claims[reader.id] != nil }
            guard claimants.count > 1, let other = claimants.first(where: { !$0.isLibccid }) else { continue }
            return .warning(
                .drivers,
                "Two drivers claim \(name(reader)): \(claimants.map(\.name).joined(separator: " and ")); "
                    + "\(other.name) gets it, and names its slots alike",
                cure: leave(reader, to: claimants, other, machine) + Cures.restart(machine), facts: facts)
        }
        return nil
    }

    /// The other driver goes only where no reader that is plugged in goes with it.
    private static func leave(
        _ reader: USBReader, to claimants: [ReaderDriver], _ other: ReaderDriver, _ machine: MachineFacts
    ) -> [Finding.Step] {
        let alone = machine.usbReaders.filter { reader in
            other.claims[reader.id] != nil
                && !machine.drivers.contains { $0.isLibccid && $0.claims[reader.id] != nil }
        }
        guard !alone.isEmpty else { return [Cures.remove(other, on: machine.family)] }
        return [
            .act("keep \(other.name): libccid does not know \(alone.map(name).joined(separator: ", "))"),
            Cures.choose(among: claimants, for: reader.id),
        ]
    }

    // MARK: USB

    private static func usb(_ machine: MachineFacts, listed names: [String]?) -> Finding {
        let facts = machine.usbReaders.map { reader in
            "\(name(reader)) at \(reader.place)" + (reader.kernelDriver.map { ", taken by \($0)" } ?? "")
        }
        guard let names else {
            return machine.usbReaders.isEmpty
                ? .unknown(.usb, machine.usb ? "USB shows no reader" : "The kernel shows no USB bus", facts: facts)
                : .ok(.usb, "USB shows \(machine.usbReaders.map(name).joined(separator: ", "))", facts: facts)
        }
        let unlisted = UnlistedReaders.readers(machine, among: names)
        if let reader = unlisted.first { return finding(on: reader, machine, names, facts) }
        if machine.usbReaders.isEmpty, names.isEmpty { return nothing(machine) }
        let count = machine.usbReaders.count
        if count == 0 {
            return .ok(.usb, "USB shows no reader; those of PC/SC are elsewhere (virtual, serial, or the host's)")
        }
        return .ok(.usb, "PC/SC has every reader that USB shows (\(count))", facts: facts)
    }

    private static func nothing(_ machine: MachineFacts) -> Finding {
        if !machine.usb {
            return .stop(
                .usb, "The kernel shows no USB bus, and PC/SC no reader",
                cure: [
                    .act(
                        machine.container == nil
                            ? "a virtual machine must be given the reader's USB device"
                            : "give the container the service of its host")
                ] + (machine.container == nil ? [] : Cures.socketOfHost))
        }
        return .stop(
            .usb, "USB shows no reader", cure: [.act("check the cable, and plug the reader straight into the machine")])
    }

    /// A reader that USB shows and PC/SC does not.
    private static func finding(
        on reader: USBReader, _ machine: MachineFacts, _ names: [String], _ facts: [String]
    ) -> Finding {
        let shown = "USB shows \(name(reader)), but "
        let make = names.isEmpty ? Finding.stop : Finding.fault
        guard machine.hasDriver else {
            return make(
                .usb, shown + "its driver is not installed",
                [Cures.install([.driver], on: machine.family)] + Cures.restart(machine), facts)
        }
        if let limit = SlotChecks.limit(machine), names.count >= limit {
            return make(
                .usb, shown + "PC/SC has no slot left for it: all \(limit) are used",
                [.act("unplug readers that are not needed; pcsc-lite has no such limit from 2.5.0 on")], facts)
        }
        guard machine.drivers.contains(where: { $0.claims[reader.id] != nil }) else {
            return make(.usb, shown + "no driver that is installed knows it", unknownReader(reader, machine), facts)
        }
        return make(.usb, shown + "PC/SC does not", [Cures.replug] + Cures.restart(machine), facts)
    }

    private static func unknownReader(_ reader: USBReader, _ machine: MachineFacts) -> [Finding.Step] {
        // Sony RC-S380 speaks no CCID, and has no driver for PC/SC on Linux.
        if ["054c:06c1", "054c:06c3"].contains(reader.id) {
            return [.act("there is no PC/SC driver for it on Linux: use another reader")]
        }
        if reader.vendor == "072f", machine.family == .debian {
            return [.run("sudo apt install libacsccid1")] + Cures.restart(machine)
        }
        return [.act("a newer libccid may know it: https://ccid.apdu.fr lists those that it knows")]
    }

    static func name(_ reader: USBReader) -> String {
        (reader.name.isEmpty ? "a reader" : reader.name) + " (\(reader.id))"
    }
}
