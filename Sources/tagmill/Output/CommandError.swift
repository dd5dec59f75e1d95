import Provisioning
import Reports

/// Everything that ends a command early, and what the user is told: the one table from error to sentence and exit code.
///
/// Names of files, readers and options may be the user's own; `sentence` shows them with control characters escaped.
enum CommandError: Error, Hashable, Sendable {
    // The command line.
    case missingCommand
    case unknownCommand(String, of: String, nearest: String?)
    case unknownOption(String, command: String, nearest: String?)
    case missingValue(option: String, value: String, found: String?)
    case unexpectedValue(option: String)
    /// `expected` ends the sentence "… must be".
    case badValue(option: String, value: String, expected: String)
    case missingOperand(command: String, operand: String)
    case unexpectedOperand(String, command: String)
    /// Two things that cannot be asked for together, in a sentence.
    case contradiction(String)
    /// The question before the run was not answered with yes.
    case declined
    /// What a run does for ever, in a sentence; nobody sits there who could be asked.
    case unconfirmed(String)
    /// The question before a run is forgotten was not answered with yes.
    case declinedToForget(run: String)

    // Input files.
    /// A file cannot be read: its path and why.
    case unreadableFile(path: String, reason: String)
    /// A file was read and refused, in a sentence that names the place.
    case refusedFile(path: String, reason: String)
    /// A run that the command line names is not there, or cannot be taken: why, in a sentence.
    case refusedRun(String, String)
    /// A saved tag that the command line names is not there, or cannot be taken or made so: why, in a sentence.
    case refusedSavedTag(String, String)
    /// The question before a saved tag is dropped was not answered with yes.
    case declinedToDelete(savedTag: Int)
    /// A password is needed, and none was given.
    case noPassword
    /// The job has errors; they were printed already.
    case refusedJob(path: String, errors: Int)
    /// The golden file has errors; they were printed already.
    case refusedGolden(path: String, errors: Int)

    // Readers.
    /// No service, or it refuses this user; the sentence says what to do.
    case noService(ReadersError, cure: String)
    case noReader(cure: String)
    case noReaderMatches(pattern: String, readers: [String])
    case notForTags(pattern: String, readers: [String])
    case severalReaders(pattern: String?, readers: [String])
    case reader(ReadersError)
    /// A reader cannot show which one it is: why, and what to do, in a sentence.
    case notIdentified(String)

    // What is kept.
    case journal(JournalError, path: String)
    case savedTags(SavedTagsError, path: String)
    case cannotWrite(path: String, reason: String)
    /// The folder of the report cannot be made; no tag was touched.
    case noReportFolder(ReportError)
    /// Tags were compared, and a file that was asked for is not there.
    case noVerifyReport(ReportError)
    /// The run ended, and its report is not there.
    case noReport(reason: String, run: String, journal: String)
    /// The run ended, and with its journal is gone what a report would be made of.
    case nothingToReportFrom(reason: String)
    /// The rack cannot be presented: no driver, or no pcscd that listens.
    case unavailableRack(path: String, reason: String)

    // Ends.
    /// A tag was read and holds nothing that can be saved: why, going on after the source's name.
    case notSaved(source: String, reason: String)
    case noTagInTime(seconds: Int)
    /// No tag came for another reason, in a few words.
    case noTag(String)
    case defect(String)

    var exitCode: ExitCode {
        switch self {
        case .missingCommand, .unknownCommand, .unknownOption, .missingValue, .unexpectedValue, .badValue,
            .missingOperand, .unexpectedOperand, .contradiction, .declined, .unconfirmed, .declinedToForget,
            .declinedToDelete, .noPassword:
            .refused
        case .unreadableFile, .refusedFile, .refusedRun, .refusedSavedTag, .refusedJob, .severalReaders: .refused
        case .savedTags(let error, _): error.code == .noSuchTag ? .refused : .unavailable
        case .journal(let error, _): error.code == .noSuchRun ? .refused : .unavailable
        case .noService, .noReader, .noReaderMatches, .notForTags, .reader, .notIdentified, .cannotWrite,
            .noReportFolder, .noReport,
            .nothingToReportFrom, .unavailableRack:
            .unavailable
        case .notSaved: .notAchieved
        case .noTagInTime, .noTag: .stopped
        case .refusedGolden: .refused
        case .noVerifyReport: .unavailable
        case .defect: .defect
        }
    }

