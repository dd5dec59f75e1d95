import Glibc
import Testing

@testable import tagmill

@Suite struct ConsoleTests {
    private func surroundings(_ environment: [String: String], terminal: Bool) -> Surroundings {
        Surroundings(
            environment: environment, outputIsTerminal: terminal, errorIsTerminal: terminal, inputIsTerminal: terminal)
    }

    private func isColored(_ words: [String], _ environment: [String: String], terminal: Bool = true) throws -> Bool {
        let arguments = try Arguments(words, table: .common, command: "")
        let surroundings = surroundings(environment, terminal: terminal)
        return try Console().configured(by: arguments, in: surroundings).isColored
    }

    @Test func colourFollowsTheTerminalAndNoColor() throws {
        let xterm = ["TERM": "xterm"]
        #expect(try isColored([], xterm))
        #expect(try !isColored([], xterm, terminal: false))
        #expect(try !isColored([], ["TERM": "dumb"]))
        #expect(try !isColored([], [:]))
        #expect(try !isColored([], ["TERM": "xterm", "NO_COLOR": "1"]))
        #expect(try isColored([], ["TERM": "xterm", "NO_COLOR": ""]))
        #expect(try isColored(["--color", "always"], ["NO_COLOR": "1"], terminal: false))
        #expect(try !isColored(["--color=never"], xterm))
        #expect(try !isColored(["--no-color"], xterm))
        #expect(try isColored(["--no-color", "--color=always"], [:]))
        #expect(try !isColored(["--color=always", "--no-color"], xterm))
    }

    @Test func quietSaysErrorsAlone() throws {
        for (words, expected) in [
            ([], "tagmill: e\nwarning: w\nn\n"), (["-q"], "tagmill: e\n"), (["-v"], "tagmill: e\nwarning: w\nn\nd\n"),
            (["-v", "-q"], "tagmill: e\n"), (["-q", "-v"], "tagmill: e\nwarning: w\nn\nd\n"),
        ] {
            let errors = RecordedOutput()
            let arguments = try Arguments(words, table: .common, command: "")
            let console = try Console(standardOutput: RecordedOutput(), standardError: errors)
                .configured(by: arguments, in: surroundings([:], terminal: false))
            console.errorMessage("e")
            console.warning("w")
            console.note("n")
            console.detail("d")
            #expect(errors.text == expected)
        }
    }

    @Test func nothingIsWrittenAfterTheReaderHasGone() {
        let output = RecordedOutput(.closed)
        let console = Console(standardOutput: output, standardError: RecordedOutput())
        console.printResult("a")
        console.printResult("b")
        #expect(output.writes == 1)
        #expect(console.outputFailure == nil)
    }

    @Test func aPipeWithoutReaderIsClosedAndDoesNotKill() {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        #expect(DescriptorOutput(descriptor: ends[1]).write("text") == .closed)
        close(ends[1])
        #expect(DescriptorOutput(descriptor: -1).write("text") == .closed)
    }

    @Test func aDeviceWithoutRoomIsAFailure() {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        #expect(DescriptorOutput(descriptor: full).write("text") == .failed("No space left on device"))
    }

    @Test func theEnvironmentIsRead() {
        #expect(Surroundings.current().environment["PATH"] == getenv("PATH").map { String(cString: $0) })
        #expect(!Surroundings.hostName().isEmpty)
    }
}
