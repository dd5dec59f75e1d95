import Foundation
import PCSC
import Testing

/// A made-up machine: paths and what they hold. `-> PLACE` stands for a link.
struct MadeUpMachine {
    let root: String

    init(_ files: [String: String]) throws {
        root = FileManager.default.temporaryDirectory.path + "/tagmill-machine-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        for (path, text) in files {
            let folder = root + "/" + path.split(separator: "/").dropLast().joined(separator: "/")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            if text.hasPrefix("-> ") {
                try FileManager.default.createSymbolicLink(
                    atPath: root + path, withDestinationPath: String(text.dropFirst(3)))
            } else {
                try Data(text.utf8).write(to: URL(fileURLWithPath: root + path))
            }
        }
    }

    static func facts(_ files: [String: String], socket: String? = nil) throws -> MachineFacts {
        let machine = try MadeUpMachine(files)
        defer { try? FileManager.default.removeItem(atPath: machine.root) }
        return MachineFacts(answer: nil, root: machine.root, socket: socket, user: .init(name: "mia", id: 1000))
    }
}

@Suite struct MachineFactsTests {
    private func facts(_ files: [String: String]) throws -> MachineFacts { try MadeUpMachine.facts(files) }

    @Test func anEmptyMachineHasNothing() throws {
        var none = MachineFacts()
        none.user = .init(name: "mia", id: 1000)
        #expect(try facts([:]) == none)
    }

    @Test func whatIsThereIsFound() throws {
        let found = try facts([
            "/run/pcscd/pcscd.comm": "", "/usr/sbin/pcscd": "", "/run/systemd/system/x": "",
            "/usr/share/polkit-1/actions/org.debian.pcsc-lite.policy": "",
            "/usr/lib/pcsc/drivers/ifd-ccid.bundle/Contents/Info.plist": "", "/.dockerenv": "",
            "/proc/sys/kernel/osrelease": "6.1.0-44-amd64\n", "/proc/977/comm": "pcscd\n", "/proc/self/comm": "pcscd\n",
            "/etc/os-release": "NAME=\"Ubuntu\"\nID=ubuntu\nID_LIKE=debian\n",
        ])
        #expect(found.service.isInstalled && found.systemd && found.polkit && found.hasDriver)
        // A file of that name is no socket.
        #expect(found.service.socket?.isForeign == true)
        #expect(found.service.process == 977)
        #expect(found.container == "docker")
        #expect(found.kernel == "6.1.0-44-amd64")
        #expect(found.family == .debian)
    }

    @Test func theSocketOfTheEnvironment() throws {
        let found = try MadeUpMachine.facts(["/tmp/pcscd.comm": ""], socket: "/tmp/pcscd.comm")
        #expect(found.service.socketPath == "/tmp/pcscd.comm")
        #expect(found.service.socket != nil)
        #expect(found.service.isElsewhere)
        #expect(try MadeUpMachine.facts(["/tmp/pcscd.comm": ""]).service.socket == nil)
        #expect(try !MadeUpMachine.facts([:], socket: ServiceFacts.usualSocket).service.isElsewhere)
        #expect(try !MadeUpMachine.facts([:]).service.isElsewhere)
    }

    @Test(arguments: [
        ([:], ServiceFacts.Unit.absent), (["/lib/systemd/system/pcscd.socket": ""], .disabled),
        (
            [
                "/usr/lib/systemd/system/pcscd.socket": "",
                "/etc/systemd/system/sockets.target.wants/pcscd.socket": "-> /usr/lib/systemd/system/pcscd.socket",
            ], .enabled
        ),
        (["/lib/systemd/system/pcscd.socket": "", "/etc/systemd/system/pcscd.socket": "-> /dev/null"], .masked),
    ])
    func theUnitOfSystemd(files: [String: String], unit: ServiceFacts.Unit) throws {
        #expect(try facts(files).service.unit == unit)
    }

    @Test(arguments: [
        (["/etc/polkit-1/localauthority/x": ""], true), (["/etc/polkit-1/rules.d/x": ""], false),
        (["/etc/polkit-1/localauthority/x": "", "/etc/polkit-1/rules.d/x": ""], false), ([:], false),
    ])
    func theKindOfPolkit(files: [String: String], takesAuthority: Bool) throws {
        #expect(try facts(files).polkitTakesFilesOfAuthority == takesAuthority)
    }

    @Test(arguments: [
        ("ID=debian\n", SystemFamily.debian), ("ID=\"fedora\"\n", .fedora), ("ID=arch\n", .arch),
        ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", .fedora), ("ID='alpine'\n", .alpine),
        ("ID=\"opensuse-leap\"\nID_LIKE=\"suse opensuse\"\n", .suse), ("ID=nixos\n", .other), ("", .other),
        ("PRETTY_NAME=debian\nID=\n", .other),
    ])
    func theFamilyOfTheSystem(text: String, family: SystemFamily) throws {
        #expect(try facts(["/usr/lib/os-release": text]).family == family)
    }

