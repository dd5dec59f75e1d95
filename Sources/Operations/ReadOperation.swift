public import Provisioning
import ReaderModels
import Tags
import Threads

/// Waits for tags on any of several readers, looks at each, and hands it over. Writes to no tag by itself.
///
/// `execute` blocks the thread that calls it, once. `stop` and `abandon` may be called from any other.
public final class ReadOperation: Sendable {
    /// What follows the tag that was handed over.
    public enum Next: Hashable, Sendable {
        /// Its reader waits until it is lifted, and then for the next.
        case goOn
        /// It was the last.
        case end
    }

    /// How it ended.
    public enum End: Hashable, Sendable {
        /// As the tag's handler wanted it.
        case ended
        /// No tag was newly presented for as long as was asked.
        case idle
        /// Every reader is virtual, and has no more tags to come.
        case exhausted
        case stopped
    }

    /// What is done with the tag on the channel. One that was taken away meanwhile is told by its rejection
    /// (`tagRemoved`, `tagChanged`): it is not handed over, and the next one is waited for.
    public typealias Inspect =
        @Sendable (
            _ channel: inout any CardChannel & ~Copyable, _ reader: ReaderFindings
        ) -> TagInspection

    private struct State {
        /// Readers that have a thread now, and virtual ones that are used up.
        var running: Set<String> = []
        var exhausted: Set<String> = []
        /// The readers whose tag is looked at or handed over.
        var inHand: Set<String> = []
        /// A tag is being handed over.
        var isHandingOver = false
        /// A person is asked about the tag in hand.
        var isAsking = false
        var lastPresented = MonotonicTime.now()
        var threads: [Int: BlockingThread] = [:]
        var threadsBegun = 0
        /// Threads that have nothing left to do.
        var threadsEnding: [Int] = []
        var lastTrouble: [String: String] = [:]
        /// No further tag is taken in hand.
        var isStopping = false
        var end: End?

        var takesTags: Bool { end == nil && !isStopping }
    }

    /// A reader that hangs with a tag in hand ends the wait after so many seconds; reading the largest tag takes less.
    private static let secondsInHand = 30.0

    private let readers: any Readers
    private let takesPart: @Sendable (ReaderInfo) -> Bool
    private let idleTimeoutSeconds: Int?
    private let isOneAfterAnother: Bool
    private let readsAtOnce: Bool
    private let inspect: Inspect
    private let trouble: @Sendable (_ reader: String?, _ message: String) -> Void
    private let tag: @Sendable (TagInspection, ReaderInfo) -> Next
    private let state = Monitor(State())

    /// - Parameters:
    ///   - takesPart: which readers are waited on, those that are plugged in later too.
    ///   - idleTimeoutSeconds: nil waits for ever.
    ///   - isOneAfterAnother: for virtual readers, on which a tag lies as soon as it is asked for: the readers are asked
    ///     in their order, so that the same rack always gives the same tags.
    ///   - readsAtOnce: tags on several readers are looked at at the same time. Else the others wait while one is in
    ///     hand: for a command that takes one tag, the first that lies there is meant, and no other is touched.
    ///   - inspect: called on the reader's thread.
    ///   - trouble: called from any thread with what a person should know; the wait goes on. Nil: no single reader.
    ///   - tag: told of each tag that was looked at, once for each time that it was laid, and where it lies. Called on
    ///     the readers' threads, one call at a time.
    public init(
        readers: any Readers, takesPart: @escaping @Sendable (ReaderInfo) -> Bool, idleTimeoutSeconds: Int? = nil,
        isOneAfterAnother: Bool = false, readsAtOnce: Bool = false,
        inspect: @escaping Inspect = { TagInspection.inspect(&$0, reader: $1) },
        trouble: @escaping @Sendable (_ reader: String?, _ message: String) -> Void,
        tag: @escaping @Sendable (TagInspection, ReaderInfo) -> Next
    ) {
        self.readers = readers
        self.takesPart = takesPart
        self.idleTimeoutSeconds = idleTimeoutSeconds
        self.isOneAfterAnother = isOneAfterAnother
        self.readsAtOnce = readsAtOnce
        self.inspect = inspect
        self.trouble = trouble
        self.tag = tag
    }

    /// Ends the wait; a tag in hand is finished and handed over before.
    public func stop() { state.withLock { $0.isStopping = true } }

