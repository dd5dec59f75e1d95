import Jobs
import Operations
import Provisioning
import ReaderModels
import Tags
import Threads

/// `tagmill tag info`: everything that is known of the presented tag. Writes nothing.
struct TagInfoCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let readers = try WaitingReaders(
            of: try context.readers(), try ReaderOptions(context.arguments), isForOneTag: true, context)
        let passwords = try TagActCommand(context: context).givenPasswords()
        let found = Guarded<(tag: TagInspection, reader: String)?>(nil)
        let operation = ReadOperation(
            readers: readers.source.readers, takesPart: { readers.places.takesPart($0) },
            idleTimeoutSeconds: readers.idleTimeoutSeconds, isOneAfterAnother: readers.isRack,
            inspect: { channel, reader in TagInspection.survey(&channel, reader: reader, passwords: passwords) },
            trouble: readers.trouble,
            tag: { tag, reader in
                found.withLock { $0 = (tag, reader.name) }
                return .end
            })
        readers.invite()
        // Nothing is written to any tag, so a signal ends the wait at once.
        readers.signals.answer(.init(first: { operation.abandon() }, second: { operation.abandon() }))
        let end = operation.execute()
        readers.tellUnreachedFaults()
        guard let (tag, reader) = found.withLock({ $0 }) else { throw readers.noTag(end) }
        let verdict = tag.uid.map {
            genuine(chip: tag.chip, uid: $0, signature: tag.signature, verify: OriginalityKey.verifies)
        }
        let listing = TagInfoListing(tag, genuine: verdict ?? .unknown, reader: reader)
        context.console.printResult(context.wantsJSON ? listing.json.compact : listing.text)
        return tag.rejection == nil ? .success : .notAchieved
    }
}
