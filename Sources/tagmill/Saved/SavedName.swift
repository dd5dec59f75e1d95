import Jobs
import NDEF

/// What saved tags are called.
enum SavedName {
    /// Characters of a name; a longer one is a mistake.
    static let mostCharacters = 200

    /// A name as it is kept, without blanks around it. Throws for one that is empty or too long, and for
    /// digits alone, which would be taken for an id.
    static func checked(_ name: String?, option: String) throws(CommandError) -> String? {
        guard let name else { return nil }
        let trimmed = name.trimmingBlanks
        guard (1...mostCharacters).contains(trimmed.count) else {
            throw .badValue(option: option, value: name, expected: "a name of 1 to \(mostCharacters) characters")
        }
        guard !trimmed.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .badValue(option: option, value: name, expected: "a name with more than digits: a number is an id")
        }
        return trimmed
    }

    /// The name of the Nth tag that is saved under one name: `Shelf`, `Shelf 2`.
    static func numbered(_ name: String, _ number: Int) -> String {
        guard number > 1 else { return name }
        let ending = " \(number)"
        return name.prefix(mostCharacters - ending.count) + ending
    }

    /// What a message is called that nobody named: by what its first record says.
    static func ofMessage(_ records: [Record]) -> String {
        let summary = VisibleText.cut(RecordListing(Message(records)).summary, to: 60).trimmingBlanks
        return summary.isEmpty ? "unnamed" : summary
    }
}
