import Foundation
import Glibc
import Jobs
import Operations
import Provisioning
import Testing
import Threads

@testable import tagmill

/// The commands of `--on-success` and `--on-failure`, run by a real shell.
@Suite struct RunHooksTests {
    private let folder: ScratchFolder
    private let warnings = Monitor<[String]>([])

    init() throws { folder = try ScratchFolder() }

    /// However slow the machine is, that the end waits is told only where it is what is tried.
    private static var patient: HookLimits {
        var limits = HookLimits()
        limits.secondsUntilTold = 1000
        return limits
    }

    private var told: [String] { warnings.withLock { $0 } }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func lines(_ name: String) -> [String] {
        let text = try? String(contentsOfFile: path(name), encoding: .utf8)
        return (text ?? "").split(separator: "\n").map(String.init)
    }

    private func hooks(
        _ commands: [RunHooks.Kind: String], _ limits: HookLimits = Self.patient,
        environment: [String: String] = ["PATH": "/usr/bin:/bin"],
        text: @escaping @Sendable (ItemKey, Outcome) -> String? = { "\($0): \($1.status.rawValue)\n" }
    ) -> RunHooks {
        RunHooks(commands, environment: environment, output: nil, limits: limits, text: text) { [warnings] warning in
            warnings.withLock { $0.append(warning) }
        }
    }

    private static func settled(_ row: Int, _ status: ItemStatus) -> RunEvent {
        .settled(Told.item(row, sku: "S\(row)"), Outcome(status: status))
    }

    /// Waits until a command has made the file.
    private func waitForFile(_ name: String, lines count: Int = 1) {
        for _ in 0..<6000 where lines(name).count < count { usleep(10_000) }
    }

    // MARK: What is run

