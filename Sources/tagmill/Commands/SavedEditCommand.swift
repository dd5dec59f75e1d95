import Jobs
import NDEF
import Provisioning

/// `tagmill saved edit`: changes the name, or any field of any record, and shows what it was and what it is now.
struct SavedEditCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let edit = try SavedEdit(context.arguments, console: context.console)
        let store = try SavedStore(context, for: .changing)
        let old = try store.tag(context.arguments)
        var new = old
        new.content = try edit.applied(to: old)
        if new != old {
            try store.use { (tags) throws(SavedTagsError) in
                try tags.update(id: old.id, from: old.content, to: new.content)
            }
        }
        warn(of: new, changedFrom: old)
        context.console.printResult(
            context.wantsJSON ? SavedTagListing(new).json.compact : Self.text(from: old, to: new))
        return .success
    }

    /// A record that is kept and says nothing that a phone understands.
    private func warn(of new: SavedTag, changedFrom old: SavedTag) {
        for (index, record) in new.content.records.enumerated() where !old.content.records.contains(record) {
            let interpreted = InterpretedRecord(record)
            if case .error(let error) = interpreted.meaning {
                context.console.warning("record \(index + 1) cannot be understood: \(error)")
            }
            for note in interpreted.notes { context.console.warning("record \(index + 1): \(note)") }
        }
    }

    private static func text(from old: SavedTag, to new: SavedTag) -> String {
        guard new != old else { return "saved tag \(old.id): nothing changed" }
        var lines = ["saved tag \(old.id)"]
        if new.content.name != old.content.name {
            lines += ["name was  " + old.content.name, "name now  " + new.content.name].map { VisibleText.escaped($0) }
        }
        if new.content.records != old.content.records {
            for (word, tag) in [("was", old), ("now", new)] {
                let bytes = SavedTagListing(tag).message?.count ?? 0
                lines += ["\(word), a message of \(bytes) bytes:", SavedTagListing(tag).recordsText]
            }
        }
        return lines.joined(separator: "\n")
    }
}
