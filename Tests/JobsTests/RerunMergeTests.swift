import Testing

@testable import Jobs

@Suite struct RerunMergeTests {
    private let merge = RerunMerge(
        headers: [["SKU", "url"], ["sku", "note"], ["Url ", "own"]], settings: Settings())

    @Test func columnsAreThoseOfTheJobAndThenWhatCame() {
        #expect(merge.columns == ["SKU", "url", "note", "own"])
        #expect(merge.indices(of: ["Url ", "own"]) == [1, 3])
        #expect(merge.spread(["u", "o"], at: [1, 3]) == [nil, "u", nil, "o"])
        #expect(merge.skuIndex == 0)
    }

    @Test func whatASpreadsheetDidIsPutBack() {
        let result = merge.merge(
            report: ["7", "x", nil, nil], first: ["007", "x", nil, nil], now: ["007", "x", nil, nil], isInvalid: false)
        #expect(result.cells == ["007", "x", "", ""])
        #expect(result.notes == [0: .restored(.leadingZeros)])
        #expect(!result.isCorrected)
    }

    @Test func whatAPersonDidIsTaken() {
        let result = merge.merge(
            report: ["008", "", nil, "new"], first: ["007", "x", nil, nil], now: ["007", "x", nil, nil],
            isInvalid: false)
        #expect(result.cells == ["008", "", "", "new"])
        #expect(result.notes == [0: .corrected, 1: .corrected, 3: .corrected])
    }

    /// A report of before a correction says nothing against it, but a newer correction does.
    @Test func aLaterRunMayHaveCorrectedIt() {
        func merged(_ cell: String) -> RerunMerge.Result {
            merge.merge(
                report: ["A", cell, nil, nil], first: ["A", "00", nil, nil], now: ["A", "good", nil, nil],
                isInvalid: false)
        }
        #expect(merged("00") == RerunMerge.Result(cells: ["A", "good", "", ""]))
        #expect(merged("0").cells[1] == "good")
        #expect(merged("0").notes == [1: .restored(.leadingZeros)])
        #expect(merged("better").cells[1] == "better")
    }

    /// `2.0` is no quantity, and `2` sets it right; zeros that were lost never do.
    @Test func anInvalidRowIsCorrectedByWhatMayBeASpreadsheets() {
        func merged(_ old: String, _ new: String, isInvalid: Bool) -> String {
            merge.merge(
                report: [new, nil, nil, nil], first: [old, "", nil, nil], now: [old, "", nil, nil],
                isInvalid: isInvalid
            ).cells[0]
        }
        #expect(merged("2.0", "2", isInvalid: true) == "2")
        #expect(merged("2.0", "2", isInvalid: false) == "2.0")
        #expect(merged("007", "7", isInvalid: true) == "007")
    }

    @Test func whatWasForgottenIsTheReports() {
        let nothing: [String?] = [nil, nil, nil, nil]
        let result = merge.merge(report: ["A", "x", nil, nil], first: nothing, now: nothing, isInvalid: false)
        #expect(result == RerunMerge.Result(cells: ["A", "x", "", ""]))
    }

    // MARK: Lines that moved

    /// Rows of a job, and the report's cells for some of them.
    private func found(
        _ rows: [[String]], _ lines: [(row: Int, cells: [String])], invalid: Set<Int> = []
    ) -> [MovedLines.Line] {
        let merge = RerunMerge(headers: [["sku", "url"], ["sku", "url"]], settings: Settings())
        var moved = MovedLines(merge: merge, report: [0, 1], run: [0, 1])
        for (index, line) in lines.enumerated() where rows[line.row - 1] != line.cells {
            let record = RerunSource.Record(
                key: ItemKey(row: line.row, copy: 1), line: line.row + 1, reportLine: index + 2, cells: line.cells,
                status: .failed)
            moved.suspect(
                record, report: line.cells, known: rows[line.row - 1], isInvalid: invalid.contains(line.row))
        }
        for (index, cells) in rows.enumerated() { moved.look(at: ItemKey(row: index + 1, copy: 1), cells: cells) }
        return moved.found()
    }

    private static let rows = [["A", "a"], ["B", "b"], ["C", "c"]]

    @Test func twoRowsThatChangedPlacesAreFound() {
        let moved = found(Self.rows, [(1, ["B", "b"]), (2, ["A", "a"]), (3, ["C", "c"])])
        #expect(moved.map(\.reportLine) == [2, 3])
        #expect(moved.map(\.holds) == [2, 1])
        // Invalid or not.
        #expect(found(Self.rows, [(1, ["B", "b"]), (2, ["A", "a"])], invalid: [1, 2]).count == 2)
    }

    @Test func aRowFilledAnewIsFoundByWhatStandsInTheRun() {
        #expect(found(Self.rows, [(1, ["C", "c"])]).map(\.holds) == [3])
    }

    @Test func oneColumnThatWasSortedIsFoundByTheSKU() {
        #expect(found(Self.rows, [(1, ["B", "a"]), (2, ["A", "b"])]).map(\.holds) == [2, 1])
    }

    @Test func aCorrectionIsNoMove() {
        #expect(found(Self.rows, [(1, ["A", "z"]), (2, ["D", "b"])]).isEmpty)
        // The same content as another row's, in an invalid row: its own line says otherwise.
        #expect(found([["", "a"], ["", "b"]], [(1, ["", "b"]), (2, ["", "b"])], invalid: [1]).isEmpty)
        #expect(found([["", "a"], ["", "b"]], [(1, ["", "b"])]).count == 1)
    }
}
