import Provisioning

/// Which saved tag is meant: by its id, its name, or a part of its name that no other has, without case.
///
/// A number is an id or a whole name, never a part of one: after tag 1 was deleted, `1` must not be another tag whose name
/// has a 1 in it.
enum SavedTagChoice {
    /// - Parameter arguments: the command line, for the command that a refusal names.
    static func choose(
        _ name: String, among tags: [SavedTag], _ arguments: Arguments
    ) throws(CommandError) -> SavedTag {
        if let tag = tags.first(where: { String($0.id) == name }) { return tag }
        var matching = tags.filter { $0.content.name == name }
        let isNumber = name.utf8.allSatisfy { (0x30...0x39).contains($0) }
        if matching.isEmpty, !isNumber {
            let part = name.lowercased()
            matching = tags.filter { $0.content.name.lowercased().contains(part) }
        }
        guard let only = matching.first else {
            throw .refusedSavedTag(name, "there is none; they are listed by: \(arguments.nextCommand("saved", "list"))")
        }
        guard matching.count == 1 else {
            let lines = matching.prefix(10).map { "\n  \($0.id)  \(VisibleText.cut($0.content.name, to: 60))" }
            throw .refusedSavedTag(name, "\(matching.count) are called so; name one by its id:\(lines.joined())")
        }
        return only
    }
}
