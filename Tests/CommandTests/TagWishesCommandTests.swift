import Foundation
import Jobs
import Testing

@testable import tagmill

/// What a job asks of its tags beside their message, from the command line to journal and report.
@Suite struct TagWishesCommandTests {
    private let bench: JobBench

    init() throws { bench = try JobBench() }

    private static let locks = "sku,url,lock\nA,https://example.com/a,true\nB,https://example.com/b,\n"

    // MARK: Locks

    @Test func withoutATerminalAJobThatLocksNeedsYes() throws {
        let job = try bench.file("job.csv", Self.locks)
        let run = bench.run("run", job, "--rack", try bench.rack(JobBench.goodTags))
        #expect(run.code == .refused)
        #expect(
            run.errors
                == "tagmill: 1 tag will be locked for ever: without a terminal '--yes' must agree to that; no tag was touched\n"
        )
        #expect(!bench.exists(bench.journal) && !bench.exists(bench.path + "/out"))
        // No reader is looked for, and nothing is asked, before that is said.
        let lost = bench.run("run", job, "--lock", "--rack", try bench.rack(""), "--reader", "nix")
        #expect(lost.errors.hasPrefix("tagmill: 2 tags will be locked for ever: "))
    }

    /// Of what is left: the first row alone is locked, and is not made yet.
    @Test func aRunThatGoesOnNeedsItAgain() throws {
        let job = try bench.file("job.csv", Self.locks)
        let none = try bench.rack("")
        #expect(bench.run("run", job, "--yes", "--rack", none).code == .stopped)
        let resumed = bench.tool("resume", "--rack", none)
        #expect(resumed.code == .refused)
        #expect(
            resumed.errors.contains("tagmill: 1 tag will be locked for ever: without a terminal '--yes' must agree"))
        #expect(bench.tool("resume", "--rack", none, "--yes").code == .stopped)
        let rerun = bench.run("rerun", "last", "--rack", none)
        #expect(rerun.code == .refused)
        #expect(rerun.errors.contains("1 tag will be locked for ever: "))
    }

    @Test func planAndDryRunCount() throws {
        let job = try bench.file("job.csv", Self.locks)
        let plan = bench.tool("plan", job)
        #expect(plan.code == .success)
        #expect(plan.output.hasSuffix("\n2 rows, 2 tags, 0 errors, 0 warnings\n1 tag will be locked for ever\n"))
        #expect(
            try JSONValue(parsing: Array(bench.tool("plan", job, "--json").output.utf8))["totals"]?["locked"] == .int(1)
        )
        let dry = bench.run("run", job, "--lock", "--format-blank", "--dry-run")
        #expect(dry.code == .success)
        #expect(
            dry.output.hasSuffix(
                "\n2 tags will be locked for ever\ntags without a capability container will get one, for ever\n"))
    }

    // MARK: What tags came

    @Test func severalKindsOfTagsAreToldAtTheEnd() throws {
        let tags = #"{"chip": "NTAG213", "uid": "04A10000000001"}, {"chip": "NTAG215", "uid": "04A10000000002"}"#
        let run = bench.run("run", try bench.file("job.csv", JobBench.twoRows), "--rack", try bench.rack(tags))
        #expect(run.code == .success)
        let lines = run.errors.split(separator: "\n").suffix(3)
        #expect(lines.last == "complete: 2 written")
        #expect(
            lines.dropLast().map {
                $0.hasPrefix("NTAG21") && $0.contains(", vendor 04 (NXP)") && $0.hasSuffix(": 1 tag")
            }
                == [true, true])
        let same = bench.run(
            "run", try bench.file("job.csv", JobBench.twoRows), "--again", "--rack", try bench.rack(JobBench.goodTags))
        #expect(!same.errors.contains("vendor"))
    }

    // MARK: Resolved settings

    @Test func whatWasAskedStaysWithTheRun() throws {
        try bench.file("job.json", #"{"mirror": "uid", "chips": ["NTAG213"]}"#)
        let job = try bench.file("job.csv", "sku,url\nA,https://example.com/00000000000000\n")
        let run = bench.run(
            "run", job, "--format-blank", "--require-genuine", "--rack", try bench.rack(""), "--idle-timeout", "1")
        let folder = String(run.output.dropLast())
        let report = try JSONValue(parsing: Array(try bench.text(folder + "/report.json").utf8))
        let settings = try #require(report["run"]?["settings"])
        #expect(settings["format_blank"] == .bool(true))
        #expect(settings["--require-genuine"] == .bool(true))
        #expect(settings["mirror"] == .string("uid"))
        #expect(report["chips"] == .array([]))
        // The same again is what the run was told; less is too, since there is no option for it.
        let rack = try bench.rack("")
        for words in [[], ["--format-blank"], ["--require-genuine"]] as [[String]] {
            let resumed = ToolRun(
                words: ["resume", "--rack", rack, "--idle-timeout", "1"] + words,
                environment: ["TAGMILL_JOURNAL": bench.journal])
            #expect(resumed.code == .stopped, "\(resumed.errors)")
        }
        let other = bench.tool("resume", "--lock", "--rack", rack)
        #expect(other.code == .refused)
        #expect(other.errors.contains("a run goes on as it began: lock is not set, not true; leave the option out"))
    }

    // MARK: Passwords

    private func jobWithPasswords(_ passwords: String, mode: Int = 0o600) throws -> String {
        try FileManager.default.createDirectory(atPath: bench.path + "/keys", withIntermediateDirectories: true)
        let file = try bench.file("keys/passwords", passwords)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        try bench.file("job.json", #"{"protect": {"password_file": "keys/passwords"}}"#)
        return try bench.file(
            "job.csv", "sku,url,uid\nA,https://example.com/a,04A10000000001\nB,https://example.com/b,\n")
    }

    @Test func theFileLiesBesideTheSettings() throws {
        let job = try jobWithPasswords("0A1B2C3D:BEEF\n")
        let plan = bench.tool("plan", job)
        #expect(plan.code == .success, "\(plan.errors)")
        #expect(plan.output.hasSuffix("\n2 tags will be protected: writing needs the password\n"))
        try FileManager.default.removeItem(atPath: bench.path + "/keys/passwords")
        let none = bench.tool("plan", job)
        #expect(none.code == .refused)
        #expect(
            none.errors.hasSuffix("tagmill: \(bench.path)/keys/passwords: cannot be read: No such file or directory\n"))
    }

    @Test func aBoundRowWithoutAPasswordIsBad() throws {
        let job = try jobWithPasswords("uid,password\n04A10000000002,0A1B2C3D\n")
        let plan = bench.tool("plan", job)
        #expect(plan.code == .refused)
        #expect(plan.errors.contains("the file of passwords has none for the tag 04A10000000001"))
        #expect(!plan.errors.contains("0A1B2C3D"))
    }

    @Test func aBadFileIsRefusedByItsPlace() throws {
        let job = try jobWithPasswords("0A1B2C3\n", mode: 0o644)
        let file = bench.path + "/keys/passwords"
        let run = bench.run("run", job, "--rack", try bench.rack(JobBench.goodTags))
        #expect(run.code == .refused)
        #expect(
            run.errors == """
                settings: \(bench.path)/job.json
                warning: \(file): other users may read these passwords: chmod 600 \(file)
                tagmill: \(file): line 1, byte 8: a password is 8 hex digits, and if need be a colon and the 4 of its PACK

                """)
    }

    @Test func theFileIsNotWrittenOver() throws {
        let job = try jobWithPasswords("0A1B2C3D:BEEF\n")
        let file = bench.path + "/keys/passwords"
        let run = bench.run("run", job, "--rack", try bench.rack(JobBench.goodTags), "--events", file)
        #expect(run.code == .refused)
        #expect(
            run.errors.hasSuffix("tagmill: \(file): the command itself needs this file; --events would write over it\n")
        )
        #expect(try bench.text(file) == "0A1B2C3D:BEEF\n")
    }

    /// A tag that refused its password is not asked again when the run goes on: what counts wrong ones closes for ever.
    @Test func aRefusalIsRememberedByARunThatGoesOn() throws {
        let job = try jobWithPasswords("0A1B2C3D:BEEF\n")
        let rack = try bench.rack(
            #"{"chip": "NTAG213", "uid": "04A10000000009", "pages": "#
                + #"{"41": "04000004", "42": "03050000", "43": "99999999"}}"#,
            model: "acr122u", name: "ACS ACR122U PICC Interface 00 00")
        let run = bench.run("run", job, "--yes", "--rack", rack, "--idle-timeout", "1")
        let folder = String(run.output.dropLast())
        #expect(bench.tool("resume", "--rack", rack, "--idle-timeout", "1", "--yes").code == .stopped)
        let report = try JSONValue(parsing: Array(try bench.text(folder + "/report.json").utf8))
        guard case .array(let tags)? = report["tags"] else {
            Issue.record("no tags: \(run.errors)")
            return
        }
        #expect(tags.map { $0["reason"] } == [.string("tag-password"), .string("tag-password")])
        let details = tags.map { tag in
            if case .string(let detail)? = tag["detail"] { detail } else { "" }
        }
        #expect(details.first?.contains("it refused the password given for it; after wrong ones, AUTHLIM 3") == true)
        #expect(
            details.last == "it is to be protected, and no password is given for it, or it has refused it before")
    }

    /// The name of the file, and nothing that stands in it.
    @Test func reportAndJournalHoldTheFilesNameAlone() throws {
        let job = try jobWithPasswords("0A1B2C3D:BEEF\n")
        let run = bench.run("run", job, "--rack", try bench.rack(""), "--idle-timeout", "1", "-v", "--yes")
        let folder = String(run.output.dropLast())
        var texts = [run.errors]
        for name in ["report.json", "report.csv", "failures.csv"] { texts.append(try bench.text(folder + "/" + name)) }
        texts.append(bench.tool("runs", "show", "last", "--json").output)
        #expect(texts[1].contains(#""protect":{"password_file":"\#(bench.path)/keys/passwords","read":false}"#))
        for text in texts { #expect(!text.contains("0A1B2C3D") && !text.uppercased().contains("BEEF")) }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: bench.journal))
        #expect(
            bytes.range(of: Data([0x0A, 0x1B, 0x2C, 0x3D])) == nil && bytes.range(of: Data("0A1B2C3D".utf8)) == nil)
        // A run that goes on, and a rerun, find the file again.
        let rack = try bench.rack("")
        #expect(bench.tool("resume", "--rack", rack, "--idle-timeout", "1").code == .stopped)
        #expect(bench.run("rerun", "last", "--rack", rack, "--idle-timeout", "1").code == .stopped)
        try FileManager.default.removeItem(atPath: bench.path + "/keys/passwords")
        for words in [["resume"], ["rerun", "last"]] {
            let gone = ToolRun(words: words + ["--rack", rack], environment: ["TAGMILL_JOURNAL": bench.journal])
            #expect(gone.code == .refused)
            #expect(gone.errors.contains("/keys/passwords: cannot be read"))
        }
    }

    @Test(arguments: [
        ("FFFFFFFF", true), ("00000000:BEEF", true), ("00000001", false),
        ("uid,password\n04A10000000001,ffffffff\n", true),
    ])
    func aPasswordThatEverybodyKnowsIsWarnedOf(_ passwords: String, _ isKnown: Bool) throws {
        let plan = bench.tool("plan", try jobWithPasswords(passwords))
        let warnings = plan.errors.split(separator: "\n").filter { $0.contains("which everybody tries first") }
        #expect(warnings.count == (isKnown ? 1 : 0), "\(plan.errors)")
    }

    // MARK: What stands elsewhere

    @Test(arguments: [
        (["plan", "job.csv", "--lock"], "use 'tagmill run --lock --dry-run'"),
        (["run", "job.csv", "--password-file", "p"], #""protect": {"password_file": "FILE"}"#),
        (["run", "job.csv", "--mirror", "uid"], #"the mirror stands in the job's settings: "mirror": "uid""#),
    ])
    func anOptionOfAnotherPlaceNamesIt(_ words: [String], _ place: String) {
        let run = ToolRun(words: words, environment: [:])
        #expect(run.code == .refused)
        #expect(run.errors.contains(place), "\(run.errors)")
    }

    @Test func theLimitIsNoSettingsKey() throws {
        try bench.file("job.json", #"{"protect": {"password_file": "p", "limit": 3}}"#)
        let plan = bench.tool("plan", try bench.file("job.csv", JobBench.twoRows))
        #expect(plan.code == .refused)
        #expect(plan.errors.contains("--limit is of 'tagmill tag protect' alone"), "\(plan.errors)")
    }
}
