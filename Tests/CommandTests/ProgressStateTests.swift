import Jobs
import Operations
import Provisioning
import ReaderModels
import Tags
import Testing

@testable import tagmill

/// Builders of what a run tells.
enum Told {
    static let left = "ACS ACR122U PICC Interface 00 00"
    static let right = "ACS ACR122U PICC Interface 01 00"
    // Seven bytes are a UID.
    static let uid = UID([0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0x80])!

    static func plugged(_ name: String) -> RunEvent {
        .readerPlugged(
            ReaderInfo(
                name: name,
                model: ReaderModel(
                    name: "acr122u", slot: .contactless, passThrough: .inCommunicateThru, pagesPerFastRead: 60)))
    }

    static func item(_ row: Int, sku: String?, copy: Int = 1, summary: String = "https://example.com/t") -> Item {
        Item(
            key: ItemKey(row: row, copy: copy), line: row + 1, sku: sku, cells: [], message: [0xD0, 0, 0],
            summary: summary)
    }

    static func concluded(
        _ reader: String, _ result: Presentation.Result, item: Item? = nil, reason: Reason? = nil, detail: String = "",
        uid: UID? = Told.uid
    ) -> RunEvent {
        .concluded(
            Presentation(
                item: item?.key, uid: uid, reader: reader, station: "s", result: result, reason: reason, detail: detail,
                presentedAt: Timestamp(milliseconds: 0)), item: item)
    }
}

@Suite struct ProgressStateTests {
    private func lines(_ events: [RunEvent], level: Console.Level = .normal, redraws: Bool = false) -> [String] {
        var state = ProgressState()
        return events.flatMap { event in
            let messages = state.apply(event, at: 0).filter { $0.isSaid(at: level, redraws: redraws) }
            return messages.map { $0.line(counts: redraws ? nil : state.counts, colored: false) }
        }
    }

    private static let story: [RunEvent] = [
        Told.plugged(Told.left),
        .totals([.pending: 3]),
        .offer(reader: Told.left, item: Told.item(1, sku: "SKU-1")),
        .presented(reader: Told.left, uid: Told.uid),
        .writing(reader: Told.left, uid: Told.uid, item: Told.item(1, sku: "SKU-1")),
        Told.concluded(Told.left, .written, item: Told.item(1, sku: "SKU-1")),
        .totals([.pending: 2, .written: 1]),
        Told.concluded(Told.left, .ignored),
        Told.concluded(
            Told.left, .rejected, reason: .tagLocked, detail: "pages 4 to 15 are locked"),
        .warning("10 % of the tags were at fault"),
        .totals([.pending: 1, .written: 1, .failed: 1]),
        Told.concluded(
            Told.left, .failed, item: Told.item(2, sku: nil, copy: 3), reason: .writeFailed, detail: "page 9"),
        .readerTrouble(reader: Told.left, message: "in use by another program"),
        .readerUnplugged(Told.left),
        .waiting(.service("a reader to be plugged in")),
        .waiting(.service("a reader to be plugged in")),
        .stopping,
        .stopping,
    ]

