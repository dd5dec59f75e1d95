import Operations
import Provisioning
import ReaderModels
import Threads

/// The state, the messages that wait to be said, and what stands on the screen. Drawn by one thread.
final class ProgressDrawing: Sendable {
    /// Lines that wait for an output that does not take them; beyond that the oldest are dropped and counted.
    static let mostWaitingLines = 10_000

    private struct Pending {
        var state = ProgressState()
        var lines: [String] = []
        var dropped = 0
        var rings = false
    }

    private let level: Console.Level
    private let redraws: Bool
    private let rings: Bool
    private let isColored: Bool
    private let output: any TextOutput
    private let size: @Sendable () -> TerminalSize?
    private let clock: @Sendable () -> Int64
    private let pending = Guarded(Pending())
    /// The columns of the lines that were drawn last.
    private let drawn = Guarded<[Int]>([])

    init(
        level: Console.Level, redraws: Bool, rings: Bool = false, isColored: Bool, output: any TextOutput,
        size: @escaping @Sendable () -> TerminalSize?, clock: @escaping @Sendable () -> Int64
    ) {
        self.level = level
        self.redraws = redraws
        self.rings = rings
        self.isColored = isColored
        self.output = output
        self.size = size
        self.clock = clock
    }

    func take(_ event: RunEvent) {
        let now = clock()
        let rings = rings && Self.isFailure(event)
        pending.withLock { pending in
            if rings { pending.rings = true }
            let messages = pending.state.apply(event, at: now)
            for message in messages where message.isSaid(at: level, redraws: redraws) {
                let counts = redraws ? nil : pending.state.counts
                pending.lines.append(message.line(counts: counts, colored: isColored))
            }
            if pending.lines.count > Self.mostWaitingLines {
                let excess = pending.lines.count - Self.mostWaitingLines / 2
                pending.lines.removeFirst(excess)
                pending.dropped += excess
            }
        }
    }

    /// Whether a person should look: a tag did not succeed, or must be laid again.
    private static func isFailure(_ event: RunEvent) -> Bool {
        guard case .concluded(let presentation, _) = event else { return false }
        return ReaderSignal(of: presentation).map { $0 != .success } ?? false
    }

    /// Writes the last of it.
    func finish() {
        pending.withLock { $0.state.end() }
        draw()
    }

    /// Writes what waits; on a terminal over the lines that were drawn last.
    func draw() {
        let (state, lines, bell) = pending.withLock { pending in
            var lines = pending.lines
            if pending.dropped > 0 { lines.insert("(\(pending.dropped) lines were not shown)", at: 0) }
            pending.lines = []
            pending.dropped = 0
            // However many tags it is for, it rings once (ECMA-48: BEL).
            let bell = pending.rings ? "\u{07}" : ""
            pending.rings = false
            return (pending.state, lines, bell)
        }
        guard redraws else {
            if !lines.isEmpty { _ = output.write(lines.joined(separator: "\n") + "\n" + bell) }
            return
        }
        let size = size() ?? TerminalSize(columns: 80, rows: 24)
        let block = ProgressBlock(state, at: clock(), size: size)
        let before = drawn.withLock { drawn in
            defer { drawn = block.widths }
            return drawn
        }
        let text = (lines + block.text(colored: isColored)).map { $0 + "\n" }.joined()
        _ = output.write(Self.erase(before, columns: size.columns) + text + bell)
    }

    /// Moves to the first of the lines that were drawn last and erases from there (ECMA-48: CUU, ED). A terminal that was
    /// made narrower since shows a line in several rows.
    static func erase(_ widths: [Int], columns: Int) -> String {
        let rows = widths.reduce(0) { $0 + max(1, ($1 + columns - 1) / max(1, columns)) }
        return rows == 0 ? "" : "\u{1B}[\(rows)A\r\u{1B}[J"
    }
}
