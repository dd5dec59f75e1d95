import NDEF
import Provisioning
import Tags
import Testing

@testable import tagmill

/// `read --save`.
@Suite struct ReadSavingTests {
    private let bench: SavedBench

    init() throws { bench = try SavedBench() }

    /// A tag with the message of `SavedBench.uri`.
    private static let tag =
        #"{"chip": "NTAG215", "uid": "04A10000000001", "pages": {"4": "0312D101", "5": "0E550465", "6": "78616D70", "#
        + #""7": "6C652E63", "8": "6F6D2F61", "9": "FE000000"}}"#

    private func read(_ tags: String, _ words: String...) throws -> ToolRun {
        bench.tool(words: ["read", "--rack", try bench.rack(tags)] + words)
    }

    @Test func theMessageIsSavedUnderTheNameAndTheIdPrinted() throws {
        let run = try read(Self.tag, "--save", "Shelf 7")
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.output.hasSuffix("1  URI     https://example.com/a\nsaved   1, Shelf 7\n"))
        #expect(run.errors == "new file of saved tags: \(bench.file)\n")
        let saved = try bench.store().tag(id: 1)
        #expect(saved.content.records == [SavedBench.uri])
        #expect(saved.content.name == "Shelf 7")
        #expect(saved.content.uid == UID(hex: "04A10000000001"))
        #expect(saved.content.chip == .ntag215)
        #expect(saved.lastUsedAt == nil)
        // The journal is not made.
        #expect(bench.bytes("tagmill.sqlite") == nil)
    }

    @Test func withoutANameItIsCalledAfterItsFirstRecord() throws {
        #expect(try read(Self.tag, "--save").output.hasSuffix("saved   1, https://example.com/a\n"))
        let json = try read(Self.tag, "--save", "--json")
        #expect(json.output.split(separator: "\n").count == 1)
        #expect(json.errors == "saved: 2, https://example.com/a\n")
    }

    @Test func severalOfOneNameAreNumbered() throws {
        let tags = (1...3).map { Self.tag.replacing("04A10000000001", with: "04A1000000000\($0)") }
        let run = try read(tags.joined(separator: ","), "--watch", "--save", "X")
        #expect(run.code == .success, "\(run.errors)")
        #expect(try bench.store().list().map(\.content.name).sorted() == ["X", "X 2", "X 3"])
        let long = String(repeating: "y", count: SavedName.mostCharacters)
        #expect(SavedName.numbered(long, 12).count == SavedName.mostCharacters)
        #expect(SavedName.numbered(long, 12).hasSuffix("y 12"))
    }

    @Test func aNameOfDigitsAloneIsRefused() throws {
        let run = try read(Self.tag, "--save", " 42 ")
        #expect(run.code == .refused)
        #expect(run.errors.contains("a name with more than digits: a number is an id"))
        try bench.add("Shelf")
        #expect(bench.saved("edit", "1", "--name", "7").code == .refused)
        #expect(try bench.store().list().map(\.content.name) == ["Shelf"])
    }

    @Test func anImageIsSavedToo() throws {
        let message = try bench.write("shelf.ndef", [UInt8](hex: "D1010E55046578616D706C652E636F6D2F61") ?? [])
        let run = bench.tool(words: ["read", message, message, "--save"])
        #expect(run.code == .success, "\(run.errors)")
        #expect(try bench.store().list().map(\.content.records) == [[SavedBench.uri]])
    }

    @Test(arguments: [
        (#"{"chip": "NTAG215"}"#, "it holds no message"),
        (#"{"chip": "NTAG215", "pages": {"4": "0303D000", "5": "00FE0000"}}"#, "it holds no message"),
        (#"{"chip": "NTAG213", "pages": {"5": "FF7FFFFF"}}"#, "lock control TLV"),
        (#"{"chip": "NTAG215", "pages": {"3": "00000000"}}"#, "never formatted"),
    ])
    func whatHoldsNoMessageIsShownAndNotSaved(tag: String, why: String) throws {
        let run = try read(tag, "--save", "x")
        #expect(run.code == .notAchieved)
        #expect(run.output.hasPrefix("tag "))
        #expect(run.errors.hasPrefix("tagmill: Reader A 00 00: cannot be saved: "))
        #expect(run.errors.contains(why), "\(run.errors)")
        #expect(bench.bytes("saved.sqlite") == nil)
    }

    /// The word behind the option is a name: a file of that name is most likely meant to be read.
    @Test func aFileIsNotTakenForAName() throws {
        let file = try bench.write("shelf.ndef", [])
        let run = bench.tool(words: ["read", "--save", file])
        #expect(run.code == .refused)
        #expect(run.errors.hasSuffix("to save what is in the file: tagmill read \(file) --save\n"))
        #expect(bench.tool(words: ["read", "--save", " "]).code == .refused)
    }

    @Test func whereItCannotBeKeptThatIsTold() throws {
        try bench.write("saved.sqlite", [UInt8](repeating: 7, count: 300))
        let run = try read(Self.tag, "--save")
        #expect(run.code == .unavailable)
        #expect(run.output.contains("https://example.com/a"))
        #expect(run.errors.hasPrefix("tagmill: the file of saved tags is damaged: \(bench.file)"))
    }
}
