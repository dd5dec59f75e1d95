import Jobs
import Operations
import Provisioning
import Tags
import Threads

/// `tagmill verify` without PATH: compares tags as they are laid on any reader.
struct VerifyTags {
    let context: CommandContext
    let readerOptions: ReaderOptions
    let output: VerifyOutput

    private var console: Console { context.console }

    func run(_ matching: TagMatching, on source: ReaderSource) throws(CommandError) -> ExitCode {
        let readers = try WaitingReaders(of: source, readerOptions, isForOneTag: false, context)
        let console = console
        // A rack's tags are all looked at, so that those for which nothing is expected are told; at real readers a person
        // would be waited for who has no more of them.
        let isRack = readers.isRack
        let seen = SeenTags(matching)
        let told = Guarded<Set<String>>([])
        let operation = ReadOperation(
            readers: readers.source.readers, takesPart: { readers.places.takesPart($0) },
            idleTimeoutSeconds: readers.idleTimeoutSeconds, isOneAfterAnother: isRack, readsAtOnce: true,
            inspect: { channel, reader in TagInspection.inspect(&channel, reader: reader, asksSignature: true) },
            trouble: readers.trouble,
            tag: { tag, reader in
                if let why = Self.whyNotCounted(tag.rejection) {
                    console.warning("\(reader.name): \(why); not counted")
                    return .goOn
                }
                let (item, hasTagForEach) = seen.take(
                    ObservedTag(tag, source: reader.name, verify: OriginalityKey.verifies))
                if let item {
                    let line = VerifyListing.progress(item)
                    console.note(line)
                    _ = told.withLock { $0.insert(line) }
                    for note in VerifyListing.notes(item) { console.detail(note) }
                }
                return Self.isWhole(isRack: isRack, hasTagForEach: hasTagForEach) ? .end : .goOn
            })
        readers.invite(
            "\(seen.expected) \(seen.expected == 1 ? "tag is" : "tags are") expected; lay one after another, in any order,",
            oneOf: "any of the readers", "; Ctrl-C ends")
        readers.signals.answer(.init(first: { operation.stop() }, second: { operation.abandon() }))
        let end = operation.execute()
        readers.tellUnreachedFaults()
        let code = try output.conclude(seen.verification, told: told.withLock { $0 })
        switch end {
        case .ended, .exhausted: return code
        case .idle:
            if let idleTimeout = readers.idleTimeoutSeconds {
                console.note("no more tags came within \(idleTimeout) \(idleTimeout == 1 ? "second" : "seconds")")
            }
            return code
        case .stopped where Self.isWhole(isRack: isRack, hasTagForEach: seen.hasTagForEach): return code
        case .stopped:
            console.errorMessage("stopped before every tag was seen")
            return .stopped
        }
    }

    /// Whether every tag was seen: a signal after that stops nothing.
    static func isWhole(isRack: Bool, hasTagForEach: Bool) -> Bool { hasTagForEach && !isRack }

    /// What lay there was no tag of the set, or could not be told apart; nil for a tag. A tag that was meant is `missing` then,
    /// unless it is laid again.
    static func whyNotCounted(_ rejection: Rejection?) -> String? {
        switch rejection?.reason {
        case .notATag, .severalTags, .readerError: rejection?.detail
        default: nil
        }
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
    private let state: Guarded<State>

    init(_ matching: TagMatching) {
        expected = matching.expected
        state = Guarded(State(matching: matching))
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

    var hasTagForEach: Bool { state.withLock { $0.matching.hasTagForEach } }

    var verification: Verification { state.withLock { $0.matching.verification() } }
}
