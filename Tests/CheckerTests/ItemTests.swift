import Checker
import Testing

/// Invariants 3, 4 and 8: one end an item, one item a tag, and reports that say so.
@Suite struct ItemTests {
    private func two(_ asks: CheckedRequest = CheckedRequest()) -> History {
        var history = History([History.ntag213(1), History.ntag213(2)])
        history.begin(Self.items, asks)
        return history
    }

    private static let items = [
        CheckedItem(id: 0, message: History.letterA, sku: "A"), CheckedItem(id: 1, message: History.letterB, sku: "B"),
    ]
    private static let rows = [History.row(0, "written", tag: 0), History.row(1, "written", tag: 1)]

    private func made() -> History {
        var history = two()
        history.make(0, on: 0)
        history.make(1, on: 1, letter: 0x42)
        return history
    }

    @Test func twoItemsOnTwoTags() {
        var history = made()
        let presentations = (0...1).map {
            CheckedPresentation(item: $0, uid: History.uid(UInt8($0 + 1)), result: "written")
        }
        history.end(Self.rows, presentations)
        history.checker.rendered(run: 0, Self.rows, Self.rows)
        #expect(history.rules == [])
    }

    @Test func anItemEndsOnce() {
        var history = made()
        history.conclude("failed", 0, reason: "write-failed")
        #expect(history.rules == ["second-end"])
        history = made()
        history.intend(0, on: 1)
        #expect(history.rules == ["tried-after-end", "second-item", "overwrite"])
    }

    @Test func aTagTakesOneItem() {
        var history = two(CheckedRequest(overwrite: .always))
        history.make(0, on: 0)
        history.lay(0)
        history.intend(1, on: 0, History.letterB)
        #expect(history.rules == ["second-item"])
    }

    @Test func aUIDTakesOneItem() {
        var history = History([History.ntag213(1), History.ntag213(1)])
        history.begin(Self.items)
        history.make(0, on: 0)
        history.make(1, on: 1, letter: 0x42)
        #expect(history.rules == ["second-item", "second-item"])
    }

    @Test func theNextItemGoesToATagThatWasGivenUp() {
        var history = two()
        history.lay(0)
        history.intend(0, on: 0)
        history.conclude("pending", 0, on: 0, reason: "tag-removed")
        history.make(1, on: 0, letter: 0x42)
        history.make(0, on: 1)
        history.end([
            History.row(0, "written", tag: 1, attempts: 2), History.row(1, "written", tag: 0),
        ])
        #expect(history.rules == [])
    }

    @Test func aTagThatMayHoldTheItemIsNamed() {
        for detail in ["", "write began on 04516201849580 too"] {
            var history = two()
            history.lay(0)
            history.intend(0, on: 0)
            history.write(6, "01 04 54 02")
            history.write(7, "65 6E 41 FE", stored: "65 6E 40 FE")
            history.write(5, "34 03 08 D1")
            history.conclude("pending", 0, on: 0, reason: "verify-mismatch")
            history.make(0, on: 1)
            history.end([
                History.row(0, "written", tag: 1, attempts: 2, detail: detail),
                History.row(1, "pending", attempts: 0),
            ])
            #expect(history.rules == (detail.isEmpty ? ["not-named"] : []))
        }
    }

    @Test func aTagThatHoldsNothingNeedNotBeNamed() {
        var history = two()
        history.lay(0)
        history.intend(0, on: 0)
        history.write(6, "01 04 54 02")
        history.conclude("pending", 0, on: 0, reason: "tag-removed")
        history.make(0, on: 1)
        history.end([
            History.row(0, "written", tag: 1, attempts: 2), History.row(1, "pending", attempts: 0),
        ])
        #expect(history.rules == [])
    }

    @Test func aTagLostWithTheMessageIsInDoubt() {
        var history = two()
        history.lay(0)
        history.intend(0, on: 0)
        history.writeLetter(0)
        history.conclude("pending", 0, on: 0, reason: "tag-removed")
        #expect(history.rules == ["lost-with-message"])

        history = two()
        history.lay(0)
        history.intend(0, on: 0)
        history.writeLetter(0)
        history.conclude("in-doubt", 0, on: 0, reason: "tag-removed")
        history.lay(0)
        history.conclude("written", 0, on: 0)
        history.end([History.row(0, "written", tag: 0), History.row(1, "pending", attempts: 0)])
        #expect(history.rules == [])
    }

