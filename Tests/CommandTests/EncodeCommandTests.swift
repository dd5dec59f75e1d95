import Foundation
import Jobs
import NDEF
import Tags
import Testing

@testable import tagmill

@Suite struct EncodeCommandTests {
    private func encode(_ words: String...) -> ToolRun { ToolRun(words: ["ndef", "encode"] + words) }

    static let messages: [([String], String)] = [
        (["uri", "https://example.com"], "D1010C55046578616D706C652E636F6D"),
        (["URL", "https://example.com"], "D1010C55046578616D706C652E636F6D"),
        (["text", "Hello"], "D1010854" + "02656E48656C6C6F"),
        (["text", "Hello", "lang=de"], "D1010854" + "02646548656C6C6F"),
        (["--lang", "de-AT", "text", "Hello"], "D1010B54" + "0564652D415448656C6C6F"),
        (["tel", "+1 202 555 0143"], "D1010D55052B3132303235353530313433"),
        (["sms", "+12", "body=a b"], "D101135500736D733A2B31323F626F64793D6125323062"),
        (["mailto", "a@b.example", "subject=x y"], "D1011A55066140622E6578616D706C653F7375626A6563743D7825323079"),
        (["aar", "a.b"], "D40F03616E64726F69642E636F6D3A706B67612E62"),
        (
            ["gs1", "gtin=96385074", "serial=1"],
            "D101225504" + "69642E6773312E6F72672F30312F30303030303039363338353037342F32312F31"
        ),
        (
            ["uri", "https://example.com", "+", "text", "Hello"],
            "91010C55046578616D706C652E636F6D" + "5101085402656E48656C6C6F"
        ),
        (
            ["ndef", "D1010C55046578616D706C652E636F6D", "+", "aar", "a.b"],
            "91010C55046578616D706C652E636F6D" + "540F03616E64726F69642E636F6D3A706B67612E62"
        ),
        (["mime:text/plain", "hi"], "D20A02746578742F706C61696E6869"),
        (["external:a.example:b", "hex=00ff"], "D40B02" + "612E6578616D706C653A62" + "00FF"),
        (["json", "{\"a\":\"b=c\"}"], "D2100B" + "6170706C69636174696F6E2F6A736F6E" + "7B2261223A22623D63227D"),
        (
            ["json", "b=x=y", "a=1"],
            "D21013" + "6170706C69636174696F6E2F6A736F6E" + "7B2262223A22783D79222C2261223A2231227D"
        ),
        (
            ["smartposter", "https://example.com", "title=Hi"],
            "D102195370" + "91010C55046578616D706C652E636F6D" + "5101055402656E4869"
        ),
        // A word that is no field is a value, whatever signs it has.
        (["text", "a=b"], "D1010654" + "02656E613D62"),
        (["text", "value=lang=de"], "D1010A54" + "02656E6C616E673D6465"),
        (["text", "value=@@ann"], "D1010754" + "02656E40616E6E"),
        (["text", "@ann"], "D1010754" + "02656E40616E6E"),
        (["--", "text", "-1"], "D1010554" + "02656E2D31"),
        (["text", "value=-1"], "D1010554" + "02656E2D31"),
    ]

    @Test(arguments: messages.indices)
    func recordsOutOfWords(_ index: Int) {
        let (words, hex) = Self.messages[index]
        let run = ToolRun(words: ["ndef", "encode"] + words)
        #expect(run.output == hex + "\n")
        // Phones do not open a text alone, and not all of them a smart poster.
        let isPassedOver = words.contains("smartposter") || words.contains("text") && !words.contains("uri")
        #expect(run.errors.isEmpty != isPassedOver)
        #expect(!isPassedOver || run.errors.hasPrefix("warning: the first record is "))
        #expect(run.code == .success)
    }

    @Test func everythingAsJSON() {
        let run = encode("--json", "uri", "https://example.com")
        #expect(run.code == .success)
        let start = #"{"message_hex":"D1010C55046578616D706C652E636F6D","message_bytes":16,"fits":["#
        let end =
            #"],"records":[{"tnf":1,"type":"U","id":"","payload_hex":"046578616D706C652E636F6D","#
            + #""uri":"https://example.com"}],"notes":[]}"# + "\n"
        #expect(run.output.hasPrefix(start))
        #expect(run.output.hasSuffix(end))
        #expect(run.output.contains(#""NTAG213""#))
    }

