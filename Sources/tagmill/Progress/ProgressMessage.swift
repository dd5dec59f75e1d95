/// A line that is said once.
struct ProgressMessage: Hashable, Sendable {
    enum Level: Hashable, Sendable {
        /// Said with `--verbose` alone.
        case detail
        /// A tag that was made: said in plain lines; on a terminal the reader's line shows it.
        case success
        /// A tag that was not made.
        case problem
        case note
        case warning
    }

    var level: Level
    var reader: String?
    var text: String
    var style: TextStyle

    init(_ level: Level, reader: String?, _ text: String, style: TextStyle = .plain) {
        self.level = level
        self.reader = reader
        self.text = text
        self.style = style
    }

    /// Whether it is said: `redraws` where the readers have lines of their own.
    func isSaid(at level: Console.Level, redraws: Bool) -> Bool {
        switch (level, self.level) {
        case (.quiet, _): false
        case (.verbose, _): true
        case (.normal, .detail): false
        case (.normal, .success): !redraws
        case (.normal, .problem), (.normal, .note), (.normal, .warning): true
        }
    }

    /// One line, with control characters escaped. `counts` stand in front of what came of a tag.
    func line(counts: (done: Int, all: Int)?, colored: Bool) -> String {
        var line = ""
        if level == .warning { line += TextStyle.warning.applied(to: "warning: ", colored: colored) }
        if let counts, level == .success || level == .problem, counts.all > 0 {
            line += "[\(counts.done)/\(counts.all)] "
        }
        if let reader { line += VisibleText.escaped(reader) + ": " }
        return line + style.applied(to: VisibleText.escaped(text), colored: colored)
    }
}