    @Test func eachResultGoesToItsCommandAndEveryOneIsWaitedFor() {
        let hooks = hooks([.success: "cat >> '\(path("good"))'", .failure: "cat >> '\(path("bad"))'"])
        for row in 1...12 { hooks.observe(Self.settled(row, row % 3 == 0 ? .failed : .written)) }
        hooks.observe(Self.settled(13, .unchanged))
        hooks.observe(Self.settled(14, .inDoubt))
        hooks.finish()
        #expect(
            Set(lines("good")) == Set([1, 2, 4, 5, 7, 8, 10, 11].map { "row \($0): written" } + ["row 13: unchanged"]))
        #expect(Set(lines("bad")) == Set([3, 6, 9, 12].map { "row \($0): failed" } + ["row 14: in-doubt"]))
        #expect(told.isEmpty)
    }

    @Test func whatHasNoCommandRunsNone() {
        let hooks = hooks([.failure: "cat >> '\(path("bad"))'"])
        hooks.observe(Self.settled(1, .written))
        hooks.observe(.totals([.written: 1]))
        hooks.finish()
        #expect(lines("bad").isEmpty)
    }

    /// The command line is what the user typed, and the environment is the one that was given: nothing of the item is in them.
    @Test func nothingOfTheItemIsInTheCommandLineOrTheEnvironment() throws {
        let hooks = hooks(
            [
                .success:
                    "tr '\\0' '\\n' < /proc/$$/cmdline > '\(path("line"))'; env > '\(path("env"))'; cat > '\(path("in"))'"
            ],
            environment: ["PATH": "/usr/bin:/bin", "MINE": "1"], text: { _, _ in "$(touch marker) SECRET-SKU\n" })
        hooks.observe(Self.settled(1, .written))
        hooks.finish()
        #expect(lines("in") == ["$(touch marker) SECRET-SKU"])
        #expect(lines("line").prefix(3) == ["sh", "-c", "--"])
        #expect(!lines("line").joined().contains("SECRET"))
        #expect(Set(lines("env")).subtracting(["PATH=/usr/bin:/bin", "MINE=1"]).allSatisfy { $0.hasPrefix("PWD=") })
    }

    /// Descriptors of tagmill stay its own, no signal is blocked or ignored, and the command leads a process group.
    @Test func aCommandStartsAsFromAShell() throws {
        let leaked = open("/dev/null", O_RDONLY)
        defer { close(leaked) }
        let command =
            "grep -E 'SigBlk|SigIgn' /proc/self/status > '\(path("signals"))'; "
            + "cut -d' ' -f1,5 /proc/$$/stat > '\(path("group"))'; exec > '\(path("open"))'; exec ls /proc/self/fd"
        let hooks = hooks([.success: command])
        hooks.observe(Self.settled(1, .written))
        hooks.finish()
        // The last is the folder that is listed.
        #expect(lines("open") == ["0", "1", "2", "3"])
        let masks = lines("signals").map { $0.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } }
        #expect(masks.count == 2)
        #expect(masks.first == 0)
        // Bit 12 is SIGPIPE (signal 13).
        #expect(masks.last?.map { $0 & (1 << 12) } == 0)
        let group = try #require(lines("group").first).split(separator: " ")
        #expect(group[0] == group[1])
        #expect(told.isEmpty)
    }

    // MARK: Bounds

    @Test func notMoreThanSoManyRunAtOnce() {
        var limits = Self.patient
        limits.mostRunning = 2
        try? FileManager.default.createDirectory(atPath: path("now"), withIntermediateDirectories: false)
        // Each counts those that run when it begins; the first two wait for each other.
        let command = """
            : > '\(path("now"))/'$$; ls '\(path("now"))' | wc -l >> '\(path("counts"))'
            echo begun >> '\(path("begun"))'; while [ $(wc -l < '\(path("begun"))') -lt 2 ]; do sleep 0.01; done
            rm '\(path("now"))/'$$
            """
        let hooks = hooks([.success: command], limits)
        for row in 1...8 { hooks.observe(Self.settled(row, .written)) }
        hooks.finish()
        let counts = lines("counts").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
        #expect(counts.count == 8)
        #expect(counts.max() == 2)
        #expect(told.isEmpty)
    }

    @Test func whatTheListHasNoRoomForIsCountedAndHoldsNobody() throws {
        var limits = Self.patient
        limits.mostRunning = 1
        limits.mostWaiting = 2
        let hooks = hooks(
            [
                .success:
                    "echo begun >> '\(path("begun"))'; while [ ! -e '\(path("go"))' ]; do sleep 0.01; done; cat >> '\(path("out"))'"
            ],
            limits)
        hooks.observe(Self.settled(1, .written))
        waitForFile("begun")
        for row in 2...10 { hooks.observe(Self.settled(row, .written)) }
        try Data().write(to: URL(fileURLWithPath: path("go")))
        hooks.finish()
        #expect(lines("out") == ["row 1: written", "row 2: written", "row 3: written"])
        #expect(told == ["7 results were handed to no command: 2 were waiting for theirs already"])
    }

    /// The shell ends by SIGTERM, and so does what it started.
    @Test func aCommandThatTakesTooLongIsEndedWithAllThatItStarted() throws {
        var limits = Self.patient
        limits.secondsEach = 0.3
        let hooks = hooks([.failure: "sleep 1000 & echo $! > '\(path("child"))'; wait"], limits)
        hooks.observe(Self.settled(1, .failed))
        hooks.finish()
        #expect(told == ["the command of --on-failure for row 1 was ended: it took longer than 0 s"])
        // It may have been ended before it got so far.
        if let child = lines("child").first {
            let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
            #expect(state.map { $0.contains(") Z ") } ?? true)
        }
    }

    @Test func aCommandThatMindsNoSignalIsKilled() {
        var limits = Self.patient
        limits.secondsEach = 0.05
        limits.secondsToEnd = 0.05
        let hooks = hooks([.failure: "trap '' TERM; while :; do sleep 0.1; done"], limits)
        hooks.observe(Self.settled(1, .failed))
        hooks.finish()
        #expect(told.count == 1)
    }

    @Test func theEndWaitsForNoMoreThanItsTime() {
        var limits = Self.patient
        limits.mostRunning = 1
        limits.secondsAtTheEnd = 0.1
        limits.secondsUntilTold = 0.1
        let hooks = hooks([.failure: "sleep 1000"], limits)
        for row in 1...3 { hooks.observe(Self.settled(row, .failed)) }
        hooks.finish()
        #expect(told.contains("the command of --on-failure for row 1 was ended with the run"))
        #expect(
            told.contains(
                "2 results were handed to no command: those before took too long, or the run was broken off"))
    }

    @Test func thatTheEndWaitsIsTold() throws {
        var limits = Self.patient
        limits.secondsUntilTold = 0
        let hooks = hooks([.success: "while [ ! -e '\(path("go"))' ]; do sleep 0.01; done"], limits)
        hooks.observe(Self.settled(1, .written))
        let thread = BlockingThread { hooks.finish() }
        for _ in 0..<6000 where told.isEmpty { usleep(10_000) }
        try Data().write(to: URL(fileURLWithPath: path("go")))
        thread?.join()
        #expect(told == ["the run is over; waiting for the commands that are left (Ctrl-C ends them)"])
    }

    /// A second Ctrl-C.
    @Test func brokenOffNothingIsStartedAndWhatRunsIsEnded() {
        let hooks = hooks([.success: "echo begun >> '\(path("begun"))'; sleep 1000"])
        hooks.observe(Self.settled(1, .written))
        waitForFile("begun")
        hooks.abandon()
        for row in 2...9 { hooks.observe(Self.settled(row, .written)) }
        hooks.finish()
        #expect(lines("begun").count <= 1)
        #expect(told == ["the command of --on-success for row 1 was ended with the run"])
    }

    // MARK: Failures

    @Test func eachKindOfFailureIsToldOnceAndAllAreCounted() {
        let command = "read -r a b c; case $b in 1:|2:) exit 3;; 3:) kill -9 $$;; 4:) nosuchcommand;; esac"
        let hooks = hooks([.success: command])
        for row in 1...5 { hooks.observe(Self.settled(row, .written)) }
        hooks.finish()
        let kinds = told.map { sentence in
            // ` for row N`, which of the rows it was is not settled.
            var words = sentence.split(separator: " ")
            if let place = words.firstIndex(of: "for") { words.removeSubrange(place...(place + 2)) }
            return words.joined(separator: " ")
        }
        #expect(
            Set(kinds) == [
                "the command of --on-success ended with exit code 3",
                "the command of --on-success was ended by signal 9",
                "the command of --on-success ended with exit code 127: a command in it was not found",
                "4 of 5 commands of --on-success failed",
            ])
        #expect(told.count == 4)
    }

    /// A parent may leave SIGCHLD ignored; a process of its own, because that holds for all of its threads.
    @Test func aFailureIsToldWhereTheParentIgnoresSIGCHLD() async {
        await #expect(processExitsWith: .success) {
            signal(SIGCHLD, SIG_IGN)
            var limits = HookLimits()
            limits.secondsUntilTold = 1000
            let warnings = Monitor<[String]>([])
            let hooks = RunHooks(
                [.success: "exit 3"], environment: ["PATH": "/usr/bin:/bin"], output: nil, limits: limits,
                text: { _, _ in "{}" },
                warn: { [warnings] warning in warnings.withLock { $0.append(warning) } })
            hooks.observe(.settled(Told.item(1, sku: "S1"), Outcome(status: .written)))
            hooks.finish()
            let told = warnings.withLock { $0 }
            #expect(told == ["the command of --on-success for row 1 ended with exit code 3"])
        }
    }

    /// Where somebody else took leave of the process, that is no success, and no signal goes to the number.
    @Test func anEndThatNobodyTellsIsNoSuccess() throws {
        let process = try HookProcess("exit 0", environment: [:], output: nil)
        process.give("") { false }
        process.wait()
        #expect(process.reap() == .exited(0))
        #expect(process.reap() == .unknown(reason: String(cString: strerror(ECHILD))))
        #expect(!process.end(by: SIGTERM))
    }

    @Test func anItemThatCannotBeReadIsTold() {
        let hooks = hooks([.success: "cat >> '\(path("out"))'"], text: { _, _ in nil })
        hooks.observe(Self.settled(1, .written))
        hooks.finish()
        #expect(lines("out").isEmpty)
        #expect(
            told == [
                "the command of --on-success for row 1 was not run, because the item cannot be read in the journal"
            ])
    }

    /// More than a pipe holds, for a command that reads none of it.
    @Test(arguments: ["true", "exec <&-; exit 0", "head -c 10 >/dev/null"])
    func aCommandThatDoesNotReadIsNoFailure(command: String) {
        let hooks = hooks([.success: command], text: { _, _ in String(repeating: "x", count: 1_000_000) })
        for row in 1...4 { hooks.observe(Self.settled(row, .written)) }
        hooks.finish()
        #expect(told.isEmpty)
    }

    @Test func aLargeItemArrivesWhole() {
        let hooks = hooks(
            [.success: "wc -c > '\(path("count"))'"], text: { _, _ in String(repeating: "x", count: 1_000_000) })
        hooks.observe(Self.settled(1, .written))
        hooks.finish()
        #expect(lines("count") == ["1000000"])
    }

    @Test func noProcessStaysBehind() {
        let hooks = hooks([.success: "cat >> '\(path("out"))'; echo $$ >> '\(path("pids"))'"])
        for row in 1...6 { hooks.observe(Self.settled(row, .written)) }
        hooks.finish()
        #expect(lines("pids").count == 6)
        for line in lines("pids") {
            var status: Int32 = 0
            // Not a child any more: it was waited for.
            #expect(pid_t(line).map { waitpid($0, &status, WNOHANG) } == -1)
        }
    }
}
