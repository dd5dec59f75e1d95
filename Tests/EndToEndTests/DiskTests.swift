import Foundation
import Simulation
import Testing

/// Disks that fill up, and journals that are gone, damaged or not for us.
@Suite("Disks and journals that fail", .serialized) struct DiskTests {
    private static let job = SealedJob(rows: 6)

    /// A world with a small disk of its own at `disk`, which only commands see; see `World.path`.
    private static func world(_ scratch: Scratch) throws -> World {
        try scratch.write("job.csv", job.csv)
        let world = try World(rack: WorldTests.rack(tags: 10), in: scratch)
        let mounted = try world.shell("mkdir disk && mount -t tmpfs -o size=4m tmpfs disk")
        guard mounted.code == 0 else { throw WorldError(mounted.errors) }
        return world
    }

    /// Bounded, and only where the small disk is: no other one is ever filled.
    private static func fill(_ world: World) throws {
        let filled = try world.shell(
            """
            [ "$(stat -f -c %T disk)" = tmpfs ] || exit 9
            dd if=/dev/zero of=disk/ballast bs=4k count=2048 2>/dev/null
            [ "$(stat -f -c %a disk)" = 0 ]
            """)
        guard filled.code == 0 else { throw WorldError("the small disk is not full: \(filled.code)") }
    }

    private static func clear(_ world: World) throws { _ = try world.shell("rm -f disk/ballast") }

    /// A run with these options, held at a tag of the second pair while something happens.
    private static func run(
        _ options: [String], in world: World, _ findings: Findings, while happening: () throws -> Void
    ) throws -> BuiltCommand {
        let run = try world.start(["run", "job.csv", "--idle-timeout", "60"] + options)
        try world.setGate("write 40 before")
        findings.expect(try world.waitForGate(run), "no tag at the gate: \(run.errorsSoFar)")
        try happening()
        try world.ask("open")
        return try run.finish()
    }

    /// What the journal claims now is so.
    private static func holdClaims(_ journal: String, _ world: World, _ findings: Findings) throws {
        let then = try world.run(["report", "last", "--journal", journal, "-o", "then"])
        findings.expect(then.code == 0, "report ended with \(then.code): \(then.errors)")
        findings.add(job.claimFaults(try job.report(of: then), tags: try world.tags()))
    }

    private static func resume(_ journal: String, _ world: World, _ findings: Findings) throws {
        let scratch = world.scratch
        try world.ask("hold")
        try world.ask("again 1")
        try world.ask("go")
        let done = try world.run(["resume", "--journal", journal, "--idle-timeout", "60"])
        findings.expect(done.code == 0, "resume ended with \(done.code): \(done.errors)")
        findings.add(job.faults(try job.report(of: done), tags: try world.tags()))
        // By a copy: SQLite takes no path through /proc.
        let copy = scratch.path + "/copy.sqlite"
        try FileManager.default.copyItem(atPath: world.path(journal), toPath: copy)
        findings.add(JournalCheck.faults(copy))
    }

    @Test func theJournalsDiskIsFull() async {
        let faults = await play { scratch, findings in
            let world = try Self.world(scratch)
            let done = try Self.run(["--journal", "disk/j.sqlite"], in: world, findings) { try Self.fill(world) }
            findings.expect(done.code == 3, "ended with \(done.code)")
            findings.expect(done.errors.contains("no room left on the journal's disk"), done.errors)
            findings.expect(done.errors.contains("\(scratch.path)/disk/j.sqlite"), "no journal named: \(done.errors)")
            findings.expect(done.errors.contains("tagmill resume"), "what to do is not said: \(done.errors)")
            try Self.holdClaims("disk/j.sqlite", world, findings)
            try Self.clear(world)
            try Self.resume("disk/j.sqlite", world, findings)
        }
        #expect(faults == [])
    }

    @Test func theReportsDiskIsFull() async {
        let faults = await play { scratch, findings in
            let world = try Self.world(scratch)
            let done = try Self.run(["-o", "disk/reports", "--journal", "j.sqlite"], in: world, findings) {
                try Self.fill(world)
            }
            findings.expect(done.code == 3, "ended with \(done.code): \(done.errors)")
            // The command that is said, with another folder, makes the report.
            let range = try findings.unwrap(
                done.errors.firstRange(of: /tagmill report .* -o DIR/), "no command in: \(done.errors)")
            let said = done.errors[range].split(separator: " ").dropFirst().map { $0 == "DIR" ? "elsewhere" : "\($0)" }
            let again = try world.run(said)
            findings.expect(again.code == 0, "\(said) ended with \(again.code): \(again.errors)")
            findings.add(Self.job.faults(try Self.job.report(of: again), tags: try world.tags()))
            findings.add(JournalCheck.faults(scratch.path + "/j.sqlite"))
        }
        #expect(faults == [])
    }

