internal import Glibc
public import Provisioning

/// What this machine shows of itself that bears on why no reader is found. Read from files alone; nothing is started or
/// changed.
public struct MachineFacts: Hashable, Sendable {
    /// A reader on the USB bus.
    public struct USBReader: Hashable, Sendable {
        /// Four hex digits each, lower case, as the kernel writes them.
        public var vendor: String
        public var product: String
        /// What the device calls itself; may be empty.
        public var name: String

        public init(vendor: String, product: String, name: String) {
            self.vendor = vendor
            self.product = product
            self.name = name
        }
    }

    /// What PC/SC answered; nil when it answers and has no reader.
    public var answer: ReadersError.Code?
    /// The service's socket is there.
    public var socket: Bool
    /// pcscd is installed.
    public var service: Bool
    /// The driver for USB readers (libccid) is installed.
    public var driver: Bool
    /// systemd runs this machine.
    public var systemd: Bool
    /// pcscd asks polkit whom to serve.
    public var polkit: Bool
    /// Modules of the kernel that take PN53x readers for themselves, as loaded, in the order in which they can go.
    public var modules: [String]
    public var usbReaders: [USBReader]
    /// Who asks; nil for root.
    public var user: String?

    public init(
        answer: ReadersError.Code?, socket: Bool, service: Bool, driver: Bool, systemd: Bool, polkit: Bool,
        modules: [String], usbReaders: [USBReader], user: String?
    ) {
        self.answer = answer
        self.socket = socket
        self.service = service
        self.driver = driver
        self.systemd = systemd
        self.polkit = polkit
        self.modules = modules
        self.usbReaders = usbReaders
        self.user = user
    }

    /// Looks at the machine whose files are under `root` (a folder, without a slash at the end; empty for this one).
    ///
    /// `user` is who asks, nil for root. What cannot be read counts as not there.
    public init(answer: ReadersError.Code?, root: String = "", user: String? = MachineFacts.currentUser()) {
        func isThere(_ path: String) -> Bool { access(root + path, F_OK) == 0 }
        self.init(
            answer: answer,
            socket: isThere("/run/pcscd/pcscd.comm"),
            service: isThere("/usr/sbin/pcscd") || isThere("/usr/local/sbin/pcscd"),
            driver: isThere("/usr/lib/pcsc/drivers/ifd-ccid.bundle"),
            // What sd_booted(3) looks at.
            systemd: isThere("/run/systemd/system"),
            polkit: isThere("/usr/share/polkit-1/actions/org.debian.pcsc-lite.policy"),
            modules: Self.modules(in: MachineFile.text(of: root + "/proc/modules") ?? ""),
            usbReaders: Self.usbReaders(in: root + "/sys/bus/usb/devices"),
            user: user)
    }

    /// The name of the user of this process; nil for root.
    public static func currentUser() -> String? {
        let id = geteuid()
        guard id != 0 else { return nil }
        guard let entry = getpwuid(id) else { return "\(id)" }
        return String(cString: entry.pointee.pw_name)
    }

    /// The loaded modules that take PN53x readers, from the text of `/proc/modules`: a name begins each line. A module
    /// can be removed when those that use it have been.
    static func modules(in text: String) -> [String] {
        let loaded = Set(text.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) })
        // `nfc` alone drives no reader.
        guard loaded.contains(where: { $0.hasPrefix("pn533") }) else { return [] }
        return ["pn533_usb", "pn533_i2c", "pn533_uart", "pn533", "nfc"].filter(loaded.contains)
    }

    /// Makers all of whose USB products are readers: ACS, HID, Identiv, Feitian, SpringCard, Elatec.
    private static let makers: Set<String> = ["072f", "076b", "04e6", "096e", "1c34", "09d8"]
    /// Readers of makers of other things: Sony RC-S380 and RC-S300, PN533 on its own.
    private static let products: Set<String> = ["054c:06c1", "054c:06c3", "054c:0dc8", "054c:0dc9", "04cc:2533"]

    /// A reader is what has an interface of the smart card class (USB class 0Bh), or a reader's vendor and product.
    static func usbReaders(in folder: String) -> [USBReader] {
        let names = MachineFile.names(in: folder)
        return names.filter { !$0.contains(":") }.compactMap { name in
            let device = folder + "/" + name
            guard let vendor = MachineFile.line(of: device + "/idVendor")?.lowercased(),
                let product = MachineFile.line(of: device + "/idProduct")?.lowercased()
            else { return nil }
            // The interfaces of a device stand beside it: 1-2 has 1-2:1.0.
            let isSmartCard = names.contains { interface in
                interface.hasPrefix(name + ":")
                    && MachineFile.line(of: folder + "/" + interface + "/bInterfaceClass")?.lowercased() == "0b"
            }
            guard isSmartCard || makers.contains(vendor) || products.contains("\(vendor):\(product)") else {
                return nil
            }
            return USBReader(
                vendor: vendor, product: product, name: MachineFile.line(of: device + "/product") ?? "")
        }
    }
}
