import Jobs

/// The one question that a run asks before it begins: whether tags that hold something else may be written over.
///
/// Asked where a person sits at the terminal alone; a script said what it wants with `--overwrite always`.
struct Confirmation {
    let console: Console
    /// Reads the answer; nil where there is none to come.
    var readAnswer: () -> String? = { readLine() }

    static func isNeeded(_ policy: OverwritePolicy, options: RunOptions, in surroundings: Surroundings) -> Bool {
        policy == .always && !options.asksNothing && !options.isDryRun && surroundings.inputIsTerminal
            && surroundings.errorIsTerminal
    }

    /// Throws `declined` for every answer but yes.
    func ask(tags: Int) throws(CommandError) {
        let count = tags == 1 ? "1 tag" : "\(tags) tags"
        console.question("\(count) will be written over, whatever they hold (--overwrite always). Go on? [y/N] ")
        guard ["y", "yes"].contains(readAnswer()?.lowercased() ?? "") else { throw .declined }
    }
}
