import PCSC
import Provisioning
import ReaderModels
import Testing

@testable import tagmill

/// Machines that are made up: all is well on one, and each test breaks something.
enum Machines {
    static let acr122u = USBReader(vendor: "072f", product: "2200", name: "ACR122U PICC Interface", place: "1-2")
    static let scl3711 = USBReader(vendor: "04e6", product: "5591", name: "SCL3711", place: "1-3")
    static let name = "ACS ACR122U PICC Interface 00 00"

    static let libccid = ReaderDriver(
        name: "ifd-ccid.bundle", path: "/etc/libccid_Info.plist", version: "1.5.2", options: 1,
        claims: [
            "072f:2200": "ACS ACR122U PICC Interface", "04e6:5591": "SCM SCL3711",
            "072f:223b": "ACS ACR1252 Dual Reader",
        ])

    static var well: MachineFacts {
        var machine = MachineFacts()
        machine.service.isInstalled = true
        machine.service.socket = .init()
        machine.service.unit = .enabled
        machine.service.process = 411
        machine.systemd = true
        machine.polkit = true
        machine.usb = true
        machine.usbReaders = [acr122u]
        machine.drivers = [libccid]
        machine.packages = InstalledPackages(["pcscd": "1.9.9-2", "libccid": "1.5.2-1"])
        machine.family = .debian
        machine.user = .init(name: "mia", id: 1000)
        machine.kernel = "6.1.0"
        return machine
    }

    static func but(_ change: (inout MachineFacts) -> Void) -> MachineFacts {
        var machine = well
        change(&machine)
        return machine
    }
}

extension Finding {
    var commands: [String] { cure.compactMap { if case .run(let command) = $0 { command } else { nil } } }
}

@Suite struct ServiceChecksTests {
    private func stop(_ change: (inout MachineFacts) -> Void) throws -> Finding {
        let findings = ServiceChecks.findings(
            Machines.but {
                $0.answer = .noService
                change(&$0)
            })
        #expect(findings.count == 1)
        let finding = try #require(findings.first)
        #expect(finding.status == .fault)
        #expect(finding.stopsWork)
        return finding
    }

    @Test func allIsWell() {
        let findings = ServiceChecks.findings(Machines.well)
        #expect(findings.map(\.check) == [.service, .socket, .access])
        #expect(findings.allSatisfy { $0.status == .ok })
    }

    @Test func aServiceThatIsNotStartedWithTheMachine() {
        let findings = ServiceChecks.findings(Machines.but { $0.service.unit = .disabled })
        #expect(findings[0].status == .warning)
        #expect(findings[0].commands == ["sudo systemctl enable pcscd.socket"])
    }

    @Test(arguments: [
        (SystemFamily.debian, "sudo apt install pcscd libccid"), (.fedora, "sudo dnf install pcsc-lite pcsc-lite-ccid"),
        (.arch, "sudo pacman -S pcsclite ccid"), (.suse, "sudo zypper install pcsc-lite pcsc-ccid"),
        (.alpine, "sudo apk add pcsc-lite ccid"), (.other, "sudo apt install pcscd libccid"),
    ])
    func notInstalled(family: SystemFamily, command: String) throws {
        let finding = try stop {
            $0.service.isInstalled = false
            $0.service.socket = nil
            $0.family = family
        }
        #expect(finding.check == .service)
        #expect(finding.commands == [command])
    }

    @Test func inAContainerTheHostsServiceIsTaken() throws {
        let finding = try stop {
            $0.service.isInstalled = false
            $0.service.socket = nil
            $0.container = "docker"
        }
        #expect(finding.commands == ["docker run -v /run/pcscd:/run/pcscd ..."])
    }

