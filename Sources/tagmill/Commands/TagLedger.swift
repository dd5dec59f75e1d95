import Jobs
import Provisioning
import Tags

/// What the journal says of a tag that is read. The journal is used where it is there; one that fails is told, and keeps
/// no tag from being read.
struct TagLedger {
    /// What is known of one tag.
    struct Knowledge: Hashable, Sendable {
        var entry: LedgerEntry
        /// The message that the tag should hold; nil where that is not known.
        var message: [UInt8]?
    }

    let journal: any Journal
    let path: String
    let console: Console

    /// Nil where there is no journal to be asked. Throws where one was named and cannot be opened.
    static func open(_ options: JournalOptions, console: Console) throws(CommandError) -> TagLedger? {
        let path = FilePath.absolute(options.path)
        do throws(CommandError) {
            if let journal = try JournalOpening.forReading(options) {
                return TagLedger(journal: journal, path: path, console: console)
            }
        } catch {
            guard options.source == .byDefault else { throw error }
            console.warning("\(error.sentence); the tag is read without the journal")
            return nil
        }
        // By default, and by the environment before the first run, there may be none.
        if options.source == .option { console.warning("\(path): there is no journal; the tag is read without it") }
        return nil
    }

    /// Nil where the journal knows nothing of the tag, or cannot tell.
    func knowledge(of uid: UID) -> Knowledge? {
        // Such a UID names no tag; the journal keeps none.
        if uid.isRandom { return nil }
        do throws(JournalError) {
            guard let entry = try journal.ledger(uid: uid) else { return nil }
            return Knowledge(entry: entry, message: entry.state == .carries ? try message(of: entry) : nil)
        } catch {
            console.warning("\(CommandError.journal(error, path: path).sentence); the tag is read without the journal")
            return nil
        }
    }

    /// What the item's message is; nil once its run was forgotten.
    private func message(of entry: LedgerEntry) throws(JournalError) -> [UInt8]? {
        var message: [UInt8] = []
        try journal.entries(run: entry.run) { known in
            if known.item.key == entry.item { message = known.item.message(for: entry.uid) ?? [] }
        }
        return message.isEmpty ? nil : message
    }
}
