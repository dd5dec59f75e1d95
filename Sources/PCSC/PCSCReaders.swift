internal import Glibc
public import Provisioning
internal import ReaderModels

/// The readers of this machine, by PC/SC.
///
/// Owns no thread, and no connection to the service between calls: each call makes its own, so that a service which
/// was started again is found by the next one. Blocking; never for a Swift-concurrency thread. PC/SC has no timeout for a
/// service that takes the connection and says nothing: such a call does not come back.
public final class PCSCReaders: Readers {
    private let waits = Waits()
    private let held = HeldReaders()

    public init() {}

    /// The readers that are there now. Throws `noService` when no service answers, `accessDenied` when it refuses this
    /// user (older services then hang up instead, which is `noService`).
    public func list() throws(ReadersError) -> [ReaderInfo] {
        do throws(PCSCError) {
            let names = try Context().readerNames()
            held.release(missingFrom: names)
            return Self.infos(names)
        } catch {
            throw error.asReadersError
        }
    }

    /// Returns when the readers may be others than `known`, after about two seconds at the latest, and not at once
    /// again and again. Throws `noService` at once when no service answers; how long to wait then is the caller's.
    public func waitForChange(from known: [ReaderInfo]) throws(ReadersError) {
        if waits.isCancelled { throw ReadersError(.cancelled) }
        do throws(PCSCError) {
            let context = try Context()
            waits.add(context.cancellation)
            defer { waits.remove(context.cancellation) }
            // What is known of plugging is taken before the listing, so that nothing falls between.
            var state = EventState()
            _ = try context.readersChange(from: &state, timeout: 0)
            if Self.infos(try context.readerNames()) != known { return }
            if waits.isCancelled { throw .cancelled }
            guard try context.readersChange(from: &state, timeout: Limits.readersWait) else { return }
            if Self.infos(try context.readerNames()) == known {
                // A service whose notification ends at once without a change must not make the caller spin.
                _ = poll(nil, 0, Limits.earlyWakePause)
            }
        } catch .cancelled where !waits.isCancelled {
            // Not ours: the caller lists again.
        } catch {
            throw error.asReadersError
        }
    }

    /// Opens a reader for the calling thread, with a context of its own, and takes it: no other process of tagmill on this
    /// machine has it, and no other slot of this one, until the slot ends or `list` finds the reader gone.
    ///
    /// Throws `readerLost` when it is not there, `inUse` when it is taken, with the process's id where that can be told.
    public func open(_ reader: ReaderInfo) throws(ReadersError) -> any ReaderSlot {
        try slot(reader, isTaken: true)
    }

    /// `open`; where it is not taken, the slot is for looking on.
    func slot(_ reader: ReaderInfo, isTaken: Bool) throws(ReadersError) -> PCSCReaderSlot {
        let context = try Self.context(for: reader.name)
        let lock = isTaken ? try ReaderLock(reader.name) : nil
        if let lock { held.add(lock) }
        return PCSCReaderSlot(reader, lock: lock, context: context, waits: waits)
    }

    private static func context(for reader: String) throws(ReadersError) -> Context {
        do throws(PCSCError) {
            let context = try Context()
            guard try context.readerNames().contains(reader) else { throw .unknownReader }
            return context
        } catch {
            throw error.asReadersError
        }
    }

    public func cancel() {
        waits.cancel()
    }

    private static func infos(_ names: [String]) -> [ReaderInfo] {
        names.map { ReaderInfo(name: $0, model: .model(ofReaderNamed: $0)) }
    }
}
