import Jobs
import Operations
import Provisioning
import Tags
import Testing

@testable import tagmill

@Suite struct ProgressBlockTests {
    private static var state: ProgressState {
        var state = ProgressState()
        let events: [RunEvent] = [
            Told.plugged(Told.left), Told.plugged(Told.right), Told.plugged("Part 3 A"), Told.plugged("Part 3 B"),
            .totals([.pending: 4, .written: 2, .failed: 1, .invalid: 0]),
            Told.concluded(Told.left, .written, item: Told.item(1, sku: "SKU-1")),
            .totals([.pending: 4, .written: 2, .failed: 1, .invalid: 0]),
            .offer(reader: Told.left, item: Told.item(5, sku: "SKU-5", summary: "https://example.com/t/SKU-5")),
            .writing(reader: Told.right, uid: Told.uid, item: Told.item(6, sku: "SKU-6")),
            Told.concluded("Part 3 A", .rejected, reason: .tagPassword),
            .readerUnplugged("Part 3 B"),
        ]
        for event in events { _ = state.apply(event, at: 0) }
        return state
    }

    private func text(_ state: ProgressState, _ columns: Int, _ rows: Int = 24, colored: Bool = false) -> [String] {
        ProgressBlock(state, at: 0, size: TerminalSize(columns: columns, rows: rows)).text(colored: colored)
    }

    @Test func aLineAReaderThenTheCounts() {
        #expect(
            text(Self.state, 120) == [
                "ACS ACR122U PICC Interface 00 00  lay a tag: SKU-5  https://example.com/t/SKU-5  last: written SKU-1",
                "ACS ACR122U PICC Interface 01 00  writing SKU-6 on tag 04A1B2C3D4E580",
                "Part 3 A                          rejected (tag-password); lift the tag and put it aside",
                "Part 3 B                          unplugged",
                "3 of 7 done, 2 written, 1 failed",
            ])
    }

    @Test func aNarrowTerminalCutsNamesInTheMiddleAndLinesAtTheEnd() {
        #expect(
            text(Self.state, 50) == [
                "ACS ACR... 00 00  lay a tag: SKU-5  https://ex...",
                "ACS ACR... 01 00  writing SKU-6 on tag 04A1B2C...",
                "Part 3 A          rejected (tag-password); lif...",
                "Part 3 B          unplugged",
                "3 of 7 done, 2 written, 1 failed",
            ])
    }

    @Test(arguments: 1...130)
    func noLineIsWiderThanTheTerminal(columns: Int) {
        for rows in [1, 2, 3, 5, 24] {
            let block = ProgressBlock(Self.state, at: 0, size: TerminalSize(columns: columns, rows: rows))
            #expect(block.widths.allSatisfy { $0 <= max(1, columns - 1) })
            #expect(block.lines.count <= max(2, rows - 1))
        }
    }

    @Test func moreReadersThanRowsAreCounted() {
        #expect(
            text(Self.state, 120, 4) == [
                "ACS ACR122U PICC Interface 00 00  lay a tag: SKU-5  https://example.com/t/SKU-5  last: written SKU-1",
                "and 3 more readers",
                "3 of 7 done, 2 written, 1 failed",
            ])
    }

    @Test func coloursAreNeverCut() {
        let lines = text(Self.state, 40, colored: true)
        for line in lines {
            let opened = line.ranges(of: "\u{1B}[").count
            let closed = line.ranges(of: "\u{1B}[0m").count
            #expect(opened == 2 * closed)
        }
        let unplugged = text(Self.state, 120, colored: true)[3]
        #expect(unplugged == "Part 3 B                          \u{1B}[33munplugged\u{1B}[0m")
    }

    @Test func controlCharactersOfAJobNeverReachTheTerminal() {
        var state = ProgressState()
        let item = Told.item(1, sku: "\u{1B}[2J\r\n", summary: "\u{9B}0m\u{7}")
        let events: [RunEvent] = [
            Told.plugged("reader\u{1B}"), .offer(reader: "reader\u{1B}", item: item),
            Told.concluded("b", .written, item: item), .writing(reader: "c", uid: Told.uid, item: item),
            .readerTrouble(reader: "d", message: "\u{1B}c"), .waiting(.service("\u{1B}c")),
        ]
        for event in events { _ = state.apply(event, at: 0) }
        for line in text(state, 200) {
            #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        }
    }

    @Test func rateAndTimeLeftStandBesideTheCounts() {
        var state = ProgressState()
        _ = state.apply(.totals([.pending: 90, .written: 12]), at: 0)
        _ = state.apply(.presented(reader: Told.left, uid: Told.uid), at: 0)
        for second in stride(from: 5, through: 60, by: 5) {
            _ = state.apply(Told.concluded(Told.left, .written), at: Int64(second) * 1000)
        }
        _ = state.apply(.totals([.pending: 90, .written: 12]), at: 60_000)
        let size = TerminalSize(columns: 120, rows: 24)
        let last = ProgressBlock(state, at: 60_000, size: size).text(colored: false).last
        #expect(last == "12 of 102 done, 12 written, 12 a minute, 7 min 30 s left")
    }

    @Test func countsOfANarrowTerminalTakeSeveralLines() {
        var state = ProgressState()
        _ = state.apply(Told.plugged("A"), at: 0)
        _ = state.apply(.totals([.written: 1200, .failed: 12, .invalid: 3]), at: 0)
        #expect(
            text(state, 40) == [
                "A  no item for this reader now", "1215 of 1215 done, 1200 written", "12 failed, 3 invalid",
            ])
    }

    @Test func atTheEndStandsWhatCameOfIt() {
        var state = Self.state
        _ = state.apply(.stopping, at: 0)
        state.end()
        #expect(
            text(state, 120) == [
                "ACS ACR122U PICC Interface 00 00  last: written SKU-1",
                "ACS ACR122U PICC Interface 01 00  no tag",
                "Part 3 A                          last: rejected (tag-password)",
                "Part 3 B                          unplugged",
                "3 of 7 done, 2 written, 1 failed",
            ])
    }

    @Test func whatIsWaitedForAndStoppingAreShown() {
        var state = ProgressState()
        _ = state.apply(.waiting(.service("tag 04 in doubt")), at: 0)
        #expect(text(state, 80) == ["waiting: tag 04 in doubt"])
        _ = state.apply(.stopping, at: 0)
        #expect(text(state, 80) == ["stopping: the tags in hand are finished first"])
    }

    @Test(arguments: [(0, "0 s"), (59, "59 s"), (60, "1 min 0 s"), (3599, "59 min 59 s"), (7500, "2 h 5 min")])
    func durations(seconds: Int, text: String) {
        #expect(ProgressBlock.duration(seconds) == text)
    }
}
