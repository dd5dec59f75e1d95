import Jobs

/// The lines that are redrawn in place: one a reader, then the counts. A pure function of the state, the moment and the
/// size of the terminal.
struct ProgressBlock: Hashable, Sendable {
    /// A line in pieces, so that it can be cut without cutting a colour in two.
    typealias Line = [Piece]

    struct Piece: Hashable, Sendable {
        var text: String
        var style: TextStyle

        init(_ text: String, _ style: TextStyle = .plain) {
            self.text = VisibleText.escaped(text)
            self.style = style
        }
    }

    let lines: [Line]

    init(_ state: ProgressState, at now: Int64, size: TerminalSize) {
        // The last column stays free: some terminals wrap when it is written.
        let width = max(1, size.columns - 1)
        // One row stays free for the cursor, and one for a reader.
        let counts = Self.countLines(state, at: now, width: width).prefix(max(1, size.rows - 2))
        let room = max(1, size.rows - 1 - counts.count)
        let nameWidth = Self.nameWidth(state.readers.map(\.name), width: width)
        var lines = state.readers.map { Self.line($0, nameWidth: nameWidth) }
        if lines.count > room {
            let hidden = lines.count - room + 1
            lines = Array(lines.prefix(room - 1)) + [[Piece("and \(hidden) more readers", .faint)]]
        }
        self.lines = (lines + counts).map { Self.cut($0, to: width) }
    }

    /// The lines as text; with colours or without.
    func text(colored: Bool) -> [String] {
        lines.map { line in line.map { $0.style.applied(to: $0.text, colored: colored) }.joined() }
    }

    /// How many columns each line takes.
    var widths: [Int] { lines.map { line in line.reduce(0) { $0 + VisibleText.columns($1.text) } } }

    /// Names take what they need, and at most a third of a narrow terminal.
    private static func nameWidth(_ names: [String], width: Int) -> Int {
        let longest = names.map { VisibleText.columns(VisibleText.escaped($0)) }.max() ?? 0
        return min(longest, max(12, width / 3))
    }

    private static func line(_ reader: ProgressState.ReaderProgress, nameWidth: Int) -> Line {
        let name = VisibleText.fit(VisibleText.escaped(reader.name), to: nameWidth, inTheMiddle: true)
        var line = [Piece(name + "  ")] + phase(reader.phase)
        switch reader.phase {
        case .concluded: return line
        case .over where reader.last == nil: return line + [Piece("no tag", .faint)]
        default: break
        }
        guard let last = reader.last else { return line }
        line += [Piece(line.count > 1 ? "  last: " : "last: ", .faint), Piece(last.short, last.style)]
        return line
    }

    private static func phase(_ phase: ProgressState.Phase) -> Line {
        switch phase {
        case .idle: [Piece("no item for this reader now", .faint)]
        case .offering(let item): [Piece("lay a tag: "), Piece(item, .strong)]
        case .reading(let uid): [Piece("reading tag \(uid)")]
        case .writing(let uid, let item): [Piece("writing "), Piece(item, .strong), Piece(" on tag \(uid)")]
        case .concluded(let outcome): [Piece(outcome.short, outcome.style), Piece("; " + outcome.advice)]
        case .trouble(let message): [Piece(message, .bad)]
        case .quarantined: [Piece("in quarantine; lay tags on the other readers", .bad)]
        case .unplugged: [Piece("unplugged", .warning)]
        case .over: []
        }
    }

    private static func countLines(_ state: ProgressState, at now: Int64, width: Int) -> [Line] {
        var lines: [Line] = []
        let (done, all) = state.counts
        if all > 0 {
            var parts = ["\(done) of \(all) done"]
            parts += ItemStatus.allCases.compactMap { status in
                guard let count = state.totals[status], count > 0, status != .pending else { return nil }
                return "\(count) \(status.rawValue)"
            }
            if let rate = state.tagsPerMinute(at: now) { parts.append("\(rate) a minute") }
            if let seconds = state.secondsLeft(at: now) { parts.append("\(duration(seconds)) left") }
            lines += wrapped(parts, width: width).map { [Piece($0, .strong)] }
        }
        if state.isStopping {
            lines.append([Piece("stopping: the tags in hand are finished first", .warning)])
        } else if let waiting = state.waiting {
            lines.append([Piece("waiting: \(waiting)", .warning)])
        }
        return lines
    }

    /// The parts with commas between them, in as many lines as a narrow terminal takes.
    private static func wrapped(_ parts: [String], width: Int) -> [String] {
        parts.reduce(into: [String]()) { lines, part in
            if let last = lines.last, last.count + 2 + part.count <= width {
                lines[lines.count - 1] = last + ", " + part
            } else {
                lines.append(part)
            }
        }
    }

    /// `45 s`, `3 min 20 s`, `2 h 5 min`.
    static func duration(_ seconds: Int) -> String {
        switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(seconds / 60) min \(seconds % 60) s"
        default: "\(seconds / 3600) h \(seconds / 60 % 60) min"
        }
    }

    private static func cut(_ line: Line, to width: Int) -> Line {
        let total = line.reduce(0) { $0 + VisibleText.columns($1.text) }
        guard total > width else { return line }
        let mark = width > 3 ? "..." : ""
        var left = width - mark.count
        var result: Line = []
        for piece in line {
            let columns = VisibleText.columns(piece.text)
            if columns <= left {
                result.append(piece)
                left -= columns
                continue
            }
            result.append(Piece(VisibleText.prefix(piece.text, left) + mark, piece.style))
            return result
        }
        return result
    }
}
