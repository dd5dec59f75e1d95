import Foundation
import PCSC
import Provisioning
import Testing

@Suite struct MachineFactsTests {
    /// A made-up machine: paths and what they hold.
    private func facts(_ files: [String: String], user: String? = "mia") throws -> MachineFacts {
        let root = FileManager.default.temporaryDirectory.path + "/tagmill-machine-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: root) }
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        for (path, text) in files {
            let folder = root + "/" + path.split(separator: "/").dropLast().joined(separator: "/")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: root + path))
        }
        return MachineFacts(answer: nil, root: root, user: user)
    }

    @Test func anEmptyMachineHasNothing() throws {
        let none = MachineFacts(
            answer: nil, socket: false, service: false, driver: false, systemd: false, polkit: false, modules: [],
            usbReaders: [], user: "mia")
        #expect(try facts([:]) == none)
    }

    @Test func whatIsThereIsFound() throws {
        let found = try facts([
            "/run/pcscd/pcscd.comm": "", "/usr/sbin/pcscd": "", "/run/systemd/system/x": "",
            "/usr/share/polkit-1/actions/org.debian.pcsc-lite.policy": "",
            "/usr/lib/pcsc/drivers/ifd-ccid.bundle/Contents/Info.plist": "",
        ])
        #expect(found.socket && found.service && found.systemd && found.polkit && found.driver)
    }

    @Test func modulesThatTakeReadersInTheOrderInWhichTheyGo() throws {
        let text = """
            nfc 151552 1 pn533, Live 0x0000000000000000
            pn533 57344 1 pn533_usb, Live 0x0000000000000000
            pn533_usb 24576 0 - Live 0x0000000000000000
            usbcore 348160 3 pn533_usb,xhci_hcd, Live 0x0000000000000000

            """
        #expect(try facts(["/proc/modules": text]).modules == ["pn533_usb", "pn533", "nfc"])
        #expect(try facts(["/proc/modules": "nfc 151552 0 - Live 0x0\n"]).modules == [])
        #expect(try facts(["/proc/modules": "xpn533 1 0 -\n\n \n"]).modules == [])
    }

    @Test func readersOnUSBByMakerProductOrClass() throws {
        let devices = "/sys/bus/usb/devices"
        let found = try facts([
            "\(devices)/1-1/idVendor": "072f\n", "\(devices)/1-1/idProduct": "2200\n",
            "\(devices)/1-1/product": "ACR122U PICC Interface\n",
            // A camera of a maker who makes readers too.
            "\(devices)/1-2/idVendor": "054c\n", "\(devices)/1-2/idProduct": "0994\n",
            "\(devices)/1-3/idVendor": "054C\n", "\(devices)/1-3/idProduct": "0DC8\n",
            // Unknown, but of the smart card class.
            "\(devices)/2-1.4/idVendor": "1234\n", "\(devices)/2-1.4/idProduct": "5678\n",
            "\(devices)/2-1.4/product": "Card\u{1B}[31m reader\n",
            "\(devices)/2-1.4:1.0/bInterfaceClass": "0b\n",
            "\(devices)/2-1/idVendor": "1d6b\n", "\(devices)/2-1/idProduct": "0002\n",
            "\(devices)/2-1:1.0/bInterfaceClass": "09\n",
        ])
        #expect(
            found.usbReaders == [
                .init(vendor: "072f", product: "2200", name: "ACR122U PICC Interface"),
                .init(vendor: "054c", product: "0dc8", name: ""),
                .init(vendor: "1234", product: "5678", name: "Card[31m reader"),
            ])
    }
}

@Suite struct LikelyCausesTests {
    /// A machine on which all is well but for the reader.
    private var well: MachineFacts {
        MachineFacts(
            answer: nil, socket: true, service: true, driver: true, systemd: true, polkit: true, modules: [],
            usbReaders: [], user: "mia")
    }

    private func causes(_ change: (inout MachineFacts) -> Void) -> [String] {
        var facts = well
        change(&facts)
        return likelyCauses(facts: facts)
    }

