import Glibc

@main
struct Main {
    static func main() {
        // A pipe whose reader has gone ends the output, not the run (contract, section 2).
        signal(SIGPIPE, SIG_IGN)
        let tool = CommandLineTool(surroundings: .current(), console: Console())
        exit(tool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }
}
