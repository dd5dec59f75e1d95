public import Provisioning
import Threads

/// The readers of a rack, in this process, instead of PC/SC.
public final class VirtualReaders: Readers {
    private let readers: [VirtualReader]
    private let cancelled = Guarded(false)
    private let signal = ChangeSignal()

    init(_ readers: [VirtualReader]) { self.readers = readers }

    public func list() throws(ReadersError) -> [ReaderInfo] { plugged() }

    public func waitForChange(from known: [ReaderInfo]) throws(ReadersError) {
        signal.wait(milliseconds: 2000) { isCancelled || plugged() != known }
        if isCancelled { throw ReadersError(.cancelled) }
    }

    public func open(_ reader: ReaderInfo) throws(ReadersError) -> any ReaderSlot {
        guard let found = readers.first(where: { $0.info.name == reader.name }), let generation = found.generation
        else {
            throw ReadersError(.readerLost, context: reader.name)
        }
        return VirtualSlot(found, generation: generation) { [weak self] in self?.isCancelled ?? true }
    }

    public func cancel() {
        cancelled.withLock { $0 = true }
        signal.notify()
    }

    /// Takes a reader away, with the tag that lies on it, or gives it back. Unknown names change nothing.
    func plug(_ name: String, _ isPlugged: Bool) {
        for reader in readers where reader.info.name == name { reader.plug(isPlugged) }
        signal.notify()
    }

    private var isCancelled: Bool { cancelled.withLock { $0 } }

    private func plugged() -> [ReaderInfo] { readers.filter { $0.generation != nil }.map(\.info) }
}