    @Test func plainLinesAreOneForEachTagAndWarning() {
        #expect(
            lines(Self.story) == [
                "[1/3] ACS ACR122U PICC Interface 00 00: written SKU-1, tag 04A1B2C3D4E580",
                "[1/3] ACS ACR122U PICC Interface 00 00: rejected (tag-locked), tag 04A1B2C3D4E580: "
                    + "pages 4 to 15 are locked",
                "warning: 10 % of the tags were at fault",
                "[2/3] ACS ACR122U PICC Interface 00 00: failed row 2, copy 3 (write-failed), tag 04A1B2C3D4E580: page 9; "
                    + "the reader is of model acr122u",
                "warning: ACS ACR122U PICC Interface 00 00: in use by another program",
                "warning: ACS ACR122U PICC Interface 00 00: unplugged",
                "waiting: a reader to be plugged in",
                "stopping: the tags in hand are finished first; once more stops at once",
            ])
    }

    @Test(arguments: [
        (Presentation.Result.failed, Reason.tagRemoved, "lay the tag on again, and leave it there"),
        (.rejected, .severalTags, "lay one tag alone"), (.rejected, .readerError, "lift the tag"),
        (.rejected, .tagLocked, "lift the tag and put it aside"),
        (.inDoubt, .tagRemoved, "lay this tag on a reader again"),
    ])
    func whatToDoWithTheTagIsSaid(result: Presentation.Result, reason: Reason, advice: String) {
        let presentation = Presentation(
            item: nil, uid: Told.uid, reader: Told.left, station: "s", result: result, reason: reason, detail: "",
            presentedAt: Timestamp(milliseconds: 0))
        #expect(ProgressOutcome(presentation, label: nil).advice == advice)
    }

    /// A tag that the other antenna's reader is writing must not be lifted.
    @Test func aTagThatIsInHandElsewhereIsLeftThere() {
        let presentation = Presentation(
            item: nil, uid: Told.uid, reader: Told.left, station: "s", result: .rejected, reason: .duplicateUID,
            detail: "the same tag lies on B too, and is in hand there", presentedAt: Timestamp(milliseconds: 0))
        #expect(ProgressOutcome(presentation, label: nil).advice.hasPrefix("leave the tag there"))
    }

    /// A tag is rejected, never an item.
    @Test func aRejectedTagSaysForWhichItem() {
        let event = Told.concluded(Told.left, .rejected, item: Told.item(1, sku: "S"), reason: .tagLocked)
        #expect(lines([event]) == ["\(Told.left): rejected for S (tag-locked), tag 04A1B2C3D4E580"])
    }

    @Test func onATerminalTheReadersLineShowsWhatWasMade() {
        let said = lines(Self.story, redraws: true)
        #expect(!said.contains { $0.contains("written") })
        #expect(said.contains { $0.contains("rejected (tag-locked)") })
        #expect(!said.contains { $0.hasPrefix("[") })
    }

    @Test func verboseSaysOffersAndPlugging() {
        let said = lines(Self.story, level: .verbose)
        #expect(said.first == "ACS ACR122U PICC Interface 00 00: plugged in (acr122u)")
        #expect(said.contains("ACS ACR122U PICC Interface 00 00: next: SKU-1  https://example.com/t"))
        #expect(said.contains { $0.contains("ignored") })
    }

    @Test func quietSaysNothing() {
        #expect(lines(Self.story, level: .quiet).isEmpty)
        #expect(lines(Self.story, level: .quiet, redraws: true).isEmpty)
    }

    @Test func controlCharactersOfAJobAreEscaped() {
        let item = Told.item(1, sku: "a\u{1B}[2J\nb", summary: "\u{7}")
        let said = lines(
            [Told.concluded("r\u{1B}", .written, item: item, detail: "x\ny"), .warning("w\u{9B}")], level: .normal)
        #expect(
            said == ["r\\u{1B}: written a\\u{1B}[2J\\nb, tag 04A1B2C3D4E580: x\\ny", "warning: w\\u{9B}"])
    }

    @Test func aReaderGoesThroughItsPhases() {
        var state = ProgressState()
        let item = Told.item(1, sku: "SKU-1")
        func phase(_ event: RunEvent) -> ProgressState.Phase? {
            _ = state.apply(event, at: 0)
            return state.readers.first?.phase
        }
        #expect(phase(Told.plugged(Told.left)) == .idle)
        #expect(phase(.offer(reader: Told.left, item: item)) == .offering("SKU-1  https://example.com/t"))
        #expect(phase(.presented(reader: Told.left, uid: Told.uid)) == .reading(Told.uid))
        #expect(phase(.writing(reader: Told.left, uid: Told.uid, item: item)) == .writing(Told.uid, "SKU-1"))
        guard case .concluded(let outcome)? = phase(Told.concluded(Told.left, .written, item: item)) else {
            Issue.record("no outcome")
            return
        }
        #expect(outcome.short == "written SKU-1")
        // A bounce does not hide the last result.
        _ = phase(Told.concluded(Told.left, .ignored))
        #expect(state.readers.first?.last == outcome)
        #expect(phase(.offer(reader: Told.left, item: nil)) == .idle)
        #expect(phase(.readerUnplugged(Told.left)) == .unplugged)
        #expect(phase(Told.plugged(Told.left)) == .idle)
        #expect(state.readers.count == 1)
    }

    @Test func thePaceIsToldFromTheLastTwoMinutes() {
        var pace = ProgressPace()
        pace.begin(at: 0)
        for second in stride(from: 5, through: 60, by: 5) { pace.succeed(at: Int64(second) * 1000) }
        #expect(pace.tagsPerMinute(at: 60_000) == 12)
        // After a pause the old tags are forgotten.
        #expect(pace.tagsPerMinute(at: 120_000) == 6)
        #expect(pace.tagsPerMinute(at: 600_000) == 0)
    }

    @Test func twoTagsTellNoPace() {
        var pace = ProgressPace()
        #expect(pace.tagsPerMinute(at: 0) == nil)
        pace.succeed(at: 0)
        pace.succeed(at: 1)
        #expect(pace.tagsPerMinute(at: 2) == nil)
        pace.succeed(at: 2)
        #expect(pace.tagsPerMinute(at: 2) != nil)
    }

    @Test func aRackOfManyTagsIsCounted() {
        var pace = ProgressPace()
        for tag in 0..<10_000 { pace.succeed(at: Int64(tag)) }
        #expect(pace.tagsPerMinute(at: 10_000) ?? 0 > 30_000)
    }

    @Test func theTimeLeftFollowsFromThePace() {
        var state = ProgressState()
        _ = state.apply(.totals([.pending: 30, .written: 12, .inDoubt: 1, .failed: 2]), at: 0)
        _ = state.apply(.presented(reader: Told.left, uid: Told.uid), at: 0)
        #expect(state.secondsLeft(at: 0) == nil)
        for second in stride(from: 5, through: 60, by: 5) {
            _ = state.apply(Told.concluded(Told.left, .written), at: Int64(second) * 1000)
        }
        _ = state.apply(.totals([.pending: 30, .written: 12, .inDoubt: 1, .failed: 2]), at: 60_000)
        #expect(state.counts == (14, 45))
        #expect(state.secondsLeft(at: 60_000) == 155)
    }

    @Test func aReaderInQuarantineSaysSoOnceAndOnItsLineUntilItIsPluggedInAgain() {
        let why = "5 tags in a row failed on it while the other readers made 7"
        var state = ProgressState()
        func phase() -> ProgressState.Phase? { state.readers.first?.phase }
        _ = state.apply(Told.plugged(Told.left), at: 0)
        _ = state.apply(Told.concluded(Told.left, .failed, item: Told.item(1, sku: "A"), reason: .writeFailed), at: 0)
        let said = state.apply(.quarantine(reader: Told.left, because: why), at: 0)
        #expect(
            said.map { $0.line(counts: nil, colored: false) } == [
                "warning: \(Told.left): in quarantine: \(why); lay tags on the others, "
                    + "and unplug it and plug it in again to use it"
            ])
        // The outcome stays until the tag is lifted.
        if case .concluded? = phase() {} else { Issue.record("\(phase().debugDescription)") }
        #expect(state.apply(.offer(reader: Told.left, item: nil), at: 0) == [])
        #expect(phase() == .quarantined)
        let block = ProgressBlock(state, at: 0, size: TerminalSize(columns: 120, rows: 10))
        #expect(block.text(colored: false).contains { $0.contains("in quarantine; lay tags on the other readers") })
        _ = state.apply(.readerUnplugged(Told.left), at: 0)
        _ = state.apply(Told.plugged(Told.left), at: 0)
        _ = state.apply(.offer(reader: Told.left, item: nil), at: 0)
        #expect(phase() == .idle)
    }

    @Test func aReaderThatIsTakenBackSaysSo() {
        var state = ProgressState()
        _ = state.apply(.quarantine(reader: Told.left, because: "why"), at: 0)
        let said = state.apply(.quarantine(reader: Told.left, because: nil), at: 0)
        #expect(said.map(\.text) == ["taken back, for no other reader is at work"])
        #expect(state.readers.first?.phase == .idle)
    }
}
