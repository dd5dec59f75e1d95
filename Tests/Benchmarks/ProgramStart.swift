import Glibc

/// How long a program takes from its start to its end.
struct ProgramStart {
    let arguments: [String]
    /// The file that takes its output; thrown away where none is named.
    var output = "/dev/null"

    /// Runs the program once. Nil where it cannot be started or does not exit with 0.
    func nanoseconds() -> UInt64? { run()?.elapsed }

    /// The same, and what of it the processor worked for this program: no other program adds to that.
    func processorNanoseconds() -> UInt64? { run()?.processor }

    /// Both of one run, in nanoseconds.
    func run() -> (elapsed: UInt64, processor: UInt64)? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child = pid_t()
        let began = Self.now()
        guard posix_spawn(&child, arguments[0], &actions, nil, &words, nil) == 0 else { return nil }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(child, &status, 0, &usage) < 0 { guard errno == EINTR else { return nil } }
        guard status == 0 else { return nil }
        return (Self.now() - began, Self.nanoseconds(usage.ru_utime) + Self.nanoseconds(usage.ru_stime))
    }

    private static func nanoseconds(_ time: timeval) -> UInt64 {
        UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_usec) * 1000
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// Compares the starts of two programs. The best of many: whatever else the machine does only adds to a time, and both
/// programs are started in turn, so that a busy moment meets both.
func startRatio(of program: ProgramStart, to reference: ProgramStart, rounds: Int) -> Double? {
    var best = (program: UInt64.max, reference: UInt64.max)
    for _ in 0..<rounds {
        guard let one = program.nanoseconds(), let other = reference.nanoseconds() else { return nil }
        best = (min(best.program, one), min(best.reference, other))
    }
    return Double(best.program) / Double(best.reference)
}
