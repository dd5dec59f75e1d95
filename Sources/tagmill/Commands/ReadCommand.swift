import Jobs
import Operations
import Provisioning
import ReaderModels
import Tags

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
        let readers = try WaitingReaders(
            of: try context.readers(), options, isForOneTag: !isWatching, context)
        let operation = ReadOperation(
            readers: readers.source.readers, takesPart: { readers.places.takesPart($0) },
            idleTimeoutSeconds: readers.idleTimeoutSeconds, isOneAfterAnother: readers.isRack, readsAtOnce: isWatching,
            inspect: { channel, reader in TagInspection.inspect(&channel, reader: reader, asksSignature: true) },
            trouble: readers.trouble,
            tag: { tag, reader in
                printer.show(
                    ObservedTag(tag, source: reader.name, verify: OriginalityKey.verifies), in: .reader,
                    readerNote: TagListing.readerNote(tag, reader.model))
                return isWatching && printer.isRead ? .goOn : .end
            })
        if isWatching {
            readers.invite("lay one tag after another", oneOf: "any of the readers", "; Ctrl-C ends")
        } else {
            readers.invite()
        }
        // Nothing is written to any tag, so a signal ends the wait at once; a watch shows the tag that it has in hand.
        readers.signals.answer(
            .init(
                first: { isWatching ? operation.stop() : operation.abandon() }, second: { operation.abandon() }))
        let end = operation.execute()
        readers.tellUnreachedFaults()
        guard let code = printer.exitCode else { throw readers.noTag(end) }
        if isWatching, end == .idle { context.console.note("\(readers.noTag(end).sentence); the watch has ended") }
        return code
    }
}
