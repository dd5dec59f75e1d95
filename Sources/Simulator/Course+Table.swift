import Jobs
import Operations
import Provisioning
import ReaderModels
import Simulation
import Tags

/// A reader in an execution.
final class Seat {
    let desk: ReaderDesk
    /// What its thread does with each tag.
    let procedure: TagProcedure
    var isPlugged = true
    /// A procedure runs on it.
    var isServing = false
    /// The tag that lies there was concluded on, and is to be lifted first.
    var isDone = false
    /// It is plugged in again at this step, under this name.
    var isBackAt: (step: Int, name: String)?
    /// Another program or process holds it until this step.
    var isHeldUntil: Int?

    init(_ desk: ReaderDesk, _ procedure: TagProcedure) {
        self.desk = desk
        self.procedure = procedure
    }

    /// It can be worked on.
    var isFree: Bool { isPlugged && !isServing && isHeldUntil == nil }
}

/// The operator, who lays and lifts tags, and what happens to readers.
extension Course {
    func plugAll(_ desk: RunDesk) {
        seats.reserveCapacity(world.readers.count)
        for index in world.readers.indices {
            table.plug(index, true)
            guard let seat = plugged(index, desk) else { return }
            seats.append(seat)
        }
        desk.listed()
    }

    private func plugged(_ index: Int, _ desk: RunDesk) -> Seat? {
        let info = table.info(of: index)
        guard let readerDesk = desk.plugged(info) else { return nil }
        cover(plugged: index)
        let procedure = TagProcedure(
            reader: readerDesk.reader, desk: TroubledDesk(readerDesk, self), clock: clock, order: order,
            findings: ReaderFindings(of: info.model))
        return Seat(readerDesk, procedure)
    }

    /// Works until the run has ended, the process died, or nothing is left that could be laid.
    func work(_ desk: RunDesk) {
        patience = world.tags.count + 8
        while desk.ended == nil, !isDead {
            guard step(desk) else { break }
        }
        if !isDead, desk.ended == nil { goHome(desk) }
    }

    /// The operator has no more tags: as a rack does, or by leaving.
    private func goHome(_ desk: RunDesk) {
        tell?("no tag is left to be laid")
        for seat in seats where seat.isPlugged {
            cover(.exhausted)
            seat.desk.exhausted()
        }
        if desk.ended == nil { desk.stop(.idle) }
    }

    /// Something that happens at the table. False: nothing can happen any more.
    private func step(_ desk: RunDesk) -> Bool {
        steps += 1
        while nextStepTroubleAt <= steps, let trouble = stepTroubles.popLast() {
            cover(Coverage.FaultName(trouble.what, atExchange: false))
            switch trouble.what {
            case .otherProgram: holdReader(by: .otherProgram)
            case .otherTagmill: holdReader(by: .otherTagmill)
            case .severalTags: liesWithAnother = true
            default:
                tell?("the operator asks the run to stop")
                desk.stop(.stopped)
            }
        }
        if isAnyAway {
            comeBack(desk)
            freeReaders()
        }
        guard let free = freeSeat() else { return isAnyAway }
        return act(on: free)
    }

    /// One of the readers that can be worked on, by the seed; nil: there is none.
    private func freeSeat() -> Int? {
        let seats = seats
        var count = 0
        for index in seats.indices where seats[index].isFree && hasTags(index) { count += 1 }
        guard count > 0 else { return nil }
        var number = below(count)
        for index in seats.indices where seats[index].isFree && hasTags(index) {
            if number == 0 { return index }
            number -= 1
        }
        return nil
    }

    /// Of a user's rack: whether a tag lies on the reader, or is to be laid there.
    private func hasTags(_ index: Int) -> Bool {
        if homes.isEmpty || world.confusion > 0 { return true }
        if !seats[index].isDone, table.tag(on: index) != nil { return true }
        return pile.contains { isLaid($0, on: index) } || again.contains { isLaid($0, on: index) }
    }

    /// Whether a user's rack lays this tag on this reader, or on another one of its antenna.
    private func isLaid(_ tag: Int, on reader: Int) -> Bool {
        guard let home = homes[tag], home != reader else { return true }
        return world.readers[home].antenna.map { $0 == world.readers[reader].antenna } ?? false
    }

    /// A reader is unplugged or held by somebody else, and to be had again later.
    private var isAnyAway: Bool { seats.contains { $0.isBackAt != nil || $0.isHeldUntil != nil } }

    /// A reader is in use by somebody else for some steps.
    private func holdReader(by hindrance: Hindrance) {
        guard let index = freeSeat() else { return }
        let seat = seats[index]
        seat.isHeldUntil = steps + 1 + below(4)
        tell?("\(seat.desk.reader.name) is in use by somebody else")
        cover(hindrance == .otherProgram ? .heldByOtherProgram : .heldByOtherTagmill)
        seat.desk.hindered(by: hindrance, "it is in use")
    }

    private func freeReaders() {
        for seat in seats {
            guard let step = seat.isHeldUntil, step <= steps else { continue }
            seat.isHeldUntil = nil
            guard seat.isPlugged else { continue }
            tell?("\(seat.desk.reader.name) is free again")
            cover(.freeAgain)
            seat.desk.free()
        }
    }

