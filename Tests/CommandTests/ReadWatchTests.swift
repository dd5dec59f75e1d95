import Testing

@testable import tagmill

/// `read --watch`
@Suite struct ReadWatchTests {
    private static let message =
        #"{"chip": "NTAG213", "uid": "04A1B2C3D4E5F6", "pages": {"4": "0310D101", "5": "0C550465", "6": "78616D70", "#
        + #""7": "6C652E63", "8": "6F6DFE00"}}"#
    private static let blanks = #"{"chip": "NTAG215", "count": 2, "uid": "04A20000000001"}"#
    private static let notNDEF = #"{"chip": "NTAG213", "pages": {"3": "00000000"}}"#

    private static func uids(_ run: ToolRun) -> [Substring] {
        run.output.split(separator: "\n").map { $0.split(separator: #""uid":""#).last?.prefix(14) ?? "" }
    }

    @Test func aLineATagInTheOrderOfTheRack() throws {
        let rack = try ScratchRack(left: Self.blanks + "," + Self.message, right: Self.message)
        let run = rack.run("read", "--watch", "--json")
        #expect(run.code == .success)
        #expect(run.errors.isEmpty)
        // The same UID again is a tag that was laid again.
        #expect(Self.uids(run) == ["04A20000000001", "04A20000000002", "04A1B2C3D4E5F6", "04A1B2C3D4E5F6"])
        #expect(run.output.split(separator: "\n").last?.contains(#""source":"Part 3 Reader 00 00""#) == true)
    }

    @Test func aBlockATagWithAnEmptyLineBetween() throws {
        let run = try ScratchRack(left: Self.blanks).run("read", "--watch")
        #expect(
            run.output == """
                tag     04A20000000001, NTAG215, not genuine
                reader  ACS ACR122U PICC Interface 00 00
                state   writable, takes a message of up to 492 bytes
                holds   no message

                tag     04A20000000002, NTAG215, not genuine
                reader  ACS ACR122U PICC Interface 00 00
                state   writable, takes a message of up to 492 bytes
                holds   no message

                """)
    }

    @Test func severalReadersMayBeNamed() throws {
        let rack = try ScratchRack(left: Self.message, right: Self.blanks)
        #expect(Self.uids(rack.run("read", "--watch", "--json", "--reader", "00 00")).count == 3)
        #expect(Self.uids(rack.run("read", "--watch", "--json", "--reader", "part 3")).count == 2)
        let both = rack.run("read", "--watch", "--json", "--reader", "part 3", "--reader", "ACR122U")
        #expect(Self.uids(both).count == 3)
    }

    @Test func oneTagThatIsNotAsItShouldBeIsTold() throws {
        let run = try ScratchRack(left: Self.notNDEF + "," + Self.message).run("read", "--watch", "--json")
        #expect(run.code == .notAchieved)
        #expect(Self.uids(run).count == 2)
    }

    @Test func withoutATagItEndsAsASingleReadDoes() throws {
        let run = try ScratchRack().run("read", "--watch")
        #expect(run.code == .stopped)
        #expect(run.errors == "tagmill: no tag came: the rack has no more of them\n")
    }

    @Test func aTagThatWasTakenAwayIsToldAndShownWhenItIsBack() throws {
        let removed = #"{"chip": "NTAG215", "uid": "04A30000000001", "faults": [{"at": 2, "fault": "remove"}]}"#
        let run = try ScratchRack(left: removed + "," + Self.message).run("read", "--watch", "--json")
        #expect(run.code == .success)
        #expect(run.errors.hasPrefix("warning: \(ScratchRack.left): the tag was taken away"))
        #expect(Self.uids(run) == ["04A1B2C3D4E5F6", "04A30000000001"])
    }

    @Test func anOutputThatNobodyReadsEndsItQuietly() throws {
        let rack = try ScratchRack(left: Self.blanks)
        let output = RecordedOutput(.closed)
        let run = ToolRun(words: ["read", "--watch", "--json", "--rack", rack.path], output: output)
        #expect(run.code == .success)
        #expect(run.errors.isEmpty)
        #expect(output.writes == 1)
        let full = ToolRun(
            words: ["read", "--watch", "--json", "--rack", rack.path], output: RecordedOutput(.failed("No space left")))
        #expect(full.code == .unavailable)
        #expect(full.errors == "tagmill: standard output cannot be written: No space left\n")
    }
}
