import Foundation
import Testing

/// As many readers as pcscd takes, and everything that happens to readers, in one run.
@Suite("Four hundred items on sixteen readers", .serialized) struct ManyReadersTests {
    private static let readers = 16
    private static let rows = 400
    private static let hangs = 3
    private static let unplugged = [14, 15]

    private static func name(_ number: Int) -> String {
        "\(number % 4 < 2 ? "ACS ACR122U Hall" : "Hall") \(number / 2) 00 0\(number % 2)"
    }

    private static var rack: String {
        let readers = (0..<readers).map { number in
            let chip = ["NTAG213", "NTAG215", "NTAG216"][number % 3]
            return """
                {"name": "\(name(number))", "model": "\(number % 4 < 2 ? "acr122u" : "part3")", "tags": [
                  {"chip": "\(chip)", "count": 27, "uid": "04\(String(format: "%02X", 0xB0 + number))0000000001"}]}
                """
        }
        return #"{"latency": "real", "readers": [\#(readers.joined(separator: ", "))]}"#
    }

    private struct Report: Decodable {
        struct Run: Decodable {
            let ended: String
        }
        struct Reader: Decodable {
            let name: String
            let tags: Int
        }
        let run: Run
        let totals: [String: Int]
        let readers: [Reader]
    }

    /// Two readers are unplugged while pcscd is stopped and started: without USB it takes no reader away in its life. One
    /// hangs in a write, is given up after half a minute, and answers after all.
    @Test func twoUnpluggedOneHangingAndTheServiceStartedAgain() async {
        let faults = await play { scratch, findings in
            let world = try World(rack: Self.rack, in: scratch)
            let job = SealedJob(rows: Self.rows)
            try scratch.write("job.csv", job.csv)
            let start = ContinuousClock.now
            let run = try world.start(["run", "job.csv", "--idle-timeout", "60"])
            try world.setGate("write 400 before")
            findings.expect(try world.waitForGate(run), "no tag at the gate: \(run.errorsSoFar)")
            try world.ask("hold")
            for reader in Self.unplugged { try world.ask("unplug \(reader)") }
            try world.ask("open")
            try world.stopService()
            // One that is back before anybody asked was never missed.
            findings.expect(run.waitForErrors(Self.waiting), "it is not missed: \(run.errorsSoFar)")
            try world.dropLastReaders()
            try world.startService()
            try world.ask("go")
            try world.ask("hang \(Self.hangs)")
            findings.expect(run.waitForErrors("does not answer for 30 s"), "nothing hung: \(run.errorsSoFar)")
            try world.ask("release")
            let done = try run.finish()
            print("\(Self.rows) items on \(Self.readers) readers: \((ContinuousClock.now - start) / .seconds(1)) s")
            findings.expect(done.code == 0, "ended with \(done.code): \(done.errors)")
            try findings.add(job.faults(of: done, in: world))
            try Self.check(job.report(of: done).folder, done, findings)
        }
        #expect(faults == [])
    }

    private static let waiting = "waiting: the PC/SC service does not answer"

    private static func check(_ folder: String, _ done: BuiltCommand, _ findings: Findings) throws {
        let json = try Data(contentsOf: URL(fileURLWithPath: folder + "/report.json"))
        let report = try JSONDecoder().decode(Report.self, from: json)
        findings.expect(report.run.ended == "complete", "ended \(report.run.ended)")
        findings.expect(report.totals["written"] == rows, "totals \(report.totals)")
        findings.expect(Set(report.readers.map(\.name)) == Set((0..<readers).map(name)), "readers \(report.readers)")
        for reader in report.readers { findings.expect(reader.tags > 0, "\(reader.name) got no tag") }
        let hanging = "\(name(hangs)): does not answer for 30 s"
        findings.expect(done.errors.contains(hanging), "not told: \(hanging): \(done.errors)")
        for number in unplugged {
            findings.expect(done.errors.contains("\(name(number)): unplugged"), "\(name(number)) is not told")
        }
        let waits = done.errors.components(separatedBy: waiting).count - 1
        findings.expect(waits == 1, "\(waits) waits: \(done.errors)")
        findings.expect(!done.errors.contains("in quarantine"), done.errors)
        // The last slots of pcscd: a seventeenth reader would be left out without a word.
        findings.expect(done.errors.contains("16 of the 16 slots"), done.errors)
    }
}
