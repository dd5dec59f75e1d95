import NDEF
import Testing

@testable import Jobs

/// Visiting cards.
@Suite struct VCardFieldsTests {
    private func lines(_ row: OneRow) -> [String] {
        #expect(row.records.map(\.type) == [Array("text/vcard".utf8)])
        let text = row.payloads.first ?? ""
        #expect(text.hasSuffix("\r\n"))
        return text.utf8.split { $0 == 0x0A }.map { line in
            #expect(line.last == 0x0D)
            return String(decoding: line.dropLast(), as: UTF8.self)
        }
    }

    @Test func everyField() throws {
        let cells: KeyValuePairs = [
            "type": "vcard", "name": "Dr. Ada Lovelace", "family": "Lovelace", "given": "Ada", "additional": "King",
            "prefix": "Dr.", "suffix": "jr.", "nickname": "Countess", "org": "Engines; Ltd", "department": "R, D",
            "title": "Lead", "role": "Analyst", "phone": "+44 20 1", "mobile": "+44 7", "fax": "+44 9",
            "email": "ada@a.example", "website": "https://a.example/?a=1,2;3", "street": "1, High Street",
            "city": "London", "region": "LND", "zip": "N1", "country": "UK", "birthday": "1815-12-10",
            "note": "C:\\x\r\nsecond\nthird\rfourth\tü🙂",
        ]
        let row = try OneRow(cells)
        #expect(row.issues == [])
        #expect(row.summary == "Dr. Ada Lovelace")
        let expected = [
            "BEGIN:VCARD", "VERSION:3.0", "FN:Dr. Ada Lovelace", "N:Lovelace;Ada;King;Dr.;jr.", "NICKNAME:Countess",
            "ORG:Engines\\; Ltd;R\\, D", "TITLE:Lead", "ROLE:Analyst", "TEL:+44 20 1", "TEL;TYPE=cell:+44 7",
            "TEL;TYPE=fax:+44 9", "EMAIL:ada@a.example", "URL:https://a.example/?a=1,2;3",
            "ADR:;;1\\, High Street;London;LND;N1;UK", "BDAY:1815-12-10",
            "NOTE:C:\\\\x\\nsecond\\nthird\\nfourth\tü🙂", "END:VCARD",
        ]
        #expect(lines(row) == expected)
        let fields = cells.dropFirst().map { RecordTemplate.Field($0.key, "{\($0.key)}") }
        let four = RecordTemplate(kind: .vcard, value: "", fields: [.init("version", "4.0")] + fields)
        let changed = ["VERSION:3.0": "VERSION:4.0", "BDAY:1815-12-10": "BDAY:18151210"]
        #expect(lines(try OneRow(cells, records: [four])) == expected.map { changed[$0] ?? $0 })
        #expect(try Settings(json: Settings(records: [four]).json).records == [four])
    }

    /// FN must be there, and N too in 3.0; which part of a name is which is not guessed.
    @Test(arguments: [
        ("A B", "", "", "", "3.0", ["FN:A B", "N:A B;;;;"]), ("A B", "", "", "", "4.0", ["FN:A B"]),
        ("", "B", "A", "", "", ["FN:A B", "N:B;A;;;"]), ("", "", "A", "O", "4.0", ["FN:A", "N:;A;;;", "ORG:O"]),
        ("", "", "", "O", "3.0", ["FN:O", "N:;;;;", "ORG:O"]), ("", "", "", "O", "4.0", ["FN:O", "ORG:O"]),
    ]) func names(
        _ name: String, _ family: String, _ given: String, _ org: String, _ version: String, _ expected: [String]
    ) throws {
        let row = try OneRow([
            "type": "vcard", "name": name, "family": family, "given": given, "org": org, "version": version,
        ])
        #expect(row.issues == [])
        #expect(lines(row).dropFirst(2).dropLast() == expected[...])
    }

