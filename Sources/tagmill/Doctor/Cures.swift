import PCSC

/// The commands that cure what `doctor` finds: the one place where they stand. Nothing here runs any.
enum Cures {
    typealias Step = Finding.Step

    enum Package: Hashable, Sendable { case service, driver }

    /// Installs packages by the names that the system has for them.
    static func install(_ packages: [Package], on family: SystemFamily) -> Step {
        func command(_ tool: String, _ service: String, _ driver: String) -> Step {
            .run(([tool] + packages.map { $0 == .service ? service : driver }).joined(separator: " "))
        }
        return switch family {
        case .debian: command("sudo apt install", "pcscd", "libccid")
        case .fedora: command("sudo dnf install", "pcsc-lite", "pcsc-lite-ccid")
        case .arch: command("sudo pacman -S", "pcsclite", "ccid")
        case .suse: command("sudo zypper install", "pcsc-lite", "pcsc-ccid")
        case .alpine: command("sudo apk add", "pcsc-lite", "ccid")
        case .other: command("sudo apt install", "pcscd", "libccid")
        }
    }

    /// Makes a service run that does not.
    static func start(_ machine: MachineFacts) -> [Step] {
        guard machine.systemd else { return [.run(startCommand(machine))] }
        let unmask: [Step] = machine.service.unit == .masked ? [.run("sudo systemctl unmask pcscd.socket")] : []
        return unmask + [.run("sudo systemctl enable --now pcscd.socket")]
    }

    private static func startCommand(_ machine: MachineFacts) -> String {
        machine.family == .alpine ? "sudo rc-service pcscd start" : "sudo pcscd"
    }

    /// Ends a service and starts it anew; readers are looked for again. One that hangs does not end by itself.
    static func restart(_ machine: MachineFacts, hangs: Bool = false) -> [Step] {
        if machine.systemd { return [.run("sudo systemctl restart pcscd.socket pcscd")] }
        if machine.family == .alpine { return [.run("sudo rc-service pcscd restart")] }
        guard let process = machine.service.process else { return [.run("sudo pcscd")] }
        return [.run("sudo kill \(hangs ? "-KILL " : "")\(process); sleep 2; sudo pcscd")]
    }

    /// Has PC/SC asked at its usual place. The one cure for a socket that the environment names.
    static let usualSocket: [Step] = [
        .run("unset PCSCLITE_CSOCK_NAME"),
        .act("PC/SC is asked at its usual place then, \(ServiceFacts.usualSocket): look again with 'tagmill doctor'"),
    ]

    /// Gives a container the service of its host.
    static let socketOfHost: [Step] = [
        .run("docker run -v /run/pcscd:/run/pcscd ..."),
        .act("the service runs on the host; podman takes the same option"),
    ]

    // MARK: polkit

    static let ruleFile = "/etc/polkit-1/rules.d/50-tagmill-pcscd.rules"

    /// Lets one user use PC/SC from everywhere.
    static func letIn(_ user: MachineFacts.User, _ machine: MachineFacts) -> [Step] {
        if machine.polkitTakesFilesOfAuthority {
            return [
                .run(written(authority(user), to: "/etc/polkit-1/localauthority/50-local.d/50-tagmill-pcscd.pkla"))
            ]
        }
        return [.run(written(rule(user), to: ruleFile)), .run("sudo systemctl try-restart polkit")]
    }

    /// polkit(8): a rule in JavaScript.
    static func rule(_ user: MachineFacts.User) -> [String] {
        [
            "polkit.addRule(function(action, subject) {",
            "  if ((action.id == \"org.debian.pcsc-lite.access_pcsc\" ||",
            "       action.id == \"org.debian.pcsc-lite.access_card\") &&",
            "      subject.user == \(inJavaScript(user.name))) {",
            "    return polkit.Result.YES;",
            "  }",
            "});",
        ]
    }

    /// pklocalauthority(8), of polkit before 0.106. By the user's number, which needs no quoting.
    private static func authority(_ user: MachineFacts.User) -> [String] {
        [
            "[PC/SC for one user]", "Identity=unix-user:\(user.id)",
            "Action=org.debian.pcsc-lite.access_pcsc;org.debian.pcsc-lite.access_card", "ResultAny=yes",
            "ResultInactive=yes", "ResultActive=yes",
        ]
    }

    /// A string literal of JavaScript that no character of the name can end.
    private static func inJavaScript(_ text: String) -> String {
        var quoted = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", "\"": quoted += "\\" + String(scalar)
            case " "..."~": quoted.unicodeScalars.append(scalar)
            default:
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: true)
                    quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return "\"" + quoted + "\""
    }

    /// A command that writes a file of these lines. Not a here-document: this one may be pasted with blanks in front.
    private static func written(_ lines: [String], to path: String) -> String {
        let words = lines.map { "  " + FilePath.quotedWord($0) + " \\" }
        return (["printf '%s\\n' \\"] + words + ["  | sudo tee \(path)"]).joined(separator: "\n")
    }

    // MARK: Modules and drivers

    /// Takes readers back from the kernel's modules.
    static func keepOut(_ modules: KernelModules) -> [Step] {
        let blacklist: [Step] =
            modules.areKeptOut
            ? []
            : [
                .run(
                    #"printf 'blacklist %s\n' \#(KernelModules.all.joined(separator: " ")) "#
                        + "| sudo tee /etc/modprobe.d/no-pn533.conf")
            ]
        let loaded = modules.loaded.isEmpty ? ["pn533_usb"] : modules.loaded
        return blacklist + [.run("sudo modprobe -r \(loaded.joined(separator: " "))"), replug]
    }

    /// Takes a driver away whose readers libccid serves too.
    static func remove(_ driver: ReaderDriver, on family: SystemFamily) -> Step {
        driver.name.contains("acsccid") && family == .debian
            ? .run("sudo apt remove libacsccid1")
            : .act("remove the package of \(driver.name) (\(driver.path)), if libccid is to serve the reader")
    }

    /// Leaves a reader that several drivers claim to one of them, and each other reader to its own.
    static func choose(among drivers: [ReaderDriver], for id: String) -> Step {
        .act(
            "to choose, open the Info.plist of the driver that is not to serve it, and take \(id) out of ifdVendorID, "
                + "ifdProductID and ifdFriendlyName, at the same place of each list: "
                + drivers.map { FilePath.shellWord($0.path) }.joined(separator: " or "))
    }

    /// Takes readers whose driver is not there out of the file that names them: the whole file where it names no other.
    static func drop(_ broken: [ConfiguredReader], from file: String, namesOthers: Bool) -> [Step] {
        let word = FilePath.shellWord(file)
        guard namesOthers else { return [.run("sudo rm \(word)")] }
        let entries = broken.map { reader in
            Step.act(
                "take out the lines from 'FRIENDLYNAME \(reader.name)', with 'LIBPATH \(reader.library)', up to the next "
                    + "FRIENDLYNAME or the end; leave the other entries, whose drivers are there")
        }
        return [.run("sudoedit \(word)")] + entries
    }

    static let replug = Step.act("unplug the reader and plug it in again")

    /// Lets commands through to the reader itself: sets bit 0 of ifdDriverOptions and leaves the others.
    static func letEscapesThrough(_ driver: ReaderDriver, _ machine: MachineFacts) -> [Step] {
        let digits = String(driver.options | 1, radix: 16)
        let value = "0x" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let sed = #"sudo sed -i -E '/<key>ifdDriverOptions<\/key>/{n;s/>[^<]*</>\#(value)</}' "#
        return [.run(sed + FilePath.shellWord(driver.path))] + restart(machine)
    }
}
