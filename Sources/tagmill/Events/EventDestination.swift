import Jobs

/// Where `--events` writes.
struct EventDestination: Sendable {
    /// As the command line names it.
    let name: String
    let output: any TextOutput
}

extension CommandContext {
    /// Opens what `--events` names; nil without it. A file is made, or emptied; one that the command itself needs is
    /// refused.
    /// - Parameters:
    ///   - ownFiles: what must not be written over, beside what the command line and the settings name.
    ///   - settings: of the run.
    func events(
        sparing ownFiles: [String], _ settings: Settings, journalPath: String
    ) throws(CommandError) -> EventDestination? {
        guard let name = arguments.value("events") else { return nil }
        if name == "-" { return EventDestination(name: "standard output", output: console.standardOutput) }
        let passwords = [settings.protection?.passwordFile].compactMap { $0 }
        let files = ownFiles + passwords + namedFiles + JournalOpening.files(of: journalPath)
        return EventDestination(name: name, output: try EventFile(path: name, sparing: files))
    }

    /// The files that the command line names to be read, and those that are taken because of their names.
    var namedFiles: [String] {
        let options = ["settings", "rack", "password-file"].compactMap { arguments.value($0) }
        let settings = arguments.operands.flatMap { path in
            let stem = path.lowercased().hasSuffix(".csv") ? String(path.dropLast(4)) : path
            return [stem + ".json", stem + ".json5"]
        }
        return arguments.operands + options + settings
    }
}
