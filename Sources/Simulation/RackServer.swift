import Provisioning
import Synchronization
import Threads

/// Presents a rack to a real pcscd through vpcd: a thread for each reader, until every tag was presented and none is to
/// come back.
///
/// Safe to use from several threads. The rack's `tags` and `unreachedFaults` may be asked for at any time, for the last
/// word after `wait`.
public final class RackServer: Sendable {
    private let clients: [VpcdClient]
    private let stopped = OneWayFlag()
    private let threads = Guarded<[WorkerThread]?>(nil)
    private let errors = Guarded<[RackError]>([])

    /// `ports` has a port for each reader of the rack, in its order (`PCSCConfiguration.ports`).
    public convenience init(_ rack: Rack, ports: [UInt16], timing: VpcdTiming = .standard) {
        self.init(rack, ports: ports, timing: timing, hands: nil)
    }

    /// With somebody's hands in place of the rack's own order.
    package init(_ rack: Rack, ports: [UInt16], timing: VpcdTiming = .standard, hands: (any TagHands)?) {
        precondition(ports.count == rack.virtualReaders.count, "a port for each reader")
        let stopped = stopped
        clients = zip(rack.virtualReaders, ports).enumerated().map { number, reader in
            let held = hands.map { hands in HeldReader(hands: hands, number: number) { rack.entry(of: $0) } }
            return VpcdClient(reader: reader.0, held: held, port: reader.1, timing: timing) { stopped.isSet }
        }
    }

    /// Starts the threads. Throws `cannotConnect` when the system gives none; what was started then ends again.
    public func start() throws(RackError) {
        var started: [WorkerThread] = []
        for client in clients {
            let thread = WorkerThread { [self] in
                do throws(RackError) {
                    try client.run()
                } catch {
                    errors.withLock { $0.append(error) }
                }
            }
            guard let thread else {
                stop()
                for thread in started { thread.join() }
                throw RackError(.cannotConnect, context: "\(client.reader.info.name): no thread to be had")
            }
            started.append(thread)
        }
        threads.withLock { threads in
            precondition(threads == nil, "a server is started once")
            threads = started
        }
    }

    /// Takes every tag away and ends the threads within about 100 ms; from any thread. Returns at once.
    public func stop() { stopped.set() }

    /// Blocks until every reader is done; to be called by one thread. Gives the errors of the readers that could not be
    /// served.
    public func wait() -> [RackError] {
        let started = threads.withLock { threads in
            defer { threads = [] }
            return threads ?? []
        }
        for thread in started { thread.join() }
        return errors.withLock { $0 }
    }
}

/// A flag that is set once and stays.
final class OneWayFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .acquiring) }

    func set() { flag.store(true, ordering: .releasing) }
}
