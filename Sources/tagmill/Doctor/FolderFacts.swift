import Glibc

/// A folder in which a run keeps something, and the file system that it is on.
struct FolderFacts: Hashable, Sendable {
    /// The folder itself, which may be still to be made.
    var wanted: String
    /// The same, or the nearest folder above it that is there.
    var path: String
    /// This user can make files there.
    var isWritable: Bool
    /// What this user may still fill; nil where the system does not say.
    var freeBytes: Int64?
    /// The kind of file system, where it is one that matters here; nil for any other.
    var fileSystem: FileSystem?
    var isReadOnly = false
    /// The folder that tagmill makes where none is named, and not a link to another.
    var isDefault = false

    enum FileSystem: String, Hashable, Sendable, CaseIterable {
        case nfs = "NFS"
        case smb = "SMB"
        case ceph = "Ceph"
        case afs = "AFS"
        case plan9 = "9P"
        case fuse = "FUSE"
        case vboxsf = "a shared folder of VirtualBox"
        case memory = "memory"

        /// Other machines, or the host, write to it beside the kernel of this one.
        var isShared: Bool { self != .memory }

        /// By the name that the kernel has for it (`/proc/mounts`). Of file systems in user space, disks of other systems (NTFS,
        /// exFAT) are this machine's own.
        init?(named name: some StringProtocol) {
            switch name {
            case "nfs", "nfs4": self = .nfs
            case "cifs", "smb3", "smbfs": self = .smb
            case "ceph": self = .ceph
            case "afs": self = .afs
            case "9p", "virtiofs": self = .plan9
            case "vboxsf": self = .vboxsf
            case "tmpfs", "ramfs": self = .memory
            default:
                guard name.hasPrefix("fuse.") else { return nil }
                self = .fuse
            }
        }
    }

    init(
        path: String, wanted: String? = nil, isWritable: Bool, freeBytes: Int64?, fileSystem: FileSystem? = nil,
        isReadOnly: Bool = false, isDefault: Bool = false
    ) {
        self.path = path
        self.wanted = wanted ?? path
        self.isWritable = isWritable
        self.freeBytes = freeBytes
        self.fileSystem = fileSystem
        self.isReadOnly = isReadOnly
        self.isDefault = isDefault
    }

    /// Looks at the folder of an absolute path that is to be made.
    /// - Parameter defaultFolder: absolute, the one that tagmill makes where none is named.
    init(of folder: String, defaultFolder: String? = nil) {
        var path = folder
        while access(path, F_OK) != 0, path != "/" { path = FilePath.parent(of: path) }
        let isThere = path == folder
        if let resolved = realpath(path, nil) {
            path = String(cString: resolved)
            free(resolved)
        }
        var system = statvfs()
        let isKnown = statvfs(path, &system) == 0
        let room = Int64(clamping: system.f_bavail).multipliedReportingOverflow(by: Int64(clamping: system.f_frsize))
        let mounts = (try? InputFile.bytes(at: "/proc/self/mounts", atMost: 4_000_000)) ?? []
        self.init(
            path: path, wanted: isThere ? path : folder, isWritable: access(path, W_OK | X_OK) == 0,
            freeBytes: isKnown ? (room.overflow ? .max : room.partialValue) : nil,
            fileSystem: Self.fileSystem(of: path, mounts: String(decoding: mounts, as: UTF8.self)),
            isReadOnly: isKnown && system.f_flag & UInt(ST_RDONLY) != 0,
            isDefault: folder == defaultFolder && Self.isFolder(folder))
    }

    /// What is mounted where a path lies: the last of the longest mount points above it (proc_pid_mounts(5)).
    static func fileSystem(of path: String, mounts: String) -> FileSystem? {
        var best: (length: Int, name: Substring)?
        for line in mounts.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 2 else { continue }
            let place = unescaped(words[1])
            let isAbove = place == "/" || path == place || path.hasPrefix(place + "/")
            if isAbove, place.utf8.count >= best?.length ?? 0 { best = (place.utf8.count, words[2]) }
        }
        return best.flatMap { FileSystem(named: $0.name) }
    }

    /// Blanks and backslashes of mount points stand as octal numbers.
    private static func unescaped(_ text: Substring) -> String {
        var result: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            guard byte == UInt8(ascii: "\\"), digits.count == 3,
                let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            else {
                result.append(byte)
                continue
            }
            result.append(code)
            rest = rest.dropFirst(3)
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
