import Jobs
import Provisioning
import TestSupport
import Threads

/// When a process dies: around one of its journal's writes that are flushed, or around one of its exchanges with a tag. Each
/// counted from 1 over the whole process.
enum DeathMoment: Hashable, Sendable, CustomStringConvertible {
    case beforeWrite(Int)
    case afterWrite(Int)
    case beforeExchange(Int)
    case afterExchange(Int)

    /// Around each of so many writes.
    static func writes(_ count: Int) -> [DeathMoment] {
        (0..<count).flatMap { [.beforeWrite($0 + 1), .afterWrite($0 + 1)] }
    }

    /// Around each of so many exchanges: after one is before the next.
    static func exchanges(_ count: Int) -> [DeathMoment] {
        (0..<count).flatMap { $0 == 0 ? [.beforeExchange(1), .afterExchange(1)] : [.afterExchange($0 + 1)] }
    }

    /// As it is handed to another process.
    var code: [Int] {
        switch self {
        case .beforeWrite(let number): [0, number]
        case .afterWrite(let number): [1, number]
        case .beforeExchange(let number): [2, number]
        case .afterExchange(let number): [3, number]
        }
    }

    init?(code: [Int]) {
        guard code.count == 2 else { return nil }
        switch code[0] {
        case 0: self = .beforeWrite(code[1])
        case 1: self = .afterWrite(code[1])
        case 2: self = .beforeExchange(code[1])
        case 3: self = .afterExchange(code[1])
        default: return nil
        }
    }

    var description: String {
        switch self {
        case .beforeWrite(let number): "before write \(number)"
        case .afterWrite(let number): "after write \(number)"
        case .beforeExchange(let number): "before exchange \(number)"
        case .afterExchange(let number): "after exchange \(number)"
        }
    }
}

/// A process that dies. From that moment on nothing that it does reaches its journal or a tag.
final class Death: Sendable {
    struct Counts {
        var writes = 0
        var exchanges = 0
        var isDead = false
    }

    /// Nil: it never dies.
    let moment: DeathMoment?
    private let counts = Guarded(Counts())
    private let whenItComes: @Sendable () -> Void
    private let whenDead: @Sendable () -> Void

    /// - Parameters:
    ///   - whenItComes: called once, on the thread that dies.
    ///   - whenDead: called on every other thread that does something afterwards.
    init(
        at moment: DeathMoment?, whenItComes: @escaping @Sendable () -> Void = {},
        whenDead: @escaping @Sendable () -> Void = {}
    ) {
        self.moment = moment
        self.whenItComes = whenItComes
        self.whenDead = whenDead
    }

    var hasCome: Bool { counts.withLock { $0.isDead } }
    var writes: Int { counts.withLock { $0.writes } }
    var exchanges: Int { counts.withLock { $0.exchanges } }

    /// Whether what comes now still happens.
    func isAlive() -> Bool {
        guard hasCome else { return true }
        whenDead()
        return false
    }

    func writeBegins() -> DeathMoment? { count(\.writes, DeathMoment.beforeWrite, DeathMoment.afterWrite) }

    func exchangeBegins() -> DeathMoment? { count(\.exchanges, DeathMoment.beforeExchange, DeathMoment.afterExchange) }

    /// - Returns: the moment after what begins now; nil: dead, and it does not happen.
    private func count(
        _ counter: WritableKeyPath<Counts, Int>, _ before: (Int) -> DeathMoment, _ after: (Int) -> DeathMoment
    ) -> DeathMoment? {
        guard isAlive() else { return nil }
        let number = counts.withLock { counts in
            counts[keyPath: counter] += 1
            return counts[keyPath: counter]
        }
        return dies(before(number)) ? nil : after(number)
    }

    /// Whether it dies at this moment, or is dead.
    func dies(_ now: DeathMoment) -> Bool {
        guard now == moment else { return !isAlive() }
        counts.withLock { $0.isDead = true }
        whenItComes()
        return true
    }

    /// The exchanges that it still makes.
    var hooks: ReaderHooks {
        var hooks = ReaderHooks()
        let pending = Guarded<[String: DeathMoment]>([:])
        hooks.beforeConnect = { [self] _ throws(ChannelError) in
            guard isAlive() else { throw ChannelError(.readerLost) }
        }
        hooks.beforeExchange = { [self] reader, _ throws(ChannelError) in
            guard let after = exchangeBegins() else { throw ChannelError(.readerLost) }
            pending.withLock { $0[reader] = after }
        }
        hooks.afterExchange = { [self] reader, _ throws(ChannelError) in
            guard let after = pending.withLock({ $0[reader] }), !dies(after) else { throw ChannelError(.readerLost) }
        }
        return hooks
    }
}