    private func doubtful() -> History {
        var history = two()
        history.lay(0)
        history.intend(0, on: 0)
        history.writeLetter(0)
        history.conclude("in-doubt", 0, on: 0, reason: "reader-lost")
        return history
    }

    @Test func anItemInDoubtStaysWithItsTag() {
        var history = doubtful()
        history.make(0, on: 1)
        #expect(history.rules == ["left-in-doubt"])
        history = doubtful()
        history.lay(0)
        history.intend(1, on: 0, History.letterB)
        #expect(history.rules == ["doubt-passed-over", "overwrite"])
        history = doubtful()
        history.conclude("pending", 0, on: 0)
        #expect(history.rules == ["doubt-dropped"])
    }

    @Test func anItemInDoubtCanBeReleased() {
        var history = doubtful()
        history.checker.released(run: 0)
        history.make(0, on: 1)
        history.end([
            History.row(0, "written", tag: 1, attempts: 2, detail: "04516201849580"),
            History.row(1, "pending", attempts: 0),
        ])
        #expect(history.rules == [])
    }

    @Test func aDeadProcessLeavesItsIntentsInDoubt() {
        for status in ["in-doubt", "pending"] {
            var history = two()
            history.lay(0)
            history.intend(0, on: 0)
            history.checker.died()
            history.checker.resumed(run: 0)
            history.end([History.row(0, status, tag: 0), History.row(1, "pending", attempts: 0)])
            #expect(history.rules == (status == "in-doubt" ? [] : ["row-status"]))
        }
    }

    @Test func aRerunTakesADoubtWithItsTag() {
        for tag in [0, 1] {
            var history = doubtful()
            history.end([History.row(0, "in-doubt", tag: 0), History.row(1, "pending", attempts: 0)])
            var moved = Self.items[0]
            moved.doubtfulUID = History.uid(1)
            history.begin([moved], run: 1)
            history.make(0, on: tag, run: 1)
            #expect(history.rules == (tag == 1 ? ["left-in-doubt"] : []))
        }
    }

    @Test func theFrameThatAReaderHungOnMayComeLate() {
        var history = doubtful()
        history.write(5, "34 03 08 D1")
        #expect(history.rules == [])
        history.write(5, "34 03 08 D1")
        #expect(history.rules == ["no-intent"])
        history = doubtful()
        history.activate()
        history.write(5, "34 03 08 D1")
        #expect(history.rules == ["no-intent"])
    }

    @Test func aDoubtIsOfAnIntent() {
        var history = two()
        history.conclude("in-doubt", 0, on: 0)
        #expect(history.rules == ["doubt-without-intent"])
    }

    @Test func attemptsAreCounted() {
        var history = two(CheckedRequest(attempts: 1))
        history.intend(0, on: 0)
        history.conclude("pending", 0, on: 0, reason: "tag-removed")
        history.intend(0, on: 1)
        #expect(history.rules == ["attempts"])
    }

    @Test func anAttemptEndsBeforeTheNext() {
        var history = two()
        history.intend(0, on: 0)
        history.intend(0, on: 1)
        #expect(history.rules == ["second-intent"])
        history = two()
        history.intend(0, on: 0)
        history.intend(1, on: 0, History.letterB)
        #expect(history.rules == ["in-hand"])
    }

    @Test func aBoundItemGoesToItsTag() {
        var history = History([History.ntag213(1), History.ntag213(2)])
        history.begin([CheckedItem(id: 0, message: History.letterA, boundUID: History.uid(2), chip: "NTAG213")])
        history.make(0, on: 1)
        #expect(history.rules == [])
        history = History([History.ntag213(1), History.ntag213(2)])
        history.begin([CheckedItem(id: 0, message: History.letterA, boundUID: History.uid(2), chip: "NTAG215")])
        history.intend(0, on: 0)
        #expect(history.rules == ["bound", "chip"])
    }

    /// A tag whose UID is another at every activation cannot be known again: it is neither written nor recorded.
    @Test func aTagOfARandomUIDGetsNothing() {
        var tag = History.ntag213(1)
        tag.hasRandomUID = true
        var history = History([tag])
        history.begin(Self.items)
        history.lay(0)
        // By what stands in its pages.
        history.intend(0, on: 0)
        history.write(6, "01 04 54 02")
        #expect(history.rules == ["random-uid"])

        let random: [UInt8] = [0x08, 0x12, 0x34, 0x56]
        history = two()
        history.checker.intended(run: 0, item: 0, uid: random, message: History.letterA)
        #expect(history.rules == ["random-uid"])

        let rows = [History.row(0, "pending", attempts: 0), History.row(1, "pending", attempts: 0)]
        for uid in [nil, random, [0x09, 0x12, 0x34, 0x56]] as [[UInt8]?] {
            history = two()
            history.end(rows, [CheckedPresentation(uid: uid, result: "rejected", reason: "not-a-tag")])
            #expect(history.rules == (uid == random ? ["random-uid"] : []))
        }
    }

