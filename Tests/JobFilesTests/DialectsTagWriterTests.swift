import Jobs
import Tags
import Testing

@testable import JobFiles

/// TagWriter's CSV, with texts of our own.
@Suite struct DialectsTagWriterTests {
    static let plainHeader =
        "Type,Content,URI type,Description,Interaction counter,UID mirror,Interaction counter mirror"
    static let semicolonHeader =
        "Type (Link, Text);Content (http://....);URI type (URI, URL, File...);Description;Interaction counter (yes, no);"
        + "UID mirror (yes, no);Interaction counter mirror (yes, no)"
    static let slashHeader =
        "Type (Link/Text),Content (http://....),URI type (URI/URL/File...),Description,Interaction counter,UID mirror,"
        + "Interaction counter mirror"

    private func read(
        _ text: String, _ choice: DialectChoice = .recognized, known: [String] = []
    ) throws(JobFileError) -> ReadJob { try ReadJob(text, choice, known: known) }

    private func faults(_ table: Table) -> [String?] { table.records.map(\.fault) }

    /// Three headers are about; the last one's cells hold commas.
    @Test(arguments: [
        (plainHeader, ","), (slashHeader, ","), (semicolonHeader, ";"), ("\u{FEFF}" + semicolonHeader, ";"),
        (semicolonHeader.uppercased(), ";"),
    ])
    func headers(_ header: String, _ delimiter: String) throws {
        let rows = [
            ["Link", "https://a.example/1", "URL", "a, first one", "", "", ""],
            ["text", "Grüezi", "de-CH", "second", "no", "No", " no "],
        ]
        let quoted = rows.map { row in
            row.map { delimiter == "," && $0.contains(",") ? "\"\($0)\"" : $0 }.joined(separator: delimiter)
        }
        let found = try read(([header] + quoted).joined(separator: "\r\n"))
        #expect(found.dialect == .tagwriter)
        #expect(found.table.delimiter == delimiter.first)
        #expect(found.table.headers.prefix(3) == ["url", "text", "lang"])
        #expect(found.table.headers.count == 8)
        #expect(found.table.headers[4].lowercased() == "description")
        #expect(
            found.table.records.map(\.cells) == [
                ["https://a.example/1", "", ""] + rows[0].dropFirst(2),
                ["", "Grüezi", "de-CH"] + rows[1].dropFirst(2),
            ])
        #expect(found.table.records.map(\.line) == [2, 3])
        #expect(faults(found.table) == [nil, nil])
        #expect(found.settings.isEmpty)
        #expect(
            found.sentence
                == "read as a TagWriter export: Content is written as url or text, Description is not (--dialect none turns that "
                + "off)")
    }

    /// With rows that are short, and commas that would fall into as many cells as the header.
    @Test func delimiterOfAShortFile() throws {
        let found = try read(
            Self.semicolonHeader + "\nLink;https://a.example/1,2,3,4,5,6,7\nLink;https://a.example/2,3,4,5,6,7,8\n")
        #expect(found.table.delimiter == ";")
        #expect(
            found.table.records.map(\.cells) == [
                ["https://a.example/1,2,3,4,5,6,7", "", "", "", "", "", "", ""],
                ["https://a.example/2,3,4,5,6,7,8", "", "", "", "", "", "", ""],
            ])
        #expect(faults(found.table) == [nil, nil])
    }

    @Test(arguments: [
        ("https://a.example/x", "yes,", "uid", "https://a.example/x?m=00000000000000"),
        ("https://a.example/x", ",yes", "counter", "https://a.example/x?c=000000"),
        ("https://a.example/x", "Yes,YES", "uid+counter", "https://a.example/x?m=00000000000000x000000"),
        ("https://a.example/x?a=1", "yes,no", "uid", "https://a.example/x?a=1&m=00000000000000"),
        ("https://a.example/x?a=1#part?", "yes,no", "uid", "https://a.example/x?a=1&m=00000000000000#part?"),
        ("https://a.example/x#part", "yes,no", "uid", "https://a.example/x?m=00000000000000#part"),
        ("https://a.example/x?", "yes,no", "uid", "https://a.example/x?m=00000000000000"),
        ("https://a.example/x?a&", "yes,no", "uid", "https://a.example/x?a&m=00000000000000"),
        (" HTTP://a.example ", "no,yes", "counter", "HTTP://a.example?c=000000"),
    ])
    func mirrors(_ link: String, _ flags: String, _ setting: String, _ url: String) throws {
        let found = try read(Self.plainHeader + "\nLink,\(link),URL,,no,\(flags)\n")
        #expect(found.table.records[0].cells[0] == url)
        #expect(faults(found.table) == [nil])
        #expect(found.settings == [.init("mirror", .string(setting))])
        #expect(found.sentence?.contains("; its mirror is \(setting) (") == true)
        let settings = try Settings(json: Dialect.settings(found.settings, under: nil))
        #expect(settings.mirror?.settingName == setting)
    }

    /// The whole way: what a mirrored row asks for is a job without errors.
    @Test func aMirroredRowIsAJob() throws {
        let found = try read(Self.slashHeader + "\nLink,https://a.example/1,URL,one,yes,yes,yes\n")
        let settings = try Settings(json: Dialect.settings(found.settings, under: .object([])))
        let job = Job.resolve(table: found.table, settings: settings, name: "x")
        #expect(job.issues.isEmpty)
        #expect(job.items.map(\.summary) == ["https://a.example/1?m=00000000000000x000000"])
    }

    @Test func mirrorsThatDiffer() throws {
        let found = try read(
            Self.plainHeader + "\nLink,https://a.example/1,,,,yes,\nLink,https://a.example/2,,,,,\n"
                + "Link,https://a.example/3,,,,yes,yes\nLink,https://a.example/4,,,,yes,no\n")
        #expect(
            faults(found.table) == [
                nil,
                "this row asks for no mirror and row 1 (line 2) for the mirror uid, but a job has one: part the rows into a "
                    + "file for each",
                "this row asks for the mirror uid+counter and row 1 (line 2) for the mirror uid, but a job has one: part the "
                    + "rows into a file for each", nil,
            ])
        #expect(found.table.records.map(\.cells[0])[1...2] == ["https://a.example/2", "https://a.example/3"])
    }

    @Test(arguments: [
        ("Image,https://a.example,,,,,", "Type must be Link or Text, not \"Image\""),
        ("Lnk,https://a.example,,,,,", "Type must be Link or Text, not \"Lnk\"; is Link meant?"),
        ("Link,https://a.example,,,maybe,,", "interaction counter must be yes, no or empty, not \"maybe\""),
        ("Link,https://a.example,,,,1,", "uid mirror must be yes, no or empty, not \"1\""),
        ("Link,https://a.example,,,,,oui", "interaction counter mirror must be yes, no or empty, not \"oui\""),
        ("Link", "Content is empty: there is nothing to write; fill it, or take the row out"),
        ("Text,  ,en", "Content is empty: there is nothing to write; fill it, or take the row out"),
        ("Text,Hello,en,,,yes", "a mirror goes into a link, and this row is a text; write no for its mirrors"),
        (
            "Link,tel:+4912,,,,yes",
            "a mirror goes into the query of a link with http or https, not into \"tel:+4912\"; write no for its mirrors"
        ),
        (
            "Link,https://a.example,,a,,,,b",
            "the row has 8 cells where the header has 7; a cell with a delimiter in it must stand in double quotes"
        ),
    ])
    func rowsThatCannotBeTaken(_ row: String, _ fault: String) throws {
        let found = try read(Self.plainHeader + "\n" + row + "\n")
        #expect(faults(found.table) == [fault])
        #expect(found.table.records[0].cells.count >= 8)
        let job = Job.resolve(table: found.table, settings: Settings(), name: "x")
        #expect(job.items.map(\.fault) == [fault])
    }

    /// With no row that says which mirror there is, none is guessed.
    @Test func noSoundRowAtTheBegin() throws {
        let bad = String(repeating: "Link,https://a.example,,,what,,\n", count: Dialect.sampleRecords)
        let found = try read(Self.plainHeader + "\n" + bad + "Link,https://a.example,,,,yes,\n")
        #expect(
            faults(found.table).last == "the rows before do not say which mirror the job has: set them right first")
        #expect(found.settings.isEmpty)
    }

    @Test func aCounterThatNothingShowsIsTold() throws {
        let found = try read(
            Self.plainHeader + "\nLink,https://a.example/1,,,no,,\nLink,https://a.example/2,,,yes,,\n"
                + "Link,https://a.example/3,,,yes,,\n")
        #expect(found.table.issues.map(\.code) == ["tagwriter-counter"])
        #expect(
            found.table.issues[0].message
                == "2 rows ask, the first on line 3, for an interaction counter without its mirror: it is not switched on; ask "
                + "for the mirror too, or write no")
        #expect(try read(Self.plainHeader + "\nLink,https://a.example/1,,,yes,,yes\n").table.issues.isEmpty)
    }

    /// Our own columns beside it mean what they always do.
    @Test func furtherColumns() throws {
        let found = try read(Self.plainHeader + ",sku,quantity,\nLink,https://a.example/1,,,,,,A-1,2,\n")
        #expect(found.table.headers.suffix(3) == ["sku", "quantity", ""])
        let job = Job.resolve(table: found.table, settings: Settings(), name: "x")
        #expect(job.issues.isEmpty)
        #expect(job.items.map(\.sku) == ["A-1", "A-1"])
        #expect(job.columns.contains("Description"))
    }

    /// Only the signature to the letter is taken.
    @Test(arguments: [
        "Type,Content,Description,URI type\nLink,https://a.example,,\n",
        "Type,Content,URI type\nLink,https://a.example,URL\n",
        "sku,Type,Content,URI type,Description\nA,Link,https://a.example,URL,\n",
        "Type,Content,URI type,Description,url\nLink,https://a.example,URL,,https://b.example\n",
        "Type,Content,URI type,Description,result_run\nLink,https://a.example,URL,,x\n",
    ])
    func otherHeadersAreAPlainJob(_ text: String) throws {
        let found = try read(text)
        #expect(found.dialect == nil)
        #expect(found.sentence == nil)
        #expect(try found.table == CSVFile.read(Array(text.utf8)))
    }

    @Test func whatSettingsMapIsTheirs() throws {
        let text = Self.plainHeader + "\nLink,https://a.example,,,,,\n"
        #expect(try read(text, known: ["content"]).dialect == nil)
        #expect(try read(text, known: ["Description"]).dialect == .tagwriter)
    }

    @Test func forcedAndTurnedOff() throws {
        let text = "sku,Content,Type\nA,https://a.example,Link\n"
        let found = try read(text, .named(.tagwriter))
        #expect(found.table.headers == ["url", "text", "lang", "sku"])
        #expect(found.table.records.map(\.cells) == [["https://a.example", "", "", "A"]])
        #expect(try read(Self.plainHeader + "\nLink,https://a.example\n", .none).dialect == nil)
        #expect(throws: JobFileError(.badDialect, context: "")) { try self.read("sku,url\nA,x\n", .named(.tagwriter)) }
        #expect(throws: JobFileError(.badDialect, context: "")) {
            try self.read("Type,Content,text\nLink,x,y\n", .named(.tagwriter))
        }
    }

    /// Every prefix and every change of one byte gives a table with as many rows as the file has records, or an error.
    @Test func hostileBytes() {
        let sample = Array(
            (Self.semicolonHeader + "\r\nLink;https://a.example/1;URL;d;no;yes;yes\r\nText;x;en\r\n").utf8)
        func check(_ bytes: [UInt8]) {
            guard let found = try? ReadJob(bytes) else { return }
            let delimiter = found.table.delimiter
            guard let plain = try? CSVFile.read(bytes, options: CSVOptions(delimiter: delimiter)) else {
                Issue.record("a plain job cannot be read: \(bytes)")
                return
            }
            #expect(found.table.records.map(\.row) == plain.records.map(\.row))
            #expect(found.table.records.map(\.line) == plain.records.map(\.line))
        }
        for count in 0...sample.count { check(Array(sample.prefix(count))) }
        for index in sample.indices {
            for byte: UInt8 in [0, 0x0A, 0x22, 0x28, 0x2C, 0x3B, 0xFF, sample[index] ^ 0x20] {
                var bytes = sample
                bytes[index] = byte
                check(bytes)
            }
        }
    }
}
