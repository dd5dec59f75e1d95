import Operations
import Reports
import Threads

/// How far the worlds are, in one line that is redrawn on a terminal; nowhere else is anything said.
struct SimulationProgress {
    /// How often it is drawn.
    static let seconds = 0.25

    private let console: Console
    private let count: Int?
    private let isOfGivenJob: Bool
    private let start = MonotonicTime.now()
    private var width = 0

    /// Nil where nobody sees it.
    init?(_ context: CommandContext, count: Int?) {
        guard context.surroundings.canRedraw, context.console.level != .quiet else { return nil }
        console = context.console
        self.count = count
        isOfGivenJob = !context.arguments.operands.isEmpty
    }

    mutating func draw(_ sum: WorldRuns.Sum) {
        let columns = Surroundings.terminalSize()?.columns ?? 80
        let line = VisibleText.fit(text(sum), to: max(1, columns - 1))
        let erased = ProgressDrawing.erase([width].filter { $0 > 0 }, columns: columns)
        _ = console.standardError.write(erased + line + "\n")
        width = columns - 1
    }

    /// Takes the line away.
    mutating func finish() {
        guard width > 0 else { return }
        let columns = Surroundings.terminalSize()?.columns ?? 80
        _ = console.standardError.write(ProgressDrawing.erase([width], columns: columns))
    }

    private func text(_ sum: WorldRuns.Sum) -> String {
        let nanoseconds = MonotonicTime.now().nanoseconds - start.nanoseconds
        let rate = nanoseconds > 0 ? Double(sum.runs) * 1e9 / Double(nanoseconds) : 0
        let of = count.map { " of \(PlanWords.grouped($0))" } ?? ""
        return "\(PlanWords.grouped(sum.runs))\(of) runs, \(PlanWords.grouped(Int(rate))) runs/s, "
            + CoverageListing(sum.coverage, isOfGivenJob: isOfGivenJob).summary
    }
}
