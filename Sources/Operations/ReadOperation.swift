public import Provisioning
import ReaderModels
import Tags

/// Waits for one tag on any of several readers, and looks at it. Writes to no tag.
///
/// `execute` blocks the thread that calls it, once. `stop` may be called from any other.
public final class ReadOperation: Sendable {
    /// How it ended.
    public enum End: Sendable {
        /// The tag that was read, or that could not be, and where it lies.
        case tag(TagInspection, reader: ReaderInfo)
        /// No tag was newly presented for as long as was asked.
        case idle
        /// Every reader is virtual, and has no more tags to come.
        case exhausted
        case stopped
    }

    private struct State {
        /// Readers that have a thread now, and virtual ones that are used up.
        var running: Set<String> = []
        var exhausted: Set<String> = []
        /// The reader whose tag is being looked at. The others wait: the first tag that lies there is meant.
        var inHand: String?
        var lastPresented = MonotonicTime.now()
        var threads: [BlockingThread] = []
        var lastTrouble: [String: String] = [:]
        var end: End?
    }

    /// A reader that hangs with a tag in hand ends the wait after so many seconds; reading the largest tag takes less.
    private static let secondsInHand = 30.0

    private let readers: any Readers
    private let takesPart: @Sendable (ReaderInfo) -> Bool
    private let idleTimeoutSeconds: Int?
    private let isOneAfterAnother: Bool
    private let trouble: @Sendable (_ reader: String?, _ message: String) -> Void
    private let state = Monitor(State())

    /// - Parameters:
    ///   - takesPart: which readers are waited on, those that are plugged in later too.
    ///   - idleTimeoutSeconds: nil waits for ever.
    ///   - isOneAfterAnother: for virtual readers, on which a tag lies as soon as it is asked for: the readers are asked
    ///     in their order, so that the same rack always gives the same tag.
    ///   - trouble: called from any thread with what a person should know; the wait goes on. Nil: no single reader.
    public init(
        readers: any Readers, takesPart: @escaping @Sendable (ReaderInfo) -> Bool, idleTimeoutSeconds: Int? = nil,
        isOneAfterAnother: Bool = false, trouble: @escaping @Sendable (_ reader: String?, _ message: String) -> Void
    ) {
        self.readers = readers
        self.takesPart = takesPart
        self.idleTimeoutSeconds = idleTimeoutSeconds
        self.isOneAfterAnother = isOneAfterAnother
        self.trouble = trouble
    }

    /// Ends the wait.
    public func stop() { finish(.stopped) }

    /// Waits for a tag and reads it.
    public func execute() -> End {
        let first = (try? readers.list()) ?? []
        state.withLock { $0.lastPresented = .now() }
        start(first)
        run { [self] in watch(from: first) }
        let end = state.wait { state -> Waiting<End> in
            if let end = state.end { return .done(end) }
            guard let deadline = deadline(state) else { return .untilChange }
            if MonotonicTime.now() < deadline { return .until(deadline) }
            state.end = .idle
            return .done(.idle)
        }
        finish(end)
        readers.cancel()
        // A thread with a tag in hand may hang in the driver; it is left behind.
        while let thread = state.withLock({ $0.inHand == nil ? $0.threads.popLast() : nil }) { thread.join() }
        return end
    }

    private func deadline(_ state: State) -> MonotonicTime? {
        guard let idleTimeoutSeconds else { return nil }
        let seconds = Double(idleTimeoutSeconds)
        return state.lastPresented.advanced(
            bySeconds: state.inHand == nil ? seconds : max(seconds, Self.secondsInHand))
    }

    private var isEnded: Bool { state.withLock { $0.end != nil } }

    /// The first end counts. Wakes every thread that waits.
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
        if let thread = BlockingThread(body) {
            state.withLock { $0.threads.append(thread) }
        } else {
            tell(nil, "the system has no thread left to give")
        }
    }

    // MARK: One reader

    private func serve(_ reader: ReaderInfo) {
        do throws(ReadersError) {
            guard let slot = try open(reader) else { return }
            while case .tag = try slot.waitForTag() {
                guard take(reader) else { return }
                let inspection = look(slot)
                giveBack(reader, end: inspection.map { .tag($0, reader: reader) })
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

    /// Takes the tag in hand; false when another reader's tag was read meanwhile.
    private func take(_ reader: ReaderInfo) -> Bool {
        state.wait { state -> Waiting<Bool> in
            if state.end != nil { return .done(false) }
            guard state.inHand == nil else { return .untilChange }
            state.inHand = reader.name
            state.lastPresented = .now()
            return .done(true)
        }
    }

    /// Leaves the tag to be lifted, and the others to theirs, or ends the wait.
    private func giveBack(_ reader: ReaderInfo, end: End? = nil) {
        state.withLock { state in
            guard state.inHand == reader.name else { return }
            state.inHand = nil
            if state.end == nil { state.end = end }
        }
    }

    private func exhaust(_ reader: ReaderInfo) {
        state.withLock { state in
            state.exhausted.insert(reader.name)
            if state.exhausted == state.running, state.end == nil { state.end = .exhausted }
        }
    }

    /// Nil when the tag or the reader went, so that the next one is waited for.
    private func look(_ slot: any ReaderSlot) -> TagInspection? {
        while true {
            do throws(ChannelError) {
                let inspection = try slot.withCard { TagInspection.inspect(&$0, model: slot.info.model) }
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
        return take(reader)
    }

    // MARK: Saying and waiting

    /// Says it unless it was the last that was said of this reader.
    private func tell(_ reader: String?, _ message: String) {
        let isNew = state.withLock { state in
            state.lastTrouble.updateValue(message, forKey: reader ?? "") != message && state.end == nil
        }
        if isNew { trouble(reader, message) }
    }

    private func pause(seconds: Double) {
        let time = MonotonicTime.now().advanced(bySeconds: seconds)
        state.wait { $0.end != nil || time < .now() ? .done(()) : .until(time) }
    }
}
