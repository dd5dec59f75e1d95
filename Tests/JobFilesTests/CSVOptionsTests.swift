import Jobs
import Testing

@testable import JobFiles

@Suite struct CSVOptionsTests {
    @Test(
        arguments: [
            (",", ","), ("comma", ","), (";", ";"), ("Semicolon", ";"), ("\t", "\t"), ("tab", "\t"), ("\\t", "\t"),
            ("|", "|"), ("bar", "|"), ("PIPE", "|"),
        ] as [(String, Character)])
    func delimitersByName(_ name: String, _ delimiter: Character) throws {
        #expect(try CSVOptions.delimiter(named: name) == delimiter)
    }

    @Test(arguments: ["", ":", ",,", "x", "kommma", "\""])
    func noDelimiters(_ name: String) {
        do throws(JobFileError) {
            _ = try CSVOptions.delimiter(named: name)
            Issue.record("accepted")
        } catch {
            #expect(error.code == .badDelimiter)
            #expect(error.description == "\(name.quoted) is no delimiter: it is one of , ; | and tab")
        }
    }

    @Test func signsOfComments() throws {
        for sign in ["#", ";", "!", "%", "/", "'"] { #expect(String(try CSVOptions.comment(named: sign)) == sign) }
        for sign in ["", "##", "a", "0", " ", "\"", "\n", "§"] {
            #expect(throws: JobFileError(.badComment, context: "")) { try CSVOptions.comment(named: sign) }
        }
    }

    /// A delimiter that is given is neither found out nor told by the file.
    @Test(
        arguments: [
            ("sku;text,x\nA;b,c\n", ";", ["sku", "text,x"], []),
            ("sku;text,x\nA;b,c\n", ",", ["sku;text", "x"], []),
            (
                "sep=,\nsku;text\nA;b\n", ";", ["sku", "text"],
                ["the line sep= is passed over: the delimiter is given as ';'"]
            ),
            (
                "sep=:\nsku|text\nA|b\n", "|", ["sku", "text"],
                ["the line sep= is passed over: the delimiter is given as '|'"]
            ),
            ("sep=;\nsku;text\nA;b\n", ";", ["sku", "text"], []),
        ] as [(String, Character, [String], [String])])
    func givenDelimiter(_ text: String, _ delimiter: Character, _ headers: [String], _ notes: [String]) {
        let reading = Reading(text, options: CSVOptions(delimiter: delimiter))
        #expect(reading.headers == headers)
        #expect(reading.notes == notes)
        #expect(reading.records.count == 1)
        #expect(reading.records.first?.line == reading.records.first.map { _ in text.hasPrefix("sep") ? 3 : 2 })
    }

    /// Comment lines are whole lines where a record could begin, and never within quotes.
    @Test(arguments: [
        ("# a\n#b,c\nsku,text\nA,x\n", [["A", "x"]]),
        ("sku,text\n#A,x\nB,#y\n  #C,z\n", [["B", "#y"], ["  #C", "z"]]),
        ("sku,text\nA,\"x\n# y\n\"\n# \"\nB,z # w\n", [["A", "x\n# y\n"], ["B", "z # w"]]),
        ("sku,text\nA,x\n# no end", [["A", "x"]]),
        ("sku,text\n\"#A\",x\n", [["#A", "x"]]),
        ("\u{FEFF}# a\r\rsku,text\r#\rA,x\r", [["A", "x"]]),
        ("# a;b;c;d\n# e;f;g;h\nsku,text\nA,x\n", [["A", "x"]]),
    ])
    func comments(_ text: String, _ cells: [[String]]) {
        let options = CSVOptions(comment: "#")
        let reading = Reading(text, options: options)
        #expect(reading.headers == ["sku", "text"])
        #expect(reading.cells == cells)
        #expect(reading.faults.allSatisfy { $0 == nil })
        #expect(Reading(Array(text.utf8), options: options, pieces: 1, portion: 4) == reading)
    }

    @Test func aCommentMustNotPartCells() {
        let error =
            "csv-comment: \";\" cannot begin comments: it must be one sign such as #, and not what parts the cells"
        #expect(Reading("sku;text\nA;x\n", options: CSVOptions(delimiter: ";", comment: ";")).error == error)
        #expect(Reading("sep=;\nsku;text\nA;x\n", options: CSVOptions(comment: ";")).error == error)
        #expect(Reading("; a\nsku,text\nA,x\n", options: CSVOptions(comment: ";")).cells == [["A", "x"]])
    }

    // Field case 49
    @Test func commasWithinCellsOfASemicolonFile() {
        let reading = Reading("Type;Content;Note\nText;Hello, world;a,b\nLink;https://a.example/?x=1,2;c\n")
        #expect(reading.headers == ["Type", "Content", "Note"])
        #expect(reading.cells == [["Text", "Hello, world", "a,b"], ["Link", "https://a.example/?x=1,2", "c"]])
        #expect(reading.notes == ["the delimiter is ';'"])
    }
}
