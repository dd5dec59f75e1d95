import Jobs

/// The questions that a command asks before it does what cannot be taken back: whether a run may lock tags or write over those
/// that hold something else, and whether a run is to be forgotten.
///
/// Asked where a person sits at the terminal alone; a script said what it wants.
struct Confirmation: Sendable {
    let console: Console
    /// Reads the answer; nil where there is none to come.
    var readAnswer: @Sendable () -> String? = { readLine() }

    /// Whether somebody sits there who can answer.
    static func isPossible(in surroundings: Surroundings) -> Bool {
        surroundings.inputIsTerminal && surroundings.errorIsTerminal
    }

    /// Asks once for all that a run does. Throws `declined` for every answer but yes.
    func ask(_ run: RunConsequences) throws(CommandError) {
        guard isConfirmed(run.sentence + ".") else { throw .declined }
    }

    /// Says what will be done, and asks whether it may be. Every answer but yes is no.
    func isConfirmed(_ sentence: String) -> Bool {
        console.question("\(sentence) Go on? [y/N] ")
        return ["y", "yes"].contains(readAnswer()?.lowercased() ?? "")
    }
}
