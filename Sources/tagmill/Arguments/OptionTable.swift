import JobFiles
import Jobs
import Provisioning

/// The options of one command: what it takes, and nothing else.
struct OptionTable: Sendable {
    let options: [Option]

    init(_ options: [Option]) { self.options = options }

    /// The option of exactly this long name. Abbreviations are no names: a later option could make them ambiguous, and a
    /// script that relied on one would break.
    func option(named name: String) -> Option? { options.first { $0.name == name } }

    func option(short: Character) -> Option? { options.first { $0.short == short } }

    /// The known long name that may be meant by `name`.
    func nearest(to name: String) -> String? { nearName(to: name, among: options.map(\.name)) }

    static func + (left: Self, right: Self) -> Self { Self(left.options + right.options) }
}

extension OptionTable {
    /// The options of every command (contract, section 2).
    static let common = Self([
        Option("json", group: .common, "print JSON on standard output"),
        Option("quiet", short: "q", group: .common, "print nothing on standard error but errors"),
        Option("verbose", short: "v", group: .common, "say more on standard error"),
        Option("color", value: "WHEN", group: .common, "colour: auto, always or never"),
        Option("no-color", group: .common, "the same as --color never"),
        Option("help", short: "h", group: .common, "print this help"),
        Option("version", group: .common, "print the version"),
    ])

    /// The options of every command that works with readers (contract, section 2).
    static let readers = Self([
        Option(
            "reader", value: "NAME", isRepeatable: true, group: .readers,
            "use the reader of exactly this name, else every reader whose name contains it (* stands for anything)"),
        Option("rack", value: "RACK.json", group: .readers, "use the virtual readers of this file instead of PC/SC"),
        Option(
            "idle-timeout", value: "SECONDS", group: .readers,
            "end when no tag was newly presented for so long (default: never on a terminal, else 300)"),
    ])

    /// What `read` shows, and for how long.
    static let read = Self([
        Option("watch", "show tag after tag on all readers, until Ctrl-C or --idle-timeout"),
        Option("catalog", value: "FILE", "show the product of the tag's SKU: a CSV file with a column sku"),
        Option(
            "sku-pattern", value: "RE",
            "where the SKU stands in the tag's URL, else in its text: the first group of this regular expression, else the "
                + "whole match (default: the last part of the URL's path, else the text)"),
        Option(
            "save", value: "NAME", form: .optional,
            "save what the tag holds under this name, else under what its first record says ('tagmill saved')"),
    ])

    static let journal = Self([
        Option(
            "journal", value: "FILE", group: .journal,
            "the journal (default: $TAGMILL_JOURNAL, else reports/tagmill.sqlite)")
    ])

    /// What is rendered of a run, and where.
    static let report = Self([
        Option(
            "format", value: "FORMAT,...",
            "csv (report.csv, failures.csv), json (report.json), junit (junit.xml); default: csv,json"),
        Option("check", value: "FILE", "tell whether this file of the run's report was changed; renders nothing"),
        Option(
            "out", short: "o", value: "DIR", group: .journal,
            "make the run's folder here (default: where the run made it)"),
    ])

    /// What is written, and in which words (contract, section 4).
    static let content = Self([
        Option("settings", value: "FILE|none", "take the settings from this file (default: JOB.json beside the job)"),
        Option("url", value: "TEMPLATE", "the URL of rows without one, such as https://example.com/t/{sku}"),
        Option("text", value: "TEMPLATE", "the text of rows without one, such as 'Shelf {sku}'"),
        Option("lang", value: "LANG", "the language of texts whose row names none (default: en)"),
    ])

    /// What is told of the bytes of the CSV file.
    static let csv = Self([
        Option(
            "encoding", value: "NAME",
            "the encoding of the CSV file, as iconv names it (default: UTF-8, or by its mark)"),
        Option(
            "delimiter", value: "C", "what parts the cells of the CSV file: one of , ; | or tab (default: found out)"),
    ])

