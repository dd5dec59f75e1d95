import Glibc
import Tags
import Testing
import Threads

@testable import Simulation

/// The card's side of vpcd, against a server that plays vpcd. Nothing here waits for a moment to pass: the server
/// waits for what the card does.
@Suite struct RackServerTests {
    private let quick = VpcdTiming(doneAfter: 20, betweenTags: 1, connectWithin: 20_000, retryAfter: 5)
    /// Power off alone never ends a presentation here.
    private let patient = VpcdTiming(doneAfter: 1_000_000, betweenTags: 1, connectWithin: 20_000, retryAfter: 5)
    private let getUID: [UInt8] = [0xFF, 0xCA, 0x00, 0x00, 0x00]
    private let write5: [UInt8] = [0xFF, 0xD6, 0x00, 0x05, 0x04, 1, 2, 3, 4]

    private func rack(_ tags: [RackTag]) throws -> Rack {
        try Rack(RackFile(readers: [RackReader("Virtual 00 00", model: .part3, tags: tags)]))
    }

    private func uid(_ last: UInt8) -> UID? { UID([0x04, 0, 0, 0, 0, 0, last]) }

    @Test func oneTagAfterAnother() throws {
        let vpcd = try LoopbackVpcd()
        let rack = try rack([RackTag(.ntag213, count: 3, uid: uid(1))])
        let server = RackServer(rack, ports: [vpcd.port], timing: quick)
        try server.start()
        for number: UInt8 in 1...3 {
            let card = try vpcd.accept()
            #expect(card.command([4]) == storageCardATR)
            card.send([1])
            #expect(card.command([4]) == storageCardATR)
            #expect(card.command(getUID) == [0x04, 0, 0, 0, 0, 0, number, 0x90, 0x00])
            card.send([0])
            #expect(card.receive() == nil)
        }
        #expect(server.wait().isEmpty)
        #expect(rack.tags.map(\.presentations) == [1, 1, 1])
    }

    @Test func powerOffAndOnIsANewActivation() throws {
        let vpcd = try LoopbackVpcd()
        let rack = try rack([RackTag(.ntag213)])
        let server = RackServer(rack, ports: [vpcd.port], timing: patient)
        try server.start()
        do {
            let card = try vpcd.accept()
            card.send([1])
            let pastTheEnd: [UInt8] = [0xFF, 0xB0, 0x00, 0x40, 0x10]
            let readFirst: [UInt8] = [0xFF, 0xB0, 0x00, 0x00, 0x10]
            #expect(card.command(pastTheEnd) == [0x63, 0x00])
            #expect(card.command(readFirst) == [0x63, 0x00])
            card.send([0])
            card.send([1])
            #expect(card.command(readFirst)?.count == 18)
            #expect(card.command(pastTheEnd) == [0x63, 0x00])
            card.send([2])
            #expect(card.command(readFirst)?.count == 18)
            card.send([0])
            #expect(card.command([4]) == storageCardATR)
            #expect(card.command(readFirst) == [0x63, 0x00])
        }
        // The server hung up after power off: the presentation is over.
        #expect(server.wait().isEmpty)
        #expect(rack.tags[0].presentations == 1)
    }

    @Test func aTagThatIsTakenAwayClosesWithoutAnswer() throws {
        let vpcd = try LoopbackVpcd()
        let rack = try rack([
            RackTag(.ntag213, uid: uid(1), faults: [RackFault(.write(1), .remove)]), RackTag(.ntag213, uid: uid(2)),
        ])
        let server = RackServer(rack, ports: [vpcd.port], timing: quick)
        try server.start()
        var uids: [UInt8] = []
        for _ in 0..<3 {
            let card = try vpcd.accept()
            card.send([1])
            uids.append(card.command(getUID)?[6] ?? 0)
            let answer = card.command(write5)
            #expect(answer == (uids.count == 1 ? nil : [0x90, 0x00]))
            if answer != nil {
                card.send([0])
                #expect(card.receive() == nil)
            }
        }
        #expect(server.wait().isEmpty)
        #expect(uids == [1, 2, 1])
        #expect(rack.tags.map(\.presentations) == [2, 1])
        #expect(rack.tags.map { Array($0.memory[20..<24]) } == [[1, 2, 3, 4], [1, 2, 3, 4]])
    }

    /// pcscd that ends and begins again finds the tag where it was.
    @Test func aTagOutlastsTheService() throws {
        let vpcd = try LoopbackVpcd()
        let rack = try rack([RackTag(.ntag213, uid: uid(1))])
        let server = RackServer(rack, ports: [vpcd.port], timing: quick)
        try server.start()
        do {
            let card = try vpcd.accept()
            card.send([1])
            #expect(card.command(getUID)?.count == 9)
        }
        let card = try vpcd.accept()
        card.send([1])
        #expect(card.command(getUID)?.count == 9)
        card.send([0])
        #expect(card.receive() == nil)
        #expect(server.wait().isEmpty)
        #expect(rack.tags[0].presentations == 1)
        #expect(rack.tags[0].exchanges == 2)
    }

