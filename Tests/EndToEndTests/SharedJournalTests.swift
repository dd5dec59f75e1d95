import Foundation
import Testing

/// Two commands on one PC: one journal, each its own readers.
@Suite("Two commands share a journal", .serialized) struct SharedJournalTests {
    @Test func twoJobsSideBySideEndTrue() async {
        let faults = await play { scratch, findings in
            let world = try World(rack: WorldTests.rack(readers: 4, tags: 20), in: scratch)
            let jobs = [SealedJob(rows: 8, name: "left"), SealedJob(rows: 8, name: "right")]
            var runs: [StartedCommand] = []
            for (number, job) in jobs.enumerated() {
                try scratch.write("\(job.name).csv", job.csv)
                runs.append(
                    try world.start(["run", "\(job.name).csv", "--reader", "Bench \(number)*", "--idle-timeout", "60"]))
            }
            let done = try runs.map { try $0.finish() }
            for done in done { findings.expect(done.code == 0, "ended with \(done.code): \(done.errors)") }
            let reports = try zip(jobs, done).map { try $0.report(of: $1) }
            let tags = try world.tags()
            for (index, job) in jobs.enumerated() {
                findings.add(job.faults(reports[index], tags: tags, others: reports[1 - index].uids))
                let readers = Set(reports[index].cells("result_reader"))
                findings.expect(readers.allSatisfy { $0.hasPrefix("Bench \(index)") }, "\(readers)")
            }
            findings.add(JournalCheck.faults(world.journal))
        }
        #expect(faults == [])
    }

    @Test func aRunThatIsGoneOnWithIsNotTakenByAnother() async {
        let faults = await play { scratch, findings in
            let world = try World(rack: WorldTests.rack(readers: 4, tags: 12), in: scratch)
            let job = SealedJob(rows: 6)
            try scratch.write("job.csv", job.csv)
            let run = try world.start(["run", "job.csv", "--reader", "Bench 0*", "--idle-timeout", "60"])
            try world.setGate("write 20 before")
            findings.expect(try world.waitForGate(run), "no tag at the gate: \(run.errorsSoFar)")
            // While it runs, and after it died and is gone on with.
            try Self.refused(world, findings)
            try world.ask("hold")
            run.signal(SIGKILL)
            run.process.waitUntilExit()
            try world.ask("open")
            try world.ask("again 1")
            try world.ask("go")
            let resume = try world.start(["resume", "--reader", "Bench 0*", "--idle-timeout", "60"])
            try world.setGate("write 20 before")
            findings.expect(try world.waitForGate(resume), "no tag at the gate: \(resume.errorsSoFar)")
            try Self.refused(world, findings)
            try world.ask("open")
            let done = try resume.finish()
            findings.expect(done.code == 0, "resume ended with \(done.code): \(done.errors)")
            findings.add(try job.faults(of: done, in: world))
        }
        #expect(faults == [])
    }

    private struct Presented: Decodable {
        struct Tag: Decodable {
            let reader: String
            let presentedAt: String

            private enum CodingKeys: String, CodingKey {
                case reader
                case presentedAt = "presented_at"
            }
        }
        let tags: [Tag]
    }

    /// One names a reader, the other takes what there is: both are whole, and no reader is used by both at a time.
    @Test func aReaderIsUsedByOneOfThem() async {
        let faults = await play { scratch, findings in
            let world = try World(rack: WorldTests.rack(readers: 2, tags: 14), in: scratch)
            let jobs = [SealedJob(rows: 4, name: "one"), SealedJob(rows: 4, name: "any")]
            for job in jobs { try scratch.write("\(job.name).csv", job.csv) }
            let one = try world.start(["run", "one.csv", "--reader", "Bench 0 00 00", "--idle-timeout", "60"])
            findings.expect(one.waitForErrors("[1/4]"), one.errorsSoFar)
            let any = try world.start(["run", "any.csv", "--idle-timeout", "60"])
            let done = try [one, any].map { try $0.finish() }
            for done in done { findings.expect(done.code == 0, "ended with \(done.code): \(done.errors)") }
            let reports = try zip(jobs, done).map { try $0.report(of: $1) }
            let tags = try world.tags()
            for (index, job) in jobs.enumerated() {
                findings.add(job.faults(reports[index], tags: tags, others: reports[1 - index].uids))
            }
            let last = reports[0].cells("result_finished_at").max() ?? ""
            let json = try Data(contentsOf: URL(fileURLWithPath: reports[1].folder + "/report.json"))
            for tag in try JSONDecoder().decode(Presented.self, from: json).tags where tag.reader == "Bench 0 00 00" {
                findings.expect(tag.presentedAt >= last, "\(tag.reader) was used by both: \(tag), \(last)")
            }
        }
        #expect(faults == [])
    }

    private static func refused(_ world: World, _ findings: Findings) throws {
        let second = try world.run(["resume", "last", "--reader", "Bench 1*", "--idle-timeout", "60"])
        findings.expect(second.code == 3, "the second ended with \(second.code): \(second.errors)")
        findings.expect(second.errors.contains("in use by another process"), second.errors)
        findings.expect(second.output.isEmpty, "the second printed \(second.output)")
    }
}
