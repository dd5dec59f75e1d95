/// An option of a command, as the command line and the help know it.
struct Option: Hashable, Sendable {
    /// Under which heading the help lists the option.
    enum Group: String, Hashable, Sendable, CaseIterable {
        case command = "Options"
        case readers = "Readers"
        case journal = "Journal and report"
        case common = "Every command"
    }

    /// What the option takes.
    enum Form: Hashable, Sendable {
        /// Nothing, or a value that is not empty.
        case usual
        /// A value that may be empty.
        case mayBeEmpty
        /// A value, or none: the next word is taken for it unless it begins with a hyphen.
        case optional
    }

    /// The long name, without the two hyphens.
    let name: String
    let short: Character?
    /// How the help names the value; nil for an option that takes none.
    let value: String?
    let form: Form
    let isRepeatable: Bool
    let group: Group
    /// What the option does, in a few words, without a full stop.
    let summary: String

    init(
        _ name: String, short: Character? = nil, value: String? = nil, form: Form = .usual, isRepeatable: Bool = false,
        group: Group = .command, _ summary: String
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.form = form
        self.isRepeatable = isRepeatable
        self.group = group
        self.summary = summary
    }

    var takesValue: Bool { value != nil }
}
