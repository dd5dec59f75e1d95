import PCSC
import Testing

@Suite struct PresenceTests {
    private func event(_ flags: EventState, count: UInt32, atr: [UInt8] = []) -> ReaderEvent {
        ReaderEvent(state: EventState(rawValue: flags.rawValue | count << 16), atr: atr)
    }

    private func present(_ count: UInt32, _ atr: [UInt8] = [0x3B]) -> ReaderEvent {
        event([.present, .changed], count: count, atr: atr)
    }

    private func empty(_ count: UInt32) -> ReaderEvent { event([.empty, .changed], count: count) }

    @Test func nothingIsThereBeforeTheFirstLook() {
        var presence = Presence()
        #expect(presence.arrival() == nil)
        #expect(presence.removal() == true)
    }

    @Test func feedsBackTheWholeStateButForTheChange() {
        var presence = Presence()
        #expect(presence.take(ReaderEvent(state: EventState(rawValue: 0x0001_0122), atr: [0x3B])) == true)
        #expect(presence.known.rawValue == 0x0001_0120)
    }

    @Test func aTagIsGivenOnce() {
        var presence = Presence()
        #expect(presence.take(empty(0)) == true)
        #expect(presence.arrival() == nil)
        #expect(presence.take(present(1, [0x3B, 0x8F])) == true)
        #expect(presence.arrival() == [0x3B, 0x8F])
        #expect(presence.arrival() == nil)
        #expect(presence.removal() == false)
        #expect(presence.take(empty(2)) == true)
        #expect(presence.removal() == true)
        #expect(presence.arrival() == nil)
        #expect(presence.take(present(3)) == true)
        #expect(presence.arrival() == [0x3B])
    }

    @Test func othersComingAndGoingIsNoRemoval() {
        var presence = Presence()
        #expect(presence.take(present(1)) == true)
        #expect(presence.arrival() != nil)
        for flags: EventState in [[.present, .inUse], [.present, .exclusive, .inUse], [.present], [.present, .mute]] {
            #expect(presence.take(event(flags, count: 1)) == true)
            #expect(presence.removal() == false)
            #expect(presence.arrival() == nil)
        }
    }

    @Test func aSwapBetweenTwoLooksIsBoth() {
        var presence = Presence()
        #expect(presence.take(present(1)) == true)
        #expect(presence.arrival() != nil)
        #expect(presence.take(present(3)) == true)
        #expect(presence.removal() == true)
        #expect(presence.arrival() == [0x3B])
        // Without a wait for the removal.
        #expect(presence.take(present(5)) == true)
        #expect(presence.arrival() == [0x3B])
        #expect(presence.arrival() == nil)
    }

    /// A tag that lay there when the service started has the count 0, and after 65536 changes another has it too.
    @Test func theCounterMayBeginAtZeroAndWrap() {
        var presence = Presence()
        #expect(presence.take(present(0)) == true)
        #expect(presence.arrival() != nil)
        #expect(presence.removal() == false)
        #expect(presence.take(present(0xFFFF)) == true)
        #expect(presence.arrival() != nil)
        #expect(presence.take(present(1)) == true)
        #expect(presence.removal() == true)
    }

    @Test func aCardThatDoesNotAnswerIsAnArrival() {
        var presence = Presence()
        #expect(presence.take(event([.present, .mute, .changed], count: 1)) == true)
        #expect(presence.arrival() == [])
    }

    @Test(arguments: [EventState.unknown, .unavailable, [.unknown, .unavailable, .changed]])
    func aReaderThatIsGone(flags: EventState) {
        var presence = Presence()
        #expect(presence.take(event(flags, count: 1)) == false)
        #expect(presence.arrival() == nil)
    }
}

@Suite struct ReaderOccupancyTests {
    @Test(
        arguments: [
            ([.empty], .empty), ([.changed, .empty, .exclusive], .exclusive), ([.present], .tag),
            ([.present, .inUse], .tag), ([.present, .exclusive, .inUse], .exclusive), ([.present, .mute], .mute),
            ([], .empty), ([.unknown, .changed], nil), ([.unavailable], nil),
        ] as [(EventState, ReaderOccupancy?)])
    func whatLiesThereIsToldFromTheFlags(flags: EventState, occupancy: ReaderOccupancy?) {
        #expect(ReaderOccupancy(EventState(rawValue: flags.rawValue | 7 << 16)) == occupancy)
    }
}
