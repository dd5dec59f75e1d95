/// Every limit of the commands of `--on-success` and `--on-failure`, with its reason.
struct HookLimits: Sendable {
    /// So many run at once: a command that asks a server is waited for, not computed, and a station has a few processors.
    var mostRunning = 4
    /// So many results wait for their command: more than the tags of a busy minute on sixteen readers.
    var mostWaiting = 1000
    /// How long one command may take. Longer than any server's answer that is worth waiting for.
    var secondsEach = 30.0
    /// From SIGTERM to SIGKILL.
    var secondsToEnd = 2.0
    /// How long the end waits before a person is told what for.
    var secondsUntilTold = 1.0
    /// How long the end of the command waits for all of them together.
    var secondsAtTheEnd = 60.0
}
