import Jobs
import Provisioning

/// `tagmill saved import`: saves what is in files. Every file is read before anything is saved.
struct SavedImportCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let paths = context.arguments.operands
        let name = try SavedName.checked(context.arguments.value("name"), option: "--name")
        if name != nil, paths.count > 1 {
            throw .contradiction("'--name' names one saved tag, and there are \(paths.count) files")
        }
        var contents: [SavedContent] = []
        var refusals: [CommandError] = []
        for path in paths {
            do throws(CommandError) {
                contents.append(try SavedSource.content(at: path))
            } catch {
                refusals.append(error)
            }
        }
        if let last = refusals.popLast() {
            for refusal in refusals { context.console.error(refusal) }
            if paths.count > 1 { context.console.note("nothing was saved") }
            throw last
        }
        if let name { contents[0].name = name }
        tell(try SavedStore(context, for: .adding).save(contents))
        return .success
    }

    private func tell(_ saved: [SavedTag]) {
        if context.wantsJSON {
            context.console.printResult(SavedListing(tags: saved).json.compact)
        } else {
            let lines = saved.map { "saved: \($0.id)  \($0.content.name)" }
            context.console.printResult(lines.map { VisibleText.escaped($0) }.joined(separator: "\n"))
        }
    }
}
