import PCSC
import Provisioning
import Testing

@testable import tagmill

@Suite struct LikelyCausesTests {
    private static let hint = "'tagmill doctor' looks at the whole machine, and has every cure in full"

    private func causes(_ change: (inout MachineFacts) -> Void) -> [String] { likelyCauses(Machines.but(change)) }

    @Test func theCable() {
        let causes = causes { $0.usbReaders = [] }
        #expect(
            causes == [
                "USB shows no reader: check the cable, and plug the reader straight into the machine", Self.hint,
            ])
    }

    @Test func serviceNotInstalled() {
        let causes = causes {
            $0.answer = .noService
            $0.service = ServiceFacts()
            $0.drivers = []
        }
        #expect(causes == ["The PC/SC service is not installed: sudo apt install pcscd libccid", Self.hint])
    }

    @Test func serviceNotRunning() {
        let causes = causes {
            $0.answer = .noService
            $0.service.socket = nil
        }
        #expect(
            causes == ["The PC/SC service is not running: sudo systemctl enable --now pcscd.socket", Self.hint])
    }

    /// The rule is long: `doctor` has it.
    @Test func polkitRefuses() {
        let causes = causes { $0.answer = .accessDenied }
        #expect(
            causes == [
                "polkit keeps mia from the PC/SC service (it serves the user at the screen, not ssh, cron or services)",
                Self.hint,
            ])
    }

    @Test func aModuleTakesTheReader() {
        let causes = causes { $0.modules = KernelModules(loaded: ["pn533_usb", "pn533", "nfc"]) }
        #expect(causes.count == 3)
        #expect(causes[0].contains("blacklist %s\\n' nfc pn533 pn533_usb | sudo tee /etc/modprobe.d/no-pn533.conf"))
        #expect(causes[0].contains("\nthen: sudo modprobe -r pn533_usb pn533 nfc; unplug the reader"))
    }

    @Test func onUSBButNotInPCSC() {
        let withDriver = causes { _ in }
        #expect(withDriver.count == 2)
        #expect(withDriver[0].contains("ACR122U PICC Interface (072f:2200), but PC/SC does not: unplug the reader"))
        let without = causes { $0.drivers = [] }
        #expect(without.count == 2)
        #expect(without[0].contains("its driver is not installed: sudo apt install libccid\nthen: sudo systemctl"))
    }

    /// Whatever the machine shows, a cause is named beside the hint, and none is longer than two lines.
    @Test func everyMachineGetsACause() {
        for bits in 0..<1024 {
            func bit(_ number: Int) -> Bool { bits & 1 << number != 0 }
            for answer: ReadersError.Code? in [nil, .noService, .accessDenied, .failed] {
                let causes = causes {
                    $0.answer = answer
                    $0.service.socket = bit(0) ? .init(isOpenToUser: bit(8)) : nil
                    $0.service.isInstalled = bit(1)
                    if bit(2) { $0.drivers = [] }
                    $0.systemd = bit(3)
                    $0.polkit = bit(4)
                    if bit(5) { $0.modules = KernelModules(loaded: ["pn533"]) }
                    if bit(6) { $0.usbReaders = [] }
                    if bit(7) { $0.user = nil }
                    if bit(9) { $0.container = "docker" }
                }
                #expect(causes.count >= 2)
                #expect(causes.allSatisfy { $0.split(separator: "\n").count <= 2 })
            }
        }
    }
}
