import Foundation
import Testing

/// A run that is told to stop, once and twice, is gone on with, and ends true.
@Suite("Runs that are stopped", .serialized) struct StopTests {
    private static let job = SealedJob(rows: 6)

    private static func world(_ scratch: Scratch) throws -> World {
        try scratch.write("job.csv", job.csv)
        return try World(rack: WorldTests.rack(tags: 10), in: scratch)
    }

    /// Goes on to the end, and holds everything against the tags.
    private static func resume(_ world: World, _ findings: Findings) throws {
        let done = try world.run(["resume", "--idle-timeout", "60"])
        findings.expect(done.code == 0, "resume ended with \(done.code): \(done.errors)")
        try findings.add(job.faults(of: done, in: world))
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func once(signal: Int32) async {
        let faults = await play { scratch, findings in
            let world = try Self.world(scratch)
            let run = try world.start(["run", "job.csv", "--idle-timeout", "60"])
            try world.setGate("write 40 before")
            findings.expect(try world.waitForGate(run), "no tag at the gate: \(run.errorsSoFar)")
            run.signal(signal)
            findings.expect(run.waitForErrors("stopping"), run.errorsSoFar)
            try world.ask("open")
            let done = try run.finish()
            findings.expect(done.code == 4, "ended with \(done.code): \(done.errors)")
            let report = try Self.job.report(of: done)
            // The tag at the gate was in hand.
            let statuses = report.statuses
            findings.expect(statuses.filter { $0 == "written" }.count >= 3, "\(statuses)")
            findings.expect(Set(statuses) == ["written", "pending"], "\(statuses)")
            findings.add(Self.job.claimFaults(report, tags: try world.tags()))
            try Self.resume(world, findings)
        }
        #expect(faults == [])
    }

    /// The tag does not even answer any more.
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func twice(signal: Int32) async {
        let faults = await play { scratch, findings in
            let world = try Self.world(scratch)
            let run = try world.start(["run", "job.csv", "--idle-timeout", "60"])
            try world.setGate("write 40 before")
            findings.expect(try world.waitForGate(run), "no tag at the gate: \(run.errorsSoFar)")
            try world.ask("hold")
            run.signal(signal)
            findings.expect(run.waitForErrors("stopping"), run.errorsSoFar)
            // At once after the first it is the same hang-up: see `terminalsHangUpTwice`.
            if signal == SIGHUP { usleep(400_000) }
            run.signal(signal)
            let done = try run.finish(withinSeconds: 30)
            findings.expect(done.code == 4, "ended with \(done.code): \(done.errors)")
            let report = try Self.job.report(of: done)
            findings.expect(report.statuses.contains("in-doubt"), "\(report.statuses)")
            findings.add(Self.job.claimFaults(report, tags: try world.tags()))
            try world.ask("open")
            try world.ask("again 1")
            try world.ask("go")
            try Self.resume(world, findings)
        }
        #expect(faults == [])
    }

    /// When a window is closed the kernel hangs up, and so does the shell: the tag in hand is finished all the same.
    @Test func terminalsHangUpTwice() async {
        let faults = await play { scratch, findings in
            let world = try Self.world(scratch)
            let run = try world.start(["run", "job.csv", "--idle-timeout", "60"])
            try world.setGate("write 40 before")
            findings.expect(try world.waitForGate(run), "no tag at the gate: \(run.errorsSoFar)")
            run.signal(SIGHUP)
            run.signal(SIGHUP)
            findings.expect(run.waitForErrors("stopping"), run.errorsSoFar)
            try world.ask("open")
            let done = try run.finish(withinSeconds: 30)
            findings.expect(done.code == 4, "ended with \(done.code): \(done.errors)")
            let report = try Self.job.report(of: done)
            findings.expect(!report.statuses.contains("in-doubt"), "\(report.statuses)")
            findings.add(Self.job.claimFaults(report, tags: try world.tags()))
        }
        #expect(faults == [])
    }

    /// The window is closed: SIGHUP, and no output that could be written to.
    @Test func theTerminalIsClosed() async {
        let faults = await play { scratch, findings in
            let world = try Self.world(scratch)
            let terminal = try Terminal()
            let run = try StartedCommand(
                ["setsid", "--ctty", "--wait"]
                    + world.words([BuiltCommand.path, "run", "job.csv", "--idle-timeout", "60"]),
                in: scratch.path, terminal: terminal)
            try world.setGate("write 40 before")
            findings.expect(try world.waitForGate(run), "no tag at the gate")
            terminal.close()
            try world.ask("open")
            let done = try run.finish()
            findings.expect(done.code == 4, "ended with \(done.code)")
            let listed = try BuiltCommand.run([BuiltCommand.path, "runs", "show", "last"], in: scratch.path)
            findings.expect(listed.output.contains("stopped"), "\(listed.output)\(listed.errors)")
            try Self.resume(world, findings)
        }
        #expect(faults == [])
    }

    /// As after `nohup`, but that nobody turned the output elsewhere.
    @Test func theTerminalIsClosedAndTheHangUpIgnored() async {
        let faults = await play { scratch, findings in
            let world = try Self.world(scratch)
            let terminal = try Terminal()
            let command = world.words([BuiltCommand.path, "run", "job.csv", "--idle-timeout", "60"])
            let run = try StartedCommand(
                ["setsid", "--ctty", "--wait", "sh", "-c", "trap '' HUP; exec \"$@\"", "sh"] + command,
                in: scratch.path, terminal: terminal)
            try world.setGate("write 40 before")
            findings.expect(try world.waitForGate(run), "no tag at the gate")
            terminal.close()
            try world.ask("open")
            let done = try run.finish()
            findings.expect(done.code == 0, "ended with \(done.code)")
            let again = try BuiltCommand.run([BuiltCommand.path, "report", "last"], in: scratch.path)
            try findings.add(Self.job.faults(of: again, in: world))
        }
        #expect(faults == [])
    }
}
