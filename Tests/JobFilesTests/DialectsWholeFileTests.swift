import Jobs
import NDEF
import Tags
import Testing

@testable import JobFiles

/// Files that are no CSV: TagWriter's JSON and the batch of records, with texts of our own.
@Suite struct DialectsWholeFileTests {
    private func read(_ text: String) throws(JobFileError) -> ReadJob {
        try ReadJob(text)
    }

    // MARK: TagWriter's JSON

    static let json = """
        [
          {

           "type": "55", "mirrorparameters": "", "date": "2026-01-02", "bytes": "04612E6578616D706C65",
           "id": "a,1", "tnf": "01", "title": "One [1]"},
          {"type": "54", "mirrorparameters": null, "bytes": "02646547 72C3BC657A69", "tnf": "1", "title": "\\"{"}, {
           "type": "616e64726f69642e636f6d3a706b67", "bytes": "636f6d2e612e62", "tnf": "04", "title": 3, "id": [1, 2]}
        ]
        """

    @Test func jsonRecords() throws {
        let found = try read(Self.json)
        #expect(found.dialect == .tagwriterJSON)
        #expect(found.sentence == "read as a TagWriter export in JSON (--dialect none turns that off)")
        #expect(found.table.headers == ["type", "value", "lang", "title", "date", "id", "mirrorparameters"])
        #expect(
            found.table.records.map(\.cells) == [
                ["uri", "https://a.example", "", "One [1]", "2026-01-02", "a,1", ""],
                ["text", "Grüezi", "de", "\"{", "", "", ""],
                ["ndef", "D40F07616E64726F69642E636F6D3A706B67636F6D2E612E62", "", "3", "", "[1,2]", ""],
            ])
        #expect(found.table.records.map(\.row) == [1, 2, 3])
        #expect(found.table.records.map(\.line) == [2, 6, 6])
        #expect(found.table.issues.isEmpty)
        #expect(found.table.records.allSatisfy { $0.fault == nil })
    }

    /// Lines end with LF, CR LF or CR.
    @Test(arguments: ["\n", "\r\n", "\r"])
    func jsonLines(_ end: String) throws {
        let found = try read(Self.json.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: end))
        #expect(found.table.records.map(\.line) == [2, 6, 6])
    }

    /// What the plain form would change is kept as bytes: an unusual prefix code, blanks, UTF-16, no language.
    @Test(arguments: [
        ("55", "00", "D1010155 00"),
        ("55", "FF61", "D1010255 FF61"),
        ("55", "046120", "D1010355 046120"),
        ("54", "82656E0061", "D1010554 82656E0061"),
        ("54", "0061", "D1010254 0061"),
        ("54", "02656E20", "D1010454 02656E20"),
        ("5370", "D1010255 0461", "D102065370 D10102550461"),
    ])
    func jsonRawRecords(_ type: String, _ payload: String, _ message: String) throws {
        let found = try read("[{\"type\": \"\(type)\", \"tnf\": \"01\", \"bytes\": \"\(payload)\"}]")
        let bytes = try #require([UInt8](hex: message))
        #expect(found.table.records.map(\.cells) == [["ndef", bytes.hex, ""]])
    }

    @Test(arguments: [
        ("{\"type\": \"55\", \"tnf\": \"01\", \"bytes\": \"0\"}", "bytes must be the record's payload in hex"),
        ("{\"type\": \"55\", \"tnf\": \"01\"}", "bytes must be the record's payload in hex"),
        ("{\"type\": \"U\", \"tnf\": \"01\", \"bytes\": \"\"}", "type must be the record's type in hex"),
        ("{\"type\": \"55\", \"tnf\": \"08\", \"bytes\": \"\"}", "tnf must be 00 to 05 in hex"),
        ("{\"type\": \"55\", \"tnf\": 1, \"bytes\": \"\"}", "tnf must be 00 to 05 in hex"),
        (
            "{\"type\": \"\", \"tnf\": \"06\", \"bytes\": \"\"}",
            "the record cannot be encoded: records of TNF 6 and 7 are not written at byte 0 (TNF 6)"
        ),
        ("7", "this is no object with type, tnf and bytes"),
    ])
    func jsonRowsThatCannotBeTaken(_ object: String, _ fault: String) throws {
        let found = try read("[{\"type\": \"55\", \"tnf\": \"01\", \"bytes\": \"0461\"}, \(object)]")
        #expect(found.table.records.map(\.row) == [1, 2])
        #expect(found.table.records[0].fault == nil)
        #expect(found.table.records[1].fault == fault)
        #expect(found.table.records[1].cells == ["", "", ""])
    }

    /// Members of other names are carried, and are never taken for columns of ours.
    @Test func jsonFurtherMembers() throws {
        let found = try read(
            "[{\"type\":\"55\",\"tnf\":\"01\",\"bytes\":\"0461\",\"lock\":\"true\",\"note\":\"n\",\"result_run\":1}]")
        #expect(found.table.headers == ["type", "value", "lang", "json lock", "note", "json result_run"])
        #expect(found.table.records[0].cells == ["uri", "https://a", "", "true", "n", "1"])
        let many = (0..<30).map { "\"m\($0)\":1" }.joined(separator: ",")
        #expect(throws: JobFileError(.badHeader, context: "")) {
            try self.read("[{\"type\":\"55\",\"tnf\":\"01\",\"bytes\":\"\",\(many)}]")
        }
    }

    @Test func jsonMirrorIsTold() throws {
        let found = try read(
            "[{\"type\":\"55\",\"tnf\":\"01\",\"bytes\":\"0461\",\"mirrorparameters\":{\"uid\":true}}]")
        #expect(found.table.issues.map(\.code) == ["tagwriter-mirror"])
        #expect(found.table.records[0].cells.last == "{\"uid\":true}")
    }

    @Test func jsonRefused() throws {
        #expect(throws: JobFileError(.badJSON, context: "")) {
            try self.read("[{\"type\":\"55\",\"tnf\":\"01\",\"bytes\":\"0461\",}]")
        }
        for text in ["{\"items\": []}", "7"] {
            #expect(throws: JobFileError(.badDialect, context: "")) {
                try ReadJob(text, .named(.tagwriterJSON))
            }
        }
        for text in ["[{\"a\": 1}]", "[type,tnf,bytes]\n", "sku,[{\"tnf\"\nx,y\n"] {
            #expect(Dialect.recognized(wholeFile: Array(text.utf8)[...]) == nil)
        }
    }

    // MARK: the batch

    @Test(arguments: [
        ("text;Hello, you", "text", "Hello, you", "", "", "", "text \"Hello, you\""),
        ("URI; https://a.example ", "uri", "https://a.example", "", "", "", "uri \"https://a.example\""),
        ("aar;com.example.app;", "aar", "com.example.app", "", "", "", "aar \"com.example.app\""),
        (
            "bookmark;Shop;https://a.example", "smartposter", "https://a.example", "Shop", "", "",
            "bookmark \"https://a.example\" (\"Shop\")"
        ),
        ("bookmark;;https://a.example", "uri", "https://a.example", "", "", "", "bookmark \"https://a.example\""),
        ("sms;;+49 12 34;Hi & bye", "sms", "+49 12 34", "", "", "Hi & bye", "sms \"+49 12 34\""),
        (
            "sms;Help;+4912;Hi", "smartposter", "sms:+4912?body=Hi", "Help", "", "",
            "sms \"+4912\" (\"Help\")"
        ),
        (
            "mail;;a@b.example;Re: x;Text", "mailto", "a@b.example", "", "Re: x", "Text",
            "mail \"a@b.example\""
        ),
        (
            "mail;Us;a?b@c.example;;", "smartposter", "mailto:a%3Fb@c.example", "Us", "", "",
            "mail \"a?b@c.example\" (\"Us\")"
        ),
        ("tel;;+49 12", "tel", "+49 12", "", "", "", "tel \"+49 12\""),
        ("geo;;-47.5; 8.25", "geo", "-47.5,8.25", "", "", "", "geo \"-47.5,8.25\""),
        ("geo;Top;47;8", "smartposter", "geo:47,8", "Top", "", "", "geo \"47,8\" (\"Top\")"),
    ])
    func batchOfOne(
        _ line: String, _ type: String, _ value: String, _ title: String, _ subject: String, _ body: String,
        _ words: String
    ) throws {
        let found = try read("false\n\(line)\n")
        #expect(found.dialect == .batch)
        #expect(found.sentence == "read as a batch of records (--dialect none turns that off)")
        #expect(found.table.headers == ["type", "value", "title", "subject", "body", "lock", "records"])
        #expect(found.table.records.map(\.cells) == [[type, value, title, subject, body, "false", words]])
        #expect(found.table.records.map(\.fault) == [nil])
    }

    /// Field case 47: none is dropped, in whatever order they stand.
    @Test func batchOfSeveral() throws {
        let line =
            "uri;https://a.example;text;Hi;bookmark;Shop;https://b.example;aar;com.example.app;geo;;47;8;sms;;+4912;;text;"
            + "uri;tel;;110"
        let found = try ReadJob("\u{FEFF}TRUE\r\n\r\n\(line)\r\ntext;x", language: "de")
        #expect(found.table.records.map(\.line) == [3, 4])
        #expect(found.table.records.map(\.row) == [1, 2])
        let cells = found.table.records[0].cells
        #expect(cells[0] == "ndef")
        #expect(cells[5] == "true")
        #expect(
            cells[6]
                == "uri \"https://a.example\", text \"Hi\", bookmark \"https://b.example\" (\"Shop\"), aar \"com.example.app\", "
                + "geo \"47,8\", sms \"+4912\", text \"uri\", tel \"110\"")
        let message = try Message(decoding: try #require([UInt8](hex: cells[1])))
        #expect(message.records.count == 8)
        #expect(try URIRecord(decoding: message.records[0]).uri == "https://a.example")
        #expect(try TextRecord(decoding: message.records[1]) == TextRecord("Hi", language: "de"))
        let poster = try Message(decoding: message.records[2].payload)
        #expect(try URIRecord(decoding: poster.records[0]).uri == "https://b.example")
        #expect(try TextRecord(decoding: poster.records[1]) == TextRecord("Shop", language: "de"))
        #expect(message.records[3].type == Array("android.com:pkg".utf8))
        #expect(message.records[3].payload == Array("com.example.app".utf8))
        #expect(try URIRecord(decoding: message.records[4]).uri == "geo:47,8")
        #expect(try URIRecord(decoding: message.records[7]).uri == "tel:110")
    }

    @Test(arguments: [
        (
            "txt;Hello",
            "\"txt\" is none of the records text, uri, aar, bookmark, sms, mail, tel, geo; is text meant?"
        ),
        (
            "text;one; two",
            "\"two\" is none of the records text, uri, aar, bookmark, sms, mail, tel, geo; a value cannot hold a semicolon in "
                + "this format"
        ),
        ("vcardfile;x", "\"vcardfile\" is none of the records text, uri, aar, bookmark, sms, mail, tel, geo"),
        ("text;a;sms;Help;+4912", "sms takes Title;Number;Message, and here are 2"),
        ("bookmark;Shop", "bookmark takes Title;Uri, and here is 1"),
        ("uri;;text;x", "the Uri of uri is empty"),
        ("tel;Home; ", "the Number of tel is empty"),
        ("text;a\0;text;b", "a NUL byte stands in the line; take it out"),
        ("geo;;47,5;8", "the Lat of geo must be degrees from -90 to 90 with a point, not \"47,5\""),
        ("geo;;47;181", "the Lon of geo must be degrees from -180 to 180 with a point, not \"181\""),
    ])
    func batchLinesThatCannotBeTaken(_ line: String, _ fault: String) throws {
        let found = try read("true\ntext;first\n\(line)\n")
        #expect(found.table.records.map(\.fault) == [nil, fault])
        #expect(found.table.records[1].cells == ["", "", "", "", "", "true", line])
    }

    /// Among several records nothing else would tell it.
    @Test func batchRecordsAreChecked() throws {
        let found = try ReadJob(
            "true\ntext;a;uri;https://https://a.example;tel;;12\ntext;b;uri;https://\ntel;Home;+49x\ntext;b;tel;;+4912\n"
        )
        #expect(found.table.issues.map(\.row) == [1])
        #expect(found.table.issues.map(\.line) == [2])
        #expect(found.table.issues.map(\.severity) == [.warning])
        #expect(found.table.records.map { $0.fault == nil } == [true, false, false, true])
    }

    /// A line alone, through the job, is the same record as among others.
    @Test(arguments: [
        "text;Hello", "uri;https://a.example/?a=1&b=2#c", "aar;com.example.app", "bookmark;Shop;https://a.example",
        "sms;;+49 12-34;Hi & bye", "sms;Help;+4912;Hi", "mail;;a@b.example;Re: x;Text, more", "mail;Us;a@b.example;;",
        "tel;;+49 12", "tel;Home;+49 12", "geo;;-47.5;8.25", "geo;Top;47.5;8.25",
    ])
    func batchThroughTheJob(_ line: String) throws {
        let found = try ReadJob("true\n\(line)\n\(line);text;more\n", language: "de")
        let job = Job.resolve(table: found.table, settings: Settings(language: "de"), name: "x")
        #expect(job.items.map(\.fault) == [nil, nil])
        #expect(job.items.map(\.lock) == [true, true])
        let messages = try job.items.map { try Message(decoding: $0.message) }
        #expect(messages[0].records.count == 1)
        #expect(messages[1].records == messages[0].records + [try TextRecord("more", language: "de").record])
    }

    /// And so is a record of TagWriter's JSON.
    @Test func jsonThroughTheJob() throws {
        let found = try ReadJob(Self.json)
        let job = Job.resolve(table: found.table, settings: Settings(), name: "x")
        #expect(job.items.map(\.fault) == [nil, nil, nil])
        #expect(try job.items.map { try Message(decoding: $0.message).records.count } == [1, 1, 1])
        #expect(try URIRecord(decoding: Message(decoding: job.items[0].message).records[0]).uri == "https://a.example")
        #expect(
            try TextRecord(decoding: Message(decoding: job.items[1].message).records[0])
                == TextRecord("Grüezi", language: "de"))
        #expect(job.items[2].message.hex == "D40F07616E64726F69642E636F6D3A706B67636F6D2E612E62")
    }

    @Test func batchOfTooMany() throws {
        let line = Array(repeating: "text;a", count: 201).joined(separator: ";")
        let found = try read("true\n\(line)\n")
        #expect(found.table.records[0].fault == "the line has more than 200 records: too many for any tag")
        let long = try read("true\ntext;\(String(repeating: "a", count: 70_000))\n")
        #expect(long.table.records[0].fault == "the line has 70005 bytes: too long for any tag")
        #expect(throws: JobFileError(.badDialect, context: "")) {
            try ReadJob("sku;text\nA;x\n", .named(.batch))
        }
    }

    /// A column called `true` is one; a first line alone shows no batch.
    @Test(arguments: ["true\nx\n", "true,text\nA,x\n", "true\n", "text;x\ntrue\n", "true\ntxt;x\n", "yes\ntext;x\n"])
    func noBatch(_ text: String) { #expect(Dialect.recognized(wholeFile: Array(text.utf8)[...]) == nil) }

    // MARK: both

    private static func utf16(_ text: String) -> [UInt8] {
        [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }

    /// In every encoding in which a CSV file is read.
    @Test func encodings() throws {
        let batch = "true\r\ntext;Grüezi\r\n"
        let plain = try ReadJob(batch).table
        let wide = try ReadJob(Self.utf16(batch)).table
        #expect(wide.records == plain.records)
        #expect(wide.notes == ["the file is UTF-16 (little-endian, by its mark)"] + plain.notes)
        let latin = batch.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        #expect(try ReadJob(latin, encoding: "windows-1252").table.records == plain.records)
        let error = #expect(throws: JobFileError(.notUTF8, context: "")) { try ReadJob(latin) }
        #expect(error?.line == 2)
        #expect(error?.column == 8)
        #expect(try ReadJob(Self.utf16(Self.json)).table.records == ReadJob(Self.json).table.records)
        let tagWriter = DialectsTagWriterTests.semicolonHeader + "\nLink;https://a.example/ü,2,3,4,5,6,7\n"
        let found = try ReadJob(Self.utf16(tagWriter))
        #expect(found.dialect == .tagwriter)
        #expect(found.table.records == (try ReadJob(tagWriter).table.records))
        #expect(
            found.table.notes.dropLast() == ["the file is UTF-16 (little-endian, by its mark)", "the delimiter is ';'"])
    }

    /// Every prefix and every change of one byte is a table or an error; each row has as many cells as there are headers.
    @Test(arguments: [
        json,
        "true\r\nuri;https://a.example;text;Hi;geo;;47;8\nbookmark;Shop;https://b.example\n\nsms;;+49;x;aar;a.b\n",
    ])
    func hostileBytes(_ text: String) {
        let sample = Array(text.utf8)
        func check(_ bytes: [UInt8]) {
            for dialect in [Dialect.tagwriterJSON, .batch] {
                guard let found = try? ReadJob(bytes, .named(dialect)) else { continue }
                #expect(found.table.records.allSatisfy { $0.cells.count == found.table.headers.count })
                #expect(found.table.records.map(\.row) == Array(0..<found.table.records.count).map { $0 + 1 })
                #expect(found.table.records.allSatisfy { $0.line >= 1 })
            }
        }
        for count in 0...sample.count { check(Array(sample.prefix(count))) }
        for index in sample.indices {
            for byte: UInt8 in [0, 0x0A, 0x22, 0x2C, 0x3B, 0x5B, 0x7D, 0xFF, sample[index] ^ 1] {
                var bytes = sample
                bytes[index] = byte
                check(bytes)
            }
        }
    }
}
