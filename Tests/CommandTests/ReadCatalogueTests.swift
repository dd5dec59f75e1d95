import Foundation
import Testing

@testable import tagmill

/// `read --catalog`
@Suite struct ReadCatalogueTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// https://example.com/sh-1
    private static let shelf =
        #"{"chip": "NTAG213", "uid": "04A1B2C3D4E5F6", "pages": {"4": "0315D101", "5": "11550465", "6": "78616D70", "#
        + #""7": "6C652E63", "8": "6F6D2F73", "9": "682D31FE"}}"#
    private static let blank = #"{"chip": "NTAG213", "uid": "04A10000000001"}"#
    private static let products =
        "sku;Name;price;in stock;note\nSH-1;Blue shelf;12.50;3;\nLP-2;\"Lamp; red\";8;0;\u{1B}[31m\n"

    private func catalogue(_ text: String = products) throws -> String {
        let path = folder.path + "/products.csv"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test func theProductIsShownBelowTheTag() throws {
        let path = try catalogue()
        let run = try ScratchRack(left: Self.shelf).run("read", "--catalog", path)
        #expect(run.code == .success)
        #expect(run.errors == "\(path): the delimiter is ';'\n")
        #expect(
            run.output == """
                tag     04A1B2C3D4E5F6, NTAG213, not genuine
                reader  ACS ACR122U PICC Interface 00 00
                state   writable, takes a message of up to 142 bytes
                holds   a message of 21 bytes
                   record  content
                1  URI     https://example.com/sh-1
                product SH-1
                        Name      Blue shelf
                        price     12.50
                        in stock  3
                        note

                """)
    }

    @Test func theProductAsJSON() throws {
        let run = try ScratchRack(left: Self.shelf).run("read", "--json", "--catalog", try catalogue())
        #expect(run.code == .success)
        #expect(
            run.output.hasSuffix(
                #""notes":[],"sku":"sh-1","product":{"sku":"SH-1","Name":"Blue shelf","price":"12.50","in stock":"3","#
                    + #""note":""}}"# + "\n"))
    }

    @Test func aSKUThatTheCatalogueHasNot() throws {
        let rack = try ScratchRack(left: Self.shelf)
        let path = try catalogue("sku,name\nLP-2,Lamp\n")
        let text = rack.run("read", "--catalog", path)
        #expect(text.code == .notAchieved)
        #expect(text.output.hasSuffix("\nproduct SKU not found in catalogue: \"sh-1\"\n"))
        let json = rack.run("read", "--json", "--catalog", path)
        #expect(json.code == .notAchieved)
        #expect(
            json.output.hasSuffix(
                #""notes":["SKU not found in catalogue: \"sh-1\""],"sku":"sh-1","product":null}"# + "\n"))
    }

    @Test func aTagThatNamesNoSKU() throws {
        let run = try ScratchRack(left: Self.blank).run("read", "--json", "--catalog", try catalogue())
        #expect(run.code == .notAchieved)
        #expect(
            run.output.hasSuffix(
                #""notes":["SKU not found in catalogue: the tag names none"],"sku":null,"product":null}"# + "\n"))
    }

    @Test func aPatternThatMatchesNothingIsTold() throws {
        let run = try ScratchRack(left: Self.shelf).run(
            "read", "--catalog", try catalogue(), "--sku-pattern", "sku=([0-9]+)")
        #expect(run.code == .notAchieved)
        #expect(
            run.output.contains(
                "product SKU not found in catalogue: --sku-pattern matched nothing in \"https://example.com/sh-1\"\n"))
    }

    @Test func aPatternSaysWhereTheSKUStands() throws {
        let rack = try ScratchRack(left: Self.shelf)
        let path = try catalogue("sku,name\n1,One\n")
        let run = rack.run("read", "--catalog", path, "--sku-pattern", #"sh-(\d+)"#)
        #expect(run.code == .success)
        #expect(run.output.hasSuffix("\nproduct 1\n        name  One\n"))
        let refused = rack.run("read", "--catalog", path, "--sku-pattern", "sh-(")
        #expect(refused.code == .refused)
        #expect(refused.output.isEmpty)
        #expect(
            refused.errors
                == "tagmill: option '--sku-pattern' must be a regular expression (expected ')', at character 5), "
                + "not 'sh-('\n")
        let alone = rack.run("read", "--sku-pattern", "x")
        #expect(alone.code == .refused)
        #expect(alone.errors.contains("name one with --catalog"))
    }

    @Test func aWatchShowsEachProduct() throws {
        let run = try ScratchRack(left: Self.shelf + "," + Self.blank).run(
            "read", "--watch", "--json", "--catalog", try catalogue())
        #expect(run.code == .notAchieved)
        let lines = run.output.split(separator: "\n")
        #expect(lines.map { $0.contains(#""product":{"sku":"SH-1""#) } == [true, false])
    }

    @Test(arguments: [
        (
            "sku,name\nA,x\na,y\n",
            ":3: error: row 2, column 'sku': the sku \"a\" stands in row 1 (line 2) already, as \"A\": "
                + "case does not count\n"
        ),
        ("name,price\nx,y\n", ": error: a catalogue needs a column sku: rename the header"),
        ("sku,name\nA\n", ":2: error: row 1: the row has 1 cells where the header has 2\n"),
        ("sku,name\n\"A,x\n", ":2: error: "), ("", ": error: the file is empty"),
    ])
    func aFileThatIsNoCatalogueIsRefusedWithItsPlaceBeforeAnyTag(_ text: String, _ said: String) throws {
        let path = try catalogue(text)
        let run = try ScratchRack(left: Self.shelf).run("read", "--catalog", path)
        #expect(run.code == .refused)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(path + said))
        #expect(run.errors.hasSuffix("tagmill: \(path): refused, 1 error; no tag was touched\n"))
        #expect(try ScratchRack().run("read", "--catalog", folder.path + "/none.csv").code == .refused)
    }

    @Test func whatTheCatalogueSaysIsNoCommandForTheTerminal() throws {
        let run = try ScratchRack(left: Self.shelf).run("read", "--catalog", try catalogue("sku,n\nSH-1,\u{1B}[31mx\n"))
        #expect(run.output.contains("n  \\u{1B}[31mx\n"))
    }
}
