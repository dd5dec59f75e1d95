import Jobs
import Threads

/// Prints the tags that `read` sees, one after another, and keeps what the command's exit code is made of.
///
/// From any thread, one call at a time.
final class TagPrinter: Sendable {
    private struct State {
        var isFirst = true
        var isGood = true
        /// Why a tag was not saved; the last reason.
        var notSaved: ExitCode?
    }

    private let context: CommandContext
    private let ledger: TagLedger?
    private let catalogue: CatalogueLookup?
    private let saving: ReadSaving?
    private let state = Guarded(State())

    init(_ context: CommandContext, ledger: TagLedger?, catalogue: CatalogueLookup?, saving: ReadSaving?) {
        self.context = context
        self.ledger = ledger
        self.catalogue = catalogue
        self.saving = saving
    }

    /// Prints a tag, and saves it where that is asked for: JSON on a line, or a block of text, with an empty line between two.
    func show(_ tag: ObservedTag, in place: TagListing.Place, readerNote: String? = nil) {
        let product = catalogue?.listing(of: tag)
        let listing = TagListing(
            tag, in: place, readerNote: readerNote, known: tag.uid.flatMap { ledger?.knowledge(of: $0) },
            product: product)
        let isGood = (tag.verdict == .message || tag.verdict == .empty) && product?.note == nil
        let isFirst = state.withLock { state in
            defer { (state.isFirst, state.isGood) = (false, state.isGood && isGood) }
            return state.isFirst
        }
        let text = context.wantsJSON ? listing.json.compact : (isFirst ? "" : "\n") + listing.text
        context.console.printResult(text)
        if let code = saving?.save(tag), code != .success { state.withLock { $0.notSaved = code } }
    }

    /// Whether somebody reads what is printed.
    var isRead: Bool { context.console.isOutputOpen }

    /// Nil while nothing was shown.
    var exitCode: ExitCode? {
        state.withLock { $0.isFirst ? nil : $0.notSaved ?? ($0.isGood ? .success : .notAchieved) }
    }
}
