import Foundation
import TagImages
import Tags
import Testing

@testable import tagmill

@Suite struct VerifyCommandTests {
    private static let first = "04A10000000001"
    private static let second = "04A10000000002"
    private let bench: JobBench
    private var images: String { bench.path + "/images" }

    init() throws {
        bench = try JobBench()
        try FileManager.default.createDirectory(
            atPath: bench.path + "/images/more", withIntermediateDirectories: true)
    }

    /// Two tags as the golden file has them.
    private func golden() throws -> String {
        let goldenFile = try bench.file(
            "golden.csv",
            "sku,url,text,uid\nTEA-1,https://a.example/t/TEA-1,Tea,\nTEA-2,https://a.example/t/TEA-2,,\(Self.second)\n")
        try bench.file("images/1.nfc", TagFile(Self.first, uri: "https://a.example/t/TEA-1", text: "Tea").flipper)
        try bench.file("images/more/2.nfc", TagFile(Self.second, uri: "https://a.example/t/TEA-2").flipper)
        return goldenFile
    }

    @Test func everythingMatches() throws {
        let run = bench.tool("verify", try golden(), images)
        #expect(run.output == "2 match\n")
        #expect(run.errors.isEmpty)
        #expect(run.code == .success)
        #expect(!bench.exists(bench.journal))
        #expect(!bench.exists("reports/report.csv"))
    }