    /// The same of a job, and by what else its rows are told. A report needs none of it, and a run that goes on has its rows.
    static let jobFile =
        csv
        + Self([
            Option("comment", value: "CHAR", "lines of the CSV file that begin with CHAR are no rows"),
            Option(
                "dialect", value: "NAME",
                "how the file is read: \(DialectChoice.names.joined(separator: ", ")) (default: told by the file)"),
        ])

    /// What `plan` counts, and on which readers; and what it writes.
    static let plan =
        Self([
            Option("html", value: "FILE", "write the plan as one HTML page into this file, over one that is there"),
            Option("convert", value: "OUT.csv", "write the job as a CSV file of tagmill's own columns"),
            Option("time", "say how long the job will take on the readers that are there"),
        ])
        + Self(readers.options.filter { $0.name != "idle-timeout" })

    /// How `verify` compares, and what it writes.
    static let verify = Self([
        Option("exact", "compare the bytes of the messages, not what they mean"),
        Option("require-genuine", "expect genuine yes where the golden file says nothing of it"),
        Option("junit", value: "FILE", "write the result as JUnit XML into this file"),
        Option("out", short: "o", value: "DIR", "write report.csv and report.json into this folder"),
    ])

    /// How a run treats tags and rows.
    static let run = Self([
        Option("overwrite", value: "POLICY", "write over messages: blank (never), same (of the same item), always"),
        Option("attempts", value: "N", "attempts for each item, 1 to 100 (default: 3)"),
        Option("spoilage", value: "N|N%", "end the run when more tags than this were at fault (default: no limit)"),
        Option(
            "quarantine", value: "N|off",
            "put a reader aside when N tags in a row failed on it while the other readers went well (off or 0: never; "
                + "default: \(RunPolicy.defaultQuarantine))"
        ),
        Option(
            "lock",
            "lock tags for ever once they hold their message: all but those whose row says lock false (settings: lock)"),
        Option(
            "format-blank",
            "make tags that were delivered without a capability container NDEF tags, for ever (settings: format_blank)"),
        Option("require-genuine", "reject tags whose originality signature is not that of the chip's maker"),
        Option("again", "take tags that an earlier run of this job made"),
        Option("skip-bad-rows", "run the good rows, and report the bad ones as invalid"),
        Option("pair", value: "HOW", "which row a tag gets: queue (the next one) or uid (the row that names its UID)"),
        Option("station", value: "NAME", "the name of this station in the report (default: the host's name)"),
        Option("operator", value: "NAME", "who runs the job, for the report"),
        Option("events", value: "FILE|-", "write what happens as JSON Lines into this file (-: standard output)"),
        Option(
            "on-success", value: "CMD",
            "run CMD with /bin/sh for each item that is written or unchanged; on standard input it gets the item as "
                + "report.json has it. Four run at once, so in no order, for 30 seconds each; --verbose shows what they print"
        ),
        Option("on-failure", value: "CMD", "the same for each item that failed or is in doubt"),
        Option("quiet-readers", "no light and no sound: of readers, and of the terminal at a failure"),
        Option("dry-run", short: "n", "check the job as 'plan' does, and end: no reader, no tag, no journal"),
        Option(
            "yes", short: "y",
            "do not ask before tags are locked for ever, or --overwrite always; a job that locks needs it where no person "
                + "sits at a terminal"),
        Option("out", short: "o", value: "DIR", group: .journal, "make the run's folder here (default: reports)"),
    ])

    /// How a run goes on: in the folder and with the rows that it has.
    static let resume =
        Self(run.options.filter { !["out", "skip-bad-rows", "dry-run"].contains($0.name) })
        + Self([
            Option("skip-bad-rows", "taken as by 'run'; bad rows stay as they were reported, with or without it"),
            Option("dry-run", short: "n", "say what is left and which tags are to be laid again, and end"),
        ])
        + releaseInDoubt

    /// What `rerun` alone takes.
    static let rerun =
        Self([
            Option("only", value: "STATUS,...", "only items of these statuses: failed, invalid, in-doubt, pending")
        ]) + releaseInDoubt

    private static let releaseInDoubt = Self([
        Option(
            "release-in-doubt", "give items in doubt to new tags; the report names the old ones, which may hold them")
    ])
}
