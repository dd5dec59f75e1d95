internal import Glibc
internal import Provisioning
internal import Threads

/// A reader's name, taken for this process until it is released or the value ends: no two slots, of one process or of two,
/// have one reader at a time.
///
/// An abstract Unix socket that is bound to a name made of the reader's: of the whole machine, whoever the user is and
/// whichever the journal, without a file, and dropped by the kernel when the process dies, however it dies.
final class ReaderLock: Sendable {
    let reader: String
    /// Nil once it is released.
    let descriptor: Guarded<Int32?>

    /// Takes the reader. Throws `inUse` where it is taken; the context names the process where that can be told.
    init(_ reader: String) throws(ReadersError) {
        let descriptor = socket(AF_UNIX, Self.kind, 0)
        guard descriptor >= 0 else { throw Self.failed("socket") }
        do throws(ReadersError) {
            try Self.bind(descriptor, to: reader)
            // Whoever wants the reader too learns this process's id by connecting.
            guard listen(descriptor, Limits.lockCallers) == 0 else { throw Self.failed("listen") }
        } catch {
            close(descriptor)
            throw error
        }
        self.reader = reader
        self.descriptor = Guarded(descriptor)
    }

    deinit { release() }

    /// The name is bound, or the error thrown. A name that was given back stays bound while a child that is being started
    /// has a copy of what was open, which is until its exec: nobody answers there, and it is tried again for five seconds.
    private static func bind(_ descriptor: Int32, to reader: String) throws(ReadersError) {
        for attempt in 1...Limits.lockAttempts {
            if withAddress(of: reader, { Glibc.bind(descriptor, $0, $1) }) == 0 { return }
            guard errno == EADDRINUSE else { throw failed("bind") }
            let holder = holder(of: reader)
            guard holder == .nobody, attempt < Limits.lockAttempts else { throw inUse(by: holder) }
            usleep(Limits.lockPause)
        }
    }

    /// Gives the reader back. From any thread; more than once does no harm.
    func release() {
        descriptor.withLock { descriptor in
            if let descriptor {
                // Of whoever has a copy too: closing alone would leave it listening.
                shutdown(descriptor, Int32(SHUT_RDWR))
                close(descriptor)
            }
            descriptor = nil
        }
    }

    /// Lets those go who have connected to learn who has the reader, so that there is room for others. Never blocks.
    func dismissCallers() {
        descriptor.withLock { descriptor in
            guard let descriptor else { return }
            for _ in 0..<Limits.lockCallers {
                let caller = accept(descriptor, nil, nil)
                guard caller >= 0 else { return }
                close(caller)
            }
        }
    }

    /// Who has a reader.
    enum Holder: Hashable {
        case nobody
        /// Nil: somebody whose process cannot be told.
        case process(pid_t?)
    }

    /// Looks who has a reader, without taking it. Never blocks.
    static func holder(of reader: String) -> Holder {
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return .nobody }
        defer { close(descriptor) }
        guard withAddress(of: reader, { connect(descriptor, $0, $1) }) == 0 else {
            // Nobody has bound the name; or bound it and does not listen (yet), or has no room for callers.
            return errno == ECONNREFUSED ? .nobody : .process(nil)
        }
        // `struct ucred` of unix(7): process, user, group. The process is 0 where it is of another pid namespace.
        var peer: [Int32] = [0, 0, 0]
        var length = socklen_t(MemoryLayout<Int32>.size * peer.count)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0, peer[0] > 0 else {
            return .process(nil)
        }
        return .process(peer[0])
    }

    // MARK: The name

    /// The name is followed by nothing: in an abstract address every byte counts, and its length is the address's.
    private static func withAddress(
        of reader: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = [0] + Array(name(of: reader).utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + name.count  // A stored property has one.
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
        }
    }

    /// At most 107 bytes, which is what an address has room for beside the zero. Names that PC/SC gives are longer at
    /// times: of those the end, which tells readers of one model apart, and a digest of the whole.
    static func name(of reader: String) -> String {
        let bytes = Array(reader.utf8)
        let prefix = "tagmill-reader-"
        if bytes.count <= Limits.lockNameBytes { return prefix + hex(bytes) }
        return prefix + hex(bytes.suffix(Limits.lockNameBytes - 8)) + hex(digest(bytes))
    }

    /// FNV-1a of 64 bits: the names of a machine's readers are few, and nobody gains by making two alike.
    private static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (56 - 8 * $0)) }
    }

    private static func hex(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    // MARK: Errors

    private static let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

    private static func inUse(by holder: Holder) -> ReadersError {
        guard case .process(let process?) = holder else { return ReadersError(.inUse) }
        return ReadersError(.inUse, context: "process \(process)")
    }

    private static func failed(_ call: String) -> ReadersError {
        ReadersError(.failed, context: "\(call): errno \(errno)")
    }
}
