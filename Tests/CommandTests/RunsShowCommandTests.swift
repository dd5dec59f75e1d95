import Jobs
import Testing

@testable import tagmill

@Suite struct RunsShowCommandTests {
    private let bench: JobBench

    init() throws { bench = try JobBench() }

    private func show(_ words: String...) -> ToolRun {
        ToolRun(words: ["runs", "show"] + words, environment: ["TAGMILL_JOURNAL": bench.journal])
    }

    private func id(_ folder: String) -> String { String(folder.split(separator: "/").last ?? "") }

    private func items(_ run: ToolRun) throws -> [JSONValue] {
        guard case .array(let items) = try JSONValue(parsing: run.output)["items"] else { return [] }
        return items
    }

    @Test func aRunItsExecutionItsReadersAndItsItems() throws {
        let folder = try bench.runTwoRows(over: JobBench.goodTags, "--operator", "Rosa", "--station", "bench-2")
        let run = show("last")
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.errors.isEmpty)
        let parts = run.output.split(separator: "\n\n")
        #expect(parts.count == 4)
        #expect(parts[0].hasPrefix("run       \(id(folder))\nstate     complete, exit 0\njob       job\n"))
        #expect(parts[0].contains("\nsettings  as they are by default\nstation   bench-2\noperator  Rosa\n"))
        #expect(parts[0].hasSuffix("\nitems     2 written\ntags      2 carry an item of this run now"))
        #expect(parts[1].contains("complete  bench-2  Rosa"))
        #expect(parts[2].contains("Reader A 00 00  part3  2     0"))
        let lines = parts[3].split(separator: "\n")
        #expect(lines[0].hasPrefix("row  copy  sku  status   reason  uid             attempts  when"))
        #expect(lines[1].hasPrefix("1    1     A    written  -       04A10000000001  1         2"))
        #expect(lines[2].hasPrefix("2    1     B    written  -       04A10000000002  1         2"))
        #expect(lines.count == 3)
    }

    @Test func aTagThatCarriesSomethingElseNowIsTold() throws {
        let first = try bench.runTwoRows(over: JobBench.goodTags)
        let other = try bench.file("other.csv", "sku,url\nZ,https://example.com/z\n")
        let second = bench.run(
            "run", other, "--overwrite", "always", "--rack",
            try bench.rack(#"{"chip": "NTAG213", "uid": "04A10000000001"}"#))
        #expect(second.code == .success, "\(second.errors)")
        let later = id(String(second.output.dropLast()))
        let run = show(id(first))
        #expect(run.output.contains("tags      1 carries an item of this run now"))
        let lines = run.output.split(separator: "\n")
        #expect(lines.count { $0.contains("the tag now carries Z (row 1, run \(later)) since 2") } == 1)
        let items = try items(show(id(first), "--json"))
        #expect(items.count == 2)
        #expect(items[0]["tag_now"]?["run"] == .string(later))
        #expect(items[0]["tag_now"]?["same_item"] == .bool(false))
        #expect(items[1]["tag_now"]?["run"] == .string(id(first)))
        #expect(items[1]["tag_now"]?["same_item"] == .bool(true))
    }

    @Test func itemsThatALaterRunTookAreTold() throws {
        let first = try bench.runTwoRows(over: JobBench.badTags + "," + JobBench.goodTags)
        let second = bench.run(
            "rerun", first + "/failures.csv", "--rack", try bench.rack(#"{"chip": "NTAG213", "uid": "04CC0000000001"}"#)
        )
        #expect(second.code == .success, "\(second.errors)")
        let later = id(String(second.output.dropLast()))
        #expect(show(id(first)).output.contains("taken by run \(later)"))
        #expect(try items(show(id(first), "--json"))[0]["taken_by"] == .string(later))
        #expect(show(later).output.contains("\nrerun of  \(id(first))\n"))
    }

    @Test func optionsMayStandInFront() throws {
        let folder = try bench.runTwoRows(over: JobBench.goodTags)
        let run = ToolRun("runs", "--journal", bench.journal, "--json", "show", id(folder))
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.output.hasPrefix(#"{"schema":"tagmill.run/1","#))
    }

    @Test func aRunOrAJournalThatIsNotThereIsRefused() throws {
        #expect(show("last").code == .unavailable)
        _ = try bench.runTwoRows(over: JobBench.goodTags)
        let run = show("2031")
        #expect(run.code == .refused)
        #expect(run.errors == "tagmill: run '2031': the journal has no such run; they are listed by: tagmill runs\n")
    }

    /// More items than are gathered or read at once.
    @Test func aLongRunIsShownWhole() throws {
        let job = try bench.file("long.csv", "sku,url,quantity\nA,https://example.com/a,700\n")
        _ = bench.run("run", job, "--rack", try bench.rack(JobBench.goodTags))
        let lines = show("last").output.split(separator: "\n")
        let first = try #require(lines.firstIndex { $0.hasPrefix("row  copy") })
        #expect(lines.count - first - 1 == 700)
        let items = try items(show("last", "--json"))
        #expect(items.count == 700)
        #expect(items.last?["copy"] == .int(700))
    }
}
