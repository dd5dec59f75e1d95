/// Which tools install packages here.
public enum SystemFamily: String, Hashable, Sendable, CaseIterable {
    case debian
    case fedora
    case arch
    case suse
    case alpine
    case other

    /// By `ID` and `ID_LIKE` of os-release(5).
    init(root: String) {
        let text = MachineFile.text(of: root + "/etc/os-release") ?? MachineFile.text(of: root + "/usr/lib/os-release")
        self = Self.family(osRelease: text ?? "")
    }

    static func family(osRelease text: String) -> Self {
        var words: [String] = []
        for line in text.split(separator: "\n") {
            for field in ["ID=", "ID_LIKE="] where line.hasPrefix(field) {
                let value = line.dropFirst(field.count).filter { $0 != "\"" && $0 != "'" }
                words += value.split(separator: " ").map { $0.lowercased() }
            }
        }
        for word in words {
            switch word {
            case "debian", "ubuntu", "raspbian": return .debian
            case "fedora", "rhel", "centos": return .fedora
            case "arch": return .arch
            case "suse", "opensuse", "sles": return .suse
            case "alpine": return .alpine
            default: break
            }
        }
        return .other
    }
}
