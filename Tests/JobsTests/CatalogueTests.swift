import Testing

@testable import Jobs

@Suite struct CatalogueTests {
    private func errors(_ catalogue: Catalogue) -> [String] {
        catalogue.issues.map { "\($0.severity) \($0.code) \($0.line.map(String.init) ?? "-"): \($0.message)" }
    }

    private static let shelf = table(
        " name |SKU||price|In stock|type||", "Blue shelf| SH-1001 |y| 12.50 |3|x||", "Lamp|lp-2||8||||",
        "Straße|STRASSE||1|1|||")

    @Test func everyOtherColumnThatHasANameIsTheProducts() throws {
        let catalogue = Catalogue(Self.shelf)
        #expect(catalogue.issues.isEmpty)
        #expect(catalogue.count == 3)
        let product = try #require(catalogue.product("SH-1001"))
        #expect(product.sku == "SH-1001")
        #expect(
            product.fields == [
                .init("name", "Blue shelf"), .init("price", " 12.50 "), .init("In stock", "3"), .init("type", "x"),
            ])
    }

    @Test(arguments: [
        ("SH-1001", "SH-1001"), ("sh-1001", "SH-1001"), ("\u{A0}Sh-1001 ", "SH-1001"), ("LP-2", "lp-2"),
        ("straße", "STRASSE"), ("SH-100", nil), ("", nil), (" ", nil),
    ])
    func skusAreComparedWithoutCaseAndBlanks(_ sku: String, _ found: String?) {
        #expect(Catalogue(Self.shelf).product(sku)?.sku == found)
    }

    @Test func aSKUThatStandsTwiceIsRefusedWithBothLines() {
        let catalogue = Catalogue(table("sku|name", "A|one", "B|two", "a |three", "A|four"))
        #expect(
            errors(catalogue) == [
                #"error sku-twice 4: the sku "a" stands in row 1 (line 2) already, as "A": case does not count"#,
                #"error sku-twice 5: the sku "A" stands in row 1 (line 2) already"#,
            ])
        #expect(catalogue.issues.map(\.row) == [3, 4])
        #expect(catalogue.hasErrors)
    }

    @Test func ofManyThatStandTwiceTheFirstAreNamed() {
        func rows(_ count: Int) -> [Table.Record] {
            (1...count).map { Table.Record(row: $0, line: $0 + 1, cells: ["A"]) }
        }
        var doubled = table("sku")
        doubled.records = rows(11)
        #expect(Catalogue(doubled).issues.count == 10)
        doubled.records = rows(24)
        let issues = Catalogue(doubled).issues
        #expect(issues.count == 11)
        #expect(issues.last?.message == "and 13 more; keep one row of each sku")
        #expect(issues.last?.severity == .error)
    }

    @Test func aFileWithoutProductsIsRefused() {
        #expect(
            errors(Catalogue(table("sku|name"))) == [
                "error no-rows -: the file has a header and no rows; a catalogue has a row for each product"
            ])
        #expect(
            errors(Catalogue(table("sku|name", "|one"))).first
                == "error no-rows -: no row has a sku; a catalogue has a row for each product")
    }

    @Test func rowsThatAreTornAreRefusedAsInAJob() {
        var torn = table("sku|name", "A", "B|two", "C|three|rest", "D|four")
        torn.records[3].fault = "a NUL byte stands in cell 1; take it out"
        #expect(
            errors(Catalogue(torn)) == [
                "error row-short 2: the row has 1 cells where the header has 2",
                "error row-long 4: the row has 3 cells where the header has 2; a cell with a delimiter in it must stand in "
                    + "double quotes",
                "error row-unreadable 5: a NUL byte stands in cell 1; take it out",
            ])
    }

    @Test func rowsWithoutASKUArePassedOver() {
        let one = Catalogue(table("sku|name", "|one", "B|two"))
        #expect(errors(one) == ["warning sku-empty 2: the row on line 2 has no sku and is passed over"])
        #expect(!one.hasErrors)
        #expect(one.count == 1)
        let two = Catalogue(table("sku|name", "A|one", "|two", " |three"))
        #expect(errors(two) == ["warning sku-empty 3: 2 rows have no sku and are passed over, the first on line 3"])
    }

    @Test func aFileWithoutTheColumnIsRefusedWithItsHeaders() {
        let catalogue = Catalogue(table("article|name", "A|one"))
        #expect(
            errors(catalogue) == [
                #"error sku-missing -: a catalogue needs a column sku: rename the header that holds the SKU to "sku" "#
                    + #"(the headers are: "article", "name")"#
            ])
        #expect(catalogue.product("A") == nil)
    }

    @Test func twoColumnsOfOneNameAreRefused() {
        #expect(Catalogue(table("sku|Name|name ", "A|x|y")).issues.map(\.code) == ["column-twice"])
        #expect(Catalogue(table("sku|SKU", "A|B")).hasErrors)
    }

    @Test func whatTheFilesReaderDoubtedIsKept() {
        var warned = table("sku", "A")
        warned.issues = [JobIssue(severity: .warning, code: "row-empty", line: 3, message: "empty")]
        #expect(Catalogue(warned).issues == warned.issues)
    }
}
