import Foundation
import Testing

/// pcscd ends in the middle of a run, and is started again.
@Suite("The service ends in a run", .serialized) struct ServiceTests {
    enum End: CaseIterable { case terminated, killed }

    @Test(arguments: [[End.terminated], [.killed], [.killed, .terminated]])
    func theRunGoesOnAndEndsTrue(ends: [End]) async {
        let faults = await play { scratch, findings in
            let world = try World(rack: WorldTests.rack(tags: 12), in: scratch)
            let job = SealedJob(rows: 8)
            try scratch.write("job.csv", job.csv)
            let run = try world.start(["run", "job.csv", "--idle-timeout", "60"])
            let waiting = "waiting: the PC/SC service does not answer"
            for (number, end) in ends.enumerated() {
                try world.setGate("write 37 before")
                findings.expect(try world.waitForGate(run), "no tag at the gate: \(run.errorsSoFar)")
                try world.ask("hold")
                if end == .killed { try world.killService() }
                try world.ask("open")
                try world.stopService()
                // One that is back before anybody asked was never missed.
                findings.expect(run.waitForErrors(waiting, times: number + 1), "it is not missed: \(run.errorsSoFar)")
                try world.startService()
                try world.ask("go")
            }
            let done = try run.finish()
            findings.expect(done.code == 0, "\(done.code): \(done.errors)")
            // Said once each time that it ended, as what is waited for; not by every reader.
            let waits = done.errors.components(separatedBy: waiting).count - 1
            findings.expect(waits == ends.count, "\(waits) waits: \(done.errors)")
            findings.expect(!done.errors.contains("no PC/SC service"), done.errors)
            try findings.add(job.faults(of: done, in: world))
        }
        #expect(faults == [])
    }
}
