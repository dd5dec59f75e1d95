import Glibc
import Provisioning

/// What this machine shows of PC/SC and of plugged readers, for the question why there is no reader.
struct ReaderFacts: Hashable, Sendable {
    /// A device on the USB bus that is a reader for tags, by its vendor and product.
    struct Device: Hashable, Sendable {
        var vendor: UInt16
        var product: UInt16
        var name: String
    }

    /// `pcscd` is installed.
    var hasDaemon: Bool
    /// The service's socket is there.
    var hasSocket: Bool
    /// A kernel module that takes PN53x readers for itself is loaded (`pn533_usb`, or `pn533` of older kernels).
    var kernelModule: String?
    var devices: [Device]
    var isRoot: Bool
    var user: String

    /// Looks at this machine; nothing is opened but files.
    static func gather(root: String = "", user: String? = nil) -> Self {
        let sockets = ["/run/pcscd/pcscd.comm", "/var/run/pcscd/pcscd.comm"]
        let daemons = ["/usr/sbin/pcscd", "/usr/bin/pcscd", "/usr/local/sbin/pcscd"]
        return Self(
            hasDaemon: daemons.contains { exists(root + $0) },
            hasSocket: sockets.contains { exists(root + $0) },
            kernelModule: ["pn533_usb", "pn533"].first { exists(root + "/sys/module/" + $0) },
            devices: devices(under: root + "/sys/bus/usb/devices"),
            isRoot: geteuid() == 0, user: user ?? userName())
    }

    private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private static func userName() -> String {
        guard let entry = getpwuid(geteuid()), let name = entry.pointee.pw_name else { return "USER" }
        return String(cString: name)
    }

    /// USB devices of the vendors that make readers for tags: ACS, SCM/Identiv, HID, NXP (PN533), Sony, Feitian,
    /// SpringCard, Duali.
    private static let vendors: Set<UInt16> = [
        0x072F, 0x04E6, 0x076B, 0x04CC, 0x054C, 0x096E, 0x1C34, 0x1DB2,
    ]

    private static func devices(under folder: String) -> [Device] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var found: [Device] = []
        // A bus has a few dozen entries; the bound is there for a folder that is none.
        for _ in 0..<4096 {
            guard let entry = readdir(directory) else { break }
            let name = withUnsafePointer(to: entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            let path = folder + "/" + name
            guard let vendor = firstLine(path + "/idVendor").flatMap({ UInt16($0, radix: 16) }),
                let product = firstLine(path + "/idProduct").flatMap({ UInt16($0, radix: 16) }),
                vendors.contains(vendor)
            else { continue }
            // Sony makes many other devices; its readers name themselves.
            let label = firstLine(path + "/product") ?? ""
            if vendor == 0x054C, !label.contains("NFC"), !label.contains("RC-S") { continue }
            found.append(Device(vendor: vendor, product: product, name: label))
        }
        return found.sorted { ($0.vendor, $0.product, $0.name) < ($1.vendor, $1.product, $1.name) }
    }

    private static func firstLine(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = fread(&bytes, 1, bytes.count, file)
        let line = bytes[..<count].prefix { $0 != 0x0A }
        return String(decoding: line, as: UTF8.self)
    }
}
