import Tags
import Testing

@testable import TagImages

/// XML that no tool of ours writes: each is refused at once, with its line, in little memory.
struct XMLImageTests {
    private func refusal(_ text: String) -> String? {
        do throws(ImageError) {
            let image = try TagImage(reading: Array(text.utf8), name: "scan.xml")
            return "read as \(image.format)"
        } catch {
            return error.code == .broken ? error.context : error.code.rawValue
        }
    }

    @Test func entitiesAreRefused() {
        let bomb = """
            <?xml version="1.0"?>
            <!DOCTYPE scan [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
            <scan><title>&b;</title></scan>
            """
        let wanted = "line 2: a document type declaration; images have none, and it is not read"
        #expect(refusal(bomb) == wanted)
        let external = "<!DOCTYPE scan SYSTEM \"file:///etc/hostname\">\n<scan></scan>"
        #expect(
            refusal(external)?.hasSuffix("a document type declaration; images have none, and it is not read") == true)
        #expect(refusal("<scan><title>&nothing;</title></scan>") == "line 1: this is no XML (undefined entity)")
    }

    @Test func depthAndNumberAreBounded() {
        let bounds = "more than 20000 elements, or more than 16 within one another"
        #expect(refusal("<scan>\n" + String(repeating: "<a>", count: 100_000)) == "line 2: \(bounds)")
        #expect(refusal("<scan>\n" + String(repeating: "<a/>", count: 100_000) + "</scan>") == "line 2: \(bounds)")
        let fifteen = "<scan>" + String(repeating: "<a>", count: 15) + String(repeating: "</a>", count: 15) + "</scan>"
        #expect(refusal(fifteen) == "read as tagInfoXML")
    }

    @Test(arguments: [
        ("<scan><uid>04", "ends before its last element does; it was cut off"),
        ("<scan>\n<a></b></scan>", "line 2: this is no XML (mismatched tag)"),
        ("<scan a='1' a='2'/>", "line 1: this is no XML (duplicate attribute)"),
        (
            "<cards><card type='0' id='01020304'/><card type='0' id='01020305'/></cards>",
            "has 2 whole cards; an image is of one"
        ),
        ("<cards>\n</cards>", "has 0 whole cards; an image is of one"),
        ("<html><body/></html>", "unknown-kind"), ("<svg><scan/></svg>", "unknown-kind"),
        (
            "<card type='1'><pages>\n<page index='-1'><data>AAAAAA==</data></page></pages></card>",
            "line 2: index is no number"
        ),
        (
            "<card type='1'><pages><page index='0'><data>AAA=A</data></page></pages></card>",
            "line 1: data that is no base64"
        ),
        (
            "<card type='1'><pages><page index='0'><data>AAA=</data></page></pages></card>",
            "line 1: block 0 has 2 bytes"
        ),
        (
            "<card type='1'><pages><page index='999999999'><data>AAAAAA==</data></page></pages></card>",
            "line 1: no tag has a block 999999999"
        ),
        (
            "<card type='0'><sectors><sector index='40'/></sectors></card>",
            "line 1: sector 40; a MIFARE Classic has at most 40"
        ),
        (
            "<scan><section><subsection title='Memory content'>\n<block><address>x</address><data>00</data></block>"
                + "</subsection></section></scan>", "line 2: an address is a decimal number"
        ),
    ]) func wrongDocuments(_ text: String, _ message: String) { #expect(refusal(text) == message) }

    /// Files are in the field whose last end tag is missing; what stands before it is whole.
    @Test func aMissingLastEndTagIsForgiven() throws {
        let text = try Fixture.text("metrodroid/classic-mini.xml").replacing("</cards>", with: "")
        let image = try TagImage(reading: Array(text.utf8), name: "card.xml")
        #expect(image.notes == ["the file ends before its last element does"])
        #expect(image.memory == (try Fixture.read("metrodroid/classic-mini.xml").memory))
    }

    @Test(arguments: [
        ("2", "MIFARE DESFire"), ("3", "CEPAS cards"), ("7", "ISO 15693 tags"), ("99", "this type of card"),
    ])
    func otherCardsAreNamed(_ type: String, _ name: String) throws {
        let image = try TagImage(reading: Array("<card type='\(type)' id='01020304'/>".utf8), name: "card.xml")
        #expect(image.uid?.description == "01020304")
        #expect(image.memory == .notUnderstood("images of \(name) are not understood"))
    }
}
