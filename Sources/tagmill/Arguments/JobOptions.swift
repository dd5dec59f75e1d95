import Jobs

/// Where the settings of a job come from.
enum SettingsSource: Hashable, Sendable {
    /// `JOB.json` or `JOB.json5` beside the job, where there is one.
    case besideJob
    /// `--settings none`.
    case none
    case file(String)
}

/// The options that say what is written (`plan`, `run`, `rerun`, `resume`).
struct ContentOptions: Hashable, Sendable {
    var settings: SettingsSource = .besideJob
    var url: String?
    var text: String?
    var language: String?
    var encoding: String?
    var delimiter: String?
    var comment: String?

    init(_ arguments: Arguments) throws(CommandError) {
        switch arguments.value("settings") {
        case nil: settings = .besideJob
        case "none": settings = .none
        case let path?: settings = .file(path)
        }
        url = arguments.value("url")
        text = arguments.value("text")
        language = arguments.value("lang")
        encoding = arguments.value("encoding")
        delimiter = arguments.value("delimiter")
        comment = arguments.value("comment")
    }

    var overrides: SettingsOverrides {
        var overrides = SettingsOverrides(url: url, text: text, language: language)
        (overrides.encoding, overrides.delimiter, overrides.comment) = (encoding, delimiter, comment)
        return overrides
    }
}

/// The options that say how a job is run (`run`, `rerun`, `resume`).
struct RunOptions: Hashable, Sendable {
    var content: ContentOptions
    var overwrite: OverwritePolicy?
    var attempts: Int?
    var spoilage: SpoilageLimit?
    var locks: Bool
    var formatsBlank: Bool
    var requiresGenuine: Bool
    var again: Bool
    var skipsBadRows: Bool
    var pairing: Pairing?
    /// Nil: no reader is put aside.
    var quarantine: Int?
    var station: String?
    var operatorName: String?
    var isDryRun: Bool
    var asksNothing: Bool
    var outputFolder: String
    /// Nothing lights or sounds: neither a reader nor the terminal.
    var readersAreQuiet: Bool
    /// `--on-success` and `--on-failure`: what the shell is given.
    var hooks: [RunHooks.Kind: String]
    /// `--only`; nil where it was not given, or the command does not take it.
    var only: Set<ItemStatus>?
    /// Items in doubt go to new tags.
    var releasesInDoubt: Bool

    init(_ arguments: Arguments) throws(CommandError) {
        content = try ContentOptions(arguments)
        overwrite = try arguments.choice("overwrite")
        attempts = try arguments.integer("attempts", in: 1...100, called: "a count of attempts")
        spoilage = try arguments.spoilage()
        locks = arguments.has("lock")
        formatsBlank = arguments.has("format-blank")
        requiresGenuine = arguments.has("require-genuine")
        again = arguments.has("again")
        skipsBadRows = arguments.has("skip-bad-rows")
        pairing = try arguments.choice("pair")
        quarantine = try arguments.quarantine()
        station = arguments.value("station")
        operatorName = arguments.value("operator")
        isDryRun = arguments.has("dry-run")
        asksNothing = arguments.has("yes")
        outputFolder = arguments.value("out") ?? "reports"
        readersAreQuiet = arguments.has("quiet-readers")
        hooks = [:]
        hooks[.success] = arguments.value("on-success")
        hooks[.failure] = arguments.value("on-failure")
        only = try arguments.statusesToMake()
        releasesInDoubt = arguments.has("release-in-doubt")
    }

    var overrides: SettingsOverrides {
        var overrides = content.overrides
        overrides.overwrite = overwrite
        overrides.attempts = attempts
        overrides.spoilage = spoilage
        overrides.lock = locks
        overrides.formatBlank = formatsBlank
        overrides.requiresGenuine = requiresGenuine
        return overrides
    }
}

/// The options of every command that works with readers.
struct ReaderOptions: Hashable, Sendable {
    var patterns: [ReaderPattern]
    /// The rack file; nil means PC/SC.
    var rack: String?
    /// `--idle-timeout`; nil where it was not given.
    var idleTimeoutSeconds: Int?

    init(_ arguments: Arguments) throws(CommandError) {
        patterns = arguments.values("reader").map { ReaderPattern($0) }
        rack = arguments.value("rack")
        idleTimeoutSeconds = try arguments.integer(
            "idle-timeout", in: 1...31_536_000, called: "a whole number of seconds")
    }

    /// How long to wait for a tag: as asked; else for ever where a person sits at the terminal, else 300 seconds.
    func effectiveIdleTimeout(in surroundings: Surroundings) -> Int? {
        idleTimeoutSeconds ?? (surroundings.errorIsTerminal ? nil : 300)
    }
}

/// Where the journal is.
struct JournalOptions: Hashable, Sendable {
    static let defaultPath = "reports/tagmill.sqlite"

    /// Who named it.
    enum Source: Hashable, Sendable {
        case option
        case environment
        case byDefault
    }

    var path: String
    var source: Source

    init(_ arguments: Arguments, in surroundings: Surroundings) throws(CommandError) {
        (path, source) = Self.named(arguments, in: surroundings)
        if Self.isDatabase(path) {
            throw .badValue(
                option: "--journal", value: "postgresql://...",
                expected: "a file (a journal in a database is not built yet)")
        }
    }

    /// What is named, a file or a database.
    static func named(_ arguments: Arguments, in surroundings: Surroundings) -> (path: String, source: Source) {
        if let option = arguments.value("journal") { return (option, .option) }
        if let path = surroundings.environment["TAGMILL_JOURNAL"], !path.isEmpty { return (path, .environment) }
        return (defaultPath, .byDefault)
    }

    static func isDatabase(_ path: String) -> Bool {
        path.hasPrefix("postgresql://") || path.hasPrefix("postgres://")
    }
}