    @Test func chipsThatAreTooSmallAreNotNamed() {
        let run = encode("--json", "text", String(repeating: "x", count: 200))
        #expect(run.output.contains(#""NTAG215""#))
        #expect(!run.output.contains(#""NTAG213""#))
        let none = encode("text", String(repeating: "x", count: 40_000))
        #expect(none.errors.hasSuffix("warning: no chip that is known holds a message of 40010 bytes\n"))
        #expect(none.code == .success)
    }

    @Test func whatIsOddIsTold() {
        let run = encode("--json", "tel", "112")
        let sentence =
            "the telephone number \"112\" has no country code, and is dialled in its own country alone: write + and the "
            + "country code in front"
        #expect(run.errors == "warning: \(sentence)\n")
        #expect(run.output.contains(#""notes":["the telephone number \"112\""#))
        #expect(run.code == .success)
        let several = encode("aar", "com.example.app", "+", "tel", "112")
        #expect(
            several.errors
                == "warning: record 2, tel: \(sentence)\nwarning: the Android package stands before the other "
                + "records, and Android acts on the first: put it last\n")
    }

    /// A place is no link that every phone opens.
    @Test func whatPhonesDoNotOpenIsTold() {
        let run = encode("geo", "48.2,16.3")
        #expect(run.output == "D1010E550067656F3A34382E322C31362E33\n")
        #expect(run.errors.hasPrefix("warning: the first record is a URI of the scheme \"geo\""))
    }

    static let refused: [([String], String)] = [
        ([], "TYPE is missing: tagmill ndef encode TYPE"),
        (["urk", "x"], "the type \"urk\" is none of uri, url, link, text"),
        (
            ["uri", "https://example.com", "+"],
            "a type is missing: records are parted by one +, each begins with its type"
        ),
        (["+", "uri"], "a type is missing"),
        (["uri", "example.com"], "the URL \"example.com\" has no scheme; write \"https://example.com\""),
        (
            ["uri", "https://example.com", "+", "tel", "x"],
            "record 2, tel: at character 1 of the telephone number \"x\" stands x; write digits"
        ),
        (
            ["uri", "https://example.com", "text", "x"],
            "what is \"text\"?: uri has value; a further record begins behind a +"
        ),
        (["sms", "+1", "bdy=x"], "\"bdy\" is no field of sms: sms has value, body; is body meant?"),
        (["text"], "there is nothing to write: the type is text, and its value is empty"),
        (["text", ""], "there is nothing to write: the type is text, and its value is empty"),
        (["gs1", "+", "text", "x"], "there is nothing to write: the type is gs1, and its value is empty"),
        (["wifi"], "there is nothing to write: the type is wifi, and none of its columns is filled in: ssid, password"),
        (["uri", "https://example.com", "lang=de"], "\"lang\" is no field of uri: uri has value; a further record"),
        (["sms", "+1", "body=x", "body=y"], "sms has its body twice"),
        (["sms", "+1", "value=+2"], "sms has its value twice"),
        (["text", "x", "lang=d_e"], "lang must be a code like en or de-AT, not \"d_e\""),
        (["text", "x", "--lang", "d_e"], "option '--lang' must be a language code such as en or de-AT, not 'd_e'"),
        (["text", "value=@no-such-file"], "no-such-file: "),
        (["--from", "no-such-file"], "no-such-file: "),
        (["--from", "x", "uri"], "'--from' names all records; \"uri\" cannot stand beside it"),
        (["--from", "x", "--lang", "en"], "'--lang' cannot stand together with '--from'"),
        (["geo", "-33.8,151.2"], "unknown option '-3'"),
    ]

    @Test(arguments: refused.indices)
    func whatCannotBeWrittenIsRefused(_ index: Int) {
        let (words, sentence) = Self.refused[index]
        let run = ToolRun(words: ["ndef", "encode"] + words)
        #expect(run.code == .refused)
        #expect(run.errors.hasPrefix("tagmill: " + sentence), "\(run.errors)")
        #expect(run.output.isEmpty)
    }

    @Test func everyProblemIsTold() {
        let run = encode("gs1", "96385075", "batch=ä")
        #expect(run.errors.contains("must be 4"))
        #expect(run.errors.contains("\nä stands in batch"))
    }

    // MARK: Files

    @Test func valuesOutOfFiles() throws {
        let folder = try ScratchFolder()
        func file(_ name: String, _ bytes: [UInt8]) throws -> String {
            let path = folder.path + "/" + name
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            return path
        }
        #expect(
            encode("text", "value=@" + (try file("a", Array("Hello\n".utf8)))).output == "D101085402656E48656C6C6F\n")
        // One end of a line alone is not part of it.
        #expect(encode("text", "value=@" + (try file("b", Array("a\r\n\r\n".utf8)))).output == "D101065402656E610D0A\n")
        for bytes in [[0x61, 0x00], [0xFF]] as [[UInt8]] {
            let path = try file("c", bytes)
            let run = encode("text", "value=@" + path)
            #expect(run.errors == "tagmill: \(path): is no text in UTF-8 without a NUL byte\n")
            #expect(run.code == .refused)
        }
    }

    @Test func theBytesGoIntoAFile() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/a.ndef"
        let run = encode("uri", "https://example.com", "-o", path)
        #expect(run.output.isEmpty)
        #expect(run.errors == "\(path) holds the message, 16 bytes\n")
        #expect(Array(try Data(contentsOf: URL(fileURLWithPath: path))).first == 0xD1)
        #expect(ToolRun("ndef", "decode", path).output.contains("https://example.com"))
        let again = encode("uri", "https://example.org", "-o", path)
        #expect(again.errors == "tagmill: \(path): is there; '--yes' writes over it\n")
        #expect(again.code == .refused)
        #expect(
            encode("uri", "https://example.org", "-o", path, "-y", "--json").output.hasPrefix(#"{"message_hex":"D1"#))
        #expect(ToolRun("ndef", "decode", path).output.contains("https://example.org"))
    }

    @Test func contentOutOfAFile() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/content"
        try Data([0x00, 0xFF, 0x0A]).write(to: URL(fileURLWithPath: path))
        #expect(encode("mime:a/b", "file=" + path).output == "D20303612F6200FF0A\n")
        #expect(encode("mime:a/b", "file=" + path + "x").code == .refused)
        #expect(encode("text", "file=" + path).output == "D101" + hexOfText("file=" + path) + "\n")
    }

    private func hexOfText(_ text: String) -> String {
        let payload = [0x02, 0x65, 0x6E] + Array(text.utf8)
        return ([UInt8(payload.count), 0x54] + payload).hex
    }

    // MARK: The way back

    @Test(arguments: [
        "D1010C55046578616D706C652E636F6D", "D9010801546102656E48656C6C6F", "D102085370D10104550165782E",
        "D20A02746578742F706C61696E6869", "D303006163" + "65", "D40F03616E64726F69642E636F6D3A706B67612E62",
        "D40301613A62FF", "D00000", "D50001AA", "D201006B", "91010255039F51010C55046578616D706C652E636F6D",
        "9101055402656E6869" + "5101055402656E6869", "D1010655246E66637079",
    ])
    func whatWasDecodedIsEncodedToTheSameBytes(_ hex: String) throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/message.json"
        for command in [["ndef", "decode", hex, "--json"], ["ndef", "encode", "ndef", hex, "--json"]] {
            let json = ToolRun(words: command)
            #expect(json.code == .success, "\(json.errors)")
            try Data(json.output.utf8).write(to: URL(fileURLWithPath: path))
            let run = encode("--from", path)
            #expect(run.output == hex + "\n")
            #expect(run.code == .success)
        }
    }

    @Test(arguments: [
        ("", "is no JSON: "), ("{}", "has no array records, as the objects have that 'ndef decode --json' prints"),
        (#"{"records":[]}"#, "the records are no message: a message has at least one record"),
        (#"{"records":[1]}"#, "record 1: is no object"),
        (#"{"records":[{"tnf":8,"payload_hex":""}]}"#, "record 1: tnf must be a number from 0 to 5"),
        (#"{"records":[{"tnf":7,"payload_hex":""}]}"#, "records of TNF 6 and 7 are not written at byte 0 (TNF 7)"),
        (#"{"records":[{"tnf":5,"payload_hex":"0"}]}"#, "record 1: payload_hex must be hex, two digits a byte"),
        (
            #"{"records":[{"tnf":1,"type":"U","payload_hex":"0461","uri":"https://b"}]}"#,
            "record 1: uri is not what its bytes say; leave it out, or change payload_hex"
        ),
        (
            #"{"records":[{"tnf":1,"type":"U","payload_hex":"0461","url":"https://a"}]}"#,
            "record 1: \"url\" is no member of a record; is uri meant?"
        ),
    ])
    func whatIsNoDecodedMessageIsRefused(_ text: String, _ sentence: String) throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/message.json"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let run = encode("--from", path)
        #expect(run.errors.contains(sentence), "\(run.errors)")
        #expect(run.code == .refused)
        #expect(run.output.isEmpty)
    }

    // MARK: Secrets

    private func source(typed: String?, isTerminal: Bool = true) -> ValueSource {
        let surroundings = Surroundings(
            environment: [:], outputIsTerminal: false, errorIsTerminal: isTerminal, inputIsTerminal: isTerminal)
        let console = Console(standardOutput: RecordedOutput(), standardError: RecordedOutput())
        return ValueSource(
            context: CommandContext(arguments: Arguments(), surroundings: surroundings, console: console),
            readSecret: { typed })
    }

    @Test(arguments: ["password=secret", "key=secret", "password=@@secret"])
    func aPasswordIsNoWordOfTheCommandLine(_ word: String) {
        let run = encode("wifi", "ssid=Guest", word)
        let field = String(word.prefix { $0 != "=" })
        #expect(
            run.errors
                == "tagmill: others can read the \(field) in the list of processes: give it as \(field)=@FILE, or as "
                + "\(field)=@- on standard input\n")
        #expect(run.code == .refused)
        #expect(!run.errors.contains("secret"))
    }

    @Test func aPasswordOutOfAFile() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/password"
        try Data("s3cret pass\n".utf8).write(to: URL(fileURLWithPath: path))
        let run = encode("wifi", "ssid=Guest", "password=@" + path)
        #expect(run.code == .success)
        #expect(run.errors.isEmpty)
        let decoded = ToolRun("ndef", "decode", String(run.output.dropLast()), "--json")
        #expect(decoded.output.contains(#""ssid":"Guest""#))
        #expect(decoded.output.contains(#""key":"s3cret pass""#))
    }

    @Test func aPasswordIsTypedAndNotShown() throws {
        var source = source(typed: "s3cret")
        #expect(try source.text("@-", of: "password", isSecret: true) == "s3cret")
        #expect(throws: CommandError.self) { try source.text("@-", of: "password", isSecret: true) }
        var none = self.source(typed: nil)
        #expect(try none.text("@-", of: "password", isSecret: true).isEmpty)
        #expect(throws: CommandError.self) { try none.text("s3cret", of: "password", isSecret: true) }
        #expect(try none.text("", of: "password", isSecret: true).isEmpty)
    }

    /// Those that need no file and no typing.
    @Test func theExamplesOfTheHelpAreTaken() {
        let lines = CommandTable.ndefEncode.examples.map(\.line).filter { !$0.contains("@") && !$0.contains("--from") }
        #expect(lines.count >= 3)
        for line in lines {
            var words: [String] = []
            for (index, part) in line.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
                words += index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
            }
            let kept = words.dropFirst().prefix { $0 != "-o" }
            let run = ToolRun(words: Array(kept))
            #expect(run.code == .success, "\(line): \(run.errors)")
            #expect(run.errors.isEmpty, "\(line)")
        }
    }
}
