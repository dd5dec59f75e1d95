import Jobs
import Tags
import Testing

@testable import JobFiles

/// Columns of UIDs under other names, and `ReadOnly`.
@Suite struct DialectsColumnsTests {
    private func read(
        _ text: String, _ choice: DialectChoice = .recognized, known: [String] = []
    ) throws(JobFileError) -> ReadJob { try ReadJob(text, choice, known: known) }

    @Test(arguments: [
        ("XUID,TAGNAME\n04A1B2C3D4E5F6,one\n", "XUID"),
        ("Tag ID,TAGNAME\n04:a1:b2:c3:d4:e5:f6,one\n", "Tag ID"),
        ("\u{A0}serial number ,TAGNAME\n04-a1-b2-c3-d4-e5-f6,one\n", "\u{A0}serial number "),
        ("UID (hex),TAGNAME\n04a1b2c3d4e5f6,one\n", "UID (hex)"),
    ])
    func uids(_ text: String, _ header: String) throws {
        let found = try read(text)
        #expect(found.dialect == .uidList)
        #expect(found.table.headers == ["uid", header, "TAGNAME"])
        #expect(found.table.records[0].cells.first == "04A1B2C3D4E5F6")
        #expect(found.table.records[0].cells.last == "one")
        #expect(
            found.sentence
                == "read as a list bound to UIDs: its column \(header.quoted) is uid (--dialect none turns that off)")
        let job = Job.resolve(table: found.table, settings: Settings(url: "https://a.example/{TAGNAME}"), name: "x")
        #expect(job.issues.isEmpty)
        #expect(job.items.map(\.boundUID?.description) == ["04A1B2C3D4E5F6"])
    }

    /// One cell that is no UID unbinds nothing: its row is a bad one, and no other tag gets its content.
    @Test(arguments: [
        "XUID", "tag uid", "Tag_UID", "TagUID", "NFC UID", "chip uid", "UID (hex)", "uid hex", "tag id", "serial",
    ])
    func cellsThatAreNoUIDsAreBadRows(_ header: String) throws {
        let found = try read("\(header),text\n04A1B2C3D4E5F6,x\nB-17,y\n04A1B2C3D4E5F7,z\n")
        #expect(found.dialect == .uidList)
        #expect(found.table.records.map(\.cells[0]) == ["04A1B2C3D4E5F6", "B-17", "04A1B2C3D4E5F7"])
        let job = Job.resolve(table: found.table, settings: Settings(), name: "x")
        #expect(job.issues.map(\.code) == ["uid-invalid"])
        #expect(job.issues.map(\.row) == [2])
        #expect(job.items.map { $0.fault == nil } == [true, false, true])
    }

    /// A name that can be nothing else binds whatever its cells are.
    @Test func sureNamesNeedNoCells() throws {
        let found = try read("XUID,text\nB-1,x\nB-2,y\n,z\n")
        #expect(found.dialect == .uidList)
        let job = Job.resolve(table: found.table, settings: Settings(), name: "x")
        #expect(job.issues.map(\.code) == ["uid-invalid", "uid-invalid"])
        #expect(try read("chip uid,text\n12345678,x\n").table.records[0].cells == ["12345678", "12345678", "x"])
    }

    /// Refused, since rows that are bound to tags would go to any tag; the settings say which one it is.
    @Test(arguments: [DialectChoice.recognized, .named(.uidList)])
    func twoColumnsOfUIDs(_ choice: DialectChoice) throws {
        let text = "XUID,Tag ID,text\n04A1B2C3D4E5F6,04A1B2C3D4E5F7,x\n"
        let error = #expect(throws: JobFileError.self) { try self.read(text, choice) }
        #expect(error?.code == .badDialect)
        #expect(
            error?.context
                == "\"XUID\" and \"Tag ID\" may both be the UIDs; say which one is uid in columns of the settings, or "
                + "--dialect none where neither is")
        // As the settings {"columns": {"Tag ID": "uid"}} have it: the header and what it becomes.
        #expect(try read(text, choice, known: ["Tag ID", "uid"]).table.headers == ["XUID", "Tag ID", "text"])
        #expect(try read(text, .none).table.headers == ["XUID", "Tag ID", "text"])
        // Numbers of another kind are no second column.
        #expect(try read("XUID,Tag ID,text\n04A1B2C3D4E5F6,17,x\n", choice).table.headers.first == "uid")
    }

    @Test func twoColumnsOfUIDsInASheet() {
        #expect(throws: JobFileError(.badDialect, context: "")) {
            try self.read("XUID,chip uid,text,ReadOnly\n04A1B2C3D4E5F6,04A1B2C3D4E5F7,x,TRUE\n")
        }
    }

    /// What could be numbers of another kind is not guessed.
    @Test(arguments: [
        "serial number,text\n12345678,x\n",
        "serial number,text\nSN-1,x\n",
        "tag id,text\n04A1B2C3D4E5F6,x\nB-17,y\nB-18,z\n",
        "tag id,text\n,x\n",
        "uid,XUID,text\n04A1B2C3D4E5F6,04A1B2C3D4E5F7,x\n",
        "number,text\n04A1B2C3D4E5F6,x\n",
        "type,gtin,serial\ngs1,96385074,AB12CD34\n",
        "XUID,text,result_run\n04A1B2C3D4E5F6,x,y\n",
    ])
    func plainJobs(_ text: String) throws {
        let found = try read(text)
        #expect(found.dialect == nil)
        #expect(try found.table == CSVFile.read(Array(text.utf8)))
    }

    @Test func settingsThatNameTheColumnWin() throws {
        #expect(try read("XUID,text\n04A1B2C3D4E5F6,x\n", known: ["xuid"]).dialect == nil)
        #expect(try read("ReadOnly,text\nTRUE,x\n", known: [" READONLY"]).dialect == nil)
    }

    /// A list whose UIDs are filled by a scan: a job as it is, given what is to be written.
    @Test func listToBeFilled() throws {
        let text = "uid,version,nft_id,offer\n04A1B2C3D4E5F6,1,n-1,o-1\n,1,n-2,o-2\n"
        let found = try read(text)
        #expect(found.dialect == .uidList)
        #expect(try found.table.headers == CSVFile.read(Array(text.utf8)).headers)
        #expect(try found.table.records == CSVFile.read(Array(text.utf8)).records)
        #expect(
            found.sentence
                == "read as a list bound to UIDs: each row with a uid is for that tag; --url or --text says what is written "
                + "(--dialect none turns that off)")
        let job = Job.resolve(table: found.table, settings: Settings(url: "https://a.example/{nft_id}"), name: "x")
        #expect(job.issues.isEmpty)
        #expect(job.items.map(\.boundUID?.description) == ["04A1B2C3D4E5F6", nil])
        #expect(try read("uid,lock_state\n04A1B2C3D4E5F6,locked\n").dialect == nil)
        #expect(try read("uid,text\n04A1B2C3D4E5F6,x\n").dialect == nil)
    }

    /// The upload of a platform, with a UID column of its own: that one counts.
    @Test func platformUpload() throws {
        let found = try read("XUID,UID,TAGNAME,STATUS\nabc12,04A1B2C3D4E5F6,one,active\n")
        #expect(found.dialect == .uidList)
        let job = Job.resolve(table: found.table, settings: Settings(url: "https://a.example/{XUID}"), name: "x")
        #expect(job.items.map(\.boundUID?.description) == ["04A1B2C3D4E5F6"])
        #expect(job.items.map(\.summary) == ["https://a.example/abc12"])
    }

    @Test func readOnly() throws {
        let found = try read(
            "sku,url,ReadOnly\nA,https://a.example/1,TRUE\nB,https://a.example/1,false\nC,https://a.example/1,\n")
        #expect(found.dialect == .sheet)
        #expect(found.table.headers == ["lock", "sku", "url", "ReadOnly"])
        #expect(found.table.records.map(\.cells[0]) == ["true", "false", ""])
        #expect(
            found.sentence
                == "read as a sheet with ReadOnly: its column \"ReadOnly\" is lock, rows alike are a tag each (duplicates of the "
                + "settings permits a sku that is repeated) (--dialect none turns that off)")
        let job = Job.resolve(table: found.table, settings: Settings(), name: "x")
        #expect(job.issues.isEmpty)
        #expect(job.items.map(\.lock) == [true, false, false])
        #expect(try read("ReadOnly,lock,text\nTRUE,,x\n").dialect == nil)
    }

    @Test func readOnlyThatIsNeither() throws {
        let found = try read("text,readonly\nx,WAHR\ny,true\n")
        #expect(
            found.table.records.map(\.fault) == ["ReadOnly must be TRUE, FALSE or empty, not \"WAHR\"", nil])
    }

    /// Both at once, and a shape that is told with the file's own numbers.
    @Test func sheetWithUIDs() throws {
        let found = try read("text,ReadOnly,XUID\nx,TRUE,04A1B2C3D4E5F6\ny,TRUE\nz,,,w\nv,,,\n")
        #expect(found.dialect == .sheet)
        #expect(found.table.headers == ["uid", "lock", "text", "ReadOnly", "XUID"])
        #expect(found.table.records[0].cells == ["04A1B2C3D4E5F6", "true", "x", "TRUE", "04A1B2C3D4E5F6"])
        #expect(
            found.table.records.map(\.fault) == [
                nil, "the row has 2 cells where the header has 3",
                "the row has 4 cells where the header has 3; a cell with a delimiter in it must stand in double quotes",
                nil,
            ])
        let job = Job.resolve(table: found.table, settings: Settings(), name: "x")
        #expect(job.items.map { $0.fault == nil } == [true, false, false, true])
    }

    /// A list for registering locks: every column is carried along.
    @Test func lockRegistration() throws {
        let found = try read("tagNo;bindingCode;title;description\n7;B-1;Door, front;\n")
        #expect(found.dialect == nil)
        #expect(found.table.headers == ["tagNo", "bindingCode", "title", "description"])
        let job = Job.resolve(
            table: found.table, settings: Settings(url: "https://a.example/{bindingCode}"), name: "x")
        #expect(job.issues.isEmpty)
        #expect(job.items.map(\.cells) == [["7", "B-1", "Door, front", ""]])
    }

    @Test func forced() throws {
        let found = try read("serial number,text\n12345678,x\n", .named(.uidList))
        #expect(found.table.records[0].cells == ["12345678", "12345678", "x"])
        #expect(found.table.headers.first == "uid")
        for text in ["sku,text\nA,x\n", "tag id,serial number,text\nA,B,x\n"] {
            #expect(throws: JobFileError(.badDialect, context: "")) { try self.read(text, .named(.uidList)) }
        }
        for text in ["sku,text\nA,x\n", "ReadOnly,text,result_run\nTRUE,x,y\n"] {
            #expect(throws: JobFileError(.badDialect, context: "")) { try self.read(text, .named(.sheet)) }
        }
    }

    /// Rows beyond those that were read ahead, read in parts, in pieces of any size.
    @Test func longStream() throws {
        let text = "text,ReadOnly\n" + (1...100).map { "t\($0),\($0 % 2 == 0 ? "TRUE" : "")\n" }.joined()
        var rest = Array(text.utf8)[...]
        let stream = try JobStream(
            ByteSource {
                defer { rest = rest.dropFirst(7) }
                return rest.isEmpty ? nil : rest.prefix(7)
            })
        #expect(stream.headers == ["lock", "text", "ReadOnly"])
        var rows: [RawRecord] = []
        for part in [5, 40, 1000] {
            let end = rows.count + part
            try stream.read { record in
                rows.append(record)
                return rows.count < end
            }
        }
        #expect(rows.map(\.row) == Array(1...100))
        #expect(rows.map(\.line) == Array(2...101))
        #expect(
            rows.map { $0.cells.strings }
                == (1...100).map { [$0 % 2 == 0 ? "true" : "", "t\($0)", $0 % 2 == 0 ? "TRUE" : ""] })
    }

    @Test func plainJobsPassThrough() throws {
        let bytes = Array(("sku;text\n" + (1...50).map { "A\($0);x\n" }.joined() + " ; \n").utf8)
        let stream = try JobStream(ByteSource(bytes))
        #expect(stream.notes == ["the delimiter is ';'"])
        #expect(stream.hint == nil)
        #expect(try stream.table() == CSVFile.read(bytes))
        #expect(stream.issues.map(\.code) == ["row-empty"])
        #expect(try JobStream(ByteSource(bytes), dialect: .none).table() == CSVFile.read(bytes))
    }

    @Test func names() throws {
        #expect(try DialectChoice(name: nil) == .recognized)
        #expect(try DialectChoice(name: "None") == DialectChoice.none)
        for dialect in Dialect.allCases {
            #expect(try DialectChoice(name: dialect.rawValue.uppercased()) == .named(dialect))
        }
        let error = #expect(throws: JobFileError.self) { try DialectChoice(name: "tag-writer") }
        #expect(
            error?.context
                == "--dialect takes tagwriter, tagwriter-json, batch, uid-list, sheet, none, not \"tag-writer\"; is "
                + "tagwriter meant?")
        #expect(throws: JobFileError.self) { try DialectChoice(name: "") }
    }
}
