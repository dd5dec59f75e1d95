/// A reader on the USB bus, whatever PC/SC makes of it.
public struct USBReader: Hashable, Sendable {
    /// Four hex digits each, lower case, as the kernel writes them.
    public var vendor: String
    public var product: String
    /// What the device calls itself; may be empty.
    public var name: String
    /// The bus and the ports on the way, as the kernel names them: `1-4.2`.
    public var place: String
    /// The kernel's own driver of one of its interfaces; nil where there is none, or a program has it (`usbfs`).
    public var kernelDriver: String?

    public init(vendor: String, product: String, name: String, place: String = "", kernelDriver: String? = nil) {
        self.vendor = vendor
        self.product = product
        self.name = name
        self.place = place
        self.kernelDriver = kernelDriver
    }

    /// Vendor and product, as `lsusb` writes them.
    public var id: String { "\(vendor):\(product)" }

    /// A PN53x behind USB, which the kernel's module pn533_usb claims: the identifiers of that module.
    public var hasPN53x: Bool { Self.pn53x.contains(id) }

    static let folder = "/sys/bus/usb/devices"

    /// PN531, PN533, RC-S360, SCL3711, ASK LoGO, ACR122U, RC-S370/380 (Linux, drivers/nfc/pn533/usb.c and port100.c).
    private static let pn53x: Set<String> = [
        "04cc:0531", "054c:0193", "04cc:2533", "054c:02e1", "04e6:5591", "04e6:5594", "1fd3:0608", "072f:2200",
        "072f:90cc", "054c:06c1", "054c:06c3",
    ]

    /// Makers all of whose USB products are readers: ACS, HID, Identiv, Feitian, SpringCard, Elatec.
    private static let makers: Set<String> = ["072f", "076b", "04e6", "096e", "1c34", "09d8"]
    /// Readers of makers of other things: Sony RC-S380 and RC-S300, PN533 on its own.
    private static let products: Set<String> = ["054c:06c1", "054c:06c3", "054c:0dc8", "054c:0dc9", "04cc:2533"]

    /// A reader is what has an interface of the smart card class (USB class 0Bh), or a reader's vendor and product.
    static func all(root: String) -> [USBReader] {
        let folder = root + Self.folder
        let names = MachineFile.names(in: folder)
        // The interfaces of a device stand beside it: 1-2 has 1-2:1.0.
        let interfaces = Dictionary(grouping: names.filter { $0.contains(":") }) { name in
            name.prefix { $0 != ":" }
        }
        return names.filter { !$0.contains(":") }.compactMap { name in
            let device = folder + "/" + name
            guard let vendor = MachineFile.line(of: device + "/idVendor")?.lowercased(),
                let product = MachineFile.line(of: device + "/idProduct")?.lowercased()
            else { return nil }
            let own = interfaces[name[...], default: []].map { folder + "/" + $0 }
            let isSmartCard = own.contains { MachineFile.line(of: $0 + "/bInterfaceClass")?.lowercased() == "0b" }
            guard isSmartCard || makers.contains(vendor) || products.contains("\(vendor):\(product)") else {
                return nil
            }
            let drivers = own.compactMap { MachineFile.target(of: $0 + "/driver")?.split(separator: "/").last }
            return USBReader(
                vendor: vendor, product: product, name: MachineFile.line(of: device + "/product") ?? "", place: name,
                kernelDriver: drivers.first { $0 != "usbfs" }.map(String.init))
        }
    }
}
