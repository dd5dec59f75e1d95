internal import Glibc

/// A driver of pcscd for USB readers, by the Info.plist of its bundle.
public struct ReaderDriver: Hashable, Sendable {
    /// The bundle: `ifd-ccid.bundle`.
    public var name: String
    /// The Info.plist itself, where the bundle has a link.
    public var path: String
    public var version: String?
    /// The bits of ifdDriverOptions.
    public var options: UInt32
    /// The reader's name in PC/SC by vendor and product (`072f:2200`).
    public var claims: [String: String]

    public init(name: String, path: String, version: String? = nil, options: UInt32 = 0, claims: [String: String] = [:])
    {
        self.name = name
        self.path = path
        self.version = version
        self.options = options
        self.claims = claims
    }

    /// Commands to the reader itself, without a tag, are let through: ifdDriverOptions bit 0,
    /// DRIVER_OPTION_CCID_EXCHANGE_AUTHORIZED (libccid, Info.plist).
    public var letsEscapesThrough: Bool { options & 1 != 0 }

    /// libccid, which serves every CCID reader; where another driver claims a reader too, pcscd gives it to that one
    /// (pcsc-lite, hotplug_libudev.c).
    public var isLibccid: Bool { name == "ifd-ccid.bundle" }

    /// Where bundles are: Debian and Arch, Fedora, other multi-arch builds.
    private static let folders = ["/usr/lib/pcsc/drivers", "/usr/lib64/pcsc/drivers", "/usr/local/lib/pcsc/drivers"]

    static func all(root: String) -> [ReaderDriver] {
        folders.flatMap { folder in
            MachineFile.names(in: root + folder).filter { $0.hasSuffix(".bundle") }.compactMap { name in
                let path = "\(root)\(folder)/\(name)/Contents/Info.plist"
                guard let text = MachineFile.text(of: path) else { return nil }
                let resolved = MachineFile.resolved(path) ?? path
                return ReaderDriver(name: name, path: String(resolved.dropFirst(root.utf8.count)), plist: text)
            }
        }
    }

    init(name: String, path: String, plist: String) {
        let properties = DriverProperties(plist)
        let (vendors, products) = (properties.list("ifdVendorID"), properties.list("ifdProductID"))
        let names = properties.list("ifdFriendlyName")
        var claims: [String: String] = [:]
        // The three lists belong together, entry by entry.
        for (index, (vendor, product)) in zip(vendors, products).enumerated() {
            guard let vendor = DriverProperties.number(vendor), let product = DriverProperties.number(product) else {
                continue
            }
            claims[Self.hex(vendor) + ":" + Self.hex(product)] = index < names.count ? names[index] : ""
        }
        self.init(
            name: name, path: path, version: properties["CFBundleShortVersionString"],
            options: properties["ifdDriverOptions"].flatMap { DriverProperties.number($0) } ?? 0, claims: claims)
    }

    private static func hex(_ number: UInt32) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
