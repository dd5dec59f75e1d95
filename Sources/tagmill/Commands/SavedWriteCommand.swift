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
        let passwords = try TagActCommand(context: context).givenPasswords()
        let source = try context.readers()
        // Which reader is meant is known before the question.
        if overwrite == .always {
            _ = try source.selection(by: options.patterns).single()
            try ask()
        }
        let readers = try WaitingReaders(of: source, options, isForOneTag: true, context)
        let operation = WriteOperation(
            message: message, mayOverwrite: overwrite == .always, passwords: passwords, readers: source.readers,
            takesPart: { readers.places.takesPart($0) }, idleTimeoutSeconds: readers.idleTimeoutSeconds,
            isOneAfterAnother: readers.isRack, clock: SystemClock(), trouble: readers.trouble)
        readers.invite()
        readers.signals.answer(.init(first: { operation.stop() }, second: { operation.abandon() }))
        let end = operation.execute()
        readers.tellUnreachedFaults()
        guard case .tag(let laid, let result) = end else { throw readers.noTag(.init(end)) }
        let listing = WrittenTagListing(
            saved: tag, tag: laid, result: result, messageBytes: message.count, mayOverwrite: overwrite == .always,
            isPasswordGiven: passwords != nil)
        if listing.isSuccess { touch(tag) }
        context.console.printResult(context.wantsJSON ? listing.json.compact : listing.text)
        return listing.isSuccess ? .success : .notAchieved
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

extension ReadOperation.End {
    /// Why there was no tag.
    fileprivate init(_ end: WriteOperation.End) {
        switch end {
        case .tag: self = .ended
        case .idle: self = .idle
        case .exhausted: self = .exhausted
        case .stopped: self = .stopped
        }
    }
}
