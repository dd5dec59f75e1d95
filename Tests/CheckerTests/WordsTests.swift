import Checker
import Testing

/// What a broken invariant is told with: row and copy, tag and page.
@Suite struct WordsTests {
    @Test(arguments: [(1, 1), (5, 2), (1_000_000, 1_000_000), (0xFFFF_FFFF, 0x7FFF_FFFF)])
    func aNumberSaysRowAndCopy(row: Int, copy: Int) {
        let number = ItemNumber.of(row: row, copy: copy)
        #expect(ItemNumber.row(number) == row)
        #expect(ItemNumber.copy(number) == copy)
    }

    @Test func anItemIsNamedByRowAndCopy() {
        for (copy, words) in [(1, "row 5"), (2, "row 5, copy 2")] {
            let id = ItemNumber.of(row: 5, copy: copy)
            var history = History([History.ntag213()])
            history.begin([CheckedItem(id: id, message: History.letterA, isInvalid: true)])
            history.lay()
            history.intend(id)
            #expect(history.rules == ["invalid-tried"])
            #expect(
                history.checker.violations.map(\.detail) == ["run 0, \(words), tag 0 (04516201849580, NTAG213)"])
            history.conclude("failed", -1)
            #expect(history.checker.violations.last?.detail == "run 0, an item that the job does not have")
        }
    }

    @Test func aReportThatDiffersNamesTheItem() {
        var history = History([History.ntag213()])
        let id = ItemNumber.of(row: 7, copy: 3)
        history.checker.rendered(run: 0, [History.row(id, "written")], [History.row(id, "failed")])
        history.checker.rendered(run: 0, [History.row(id, "written")], [])
        #expect(
            history.checker.violations.map(\.detail) == ["run 0, row 7, copy 3 differs", "run 0, not as many rows"])
    }

    @Test(arguments: [
        (2, "22 48 FF FF", "static-lock"), (40, "FF FF 00 00", "dynamic-lock"), (3, "E1 11 12 0F", "container"),
    ])
    func whatIsForEverNamesItsPage(page: Int, data: String, rule: String) {
        var history = History([History.ntag213()])
        history.begin([CheckedItem(id: 1, message: History.letterA, locks: true)])
        history.lay()
        history.intend(1)
        history.writeLetter()
        history.readBack()
        history.write(page, data)
        #expect(history.rules == [rule])
        #expect(history.checker.violations.allSatisfy { $0.detail.hasSuffix(", page \(page)") })
    }

    @Test func aContainerThatNobodyAskedForNamesItsPage() {
        var history = History([History.ntag213()])
        history.begin([CheckedItem(id: 1, message: History.letterA)])
        history.lay()
        history.intend(1)
        history.write(3, "00 00 00 0F")
        #expect(history.rules == ["container-unasked"])
        #expect(history.checker.violations.allSatisfy { $0.detail.hasSuffix(", page 3") })
    }
}
