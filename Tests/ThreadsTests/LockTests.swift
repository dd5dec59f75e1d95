import Operations
import Testing
import Threads

/// What threads share, and how one waits for another. Run under the thread sanitizer too, which is told by these whether it
/// sees the locks.
@Suite("Locks") struct LockTests {
    private static let threads = 8
    private static let rounds = 2000

    /// Runs `body` on several threads at the same time, and waits for all of them.
    private func onThreads(_ body: @escaping @Sendable (_ number: Int) -> Void) throws {
        var started: [BlockingThread] = []
        for number in 0..<Self.threads { started.append(try #require(BlockingThread { body(number) })) }
        for thread in started { thread.join() }
    }

    @Test func oneThreadAtATimeSeesAGuardedValue() throws {
        let sum = Guarded((count: 0, numbers: [Int]()))
        try onThreads { number in
            for _ in 0..<Self.rounds {
                sum.withLock { sum in
                    sum.count += 1
                    if sum.numbers.last != number { sum.numbers.append(number) }
                }
            }
        }
        #expect(sum.withLock { $0.count } == Self.threads * Self.rounds)
        #expect(Set(sum.withLock { $0.numbers }) == Set(0..<Self.threads))
    }

    private struct Refusal: Error, Equatable {}

    @Test func whatThrowsUnderALockReleasesIt() throws {
        let value = Guarded(1)
        #expect(throws: Refusal()) {
            try value.withLock { value throws(Refusal) in
                value = 2
                throw Refusal()
            }
        }
        #expect(value.withLock { $0 } == 2)
    }

    /// Each thread waits for its turn, which the one before it makes.
    @Test func aChangeWakesWhoWaitsForIt() throws {
        let turns = Monitor((next: 0, order: [Int]()))
        try onThreads { number in
            for round in 0..<10 {
                let turn = round * Self.threads + number
                turns.wait { $0.next == turn ? .done(()) : .untilChange }
                turns.withLock { turns in
                    turns.order.append(turn)
                    turns.next += 1
                }
            }
        }
        #expect(turns.withLock { $0.order } == Array(0..<10 * Self.threads))
    }

    @Test func whoWaitsIsAskedAgainAtTheTimeThatItNamed() {
        let never = Monitor(0)
        let end = MonotonicTime.now().advanced(bySeconds: 0.02)
        let asked = never.wait { asked in
            asked += 1
            return MonotonicTime.now() >= end ? .done(asked) : .until(end)
        }
        #expect(asked >= 2)
        #expect(MonotonicTime.now() >= end)
    }

    /// A change that nobody is told of is seen when the wait ends for another reason.
    @Test func aQuietChangeIsSeenWithTheNextOne() throws {
        let value = Monitor((isSet: false, isWaiting: false, looks: 0))
        let thread = try #require(
            BlockingThread {
                value.wait { value in
                    value.isWaiting = true
                    value.looks += 1
                    return value.isSet ? .done(()) : .untilChange
                }
            })
        while !value.withLock(wakes: false, { $0.isWaiting }) {}
        value.withLock(wakes: false) { $0.isSet = true }
        value.withLock { _ in }
        thread.join()
        #expect(value.withLock { $0.looks } >= 2)
    }

    @Test func timeDoesNotGoBeforeItsStart() {
        let time = MonotonicTime(nanoseconds: 1_500_000_000)
        #expect(time.advanced(bySeconds: 0.5) == MonotonicTime(nanoseconds: 2_000_000_000))
        #expect(time.advanced(bySeconds: -1) == time)
        #expect(time.goneBack(bySeconds: 1) == MonotonicTime(nanoseconds: 500_000_000))
        #expect(time.goneBack(bySeconds: 2) == MonotonicTime(nanoseconds: 0))
        #expect(time.goneBack(bySeconds: 2) < time)
    }
}