    /// What a rerun takes over is closed in the run that it was of, which may go on for its other items.
    @Test func anItemThatARerunTookIsNotTried() {
        for isRerun in [true, false] {
            var history = two()
            history.checker.began(run: 1, items: [Self.items[0]], asks: CheckedRequest(), rerunOf: isRerun ? 0 : nil)
            history.checker.resumed(run: 0)
            history.lay(0)
            history.intend(0, on: 0)
            #expect(history.rules == (isRerun ? ["taken-over"] : []))
            history.lay(1)
            history.intend(1, on: 1, History.letterB)
            #expect(history.rules == (isRerun ? ["taken-over"] : []))
        }
    }

    /// Whichever of them goes on, a tag that another run made is made.
    @Test func aTagThatALaterRunMadeIsNotMadeAgain() {
        for again in [false, true] {
            let asks = CheckedRequest(overwrite: .always, again: again)
            var history = two(asks)
            history.begin([CheckedItem(id: 7, message: History.letterB, sku: "C")], asks, run: 1)
            history.make(7, on: 0, letter: 0x42, run: 1)
            history.checker.resumed(run: 0)
            history.lay(0)
            history.intend(0, on: 0)
            #expect(history.rules == (again ? [] : ["made-again"]))
        }
    }

    /// What one run left open on a tag keeps another from nothing, whichever goes on.
    @Test func anIntentOfAnotherRunIsNotInHand() {
        let asks = CheckedRequest(overwrite: .always)
        var history = two(asks)
        history.begin([CheckedItem(id: 7, message: History.letterB, sku: "C")], asks, run: 1)
        history.lay(0)
        history.intend(7, on: 0, History.letterB, run: 1)
        history.checker.died()
        history.checker.resumed(run: 0)
        history.make(0, on: 0)
        #expect(history.rules == [])
    }

    /// It was in doubt there when another run made the tag: then it is there no more.
    @Test func aDoubtThatAnotherRunOvertookIsNoReason() {
        let asks = CheckedRequest(overwrite: .always)
        var history = two(asks)
        history.lay(0)
        history.intend(0, on: 0)
        history.writeLetter(0)
        history.conclude("in-doubt", 0, on: 0, reason: "tag-removed")
        history.begin([CheckedItem(id: 7, message: History.letterA, sku: "C")], asks, run: 1)
        history.lay(0)
        history.conclude("unchanged", 7, on: 0, run: 1)
        history.checker.resumed(run: 0)
        history.lay(0)
        history.intend(0, on: 0)
        #expect(history.rules == ["made-again"])
    }

    @Test func aTagOfAnEarlierRunIsNotMadeAgain() {
        for again in [false, true] {
            var history = made()
            history.end(Self.rows)
            history.begin(
                [CheckedItem(id: 5, message: History.letterB)], CheckedRequest(overwrite: .always, again: again), run: 1
            )
            history.intend(5, on: 0, History.letterB, run: 1)
            #expect(history.rules == (again ? [] : ["made-again"]))
        }
        var history = made()
        history.begin([CheckedItem(id: 0, message: History.letterA)], run: 1)
        history.lay(0)
        history.conclude("unchanged", 0, on: 0, run: 1)
        #expect(history.rules == [])
        // The same item by its key, in a job that was changed.
        history = made()
        history.begin(
            [CheckedItem(id: 100, message: History.letterB, sku: "A")], CheckedRequest(overwrite: .same), run: 1)
        history.intend(100, on: 0, History.letterB, run: 1)
        #expect(history.rules == [])
    }

    // MARK: Overwriting

