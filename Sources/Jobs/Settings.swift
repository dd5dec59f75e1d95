public import Tags

/// What a tag that already holds a message must be for the item to be written over it (contract, section 5).
public enum OverwritePolicy: String, Hashable, Sendable, CaseIterable {
    case blank
    case same
    case always
}

/// How many tags at fault end the run.
public enum SpoilageLimit: Hashable, Sendable {
    /// A count of distinct UIDs, from 0.
    case tags(Int)
    /// 0 to 100, counted from the 50th UID on.
    case percent(Int)
}

/// What two rows alike mean.
public enum DuplicatePolicy: String, Hashable, Sendable, CaseIterable {
    case refuse
    case warn
    case allow
}

/// How a job protects its tags. The password itself stands in a file of its own, and nowhere else.
public struct ProtectionSetting: Hashable, Sendable {
    /// The path of the file with one password, or with one for each UID.
    public var passwordFile: String
    /// The password is needed for reading too.
    public var protectsReading: Bool

    public init(passwordFile: String, protectsReading: Bool = false) {
        self.passwordFile = passwordFile
        self.protectsReading = protectsReading
    }
}

/// The settings of a job as resolved: defaults, then the settings file, then flags.
public struct Settings: Hashable, Sendable {
    /// The job's name; nil means the file's name without `.csv`.
    public var name: String?
    /// Own header -> ours.
    public var columns: [String: String]
    /// The encoding of the job file, as `--encoding` names it; nil: it is found out.
    public var encoding: String?
    /// What parts the cells of the job file: `,` `;` `|` or a tab; nil: it is found out.
    public var delimiter: String?
    /// The character with which a line begins that is passed over; nil: none is.
    public var comment: String?
    /// Replaces the default records.
    public var records: [RecordTemplate]?
    /// `--url`: the template of the URI of rows without a `url` cell.
    public var url: String?
    /// `--text`: the template of the text of rows without a `text` cell.
    public var text: String?
    /// The language of texts whose row names none.
    public var language: String
    public var overwrite: OverwritePolicy
    /// 1 to 100 attempts an item.
    public var attempts: Int
    public var spoilage: SpoilageLimit?
    /// The chips that the job may be put on; nil means any that is supported.
    public var chips: [Chip]?
    /// Tags are locked, where their row says nothing else.
    public var lock: Bool = false
    /// Tags that were delivered without capability container get one.
    public var formatBlank: Bool = false
    /// `--require-genuine`: tags whose originality signature is not their maker's are rejected.
    public var requiresGenuine: Bool = false
    /// Tags are protected by a password; nil: they are not.
    public var protection: ProtectionSetting?
    /// The mirror that is switched on over the placeholder in every message.
    public var mirror: AsciiMirror.Content?
    public var duplicateSKU: DuplicatePolicy
    public var duplicateContent: DuplicatePolicy

    public init(
        name: String? = nil, columns: [String: String] = [:], records: [RecordTemplate]? = nil, url: String? = nil,
        text: String? = nil, language: String = "en", overwrite: OverwritePolicy = .blank, attempts: Int = 3,
        spoilage: SpoilageLimit? = nil, chips: [Chip]? = nil, duplicateSKU: DuplicatePolicy = .refuse,
        duplicateContent: DuplicatePolicy = .allow
    ) {
        self.name = name
        self.columns = columns
        self.records = records
        self.url = url
        self.text = text
        self.language = language
        self.overwrite = overwrite
        self.attempts = attempts
        self.spoilage = spoilage
        self.chips = chips
        self.duplicateSKU = duplicateSKU
        self.duplicateContent = duplicateContent
    }
}