    @Test func theJournalIsDeletedInTheRun() async {
        let faults = await play { scratch, findings in
            let world = try Self.world(scratch)
            let done = try Self.run(["--journal", "disk/j.sqlite"], in: world, findings) {
                _ = try world.shell("rm disk/j.sqlite")
            }
            findings.expect(done.code == 3, "ended with \(done.code)")
            findings.expect(done.errors.contains("the journal's file is no longer there"), done.errors)
            // What could still be read of it is in the report, and is all that will ever be.
            if !done.lines.isEmpty {
                findings.add(Self.job.claimFaults(try Self.job.report(of: done), tags: try world.tags()))
            }
            findings.expect(!done.errors.contains("is in the journal"), done.errors)
        }
        #expect(faults == [])
    }

    @Test func theJournalsDiskIsPulledOutInTheRun() async {
        let faults = await play { scratch, findings in
            let world = try Self.world(scratch)
            let done = try Self.run(["--journal", "disk/j.sqlite"], in: world, findings) {
                _ = try world.shell("umount -l disk")
            }
            findings.expect(done.code == 3, "ended with \(done.code)")
            findings.expect(done.errors.contains("the journal's file is no longer there"), done.errors)
        }
        #expect(faults == [])
    }

    /// Pages of the file are overwritten under the command. It may not notice, as it has read them before and writes
    /// others; what it says is true all the same, and the next command says that the file is damaged.
    @Test func theJournalIsDamagedInTheRun() async {
        let faults = await play { scratch, findings in
            let world = try Self.world(scratch)
            // An earlier run, so that not all of the file stands in the log too.
            try scratch.write("before.csv", SealedJob(rows: 6, name: "before").csv)
            let earlier = try BuiltCommand.run(
                [BuiltCommand.path, "run", "before.csv", "--rack", "rack.json", "--journal", "j.sqlite"],
                in: scratch.path)
            findings.expect(earlier.code == 0, earlier.errors)
            let done = try Self.run(["--journal", "j.sqlite"], in: world, findings) {
                _ = try world.shell("head -c 200000 /dev/urandom | dd of=j.sqlite conv=notrunc 2>/dev/null")
            }
            findings.expect([0, 3].contains(done.code), "ended with \(done.code): \(done.errors)")
            let tags = try world.tags()
            if done.code == 0 { findings.add(Self.job.faults(try Self.job.report(of: done), tags: tags)) }
            if !done.lines.isEmpty { findings.add(Self.job.claimFaults(try Self.job.report(of: done), tags: tags)) }
            let next = try world.run(["run", "job.csv", "--journal", "j.sqlite", "--again", "--idle-timeout", "5"])
            findings.expect(next.code == 3, "the next run ended with \(next.code): \(next.errors)")
            findings.expect(next.errors.contains("damaged") && next.errors.contains("j.sqlite"), next.errors)
        }
        #expect(faults == [])
    }

    enum Change: CaseIterable {
        case header, pages, version

        /// What is said of it.
        var word: String { self == .version ? "newer version" : "damaged" }

        func make(_ path: String) throws {
            if self == .version { return try JournalCheck.run("PRAGMA user_version = 1000", on: path) }
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            try file.seek(toOffset: self == .header ? 0 : 4096)
            var random = SeededGenerator(seed: 1)
            try file.write(contentsOf: Data((0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }))
            try file.close()
        }
    }

    /// Needs no tags that outlive the command.
    @Test(arguments: Change.allCases) func aJournalThatIsNotForUsIsLeftAlone(change: Change) async {
        let faults = await play { scratch, findings in
            try scratch.write("job.csv", Self.job.csv)
            try scratch.write("rack.json", WorldTests.rack())
            let run = [BuiltCommand.path, "run", "job.csv", "--rack", "rack.json", "--journal", "j.sqlite"]
            let first = try BuiltCommand.run(run, in: scratch.path)
            findings.expect(first.code == 0, first.errors)
            try change.make(scratch.path + "/j.sqlite")
            let before = FileManager.default.contents(atPath: scratch.path + "/j.sqlite")
            for words in [run, [BuiltCommand.path, "resume", "last", "--rack", "rack.json", "--journal", "j.sqlite"]] {
                let done = try BuiltCommand.run(words, in: scratch.path)
                findings.expect(done.code == 3, "\(words[1]) ended with \(done.code): \(done.errors)")
                findings.expect(done.errors.contains(change.word) && done.errors.contains("j.sqlite"), done.errors)
            }
            let after = FileManager.default.contents(atPath: scratch.path + "/j.sqlite")
            findings.expect(before == after, "the file was changed")
        }
        #expect(faults == [])
    }
}