    /// What went wrong and what to do next; without a full stop at the end and without `tagmill:` in front.
    var sentence: String { VisibleText.escaped(text, keepingNewlines: true) }

    private var text: String {
        switch self {
        case .missingCommand:
            "no command given; 'tagmill --help' lists them"
        case .unknownCommand(let name, let parent, let nearest):
            "unknown command '\(name)'" + Self.nearestKnown(nearest) + " ('\(parent) --help' lists all)"
        case .unknownOption(let option, let command, let nearest):
            "unknown option '\(option)' of \(Self.called(command))"
                + (Self.place(of: option, for: command) ?? Self.nearestKnown(nearest))
                + " ('\(Self.program(command)) --help' lists all)"
        case .missingValue(let option, let value, let found):
            if let found {
                "option '\(option)' needs a value (\(value)), and '\(found)' is an option"
            } else {
                "option '\(option)' needs a value (\(value))"
            }
        case .unexpectedValue(let option):
            "option '\(option)' takes no value"
        case .badValue(let option, let value, let expected):
            "option '\(option)' must be \(expected), not '\(value)'"
        case .missingOperand(let command, let operand):
            "\(operand) is missing: tagmill \(command) \(operand) ('tagmill \(command) --help' tells more)"
        case .unexpectedOperand(let operand, let command):
            "unexpected argument '\(operand)' of '\(command)' ('tagmill \(command) --help' tells its arguments)"
        case .contradiction(let sentence):
            sentence
        case .declined:
            "not run; no tag was touched ('--yes' asks nothing)"
        case .unconfirmed(let what):
            "\(what): without a terminal '--yes' must agree to that; no tag was touched"
        case .declinedToForget(let run):
            "run \(run) is kept as it was ('--yes' asks nothing)"
        case .unreadableFile(let path, let reason):
            "\(path): cannot be read: \(reason)"
        case .refusedFile(let path, let reason):
            "\(path): \(reason)"
        case .refusedRun(let run, let reason):
            "run '\(run)': \(reason)"
        case .refusedSavedTag(let name, let reason):
            "saved tag '\(name)': \(reason)"
        case .declinedToDelete(let id):
            "saved tag \(id) is kept as it was ('--yes' asks nothing)"
        case .noPassword:
            "no password was given: name a file with --password-file, set \(PasswordChoice.variable), or type it on a terminal"
        case .refusedJob(let path, let errors):
            "\(path): refused, \(errors) \(errors == 1 ? "error" : "errors"); no tag was touched"
        case .refusedGolden(let path, let errors):
            "\(path): refused, \(errors) \(errors == 1 ? "error" : "errors"); nothing was compared"
        case .noService(let error, let cure):
            Self.with(cure, after: Self.readersText(error))
        case .noReader(let cure):
            Self.with(cure, after: "no reader for tags is there")
        case .noReaderMatches(let pattern, let readers):
            "no reader matches '\(pattern)'; " + Self.list(readers) + Self.renumbered(pattern, among: readers)
        case .notForTags(let pattern, let readers):
            "'\(pattern)' matches only what takes no tags: \(readers.joined(separator: ", "))"
        case .severalReaders(let pattern, let readers):
            if let pattern {
                "'\(pattern)' matches \(readers.count) readers, and this command needs one:\(Self.lines(readers))"
            } else {
                "there are \(readers.count) readers, and this command needs one; name it with --reader:"
                    + Self.lines(readers)
            }
        case .reader(let error):
            Self.readersText(error) + (error.code == .failed ? "; 'tagmill doctor' looks for the cause" : "")
        case .notIdentified(let sentence):
            sentence
        case .journal(let error, let path):
            Self.journalText(error, path)
        case .savedTags(let error, let path):
            Self.savedTagsText(error, path)
        case .cannotWrite(let path, let reason):
            "\(path): cannot be written: \(reason)"
        case .noReportFolder(let error), .noVerifyReport(let error):
            "\(error)"
        case .noReport(let reason, let run, let journal):
            "no report: \(reason); run \(run) is in the journal \(journal), with every tag that was made; render it "
                + "by: tagmill report \(FilePath.shellWord(run)) --journal \(FilePath.shellWord(journal)) "
                + "-o DIR, DIR being a folder with room"
        case .nothingToReportFrom(let reason):
            "no report: \(reason); what the tags of this run hold is not on record any more: read them before they are used "
                + "('tagmill read')"
        case .unavailableRack(let path, let reason):
            "\(path): \(reason)"
        case .notSaved(let source, let reason):
            "\(source): \(reason)"
        case .noTagInTime(let seconds):
            "no tag came within \(seconds) \(seconds == 1 ? "second" : "seconds")"
        case .noTag(let why):
            "no tag came: \(why)"
        case .defect(let what):
            "a defect of tagmill: \(what)"
        }
    }

