internal import Provisioning

/// Why no reader is found, the likeliest first: each a sentence and the exact cure, in two lines at most. Never empty.
///
/// A pure function; the commands are those of Debian.
public func likelyCauses(facts: MachineFacts) -> [String] {
    var causes: [String] = []
    if facts.answer == nil {
        causes += moduleCause(facts)
        causes.append(readerCause(facts))
    } else {
        causes += serviceCauses(facts)
        causes += moduleCause(facts)
    }
    return causes
}

/// Why the service does not answer, or not this user.
private func serviceCauses(_ facts: MachineFacts) -> [String] {
    if !facts.service && !facts.socket {
        return ["The PC/SC service is not installed: sudo apt install pcscd libccid"]
    }
    // An older service that is told to refuse a user hangs up, which looks as if it were not there.
    let isRefused = facts.answer == .accessDenied || (facts.answer == .noService && facts.socket && facts.polkit)
    if let user = facts.user, isRefused {
        return [polkitCause(user)]
    }
    if !facts.socket {
        let cure = facts.systemd ? "sudo systemctl enable --now pcscd.socket" : "sudo pcscd"
        return ["The PC/SC service is not running: \(cure)"]
    }
    if facts.systemd {
        return [
            "The PC/SC service does not answer: sudo systemctl restart pcscd.socket pcscd\n"
                + "If it still does not, its log tells why: journalctl -u pcscd"
        ]
    }
    // A service that was killed leaves its socket behind.
    return ["The PC/SC service does not answer; end it if it hangs, and start it anew: sudo pcscd"]
}

/// The policy's defaults serve the user at the screen alone: allow_any=no, allow_inactive=no, allow_active=yes.
private func polkitCause(_ user: String) -> String {
    // The name goes into a script.
    var quoted = ""
    for character in user {
        if character == "\\" || character == "\"" { quoted.append("\\") }
        quoted.append(character)
    }
    let actions = #"["org.debian.pcsc-lite.access_pcsc","org.debian.pcsc-lite.access_card"].indexOf(a.id)>=0"#
    return "polkit keeps \(user) from the PC/SC service (it serves the user at the screen, not ssh or cron): "
        + "put this line into /etc/polkit-1/rules.d/50-pcscd.rules\n"
        + #"polkit.addRule(function(a,s){if(\#(actions)&&s.user=="\#(quoted)")return polkit.Result.YES;});"#
}

/// Modules that take a PN53x reader before PC/SC can.
private func moduleCause(_ facts: MachineFacts) -> [String] {
    guard let module = facts.modules.first else { return [] }
    return [
        "The kernel's module \(module) takes PN53x readers (ACR122U, SCL3711) for itself: "
            + #"printf 'blacklist %s\n' nfc pn533 pn533_usb | sudo tee /etc/modprobe.d/no-pn533.conf"# + "\n"
            + "then: sudo rmmod \(facts.modules.joined(separator: " ")) ; unplug the reader and plug it in again"
    ]
}

/// The service answers and has no reader.
private func readerCause(_ facts: MachineFacts) -> String {
    guard let reader = facts.usbReaders.first else {
        return "USB shows no reader: check the cable, and plug the reader straight into the machine"
    }
    let name = (reader.name.isEmpty ? "a reader" : reader.name) + " (\(reader.vendor):\(reader.product))"
    if !facts.driver {
        return "USB shows \(name), but its driver is not installed: sudo apt install libccid\n"
            + "then: sudo systemctl restart pcscd"
    }
    let restart = facts.systemd ? "sudo systemctl restart pcscd" : "end pcscd and start it again: sudo pcscd"
    return "USB shows \(name), but PC/SC does not: plug it in again, or \(restart)\n"
        + "If that does not help, the driver may not know it: https://ccid.apdu.fr lists those that it knows"
}