    /// Ends the wait at once. A tag in hand is left to its thread and not handed over.
    public func abandon() { finish(.stopped) }

    /// Asks a person about the tag in hand, on its reader's thread, out of `inspect`: however long that takes, the wait does
    /// not end for it.
    func asking<Answer>(_ question: () -> Answer) -> Answer {
        state.withLock { $0.isAsking = true }
        defer {
            state.withLock { state in
                state.isAsking = false
                state.lastPresented = .now()
            }
        }
        return question()
    }

    /// Waits for tags and hands them over, until there is a reason to end.
    public func execute() -> End {
        let first = (try? readers.list()) ?? []
        state.withLock { $0.lastPresented = .now() }
        start(first)
        run { [self] in watch(from: first) }
        let end = state.wait { state -> Waiting<End> in
            if let end = state.end ?? reasonToEnd(state) {
                state.end = end
                return .done(end)
            }
            return deadline(state).map { .until($0) } ?? .untilChange
        }
        // Wakes every thread that waits.
        finish(end)
        readers.cancel()
        // A thread with a tag in hand may hang in the driver; then they are left behind.
        while let thread = state.withLock({ $0.inHand.isEmpty ? $0.threads.popFirst()?.value : nil }) { thread.join() }
        while let thread = state.withLock({ $0.threads.popFirst()?.value }) { thread.detach() }
        return end
    }

    private func reasonToEnd(_ state: State) -> End? {
        if state.isStopping, state.inHand.isEmpty { return .stopped }
        guard let deadline = deadline(state), deadline <= .now() else { return nil }
        return state.isStopping ? .stopped : .idle
    }

    /// When the wait ends if nothing more is presented.
    private func deadline(_ state: State) -> MonotonicTime? {
        if state.isHandingOver || state.isAsking { return nil }
        let inHand = state.inHand.isEmpty ? 0 : Self.secondsInHand
        if state.isStopping { return state.lastPresented.advanced(bySeconds: inHand) }
        return idleTimeoutSeconds.map { state.lastPresented.advanced(bySeconds: max(Double($0), inHand)) }
    }

    private var isEnded: Bool { state.withLock { !$0.takesTags } }

    /// The first end counts.
    private func finish(_ end: End) {
        state.withLock { state in
            if state.end == nil { state.end = end }
        }
    }

    // MARK: Readers that come and go

    private func watch(from first: [ReaderInfo]) {
        var known = first
        var backOff = 0.1
        while !isEnded {
            do throws(ReadersError) {
                try readers.waitForChange(from: known)
                known = try readers.list()
                backOff = 0.1
                start(known)
            } catch {
                if error.code == .cancelled { return }
                tell(nil, "\(error)")
                known = []
                pause(seconds: backOff)
                backOff = min(2, backOff * 2)
            }
        }
    }

    /// Every reader counts as running before the first thread begins: a rack ends when all are used up.
    private func start(_ now: [ReaderInfo]) {
        let new = now.filter { reader in
            reader.model.slot == .contactless && takesPart(reader)
                && state.withLock { $0.running.insert(reader.name).inserted }
        }
        for group in isOneAfterAnother ? [new] : new.map({ [$0] }) where !group.isEmpty {
            run { [self] in for reader in group where !isEnded { serve(reader) } }
        }
    }

    private func run(_ body: @escaping @Sendable () -> Void) {
        joinEnding()
        let number = state.withLock { state in
            state.threadsBegun += 1
            return state.threadsBegun
        }
        let thread = BlockingThread { [self] in
            body()
            state.withLock { $0.threadsEnding.append(number) }
        }
        guard let thread else { return tell(nil, "the system has no thread left to give") }
        state.withLock { $0.threads[number] = thread }
    }

    /// Readers come and go for as long as is watched; their threads do not stay.
    private func joinEnding() {
        let threads = state.withLock { state in
            let ending = state.threadsEnding.filter { state.threads[$0] != nil }
            state.threadsEnding.removeAll { state.threads[$0] != nil }
            return ending.compactMap { state.threads.removeValue(forKey: $0) }
        }
        for thread in threads { thread.join() }
    }

    // MARK: One reader

