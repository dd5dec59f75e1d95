import PCSC

/// Readers on USB for which PC/SC has no name.
enum UnlistedReaders {
    /// pcscd names a device after its driver's list, so a reader is there when as many devices of that name are listed as USB
    /// shows. A reader that no driver knows has no name to be found by: it counts as unlisted where PC/SC has no device left.
    static func readers(_ machine: MachineFacts, among names: [String]) -> [USBReader] {
        var left = devices(among: names)
        var unlisted: [USBReader] = []
        var unnamed: [USBReader] = []
        for reader in machine.usbReaders {
            let friendly = machine.drivers.compactMap { $0.claims[reader.id] }.filter { !$0.isEmpty }
            guard !friendly.isEmpty else {
                unnamed.append(reader)
                continue
            }
            let found = left.keys.sorted().first { name in
                left[name, default: 0] > 0 && friendly.contains { name.hasPrefix($0) }
            }
            if let found { left[found, default: 0] -= 1 } else { unlisted.append(reader) }
        }
        return unlisted + unnamed.dropFirst(left.values.reduce(0, +))
    }

    /// How many devices PC/SC has of each name. `NAME [INTERFACE] (SERIAL) XX YY`: each interface of a device has a name and an
    /// index XX of its own, each slot of an interface a number YY.
    private static func devices(among names: [String]) -> [String: Int] {
        var indices: [String: [Substring: Set<Substring>]] = [:]
        for name in names {
            let words = name.split(separator: " ")
            let index = words.dropLast().last ?? ""
            let product = name.prefix { $0 != "[" }
            guard product.count < name.count else {
                indices[words.dropLast(2).joined(separator: " "), default: [:]]["", default: []].insert(index)
                continue
            }
            let interface = name[product.endIndex...].prefix { $0 != "]" }
            let trimmed = product.split(separator: " ").joined(separator: " ")
            indices[trimmed, default: [:]][interface, default: []].insert(index)
        }
        return indices.mapValues { $0.values.map(\.count).max() ?? 0 }
    }
}
