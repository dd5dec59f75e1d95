import Foundation
import Jobs
import Reports
import Tags
import TestSupport
import Testing

@Suite("The files of verify")
struct VerifyReportsTests {
    private func document(_ verification: Verification) throws -> JSONDocument {
        let scratch = try Scratch()
        _ = try VerifyReports.write(verification, into: scratch.path)
        let bytes = try Scratch.bytes(scratch.path + "/report.json")
        return try JSONDecoder().decode(JSONDocument.self, from: Data(bytes))
    }

    @Test("both appear in a folder that is made for them, and written again every byte is the same")
    func appear() throws {
        let scratch = try Scratch()
        let folder = scratch.path + "/deep/er"
        let verification = try SampleVerification.verification()
        let paths = try VerifyReports.write(verification, into: folder + "/")
        #expect(paths == [folder + "/report.csv", folder + "/report.json"])
        let first = try paths.map(Scratch.bytes)
        #expect(try VerifyReports.write(verification, into: folder).map(Scratch.bytes) == first)
        #expect(try Scratch.names(in: folder) == ["report.csv", "report.json"])
    }

    @Test("report.csv has the golden file's columns, and a line an item")
    func csv() throws {
        let scratch = try Scratch()
        _ = try VerifyReports.write(try SampleVerification.verification(), into: scratch.path)
        let as57 = SampleVerification.message(57).hex
        let as49 = SampleVerification.message(49).hex
        let uid = "04A23B9A516D"
        let expected = """
            sku,"Shelf, bay",result_status,result_reason,result_detail,result_uid,result_chip,result_source,\
            result_message_hex
            A-1,"3, 1",match,,,\(uid)01,NTAG213,images/a.nfc,\(as49)
            A-2,'=B2,differs,chip,"NTAG215 is expected, and it is an NTAG213; record 1: https://shop.example/p/2 is \
            expected, and it is <…/p/9>",\(uid)02,NTAG213,images/b.nfc,\(as57)
            ,,missing,,,,,,
            ,,missing,,"2 tags hold it, and 3 are expected",,,,
            ,,unexpected,,,\(uid)05,NTAG213,images/c.nfc,
            ,,duplicate,,,\(uid)01,NTAG213,images/d.nfc,\(as49)
            ,,unreadable,,page 3 is not there,\(uid)06,NTAG213,images/e.nfc,
            ,,unreadable,,it is no image of a tag,,,images/f.nfc,

            """
        #expect(try Scratch.text(scratch.path + "/report.csv") == expected)
    }

    @Test("what a file says is guarded, and a row with too few or too many cells has as many as the header")
    func guarded() throws {
        let scratch = try Scratch()
        let items = [["@a"], ["b", "c", "d"]].enumerated().map { index, cells in
            VerifyItem(
                .missing, expectation: SampleVerification.expectation(row: index + 1, sku: nil, cells: cells),
                detail: "=1+1")
        }
        let golden = GoldenSet(name: "g", columns: ["+x", "y"], expectations: items.compactMap(\.expectation))
        _ = try VerifyReports.write(Verification(golden: golden, items: items), into: scratch.path)
        let lines = try Scratch.text(scratch.path + "/report.csv").split(separator: "\n")
        #expect(lines.first?.hasPrefix("'+x,y,result_status,") == true)
        #expect(lines.dropFirst() == ["'@a,,missing,,'=1+1,,,,", "b,c,missing,,'=1+1,,,,"])
    }

    @Test("report.json holds what the schema says, and is the value that there is too")
    func schema() throws {
        let checker = try ReportSchemaTests.checker("verify.schema.json")
        let none = Verification(golden: GoldenSet(name: "none", columns: [], expectations: []), items: [])
        for verification in [try SampleVerification.verification(), none] {
            let document = try document(verification)
            #expect(checker.faults(of: document) == [])
            let value = VerifyReports.json(verification).compact
            #expect(try JSONDecoder().decode(JSONDocument.self, from: Data(value.utf8)) == document)
        }
    }

