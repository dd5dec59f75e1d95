import Checker
import Testing

/// Invariants 1 and 2: `written` is what it says, and nothing is written before its intent.
@Suite struct ContentTests {
    private func blank(_ asks: CheckedRequest = CheckedRequest(), locks: Bool = false, tag: CheckedTag? = nil)
        -> History
    {
        var history = History([tag ?? History.ntag213()])
        history.begin([CheckedItem(id: 0, message: History.letterA, locks: locks)], asks)
        history.lay()
        return history
    }

    @Test func aRightHistoryIsRight() {
        var history = History([History.ntag213()])
        history.begin([CheckedItem(id: 0, message: History.letterA)])
        history.make()
        history.end([History.row(0, "written", tag: 0)])
        #expect(history.checker.violations == [])
    }

    @Test func withoutReActivationNothingIsVerified() {
        var history = blank()
        history.intend()
        history.writeLetter()
        history.fastRead(4, 39)
        history.conclude("written")
        #expect(history.rules == ["activation", "read-back"])
    }

    @Test func withoutReadBackNothingIsVerified() {
        var history = blank()
        history.intend()
        history.writeLetter()
        history.activate()
        history.conclude("written")
        #expect(history.rules == ["read-back"])
    }

    @Test func everyPageOfTheMessageIsReadBack() {
        var history = blank()
        history.intend()
        history.writeLetter()
        history.activate()
        history.fastRead(4, 6)
        history.conclude("written")
        #expect(history.rules == ["read-back"])
        #expect(history.checker.violations[0].detail.hasSuffix("page 7"))
    }

    @Test func aFalsifiedReadIsNone() {
        var history = blank()
        history.intend()
        history.writeLetter()
        history.activate()
        history.read(4, isFaulty: true)
        history.conclude("written")
        #expect(history.rules == ["read-back"])
    }

    @Test func whatAReadRollsOverToIsNotRead() {
        var history = blank()
        history.intend()
        history.writeLetter()
        history.activate()
        let answer = Array(history.tags[0].memory[16..<24] + history.tags[0].memory[0..<8])
        history.send([0x30, 4], answer: answer)
        history.conclude("written")
        #expect(history.rules == ["read-back"])
    }

    @Test func readsInPiecesAreEnough() {
        var history = blank()
        history.intend()
        history.writeLetter()
        history.activate()
        history.fastRead(5, 6)
        history.activate()
        history.read(6)
        history.conclude("written")
        #expect(history.rules == [])
    }

    @Test func aStatusThatIsBelievedIsFound() {
        var history = blank()
        history.intend()
        history.write(6, "01 04 54 02")
        history.write(7, "65 6E 41 FE", stored: "65 6E 40 FE")
        history.write(5, "34 03 08 D1")
        history.readBack()
        history.conclude("written")
        #expect(history.rules == ["content"])
    }

    @Test func aRewriteAfterAFaultIsRight() {
        var history = blank()
        history.intend()
        history.write(6, "01 04 54 02")
        history.write(7, "65 6E 41 FE", stored: "65 6E 40 FE")
        history.write(5, "34 03 08 D1")
        history.readBack()
        history.write(5, "34 03 00 D1")
        history.write(7, "65 6E 41 FE")
        history.write(5, "34 03 08 D1")
        history.readBack()
        history.conclude("written")
        #expect(history.rules == [])
    }

    @Test func theTerminatorStandsWhereThereIsRoom() {
        var history = blank()
        history.intend()
        history.write(6, "01 04 54 02")
        history.write(7, "65 6E 41 00")
        history.write(5, "34 03 08 D1")
        history.readBack()
        history.conclude("written")
        #expect(history.rules == ["terminator"])
    }

