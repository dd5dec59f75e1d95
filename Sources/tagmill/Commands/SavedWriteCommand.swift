import Jobs
import NDEF
import Operations
import Provisioning
import ReaderModels
import Simulation

/// `tagmill saved write`: puts a saved tag on the presented one.
struct SavedWriteCommand {
    /// Which tags are written; there is no SKU of which a message could be the same.
    enum Overwrite: String, Hashable, Sendable, CaseIterable {
        case blank
        case always
    }

    let context: CommandContext
    /// Asks a person who sits at the terminal.
    let confirmation: Confirmation

    init(context: CommandContext, confirmation: Confirmation? = nil) {
        self.context = context
        self.confirmation = confirmation ?? Confirmation(console: context.console)
    }

    func run() throws(CommandError) -> ExitCode {
        let options = try ReaderOptions(context.arguments)
        let overwrite: Overwrite = try context.arguments.choice("overwrite") ?? .blank
        let tag = try SavedStore(context, for: .reading).tag(context.arguments)
        let message = try message(of: tag)
        let source = try context.readers()
        let selection = try source.selection(by: options.patterns)
        let single = try selection.single()
        if overwrite == .always { try ask() }
        // After the listing: a service that hangs there is ended by Ctrl-C as any program is.
        let watch = SignalWatch()
        let idleTimeout = source.idleTimeoutSeconds(options, in: context.surroundings)
        let console = context.console
        let places = ReaderPlaces(single.map { selection.only($0) } ?? selection, of: source.readers) {
            console.note($0)
        }
        let operation = WriteOperation(
            message: message, mayOverwrite: overwrite == .always, readers: source.readers,
            takesPart: { places.takesPart($0) }, idleTimeoutSeconds: idleTimeout,
            isOneAfterAnother: source.rack != nil, clock: SystemClock(),
            trouble: { reader, message in console.warning((reader.map { $0 + ": " } ?? "") + message) })
        if source.rack == nil { invite(selection.readers) }
        watch.answer(.init(first: { operation.stop() }, second: { operation.abandon() }))
        let end = operation.execute()
        for fault in source.rack?.unreachedFaults ?? [] { console.warning("\(fault)") }
        return try conclude(end, tag, message, idleTimeout)
    }

    private func message(of tag: SavedTag) throws(CommandError) -> [UInt8] {
        do throws(NDEFError) {
            return try tag.content.encoded()
        } catch {
            throw .refusedSavedTag(String(tag.id), "it is no message: \(error)")
        }
    }

    private func ask() throws(CommandError) {
        guard !context.arguments.has("yes"), Confirmation.isPossible(in: context.surroundings) else { return }
        let sentence = "The tag that is laid will be written over, whatever it holds (--overwrite always)."
        guard confirmation.isConfirmed(sentence) else { throw .declined }
    }

    private func invite(_ readers: [ReaderInfo]) {
        let names = readers.map { "\n  " + $0.name }.joined()
        context.console.note("lay a tag on \(readers.count == 1 ? "the reader" : "one of the readers"):\(names)")
    }

    private func conclude(
        _ end: WriteOperation.End, _ saved: SavedTag, _ message: [UInt8], _ idleTimeout: Int?
    ) throws(CommandError) -> ExitCode {
        switch end {
        case .tag(let tag, let result):
            let listing = WrittenTagListing(saved: saved, tag: tag, result: result, messageBytes: message.count)
            if listing.isSuccess { touch(saved) }
            context.console.printResult(context.wantsJSON ? listing.json.compact : listing.text)
            return listing.isSuccess ? .success : .notAchieved
        case .idle: throw .noTagInTime(seconds: idleTimeout ?? 0)
        case .exhausted: throw .noTag("the rack has no more of them")
        case .stopped: throw .noTag("stopped")
        }
    }

    /// The tag is written, whatever becomes of the note of it.
    private func touch(_ saved: SavedTag) {
        do throws(CommandError) {
            try SavedStore(context, for: .changing).use { (tags) throws(SavedTagsError) in
                try tags.touch(id: saved.id, at: SystemClock().now())
            }
        } catch {
            context.console.warning("\(error.sentence); that it was used now is not noted")
        }
    }
}
