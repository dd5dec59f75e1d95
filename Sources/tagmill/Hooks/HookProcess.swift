import Glibc

/// One run of a user's command: `/bin/sh -c COMMAND`, in a process group of its own, with a text on its standard input.
///
/// Nothing but the command line that the user typed goes there: no argument, no variable. Of one owner; `end` may be called
/// from any thread until `wait` has returned.
struct HookProcess: Sendable {
    /// How it ended.
    enum End: Hashable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
        /// The system does not tell: somebody else took leave of it.
        case unknown(reason: String)
    }

    let process: pid_t
    /// The other end of its standard input; closed by `give`.
    private let input: Int32

    /// Starts it. What it prints goes to `output`, a descriptor; nil: nowhere.
    ///
    /// Throws the system's words where no process or descriptor is to be had.
    init(_ command: String, environment: [String: String], output: Int32?) throws(HookFailure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw HookFailure(reason: lastSystemError()) }
        // The child closes all but its standard streams, whatever another thread starts meanwhile.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        do throws(HookFailure) {
            process = try Self.spawn(command, environment, input: ends[0], output: output)
        } catch {
            close(ends[1])
            throw error
        }
        input = ends[1]
        _ = fcntl(input, F_SETFL, O_NONBLOCK)
    }

    private static func spawn(
        _ command: String, _ environment: [String: String], input: Int32, output: Int32?
    ) throws(HookFailure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        if let output {
            // The first stays what it is where that is the descriptor itself.
            posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
            posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        }
        closeOthers(&actions)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The threads that start commands block every signal, tagmill ignores SIGPIPE, and its parent may have it ignore SIGCHLD:
        // nothing of this is for the command.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        sigaddset(&signals, SIGCHLD)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        posix_spawnattr_setflags(&attributes, Int16(flags))

        let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
        var process = pid_t()
        let code = withCStrings(["sh", "-c", "--", command]) { arguments in
            withCStrings(variables) { posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, $0) }
        }
        guard code == 0 else { throw HookFailure(reason: String(cString: strerror(code))) }
        return process
    }

    /// Has the child close every descriptor from 3 on. The header declares this to GNU sources alone, so that it is looked up by
    /// name; where it is not (glibc before 2.34), the descriptors that are marked close-on-exec are closed, which all of ours are.
    private static func closeOthers(_ actions: inout posix_spawn_file_actions_t) {
        typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
        guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
        // The type is that of its declaration in spawn.h.
        _ = unsafeBitCast(symbol, to: CloseFrom.self)(&actions, STDERR_FILENO + 1)
    }

    /// Writes the text to its standard input, and closes that. Gives up when nobody reads it any more, the process has
    /// ended, or `isAbandoned` says so.
    func give(_ text: String, unless isAbandoned: () -> Bool) {
        defer { close(input) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            var entry = pollfd(fd: input, events: Int16(POLLOUT), revents: 0)
            guard poll(&entry, 1, Self.momentMilliseconds) > 0 else {
                if isAbandoned() || state != .runs { return }
                continue
            }
            let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EAGAIN, errno != EINTR {
                return
            }
        }
    }

    private static let momentMilliseconds: Int32 = 100

    private enum ProcessState {
        case runs
        /// Its number is kept until `reap`.
        case ended
        /// No child any more: its number may be another's.
        case isGone
    }

    private var state: ProcessState {
        var info = siginfo_t()
        guard waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT | WNOHANG) == 0 else { return .isGone }
        // Nothing to tell leaves the signal's number zero.
        return info.si_signo == 0 ? .runs : .ended
    }

    /// Blocks until it has ended. Its number is not free for another before `reap`.
    func wait() {
        var info = siginfo_t()
        while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    }

    /// Takes leave of the process that has ended, once.
    func reap() -> End {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return .unknown(reason: lastSystemError()) }
        }
        // WIFEXITED, WEXITSTATUS and WTERMSIG of sys/wait.h, which are macros.
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    }

    /// Sends a signal to the process and those that it started; not where it was taken leave of, because the number may be
    /// another's then. Whether it was sent.
    @discardableResult
    func end(by signal: Int32) -> Bool { state != .isGone && kill(-process, signal) == 0 }
}

/// Why a command could not be started, in the system's words.
struct HookFailure: Error, Hashable, Sendable {
    var reason: String
}

/// The strings as C has them, ended by a null pointer.
private func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers = strings.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { buffer in
        // The list has at least the null pointer.
        guard let start = buffer.baseAddress else { preconditionFailure("an array that is not empty has an address") }
        return body(start)
    }
}
