import Testing

@testable import tagmill

@Suite struct ReadCommandTests {
    private static let message =
        #"{"chip": "NTAG213", "uid": "04A1B2C3D4E5F6", "pages": {"4": "0310D101", "5": "0C550465", "6": "78616D70", "#
        + #""7": "6C652E63", "8": "6F6DFE00"}}"#

    @Test func aMessageForAPerson() throws {
        let run = try ScratchRack(left: Self.message).run("read")
        #expect(run.code == .success)
        #expect(run.errors.isEmpty)
        #expect(
            run.output == """
                tag     04A1B2C3D4E5F6, NTAG213, not genuine
                reader  ACS ACR122U PICC Interface 00 00
                state   writable, takes a message of up to 142 bytes
                holds   a message of 16 bytes
                   record  content
                1  URI     https://example.com

                """)
    }

    @Test func aMessageAsJSON() throws {
        let run = try ScratchRack(right: Self.message).run("read", "--json")
        #expect(run.code == .success)
        #expect(
            run.output == #"{"schema":"tagmill.tag/1","source":"Part 3 Reader 00 00","uid":"04A1B2C3D4E5F6","#
                + #""chip":"NTAG213","forum_type":2,"genuine":"unknown","verdict":"message","lock_state":"writable","#
                + #""capacity_bytes":142,"message_bytes":16,"message_hex":"D1010C55046578616D706C652E636F6D","#
                + #""records":[{"tnf":1,"type":"U","id":"","payload_hex":"046578616D706C652E636F6D","#
                + #""uri":"https://example.com"}],"notes":[]}"# + "\n")
    }

    struct Case: Sendable {
        let pages: String
        var chip = "NTAG213"
        let verdict: String
        let lockState: String
        let code: ExitCode
        let note: String
    }

    private static let cases: [Case] = [
        Case(pages: "", verdict: "empty", lockState: "writable", code: .success, note: ""),
        Case(
            pages: #""4": "0303D000", "5": "00FE0000""#, verdict: "empty", lockState: "writable", code: .success,
            note: ""),
        Case(
            pages: #""3": "00000000""#, verdict: "not-ndef", lockState: "not-ndef", code: .notAchieved,
            note: "never formatted"),
        Case(
            pages: #""5": "FF7FFFFF""#, verdict: "damaged", lockState: "writable", code: .notAchieved,
            note: "lock control TLV"),
        Case(
            pages: #""4": "03035000", "5": "00FE0000""#, verdict: "damaged", lockState: "writable", code: .notAchieved,
            note: "no NDEF message"),
        // PROT with AUTH0 on page 4: the reader without pass-through cannot even tell the chip.
        Case(
            pages: #""41": "04000004", "42": "80050000""#, verdict: "unreadable", lockState: "password-read-write",
            code: .notAchieved, note: "password"),
        Case(
            pages: #""41": "04000010", "42": "00050000""#, verdict: "empty", lockState: "password-write",
            code: .success, note: "a password protects pages from 16 on"),
        Case(
            pages: #""3": "E1116F00""#, chip: "NTAG216", verdict: "empty", lockState: "writable", code: .success,
            note: "CC 888 bytes, chip area 872/888; a CC cannot be cleared"),
    ]

    @Test(arguments: cases.indices, [true, false])
    func verdicts(index: Int, passesThrough: Bool) throws {
        let expected = Self.cases[index]
        let tag = #"{"chip": "\#(expected.chip)", "pages": {\#(expected.pages)}}"#
        let rack = passesThrough ? try ScratchRack(left: tag) : try ScratchRack(right: tag)
        let json = rack.run("read", "--json")
        #expect(json.code == expected.code)
        #expect(json.output.contains(#""verdict":"\#(expected.verdict)","lock_state":"\#(expected.lockState)""#))
        #expect(json.output.contains(expected.note))
        #expect(json.output.contains(#""forum_type":2,"#))
        #expect(json.errors.isEmpty)
        let text = rack.run("read")
        #expect(text.code == expected.code)
        #expect(text.output.contains("state   \(expected.lockState)"))
        #expect(text.output.contains(expected.note))
    }

    /// A message whose second record is cut off: the first is shown, and why the tag holds no message.
    @Test func ofADamagedMessageIsShownWhatCanBeRead() throws {
        let tag =
            #"{"chip": "NTAG213", "uid": "04A1B2C3D4E5F6", "pages": {"4": "03129101", "5": "0C550465", "6": "78616D70", "#
            + #""7": "6C652E63", "8": "6F6D5101", "9": "FE000000"}}"#
        let text = try ScratchRack(left: tag).run("read")
        #expect(text.code == .notAchieved)
        #expect(text.output.contains("\nholds   nothing that can be used; damaged: no NDEF message: "))
        #expect(text.output.contains("\n1  URI     https://example.com\n"))
        let json = try ScratchRack(left: tag).run("read", "--json")
        #expect(json.output.contains(#""verdict":"damaged""#))
        #expect(json.output.contains(#""message_hex":"91010C55046578616D706C652E636F6D5101","records":[{"tnf":1,"#))
        #expect(json.output.contains(#""uri":"https://example.com"}],"notes":["no NDEF message: "#))
    }

    @Test func theFirstReaderWithATagIsTakenAndOneCanBeNamed() throws {
        let rack = try ScratchRack(left: #"{"chip": "NTAG213"}"#, right: #"{"chip": "NTAG215"}"#)
        for _ in 0..<5 {
            #expect(rack.run("read", "--json").output.contains(ScratchRack.left))
        }
        let right = rack.run("read", "--json", "--reader", "part 3")
        #expect(right.output.contains(#""source":"Part 3 Reader 00 00""#))
    }

    @Test func severalReadersAreRefusedByName() throws {
        let rack = try ScratchRack(left: Self.message)
        let run = rack.run("read", "--reader", "00 00")
        #expect(run.code == .refused)
        #expect(run.output.isEmpty)
        #expect(
            run.errors == "tagmill: '00 00' matches 2 readers, and this command needs one:\n  \(ScratchRack.left)\n"
                + "  \(ScratchRack.right)\n")
        #expect(rack.run("read", "--reader", "x").code == .unavailable)
    }

    @Test func aRackWithoutTagsEnds() throws {
        let run = try ScratchRack().run("read")
        #expect(run.code == .stopped)
        #expect(run.errors == "tagmill: no tag came: the rack has no more of them\n")
    }

    @Test func aTagThatIsTakenAwayIsToldAndTheNextOneRead() throws {
        let removed = #"{"chip": "NTAG215", "again": 0, "faults": [{"at": 2, "fault": "remove"}]}"#
        let run = try ScratchRack(left: removed + "," + Self.message).run("read")
        #expect(run.code == .success)
        #expect(run.errors.hasPrefix("warning: \(ScratchRack.left): the tag was taken away"))
        #expect(run.output.hasPrefix("tag     04A1B2C3D4E5F6"))
    }

    /// Field case 38: readers differ in what they pass on.
    @Test func whereNothingAnswersTheReaderAndTheCommandsAreNamed() throws {
        let deaf =
            #"{"chip": "NTAG215", "faults": [{"at": 1, "fault": "status:6300"}, {"at": 2, "fault": "status:6300"}]}"#
        let run = try ScratchRack(right: deaf).run("read", "--json")
        #expect(run.code == .notAchieved)
        #expect(run.output.contains(#""verdict":"unreadable","lock_state":"unknown""#))
        #expect(run.output.contains(#""forum_type":null"#))
        #expect(run.output.contains("the reader is of model part3; tried: FF CA (UID), FF B0 (read)"))
    }
}
