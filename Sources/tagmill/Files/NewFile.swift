import Reports

/// A file that a command makes where the user names it: one that is there is written over only where that was agreed to.
struct NewFile {
    let path: String
    let context: CommandContext
    /// Asks a person who sits at the terminal.
    let confirmation: Confirmation

    init(path: String, context: CommandContext, confirmation: Confirmation? = nil) {
        self.path = path
        self.context = context
        self.confirmation = confirmation ?? Confirmation(console: context.console)
    }

    /// Throws where the path is a folder, or a file that is to be kept: `--yes` and a yes at the terminal give it up.
    func checkPlace() throws(CommandError) {
        guard InputFile.exists(path) else { return }
        if InputFile.isFolder(path) { throw .refusedFile(path: path, reason: "is a folder; name a file in it") }
        if context.arguments.has("yes") || !InputFile.isPlain(path) { return }
        guard Confirmation.isPossible(in: context.surroundings) else {
            throw .refusedFile(path: path, reason: "is there; '--yes' writes over it")
        }
        guard confirmation.isConfirmed("\(path) is there, and will be written over.") else {
            throw .refusedFile(path: path, reason: "is kept as it was")
        }
    }

    /// The file appears whole, or stays as it was.
    func write(_ bytes: [UInt8]) throws(CommandError) {
        do throws(ReportError) {
            try NamedFile.write(bytes, to: path)
        } catch {
            throw .cannotWrite(path: path, reason: "\(error)")
        }
    }
}
