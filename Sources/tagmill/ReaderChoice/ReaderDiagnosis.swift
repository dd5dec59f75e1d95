import Provisioning

/// Why no reader can be used, and the exact cure. The likeliest cause alone: a list of all would help nobody.
///
/// Causes and cures: pcsc-lite 1.9.9 as packaged by Debian 12, its polkit actions `org.debian.pcsc-lite.access_pcsc` and
/// `access_card`, and the kernel's PN533 driver.
enum ReaderDiagnosis {
    /// What to do about an error of the service.
    static func cure(for error: ReadersError, _ facts: ReaderFacts) -> String {
        switch error.code {
        case .accessDenied: return deniedCure(facts)
        case .noService, .failed:
            if !facts.hasDaemon {
                return "The PC/SC service is not installed:\n" + command("apt-get install pcscd", facts)
            }
            // Without polkit's word older versions only close the socket, so a service that runs may mean a refusal.
            if facts.hasSocket && !facts.isRoot && error.code == .failed { return deniedCure(facts) }
            return "The PC/SC service does not run:\n" + command("systemctl enable --now pcscd.socket", facts)
        case .readerLost, .cancelled: return ""
        }
    }

    /// What to do when the service runs and lists no reader for tags.
    static func cureForNoReader(_ facts: ReaderFacts) -> String {
        guard let device = facts.devices.first else {
            return """
                No reader is on the USB bus: check the cable and the port ('lsusb' must list the reader), then plug it \
                in again. Readers without hardware: --rack RACK.json
                """
        }
        let name = device.name.isEmpty ? "The reader" : "'\(device.name)'"
        if let module = facts.kernelModule {
            let modules = module == "pn533_usb" ? "pn533_usb pn533 nfc" : "pn533 nfc"
            let line = modules.split(separator: " ").map { "blacklist \($0)" }.joined(separator: "\\n")
            let root = facts.isRoot ? "" : "sudo "
            return """
                \(name) is on the USB bus, and the kernel module \(module) holds it. Free it for good, then plug the \
                reader in again:
                  printf '\(line)\\n' | \(root)tee /etc/modprobe.d/tagmill.conf
                  \(root)modprobe -r \(modules)
                """
        }
        return """
            \(name) is on the USB bus, and the PC/SC service does not list it. Install the driver, restart the service, \
            and plug the reader in again:
            \(command("apt-get install libccid", facts))
            \(command("systemctl restart pcscd", facts))
            """
    }

    private static func deniedCure(_ facts: ReaderFacts) -> String {
        """
        polkit lets only the user of the local screen in. Let '\(facts.user)' in from everywhere (ssh, services):
          \(facts.isRoot ? "" : "sudo ")tee /etc/polkit-1/rules.d/50-tagmill.rules <<'END'
          polkit.addRule(function(action, subject) {
              if (action.id.indexOf("org.debian.pcsc-lite.access_") == 0 && subject.user == "\(facts.user)") {
                  return polkit.Result.YES;
              }
          });
          END
        """
    }

    private static func command(_ line: String, _ facts: ReaderFacts) -> String {
        "  " + (facts.isRoot ? "" : "sudo ") + line
    }
}
