import Provisioning

/// A journal, and where it is: what fails in it is told with its path.
struct OpenedJournal {
    let journal: any Journal
    let path: String

    /// For a command that only reads. Throws where there is none.
    init(reading options: JournalOptions) throws(CommandError) {
        path = FilePath.absolute(options.path)
        guard let journal = try JournalOpening.forReading(options) else {
            throw .journal(JournalError(.notThere, context: path), path: path)
        }
        self.journal = journal
    }

    func read<Result>(
        _ body: (any Journal) throws(JournalError) -> Result
    ) throws(CommandError) -> Result {
        do throws(JournalError) {
            return try body(journal)
        } catch {
            throw .journal(error, path: path)
        }
    }

    /// The run that the command line names.
    func run(_ arguments: Arguments) throws(CommandError) -> RunSummary {
        let runs = try read { (journal) throws(JournalError) in try journal.runs() }
        return try RunChoice.choose(arguments.operands[0], among: runs, arguments)
    }
}
