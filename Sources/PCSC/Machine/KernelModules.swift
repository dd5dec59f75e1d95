/// Modules of the kernel that take PN53x readers (ACR122U, SCL3711) before PC/SC can.
public struct KernelModules: Hashable, Sendable {
    /// Those that are loaded, in the order in which they can go; empty where none of them drives a reader.
    public var loaded: [String] = []
    /// Those that are kept from being loaded by themselves (modprobe.d(5), `blacklist`).
    public var blacklisted: Set<String> = []

    /// The ones to be kept out.
    public static let all = ["nfc", "pn533", "pn533_usb"]

    public init(loaded: [String] = [], blacklisted: Set<String> = []) {
        self.loaded = loaded
        self.blacklisted = blacklisted
    }

    init(root: String) {
        loaded = Self.loaded(in: MachineFile.text(of: root + "/proc/modules") ?? "")
        // Of two files of one name the one in the earlier folder counts.
        var seen: Set<String> = []
        for folder in ["/etc/modprobe.d", "/run/modprobe.d", "/usr/lib/modprobe.d", "/lib/modprobe.d"] {
            for name in MachineFile.names(in: root + folder)
            where name.hasSuffix(".conf") && seen.insert(name).inserted {
                let text = MachineFile.text(of: "\(root)\(folder)/\(name)") ?? ""
                blacklisted.formUnion(Self.blacklisted(in: text))
            }
        }
    }

    /// Out of the text of `/proc/modules`: a name begins each line. A module can be removed when those that use it have
    /// been.
    static func loaded(in text: String) -> [String] {
        let loaded = Set(text.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) })
        // `nfc` alone drives no reader.
        guard loaded.contains(where: { $0.hasPrefix("pn533") }) else { return [] }
        return ["pn533_usb", "pn533_i2c", "pn533_uart", "pn533", "nfc"].filter(loaded.contains)
    }

    /// Hyphens and underscores in names are the same to the kernel's tools.
    static func blacklisted(in text: String) -> Set<String> {
        let names = text.split(separator: "\n").compactMap { line -> String? in
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.count == 2, words[0] == "blacklist" else { return nil }
            return String(words[1].map { $0 == "-" ? "_" : $0 })
        }
        return Set(names).intersection(all)
    }

    /// Nothing loads them by itself any more.
    public var areKeptOut: Bool { blacklisted.isSuperset(of: ["pn533", "pn533_usb"]) }
}
