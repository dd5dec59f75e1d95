import Glibc

@main
struct Main {
    static func main() {
        // A pipe whose reader has gone ends the output, not the run (contract, section 2).
        signal(SIGPIPE, SIG_IGN)
        // Ctrl-\\ ends at once, as in any program: the runtime's own handler would ask for keys on the terminal first.
        signal(SIGQUIT, SIG_DFL)
        keepStandardDescriptors()
        let tool = CommandLineTool(surroundings: .current(), console: Console())
        let code = tool.run(Array(CommandLine.arguments.dropFirst())).rawValue
        // A thread that hangs in a reader's driver is left behind: no library may take itself down beside it (`exit`).
        fflush(nil)
        _exit(code)
    }

    /// Fills the places of standard streams that were closed before the start (`2>&-`). Else the next file or socket to
    /// be opened would take the place, and progress would be written into the journal's lock file or to pcscd.
    private static func keepStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
            // Opens the lowest number that is free, which is this one.
            _ = open("/dev/null", O_RDWR)
        }
    }
}
