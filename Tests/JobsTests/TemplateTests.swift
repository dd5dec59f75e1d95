import Testing

@testable import Jobs

@Suite struct TemplateTests {
    static let cells = [
        "sku": "A/1 b", "name": "Größe&Co=1", "url": "https://a.example/x y", "empty": "", "blank": " \u{A0}",
        "code": " 7a ", "host": "Bücher", "preis: netto": "9,90", "sign": "x:upper",
    ]

    static var values: TemplateValues {
        TemplateValues(row: 7, copy: 12, uid: "04A1B2C3D4E5F6", date: RunDate(year: 2026, month: 3, day: 9)) {
            cells[$0] ?? "?"
        }
    }

    @Test(arguments: [
        ("plain", "plain"), ("{sku}", "A/1 b"), ("<{sku}>", "<A/1 b>"), ("{{{sku}}}", "{A/1 b}"), ("{{}}", "{}"),
        ("row {row}", "row 7"), ("{ Row }", "7"), ("", ""), ("{empty}", ""),
        ("{copy}", "12"), ("{UID}", "04A1B2C3D4E5F6"), ("{copy:04}/{row:06}", "0012/000007"), ("{copy:01}", "12"),
        ("{uid:lower}", "04a1b2c3d4e5f6"), ("{uid:016}", "0004A1B2C3D4E5F6"), ("{ ROW : 02 }", "07"),
        ("{row:032}", "00000000000000000000000000000007"),
        // Fallbacks: as they stand, where a cell is empty or blank, and nowhere else.
        ("{empty|none}", "none"), ("{blank|none}", "none"), ("{blank}", " \u{A0}"), ("{sku|none}", "A/1 b"),
        ("{empty|}", ""), ("<{empty| a|b:c }>", "< a|b:c >"), ("{{{empty|x}}}", "{x}"), ("{empty:upper|none}", "none"),
        // Formats: without the blanks around; nothing stays nothing; a longer value stays.
        ("{code}", " 7a "), ("{code:08}", "0000007a"), ("{code:upper}", "7A"), ("{code:upper:08}", "0000007A"),
        ("{code:08:UPPER}", "0000007A"), ("{sku:lower}", "a/1 b"), ("{sku:03}", "A/1 b"), ("{empty:08}", ""),
        ("{blank:08}", ""), ("{name:upper}", "GRÖSSE&CO=1"), ("{name:012}", "00Größe&Co=1"),
        // What is no format behind a colon belongs to the name.
        ("{preis: netto}", "9,90"), ("{preis: netto:06}", "009,90"), ("{sku:4}", "?"), ("{:upper}", "?"),
        ("{date}", "2026-03-09"), ("{date:YYYYMMDD}", "20260309"), ("{date:DD.MM.YYYY}", "09.03.2026"),
        ("{Date: yy/mm }", "26/03"), ("{date:dd·YY}", "09·26"),
    ])
    func text(_ source: String, _ expected: String) throws {
        #expect(try Template(source).text(Self.values) == expected)
    }

    @Test(arguments: [
        ("https://x.example/{sku}", "https://x.example/A%2F1%20b"),
        ("https://x.example/{name}", "https://x.example/Gr%C3%B6%C3%9Fe&Co=1"),
        ("https://x.example/?n={name}", "https://x.example/?n=Gr%C3%B6%C3%9Fe%26Co%3D1"),
        ("https://x.example/#{name}", "https://x.example/#Gr%C3%B6%C3%9Fe&Co=1"),
        ("https://{sku}.example/", "https://A%2F1%20b.example/"),
        ("https://x.example/{row}", "https://x.example/7"),
        ("{url}", "https://a.example/x y"),
        ("tel:{sku}", "tel:A%2F1%20b"),
        // One column alone is a URI as it is, with a fallback or a format too.
        ("{url|https://b.example/}", "https://a.example/x y"),
        ("{empty|https://b.example/?a=b c}", "https://b.example/?a=b c"),
        ("{url:upper}", "HTTPS://A.EXAMPLE/X Y"),
        // Formats before encoding; what fills a place is encoded wherever it comes from.
        ("https://x.example/{name:upper}", "https://x.example/GR%C3%96SSE&CO=1"),
        ("https://x.example/{code:08}", "https://x.example/0000007a"),
        ("https://x.example/{empty|a b/c}", "https://x.example/a%20b%2Fc"),
        ("https://x.example/?u={uid}&c={copy:03}", "https://x.example/?u=04A1B2C3D4E5F6&c=012"),
        ("https://x.example/{date:DD/MM}", "https://x.example/09%2F03"),
        ("https://x.example/süß/{row}", "https://x.example/süß/7"),
        // A host is looked up by its name in ASCII, never by percent signs.
        ("https://{host}.example/{name}", "https://xn--bcher-kva.example/Gr%C3%B6%C3%9Fe&Co=1"),
        ("https://shop-{host}.example", "https://xn--shop-bcher-feb.example"),
        (
            "https://u@{host:lower}.straße.example:80?{host}",
            "https://u@xn--bcher-kva.xn--strae-oqa.example:80?B%C3%BCcher"
        ),
        ("https://{name}.example/", "https://Gr%C3%B6%C3%9Fe%26Co%3D1.example/"),
        ("https://straße.example/{sku}", "https://straße.example/A%2F1%20b"),
    ])
    func uri(_ source: String, _ expected: String) throws {
        #expect(try Template(source).uri(Self.values) == expected)
    }

