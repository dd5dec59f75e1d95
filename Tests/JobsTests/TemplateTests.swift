import Testing

@testable import Jobs

@Suite struct TemplateTests {
    private func value(_ name: String) -> String {
        ["sku": "A/1 b", "name": "Größe&Co=1", "url": "https://a.example/x y", "empty": ""][name] ?? "?"
    }

    @Test(arguments: [
        ("plain", "plain"), ("{sku}", "A/1 b"), ("<{sku}>", "<A/1 b>"), ("{{{sku}}}", "{A/1 b}"), ("{{}}", "{}"),
        ("row {row}", "row 7"), ("{ Row }", "7"), ("", ""), ("{empty}", ""),
    ])
    func text(_ source: String, _ expected: String) throws {
        #expect(try Template(source).text(row: 7, value: value) == expected)
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
    ])
    func uri(_ source: String, _ expected: String) throws {
        #expect(try Template(source).uri(row: 7, value: value) == expected)
    }

    @Test(arguments: [
        ("{", TemplateError.Code.unclosed), ("a{b", .unclosed), ("}", .strayBrace), ("{a}}", .strayBrace),
        ("{}", .emptyName), ("{ }", .emptyName), ("{copy}", .notBuilt), ("{copy:04}", .notBuilt), ("{UID}", .notBuilt),
        ("{sku|none}", .notBuilt),
    ])
    func refused(_ source: String, _ code: TemplateError.Code) {
        #expect(throws: TemplateError(code, context: "")) { try Template(source) }
    }

    /// Every begin of a template is read or refused.
    @Test func everyPrefix() {
        let whole = "https://x.example/{{a}}/{sku}?{row}#{name}"
        for count in 0...whole.count { _ = try? Template(String(whole.prefix(count))) }
        #expect((try? Template(whole)) != nil)
    }

    @Test func laterFormsSaySo() {
        do throws(TemplateError) {
            _ = try Template("{uid}")
            Issue.record("accepted")
        } catch {
            #expect(error.description.contains("not built yet"))
        }
    }
}
