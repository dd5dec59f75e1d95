import Jobs
import Operations
import Provisioning
import ReaderModels
import Synchronization

/// `tagmill read`
struct ReadCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let options = try ReaderOptions(context.arguments)
        let journalOptions = try JournalOptions(context.arguments, in: context.surroundings)
        let ledger = try TagLedger.open(journalOptions, console: context.console)
        let source = try context.readers()
        let selection = try source.selection(by: options.patterns)
        let single = try selection.single()
        // After the listing: a service that hangs there is ended by Ctrl-C as any program is.
        let watch = SignalWatch()
        let idleTimeout = source.idleTimeoutSeconds(options, in: context.surroundings)
        let console = context.console
        let places = ReaderPlaces(single.map { selection.only($0) } ?? selection, of: source.readers) {
            console.note($0)
        }
        let found = Mutex<(tag: TagInspection, reader: ReaderInfo)?>(nil)
        let operation = ReadOperation(
            readers: source.readers, takesPart: { places.takesPart($0) },
            idleTimeoutSeconds: idleTimeout, isOneAfterAnother: source.rack != nil,
            trouble: { reader, message in console.warning((reader.map { $0 + ": " } ?? "") + message) },
            tag: { tag, reader in
                found.withLock { $0 = (tag, reader) }
                return .end
            })
        if source.rack == nil { invite(selection.readers) }
        // Nothing is written to any tag, so a signal ends the wait at once.
        watch.answer(.init(first: { operation.abandon() }, second: { operation.abandon() }))
        let end = operation.execute()
        guard let (tag, reader) = found.withLock({ $0 }) else { throw noTag(end, idleTimeout) }
        return show(tag, on: reader, ledger)
    }

    private func invite(_ readers: [ReaderInfo]) {
        let names = readers.map { "\n  " + $0.name }.joined()
        context.console.note("lay a tag on \(readers.count == 1 ? "the reader" : "one of the readers"):\(names)")
    }

    private func show(_ tag: TagInspection, on reader: ReaderInfo, _ ledger: TagLedger?) -> ExitCode {
        let known = tag.uid.flatMap { ledger?.knowledge(of: $0) }
        let listing = TagListing(tag, source: reader.name, model: reader.model.name, known: known)
        context.console.printResult(context.wantsJSON ? listing.json.compact : listing.text)
        return listing.verdict == .message || listing.verdict == .empty ? .success : .notAchieved
    }

    private func noTag(_ end: ReadOperation.End, _ idleTimeout: Int?) -> CommandError {
        switch end {
        case .idle: .noTagInTime(seconds: idleTimeout ?? 0)
        case .exhausted: .noTag("the rack has no more of them")
        case .ended, .stopped: .noTag("stopped")
        }
    }
}