    @Test func modulesThatTakeReadersInTheOrderInWhichTheyGo() throws {
        let text = """
            nfc 151552 1 pn533, Live 0x0000000000000000
            pn533 57344 1 pn533_usb, Live 0x0000000000000000
            pn533_usb 24576 0 - Live 0x0000000000000000
            usbcore 348160 3 pn533_usb,xhci_hcd, Live 0x0000000000000000

            """
        #expect(try facts(["/proc/modules": text]).modules.loaded == ["pn533_usb", "pn533", "nfc"])
        #expect(try facts(["/proc/modules": "nfc 151552 0 - Live 0x0\n"]).modules.loaded == [])
        #expect(try facts(["/proc/modules": "xpn533 1 0 -\n\n \n"]).modules.loaded == [])
    }

    @Test func modulesThatAreKeptOut() throws {
        let found = try facts([
            "/etc/modprobe.d/no-nfc.conf": "# blacklist nfc\nblacklist pn533\n  blacklist\tpn533-usb \n",
            "/lib/modprobe.d/no-nfc.conf": "blacklist nfc\n", "/etc/modprobe.d/readme": "blacklist nfc\n",
        ])
        #expect(found.modules.blacklisted == ["pn533", "pn533_usb"])
        #expect(found.modules.areKeptOut)
        #expect(!KernelModules(blacklisted: ["nfc", "pn533"]).areKeptOut)
    }

    @Test func readersOnUSBByMakerProductOrClass() throws {
        let devices = "/sys/bus/usb/devices"
        let found = try facts([
            "\(devices)/1-1/idVendor": "072f\n", "\(devices)/1-1/idProduct": "2200\n",
            "\(devices)/1-1/product": "ACR122U PICC Interface\n",
            "\(devices)/1-1:1.0/driver": "-> ../../../../bus/usb/drivers/pn533_usb",
            // Another device's interfaces.
            "\(devices)/1-1.1:1.0/bInterfaceClass": "0b\n",
            // A camera of a maker who makes readers too.
            "\(devices)/1-2/idVendor": "054c\n", "\(devices)/1-2/idProduct": "0994\n",
            "\(devices)/1-3/idVendor": "054C\n", "\(devices)/1-3/idProduct": "0DC8\n",
            // Unknown, but of the smart card class; PC/SC has it.
            "\(devices)/2-1.4/idVendor": "1234\n", "\(devices)/2-1.4/idProduct": "5678\n",
            "\(devices)/2-1.4/product": "Card\u{1B}[31m reader\n",
            "\(devices)/2-1.4:1.0/bInterfaceClass": "0b\n",
            "\(devices)/2-1.4:1.0/driver": "-> ../../../../bus/usb/drivers/usbfs",
            "\(devices)/2-1/idVendor": "1d6b\n", "\(devices)/2-1/idProduct": "0002\n",
            "\(devices)/2-1:1.0/bInterfaceClass": "09\n",
        ])
        #expect(found.usb)
        #expect(
            found.usbReaders == [
                .init(
                    vendor: "072f", product: "2200", name: "ACR122U PICC Interface", place: "1-1",
                    kernelDriver: "pn533_usb"),
                .init(vendor: "054c", product: "0dc8", name: "", place: "1-3"),
                .init(vendor: "1234", product: "5678", name: "Card[31m reader", place: "2-1.4"),
            ])
        #expect(found.usbReaders.map(\.hasPN53x) == [true, false, false])
    }

    @Test func packagesThatAreInstalled() throws {
        let status = """
            Package: libccid
            Status: install ok installed
            Architecture: amd64
            Version: 1.5.2-1
            Description: PC/SC driver for USB CCID smart card readers
             Version: 9 is said here only.

            Package: libacsccid1
            Status: deinstall ok config-files
            Version: 1.1.8-1

            Package: other
            Status: install ok installed
            Version: 3

            Package: pcscd
            Status: install ok installed
            Version: 1:2.3.3-1ubuntu2
            """
        let found = try facts(["/var/lib/dpkg/status": status]).packages
        #expect(found == InstalledPackages(["libccid": "1.5.2-1", "pcscd": "1:2.3.3-1ubuntu2"]))
        #expect(found.pcscLite == "2.3.3")
        #expect(InstalledPackages(["libpcsclite1": "1.9.9-2"]).pcscLite == "1.9.9")
        #expect(InstalledPackages().pcscLite == nil)
    }

    /// A line that is too long is passed over, and what follows it is read.
    @Test func longLinesInTheListOfPackages() throws {
        let long = "X: " + String(repeating: "a", count: 200_000)
        let text = "Package: pcscd\n\(long)\nStatus: install ok installed\nVersion: 2.0.1-1\n"
        #expect(try facts(["/var/lib/dpkg/status": text]).packages.pcscLite == "2.0.1")
    }
}
