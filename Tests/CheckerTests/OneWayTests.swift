import Checker
import Testing

/// Invariants 5, 6 and 7: what stands on a tag between two frames, what cannot be taken back, and where nothing is written.
@Suite struct OneWayTests {
    private static let held = "0103A00C 340308D1 01045402 656E41FE"

    private func begun(
        _ asks: CheckedRequest = CheckedRequest(), locks: Bool = false, tag: CheckedTag = History.ntag213(),
        message: [UInt8] = History.letterA
    ) -> History {
        var history = History([tag])
        history.begin([CheckedItem(id: 0, message: message, locks: locks)], asks)
        history.lay()
        history.intend(0, message)
        return history
    }

    // MARK: Invariant 5

    @Test func theLengthIsNotWrittenFirst() {
        var history = begun()
        history.write(5, "34 03 08 D1")
        history.write(6, "01 04 54 02")
        history.write(7, "65 6E 41 FE")
        #expect(history.rules == ["in-between", "in-between"])
    }

    @Test func anOldMessageIsTakenAwayFirst() {
        let asks = CheckedRequest(overwrite: .always)
        var history = begun(asks, tag: History.ntag213(data: "0103A00C 340308D1 01045402 656E42FE"))
        history.write(5, "34 03 00 D1")
        history.write(7, "65 6E 41 FE")
        history.write(5, "34 03 08 D1")
        #expect(history.rules == [])

        let longer = History.bytes("D1 01 05 54 02 65 6E 41 41")
        history = begun(asks, tag: History.ntag213(data: Self.held), message: longer)
        history.write(7, "65 6E 41 41")
        history.write(8, "FE 00 00 00")
        #expect(history.rules == [])
        history.write(6, "01 05 54 02")
        #expect(history.rules == ["in-between"])
    }

    @Test func aBrokenChainMayStayBrokenForAWhile() {
        var history = begun(tag: History.ntag213(data: "01030000 00010203"))
        history.write(6, "01 04 54 02")
        history.write(7, "65 6E 41 FE")
        history.write(4, "01 03 A0 0C")
        history.write(5, "34 03 08 D1")
        history.readBack()
        history.conclude("written")
        #expect(history.rules == [])
    }

    @Test func aChainThatLedSomewhereIsKept() {
        var history = begun()
        history.write(6, "00 00 00 00")
        history.write(5, "6E 41 FE 00")
        #expect(history.rules == ["chain-broken"])

        history = begun()
        history.write(5, "04 54 02 65")
        history.write(6, "6E 41 FE 00")
        history.write(4, "03 08 D1 01")
        history.readBack()
        history.conclude("written")
        #expect(history.rules == ["chain-broken", "chain-broken", "control-tlvs"])
    }

    @Test func aChainThatAFaultBrokeIsLaidAnew() {
        // The message ends with page 6; behind the factory's control TLV it needs page 7.
        var history = begun(tag: History.ntag213(data: "0300FE00"))
        history.write(4, "03 00 D1 01", stored: "FF FF FF FF")
        history.activate()
        history.read(4)
        history.writeLetter()
        history.write(4, "01 03 A0 0C")
        history.readBack()
        history.conclude("written")
        #expect(history.rules == [])
    }

    @Test func afterAFaultTheTagMayBeDamaged() {
        var history = begun()
        history.write(5, "34 03 00 D1", stored: "FF FF FF FF")
        history.write(6, "01 04 54 02")
        history.conclude("failed", reason: "write-failed")
        history.end([History.row(0, "failed", tag: 0)])
        #expect(history.rules == [])
    }

    @Test func aLostAnswerIsNoExcuse() {
        var history = begun()
        history.write(5, "34 03 08 D1", stored: "34 03 08 D1")
        #expect(history.rules == ["in-between"])
    }

    @Test func theThreeByteLengthIsRead() {
        let payload = [UInt8](repeating: 0x61, count: 300)
        let message = History.bytes("C1 01 00 00 01 2C 54") + payload
        var tag = History.tag("NTAG215", pages: 135, container: "E1 10 3E 00")
        let area = History.bytes("03 FF 01 33") + message + [0xFE]
        tag.memory.replaceSubrange(16..<16 + area.count, with: area)
        var history = History([tag])
        history.begin([CheckedItem(id: 0, message: message)])
        history.activate()
        history.fastRead(4, 0x81)
        history.conclude("unchanged")
        #expect(history.rules == [])
    }

