import Threads

/// The two streams of the command: results on standard output, everything said to a person on standard error.
///
/// May be used from any thread. What comes from users, files or tags is escaped here.
final class Console: Sendable {
    enum Level: Hashable, Sendable {
        case quiet
        case normal
        case verbose
    }

    let level: Level
    let isColored: Bool
    /// Where events go that are asked for there; results are printed by `printResult`.
    let standardOutput: any TextOutput
    /// Where progress is drawn; everything else is said by the functions below.
    let standardError: any TextOutput
    private let output: OutputState

    /// What became of standard output; one for all that write to it.
    private final class OutputState: Sendable {
        let last = Guarded(OutputResult.written)
    }

    convenience init(
        level: Level = .normal, isColored: Bool = false,
        standardOutput: any TextOutput = DescriptorOutput(descriptor: 1),
        standardError: any TextOutput = DescriptorOutput(descriptor: 2)
    ) {
        self.init(
            level: level, isColored: isColored, standardOutput: standardOutput, standardError: standardError,
            output: OutputState())
    }

    private init(
        level: Level, isColored: Bool, standardOutput: any TextOutput, standardError: any TextOutput,
        output: OutputState
    ) {
        self.level = level
        self.isColored = isColored
        self.standardOutput = standardOutput
        self.standardError = standardError
        self.output = output
    }

    /// The same streams, as the common options want them.
    func configured(by arguments: Arguments, in surroundings: Surroundings) throws(CommandError) -> Console {
        let level: Level =
            switch arguments.last(of: ["quiet", "verbose"])?.name {
            case "quiet": .quiet
            case "verbose": .verbose
            default: .normal
            }
        return Console(
            level: level, isColored: try ColorChoice(arguments).coloursErrors(in: surroundings),
            standardOutput: standardOutput, standardError: standardError, output: output)
    }

    /// A result: lines as they are, ended by a newline. After the reader of a pipe has gone nothing more is written.
    func printResult(_ text: String) { printPart(text + "\n") }

    /// A part of a result, as it is; `printResult` ends it.
    func printPart(_ text: String) {
        output.last.withLock { state in
            if case .written = state { state = standardOutput.write(text) }
        }
    }

    /// Why standard output could not be written; nil where it could, and where nobody reads it any more.
    var outputFailure: String? {
        output.last.withLock { if case .failed(let reason) = $0 { reason } else { nil } }
    }

    /// Whether results still go somewhere: nobody has closed the pipe, and no write failed.
    var isOutputOpen: Bool { output.last.withLock { $0 == .written } }

    func error(_ error: CommandError) { errorMessage(error.sentence) }

    /// An error that ends the command, or stands in a list of them; printed with `--quiet` too.
    func errorMessage(_ sentence: String) { say("tagmill: ", .bad, sentence) }

    /// Something to know; the command goes on.
    func warning(_ sentence: String) {
        if level != .quiet { say("warning: ", .warning, sentence) }
    }

    func note(_ sentence: String) {
        if level != .quiet { say("", .plain, sentence) }
    }

    /// Printed with `--verbose` alone.
    func detail(_ sentence: String) {
        if level == .verbose { say("", .plain, sentence) }
    }

    /// A question, with `--quiet` too; the answer is typed behind it.
    func question(_ text: String) {
        _ = standardError.write(VisibleText.escaped(text))
    }

    /// A whole line on standard error, whatever the level.
    func line(_ text: String, style: TextStyle) {
        _ = standardError.write(style.applied(to: VisibleText.escaped(text), colored: isColored) + "\n")
    }

    private func say(_ prefix: String, _ style: TextStyle, _ sentence: String) {
        let text = VisibleText.escaped(sentence, keepingNewlines: true)
        _ = standardError.write(style.applied(to: prefix, colored: isColored) + text + "\n")
    }
}
