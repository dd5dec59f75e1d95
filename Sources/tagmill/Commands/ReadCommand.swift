import Jobs
import Operations
import Provisioning
import ReaderModels

/// `tagmill read`
struct ReadCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let areFiles = !context.arguments.operands.isEmpty
        if areFiles { try ReadImages.check(context.arguments) }
        let options = try ReaderOptions(context.arguments)
        let journalOptions = try JournalOptions(context.arguments, in: context.surroundings)
        let catalogue = try CatalogueLookup(context)
        let ledger = try TagLedger.open(journalOptions, console: context.console)
        let printer = TagPrinter(
            context, ledger: ledger, catalogue: catalogue, saving: try ReadSaving(context))
        return areFiles
            ? try ReadImages(context: context, printer: printer).run()
            : try read(options, printer, isWatching: context.arguments.has("watch"))
    }

    /// Reads the first tag that lies there; watching, tag after tag on all readers.
    private func read(
        _ options: ReaderOptions, _ printer: TagPrinter, isWatching: Bool
    ) throws(CommandError) -> ExitCode {
        let source = try context.readers()
        var selection = try source.selection(by: options.patterns)
        if !isWatching, let single = try selection.single() { selection = selection.only(single) }
        // After the listing: a service that hangs there is ended by Ctrl-C as any program is.
        let watch = SignalWatch()
        let idleTimeout = source.idleTimeoutSeconds(options, in: context.surroundings)
        let console = context.console
        let places = ReaderPlaces(selection, of: source.readers) { console.note($0) }
        let operation = ReadOperation(
            readers: source.readers, takesPart: { places.takesPart($0) },
            idleTimeoutSeconds: idleTimeout, isOneAfterAnother: source.rack != nil, readsAtOnce: isWatching,
            trouble: { reader, message in console.warning((reader.map { $0 + ": " } ?? "") + message) },
            tag: { tag, reader in
                printer.show(
                    ObservedTag(tag, source: reader.name), in: .reader,
                    readerNote: TagListing.readerNote(tag, reader.model))
                return isWatching && printer.isRead ? .goOn : .end
            })
        if source.rack == nil { invite(selection.readers, isWatching) }
        // Nothing is written to any tag, so a signal ends the wait at once; a watch shows the tag that it has in hand.
        watch.answer(
            .init(
                first: { isWatching ? operation.stop() : operation.abandon() }, second: { operation.abandon() }))
        let end = operation.execute()
        guard let code = printer.exitCode else { throw noTag(end, idleTimeout) }
        if isWatching, end == .idle { console.note("\(noTag(end, idleTimeout).sentence); the watch has ended") }
        return code
    }

    private func invite(_ readers: [ReaderInfo], _ isWatching: Bool) {
        let names = readers.map { "\n  " + $0.name }.joined()
        let what = isWatching ? "lay one tag after another" : "lay a tag"
        let reader = readers.count == 1 ? "the reader" : isWatching ? "any of the readers" : "one of the readers"
        context.console.note("\(what) on \(reader)\(isWatching ? "; Ctrl-C ends" : ""):\(names)")
    }

    private func noTag(_ end: ReadOperation.End, _ idleTimeout: Int?) -> CommandError {
        switch end {
        case .idle: .noTagInTime(seconds: idleTimeout ?? 0)
        case .exhausted: .noTag("the rack has no more of them")
        case .ended, .stopped: .noTag("stopped")
        }
    }
}
