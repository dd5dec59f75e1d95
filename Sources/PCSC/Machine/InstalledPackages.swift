internal import Glibc

/// The versions of the packages that matter, where the system keeps them in a file that can be read (Debian: dpkg).
public struct InstalledPackages: Hashable, Sendable {
    /// Version by name: `pcscd`, `libpcsclite1`, `libccid`, `libacsccid1`, `polkitd`.
    public var versions: [String: String] = [:]

    private static let names: Set<String> = ["pcscd", "libpcsclite1", "libccid", "libacsccid1", "polkitd"]

    public init(_ versions: [String: String] = [:]) { self.versions = versions }

    init(root: String) {
        var reader = DpkgStatus(names: Self.names)
        MachineFile.eachLine(of: root + "/var/lib/dpkg/status") { reader.take($0) }
        versions = reader.versions
    }

    /// pcsc-lite's own version: of the service, else of the library.
    public var pcscLite: String? { (versions["pcscd"] ?? versions["libpcsclite1"]).map(Self.upstream) }

    /// A version without what the distribution adds: `1:2.3.3-1` is 2.3.3 (Debian policy, 5.6.12).
    static func upstream(_ version: String) -> String {
        let text = version.split(separator: ":", maxSplits: 1).last ?? ""
        return String(text.prefix { $0.isNumber || $0 == "." })
    }
}

/// Takes dpkg's list of packages line by line: paragraphs of fields, with an empty line between (deb-control(5)).
struct DpkgStatus {
    private let names: Set<String>
    private var package: String?
    private var isInstalled = false
    private(set) var versions: [String: String] = [:]

    init(names: Set<String>) { self.names = names }

    mutating func take(_ line: some StringProtocol) {
        if line.isEmpty {
            (package, isInstalled) = (nil, false)
        } else if let name = Self.value(of: "Package", in: line) {
            package = names.contains(name) ? name : nil
        } else if let status = Self.value(of: "Status", in: line) {
            // A package that was removed keeps its paragraph with its configuration.
            isInstalled = status.hasSuffix(" installed")
        } else if let version = Self.value(of: "Version", in: line), let package, isInstalled {
            versions[package] = version
        }
    }

    private static func value(of field: String, in line: some StringProtocol) -> String? {
        line.hasPrefix(field + ": ") ? String(line.dropFirst(field.count + 2)) : nil
    }
}