    // MARK: Invariant 6

    private func lock(_ history: inout History, container: String = "00 00 00 0F") {
        history.write(3, container)
        history.write(40, "FF 0F 00 00")
        history.write(2, "22 48 F8 FF")
        history.activate()
        history.read(0)
        history.read(40)
    }

    @Test func aLockThatIsRight() {
        var history = begun(locks: true)
        history.writeLetter()
        history.readBack()
        lock(&history)
        history.conclude("written", lock: "done")
        #expect(history.rules == [])
    }

    @Test func aLockAloneIsRight() {
        var history = begun(locks: true, tag: History.ntag213(data: Self.held))
        lock(&history, container: "E1 10 12 0F")
        history.conclude("written", lock: "done")
        #expect(history.rules == [])
    }

    @Test func aLockBeforeTheComparisonIsFound() {
        var history = begun(locks: true)
        history.writeLetter()
        lock(&history)
        history.activate()
        history.fastRead(0, 40)
        history.conclude("written", lock: "done")
        #expect(history.rules == ["before-comparison", "before-comparison", "before-comparison"])
    }

    @Test func aLockThatWasNotAskedForIsFound() {
        var history = begun()
        history.writeLetter()
        history.readBack()
        lock(&history)
        #expect(history.rules == ["container-unasked", "lock-unasked", "lock-unasked"])
    }

    @Test(arguments: [
        (2, "22 48 FF FF", "static-lock"), (2, "22 48 F0 FF", "static-lock"), (2, "00 00 F8 FF", "static-lock"),
        (40, "FF FF 00 00", "dynamic-lock"), (40, "FF 0F 3F 00", "dynamic-lock"), (40, "FF 00 00 00", "dynamic-lock"),
        (3, "E1 11 12 0F", "container"), (3, "E1 10 16 0F", "container"), (3, "E1 10 12 FF", "container"),
    ])
    func onlyTheWantedBitsAreSet(page: Int, data: String, rule: String) {
        var history = begun(locks: true)
        history.writeLetter()
        history.readBack()
        history.write(page, data)
        #expect(history.rules == [rule])
    }

    @Test(arguments: [2, 3, 40]) func aLockThatIsNotWholeIsFound(missing: Int) {
        var history = begun(locks: true)
        history.writeLetter()
        history.readBack()
        if missing != 3 { history.write(3, "00 00 00 0F") }
        if missing != 40 { history.write(40, "FF 0F 00 00") }
        if missing != 2 { history.write(2, "22 48 F8 FF") }
        history.activate()
        history.fastRead(0, 40)
        history.conclude("written", lock: "done")
        #expect(history.rules == ["lock"])
    }

    @Test func aLockThatWasNotReadBackIsFound() {
        var history = begun(locks: true)
        history.writeLetter()
        history.readBack()
        lock(&history)
        history.write(3, "00 00 00 0F")
        history.activate()
        history.read(4)
        history.conclude("written", lock: "done")
        #expect(history.rules == ["lock-read-back"])
    }

    /// What else stands on a page of lock bits may be read wrongly; the bits themselves may not.
    @Test(arguments: [(8, true), (11, false), (13, true), (15, false), (163, true), (160, false)])
    func lockBitsAreReadBackUnderTheirMask(byte: Int, isRight: Bool) {
        var history = begun(locks: true)
        history.writeLetter()
        history.readBack()
        history.write(3, "00 00 00 0F")
        history.write(40, "FF 0F 00 00")
        history.write(2, "22 48 F8 FF")
        history.activate()
        let memory = history.tags[0].memory
        for page in [0, 40] {
            var answer = Array(memory[page * 4..<page * 4 + 16])
            let isWrong = page * 4..<page * 4 + 16 ~= byte
            if isWrong { answer[byte - page * 4] ^= 0x08 }
            history.send([0x30, UInt8(page)], answer: answer, isFaulty: isWrong)
        }
        history.conclude("written", lock: "done")
        #expect(history.rules == (isRight ? [] : ["lock-read-back"]))
    }