    @Test func aLineForEachStatusButMatch() throws {
        let golden = try golden()
        try bench.file("golden.csv", try bench.text(golden) + "TEA-3,https://a.example/t/TEA-3,,\nTEA-4,,Four,\n")
        try bench.file("images/0-copy.nfc", try bench.text(images + "/1.nfc"))
        try bench.file("images/3.nfc", TagFile("04A10000000003", uri: "https://b.example/t/TEA-3").flipper)
        try bench.file("images/5.nfc", TagFile("04A10000000005", text: "five").flipper)
        try bench.file("images/6.nfc", TagFile("04A10000000006", text: "six").flipper)
        try bench.file("images/notes.md", "# What these are\n")
        var cut = try TagFile("04A10000000007", text: String(repeating: "x", count: 60))
        cut.pagesRead = 8
        try bench.file("images/7.nfc", cut.flipper)
        let run = bench.tool("verify", golden, images)
        let lines = run.output.split(separator: "\n").map(String.init)
        let expected = """
            differs TEA-3, tag 04A10000000003, IMAGES/3.nfc: record 1: the URI "https://a.example/t/TEA-3" is expected, and \
            "https://b.example/t/TEA-3" is there
            differs TEA-4, tag 04A10000000005, IMAGES/5.nfc: record 1: the text "Four" is expected, and "five" is there; \
            nothing on the tag points to this row, which is compared as the next one without a tag
            duplicate tag 04A10000000001, IMAGES/1.nfc: the tag 04A10000000001 was seen before: IMAGES/0-copy.nfc
            unexpected tag 04A10000000006, IMAGES/6.nfc: no row expects it; it holds the text "six"
            """
        #expect(lines.prefix(4).joined(separator: "\n") == expected.replacing("IMAGES", with: images))
        #expect(lines[4].hasPrefix("unreadable tag 04A10000000007, \(images)/7.nfc: "))
        #expect(
            lines.last
                == "2 match, 2 differ, 1 unexpected, 1 duplicate, 1 unreadable; 1 file of no known kind passed over")
        #expect(lines.count == 6)
        #expect(run.code == .notAchieved)
    }

    @Test func whatIsMissingNamesItsLine() throws {
        let run = bench.tool("verify", try golden(), images + "/1.nfc")
        #expect(run.output == "missing TEA-2 (line 3): no tag \(Self.second) was seen\n1 match, 1 missing\n")
        #expect(run.code == .notAchieved)
    }

    @Test func theResultAsJSON() throws {
        let run = bench.tool("verify", try golden(), images, "--json")
        #expect(run.code == .success)
        #expect(run.output.hasPrefix(#"{"schema":"tagmill.verify/1","#))
        #expect(run.output.contains(#""status":"match""#))
        #expect(run.output.split(separator: "\n").count == 1)
    }

    @Test func filesThatAreAskedFor() throws {
        let golden = try golden()
        let out = bench.path + "/out"
        let run = bench.tool("verify", golden, images, "-o", out, "--junit", bench.path + "/ci/verify.xml")
        #expect(run.code == .success)
        #expect(try bench.text(out + "/report.csv").hasPrefix("sku,url,text,uid,result_status,"))
        #expect(try bench.text(out + "/report.json").hasPrefix("{"))
        #expect(try bench.text(bench.path + "/ci/verify.xml").contains("testsuite"))
        // Its own report is no golden file, and nothing that is read is written over.
        for name in ["report.csv", "report.json"] {
            let own = bench.tool("verify", out + "/" + name, images)
            #expect(own.code == .refused)
            #expect(own.errors.contains("report of verify"))
            for command in ["rerun", "run", "plan"] {
                let again = bench.tool(command, out + "/" + name)
                #expect(again.code == .refused)
                #expect(again.errors.contains("this is a report of verify"), "\(command): \(again.errors)")
            }
        }
        for words in [["--junit", golden], ["--junit", images + "/1.nfc"]] {
            let over = ToolRun(words: ["verify", golden, images + "/1.nfc"] + words)
            #expect(over.code == .refused)
            #expect(over.errors.contains("would write over it"))
        }
        let before = try bench.text(golden)
        try FileManager.default.copyItem(atPath: golden, toPath: bench.path + "/images/report.csv")
        #expect(
            bench.tool("verify", bench.path + "/images/report.csv", images, "-o", images).code == .refused)
        #expect(try bench.text(bench.path + "/images/report.csv") == before)
    }

    @Test func theReportOfARunIsNotWrittenOver() throws {
        let golden = try golden()
        let folder = try bench.runTwoRows(over: JobBench.goodTags)
        for name in ["report.csv", "report.json"] {
            let before = try bench.text(folder + "/" + name)
            let run = bench.tool("verify", golden, images, "-o", folder)
            #expect(run.code == .refused)
            #expect(
                run.errors == "tagmill: \(folder)/\(name): is the report of a run, and -o would write over it; choose "
                    + "another folder\n")
            #expect(run.output.isEmpty)
            #expect(try bench.text(folder + "/" + name) == before)
            // One of the two is enough.
            try FileManager.default.removeItem(atPath: folder + "/" + name)
        }
        #expect(bench.tool("verify", golden, images, "-o", folder).code == .success)
        // Verify's own is replaced.
        let own = try bench.text(folder + "/report.json")
        #expect(bench.tool("verify", golden, images + "/1.nfc", "-o", folder).code == .notAchieved)
        #expect(try bench.text(folder + "/report.json") != own)
    }

    @Test func aFileThatCannotBeWrittenIsExitThree() throws {
        let golden = try golden()
        let run = bench.tool("verify", golden, images, "-o", golden + "/x")
        #expect(run.code == .unavailable)
        #expect(run.output == "2 match\n")
        #expect(run.errors.contains(golden + "/x"))
    }

    // MARK: The golden file

    @Test func everyProblemOfTheGoldenFileIsToldAndNothingIsRead() throws {
        let golden = try bench.file(
            "golden.csv", "sku,url,lock_state\nA,https://a.example,open\nB,,\nA,https://a.example/b,\n")
        let run = bench.tool("verify", golden, images, "--quiet")
        #expect(run.code == .refused)
        #expect(run.output.isEmpty)
        let lines = run.errors.split(separator: "\n").map(String.init)
        #expect(lines.count == 4)
        #expect(lines[0].hasPrefix("\(golden):2: error: row 1, column 'lock_state': lock_state is one of writable, "))
        #expect(lines[1].hasPrefix("\(golden):3: error: row 2: "))
        #expect(lines[2].hasPrefix("\(golden):4: error: row 3, column 'sku': "))
        #expect(lines[3] == "tagmill: \(golden): refused, 3 errors; nothing was compared")
        let broken = try bench.file("broken.csv", "sku,url\nA,\"https://a.example\n")
        #expect(bench.tool("verify", broken, images).errors.contains("\(broken):2: error: "))
    }

    @Test func aJobWithSettingsAndTemplatesIsOne() throws {
        let job = try bench.file("job.csv", "sku,text\nTEA-1,Tea\n")
        try bench.file("job.json", #"{"name": "Shelf", "overwrite": "always"}"#)
        try bench.file("images/1.nfc", TagFile(Self.first, uri: "https://a.example/t/TEA-1", text: "Tea").flipper)
        let run = bench.tool("verify", job, images, "--url", "https://a.example/t/{sku}", "--json")
        #expect(run.code == .success)
        #expect(run.errors == "settings: \(bench.path)/job.json\n")
        let german = bench.tool(
            "verify", job, images, "--url", "https://a.example/t/{sku}", "--lang", "de", "--settings", "none")
        #expect(german.code == .notAchieved)
        #expect(german.output.contains(#"record 2: the language "de" is expected, and "en" is there"#))
    }

    @Test func theReportOfARunIsOne() throws {
        let folder = try bench.runTwoRows(over: JobBench.goodTags)
        try bench.file("images/1.nfc", TagFile("04A10000000001", uri: "https://example.com/a").flipper)
        try bench.file("images/2.nfc", TagFile("04A10000000002", uri: "https://example.com/b").flipper)
        for name in ["report.csv", "report.json"] {
            let run = bench.tool("verify", folder + "/" + name, images)
            #expect(run.output == "2 match\n")
            #expect(run.errors.isEmpty)
            #expect(run.code == .success)
            // The other tag holds what is expected of this one.
            try bench.file("images/2.nfc", TagFile("04A10000000009", uri: "https://example.com/b").flipper)
            let other = bench.tool("verify", folder + "/" + name, images)
            #expect(
                other.output
                    == "differs B, tag 04A10000000009, \(images)/2.nfc: the UID 04A10000000002 is expected, and it is "
                    + "04A10000000009\n1 match, 1 differs\n")
            try bench.file("images/2.nfc", TagFile("04A10000000002", uri: "https://example.com/b").flipper)
        }
        let options = bench.tool("verify", folder + "/report.csv", images, "--url", "https://x.example/{sku}")
        #expect(options.code == .refused)
        #expect(options.errors.contains("'--url' is for jobs"))
    }

    @Test func itemsThatDidNotSucceedArePassedOver() throws {
        let folder = try bench.runTwoRows(over: JobBench.badTags + "," + JobBench.goodTags)
        try bench.file("images/2.nfc", TagFile("04A10000000001", uri: "https://example.com/b").flipper)
        let run = bench.tool("verify", folder + "/report.csv", images)
        #expect(run.errors == "\(folder)/report.csv: 1 item that did not succeed is passed over\n")
        #expect(run.output == "1 match, 1 item passed over\n")
        let failures = bench.tool("verify", folder + "/failures.csv", images)
        #expect(failures.code == .refused)
        #expect(failures.errors.contains("no item of this report succeeded"))
    }

    // MARK: Images

    /// Field case 12: the lock control TLV of another chip says nothing against the message.
    @Test func theControlTLVAloneIsNoDifference() throws {
        let golden = try golden()
        var tag = try TagFile(Self.second, uri: "https://a.example/t/TEA-2")
        tag.lockControl = "0103A01044"
        try bench.file("images/more/2.nfc", tag.flipper)
        for words in [[], ["--exact"]] {
            let run = ToolRun(words: ["verify", golden, images] + words)
            #expect(run.output == "2 match\n")
            #expect(run.code == .success)
        }
    }

    /// Field case 13: a capability container of another size is read, and one of another magic is none.
    @Test func otherContainers() throws {
        let golden = try golden()
        var tag = try TagFile(Self.second, uri: "https://a.example/t/TEA-2")
        tag.container = "E1101000"
        try bench.file("images/more/2.nfc", tag.flipper)
        #expect(bench.tool("verify", golden, images).output == "2 match\n")
        tag.container = "F110FFEE"
        try bench.file("images/more/2.nfc", tag.flipper)
        let run = bench.tool("verify", golden, images)
        #expect(
            run.output.hasPrefix(
                "differs TEA-2, tag \(Self.second), \(images)/more/2.nfc: 1 record is expected, and the tag is none for NDEF: "
            ))
        #expect(run.code == .notAchieved)
    }

    /// What counts as it should, and is odd, is told on demand.
    @Test func theNotesOfATagThatMatches() throws {
        let golden = try golden()
        var tag = try TagFile(Self.second, uri: "https://a.example/t/TEA-2")
        tag.lockControl = "0103A01044"
        let path = try bench.file("images/more/2.nfc", tag.flipper)
        let run = bench.tool("verify", golden, images, "-v")
        #expect(run.code == .success)
        #expect(run.errors.contains("\nnote on \(path): "), "\(run.errors)")
        #expect(!bench.tool("verify", golden, images).errors.contains("note on"))
        #expect(!bench.tool("verify", golden, images, "--json").output.contains(#""notes":[]}]"#))
    }

    @Test func theSameTagInTwoFormatsIsADuplicate() throws {
        let golden = try golden()
        let tag = try TagFile(Self.second, uri: "https://a.example/t/TEA-2")
        let image = try TagImage(reading: Array(tag.flipper.utf8), name: "2.nfc")
        try bench.file("images/more/2.pm3.json", String(decoding: try image.write(as: .proxmarkJSON), as: UTF8.self))
        let run = bench.tool("verify", golden, images)
        #expect(
            run.output
                == "duplicate tag \(Self.second), \(images)/more/2.pm3.json: the tag \(Self.second) was seen before: "
                + "\(images)/more/2.nfc\n2 match, 1 duplicate\n")
        // Each alone says the same.
        try FileManager.default.removeItem(atPath: images + "/more/2.nfc")
        #expect(bench.tool("verify", golden, images).output == "2 match\n")
    }

    @Test func theMirrorOfATagIsLeftOut() throws {
        let url = "https://a.example/m/00000000000000"
        let golden = try bench.file("golden.csv", "url\n\(url)\n")
        // The URI stands from byte 5 + 2 + 5 of page 4 on; MIRROR_CONF 1, MIRROR_BYTE and MIRROR_PAGE point at its zeros.
        var tag = try TagFile(Self.first, uri: "https://a.example/m/04A10000000001")
        let place = 16 + 5 + 2 + 5 + "a.example/m/".utf8.count
        tag.cfg0 = [UInt8(0x40 | (place % 4) << 4 | 4), 0, UInt8(place / 4), 0xFF].hex
        try bench.file("images/1.nfc", tag.flipper)
        #expect(bench.tool("verify", golden, images).output == "1 match\n")
        tag.cfg0 = "040000FF"
        try bench.file("images/1.nfc", tag.flipper)
        #expect(bench.tool("verify", golden, images).code == .notAchieved)
    }

    @Test func aPathThatIsNotThereIsRefused() throws {
        let run = bench.tool("verify", try golden(), images, images + "/none.nfc")
        #expect(run.code == .refused)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(images + "/none.nfc"))
        #expect(bench.tool("verify", bench.path + "/none.csv", images).code == .refused)
        #expect(bench.tool("verify").code == .refused)
    }

    @Test func aNamedFileThatIsNoImageIsUnreadable() throws {
        let golden = try golden()
        let notes = try bench.file("notes.md", "# Not a tag\n")
        let run = bench.tool("verify", golden, images, notes)
        #expect(run.output == "unreadable \(notes): is of no kind of image that is known\n2 match, 1 unreadable\n")
        #expect(run.code == .notAchieved)
    }

    /// An ending that only images have: a tag of the set would go unseen.
    @Test(arguments: ["nfc", "NFC", "eml", "mct", "mfd", "t4t", "ndef"])
    func anEmptyImageInAFolderIsUnreadable(_ ending: String) throws {
        let golden = try golden()
        let file = try bench.file("images/tea-3.\(ending)", "")
        let run = bench.tool("verify", golden, images)
        #expect(run.output.hasPrefix("unreadable \(file): "))
        #expect(run.output.hasSuffix("\n2 match, 1 unreadable\n"))
        #expect(run.code == .notAchieved)
    }

    @Test func whatIsPassedOverIsNamed() throws {
        let golden = try golden()
        for name in ["a.png", "more/notes.md"] { try bench.file("images/" + name, "# Not a tag\n") }
        let two = bench.tool("verify", golden, images)
        #expect(two.errors == "2 files of no known kind passed over: a.png, notes.md\n")
        #expect(two.code == .success)
        for number in 1...4 { try bench.file("images/b\(number).png", "") }
        #expect(
            bench.tool("verify", golden, images).errors
                == "6 files of no known kind passed over: a.png, b1.png, b2.png, b3.png, b4.png and 1 more\n")
    }

    @Test func aSavedTagIsNoImageAndSaysWhatToDo() throws {
        let golden = try golden()
        let file = try bench.file("images/3.json", #"{"schema": "tagmill.saved/1", "records": []}"#)
        let run = bench.tool("verify", golden, images)
        #expect(
            run.output == "unreadable \(file): is a saved tag and no image of one: 'tagmill saved import' takes it, "
                + "and 'tagmill saved export ID FILE --format pm3-json' makes an image\n2 match, 1 unreadable\n")
        #expect(run.code == .notAchieved)
        #expect(bench.tool("read", file).output.contains("is a saved tag and no image of one"))
        #expect(
            bench.tool("tag", "dump", bench.path + "/a.nfc", "--image", file).errors.contains("'tagmill saved import'"))
    }

    @Test func exactComparesBytes() throws {
        // An abbreviation that differs: 00 and the URI in full.
        let golden = try bench.file("golden.csv", "message_hex\nD1010C55006874747073 3A2F2F612E\n")
        let url = try bench.file("url.csv", "url\nhttps://a.\n")
        try bench.file("images/1.nfc", TagFile(Self.first, uri: "https://a.").flipper)
        #expect(bench.tool("verify", golden, images).code == .refused)
        try bench.file("golden.csv", "message_hex\nD1010B550068747470733A2F2F612E\n")
        #expect(bench.tool("verify", golden, images).output == "1 match\n")
        #expect(bench.tool("verify", url, images, "--exact").output == "1 match\n")
        let exact = bench.tool("verify", golden, images, "--exact")
        #expect(exact.output.contains("the messages differ from byte 2 on: "))
        #expect(exact.output.hasSuffix("0 match, 1 differs\n"))
    }

    /// An empty tag need not hold a message, also by its bytes; one that is none for NDEF is expected by its lock state.
    @Test func tagsWithoutAMessage() throws {
        let golden = try bench.file(
            "golden.csv", "uid,message_hex,lock_state\n\(Self.first),D00000,\n\(Self.second),,not-ndef\n")
        var empty = try TagFile(Self.first)
        empty.message = []
        try bench.file("images/1.nfc", empty.flipper)
        var none = try TagFile(Self.second)
        none.container = "00000000"
        try bench.file("images/2.nfc", none.flipper)
        for words in [[], ["--exact"]] {
            let run = ToolRun(words: ["verify", golden, images] + words)
            #expect(run.output == "2 match\n", "\(run.errors)")
        }
    }

    @Test func readerOptionsDoNotStandBesidePaths() throws {
        let golden = try golden()
        for words in [["--reader", "x"], ["--rack", "x.json"], ["--idle-timeout", "3"]] {
            let run = ToolRun(words: ["verify", golden, images] + words)
            #expect(run.code == .refused)
            #expect(run.errors.contains("cannot stand together with a PATH"))
        }
        #expect(ToolRun(words: ["verify", golden, "--journal", "x"]).code == .refused)
    }

    @Test func theHelpHasExamples() {
        let help = ToolRun(words: ["verify", "--help"]).output
        #expect(help.hasPrefix("Usage: tagmill verify GOLDEN.csv [PATH...] [options]\n"))
        #expect(help.contains("tagmill verify golden.csv images/"))
    }
}