    @Test func theCable() {
        let causes = causes { _ in }
        #expect(causes.count == 1)
        #expect(causes[0].contains("cable"))
    }

    @Test func serviceNotInstalled() {
        let causes = causes {
            $0.answer = .noService
            $0.service = false
            $0.socket = false
        }
        #expect(causes == ["The PC/SC service is not installed: sudo apt install pcscd libccid"])
    }

    @Test func serviceNotRunning() {
        let withSystemd = causes {
            $0.answer = .noService
            $0.socket = false
        }
        #expect(withSystemd == ["The PC/SC service is not running: sudo systemctl enable --now pcscd.socket"])
        let without = causes {
            $0.answer = .noService
            $0.socket = false
            $0.systemd = false
        }
        #expect(without == ["The PC/SC service is not running: sudo pcscd"])
    }

    @Test func serviceThatDoesNotAnswer() {
        let root = causes {
            $0.answer = .noService
            $0.user = nil
        }
        #expect(root.count == 1)
        #expect(root[0].contains("sudo systemctl restart pcscd.socket pcscd"))
    }

    @Test func polkitRefuses() {
        let rule = """
            polkit.addRule(function(a,s){if(["org.debian.pcsc-lite.access_pcsc",\
            "org.debian.pcsc-lite.access_card"].indexOf(a.id)>=0&&s.user=="mia")return polkit.Result.YES;});
            """
        let denied = causes { $0.answer = .accessDenied }
        #expect(denied.count == 1)
        #expect(denied[0].contains("/etc/polkit-1/rules.d/50-pcscd.rules"))
        #expect(denied[0].hasSuffix("\n" + rule))
        // An older service hangs up.
        #expect(causes { $0.answer = .noService } == denied)
        // Root is never refused.
        let root = causes {
            $0.answer = .noService
            $0.user = nil
        }
        #expect(!root[0].contains("polkit"))
    }

    @Test func aNameIsQuotedInTheRule() {
        let causes = causes {
            $0.answer = .accessDenied
            $0.user = #"a"b\"#
        }
        #expect(causes[0].contains(##"s.user=="a\"b\\")"##))
    }

    @Test func aModuleTakesTheReader() {
        let causes = causes {
            $0.modules = ["pn533_usb", "pn533", "nfc"]
            $0.usbReaders = [.init(vendor: "072f", product: "2200", name: "ACR122U")]
        }
        #expect(causes.count == 2)
        #expect(causes[0].contains("blacklist %s\\n' nfc pn533 pn533_usb | sudo tee /etc/modprobe.d/no-pn533.conf"))
        #expect(causes[0].contains("sudo rmmod pn533_usb pn533 nfc"))
    }

    @Test func onUSBButNotInPCSC() {
        let reader = MachineFacts.USBReader(vendor: "072f", product: "2200", name: "ACR122U")
        let withDriver = causes { $0.usbReaders = [reader] }
        #expect(withDriver.count == 1)
        #expect(withDriver[0].contains("ACR122U (072f:2200)"))
        #expect(withDriver[0].contains("sudo systemctl restart pcscd"))
        let without = causes {
            $0.usbReaders = [reader]
            $0.driver = false
        }
        #expect(without[0].contains("sudo apt install libccid"))
    }

    /// Whatever the machine shows, something is said, and no cure is longer than two lines.
    @Test func everyMachineGetsACure() {
        for bits in 0..<256 {
            func bit(_ number: Int) -> Bool { bits & 1 << number != 0 }
            for answer: ReadersError.Code? in [nil, .noService, .accessDenied, .failed] {
                let facts = MachineFacts(
                    answer: answer, socket: bit(0), service: bit(1), driver: bit(2), systemd: bit(3), polkit: bit(4),
                    modules: bit(5) ? ["pn533"] : [],
                    usbReaders: bit(6) ? [.init(vendor: "072f", product: "2200", name: "")] : [],
                    user: bit(7) ? "mia" : nil)
                let causes = likelyCauses(facts: facts)
                #expect(!causes.isEmpty)
                #expect(causes.allSatisfy { $0.split(separator: "\n").count <= 2 })
            }
        }
    }
}
