import Jobs
import Operations
import Provisioning
import Synchronization
import Tags

/// `tagmill verify` without PATH: compares tags as they are laid on any reader.
struct VerifyTags {
    let context: CommandContext
    let readerOptions: ReaderOptions
    let output: VerifyOutput

    private var console: Console { context.console }

    func run(_ matching: TagMatching, on source: ReaderSource) throws(CommandError) -> ExitCode {
        let selection = try source.selection(by: readerOptions.patterns)
        let watch = SignalWatch()
        let idleTimeout = source.idleTimeoutSeconds(readerOptions, in: context.surroundings)
        let console = console
        let places = ReaderPlaces(selection, of: source.readers) { console.note($0) }
        // A rack's tags are all looked at, so that those for which nothing is expected are told; at real readers a person
        // would be waited for who has no more of them.
        let isRack = source.rack != nil
        let seen = SeenTags(matching)
        let operation = ReadOperation(
            readers: source.readers, takesPart: { places.takesPart($0) }, idleTimeoutSeconds: idleTimeout,
            isOneAfterAnother: isRack, readsAtOnce: true,
            trouble: { reader, message in console.warning((reader.map { $0 + ": " } ?? "") + message) },
            tag: { tag, reader in
                if let why = Self.whyNotCounted(tag.rejection) {
                    console.warning("\(reader.name): \(why); not counted")
                    return .goOn
                }
                let (item, hasTagForEach) = seen.take(ObservedTag(tag, source: reader.name))
                if let item { console.note(VerifyListing.progress(item)) }
                return hasTagForEach && !isRack ? .end : .goOn
            })
        if !isRack { invite(selection.readers.map(\.name), expected: seen.expected) }
        watch.answer(.init(first: { operation.stop() }, second: { operation.abandon() }))
        let end = operation.execute()
        let code = try output.conclude(seen.verification)
        switch end {
        case .ended, .exhausted: return code
        case .idle:
            if let idleTimeout {
                console.note("no more tags came within \(idleTimeout) \(idleTimeout == 1 ? "second" : "seconds")")
            }
            return code
        case .stopped:
            console.errorMessage("stopped before every tag was seen")
            return .stopped
        }
    }

    /// What lay there was no tag of the set, or could not be told apart; nil for a tag. A tag that was meant is `missing` then,
    /// unless it is laid again.
    static func whyNotCounted(_ rejection: Rejection?) -> String? {
        switch rejection?.reason {
        case .notATag, .severalTags, .readerError: rejection?.detail
        default: nil
        }
    }

    private func invite(_ readers: [String], expected: Int) {
        let names = readers.map { "\n  " + $0 }.joined()
        console.note(
            "\(expected) \(expected == 1 ? "tag is" : "tags are") expected; lay one after another, in any order, on "
                + "\(readers.count == 1 ? "the reader" : "any of the readers"); Ctrl-C ends:\(names)")
    }
}

/// The tags that were seen, from the threads of all readers.
private final class SeenTags: Sendable {
    private struct State {
        var matching: TagMatching
        /// The UID that lay last on each reader.
        var last: [String: UID] = [:]
    }

    let expected: Int
    private let state: Mutex<State>

    init(_ matching: TagMatching) {
        expected = matching.expected
        state = Mutex(State(matching: matching))
    }

    /// Takes a tag; no item for one that came back on its reader with no other between: it bounced, and is no second one.
    func take(_ tag: ObservedTag) -> (item: VerifyItem?, hasTagForEach: Bool) {
        state.withLock { state in
            let last = state.last.removeValue(forKey: tag.source)
            state.last[tag.source] = tag.uid
            let bounced = last != nil && last == tag.uid
            return (bounced ? nil : state.matching.take(tag), state.matching.hasTagForEach)
        }
    }

    var verification: Verification { state.withLock { $0.matching.verification() } }
}