    @Test func notRunning() throws {
        let withSystemd = try stop { $0.service.socket = nil }
        #expect(withSystemd.commands == ["sudo systemctl enable --now pcscd.socket"])
        let masked = try stop {
            $0.service.socket = nil
            $0.service.unit = .masked
        }
        #expect(
            masked.commands == ["sudo systemctl unmask pcscd.socket", "sudo systemctl enable --now pcscd.socket"])
        let without = try stop {
            $0.service.socket = nil
            $0.systemd = false
        }
        #expect(without.commands == ["sudo pcscd"])
    }

    /// Whatever lies where the environment points, nothing there is removed, opened or restarted.
    @Test(
        arguments: [
            (nil, .noService, "no service has its socket there"),
            (ServiceFacts.Socket(isForeign: true), .noService, "what lies there is no socket"),
            (ServiceFacts.Socket(isForeign: true), .accessDenied, "what lies there is no socket"),
            (
                ServiceFacts.Socket(permissions: 0o600, isOpenToUser: false), .noService,
                "is closed to this user (mode 600)"
            ),
            (ServiceFacts.Socket(), .accessDenied, "keeps this user out"),
            (ServiceFacts.Socket(), .noService, "no PC/SC service answers there"),
            (ServiceFacts.Socket(), .failed, "no PC/SC service answers there"),
        ] as [(ServiceFacts.Socket?, ReadersError.Code, String)])
    func theSocketOfTheEnvironment(socket: ServiceFacts.Socket?, answer: ReadersError.Code, found: String) throws {
        for systemd in [true, false] {
            for isInstalled in [true, false] {
                let finding = try stop {
                    $0.answer = answer
                    $0.service.socketPath = "/tmp/victim.txt"
                    $0.service.socket = socket
                    $0.service.isInstalled = isInstalled
                    $0.systemd = systemd
                }
                #expect(finding.check == .socket)
                #expect(finding.found.hasPrefix("PCSCLITE_CSOCK_NAME names /tmp/victim.txt, and "))
                #expect(finding.found.contains(found))
                #expect(finding.commands == ["unset PCSCLITE_CSOCK_NAME"])
                #expect(finding.cure.last?.text.contains("/run/pcscd/pcscd.comm") == true)
            }
        }
    }

    /// A service elsewhere that answers is not the one that systemd starts.
    @Test func aServiceElsewhereThatAnswers() {
        let findings = ServiceChecks.findings(
            Machines.but {
                $0.service.socketPath = "/tmp/x"
                $0.service.unit = .disabled
            })
        #expect(findings.allSatisfy { $0.status == .ok })
    }

    @Test func aSocketThatIsClosed() throws {
        let socket = ServiceFacts.Socket(permissions: 0o600, isOpenToUser: false)
        let withSystemd = try stop { $0.service.socket = socket }
        #expect(withSystemd.check == .socket)
        #expect(withSystemd.found.contains("mode 600"))
        #expect(withSystemd.commands == ["sudo systemctl restart pcscd.socket"])
        let without = try stop {
            $0.service.socket = socket
            $0.systemd = false
        }
        #expect(without.commands == ["sudo chmod 666 /run/pcscd/pcscd.comm"])
    }

    @Test func whatIsNoSocket() throws {
        let finding = try stop { $0.service.socket = .init(isForeign: true) }
        #expect(finding.commands == ["sudo rm /run/pcscd/pcscd.comm", "sudo systemctl restart pcscd.socket pcscd"])
    }

    @Test func aServiceThatDoesNotAnswer() throws {
        let hanging = try stop {
            $0.answer = .failed
            $0.answerText = "no answer within 8 s"
        }
        #expect(hanging.commands == ["sudo systemctl restart pcscd.socket pcscd"])
        #expect(hanging.facts.contains("PC/SC: PC/SC failed, no answer within 8 s"))
        let without = try stop {
            $0.answer = .failed
            $0.systemd = false
        }
        #expect(without.commands == ["sudo kill -KILL 411; sleep 2; sudo pcscd"])
        let dead = try stop {
            $0.service.process = nil
            $0.systemd = false
        }
        #expect(dead.found.contains("left its socket behind"))
        #expect(dead.commands == ["sudo pcscd"])
    }

    // MARK: polkit

    @Test func polkitRefuses() throws {
        let denied = try stop { $0.answer = .accessDenied }
        #expect(denied.check == .access)
        #expect(denied.found.hasPrefix("polkit keeps mia from the PC/SC service"))
        #expect(denied.commands.count == 2)
        #expect(
            denied.commands[0] == #"""
                printf '%s\n' \
                  'polkit.addRule(function(action, subject) {' \
                  '  if ((action.id == "org.debian.pcsc-lite.access_pcsc" ||' \
                  '       action.id == "org.debian.pcsc-lite.access_card") &&' \
                  '      subject.user == "mia") {' \
                  '    return polkit.Result.YES;' \
                  '  }' \
                  '});' \
                  | sudo tee /etc/polkit-1/rules.d/50-tagmill-pcscd.rules
                """#)
        #expect(denied.commands[1] == "sudo systemctl try-restart polkit")
        // An older service hangs up.
        #expect(try stop { $0.answer = .noService }.commands == denied.commands)
        // Root is never refused.
        #expect(try stop { $0.user = nil }.check == .service)
        // Nor is anybody by a service that does not run.
        #expect(try stop { $0.service.process = nil }.check == .service)
    }

    @Test(arguments: [
        ("mia", #""mia""#), (#"a"b\"#, #""a\"b\\""#), ("o'neil", #""o'neil""#), ("m\u{FC}ller", #""m\u00FCller""#),
        ("a\nb", #""a\u000Ab""#), ("a\u{2028}b", #""a\u2028b""#), ("\u{1F600}", #""\uD83D\uDE00""#),
    ])
    func aNameIsQuotedInTheRule(name: String, literal: String) {
        let rule = Cures.rule(.init(name: name, id: 7))
        #expect(rule.contains("      subject.user == \(literal)) {"))
    }

    /// In the command the whole rule stands in single quotes of the shell.
    @Test func aNameIsQuotedForTheShell() throws {
        let finding = try stop {
            $0.answer = .accessDenied
            $0.user = .init(name: "o'neil; reboot", id: 7)
        }
        #expect(finding.commands[0].contains(##"subject.user == "o'\''neil; reboot") {' \"##))
    }

    @Test func polkitOfTheOldKind() throws {
        let finding = try stop {
            $0.answer = .accessDenied
            $0.polkitTakesFilesOfAuthority = true
        }
        #expect(finding.commands.count == 1)
        #expect(finding.commands[0].contains("'Identity=unix-user:1000'"))
        #expect(
            finding.commands[0].hasSuffix("| sudo tee /etc/polkit-1/localauthority/50-local.d/50-tagmill-pcscd.pkla"))
    }
}

@Suite struct ReaderChecksTests {
    private func finding(
        _ check: Finding.Check, listed names: [String]? = [Machines.name], _ change: (inout MachineFacts) -> Void
    ) throws -> Finding {
        let findings = ReaderChecks.findings(Machines.but(change), listed: names)
        return try #require(findings.first { $0.check == check })
    }

    @Test func allIsWell() {
        let findings = ReaderChecks.findings(Machines.well, listed: [Machines.name])
        #expect(findings.map(\.check) == [.modules, .drivers, .usb])
        #expect(findings.allSatisfy { $0.status == .ok })
    }

    @Test func aModuleTakesTheReader() throws {
        let fault = try finding(.modules) { $0.modules = KernelModules(loaded: ["pn533_usb", "pn533", "nfc"]) }
        #expect(fault.status == .fault)
        #expect(
            fault.commands == [
                #"printf 'blacklist %s\n' nfc pn533 pn533_usb | sudo tee /etc/modprobe.d/no-pn533.conf"#,
                "sudo modprobe -r pn533_usb pn533 nfc",
            ])
        #expect(fault.cure.last == Cures.replug)
        let blacklisted = try finding(.modules) {
            $0.modules = KernelModules(loaded: ["pn533"], blacklisted: ["pn533", "pn533_usb"])
        }
        #expect(blacklisted.commands == ["sudo modprobe -r pn533"])
        // It takes no reader that is there.
        let idle = try finding(.modules) {
            $0.modules = KernelModules(loaded: ["pn533"])
            $0.usbReaders = []
        }
        #expect(idle.status == .warning)
    }

    /// `/proc/modules` cannot be read, and the device itself says who has it.
    @Test func aDeviceSaysThatAModuleHasIt() throws {
        let fault = try finding(.modules) { $0.usbReaders[0].kernelDriver = "pn533_usb" }
        #expect(fault.status == .fault)
        #expect(fault.commands.last == "sudo modprobe -r pn533_usb")
    }

    // MARK: Drivers

    @Test func noDriver() throws {
        let fault = try finding(.drivers) { $0.drivers = [] }
        #expect(fault.stopsWork)
        #expect(fault.commands == ["sudo apt install libccid", "sudo systemctl restart pcscd.socket pcscd"])
        let container = try finding(.drivers, listed: []) {
            $0.drivers = []
            $0.container = "podman"
        }
        #expect(container.status == .unknown)
    }

    @Test func twoDriversForOneReader() throws {
        let acs = ReaderDriver(name: "ifd-acsccid.bundle", path: "/x", claims: ["072f:2200": "ACS ACR122U"])
        let warning = try finding(.drivers) { $0.drivers.append(acs) }
        #expect(warning.status == .warning)
        #expect(warning.commands.first == "sudo apt remove libacsccid1")
        // Of what it serves beside, libccid knows all.
        let both = try finding(.drivers) {
            $0.drivers.append(
                ReaderDriver(
                    name: "ifd-acsccid.bundle", path: "/x",
                    claims: ["072f:2200": "A", "04e6:5591": "B", "072f:9999": "C"]))
            $0.usbReaders.append(Machines.scl3711)
        }
        #expect(both.commands.first == "sudo apt remove libacsccid1")
        // They do not meet.
        #expect(
            try finding(.drivers) {
                $0.drivers.append(acs)
                $0.usbReaders = [Machines.scl3711]
            }.status == .ok)
    }

    /// A driver stays that alone serves another reader which is plugged in.
    @Test func aDriverThatAnotherReaderNeeds() throws {
        let acs = ReaderDriver(
            name: "ifd-acsccid.bundle", path: "/x/Info.plist",
            claims: ["072f:2200": "ACS ACR122U", "072f:9999": "ACS X"])
        let warning = try finding(.drivers) {
            $0.drivers.append(acs)
            $0.usbReaders.append(USBReader(vendor: "072f", product: "9999", name: "ACR X"))
        }
        #expect(warning.status == .warning)
        #expect(warning.commands == ["sudo systemctl restart pcscd.socket pcscd"])
        #expect(warning.cure[0] == .act("keep ifd-acsccid.bundle: libccid does not know ACR X (072f:9999)"))
        #expect(warning.cure[1].text.contains("take 072f:2200 out of ifdVendorID"))
        #expect(warning.cure[1].text.hasSuffix("/etc/libccid_Info.plist or /x/Info.plist"))
    }

    /// Other entries of the file work: it stays.
    @Test func aFileThatNamesGoodReadersToo() throws {
        func entry(_ name: String, _ file: String = "/etc/reader.conf.d/all", isThere: Bool) -> ConfiguredReader {
            ConfiguredReader(file: file, name: name, library: "/\(name).so", isLibraryThere: isThere)
        }
        let warning = try finding(.drivers) {
            $0.configured = [entry("A", isThere: true), entry("B", isThere: false), entry("C", isThere: false)]
        }
        #expect(warning.commands.first == "sudoedit /etc/reader.conf.d/all")
        #expect(!warning.commands.contains { $0.contains("rm ") })
        let steps = warning.cure.map(\.text)
        #expect(steps[1].contains("'FRIENDLYNAME B', with 'LIBPATH /B.so'"))
        #expect(steps[2].contains("'FRIENDLYNAME C', with 'LIBPATH /C.so'"))
        // Good entries of another file do not matter, nor do several bad ones of this.
        let whole = try finding(.drivers) {
            $0.configured = [entry("A", "/f", isThere: true), entry("B", isThere: false), entry("C", isThere: false)]
        }
        #expect(whole.commands.first == "sudo rm /etc/reader.conf.d/all")
    }

    @Test func aReaderOfAFileWithoutItsDriver() throws {
        let entry = ConfiguredReader(file: "/etc/reader.conf.d/a b", name: "X", library: "/x.so", isLibraryThere: false)
        let warning = try finding(.drivers) { $0.configured = [entry] }
        #expect(warning.status == .warning)
        #expect(warning.commands.first == "sudo rm '/etc/reader.conf.d/a b'")
        #expect(
            try finding(.drivers) { $0.configured = [.init(file: "/f", name: "X", library: "/x.so")] }.status == .ok)
    }

    // MARK: USB

    @Test func noReaderAnywhere() throws {
        let cable = try finding(.usb, listed: []) { $0.usbReaders = [] }
        #expect(cable.stopsWork)
        #expect(cable.cure[0].text.contains("cable"))
        let container = try finding(.usb, listed: []) {
            $0.usbReaders = []
            $0.usb = false
            $0.container = "docker"
        }
        #expect(container.commands == ["docker run -v /run/pcscd:/run/pcscd ..."])
    }

    @Test func aReaderThatMustBePluggedInAgain() throws {
        let fault = try finding(.usb, listed: []) { _ in }
        #expect(fault.found == "USB shows ACR122U PICC Interface (072f:2200), but PC/SC does not")
        #expect(fault.stopsWork)
        #expect(fault.cure == [Cures.replug, .run("sudo systemctl restart pcscd.socket pcscd")])
        // Beside one that works.
        let second = try finding(.usb) { $0.usbReaders.append(Machines.scl3711) }
        #expect(second.status == .fault)
        #expect(!second.stopsWork)
        #expect(second.found.contains("SCL3711"))
    }

    @Test func aReaderThatNoDriverKnows() throws {
        let unknown = USBReader(vendor: "1234", product: "5678", name: "X")
        #expect(try finding(.usb, listed: []) { $0.usbReaders = [unknown] }.found.contains("no driver"))
        let sony = USBReader(vendor: "054c", product: "06c3", name: "RC-S380/P")
        let other = try finding(.usb, listed: []) { $0.usbReaders = [sony] }
        #expect(other.cure[0].text.contains("use another reader"))
        let acs = USBReader(vendor: "072f", product: "9999", name: "ACR")
        #expect(
            try finding(.usb, listed: []) { $0.usbReaders = [acs] }.commands.first == "sudo apt install libacsccid1")
    }

    @Test func allSlotsAreUsed() throws {
        let names = (0..<16).map { "Virtual PCD 0\($0) 00" }
        let fault = try finding(.usb, listed: names) { _ in }
        #expect(fault.found.hasSuffix("all 16 are used"))
    }

    /// How PC/SC names devices, and how many of them it has then.
    @Test(arguments: [
        (["ACS ACR122U PICC Interface 00 00"], 1, 0), (["ACS ACR122U PICC Interface 00 00"], 2, 1),
        (["ACS ACR122U PICC Interface 00 00", "ACS ACR122U PICC Interface 01 00"], 2, 0),
        (["ACS ACR122U PICC Interface (A1) 00 00", "ACS ACR122U PICC Interface (A2) 01 00"], 2, 0),
        (["ACS ACR122U PICC Interface 00 00", "ACS ACR122U PICC Interface 00 01"], 2, 1), ([], 2, 2), (["X"], 1, 1),
        ([""], 1, 1),
    ])
    func equalReadersAreCounted(names: [String], devices: Int, unlisted: Int) {
        let machine = Machines.but { $0.usbReaders = Array(repeating: Machines.acr122u, count: devices) }
        #expect(UnlistedReaders.readers(machine, among: names).count == unlisted)
    }

    @Test func aDeviceOfTwoInterfacesIsOne() {
        func names(_ first: Int) -> [String] {
            [
                "ACS ACR1252 Dual Reader [ACR1252 Dual Reader PICC] 0\(first) 00",
                "ACS ACR1252 Dual Reader [ACR1252 Dual Reader SAM] 0\(first + 1) 00",
            ]
        }
        let reader = USBReader(vendor: "072f", product: "223b", name: "ACR1252")
        let machine = Machines.but { $0.usbReaders = [reader, reader] }
        #expect(UnlistedReaders.readers(machine, among: names(0)).count == 1)
        #expect(UnlistedReaders.readers(machine, among: names(0) + names(2)).isEmpty)
    }

    // MARK: Slots and the driver's settings

    @Test(arguments: [
        ("1.9.9-2", 13, Finding.Status.ok), ("1.9.9-2", 14, .warning), ("2.4.1-1", 16, .warning), ("2.5.0-1", 20, .ok),
        ("2.10.0", 20, .ok), ("3.0.0", 20, .ok), ("", 14, .warning),
    ])
    func slotsAreCounted(version: String, used: Int, status: Finding.Status) {
        let machine = Machines.but { $0.packages = InstalledPackages(version.isEmpty ? [:] : ["pcscd": version]) }
        let names = (0..<used).map { "R \($0) 00" }
        #expect(SlotChecks.finding(machine, listed: names).status == status)
    }

    @Test func lightAndSoundWithoutATag() throws {
        var model = ReaderModel.model(ofReaderNamed: Machines.name)
        model = ReaderModel(
            name: model.name, slot: model.slot, passThrough: model.passThrough, pagesPerFastRead: 60,
            signals: [.identify: SignalCommand(transmitted: [0xFF], escape: [0xFF])])
        let reader = ReaderInfo(name: Machines.name, model: model)
        let off = Machines.but { $0.drivers[0].options = 0 }
        let warning = try #require(EscapeChecks.finding(off, [reader]))
        #expect(warning.status == .warning)
        #expect(
            warning.commands.first
                == #"sudo sed -i -E '/<key>ifdDriverOptions<\/key>/{n;s/>[^<]*</>0x0001</}' /etc/libccid_Info.plist"#)
        let other = try #require(EscapeChecks.finding(Machines.but { $0.drivers[0].options = 4 }, [reader]))
        #expect(other.commands.first?.contains(">0x0005<") == true)
        #expect(EscapeChecks.finding(Machines.well, [reader])?.status == .ok)
        #expect(EscapeChecks.finding(off, [])?.status == .ok)
        #expect(EscapeChecks.finding(Machines.but { $0.drivers = [] }, [reader]) == nil)
        // No driver serves a reader that is there.
        #expect(EscapeChecks.finding(Machines.but { $0.usbReaders = [] }, [reader]) == nil)
        #expect(EscapeChecks.finding(Machines.but { $0.drivers[0].claims = [:] }, [reader]) == nil)
        // The reader that is meant is elsewhere, whatever libccid does for another.
        let apart = Machines.but {
            $0.drivers[0].options = 0
            $0.usbReaders = [Machines.scl3711]
        }
        #expect(EscapeChecks.finding(apart, [reader])?.status == .ok)
    }

    /// What a reader's light and sound need, and what its driver allows.
    @Test(
        arguments: [
            ([0xFF], [0xFF], 1, true, .yes), ([0xFF], [0xFF], 0, true, .withTag), ([0xFF], [0xFF], 1, false, .withTag),
            ([0xFF], nil, 1, true, .withTag), (nil, [0xE0], 1, true, .yes), (nil, [0xE0], 4, true, .no),
            (nil, [0xE0], 1, false, .no), (nil, nil, 1, true, .no),
        ] as [([UInt8]?, [UInt8]?, UInt32, Bool, LightAndSound)])
    func lightAndSoundNow(
        transmitted: [UInt8]?, escape: [UInt8]?, options: UInt32, isOnUSB: Bool, expected: LightAndSound
    ) {
        let hasSignals = transmitted != nil || escape != nil
        let model = ReaderModel(
            name: "x", slot: .contactless, passThrough: .none, pagesPerFastRead: 0,
            signals: hasSignals ? [.identify: SignalCommand(transmitted: transmitted, escape: escape)] : [:])
        let machine = Machines.but {
            $0.drivers[0].options = options
            if !isOnUSB { $0.usbReaders = [] }
        }
        #expect(LightAndSound(of: ReaderInfo(name: Machines.name, model: model), machine) == expected)
    }

    /// The vendor's driver has the reader where both claim it, and its setting counts.
    @Test func theDriverThatHasTheReaderCounts() {
        let acs = ReaderDriver(
            name: "ifd-acsccid.bundle", path: "/x", options: 0, claims: ["072f:2200": "ACS ACR122U"])
        let machine = Machines.but { $0.drivers.append(acs) }
        let reader = ReaderInfo(name: Machines.name, model: .model(ofReaderNamed: Machines.name))
        #expect(EscapeChecks.driver(of: reader, machine) == acs)
        #expect(EscapeChecks.driver(of: reader, Machines.well) == Machines.libccid)
    }
}
