import Checker
import Operations
import Provisioning
import Simulation
import Tags

/// What reaches the tags, as it happens: the checker is told, and what is to go wrong at an exchange goes wrong.
extension Course: TagWitness {
    func activated(tag: Int) { checker.activated(tag: tag) }

    func willExchange(tag: Int, reader: Int, number: Int, isWrite: Bool) -> [Fault] {
        exchanges += 1
        if world.interleaving > 0 { meanwhile() }
        guard nextExchangeTrouble <= exchanges, !isDead, let trouble = exchangeTroubles.popLast() else { return [] }
        cover(Coverage.FaultName(trouble.what, atExchange: true))
        switch trouble.what {
        case .death(let isAfter):
            if isAfter { diesAfterExchange = true } else { die() }
        case .unplug(let name): unplug(reader, backAs: name)
        case .serviceRestart: restartService()
        case .hang:
            // Calls of readers that wait for this one would be given up with it: only one that nobody waits for hangs.
            guard depth == 1 else { return [] }
            tell?("\(seats[reader].desk.reader.name) does not answer any more")
            cover(.stuck)
            desk?.giveUp(onCallsOfSeconds: 0)
            // What hangs keeps its tag: no other reader of its antenna can have it meanwhile.
            if world.readers[reader].antenna == nil { meanwhile() }
        case .swap:
            tell?("the tag is taken away, and another is laid there")
            if !world.tags.isEmpty { table.swap(below(world.tags.count), on: reader) }
        case .relay:
            tell?("the tag is taken away and laid again")
            table.lift(from: reader)
            table.lay(tag, on: reader)
        case .journalFailure, .stop, .otherProgram, .otherTagmill, .severalTags: break
        }
        return []
    }

    func suffers(tag: Int, _ fault: Fault) { cover(Coverage.FaultName(fault)) }

    func received(
        tag: Int, frame: Span<UInt8>, answer: Span<UInt8>, isAccepted: Bool, isFaulty: Bool, memory: [UInt8]
    ) {
        checker.received(
            tag: tag, frame: frame, answer: answer, isAccepted: isAccepted, isFaulty: isFaulty, memory: memory)
        if tell != nil { tellFrame(tag, frame, isAccepted, isFaulty) }
        if diesAfterExchange { die() }
    }

    private func tellFrame(_ tag: Int, _ frame: Span<UInt8>, _ isAccepted: Bool, _ isFaulty: Bool) {
        guard frame.count == 6, frame[0] == 0xA2 else { return }
        let what = isFaulty ? "and the page does not come to hold it" : isAccepted ? "is stored" : "is refused"
        // What a user's message holds may be a secret; no password of theirs is here (`PasswordStandIn`).
        let data =
            isOfGivenMessage(Int(frame[1]), tag)
            ? "4 bytes of the message" : Page(frame[2], frame[3], frame[4], frame[5]).description
        tell?("  tag \(world.tags[tag].uid): page \(frame[1]) <- \(data) \(what)")
    }

    private func isOfGivenMessage(_ page: Int, _ tag: Int) -> Bool {
        guard world.given != nil else { return false }
        let layout = Chip(rawValue: world.tags[tag].chip.rawValue)?.type2Layout
        return layout?.userPages.contains(page) ?? (page >= 4)
    }
}