    @Test(arguments: [
        ("0103A00C 340308D1 01045402 656E42FE", CheckedRequest.Overwrite.blank, false),
        ("0103A00C 340308D1 01045402 656E42FE", .same, false),
        ("0103A00C 340308D1 01045402 656E42FE", .always, true),
        // The item's key as a text, and at the end of a path.
        ("0103A00C 340308D1 01045402 656E43FE", .same, true),
        ("0103A00C 34030FD1 010B5504 782E7465 73742F25 3433FE00", .same, true),
        ("0103A00C 34030FD1 010B5504 782E7465 73742F43 3F78FE00", .same, true),
        ("0103A00C 34030FD1 010B5504 782E7465 73742F43 4478FE00", .same, false),
        ("0103A00C 340308D1 01045402 656E43FE", .blank, false),
        // The empty message, broken records, a length that is too long, no NDEF TLV.
        ("0103A00C 340303D0 0000FE00", .blank, true),
        ("0103A00C 34030800 01045402 656E42FE", .blank, true),
        ("0103A00C 3403F0D1 01045402 656E42FE", .blank, true),
        ("FE000000", .blank, true),
    ])
    func onlyWhatMayBeIsWrittenOver(data: String, overwrite: CheckedRequest.Overwrite, isAllowed: Bool) {
        var history = History([History.ntag213(data: data)])
        history.begin([CheckedItem(id: 0, message: History.letterA, sku: "C")], CheckedRequest(overwrite: overwrite))
        history.lay()
        history.intend()
        #expect(history.rules == (isAllowed ? [] : ["overwrite"]))
    }

    /// A tag that was found to hold an item's message is that item's, whatever its message names: a later run may bring it another.
    @Test(arguments: ["lock-incomplete", "protect-incomplete", "write-failed"]) func aTagThatIsHalfMadeIsItsItems(
        reason: String
    ) {
        var history = History([History.ntag213(data: "0103A00C 340308D1 01045402 656E41FE")])
        history.begin([CheckedItem(id: 0, message: History.letterA, sku: "C")])
        history.lay()
        history.intend()
        history.conclude("failed", reason: reason)
        history.begin(
            [CheckedItem(id: 0, message: History.letterB, sku: "C")], CheckedRequest(overwrite: .same), run: 1)
        history.lay()
        history.intend(0, History.letterB, run: 1)
        #expect(history.rules == (reason == "write-failed" ? ["overwrite"] : []))
    }

    // MARK: Reports

    @Test(arguments: [
        ([History.row(0, "written", tag: 0)], ["row-missing"]),
        (rows + [rows[0]], ["row-twice"]),
        (rows + [History.row(9, "written", tag: 0)], ["row-of-nothing"]),
        ([rows[0], History.row(1, "failed", tag: 1)], ["row-status"]),
        ([rows[0], History.row(1, "written", tag: 1, attempts: 2)], ["row-attempts"]),
        ([rows[0], History.row(1, "written", tag: 0)], ["row-uid", "not-named"]),
    ])
    func aReportSaysWhatHappened(rows: [CheckedRow], rules: [String]) {
        var history = made()
        history.end(rows)
        #expect(history.rules == rules)
    }

    @Test func aRowHasTheMessageAndTheLock() {
        var history = made()
        var rows = Self.rows
        rows[0].messageBytes = History.letterB
        rows[1].lock = "done"
        history.end(rows)
        #expect(history.rules == ["row-message", "row-lock"])
    }

    @Test func totalsAreTheSumOfTheRows() {
        var history = made()
        history.checker.ended(run: 0, rows: Self.rows, presentations: [], totals: ["written": 1, "failed": 1])
        #expect(history.rules == ["totals", "totals"])
    }

    @Test func presentationsAgreeWithTheRows() {
        var history = made()
        history.end(Self.rows, [CheckedPresentation(item: 0, uid: History.uid(2), result: "written")])
        #expect(history.rules == ["presentation"])
        history = made()
        history.end(Self.rows, [CheckedPresentation(uid: History.uid(1), result: "rejected", reason: "tag-not-blank")])
        #expect(history.rules == ["rejected-written"])
    }

    @Test func aReportIsRenderedTheSame() {
        var history = made()
        history.checker.rendered(run: 0, Self.rows, [Self.rows[0]])
        #expect(history.rules == ["rendered-again"])
        #expect(history.checker.violations[0].invariant == 8)
    }

    @Test func oneCheckerServesManyWorlds() {
        var history = made()
        history.conclude("failed", 0)
        #expect(history.rules == ["second-end"])
        let tags = [History.ntag213(1), History.ntag213(2)]
        history.checker.reset(tags: tags)
        history.tags = tags
        history.begin(Self.items)
        history.make(0, on: 0)
        history.make(1, on: 1, letter: 0x42)
        history.end(Self.rows)
        #expect(history.rules == [])
    }
}
