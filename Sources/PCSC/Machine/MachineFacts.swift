internal import Glibc
public import Provisioning

/// What this machine shows of itself that bears on reading tags. Read from files alone; nothing is started or changed.
///
/// A plain value, so that what is made of it can be tried with machines that are made up: what is not there is false, nil or
/// empty.
public struct MachineFacts: Hashable, Sendable {
    /// What PC/SC answered; nil when it answers.
    public var answer: ReadersError.Code?
    /// PC/SC's own error, or what else is known of the answer; empty where nothing is.
    public var answerText = ""
    /// What a service leaves in the file system.
    public var service = ServiceFacts()
    /// systemd runs this machine.
    public var systemd = false
    /// pcscd asks polkit whom to serve.
    public var polkit = false
    /// polkit is of the old kind, which takes no rules in JavaScript (before 0.106).
    public var polkitTakesFilesOfAuthority = false
    /// Modules of the kernel that take PN53x readers for themselves.
    public var modules = KernelModules()
    /// The kernel shows a USB bus; in containers and on virtual machines it may not.
    public var usb = false
    public var usbReaders: [USBReader] = []
    /// The drivers for USB readers that are installed.
    public var drivers: [ReaderDriver] = []
    /// Readers that files name.
    public var configured: [ConfiguredReader] = []
    public var packages = InstalledPackages()
    public var family = SystemFamily.other
    /// Who asks; nil for root.
    public var user: User?
    /// The kind of container that the process runs in; nil for none that can be told.
    public var container: String?
    /// The kernel's release.
    public var kernel = ""

    /// A user of the machine.
    public struct User: Hashable, Sendable {
        public var name: String
        public var id: UInt32

        public init(name: String, id: UInt32) {
            self.name = name
            self.id = id
        }
    }

    /// A machine on which nothing is.
    public init() {}

    /// Looks at the machine whose files are under `root` (a folder, without a slash at the end; empty for this one).
    ///
    /// `user` is who asks, nil for root. What cannot be read counts as not there.
    /// - Parameter socket: where the service's socket is said to be (`PCSCLITE_CSOCK_NAME`); nil for where it usually is.
    public init(
        answer: ReadersError.Code?, root: String = "", socket: String? = nil, user: User? = MachineFacts.currentUser()
    ) {
        func isThere(_ path: String) -> Bool { access(root + path, F_OK) == 0 }
        self.answer = answer
        service = ServiceFacts(root: root, socket: socket)
        // What sd_booted(3) looks at.
        systemd = isThere("/run/systemd/system")
        polkit = isThere("/usr/share/polkit-1/actions/org.debian.pcsc-lite.policy")
        polkitTakesFilesOfAuthority =
            isThere("/etc/polkit-1/localauthority") && !isThere("/etc/polkit-1/rules.d")
        modules = KernelModules(root: root)
        usb = isThere(USBReader.folder)
        usbReaders = USBReader.all(root: root)
        drivers = ReaderDriver.all(root: root)
        configured = ConfiguredReader.all(root: root)
        packages = InstalledPackages(root: root)
        family = SystemFamily(root: root)
        container = Self.container(root: root)
        kernel = MachineFile.line(of: root + "/proc/sys/kernel/osrelease") ?? ""
        self.user = user
    }

    /// The user of this process; nil for root.
    public static func currentUser() -> User? {
        let id = geteuid()
        guard id != 0 else { return nil }
        return User(name: getpwuid(id).map { String(cString: $0.pointee.pw_name) } ?? "\(id)", id: id)
    }

    /// The marks that container engines leave: Docker, Podman, and those that systemd knows of.
    private static func container(root: String) -> String? {
        if access(root + "/run/.containerenv", F_OK) == 0 { return "podman" }
        if access(root + "/.dockerenv", F_OK) == 0 { return "docker" }
        return MachineFile.line(of: root + "/run/systemd/container").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The driver for USB readers (libccid, or one in its place) is installed.
    public var hasDriver: Bool { !drivers.isEmpty }
}