    /// Lets another reader go on while one is in the middle of something.
    func meanwhile() {
        guard comesAbout(world.interleaving), depth < 3, !isDead else { return }
        guard let free = freeSeat() else { return }
        let found = found
        _ = act(on: free)
        self.found = found
    }

    /// Lifts the tag that is done with and lays the next, and lets the reader work on it.
    private func act(on index: Int) -> Bool {
        let seat = seats[index]
        if seat.isDone {
            // Nobody lifts a tag that another reader of the antenna works on.
            if isUnderWork(index) { return true }
            seat.isDone = false
            // Some leave a tag lying, and the reader finds it again.
            if !comesAbout(world.confusion) {
                if table.tag(on: index) != nil { table.lift(from: index) }
                seat.desk.lifted()
            }
        }
        guard patience > 0 else { return false }
        patience -= 1
        if table.tag(on: index) == nil || comesAbout(world.confusion) {
            guard let tag = nextTag(on: index) else { return false }
            tell?("tag \(world.tags[tag].uid) (\(world.tags[tag].chip)) is laid on \(seat.desk.reader.name)")
            table.lay(tag, on: index)
            cover(laid: tag)
        }
        if seat.desk.hasWork { serve(index) }
        return true
    }

    /// Another reader of the same antenna is in the middle of this tag.
    private func isUnderWork(_ index: Int) -> Bool {
        guard let antenna = world.readers[index].antenna else { return false }
        return seats.indices.contains { $0 != index && seats[$0].isServing && world.readers[$0].antenna == antenna }
    }

    private func nextTag(on index: Int) -> Int? {
        guard !world.tags.isEmpty else { return nil }
        if comesAbout(world.confusion) { return below(world.tags.count) }
        guard homes.isEmpty else { return nextTag(ofRackOn: index) }
        if let next = pile.popLast() { return next }
        // What was taken away, or is waited for, is laid again.
        guard !again.isEmpty else { return nil }
        return again.remove(at: below(again.count))
    }

    /// In the order of the rack file; those that come back lie behind the others.
    private func nextTag(ofRackOn index: Int) -> Int? {
        if let place = pile.lastIndex(where: { isLaid($0, on: index) }) { return pile.remove(at: place) }
        return again.firstIndex { isLaid($0, on: index) }.map { again.remove(at: $0) }
    }

    // MARK: A reader's thread

    /// What the reader's thread does with one tag.
    private func serve(_ index: Int) {
        let seat = seats[index]
        seat.isServing = true
        depth += 1
        let desk = seat.desk
        let calls = desk.calls
        if liesWithAnother {
            liesWithAnother = false
            tell?("another tag lies beside it")
            seat.procedure.unreachable(ChannelError(.unresponsive))
        } else if calls.enter() {
            do throws(ChannelError) {
                try table.withCard(on: index) { channel in
                    guard calls.leave() else { return }
                    WatchedChannel.watching(&channel, calls) { seat.procedure.perform(on: &$0) }
                    _ = calls.enter()
                }
                _ = calls.leave()
            } catch {
                _ = calls.leave()
                seat.procedure.unreachable(error)
            }
        }
        depth -= 1
        guard !isDead else { return }
        seat.isServing = false
        _ = desk.takeSignal()
        seat.isDone = true
        if calls.isGivenUp {
            cover(.answersAgain)
            tell?("\(desk.reader.name) answers again")
        }
        if !seat.isPlugged || !desk.rejoin() { leave(seat) }
    }

    /// The reader's thread found out that its reader is gone.
    private func leave(_ seat: Seat) {
        seat.isPlugged = false
        seat.desk.unplugged()
    }

    // MARK: Readers that come and go

    /// Pulls the plug of a reader.
    func unplug(_ index: Int, backAs name: String) {
        let seat = seats[index]
        guard seat.isPlugged else { return }
        tell?("\(seat.desk.reader.name) is unplugged")
        table.plug(index, false)
        seat.isPlugged = false
        seat.isBackAt = (steps + 1 + below(3), name)
        if !seat.isServing { seat.desk.unplugged() }
    }

    func restartService() {
        tell?("the PC/SC service is started anew")
        desk?.listing(failsFor: ReadersError(.noService))
        isServiceGone = true
        cover(.listingFails)
        for index in seats.indices { unplug(index, backAs: seats[index].desk.reader.name) }
    }

    private func comeBack(_ desk: RunDesk) {
        for index in seats.indices {
            guard let back = seats[index].isBackAt, back.step <= steps, !seats[index].isServing else { continue }
            desk.listing(failsFor: nil)
            if isServiceGone {
                isServiceGone = false
                cover(.listingWorksAgain)
            }
            // Two readers never have one name.
            let isTaken = seats.indices.contains {
                $0 != index && (seats[$0].desk.reader.name == back.name || seats[$0].isBackAt?.name == back.name)
            }
            let isRenamed = !isTaken && back.name != seats[index].desk.reader.name
            table.rename(index, to: isTaken ? seats[index].desk.reader.name : back.name)
            table.plug(index, true)
            guard let seat = plugged(index, desk) else { return }
            seats[index] = seat
            cover(isRenamed ? .pluggedUnderAnotherName : .pluggedAgain)
            tell?("\(seat.desk.reader.name) is plugged in again")
        }
    }
}
