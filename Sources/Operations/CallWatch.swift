package import Provisioning
import Synchronization
import Threads

/// What a reader's thread is waiting for: since when it is in a call to the reader, and whether it was given up because the
/// call did not come back.
///
/// The thread enters and leaves; any other may give it up. Giving up happens within a call or not at all, and from that
/// moment on no further call begins: what is sent to the tag after it can only be the one command that hangs.
package final class CallWatch: Sendable {
    private static let outside: UInt64 = 0
    private static let givenUp = UInt64.max

    /// When the call began, in nanoseconds of `MonotonicTime` and to the system's last tick, or one of the two above.
    private let state = Atomic<UInt64>(outside)

    package var isGivenUp: Bool { state.load(ordering: .acquiring) == Self.givenUp }

    /// When the call began that the thread is in.
    var began: MonotonicTime? {
        let time = state.load(ordering: .acquiring)
        return time == Self.outside || time == Self.givenUp ? nil : MonotonicTime(nanoseconds: time)
    }

    /// A call begins. False: the thread was given up, and may call nothing.
    package func enter() -> Bool {
        // Outside of a call no other thread changes the state, so nothing comes between these two.
        guard state.load(ordering: .acquiring) == Self.outside else { return false }
        state.store(max(1, MonotonicTime.atLastTick().nanoseconds), ordering: .releasing)
        return true
    }

    /// The call came back. False: the thread was given up meanwhile, and what the call brought counts for nothing.
    package func leave() -> Bool {
        let time = state.load(ordering: .acquiring)
        guard time != Self.givenUp else { return false }
        return state.compareExchange(expected: time, desired: Self.outside, ordering: .acquiringAndReleasing).exchanged
    }

    /// Gives the thread up when it is in a call that began before this time. True: it was given up by this.
    func giveUp(ifInCallSince time: MonotonicTime) -> Bool {
        guard let began, began <= time else { return false }
        return state.compareExchange(
            expected: began.nanoseconds, desired: Self.givenUp, ordering: .acquiringAndReleasing
        ).exchanged
    }

    /// The thread that was given up is back, and takes part again.
    func takeBack() { state.store(Self.outside, ordering: .releasing) }

    /// Runs a call to the tag. Throws `cancelled` instead where the thread was given up before or in it.
    package func call<Result>(_ body: () throws(ChannelError) -> Result) throws(ChannelError) -> Result {
        guard enter() else { throw Self.dismissal }
        let result: Result
        do throws(ChannelError) {
            result = try body()
        } catch {
            throw leave() ? error : Self.dismissal
        }
        guard leave() else { throw Self.dismissal }
        return result
    }

    private static let dismissal = ChannelError(.cancelled, context: "the reader did not answer in time")
}
