import Provisioning
import SQLiteJournal

/// The saved tags that a command works on, and where they are: what fails in them is told with their path.
struct SavedStore {
    /// What a command does with them.
    enum Use: Hashable, Sendable {
        /// Nothing is made or changed, and a file that cannot be written will do.
        case reading
        case changing
        /// The file is made where it is not there, and then told.
        case adding
    }

    private let tags: any SavedTags
    private let path: String

    init(_ context: CommandContext, for use: Use) throws(CommandError) {
        path = Self.path(context.arguments, in: context.surroundings)
        let isNew = use == .adding && !InputFile.exists(path)
        do throws(SavedTagsError) {
            tags = try SQLiteSavedTags(path: path, createIfMissing: use == .adding, readOnly: use == .reading)
        } catch {
            throw .savedTags(error, path: path)
        }
        if isNew { context.console.note("new file of saved tags: \(path)") }
    }

    /// `saved.sqlite` beside the journal, and where a journal in a database would have been a file: they are always on
    /// this machine.
    static func path(_ arguments: Arguments, in surroundings: Surroundings) -> String {
        let named = JournalOptions.named(arguments, in: surroundings).path
        let journal = JournalOptions.isDatabase(named) ? JournalOptions.defaultPath : named
        let folder = journal.lastIndex(of: "/").map { journal[...$0] } ?? ""
        return FilePath.absolute(folder + "saved.sqlite")
    }

    func use<Result>(
        _ body: (any SavedTags) throws(SavedTagsError) -> Result
    ) throws(CommandError) -> Result {
        do throws(SavedTagsError) {
            return try body(tags)
        } catch {
            throw .savedTags(error, path: path)
        }
    }

    /// The saved tag that the command line names.
    func tag(_ arguments: Arguments) throws(CommandError) -> SavedTag {
        let tags = try use { (tags) throws(SavedTagsError) in try tags.list() }
        return try SavedTagChoice.choose(arguments.operands[0], among: tags, arguments)
    }

    /// Saves all of these, or none, with the time of now.
    func save(_ contents: [SavedContent]) throws(CommandError) -> [SavedTag] {
        try use { (tags) throws(SavedTagsError) in try tags.insert(contents, at: SystemClock().now()) }
    }
}
