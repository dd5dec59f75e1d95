internal import Threads

/// The readers that one `PCSCReaders` has taken.
///
/// A slot whose thread hangs in the driver never ends, and would keep its reader for ever, also when that was unplugged and
/// is back: what is no longer listed is given back by this.
final class HeldReaders: Sendable {
    private struct Entry {
        weak var lock: ReaderLock?
    }

    private let entries = Guarded<[Entry]>([])

    func add(_ lock: ReaderLock) {
        entries.withLock { entries in
            entries.removeAll { $0.lock == nil }
            entries.append(Entry(lock: lock))
        }
    }

    /// Gives back every reader that is not among those that are there.
    func release(missingFrom names: [String]) {
        let locks = entries.withLock { entries in entries.compactMap(\.lock) }
        for lock in locks where !names.contains(lock.reader) { lock.release() }
    }
}