    @Test(arguments: [
        ("{", TemplateError.Code.unclosed), ("a{b", .unclosed), ("}", .strayBrace), ("{a}}", .strayBrace),
        ("{a{b}", .strayBrace), ("{}", .emptyName), ("{ }", .emptyName), ("{|a}", .emptyName), ("{ |}", .emptyName),
        ("{a|{b}}", .badFallback), ("{a|{{b}}", .badFallback), ("{row|1}", .badFallback),
        ("{uid:lower|}", .badFallback),
        ("{row:4}", .badFormat), ("{row:}", .badFormat), ("{copy:00}", .badFormat), ("{copy:033}", .badFormat),
        ("{copy:upper}", .badFormat), ("{copy:04:x}", .badFormat), ("{uid:hex}", .badFormat),
        ("{copy:04:05}", .badFormat), ("{sku:upper:lower}", .badFormat), ("{sku:upper:04:upper}", .badFormat),
        ("{date:04}", .badFormat), ("{date:}", .badFormat), ("{date:-}", .badFormat),
        ("{date:YYYY-MM-DDTHH}", .badFormat),
        ("{date:upper}", .badFormat), ("{date:2026}", .badFormat),
    ])
    func refused(_ source: String, _ code: TemplateError.Code) {
        #expect(throws: TemplateError(code, context: "")) { try Template(source) }
    }

    @Test(arguments: [
        (
            "{a|{b}}",
            #"the text behind the bar in "{a|{b}}" names a column, and is written as it stands; give a text, or fill the empty "#
                + "cells of the file"
        ),
        (
            "{copy:4}",
            #""{copy:4}" in a template has a format that {copy} does not take; "#
                + "04 puts zeros in front, to 4 characters (01 to 032)"
        ),
        (
            "{date:iso}",
            #""{date:iso}" in a template has a format that {date} does not take; "#
                + "a date is written with YYYY, YY, MM and DD and signs between them, as DD.MM.YYYY"
        ),
        ("{row|0}", #""{row|0}" in a template is never empty; leave out the bar and what follows it"#),
    ])
    func saysWhatToDo(_ source: String, _ message: String) {
        do throws(TemplateError) {
            _ = try Template(source)
            Issue.record("accepted")
        } catch {
            #expect(error.description == message)
        }
    }

    @Test(arguments: [
        ("skuu", #"; is "{sku}" meant?"#), ("dat", #"; is "{date}" meant?"#), ("UIDs", #"; is "{uid}" meant?"#),
        (
            "SKU:uper",
            #"; "uper" is no format of "{sku}": 04 puts zeros in front, to 4 characters (01 to 032), upper writes capitals, "#
                + "lower small letters"
        ),
        ("skuu:upper", #"; is "{sku}" meant?"#),
    ])
    func hint(_ name: String, _ hint: String) {
        #expect(Template.hint(for: name, among: ["sku", "Preis: netto"]) == hint)
    }

    @Test func whatIsUsed() throws {
        let template = try Template("x{sku:upper}{empty|a}{ROW}{sku}")
        #expect(template.columns == ["sku", "empty", "sku"])
        #expect(template.columnsWithoutFallback == ["sku", "sku"])
        #expect(template.usesRow && !template.usesCopy && !template.usesUID && !template.usesDate)
        #expect(template.leadingPlace == nil && template.soleColumn == nil)
        let other = try Template("{copy:04}{uid}{date:YY}")
        #expect(!other.usesRow && other.usesCopy && other.usesUID && other.usesDate)
        #expect(other.leadingPlace == "copy:04")
        #expect(try Template("{uid}").soleColumn == nil)
        #expect(try Template("{url|x}").soleColumn == "url")
    }

    /// Every begin of a template, and every other character in it, is read or refused.
    @Test func everyPrefixAndChange() {
        let whole = "https://x.example/{{a}}/{sku:upper:08|x}?{row:04}#{name}{date:DD.MM}"
        for count in 0...whole.count { _ = try? Template(String(whole.prefix(count))).uri(Self.values) }
        for index in whole.indices {
            for other in ["{", "}", ":", "|", "0", "é", "\u{0}", "\u{301}"] {
                _ = try? Template(whole.replacingCharacter(at: index, with: other)).uri(Self.values)
            }
        }
        #expect((try? Template(whole)) != nil)
    }
}

extension String {
    fileprivate func replacingCharacter(at index: String.Index, with other: String) -> String {
        self[..<index] + other + self[self.index(after: index)...]
    }
}