    @Test("report.json tells of each item what is expected, what is there, and how they differ")
    func json() throws {
        let document = try document(try SampleVerification.verification())
        #expect(document["golden"] == .string("shelf & <bay>"))
        #expect(document["passed_over"] == .integer(2))
        #expect(document["files_passed_over"] == .integer(1))
        let totals = ["match": 1, "differs": 1, "missing": 2, "unexpected": 1, "duplicate": 1, "unreadable": 2]
        #expect(document["totals"] == .object(totals.mapValues { .integer(Int64($0)) }))
        #expect(document["items"]?.count == 8)
        let differs = document["items"]?[1]
        #expect(differs?["cells"] == .object(["sku": .string("A-2"), "Shelf, bay": .string("=B2")]))
        #expect(differs?["expected"]?["chip"] == .string("NTAG215"))
        #expect(differs?["expected"]?["message_hex"] == .string(SampleVerification.message(50).hex))
        #expect(differs?["message_hex"] == .string(SampleVerification.message(57).hex))
        #expect(differs?["reason"] == .string("chip"))
        #expect(differs?["differences"]?.count == 2)
        #expect(differs?["differences"]?[0]?["record"] == .null)
        #expect(differs?["differences"]?[1]?["record"] == .integer(1))
        #expect(differs?["notes"] == .array([.string("the header names another UID")]))
        let missing = document["items"]?[2]
        #expect(missing?["row"] == .integer(3))
        #expect(missing?["line"] == .integer(4))
        #expect(missing?["expected"]?["uid"] == .string("04A23B9A516D03"))
        #expect(missing?["uid"] == .null)
        let unexpected = document["items"]?[4]
        #expect(unexpected?["expected"] == .null)
        #expect(unexpected?["cells"] == .null)
        #expect(unexpected?["message_hex"] == .string(""))
        #expect(document["items"]?[6]?["message_hex"] == .null)
        #expect(document["items"]?[6]?["detail"] == .string("page 3 is not there"))
    }

    @Test("the lists of the schema are those of the program")
    func lists() throws {
        let properties = try ReportSchemaTests.checker("verify.schema.json").schema["properties"]
        let item = properties?["items"]?["items"]?["properties"]
        func list(_ names: [String], orNull: Bool = true) -> JSONDocument {
            .array(names.map { .string($0) } + (orNull ? [.null] : []))
        }
        let kinds = Difference.Kind.allCases.map(\.rawValue)
        #expect(item?["reason"]?["enum"] == list(kinds))
        #expect(item?["differences"]?["items"]?["properties"]?["kind"]?["enum"] == list(kinds, orNull: false))
        let statuses = list(VerifyStatus.allCases.map(\.rawValue), orNull: false)
        #expect(item?["status"]?["enum"] == statuses)
        #expect(properties?["totals"]?["required"] == statuses)
        #expect(item?["verdict"]?["enum"] == list(ObservedTag.Verdict.allCases.map(\.rawValue)))
        for place in [item, item?["expected"]?["properties"]] {
            #expect(place?["lock_state"]?["enum"] == list(LockState.allCases.map(\.rawValue)))
            #expect(place?["genuine"]?["enum"] == list(Genuine.allCases.map(\.rawValue)))
        }
    }

    @Test("the checker finds what is wrong")
    func checkerFinds() throws {
        let checker = try ReportSchemaTests.checker("verify.schema.json")
        guard case .object(let members) = try document(try SampleVerification.verification()) else {
            Issue.record("no object")
            return
        }
        let wrong: [(String, JSONDocument?)] = [
            ("schema", .string("tagmill.report/1")), ("golden", .null), ("totals", .object([:])), ("items", nil),
            ("items", .array([.object([:])])), ("extra", .null), ("passed_over", .string("2")),
        ]
        for (name, value) in wrong {
            var members = members
            members[name] = value
            #expect(checker.faults(of: .object(members)) != [], "\(name)")
        }
    }

    @Test("a folder that cannot be made leaves nothing")
    func refused() throws {
        let scratch = try Scratch()
        try Data("x".utf8).write(to: URL(filePath: scratch.path + "/file"))
        #expect(throws: ReportError(.cannotCreateFolder, systemError: ENOTDIR, path: "")) {
            try VerifyReports.write(try SampleVerification.verification(), into: scratch.path + "/file/run")
        }
        #expect(try Scratch.names(in: scratch.path) == ["file"])
    }
}
