import Jobs
import NDEF

/// What saved tags are called.
enum SavedName {
    /// Characters of a name; a longer one is a mistake.
    static let mostCharacters = 200

    /// A name as it is kept, without blanks around it. Throws for one that is empty or too long.
    static func checked(_ name: String?, option: String) throws(CommandError) -> String? {
        guard let name else { return nil }
        let trimmed = name.trimmingBlanks
        guard (1...mostCharacters).contains(trimmed.count) else {
            throw .badValue(option: option, value: name, expected: "a name of 1 to \(mostCharacters) characters")
        }
        return trimmed
    }

    /// What a message is called that nobody named: by what its first record says.
    static func ofMessage(_ records: [Record]) -> String {
        let summary = VisibleText.cut(RecordListing(Message(records)).summary, to: 60).trimmingBlanks
        return summary.isEmpty ? "unnamed" : summary
    }
}
