import Foundation
import Testing

@testable import tagmill

/// How a job is read: the same in every command that reads it.
@Suite struct DialectCommandTests {
    private let bench: JobBench

    init() throws { bench = try JobBench() }

    private static let sheet = "Name,url,ReadOnly\nA,https://example.com/a,TRUE\nB,https://example.com/b,FALSE\n"

    @Test(arguments: [([String](), true), (["--dialect", "sheet"], true), (["--dialect", "none"], false)])
    func planAndRunReadTheSame(_ words: [String], _ locks: Bool) throws {
        let job = try bench.file("job.csv", Self.sheet)
        // Settings that name a header make the file be read once more.
        for settings in [nil, #"{"columns": {"Name": "sku"}}"#] {
            if let settings { try bench.file("job.json", settings) }
            let plan = bench.tool(["plan", job] + words)
            let run = bench.tool(["run", job, "-n"] + words)
            #expect(plan.code == .success, "\(plan.errors)")
            #expect(run.code == .success, "\(run.errors)")
            #expect(run.output == plan.output)
            for errors in [plan.errors, run.errors] { #expect(errors.contains("read as a sheet") == locks) }
            #expect(run.output.contains("locked for ever") == locks)
        }
    }

    /// A job that locks wants to be agreed to; one that was told to be no sheet does not lock.
    @Test func aRunThatIsToldToReadNoSheetLocksNothing() throws {
        let job = try bench.file("job.csv", Self.sheet)
        let rack = try bench.rack(JobBench.goodTags)
        #expect(bench.run("run", job, "--rack", rack).code != .success)
        let run = bench.run("run", job, "--rack", rack, "--dialect", "none")
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.errors.hasSuffix("complete: 2 written\n"))
    }

    @Test(arguments: [["plan"], ["run"], ["run", "-n"], ["verify", "--exact"]])
    func aDialectThatIsNoneIsRefused(_ words: [String]) throws {
        let job = try bench.file("job.csv", Self.sheet)
        let image = words.contains("verify") ? [try bench.file("1.nfc", "")] : []
        let run = bench.tool(words + [job, "--dialect", "shet"] + image)
        #expect(run.code == .refused)
        #expect(run.errors.contains("is sheet meant?"))
    }

    @Test func commentsArePassedOver() throws {
        let job = try bench.file("job.csv", "# made by hand\nsku,url\nA,https://example.com/a\n#B,x\n")
        let plan = bench.tool("plan", job, "--comment", "#")
        let run = bench.tool("run", job, "-n", "--comment", "#")
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.output == plan.output)
        #expect(run.output.contains("1 row, 1 tag"))
    }

    /// Bound to a tag by its column of UIDs, or to any tag.
    @Test func verifyReadsAsItIsTold() throws {
        let golden = try bench.file("golden.csv", "XUID,url\n04A10000000009,https://example.com/a\n")
        let image = try bench.file("1.nfc", TagFile("04A10000000001", uri: "https://example.com/a").flipper)
        let bound = bench.tool("verify", golden, image)
        #expect(bound.code != .success)
        #expect(bound.errors.contains("read as a list bound to UIDs"))
        #expect(bench.tool("verify", golden, image, "--dialect", "none").output == "1 match\n")
    }

    /// Two columns that may be the UIDs: the settings say which one is.
    @Test func twoColumnsOfUIDs() throws {
        let job = try bench.file(
            "job.csv", "XUID,Tag ID,url\n04A10000000001,04A10000000002,https://example.com/a\n")
        for command in [["plan", job], ["run", job, "-n"]] {
            let run = bench.tool(command)
            #expect(run.code == .refused)
            #expect((run.output + run.errors).contains("may both be the UIDs"))
            #expect(bench.tool(command + ["--dialect", "none"]).code == .success)
        }
        try bench.file("job.json", #"{"columns": {"Tag ID": "uid"}}"#)
        for command in [["plan", job], ["run", job, "-n"]] {
            let run = bench.tool(command)
            #expect(run.code == .success, "\(run.errors)")
            #expect(!run.errors.contains("read as"))
        }
    }

    /// A list of UIDs with nothing to write is told what to do, and one with templates nothing.
    @Test func aListOfUIDsIsToldHowItsContentIsGiven() throws {
        let job = try bench.file("job.csv", "sku,uid\nA,04A10000000001\n")
        let hint = "--url or --text says what is written"
        for command in [["plan", job], ["run", job, "-n"]] {
            #expect(bench.tool(command).errors.contains(hint))
            let run = bench.tool(command + ["--url", "https://example.com/{sku}"])
            #expect(run.code == .success)
            #expect(run.errors.isEmpty)
        }
        let settings = try bench.file("records.json", #"{"records": [{"type": "text", "value": "{sku}"}]}"#)
        for command in [["plan", job], ["run", job, "-n"]] {
            let run = bench.tool(command + ["--settings", settings])
            #expect(run.code == .success, "\(run.errors)")
            #expect(!run.errors.contains("read as"))
        }
    }

    /// Nothing is written of a job with an error, be it of a dialect or of a row's content; and that is said.
    @Test(arguments: ["A,nourl,TRUE", "A,https://example.com/a,WAHR"])
    func aJobWithAnErrorIsNotConverted(_ row: String) throws {
        let job = try bench.file("job.csv", "name,url,ReadOnly\nB,https://example.com/b,TRUE\n\(row)\n")
        let out = bench.path + "/out.csv"
        let run = bench.tool("plan", job, "--convert", out)
        #expect(run.code == .refused)
        #expect(run.errors.contains("\(out) is not written: a job with errors is not converted\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.path) == ["job.csv"])
    }

    /// Templates of the command line are no cells: they are named for the run of what was converted.
    @Test func templatesAreNamedBesideAConversion() throws {
        let job = try bench.file("job.csv", "sku,XUID\nA,04A10000000001\n")
        let out = bench.path + "/out.csv"
        let words = ["--url", "https://example.com/{sku}", "--lang", "de"]
        let run = bench.tool(["plan", job, "--convert", out] + words)
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.errors.contains("give its run the same options, --url 'https://example.com/{sku}' --lang de\n"))
        #expect(try bench.text(out) == "uid,sku,XUID\n04A10000000001,A,04A10000000001\n")
        #expect(bench.tool(["plan", out] + words).output == run.output)
    }
}
