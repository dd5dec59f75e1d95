import NDEF
import Provisioning
import Tags
import TestSupport
import Testing

@testable import tagmill

/// Listing, showing and deleting saved tags, and how one is named.
@Suite struct SavedTagsCommandTests {
    private let bench: SavedBench

    init() throws { bench = try SavedBench() }

    @Test func listForAPerson() throws {
        try bench.add("Shelf A")
        try bench.add("a name of more than forty characters, to be cut", try SavedBench.text("Regal", "de"))
        try bench.store().touch(id: 2, at: SavedBench.time)
        let run = bench.saved("list")
        #expect(run.code == .success)
        #expect(run.errors.isEmpty)
        #expect(
            run.output == """
                id  name                                      created                   last used                 first record
                1   Shelf A                                   2026-11-30T00:53:20.000Z  never                     https://example.com/a
                2   a name of more than forty characters,...  2026-11-30T00:53:20.000Z  2026-11-30T00:53:20.000Z  Regal

                """)
    }

    @Test func listForAScript() throws {
        try bench.add("Shelf A")
        #expect(
            bench.saved("list", "--json").output
                == #"[{"id":1,"name":"Shelf A","created_at":"2026-11-30T00:53:20.000Z","last_used_at":null,"uid":null,"#
                + #""chip":null,"message_bytes":18,"first_record":"https://example.com/a"}]"# + "\n")
    }

    /// Only saving makes the file.
    @Test(arguments: ["list", "show", "edit", "write", "export", "delete"])
    func withoutSavedTagsTheFileIsNamedAndNotMade(command: String) throws {
        let words = command == "list" ? [] : command == "edit" ? ["1", "--name", "x"] : ["1"]
        let run = bench.tool(words: ["saved", command] + words)
        #expect(run.code == .unavailable)
        #expect(
            run.errors == "tagmill: \(bench.file): there are no saved tags; 'tagmill read --save' and 'tagmill saved "
                + "import' make some, and --journal names another place\n")
        #expect(bench.bytes("saved.sqlite") == nil)
    }

    @Test func theyAreBesideTheJournalWhereverThatIs() {
        func place(_ words: [String], _ environment: [String: String] = [:]) throws -> String {
            SavedStore.path(
                try Arguments(words, table: .journal, command: ""),
                in: Surroundings(
                    environment: environment, outputIsTerminal: false, errorIsTerminal: false, inputIsTerminal: false))
        }
        #expect(throws: Never.self) {
            let byDefault = try place([])
            #expect(byDefault.hasSuffix("/reports/saved.sqlite"))
            #expect(try place(["--journal", "/x/y/j.sqlite"]) == "/x/y/saved.sqlite")
            #expect(try place(["--journal", "/j.sqlite"]) == "/saved.sqlite")
            #expect(try place([], ["TAGMILL_JOURNAL": "/x/j"]) == "/x/saved.sqlite")
            // A journal in a database leaves them on this machine.
            #expect(try place(["--journal", "postgresql://host/db"]) == byDefault)
        }
    }

    @Test func showForAPerson() throws {
        let record = Record(
            typeNameFormat: .media, type: Array("a/b".utf8), identifier: [0x31], payload: [0, 1, 0xFE])
        let content = SavedContent(
            name: "Shelf\u{1B}[2J", records: [SavedBench.uri, record], uid: UID([4, 1, 2, 3, 4, 5, 6]), chip: .ntag215)
        _ = try bench.store().insert([content], at: SavedBench.time)
        let run = bench.saved("show", "1")
        #expect(run.code == .success)
        #expect(
            run.output == #"""
                saved    1, Shelf\u{1B}[2J
                created  2026-11-30T00:53:20.000Z
                used     never
                from     04010203040506, NTAG215
                holds    a message of 29 bytes
                   record  content
                1  URI     https://example.com/a
                2  media   a/b, 3 bytes: 0001FE  (id 1)
                   tnf  type  id  payload
                1  1    U         046578616D706C652E636F6D2F61
                2  2    a/b   1   0001FE

                """#)
    }

    @Test func showForAScript() throws {
        try bench.add("Shelf A")
        #expect(
            bench.saved("show", "1", "--json").output
                == #"{"schema":"tagmill.saved/1","id":1,"name":"Shelf A","created_at":"2026-11-30T00:53:20.000Z","#
                + #""last_used_at":null,"uid":null,"chip":null,"message_bytes":18,"records":[{"tnf":1,"type":"U","#
                + #""id":"","payload_hex":"046578616D706C652E636F6D2F61","uri":"https://example.com/a"}]}"# + "\n")
    }

    // MARK: - Which one

    @Test(arguments: [
        ("1", 1), ("3", 3), ("Shelf A", 1), ("shelf b", 2), ("SHELF B", 2), ("b", 2), ("2026", 3),
    ])
    func oneIsNamedByIdNameOrPart(name: String, id: Int) throws {
        try bench.add("Shelf A")
        try bench.add("Shelf B, door")
        try bench.add("2026")
        #expect(bench.saved("show", name).output.hasPrefix("saved    \(id), "))
    }

    @Test func aNameThatIsNoneOrOfSeveralIsRefused() throws {
        try bench.add("Shelf 7")
        try bench.add("Shelf 7")
        try bench.add("shelf 70")
        let several = bench.saved("show", "Shelf 7")
        #expect(several.code == .refused)
        #expect(
            several.errors
                == "tagmill: saved tag 'Shelf 7': 2 are called so; name one by its id:\n  1  Shelf 7\n  2  Shelf 7\n")
        #expect(bench.saved("show", "shelf").errors.contains("3 are called so"))
        // A number is no part of a name: it may have been the id of one that was deleted.
        for name in ["70", "7", "9", "01"] {
            let none = bench.saved("show", name)
            #expect(none.code == .refused)
            #expect(
                none.errors == "tagmill: saved tag '\(name)': there is none; they are listed by: tagmill saved list\n")
        }
        // The exact name counts before the parts.
        #expect(bench.saved("show", "shelf 70").output.hasPrefix("saved    3, "))
    }

    // MARK: - Deleting

    @Test func deletingIsForGoodAndNeedsAWord() throws {
        try bench.add("Shelf A")
        try bench.add("Shelf B")
        let refused = bench.saved("delete", "1")
        #expect(refused.code == .refused)
        #expect(refused.errors == "tagmill: saved tag '1': to delete it where nobody can be asked, give '--yes'\n")
        #expect(try bench.store().list().count == 2)
        let run = bench.saved("delete", "Shelf A", "-y")
        #expect(run.code == .success)
        #expect(run.output == "deleted: 1  Shelf A\n")
        #expect(try bench.store().list().map(\.id) == [2])
        #expect(bench.saved("delete", "2", "--yes", "--json").output == #"{"deleted":2,"name":"Shelf B"}"# + "\n")
        #expect(bench.saved("delete", "2", "--yes").code == .refused)
        #expect(bench.saved("list").output == "no saved tags\n")
    }

    @Test(arguments: [("y", true), ("yes", true), ("n", false), ("", false), (nil, false)])
    func aPersonIsAsked(answer: String?, isDeleted: Bool) throws {
        try bench.add("Shelf A")
        let run = try bench.asked("delete", ["1"], answer: answer) { (context, confirmation) throws(CommandError) in
            try SavedDeleteCommand(context: context, confirmation: confirmation).run()
        }
        #expect(run.errors == #"Saved tag 1, "Shelf A", with 1 record, is dropped for good. Go on? [y/N] "#)
        #expect(run.error == (isDeleted ? nil : .declinedToDelete(savedTag: 1)))
        #expect(try bench.store().list().isEmpty == isDeleted)
    }

    @Test func whatIsNoFileOfOursIsTold() throws {
        try bench.write("saved.sqlite", "not a database, and longer than the header of one".padded(to: 200))
        let run = bench.saved("list")
        #expect(run.code == .unavailable)
        #expect(run.errors.hasPrefix("tagmill: the file of saved tags is damaged: \(bench.file)"))
    }
}

extension String {
    fileprivate func padded(to count: Int) -> String {
        self + String(repeating: ".", count: max(0, count - utf8.count))
    }
}
