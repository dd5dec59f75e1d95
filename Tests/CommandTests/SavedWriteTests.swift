import Foundation
import NDEF
import Provisioning
import Tags
import Testing

@testable import tagmill

/// `saved write`, on a rack.
@Suite struct SavedWriteTests {
    private let bench: SavedBench

    init() throws {
        bench = try SavedBench()
        try bench.add("Shelf")
    }

    private func write(_ tags: String, _ words: String...) throws -> ToolRun {
        bench.tool(words: ["saved", "write", "1", "--rack", try bench.rack(tags)] + words)
    }

    /// The message of another.
    private static let other =
        #""pages": {"4": "0310D101", "5": "0C550465", "6": "78616D70", "7": "6C652E63", "8": "6F6DFE00"}"#
    /// The message of the saved tag.
    private static let same =
        #""pages": {"4": "0312D101", "5": "0E550465", "6": "78616D70", "7": "6C652E63", "8": "6F6D2F61", "9": "FE000000"}"#

    @Test func aBlankTagIsWrittenAndComparedAndTheUseNoted() throws {
        let run = try write(#"{"chip": "NTAG213", "uid": "04A10000000001"}"#)
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.errors.isEmpty)
        #expect(
            run.output == """
                tag        04A10000000001, NTAG213
                reader     Reader A 00 00
                saved      1, Shelf, a message of 18 bytes
                written    read back after a new activation, and equal

                """)
        #expect(try bench.store().tag(id: 1).lastUsedAt != nil)
    }

    @Test func forAScript() throws {
        let run = try write(#"{"chip": "NTAG215", "uid": "04A10000000001"}"#, "--json")
        #expect(
            run.output
                == #"{"schema":"tagmill.written/1","saved":1,"name":"Shelf","result":"written","reason":null,"detail":null,"#
                + #""uid":"04A10000000001","chip":"NTAG215","reader":"Reader A 00 00","lock_state":"writable","capacity_bytes":492,"#
                + #""message_bytes":18}"# + "\n")
    }

    @Test func aTagThatHoldsItIsNotWritten() throws {
        let run = try write(#"{"chip": "NTAG215", \#(Self.same)}"#)
        #expect(run.code == .success)
        #expect(run.output.contains("unchanged  it held exactly this message; nothing was written"))
        #expect(try bench.store().tag(id: 1).lastUsedAt != nil)
    }

    @Test func anotherMessageIsWrittenOverOnlyWhereAskedFor() throws {
        let tag = #"{"chip": "NTAG215", \#(Self.other)}"#
        let refused = try write(tag)
        #expect(refused.code == .notAchieved)
        #expect(
            refused.output.contains(
                "rejected   tag-not-blank: the tag holds another message, of 16 bytes; nothing was written"))
        #expect(refused.output.contains("next       '--overwrite always' writes over it"))
        #expect(try bench.store().tag(id: 1).lastUsedAt == nil)
        #expect(try write(tag, "--overwrite", "always").output.contains("written    read back"))
        let same = try write(tag, "--overwrite", "same")
        #expect(same.code == .refused)
        #expect(same.errors == "tagmill: option '--overwrite' must be blank or always, not 'same'\n")
    }

    @Test(arguments: [("y", true), ("n", false)]) func aPersonIsAskedBeforeAnythingIsWrittenOver(
        answer: String, goesOn: Bool
    ) throws {
        let rack = try bench.rack(#"{"chip": "NTAG215", \#(Self.other)}"#)
        let run = try bench.asked("write", ["1", "--rack", rack, "--overwrite", "always"], answer: answer) {
            (context, confirmation) throws(CommandError) in
            try SavedWriteCommand(context: context, confirmation: confirmation).run()
        }
        #expect(
            run.errors.hasPrefix(
                "The tag that is laid will be written over, whatever it holds (--overwrite always). Go on?"))
        #expect(run.result == (goesOn ? .success : nil))
        #expect(run.error == (goesOn ? nil : .declined))
    }

    @Test func withoutATagItEnds() throws {
        let run = try write(#"{"chip": "NTAG213", "count": 1, "again": 0, "faults": [{"at": 1, "fault": "remove"}]}"#)
        #expect(run.code == .stopped)
        #expect(run.errors.contains("the tag was taken away"))
        #expect(run.errors.hasSuffix("tagmill: no tag came: the rack has no more of them\n"))
        #expect(try bench.store().tag(id: 1).lastUsedAt == nil)
    }

    /// One that was taken away before anything was written may come again.
    @Test func aTagThatComesBackIsWritten() throws {
        let run = try write(#"{"chip": "NTAG213", "uid": "04A10000000001", "faults": [{"at": 3, "fault": "remove"}]}"#)
        #expect(run.code == .success)
        #expect(run.output.contains("written"))
    }

    /// Field cases of torn writes: the page of the length is the last one that is sent.
    @Test func aTagLostWithTheLengthPageIsInDoubt() throws {
        let fault = #""faults": [{"page": 4, "fault": "remove-after"}]"#
        let run = try write(#"{"chip": "NTAG215", "uid": "04A10000000001", "again": 0, \#(fault)}"#)
        #expect(run.code == .notAchieved)
        #expect(run.output.contains("in-doubt   tag-removed"))
        #expect(
            run.output.contains(
                "whether the tag holds the message is not known: lay it again and compare ('tagmill read')"))
        #expect(try bench.store().tag(id: 1).lastUsedAt == nil)
        let json = try write(#"{"chip": "NTAG215", "again": 0, \#(fault)}"#, "--json")
        #expect(json.output.contains(#""result":"in-doubt","reason":"tag-removed""#))
    }

    @Test func aTagLostBeforeDoesNotHoldIt() throws {
        let run = try write(
            #"{"chip": "NTAG215", "uid": "04A10000000001", "again": 0, "faults": [{"page": 6, "fault": "remove"}]}"#)
        #expect(run.code == .notAchieved)
        #expect(run.output.contains("failed     tag-removed"))
        #expect(
            run.output.contains("the tag does not hold the message: lay it, or another, and give the command again"))
    }

    @Test func aWriteThatDoesNotLandIsRepairedOrTold() throws {
        let once = try write(#"{"chip": "NTAG215", "faults": [{"write": 2, "fault": "no-write"}]}"#)
        #expect(once.code == .success)
        #expect(once.output.contains("read back different"))
        let always = try write(#"{"chip": "NTAG215", "faults": [{"page": 6, "fault": "no-write"}]}"#)
        #expect(always.code == .notAchieved)
        #expect(always.output.contains("failed     verify-mismatch"))
        // The length is on the tag, which is not blank any more.
        let advice = "where this one is refused as not blank, '--overwrite always' writes over it"
        #expect(always.output.contains("give the command again; " + advice))
        let over = try write(
            #"{"chip": "NTAG215", "faults": [{"page": 6, "fault": "no-write"}]}"#, "--overwrite", "always")
        #expect(over.output.contains("failed     verify-mismatch"))
        #expect(!over.output.contains("not blank"))
    }

    // MARK: Passwords

    /// Of a tag whose writing, or reading too, its password keeps.
    private static func protected(_ access: String) -> String {
        #"{"chip": "NTAG213", "uid": "04A10000000001", "#
            + #""pages": {"41": "04000004", "42": "\#(access)", "43": "A1B2C3D4", "44": "CAFE0000"}}"#
    }

    private func write(_ tags: String, password: String?, model: String = "acr122u") throws -> ToolRun {
        let name = model == "acr122u" ? "ACS ACR122U PICC Interface 00 00" : "Reader A 00 00"
        let rack = try bench.write(
            "locked.json", #"{"readers": [{"name": "\#(name)", "model": "\#(model)", "tags": [\#(tags)]}]}"#)
        return bench.tool(
            words: ["saved", "write", "1", "--rack", rack],
            environment: password.map { ["TAGMILL_PASSWORD": $0] } ?? [:])
    }

    @Test(arguments: ["00050000", "80050000"]) func aProtectedTagIsOpenedWithItsPassword(access: String) throws {
        let run = try write(Self.protected(access), password: "A1B2C3D4:CAFE")
        #expect(run.code == .success, "\(run.errors) \(run.output)")
        let words = "written    read back after a new activation, and equal; a password protects pages from 4 on"
        #expect(run.output.contains(words))
        #expect(run.errors.isEmpty)
        let file = try bench.write("shop.key", "a1b2c3d4")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        let rack = try bench.write(
            "locked.json",
            #"{"readers": [{"name": "ACS ACR122U PICC Interface 00 00", "model": "acr122u", "#
                + #""tags": [\#(Self.protected(access))]}]}"#)
        #expect(bench.saved("write", "1", "--rack", rack, "--password-file", file).code == .success)
        let none = bench.saved("write", "1", "--rack", rack, "--password-file", bench.path + "/none")
        #expect(none.code == .refused)
    }

    @Test(arguments: [
        ("00050000", "a password protects pages from 4 on; the message needs pages 5-10"),
        ("80050000", "a password keeps pages from 4 on from being read"),
    ])
    func withoutItsPasswordItIsRefusedForIt(access: String, why: String) throws {
        let none = try write(Self.protected(access), password: nil)
        #expect(none.code == .notAchieved)
        #expect(none.output.contains("rejected   tag-password: \(why); nothing was written\n"))
        #expect(
            none.output.contains(
                "next       '--password-file FILE' opens it with its password, $TAGMILL_PASSWORD too\n"))
        let wrong = try write(Self.protected(access), password: "0BADCAFE")
        #expect(wrong.code == .notAchieved)
        #expect(wrong.output.contains("tag-password: \(why); it refused the password given for it"))
        #expect(!wrong.output.contains("next  ") && !wrong.output.contains("0BADCAFE"))
    }

    @Test func aReaderThatPassesNoPasswordIsTold() throws {
        let run = try write(Self.protected("00050000"), password: "A1B2C3D4:CAFE", model: "part3")
        #expect(run.code == .notAchieved)
        #expect(run.output.contains("; its password was given, and this reader passes none; nothing was written"))
    }

    // Field case 4: a torn write before left TLVs that lead nowhere.
    @Test func aTagWithBrokenTLVsIsRepaired() throws {
        let run = try write(
            #"{"chip": "NTAG213", "pages": {"4": "0103A00C", "5": "FF7FFFFF", "6": "54026465"}}"#)
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.output.contains("written"))
        #expect(run.output.contains("the tag held no message before"))
    }

    @Test func severalReadersAreRefused() throws {
        let rack = try bench.write(
            "two.json",
            #"{"readers": [{"name": "A 00 00", "model": "part3", "tags": []}, {"name": "B 00 00", "model": "part3", "tags": []}]}"#
        )
        let run = bench.saved("write", "1", "--rack", rack, "--reader", "00 00")
        #expect(run.code == .refused)
        #expect(run.errors.contains("matches 2 readers, and this command needs one"))
    }
}