    private func serve(_ reader: ReaderInfo) {
        do throws(ReadersError) {
            guard let slot = try open(reader) else { return }
            let findings = ReaderFindings(of: reader.model)
            while case .tag = try slot.waitForTag() {
                guard take(reader, isNew: true) else { return }
                let inspection = look(slot, findings)
                if let inspection { handOver(inspection, reader) }
                giveBack(reader)
                if isEnded { return }
                try slot.waitForRemoval()
            }
            exhaust(reader)
        } catch {
            if error.code != .cancelled { tell(reader.name, "\(error)") }
            state.withLock { _ = $0.running.remove(reader.name) }
        }
    }

    /// Opens a reader; one that another process of tagmill has is tried again until it is free. Nil: the wait is over.
    private func open(_ reader: ReaderInfo) throws(ReadersError) -> (any ReaderSlot)? {
        while !isEnded {
            do throws(ReadersError) {
                return try readers.open(reader)
            } catch {
                guard error.code == .inUse else { throw error }
                tell(reader.name, "\(error); waiting until it is free")
                pause(seconds: 0.5)
            }
        }
        return nil
    }

    /// Takes the tag in hand. False: no further tag is wanted.
    private func take(_ reader: ReaderInfo, isNew: Bool) -> Bool {
        state.wait { state -> Waiting<Bool> in
            guard state.takesTags else { return .done(false) }
            guard readsAtOnce || state.inHand.isEmpty else { return .untilChange }
            state.inHand.insert(reader.name)
            if isNew {
                state.lastPresented = .now()
                // What went wrong with the last tag is said again of this one.
                state.lastTrouble[reader.name] = nil
            }
            return .done(true)
        }
    }

    /// Hands a tag over when no other is. After the end it is no longer asked for.
    private func handOver(_ inspection: TagInspection, _ reader: ReaderInfo) {
        let isWanted = state.wait { state -> Waiting<Bool> in
            if state.end != nil { return .done(false) }
            if state.isHandingOver { return .untilChange }
            state.isHandingOver = true
            return .done(true)
        }
        guard isWanted else { return }
        let next = tag(inspection, reader)
        state.withLock { state in
            state.isHandingOver = false
            // With the end, so that its thread is waited for and not left behind.
            state.inHand.remove(reader.name)
            if next == .end, state.end == nil { state.end = .ended }
        }
    }

    /// Leaves the tag to be lifted, and the others to theirs.
    private func giveBack(_ reader: ReaderInfo) {
        state.withLock { _ = $0.inHand.remove(reader.name) }
    }

    private func exhaust(_ reader: ReaderInfo) {
        state.withLock { state in
            state.exhausted.insert(reader.name)
            if state.exhausted == state.running, state.end == nil { state.end = .exhausted }
        }
    }

    /// Nil when the tag or the reader went, so that the next one is waited for.
    private func look(_ slot: any ReaderSlot, _ findings: ReaderFindings) -> TagInspection? {
        while true {
            do throws(ChannelError) {
                let inspection = try slot.withCard { inspect(&$0, findings) }
                switch inspection.rejection?.reason {
                case .tagRemoved?, .tagChanged?:
                    tell(slot.info.name, "the tag was taken away while it was read; lay it there again")
                    return nil
                case .readerLost?: return nil
                default: return inspection
                }
            } catch {
                switch error.code {
                case .tagRemoved:
                    tell(slot.info.name, "the tag was taken away before it was read; lay it there again")
                    return nil
                case .readerLost, .cancelled: return nil
                case .readerBusy: guard waitUntilFree(slot.info) else { return nil }
                case .unresponsive, .tagReset, .malformedAnswer, .transmission: return .unreachable(error)
                }
            }
        }
    }

    /// Another program holds the reader; a tag on another reader may be read meanwhile.
    private func waitUntilFree(_ reader: ReaderInfo) -> Bool {
        tell(reader.name, "reader in use by another program; waiting until it is free")
        giveBack(reader)
        pause(seconds: 0.5)
        return take(reader, isNew: false)
    }

    // MARK: Saying and waiting

    /// Says it unless it was the last that was said of this reader.
    private func tell(_ reader: String?, _ message: String) {
        let isNew = state.withLock { state in
            state.lastTrouble.updateValue(message, forKey: reader ?? "") != message && state.takesTags
        }
        if isNew { trouble(reader, message) }
    }

    private func pause(seconds: Double) {
        let time = MonotonicTime.now().advanced(bySeconds: seconds)
        state.wait { !$0.takesTags || time < .now() ? .done(()) : .until(time) }
    }
}
