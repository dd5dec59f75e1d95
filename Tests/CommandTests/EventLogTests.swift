import Foundation
import Glibc
import Jobs
import Operations
import Provisioning
import Testing
import Threads

@testable import tagmill

@Suite struct EventLogTests {
    /// Takes nothing until it is opened, and then everything.
    private final class StuckOutput: TextOutput {
        private let state = Monitor((isOpen: false, text: "", calls: 0))

        var text: String { state.withLock { $0.text } }

        func open() { state.withLock { $0.isOpen = true } }

        /// Returns when somebody tries to write.
        func waitForWriter() { state.wait { $0.calls > 0 ? .done(()) : .untilChange } }

        func write(_ text: String) -> OutputResult { write(text) { false } }

        func write(_ text: String, unless isAbandoned: () -> Bool) -> OutputResult {
            state.withLock { $0.calls += 1 }
            while !isAbandoned() {
                let isWritten = state.withLock { state in
                    if state.isOpen { state.text += text }
                    return state.isOpen
                }
                if isWritten { return .written }
                usleep(1000)
            }
            return .abandoned
        }
    }

    private let warnings = Monitor<[String]>([])

    private func log(_ output: any TextOutput, _ patience: EventLog.Patience = EventLog.Patience()) -> EventLog {
        EventLog(run: "RUN", name: "FILE", output: output, patience: patience) { [warnings] warning in
            warnings.withLock { $0.append(warning) }
        }
    }

    private var told: [String] { warnings.withLock { $0 } }

    private func names(_ text: String) throws -> [String] {
        try text.split(separator: "\n").map {
            guard case .string(let name)? = try JSONValue(parsing: Array($0.utf8))["event"] else { return "?" }
            return name
        }
    }

    private static let end = RunEvent.ended(RunResult(ended: .complete, totals: [:], exitCode: 0))

    @Test func everythingIsWrittenWhenItFinishes() throws {
        let output = RecordedOutput()
        let log = log(output)
        for _ in 0..<1000 { log.observe(.stopping) }
        log.observe(Self.end)
        log.finish()
        #expect(try names(output.text) == Array(repeating: "stopping", count: 1000) + ["end"])
        #expect(told.isEmpty)
    }

    /// `observe` returns although nothing is taken; what was too much is counted in its place, and the end is kept.
    @Test func anOutputThatTakesNothingHoldsNobodyAndLosesTheLatest() throws {
        let output = StuckOutput()
        let log = log(output)
        log.observe(.stopping)
        output.waitForWriter()
        for _ in 0..<(EventLog.mostWaiting + 7) { log.observe(.warning("w")) }
        log.observe(Self.end)
        output.open()
        log.finish()
        let names = try names(output.text)
        #expect(names.count == 1 + EventLog.mostWaiting + 2)
        #expect(names.suffix(3) == ["warning", "lost", "end"])
        #expect(output.text.contains(#""event":"lost","run":"RUN","count":7}"#))
        #expect(
            told == [
                "events (FILE): the other side is too slow: events are left out, and a line 'lost' says how many"
            ])
    }

    @Test func whatNobodyTakesIsGivenUp() {
        let output = StuckOutput()
        let log = log(output, EventLog.Patience(idleSeconds: 0.05, wholeSeconds: 60))
        log.observe(.stopping)
        log.finish()
        #expect(output.text.isEmpty)
        #expect(told == ["events (FILE): the last events are not written: the other side does not take them"])
    }

    @Test(arguments: [
        (OutputResult.closed, "nobody reads it any more"),
        (.failed("No space left on device"), "cannot be written: No"),
    ])
    func anOutputThatFailsIsToldOnce(answer: OutputResult, sentence: String) {
        let output = RecordedOutput(answer)
        let log = log(output)
        for _ in 0..<100 { log.observe(.stopping) }
        log.finish()
        #expect(told.count == 1)
        #expect(told.first?.hasPrefix("events (FILE): \(sentence)") == true)
        // Nothing is tried after the failure.
        #expect(output.writes == 1)
    }

    // MARK: Pipes

    @Test func aPipeThatIsOpenedLateGetsEverything() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let read = Monitor<String?>(nil)
        // The reader comes to the end of the pipe when the log is gone.
        try writeLate(to: path) {
            let thread = BlockingThread {
                let bytes = try? InputFile.bytes(at: path)
                read.withLock { $0 = String(decoding: bytes ?? [], as: UTF8.self) }
            }
            thread?.detach()
        }
        #expect(told.isEmpty)
        let text = read.wait { $0.map { .done($0) } ?? .untilChange }
        #expect(try names(text).count == 2001)
        #expect(try names(text).last == "end")
    }

    private func writeLate(to path: String, reading: () -> Void) throws {
        let log = log(try EventFile(path: path, sparing: []))
        for _ in 0..<2000 { log.observe(.stopping) }
        reading()
        log.observe(Self.end)
        log.finish()
    }

    @Test func aPipeThatNobodyOpensIsGivenUp() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let log = log(
            try EventFile(path: path, sparing: []), EventLog.Patience(idleSeconds: 0.05, wholeSeconds: 60))
        log.observe(.stopping)
        log.finish()
        #expect(told.count == 1)
    }

    /// The reader of the pipe goes in the middle: one warning, and nobody is held.
    @Test func aPipeWhoseReaderGoesIsToldOnce() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        let log = log(try EventFile(path: path, sparing: []))
        // More than a pipe holds, so that the writer waits in the middle.
        for _ in 0..<5000 { log.observe(.stopping) }
        close(reader)
        log.observe(Self.end)
        log.finish()
        #expect(told == ["events (FILE): nobody reads it any more; no more events are written"])
    }
}
