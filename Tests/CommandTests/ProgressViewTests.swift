import Jobs
import Operations
import Testing

@testable import tagmill

@Suite struct ProgressViewTests {
    private func drawing(
        _ output: any TextOutput, redraws: Bool, level: Console.Level = .normal, columns: Int = 60
    ) -> ProgressDrawing {
        ProgressDrawing(
            level: level, redraws: redraws, isColored: false, output: output,
            size: { TerminalSize(columns: columns, rows: 24) }, clock: { 0 })
    }

    @Test func linesAreDrawnOverTheOnesBefore() {
        let output = RecordedOutput()
        let drawing = drawing(output, redraws: true)
        drawing.take(Told.plugged("A"))
        drawing.take(Told.plugged("B"))
        drawing.draw()
        #expect(output.text == "A  no item for this reader now\nB  no item for this reader now\n")
        drawing.take(.warning("look"))
        drawing.draw()
        let second = output.text.dropFirst("A  no item for this reader now\nB  no item for this reader now\n".count)
        #expect(
            second == "\u{1B}[2A\r\u{1B}[Jwarning: look\nA  no item for this reader now\n"
                + "B  no item for this reader now\n")
    }

    @Test func aTerminalThatWasMadeNarrowerShowsALineInSeveralRows() {
        #expect(ProgressDrawing.erase([], columns: 80) == "")
        #expect(ProgressDrawing.erase([79, 0, 30], columns: 80) == "\u{1B}[3A\r\u{1B}[J")
        #expect(ProgressDrawing.erase([79, 0, 30], columns: 20) == "\u{1B}[7A\r\u{1B}[J")
    }

    @Test func plainLinesHoldNoControlSequence() {
        let output = RecordedOutput()
        let drawing = drawing(output, redraws: false)
        drawing.take(Told.plugged("A"))
        drawing.draw()
        #expect(output.writes == 0)
        drawing.take(Told.concluded("A", .written, item: Told.item(1, sku: "S")))
        drawing.draw()
        drawing.draw()
        #expect(output.text == "A: written S, tag 04A1B2C3D4E580\n")
    }

    @Test func everythingIsDrawnWhenTheRunHasEnded() {
        for redraws in [true, false] {
            let output = RecordedOutput()
            let view = ProgressView(
                level: .normal, redraws: redraws, isColored: false, output: output,
                size: { TerminalSize(columns: 80, rows: 24) }, clock: { 0 })
            for row in 1...200 { view.observe(Told.concluded("A", .failed, item: Told.item(row, sku: "S\(row)"))) }
            view.finish()
            view.finish()
            #expect(output.text.contains("failed S1,"))
            #expect(output.text.contains("failed S200,"))
        }
    }

    @Test func quietWritesNothing() {
        let output = RecordedOutput()
        let view = ProgressView(level: .quiet, redraws: true, isColored: false, output: output)
        view.observe(.warning("w"))
        view.finish()
        #expect(output.writes == 0)
    }

    /// An output that is not read holds nobody: what waits is bounded, and what was dropped is counted.
    @Test func anOutputThatTakesNothingHoldsNoReader() {
        let output = RecordedOutput()
        let drawing = drawing(output, redraws: false)
        for number in 0...ProgressDrawing.mostWaitingLines { drawing.take(.warning("w\(number)")) }
        drawing.draw()
        let lines = output.text.split(separator: "\n")
        #expect(lines.count == ProgressDrawing.mostWaitingLines / 2 + 1)
        #expect(lines.first == "(5001 lines were not shown)")
        #expect(lines.last == "warning: w10000")
    }
}
