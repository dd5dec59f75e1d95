internal import Glibc

/// What pcscd leaves in the file system.
public struct ServiceFacts: Hashable, Sendable {
    /// What systemd has of `pcscd.socket`.
    public enum Unit: String, Hashable, Sendable {
        case absent
        case disabled
        case enabled
        /// A link to `/dev/null`: it can be started by nothing.
        case masked
    }

    /// The socket's file.
    public struct Socket: Hashable, Sendable {
        /// Something else than a socket lies there.
        public var isForeign: Bool
        /// The lower twelve bits of the mode.
        public var permissions: UInt32
        /// This process may connect to it.
        public var isOpenToUser: Bool

        public init(isForeign: Bool = false, permissions: UInt32 = 0o666, isOpenToUser: Bool = true) {
            self.isForeign = isForeign
            self.permissions = permissions
            self.isOpenToUser = isOpenToUser
        }
    }

    /// The program is installed.
    public var isInstalled = false
    /// Where the socket is looked for.
    public var socketPath = Self.usualSocket
    public var socket: Socket?
    public var unit = Unit.absent
    /// A process of that name runs; its id.
    public var process: Int32?

    /// Where pcsc-lite has its socket (`PCSCLITE_CSOCK_NAME` names another).
    public static let usualSocket = "/run/pcscd/pcscd.comm"

    /// The socket is looked for at another place than the usual one: what lies there may be anything.
    public var isElsewhere: Bool { socketPath != Self.usualSocket }

    public init() {}

    init(root: String, socket path: String?) {
        let folders = ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/sbin"]
        isInstalled = folders.contains { access(root + $0 + "/pcscd", F_OK) == 0 }
        socketPath = path ?? Self.usualSocket
        socket = Self.socket(at: root + socketPath)
        unit = Self.unit(root: root)
        process = Self.process(root: root)
    }

    private static func socket(at path: String) -> Socket? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Socket(
            isForeign: status.st_mode & S_IFMT != S_IFSOCK, permissions: status.st_mode & 0o7777,
            isOpenToUser: access(path, W_OK) == 0)
    }

    /// A unit in `/etc` hides the package's (systemd.unit(5)); that it is enabled, a link in `sockets.target.wants` says.
    private static func unit(root: String) -> Unit {
        let own = root + "/etc/systemd/system/pcscd.socket"
        if MachineFile.target(of: own) == "/dev/null" { return .masked }
        if MachineFile.isThere(root + "/etc/systemd/system/sockets.target.wants/pcscd.socket") { return .enabled }
        let places = [own] + ["/usr/lib", "/lib"].map { root + $0 + "/systemd/system/pcscd.socket" }
        return places.contains(where: MachineFile.isThere) ? .disabled : .absent
    }

    private static func process(root: String) -> Int32? {
        for name in MachineFile.names(in: root + "/proc") {
            guard let id = Int32(name), id > 0, MachineFile.line(of: "\(root)/proc/\(name)/comm") == "pcscd" else {
                continue
            }
            return id
        }
        return nil
    }
}