    /// The second tag, once more when it was done with, then the first; nothing is lifted before the hands say so.
    @Test func somebodysHandsLayTheTags() throws {
        let vpcd = try LoopbackVpcd()
        let rack = try rack([RackTag(.ntag213, uid: uid(1)), RackTag(.ntag213, uid: uid(2))])
        let hands = ScriptedHands([uid(2)!, uid(2)!, uid(1)!])  // Seven bytes each.
        let server = RackServer(rack, ports: [vpcd.port], timing: quick, hands: hands)
        try server.start()
        for number: UInt8 in [2, 2, 1] {
            let card = try vpcd.accept()
            card.send([1])
            #expect(card.command(getUID)?[6] == number)
            #expect(card.command(write5) == [0x90, 0x00])
            card.send([0])
            hands.waitUntilAskedOfDoneTag()
            #expect(card.command([4]) == storageCardATR)
            hands.letGo()
            #expect(card.receive() == nil)
        }
        #expect(server.wait().isEmpty)
        #expect(rack.tags.map(\.presentations) == [1, 2])
        #expect(hands.heard == ["+2", "w2", "-2", "+2", "w2", "-2", "+1", "w1", "-1"])
    }

    @Test func stopTakesTheTagAway() throws {
        let vpcd = try LoopbackVpcd()
        let server = RackServer(try rack([RackTag(.ntag213, count: 2)]), ports: [vpcd.port], timing: patient)
        try server.start()
        let card = try vpcd.accept()
        card.send([1])
        #expect(card.command(getUID)?.count == 9)
        server.stop()
        #expect(card.receive() == nil)
        #expect(server.wait().isEmpty)
    }

    @Test func nobodyListens() throws {
        // A port that was bound a moment ago and is free again.
        let port = try freePort()
        let timing = VpcdTiming(doneAfter: 20, betweenTags: 1, connectWithin: 30, retryAfter: 5)
        let server = RackServer(try rack([RackTag(.ntag213)]), ports: [port], timing: timing)
        try server.start()
        let errors = server.wait()
        #expect(errors == [RackError(.cannotConnect, context: "")])
        #expect(errors.first?.description.contains("no virtual reader listens on port \(port)") == true)
    }

    @Test func readersRunAtTheSameTime() throws {
        let first = try LoopbackVpcd()
        let second = try LoopbackVpcd()
        let rack = try Rack(
            RackFile(readers: [
                RackReader("A 00 00", model: .part3, tags: [RackTag(.ntag213, uid: uid(1))]),
                RackReader("B 00 00", model: .acr122u, tags: [RackTag(.ntag216, uid: uid(2))]),
            ]))
        let server = RackServer(rack, ports: [first.port, second.port], timing: quick)
        try server.start()
        let left = try first.accept()
        let right = try second.accept()
        left.send([1])
        right.send([1])
        let getVersion: [UInt8] = [0xFF, 0, 0, 0, 3, 0xD4, 0x42, 0x60]
        #expect(left.command(getVersion) == [0x6D, 0x00])
        #expect(right.command(getVersion)?.count == 13)
        left.send([0])
        right.send([0])
        #expect(left.receive() == nil)
        #expect(right.receive() == nil)
        #expect(server.wait().isEmpty)
    }

    private func freePort() throws -> UInt16 { try LoopbackVpcd().port }
}

/// Lays tags in the order of a list, and lifts one when it is told to.
private final class ScriptedHands: TagHands {
    private struct State {
        var list: [UID]
        var heard: [String] = []
        var wasAskedOfDoneTag = false
        var letsGo = false
    }

    private let state: Guarded<State>

    init(_ list: [UID]) { state = Guarded(State(list: list)) }

    /// Laid, written to, lifted: the last byte of the tag's UID.
    var heard: [String] { state.withLock { $0.heard } }

    func waitUntilAskedOfDoneTag() { while !state.withLock({ $0.wasAskedOfDoneTag }) { usleep(1000) } }

    func letGo() { state.withLock { $0.letsGo = true } }

    func next(reader: Int) -> NextTag {
        state.withLock { state in
            guard let uid = state.list.first else { return .nothingMore }
            state.list.removeFirst()
            state.heard.append("+\(uid.bytes[6])")
            return .tag(uid)
        }
    }

    func isToBeLifted(_ uid: UID, reader: Int, isDoneWith: Bool) -> Bool {
        state.withLock { state in
            if isDoneWith { state.wasAskedOfDoneTag = true }
            return isDoneWith && state.letsGo
        }
    }

    func lifted(_ uid: UID, reader: Int, byFault: Bool) {
        state.withLock { state in
            state.heard.append("-\(uid.bytes[6])")
            state.wasAskedOfDoneTag = false
            state.letsGo = false
        }
    }

    func willExchange(_ uid: UID, isWrite: Bool) {}

    func didExchange(_ uid: UID, isWrite: Bool) {
        if isWrite { state.withLock { $0.heard.append("w\(uid.bytes[6])") } }
    }
}
