import Threads

@testable import tagmill

/// An output that keeps what was written, and may refuse it.
final class RecordedOutput: TextOutput {
    private let state = Guarded((text: "", writes: 0))
    private let answer: OutputResult

    init(_ answer: OutputResult = .written) { self.answer = answer }

    var text: String { state.withLock { $0.text } }
    var writes: Int { state.withLock { $0.writes } }

    func write(_ text: String) -> OutputResult {
        state.withLock {
            $0.writes += 1
            if answer == .written { $0.text += text }
        }
        return answer
    }
}

/// A command line run within the test.
struct ToolRun {
    let code: ExitCode
    let output: String
    let errors: String

    init(_ words: String..., environment: [String: String] = [:], output: RecordedOutput = RecordedOutput()) {
        self.init(words: words, environment: environment, output: output)
    }

    /// - Parameter onScreen: both streams are a terminal.
    init(
        words: [String], environment: [String: String] = [:], output: RecordedOutput = RecordedOutput(),
        onScreen: Bool = false
    ) {
        let errors = RecordedOutput()
        let surroundings = Surroundings(
            environment: environment, outputIsTerminal: onScreen, errorIsTerminal: onScreen, inputIsTerminal: false)
        let tool = CommandLineTool(
            surroundings: surroundings, console: Console(standardOutput: output, standardError: errors))
        code = tool.run(words)
        self.output = output.text
        self.errors = errors.text
    }
}