    /// Where a job says what this command has no option for.
    private static func place(of option: String, for command: String) -> String? {
        guard ["plan", "run", "rerun", "resume"].contains(command) else { return nil }
        switch option {
        case "--lock", "--format-blank", "--require-genuine":
            return command == "plan" ? "; use 'tagmill run \(option) --dry-run'" : nil
        case "--password-file", "--protect":
            return "; the file of passwords stands in the job's settings: \"protect\": {\"password_file\": \"FILE\"}"
        case "--mirror": return "; the mirror stands in the job's settings: \"mirror\": \"uid\""
        default: return nil
        }
    }

    private static func nearestKnown(_ name: String?) -> String {
        name.map { "; the nearest known one is '\($0)'" } ?? ""
    }

    /// `command` is empty for options in front of a command.
    private static func called(_ command: String) -> String { command.isEmpty ? "tagmill" : "'\(command)'" }

    private static func program(_ command: String) -> String { command.isEmpty ? "tagmill" : "tagmill \(command)" }

    private static func list(_ readers: [String]) -> String {
        readers.isEmpty ? "no reader is there" : "there are:\(lines(readers))"
    }

    /// A reader whose number alone is another than in the name that was asked for: pcscd counts anew at each plugging.
    private static func renumbered(_ name: String, among readers: [String]) -> String {
        guard let asked = NumberedReaderName(name),
            let other = readers.first(where: { NumberedReaderName($0)?.isSameButForNumber(asked) == true })
        else { return "" }
        return "\nthe number in a reader's name changes when it is plugged in again: is '\(other)' meant?"
    }

    private static func lines(_ readers: [String]) -> String { readers.map { "\n  " + $0 }.joined() }

    private static func with(_ cure: String, after text: String) -> String { cure.isEmpty ? text : text + "\n" + cure }

    /// The journal's own context names the path in most errors, with more about it; it is said once.
    private static func journalText(_ error: JournalError, _ path: String) -> String {
        let said = error.context == path ? JournalError(error.code) : error
        let text = said.context.hasPrefix(path) ? "\(said)" : "\(path): \(said)"
        return switch error.code {
        case .notThere: text + "; 'tagmill run' makes one, and --journal names another"
        case .locked where !said.context.contains(";"):
            text + "; wait until it has ended, or stop it there, and give the command again"
        default: text
        }
    }

    private static func savedTagsText(_ error: SavedTagsError, _ path: String) -> String {
        let said = error.context == path ? SavedTagsError(error.code) : error
        let text = said.context.hasPrefix(path) ? "\(said)" : "\(path): \(said)"
        return switch error.code {
        case .notThere:
            text + "; 'tagmill read --save' and 'tagmill saved import' make some, and --journal names another place"
        case .locked: text + "; give the command again in a moment"
        case .changed: text + "; look at it ('tagmill saved show') and give the command again"
        default: text
        }
    }

    private static func readersText(_ error: ReadersError) -> String {
        let context = error.context.isEmpty ? "" : " (\(error.context))"
        return switch error.code {
        case .noService: "no PC/SC service answers\(context)"
        case .accessDenied: "the PC/SC service refuses this user\(context)"
        case .readerLost: "the reader is gone\(context)"
        case .inUse: "the reader is in use by another tagmill\(context)"
        case .cancelled: "stopped\(context)"
        case .failed: "PC/SC failed\(context)"
        }
    }
}
