import Jobs
import Provisioning
import Threads

/// `read --save`: keeps the message of a tag that was read.
final class ReadSaving: Sendable {
    let context: CommandContext
    /// Nil: the tag is called after its first record.
    private let name: String?
    /// How many were saved.
    private let count = Guarded(0)

    /// Nil where nothing is to be saved.
    init?(_ context: CommandContext) throws(CommandError) {
        guard context.arguments.has("save") else { return nil }
        self.context = context
        name = try SavedName.checked(context.arguments.value("save"), option: "--save")
        // The word behind the option is taken for the name.
        if let name, context.arguments.operands.isEmpty, InputFile.exists(name) {
            throw .contradiction(
                "'--save \(name)' gives the saved tag a name, and there is a file called so; to save what is in the file: "
                    + "tagmill read \(FilePath.shellWord(name)) --save")
        }
    }

    /// Saves the tag and says its id: on standard output, and with `--json` on standard error. Called once at a time.
    /// - Returns: how the command ends where it is not as before: the tag holds nothing that can be saved, or it could not be
    ///   kept; which was said.
    func save(_ tag: ObservedTag) -> ExitCode {
        do throws(CommandError) {
            var content = try SavedSource.content(of: tag) { .notSaved(source: tag.source, reason: $0) }
            let number = count.withLock { $0 } + 1
            content.name =
                name.map { SavedName.numbered($0, number) } ?? SavedName.ofMessage(content.records)
            for saved in try SavedStore(context, for: .adding).save([content]) {
                let sentence = "\(saved.id), \(saved.content.name)"
                if context.wantsJSON {
                    context.console.note("saved: \(sentence)")
                } else {
                    context.console.printResult(VisibleText.fit("saved", to: 8) + VisibleText.escaped(sentence))
                }
            }
            count.withLock { $0 = number }
            return .success
        } catch {
            context.console.error(error)
            return error.exitCode
        }
    }
}