    @Test func aLockThatIsToldWrongIsFound() {
        var history = begun(locks: true)
        history.writeLetter()
        history.readBack()
        lock(&history)
        history.conclude("written", lock: "none")
        #expect(history.rules == ["lock-told"])
    }

    @Test(arguments: ["my-d move", "ST25TN512", "NTAG I2C plus 2K"]) func noLockOfAnUncertainChip(chip: String) {
        let tag = History.tag(chip, pages: 64, container: "E1 10 06 00", data: "0308D101 04540265 6E41FE00")
        var history = begun(locks: true, tag: tag)
        history.write(2, "22 48 F8 FF")
        #expect(history.rules == ["lock-uncertain"])
    }

    @Test func aBlankTagIsFormattedAfterTheComparison() {
        let tag = History.tag("Ultralight C", pages: 48, container: "00 00 00 00")
        for isCompared in [true, false] {
            var history = begun(CheckedRequest(formatsBlank: true), tag: tag)
            history.write(5, "04 54 02 65")
            history.write(6, "6E 41 FE 00")
            history.write(4, "03 08 D1 01")
            if isCompared { history.readBack() }
            history.write(3, "E1 10 12 00")
            history.activate()
            history.read(3)
            history.fastRead(4, 39)
            history.conclude("written")
            #expect(history.rules == (isCompared ? [] : ["before-comparison"]))
        }
    }

    @Test func aBlankTagIsFormattedOnlyWhereAsked() {
        var history = begun(tag: History.tag("Ultralight C", pages: 48, container: "00 00 00 00"))
        history.write(3, "E1 10 12 00")
        #expect(history.rules == ["container-unasked"])
    }

    @Test func aCounterIsNotRaised() {
        var history = begun(tag: History.tag("MF0UL11", pages: 20, container: "E1 10 06 00", data: "0300FE00"))
        history.send([0xA5, 0, 1, 0, 0, 0])
        #expect(history.rules == ["command"])
    }

    // MARK: Invariant 7

    @Test(arguments: [
        (0, "header"), (1, "header"), (8, "outside"), (39, "outside"), (41, "configuration-unasked"),
        (43, "configuration-unasked"), (200, "outside"),
    ])
    func nothingIsWrittenElsewhere(page: Int, rule: String) {
        var history = begun()
        history.refuse(page, "01 02 03 04")
        #expect(history.rules == [rule])
    }

    @Test func aPageThatChangesUnaskedIsFound() {
        var history = begun()
        history.write(6, "01 04 54 02", at: 12)
        history.read(12)
        #expect(history.rules == ["elsewhere"])
    }

    @Test func theSectorCounts() {
        var history = begun(
            tag: History.tag("NTAG I2C 2K", pages: 0x100 + 0xEA, container: "E1 10 EA 00", data: "0300FE00"))
        history.send([0xC2, 0xFF])
        history.send([1, 0, 0, 0], answer: [])
        history.write(5, "04 54 02 65", at: 0x105)
        #expect(history.rules == ["outside"])
        history.activate()
        history.write(5, "04 54 02 65")
        #expect(history.rules == ["outside"])
    }

    @Test func sessionRegistersAreNotWritten() {
        var history = begun(
            tag: History.tag("NTAG I2C plus 1K", pages: 236, container: "E1 10 6D 00", data: "0300FE00"))
        history.send([0xC2, 0xFF])
        history.send([3, 0, 0, 0], answer: [])
        history.refuse(0xF8, "00 00 00 00")
        #expect(history.rules == ["outside"])
    }

    @Test func bytesThatAControlTLVNamesAreKept() {
        // Memory control: 4 bytes from page 7 on. The data lies around them.
        let tag = History.ntag213(data: "02037004 02030000 00000000 AABBCCDD 00000000")
        for isKept in [true, false] {
            var history = begun(CheckedRequest(overwrite: .always), tag: tag)
            history.write(6, "01 04 54 02")
            if !isKept { history.write(7, "01 02 03 04") }
            history.write(8, "65 6E 41 FE")
            history.write(5, "02 03 08 D1")
            history.readBack()
            history.conclude("written")
            #expect(history.rules == (isKept ? [] : ["reserved", "reserved", "reserved"]))
        }
    }
}
