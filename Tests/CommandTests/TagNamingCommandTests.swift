import Crypto
import Foundation
import Jobs
import Provisioning
import SQLiteJournal
import Tags
import Testing

@testable import tagmill

/// Jobs whose messages have the UID of their tag in them, and the number of the copy: from the file to the tag and back.
@Suite struct TagNamingCommandTests {
    private static let first = "04A10000000001"
    private static let second = "04A10000000002"
    private static let job = "sku,quantity\nA,1\nB,1\n"
    private static let template = ["--url", "https://example.com/{sku}?u={uid}"]

    private let bench: JobBench

    init() throws { bench = try JobBench() }

    private func tag(_ uid: String, _ more: String = "") -> String { #"{"chip": "NTAG213", "uid": "\#(uid)"\#(more)}"# }

    private func run(_ tags: String, _ words: [String] = template, job: String = job) throws -> ToolRun {
        let path = try bench.file("job.csv", job)
        return bench.tool(["run", path, "--rack", try bench.rack(tags), "--out", bench.path + "/out"] + words)
    }

    private func folder(_ run: ToolRun) -> String { run.output.trimmingCharacters(in: .newlines) }

    private func report(_ folder: String, _ column: String) throws -> [String?] {
        let lines = try bench.text(folder + "/report.csv").split(separator: "\n")
        let names = lines[0].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let index = try #require(names.firstIndex(of: column))
        return lines.dropFirst().map { String($0.split(separator: ",", omittingEmptySubsequences: false)[index]) }
    }

    /// Of one short URI record that begins with `https://`.
    private func message(_ rest: String) -> String {
        ([0xD1, 0x01, UInt8(rest.utf8.count + 1), 0x55, 0x04] + Array(rest.utf8)).hex
    }

    private func openJournal() throws -> SQLiteJournal {
        try SQLiteJournal(path: bench.journal, createIfMissing: false, digest: { SHA256.digest($0) })
    }

    @Test func eachTagNamesItselfAndTheReportSaysSo() throws {
        let run = try run(JobBench.goodTags)
        #expect(run.code == .success, "\(run.errors)")
        let folder = folder(run)
        let held = [message("example.com/A?u=\(Self.first)"), message("example.com/B?u=\(Self.second)")]
        #expect(try report(folder, "result_uid") == [Self.first, Self.second])
        #expect(try report(folder, "result_message_hex") == held)
        let digests = try held.map { SHA256.digest(try #require([UInt8](hex: $0))).hex.lowercased() }
        #expect(try report(folder, "result_message_sha256") == digests)
        // Rendered again it is the same.
        let before = try bench.text(folder + "/report.csv")
        #expect(bench.tool("report", "last", "-o", bench.path + "/again").code == .success)
        let again = bench.path + "/again/" + (folder.split(separator: "/").last ?? "")
        #expect(try bench.text(again + "/report.csv") == before)
        // What is read on the tag is what the journal says of it; on a copy of it it is not.
        let bytes = try #require([UInt8](hex: "03" + [UInt8(held[0].utf8.count / 2)].hex + held[0] + "FE"))
        let pages = stride(from: 0, to: bytes.count, by: 4).map { start in
            let page = Array(bytes[start..<min(start + 4, bytes.count)])
            return #""\#(4 + start / 4)": "\#((page + Array(repeating: 0, count: 4 - page.count)).hex)""#
        }
        for (uid, differs) in [(Self.first, false), (Self.second, true)] {
            let rack = try bench.rack(tag(uid, #", "pages": {\#(pages.joined(separator: ", "))}"#))
            let read = bench.tool("read", "--rack", rack)
            #expect(read.output.contains("journal carries "))
            #expect(read.output.contains("holds another message now") == differs, "\(read.output)")
        }
    }

    @Test func whatIsNotReachedHasNoMessageYet() throws {
        let run = try run(tag(Self.first))
        #expect(run.code == .stopped)
        #expect(try report(folder(run), "result_message_hex") == [message("example.com/A?u=\(Self.first)"), ""])
        // It goes on, with that tag's UID.
        let resumed = bench.tool("resume", "--rack", try bench.rack(tag(Self.second)))
        #expect(resumed.code == .success, "\(resumed.errors)")
        #expect(
            try report(folder(run), "result_message_hex")[1] == message("example.com/B?u=\(Self.second)"))
    }

    /// The process died between intent and outcome: the item is settled on its tag, with that tag's UID.
    @Test(arguments: [false, true]) func aRunThatWasKilledGoesOn(releasing: Bool) throws {
        let begun = folder(try run(#"{"chip": "MF0UL11"}"#))
        let id = String(begun.split(separator: "/").last ?? "")
        do {
            let journal = try openJournal()
            let execution = Execution(startedAt: Timestamp(milliseconds: 1), station: "here", version: "0")
            try journal.reopen(run: id, execution, releasingInDoubt: false)
            let uid = try #require(UID(hex: Self.first))
            let item = try #require(try journal.claim(run: id, count: 1, station: "here").first).item
            let whole = try #require(item.message(for: uid))
            let attempt = Attempt(
                uid: uid, reader: "Reader A 00 00", station: "here", intendedAt: Timestamp(milliseconds: 2))
            #expect(try journal.intend(run: id, item: item.key, attempt: attempt, message: whole) == .accepted)
        }
        let tags = releasing ? tag(Self.second) + "," + tag("04A10000000003") : tag(Self.second) + "," + tag(Self.first)
        let run = bench.tool(
            ["resume", id, "--rack", try bench.rack(tags)] + (releasing ? ["--release-in-doubt"] : []))
        #expect(run.code == .success, "\(run.errors)")
        let uids = releasing ? [Self.second, "04A10000000003"] : [Self.first, Self.second]
        #expect(try report(begun, "result_uid") == uids)
        #expect(
            try report(begun, "result_message_hex")
                == zip(["A", "B"], uids).map { message("example.com/\($0)?u=\($1)") })
    }

    /// A rerun composes anew, of the report's cells.
    @Test func aRerunNamesItsOwnTags() throws {
        let failed = folder(try run(JobBench.badTags, Self.template + ["--attempts", "1"]))
        #expect(try report(failed, "result_status").contains("failed"))
        let rerun = bench.run("rerun", failed + "/report.csv", "--rack", try bench.rack(JobBench.goodTags))
        #expect(rerun.code == .success, "\(rerun.errors)")
        let uids = try report(folder(rerun), "result_uid")
        let skus = try report(folder(rerun), "result_sku")
        #expect(uids.count == 2)
        #expect(
            try report(folder(rerun), "result_message_hex")
                == zip(skus, uids).map { message("example.com/\($0 ?? "-")?u=\($1 ?? "-")") })
    }

    @Test func aJobAndItsReportAreGoldenFiles() throws {
        let made = folder(try run(JobBench.goodTags))
        let job = try bench.file("job.csv", Self.job)
        try FileManager.default.createDirectory(atPath: bench.path + "/images", withIntermediateDirectories: true)
        try bench.file("images/1.nfc", TagFile(Self.first, uri: "https://example.com/A?u=\(Self.first)").flipper)
        try bench.file("images/2.nfc", TagFile(Self.second, uri: "https://example.com/B?u=\(Self.second)").flipper)
        let images = bench.path + "/images"
        for exactly in [[], ["--exact"]] {
            let verify = bench.tool(["verify", job, images] + Self.template + exactly)
            #expect(verify.output == "2 match\n", "\(verify.errors)")
            #expect(bench.tool(["verify", made + "/report.csv", images] + exactly).output == "2 match\n")
        }
        // A copy of the first tag: its message names another one.
        try bench.file("images/2.nfc", TagFile(Self.second, uri: "https://example.com/A?u=\(Self.first)").flipper)
        let copied = bench.tool(["verify", job, images] + Self.template)
        #expect(copied.code != .success)
        #expect(
            copied.output.contains(
                """
                record 1: the URI "https://example.com/B?u=\(Self.second)" is expected, and \
                "https://example.com/A?u=\(Self.first)" is there
                """), "\(copied.output)")
    }

    @Test func everyCopyHasAMessageOfItsOwn() throws {
        let job = "sku,quantity\nA,2\nB,1\n"
        let words = ["--url", "https://example.com/{sku}/{copy:02}/{uid}"]
        let third = "04A10000000003"
        let run = try run(#"{"chip": "NTAG213", "count": 3, "uid": "\#(Self.first)"}"#, words, job: job)
        #expect(run.code == .success, "\(run.errors)")
        #expect(
            try report(folder(run), "result_message_hex") == [
                message("example.com/A/01/\(Self.first)"), message("example.com/A/02/\(Self.second)"),
                message("example.com/B/01/\(third)"),
            ])
        try FileManager.default.createDirectory(atPath: bench.path + "/images", withIntermediateDirectories: true)
        // The second copy is seen first.
        try bench.file("images/1.nfc", TagFile(Self.second, uri: "https://example.com/A/02/\(Self.second)").flipper)
        try bench.file("images/2.nfc", TagFile(Self.first, uri: "https://example.com/A/01/\(Self.first)").flipper)
        let verify = bench.tool(["verify", bench.path + "/job.csv", bench.path + "/images"] + words)
        #expect(verify.output.contains("2 match"), "\(verify.output) \(verify.errors)")
        #expect(verify.output.contains("missing B"))
    }

    @Test func whereItCannotBePutIn() throws {
        let bound = try run(tag(Self.first), job: "sku,uid\nA,0412AB34\n")
        #expect(bound.code == .refused)
        #expect(bound.errors.contains("{uid} is planned with 14 digits, and the row is bound to a tag whose UID has 8"))
        let mirrored = try bench.file("mirror.json", #"{"mirror": "counter"}"#)
        let mirror = try run(
            tag(Self.first), ["--url", "https://example.com/{uid}?c=000000", "--settings", mirrored], job: Self.job)
        #expect(mirror.code == .refused)
        #expect(mirror.errors.contains("{uid} and a mirror do not go together"))
    }

    @Test func itsCellsAndPlacesAreForgotten() throws {
        _ = try run(JobBench.goodTags)
        #expect(bench.tool("runs", "forget", "last", "--yes").code == .success)
        let shown = bench.tool("runs", "show", "last")
        #expect(shown.code == .success, "\(shown.errors)")
        // The template is the job's, and stays.
        #expect(!shown.output.contains("example.com/A"))
        let read = bench.tool("read", "--rack", try bench.rack(tag(Self.first)))
        #expect(read.output.contains("carries A"))
    }
}