    /// An Ultralight is full with 46 bytes: no byte is left for a terminator.
    @Test(arguments: [(46, "FE"), (46, "")]) func aFullTagHasNoTerminator(length: Int, last: String) {
        let payload = [UInt8](repeating: 0x61, count: length - 4)
        let message = [0xD1, 0x01, UInt8(length - 4), 0x54] + payload
        var history = History([History.tag("Ultralight", pages: 16, container: "E1 10 06 00", data: "0300FE00")])
        history.begin([CheckedItem(id: 0, message: message)])
        history.lay()
        history.intend(0, message)
        let area = [0x03, UInt8(length)] + message
        for page in (5..<16) + [4] {
            let data = area[(page - 4) * 4..<(page - 3) * 4].map {
                $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16)
            }
            history.write(page, data.joined())
        }
        history.activate()
        history.fastRead(4, 15)
        history.conclude("written")
        #expect(history.rules == [])
    }

    @Test func anUnchangedTagWasNotWrittenTo() {
        var history = blank(tag: History.ntag213(data: "0103A00C 340308D1 01045402 656E41FE"))
        history.conclude("unchanged")
        #expect(history.rules == [])

        history = blank(tag: History.ntag213(data: "0103A00C 340308D1 01045402 656E41FE"))
        history.intend()
        history.write(7, "65 6E 41 FE")
        history.readBack()
        history.conclude("unchanged")
        #expect(history.rules == ["unchanged-written"])
    }

    @Test func anUnchangedTagHoldsTheMessage() {
        var history = blank(tag: History.ntag213(data: "0103A00C 340308D1 01045402 656E42FE"))
        history.conclude("unchanged")
        #expect(history.rules == ["content"])
    }

    @Test func theMessageHasTheUIDOfItsTag() {
        let digits = Array("04516201849580".utf8)
        let text = [0x02, 0x65, 0x6E] + digits
        let message: [UInt8] = [0xD1, 0x01, UInt8(text.count), 0x54] + text
        var empty = message
        for place in 7..<21 { empty[place] = 0 }
        var history = History([History.ntag213()])
        history.begin([CheckedItem(id: 0, message: empty, uidPlaces: [7])])
        history.intend(0, message)
        #expect(history.rules == [])
        history.conclude("pending", reason: "tag-removed")
        history.intend(0, empty)
        #expect(history.rules == ["message"])
    }

    // MARK: Invariant 2

    @Test func nothingIsWrittenBeforeTheIntent() {
        var history = blank()
        history.write(6, "01 04 54 02")
        #expect(history.rules == ["no-intent"])
    }

    @Test func nothingIsWrittenAfterTheOutcome() {
        var history = blank()
        history.intend()
        history.writeLetter()
        history.readBack()
        history.conclude("written")
        history.write(8, "00 00 00 00")
        #expect(history.rules == ["no-intent"])
    }

    @Test func aCompatibilityWriteIsAWrite() {
        var history = blank()
        history.send([0xA0, 6])
        history.tags[0].memory[24] = 0xFF
        history.send([0xFF] + [UInt8](repeating: 0, count: 15))
        #expect(history.rules == ["no-intent"])
    }

    @Test func aRefusedWriteNeedsAnIntentToo() {
        var history = blank()
        history.refuse(6, "01 04 54 02")
        #expect(history.rules == ["no-intent"])
    }

    @Test func writtenNeedsAnIntent() {
        var history = blank(tag: History.ntag213(data: "0103A00C 340308D1 01045402 656E41FE"))
        history.conclude("written")
        #expect(history.rules == ["written-without-intent"])
    }

    @Test func theIntentOfADeadProcessStands() {
        var history = blank()
        history.intend()
        history.writeLetter()
        history.checker.died()
        history.checker.resumed(run: 0)
        history.lay()
        history.conclude("written")
        history.end([History.row(0, "written", tag: 0)])
        #expect(history.rules == [])
    }

    @Test func whatADeadProcessReadIsForgotten() {
        var history = blank()
        history.intend()
        history.writeLetter()
        history.readBack()
        history.checker.died()
        history.checker.resumed(run: 0)
        history.conclude("written")
        #expect(history.rules == ["read-back"])
    }

    @Test func anInvalidRowIsNotTried() {
        var history = History([History.ntag213()])
        history.begin([CheckedItem(id: 0, message: History.letterA, isInvalid: true)])
        history.intend()
        #expect(history.rules == ["invalid-tried"])
    }
}