    /// Line breaks in a cell are kept.
    @Test func asItIs() throws {
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Erika\\, M\r\nEND:VCARD"
        let row = try OneRow(["type": "vcard", "value": card])
        #expect(row.issues == [])
        #expect(row.payloads.map { Array($0.utf8) } == [Array(card.utf8)])
        #expect(row.summary == "Erika, M")
        let bare = "begin:vcard\nversion:4.0\nfn:Ä\nend:vcard\n"
        let second = try OneRow(["type": "vcard", "value": bare])
        #expect(
            second.issues == [
                "warning vcard-line-ends in value: lines of the vCard do not end with CR LF, as RFC 6350 has it; they are kept "
                    + "as they are, and most phones take them"
            ])
        #expect(second.payloads.map { Array($0.utf8) } == [Array(bare.utf8)])
    }

    static let refused: [(cells: KeyValuePairs<String, String>, issue: String)] = [
        (
            ["type": "vcard", "value": "Erika"],
            "error vcard-invalid in value: a vCard begins with the line BEGIN:VCARD and ends with END:VCARD; to make one out "
                + "of columns, leave value empty and fill in name and the like"
        ),
        (
            ["type": "vcard", "value": "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:x\r\n"],
            "error vcard-invalid in value: a vCard begins with the line BEGIN:VCARD and ends with END:VCARD; to make one out "
                + "of columns, leave value empty and fill in name and the like"
        ),
        (
            ["type": "vcard", "value": "BEGIN:VCARD\r\nFN:x\r\nEND:VCARD"],
            "error vcard-version in value: a vCard has a line VERSION:3.0, or 4.0 or 2.1 in place of it"
        ),
        (
            ["type": "vcard", "value": "BEGIN:VCARD\r\nVERSION:5.0\r\nEND:VCARD"],
            "error vcard-version in value: a vCard has a line VERSION:3.0, or 4.0 or 2.1 in place of it, not \"5.0\""
        ),
        (
            ["type": "vcard", "value": "BEGIN:VCARD\r\nVERSION:3.0\r\nEND:VCARD", "email": "a@b"],
            "error vcard-twice in email: the vCard is given as value and by email too: give it in one way"
        ),
        (
            ["type": "vcard", "phone": "1"],
            "error vcard-name: a vCard has a name: give name, given and family, or org"
        ),
        (
            ["type": "vcard", "name": "x", "version": "2.1"],
            "error vcard-version in version: version must be 3.0 or 4.0, not \"2.1\""
        ),
        (
            ["type": "vcard", "name": "x", "note": "a\u{1B}b"],
            "error vcard-character in note: note has the control character \\u001b; a vCard cannot have it"
        ),
        (
            ["type": "vcard", "name": "x", "birthday": "1.2.1990"],
            "error vcard-birthday in birthday: birthday must be a day like 1984-02-29, not \"1.2.1990\""
        ),
        (
            ["type": "vcard", "name": "x", "birthday": "1990-13-01"],
            "error vcard-birthday in birthday: birthday must be a day like 1984-02-29, not \"1990-13-01\""
        ),
        (
            ["type": "vcard", "name": "x", "birthday": "1983-02-29"],
            "error vcard-birthday in birthday: birthday must be a day like 1984-02-29, not \"1983-02-29\""
        ),
        (
            ["type": "vcard", "name": "x", "birthday": "19900431"],
            "error vcard-birthday in birthday: birthday must be a day like 1984-02-29, not \"19900431\""
        ),
        (
            ["type": "vcard", "note": ""],
            "error value-missing in type: there is nothing to write: the type is vcard, and there is no column value; add it "
                + "beside type, or fill in " + VCardFields.fields.others.map(\.name).joined(separator: ", ")
        ),
    ]

    @Test(arguments: refused.indices) func refuses(_ index: Int) throws {
        let row = try OneRow(Self.refused[index].cells)
        #expect(row.issues.filter { !$0.hasPrefix("warning cell-invisible") } == [Self.refused[index].issue])
        #expect(row.records == [])
    }

    @Test func aBadWebsiteIsTold() throws {
        let row = try OneRow(["type": "vcard", "name": "x", "website": "nowhere"])
        #expect(row.issues.count == 1 && row.issues[0].hasPrefix("error url-invalid in website: "))
    }

    /// Whatever stands in a cell stays in its line, and can be read back.
    @Test(arguments: ["a;b", "a,b", "a\\nb", "\\", "\\;", "END:VCARD", "x\nEND:VCARD\nTEL:1", "é\u{301}🙂", ":"])
    func hostile(_ text: String) throws {
        let row = try OneRow(["type": "vcard", "name": "n", "note": text])
        let lines = lines(row)
        #expect(lines.count == 6)
        let note = String(lines[4].dropFirst(5))
        #expect(VCard.unescaped(note).utf8.elementsEqual(text.utf8.map { $0 == 0x0A ? 0x20 : $0 }))
    }

    @Test func longValues() throws {
        let long = String(repeating: "x,", count: 50_000)
        let card = VCardFields.build(RecordValues(fields: [("name", "n"), ("note", long)]))
        #expect(card.records.first?.payload.count ?? 0 > 150_000)
    }
}
