import Jobs
import Operations
import Provisioning
import ReaderModels
import Simulation

/// What `tag erase`, `tag lock` and the other acts on the presented tag have in common: the tag is waited for and judged,
/// what will be done is said and asked, and what came of it is told.
struct TagActCommand {
    let context: CommandContext
    /// Asks a person who sits at the terminal.
    let confirmation: Confirmation

    init(context: CommandContext, confirmation: Confirmation? = nil) {
        self.context = context
        self.confirmation = confirmation ?? Confirmation(console: context.console)
    }

    /// Refuses before anything else a command that would have to ask, and has nobody to ask.
    func checkQuestion() throws(CommandError) {
        guard !isDryRun, !context.arguments.has("yes"), !Confirmation.isPossible(in: context.surroundings) else {
            return
        }
        throw .unconfirmed("the tag that is laid would be written ('--dry-run' shows how)")
    }

    /// Whether a password need not be typed.
    var isPasswordGiven: Bool {
        context.arguments.has("password-file")
            || context.surroundings.environment[PasswordChoice.variable]?.isEmpty == false
    }

    /// The passwords that open a protected tag; nil where none was given: a tag that needs none is nothing to ask for.
    func givenPasswords() throws(CommandError) -> GivenPasswords? {
        guard isPasswordGiven else { return nil }
        return GivenPasswords(
            try PasswordChoice.password(context.arguments, context.surroundings, context.console))
    }

    private var isDryRun: Bool { context.arguments.has("dry-run") }

    func run(_ act: TagAct, passwords: GivenPasswords?) throws(CommandError) -> ExitCode {
        try checkQuestion()
        let options = try ReaderOptions(context.arguments)
        let source = try context.readers()
        let readers = try WaitingReaders(of: source, options, isForOneTag: true, context)
        let operation = TagOperation(
            act, passwords: passwords, readers: source.readers, takesPart: { readers.places.takesPart($0) },
            idleTimeoutSeconds: readers.idleTimeoutSeconds, isOneAfterAnother: readers.isRack, trouble: readers.trouble,
            confirm: confirm)
        readers.invite()
        readers.signals.answer(.init(first: { operation.stop() }, second: { operation.abandon() }))
        let end = operation.execute()
        readers.tellUnreachedFaults()
        guard case .tag(let outcome, let reader) = end else { throw readers.noTag(.init(end)) }
        if outcome.result == .notConfirmed, !isDryRun { throw .declined }
        let listing = TagActListing(act: act, outcome: outcome, reader: reader)
        context.console.printResult(context.wantsJSON ? listing.json.compact : listing.text)
        return listing.exitCode
    }

    /// Called on the reader's thread, which holds the tag meanwhile.
    private var confirm: TagOperation.Confirm {
        let (isDryRun, isAllowed) = (isDryRun, context.arguments.has("yes"))
        let (confirmation, console) = (confirmation, context.console)
        return { tag, plan in
            if isDryRun { return false }
            let question = TagActQuestion(tag: tag, plan: plan)
            if isAllowed { return true }
            for line in question.lines { console.line(line, style: .plain) }
            return confirmation.isConfirmed(question.sentence)
        }
    }
}

extension ReadOperation.End {
    /// Why there was no tag.
    fileprivate init(_ end: TagOperation.End) {
        switch end {
        case .tag: self = .ended
        case .idle: self = .idle
        case .exhausted: self = .exhausted
        case .stopped: self = .stopped
        }
    }
}
