import Foundation
import Jobs
import TestSupport
import Testing

@testable import tagmill

@Suite struct RehearsedJobTests {
    private let folder: ScratchFolder
    private static let repository = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    init() throws { folder = try ScratchFolder() }

    private func file(_ name: String, _ text: String) throws -> String {
        let path = folder.path + "/" + name
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func rack(_ tags: String, reader: String = "R") throws -> String {
        try file("rack.json", #"{"readers": [{"name": "\#(reader)", "model": "acr1252u", "tags": [\#(tags)]}]}"#)
    }

    @Test func theDemonstrationIsRehearsed() throws {
        let words = [
            "simulate", Self.repository + "/jobs/demo.csv", "--rack", Self.repository + "/jobs/demo-rack.json",
            "--seed", "3", "--runs", "40",
        ]
        let run = ToolRun(words: words)
        #expect(run.code == .success)
        #expect(run.output.hasPrefix("as the rack is: 24 written\ntags: 2"))
        // The rack has one tag that is locked.
        #expect(run.output.contains("  tag 04D1000000000F is rejected: tag-locked (row "))
        #expect(run.output.contains("with drawn faults: every item was made in "))
        #expect(run.output.hasSuffix("40 runs: no invariant was broken\n"))
        #expect(ToolRun(words: words + ["--jobs", "3"]).output == run.output)
        let document = try JSONValue(parsing: Array(ToolRun(words: words + ["--json"]).output.utf8))
        #expect(document["rehearsal"]?["items"] == .int(24))
        #expect(document["rehearsal"]?["totals"]?["written"] == .int(24))
        #expect(document["rehearsal"]?["drawn"]?["runs"] == .int(40))
    }

    @Test func oneSeedTellsItsStory() {
        let words = [
            "simulate", Self.repository + "/jobs/demo.csv", "--rack", Self.repository + "/jobs/demo-rack.json",
            "--seed", "3",
        ]
        let run = ToolRun(words: words)
        #expect(run.code == .success)
        #expect(run.output.hasPrefix("job: 24 items"))
        #expect(run.output.contains(" is laid on "))
        #expect(ToolRun(words: words).output == run.output)
    }

    @Test func rowsThatFitNoTagOfTheRackAreNamed() throws {
        let job = try file(
            "job.csv",
            """
            url,uid,chip
            https://example.com/a,,
            https://example.com/\(String(repeating: "b", count: 200)),,
            https://example.com/c,04AABBCCDDEE01,
            https://example.com/d,,NTAG216

            """)
        let rack = try rack(#"{"chip": "NTAG213", "count": 6}"#)
        let run = ToolRun("simulate", job, "--rack", rack, "--runs", "5", "--seed", "1")
        #expect(run.code == .success)
        #expect(run.output.hasPrefix("as the rack is: 1 written, 3 pending\n"))
        let none = "is pending: it fits none of the rack's tags: "
        #expect(run.output.contains("row 2 \(none)its message has 217 bytes, and the largest of them hold 137\n"))
        #expect(run.output.contains("row 3 \(none)it is for the tag 04AABBCCDDEE01, which is not among them\n"))
        #expect(run.output.contains("row 4 \(none)it is for a chip NTAG216, and none of them is one\n"))
    }

    @Test func tooFewTagsAreTold() throws {
        let job = try file("job.csv", "url,quantity\nhttps://example.com/a,3\n")
        let run = ToolRun("simulate", job, "--rack", try rack(#"{"chip": "NTAG215"}"#), "--runs", "5", "--seed", "1")
        #expect(run.code == .success)
        #expect(run.output.contains("as the rack is: 1 written, 2 pending\n"))
        #expect(run.output.contains("row 1, copy 3 is pending: no tag that takes it is left\n"))
        #expect(run.output.contains("\n2 tags are short: 3 items, and no tag is left for 2 of them\n"))
        let one = ToolRun(
            "simulate", job, "--rack", try self.rack(#"{"chip": "NTAG215", "count": 2}"#), "--runs", "1", "--seed", "1")
        #expect(one.output.contains("\n1 tag is short: 3 items, and no tag is left for 1 of them\n"))
        let enough = ToolRun(
            "simulate", job, "--rack", try self.rack(#"{"chip": "NTAG215", "count": 3}"#), "--runs", "1", "--seed", "1")
        #expect(!enough.output.contains("short"))
    }

    /// The faults of the rack are in every run.
    @Test func aFaultOfTheRackIsRehearsed() throws {
        let job = try file("job.csv", "url\nhttps://example.com/a\n")
        let rack = try rack(#"{"chip": "NTAG213", "faults": [{"page": 5, "fault": "no-write"}]}"#)
        let run = ToolRun("simulate", job, "--rack", rack, "--runs", "5", "--seed", "1")
        #expect(run.code == .success)
        #expect(!run.output.contains("as the rack is: 1 written"))
        #expect(run.output.contains("every item was made in 0 of 5 runs"))
    }

    // MARK: As `run` has it

    private func run(_ job: String, _ rack: String) throws -> ToolRun {
        ToolRun(
            words: ["run", job, "--rack", rack, "--out", folder.path + "/out"],
            environment: ["TAGMILL_JOURNAL": folder.path + "/journal.sqlite"])
    }

    /// A reader is what its name says: what `run` does not recognize is spoken to in another way, and takes other exchanges.
    @Test(arguments: ["ACS ACR122U PICC Interface 00 00", "Reader A 00 00"])
    func aReaderIsTakenForWhatRunTakesItFor(name: String) throws {
        let job = try file("job.csv", "url\nhttps://example.com/a\n")
        let faults = (9...19).map { #"{"at": \#($0), "fault": "delay:0"}"# }.joined(separator: ", ")
        let rack = try file(
            "rack.json",
            #"{"readers": [{"name": "\#(name)", "model": "acr122u", "tags": [{"chip": "NTAG213", "faults": [\#(faults)]}]}]}"#
        )
        let real = try run(job, rack)
        let rehearsed = ToolRun("simulate", job, "--rack", rack, "--runs", "1", "--seed", "1")
        let unreached = real.errors.split(separator: "\n").compactMap { line in
            line.hasPrefix("warning: readers[0]") ? line.dropFirst("warning: ".count) : nil
        }
        #expect(!unreached.isEmpty && unreached.count < 11)
        let prefix = "a fault of the rack did not happen: "
        #expect(
            rehearsed.output.split(separator: "\n").filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }
                == unreached)
        let told = ToolRun("simulate", job, "--rack", rack, "--runs", "1", "--seed", "1", "--verbose").errors
        #expect(told.contains("taken for: ") == name.hasPrefix("Reader"))
    }

    @Test func aReaderThatTakesNoTagsIsLeftOut() throws {
        let job = try file("job.csv", "url\nhttps://example.com/a\n")
        let both = try file(
            "rack.json",
            """
            {"readers": [
                {"name": "Yubico YubiKey OTP+FIDO+CCID 00 00", "model": "acr122u", "tags": [{"chip": "NTAG213", "count": 3}]},
                {"name": "Reader A 01 00", "model": "acr122u", "tags": [{"chip": "NTAG213"}]}]}
            """)
        let run = ToolRun("simulate", job, "--rack", both, "--runs", "1", "--seed", "1")
        #expect(run.output.hasPrefix("as the rack is: 1 written\ntags: 1 laid, 0 beside"))
        #expect(run.errors.contains("Yubico YubiKey OTP+FIDO+CCID 00 00 takes no tags; it and its tags are left out"))
        let none = try file(
            "none.json",
            #"{"readers": [{"name": "Yubico YubiKey 00 00", "model": "acr122u", "tags": [{"chip": "NTAG213"}]}]}"#)
        let refused = ToolRun("simulate", job, "--rack", none)
        #expect(refused.code == .refused)
        #expect(refused.errors.contains("none of its readers takes tags"))
    }

    @Test func aRejectedTagIsToldInTheWordsOfRun() throws {
        let job = try file("job.csv", "url\nhttps://example.com/a\n")
        let rack = try rack(#"{"chip": "NTAG213", "uid": "04A10000000001", "pages": {"2": "0F48F0FF"}}"#)
        _ = try run(job, rack)
        let folders = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out")
        let report = try JSONValue(
            parsing: Array(
                Data(contentsOf: URL(filePath: "\(folder.path)/out/\(try #require(folders.first))/report.json"))))
        guard case .array(let tags)? = report["tags"], case .string(let detail)? = tags.first?["detail"] else {
            Issue.record("no tags: \(report)")
            return
        }
        let words = ["simulate", job, "--rack", rack, "--runs", "1", "--seed", "1"]
        #expect(
            ToolRun(words: words).output.contains("  tag 04A10000000001 is rejected: tag-locked (row 1): \(detail)\n"))
        let document = try JSONValue(parsing: Array(ToolRun(words: words + ["--json"]).output.utf8))
        guard case .array(let rejected)? = document["rehearsal"]?["rejected"] else {
            Issue.record("nothing is rejected: \(document)")
            return
        }
        #expect(
            rejected == [
                .object([
                    .init("uid", .string("04A10000000001")), .init("row", .int(1)), .init("copy", .int(1)),
                    .init("reason", .string("tag-locked")), .init("detail", .string(detail)),
                ])
            ])
    }

    // MARK: What holds up

    @Test func aRowThatHoldsUpTheQueueIsNamed() throws {
        let long = String(repeating: "b", count: 200)
        let job = try file(
            "job.csv", "url\nhttps://example.com/a\nhttps://example.com/\(long)\nhttps://example.com/c\n")
        let words = [
            "simulate", job, "--rack", try rack(#"{"chip": "NTAG213", "count": 6}"#), "--runs", "1", "--seed", "1",
        ]
        let output = ToolRun(words: words).output
        #expect(
            output.contains(
                "\nrow 2 holds up the queue: 5 tags were rejected for it (message-too-large), and 1 item behind it was not made\n"
            ))
        #expect(
            output.contains(
                "\nrow 3 is pending: no tag that takes it is left: 5 were rejected for row 2, which is offered before it\n"
            ))
        let document = try JSONValue(parsing: Array(ToolRun(words: words + ["--json"]).output.utf8))
        #expect(
            document["rehearsal"]?["held_up"]
                == .array([
                    .object([
                        .init("row", .int(2)), .init("copy", .int(1)), .init("reason", .string("message-too-large")),
                        .init("tags", .int(5)), .init("behind", .int(1)),
                    ])
                ]))
    }

    @Test func aRowForAnotherChipHoldsUpTheQueue() throws {
        let job = try file(
            "job.csv", "url,chip\nhttps://example.com/a,NTAG216\nhttps://example.com/b,\nhttps://example.com/c,\n")
        let run = ToolRun(
            "simulate", job, "--rack", try rack(#"{"chip": "NTAG213", "count": 2}"#), "--runs", "1", "--seed", "1")
        #expect(
            run.output.contains(
                "\nrow 1 holds up the queue: 2 tags were rejected for it (chip-mismatch), and 2 items behind it were not made\n"
            ))
    }

    @Test func theLastRowHoldsUpNothing() throws {
        let job = try file("job.csv", "url,chip\nhttps://example.com/a,\nhttps://example.com/b,NTAG216\n")
        let run = ToolRun(
            "simulate", job, "--rack", try rack(#"{"chip": "NTAG213", "count": 3}"#), "--runs", "1", "--seed", "1")
        #expect(run.output.hasPrefix("as the rack is: 1 written, 1 pending\n"))
        #expect(!run.output.contains("holds up"))
    }

    @Test func blankTagsWithoutAContainerGetAHint() throws {
        let job = try file("job.csv", "url\nhttps://example.com/a\n")
        let blank = try rack(#"{"chip": "NTAG213", "count": 2, "pages": {"3": "00000000"}}"#)
        let words = ["simulate", job, "--rack", blank, "--runs", "1", "--seed", "1"]
        let hint =
            "2 tags have no capability container (tag-unformatted); they get one, for ever, by 'tagmill run' with "
        #expect(
            ToolRun(words: words).output.contains(
                "\n\(hint)--format-blank, or where the settings say \"format_blank\": true"))
        let settings = try file("set.json", #"{"format_blank": true}"#)
        let formatted = ToolRun(words: words + ["--settings", settings]).output
        #expect(formatted.hasPrefix("as the rack is: 1 written\n"))
        #expect(!formatted.contains("capability container"))
    }

    @Test func faultsThatDidNotHappenAreInTheDocument() throws {
        let job = try file("job.csv", "url\nhttps://example.com/a\n")
        let rack = try rack(
            #"{"chip": "NTAG213", "faults": [{"at": 40, "fault": "remove"}, {"write": 1, "fault": "lost-ack"}]}"#)
        let words = ["simulate", job, "--rack", rack, "--runs", "1", "--seed", "1"]
        #expect(
            ToolRun(words: words).output.contains(
                "\na fault of the rack did not happen: readers[0].tags[0].faults[0] (at 40: remove): its exchange never came on "
                    + "1 tag\n"))
        let document = try JSONValue(parsing: Array(ToolRun(words: words + ["--json"]).output.utf8))
        #expect(
            document["rehearsal"]?["unreached_faults"]
                == .array([
                    .object([
                        .init("place", .string("readers[0].tags[0].faults[0]")), .init("moment", .string("at 40")),
                        .init("fault", .string("remove")), .init("tags_never_reached", .int(1)),
                        .init("tags_of_wrong_kind", .int(0)),
                    ])
                ]))
    }

    // MARK: Its story

    @Test func theStoryOfTheRackAsItIsIsToldToWhoWantsMore() throws {
        let job = try file("job.csv", "url\nhttps://example.com/a\n")
        let words = ["simulate", job, "--rack", try rack(#"{"chip": "NTAG213"}"#), "--runs", "2", "--seed", "1"]
        let told = ToolRun(words: words + ["--verbose"])
        #expect(told.errors.hasPrefix("job: 1 item, "))
        #expect(told.errors.contains(" is laid on R\n"))
        #expect(told.errors.contains("  row 1 is written on "))
        #expect(!told.output.contains(" never"))
        #expect(ToolRun(words: words).errors.isEmpty)
        let document = ToolRun(words: words + ["--verbose", "--json"])
        #expect(document.errors == told.errors)
        let json = try JSONValue(parsing: Array(document.output.utf8))
        #expect(json["never_reached"] == .null)
    }

    @Test func noFileOfPasswordsIsNeeded() throws {
        let job = try file("job.csv", "url\nhttps://example.com/a\n")
        let settings = try file("set.json", #"{"protect": {"password_file": "nowhere.txt"}}"#)
        let rack = try rack(#"{"chip": "NTAG213", "count": 2}"#, reader: "ACS ACR1252 Dual Reader PICC 00 00")
        let run = ToolRun("simulate", job, "--rack", rack, "--settings", settings, "--runs", "5", "--seed", "1")
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.output.contains("as the rack is: 1 written\n"))
        #expect(run.errors.contains("nowhere.txt: no such file: each tag of the rack is taken to have the password"))
    }

    /// AUTH0 4, PWD and PACK of an NTAG213 (data sheet rev. 3.2, 8.5.7); the file's, those that stand for them, and others.
    @Test(arguments: [
        ("55667788", "0F0E", true), ("55667788", "0F0F", true), ("A1B2C3D4", "CAFE", false),
        ("00000001", "0000", false),
    ])
    func aPasswordIsTakenOrRefusedAsByRun(password: String, acknowledgement: String, isTaken: Bool) throws {
        let job = try file("job.csv", "url\nhttps://example.com/a\n")
        let passwords = try file("password.txt", "55667788:0F0E\n")
        chmod(passwords, 0o600)
        _ = try file("job.json", #"{"protect": {"password_file": "password.txt"}}"#)
        let pages = #""41": "04000004", "43": "\#(password)", "44": "\#(acknowledgement)0000""#
        let rack = try rack(
            #"{"chip": "NTAG213", "uid": "04A10000000001", "pages": {\#(pages)}}"#,
            reader: "ACS ACR1252 Dual Reader PICC 00 00")
        let rehearsed = ToolRun("simulate", job, "--rack", rack, "--runs", "1", "--seed", "1", "--verbose")
        let real = try run(job, rack)
        #expect(rehearsed.output.hasPrefix("as the rack is: 1 \(isTaken ? "written" : "pending")\n"))
        #expect(real.errors.contains("complete: 1 written") == isTaken, "\(real.errors)")
        #expect(!(rehearsed.output + rehearsed.errors).contains("55667788"))
    }

    /// Of passwords by UID, which leave one tag out.
    @Test func aTagWithoutAPasswordIsJudgedAsByRun() throws {
        let job = try file("job.csv", "url\nhttps://example.com/a\nhttps://example.com/b\n")
        let passwords = try file("password.txt", "uid,password,pack\n04A10000000001,55667788,0F0E\n")
        chmod(passwords, 0o600)
        _ = try file("job.json", #"{"protect": {"password_file": "password.txt"}}"#)
        let rack = try rack(
            #"{"chip": "NTAG213", "uid": "04A10000000001"}, {"chip": "NTAG213", "uid": "04A10000000002"}"#,
            reader: "ACS ACR1252 Dual Reader PICC 00 00")
        let rehearsed = ToolRun("simulate", job, "--rack", rack, "--runs", "1", "--seed", "1")
        let real = try run(job, rack)
        #expect(rehearsed.output.hasPrefix("as the rack is: 1 written, 1 pending\n"), "\(rehearsed.output)")
        #expect(real.errors.contains(": 1 written, 1 pending"), "\(real.errors)")
    }

    /// However the seed draws which reader is next.
    @Test(arguments: 1...4)
    func aTagIsLaidOnTheReaderThatHasIt(seed: Int) throws {
        let job = try file("job.csv", "url,quantity\nhttps://example.com/a,6\n")
        let rack = try file(
            "rack.json",
            """
            {"seed": \(seed), "readers": [
                {"name": "Reader A", "model": "acr1252u", "tags": [{"chip": "NTAG213", "uid": "04A10000000001", "count": 5}]},
                {"name": "Reader B", "model": "acr1252u", "tags": [{"chip": "NTAG213", "uid": "04B10000000001"}]}]}
            """)
        let told = ToolRun("simulate", job, "--rack", rack, "--runs", "1", "--seed", "1", "--verbose")
        #expect(told.output.hasPrefix("as the rack is: 6 written\n"))
        let laid = told.errors.split(separator: "\n").filter { $0.contains(" is laid on ") }
        #expect(laid.count == 6)
        #expect(laid.allSatisfy { $0.hasSuffix("Reader B") == $0.hasPrefix("tag 04B1") })
    }

    @Test(arguments: [0, 1])
    func aTagComesBackAsOftenAsTheRackSays(again: Int) throws {
        let job = try file("job.csv", "url\nhttps://example.com/a\nhttps://example.com/b\n")
        let rack = try rack(
            #"{"chip": "NTAG213", "faults": [{"write": 2, "fault": "remove"}], "again": \#(again)}, {"chip": "NTAG213"}"#
        )
        let rehearsed = ToolRun("simulate", job, "--rack", rack, "--runs", "1", "--seed", "1")
        let real = try run(job, rack)
        let told = again == 0 ? "1 written, 1 pending" : "2 written"
        #expect(rehearsed.output.hasPrefix("as the rack is: \(told)\n"), "\(rehearsed.output)")
        #expect(real.errors.contains(": \(told)"), "\(real.errors)")
    }

    /// What a tag is to hold is composed for its UID, in small letters too.
    @Test func aUIDInSmallLettersIsNoFault() throws {
        let job = try file("job.csv", "sku\nA\n")
        let rack = try rack(#"{"chip": "NTAG213", "uid": "04ABCDEF000001"}"#)
        let run = ToolRun(
            "simulate", job, "--url", "https://example.com/{uid:lower}/{uid}", "--rack", rack, "--runs", "20", "--seed",
            "1")
        #expect(run.code == .success, "\(run.output)")
        #expect(run.output.hasPrefix("as the rack is: 1 written\n"))
    }

    @Test func aStoryShowsNoMessage() throws {
        let job = try file("job.csv", "text\nsecret\n")
        let rack = try rack(#"{"chip": "NTAG213"}"#)
        let told = ToolRun("simulate", job, "--rack", rack, "--seed", "1").output
        #expect(told.contains(": page 6 <- 4 bytes of the message is stored\n"))
        let pages = told.split(separator: "\n").filter { $0.contains(": page ") }
        #expect(!pages.isEmpty && pages.allSatisfy { $0.contains(" <- 4 bytes of the message ") })
    }

    /// What is not laid may fit.
    @Test func ofALargerRackTheTagsThatAreLaidAreSpokenOf() throws {
        let job = try file("job.csv", "url,chip\nhttps://example.com/a,NTAG216\n")
        let rack = try rack(#"{"chip": "NTAG213", "count": 200}, {"chip": "NTAG216"}"#)
        let run = ToolRun("simulate", job, "--rack", rack, "--runs", "1", "--seed", "1")
        #expect(run.output.contains("it fits none of the rack's tags that are laid: it is for a chip NTAG216"))
    }

    @Test func whatNeverCameIsToldAtTheEnd() throws {
        let stories = (1...20).map { ToolRun("simulate", "--seed", "\($0)").output }
        let never = stories.flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("never came: ") }
        #expect(!never.isEmpty)
        let announced = Set(stories.flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("goes wrong: ") })
        #expect(never.allSatisfy { announced.contains("goes wrong: " + $0.dropFirst("never came: ".count)) })
    }

    @Test func twoReadersOfOneNameAreRefusedAsByRun() throws {
        let job = try file("job.csv", "url\nhttps://example.com/a\n")
        let reader = #"{"name": "R", "model": "acr1252u", "tags": [{"chip": "NTAG213"}]}"#
        let rack = try file("rack.json", #"{"readers": [\#(reader), \#(reader)]}"#)
        let refused = ToolRun("simulate", job, "--rack", rack, "--runs", "1")
        #expect(refused.code == .refused)
        #expect(refused.errors.contains("readers[1].name: another reader has this name"))
        #expect(try run(job, rack).errors.contains("readers[1].name: another reader has this name"))
    }

    @Test func aLongJobIsRehearsedInPart() throws {
        let rows = (1...230).map { "https://example.com/\($0)\n" }.joined()
        let job = try file("job.csv", "url\n" + rows)
        let rack = try rack(#"{"chip": "NTAG213", "count": 250}"#)
        let run = ToolRun("simulate", job, "--rack", rack, "--runs", "1", "--seed", "1")
        #expect(run.errors.contains("230 items, of which the first 200 are rehearsed"))
        #expect(run.errors.contains("250 tags, of which 200 are laid"))
        #expect(run.output.hasPrefix("as the rack is: 200 written\n"))
    }

    @Test func aBadRowIsRefusedAsByRun() throws {
        let job = try file("job.csv", "url,uid\nhttps://example.com/a,zz\n")
        let run = ToolRun("simulate", job, "--rack", try rack(#"{"chip": "NTAG213"}"#))
        let refused = ToolRun("run", job, "--rack", folder.path + "/rack.json")
        #expect(run.code == .refused)
        #expect(run.errors.contains("--skip-bad-rows makes the other rows and reports these as invalid\n"))
        #expect(run.errors == refused.errors)
        #expect(run.output.isEmpty)
    }

    @Test func documentsHoldToTheSchema() throws {
        let schema = URL(filePath: Self.repository + "/Documentation/simulate.schema.json")
        let checker = SchemaChecker(schema: try JSONDecoder().decode(JSONDocument.self, from: Data(contentsOf: schema)))
        let job = try file("job.csv", "url,quantity\nhttps://example.com/a,3\n")
        let rack = try rack(#"{"chip": "NTAG213", "pages": {"2": "0F48F0FF"}}, {"chip": "NTAG213"}"#)
        for words in [["--runs", "20"], ["--seed", "3"], [job, "--rack", rack, "--runs", "20"]] {
            let run = ToolRun(words: ["simulate", "--json"] + words)
            let document = try JSONDecoder().decode(JSONDocument.self, from: Data(run.output.utf8))
            #expect(checker.faults(of: document) == [], "\(words)")
            guard case .object(var members) = document else { continue }
            members["more"] = .null
            #expect(checker.faults(of: .object(members)) != [])
        }
    }

    @Test func aReportIsNoJob() throws {
        let job = try file("failures.csv", "url,result_run,result_status\nhttps://example.com/a,x,failed\n")
        let run = ToolRun("simulate", job, "--rack", try rack(#"{"chip": "NTAG213"}"#))
        #expect(run.code == .refused)
        #expect(run.errors.contains("is the report of a run, not a job"))
    }
}
