import Jobs
import Provisioning
import ReaderModels
import Synchronization
import Tags
import Testing

/// What lies there answers by this UID alone, and refuses every other command: a phone that emulates a card.
private struct EmulatedCard: ~Copyable, CardChannel {
    let uid: [UInt8]
    let log: CommandLog

    mutating func exchange(_ command: [UInt8]) throws(ChannelError) -> [UInt8] {
        log.commands.withLock { $0.append(command) }
        return command == CommandAPDU.getUID.bytes ? uid + [0x90, 0x00] : [0x6A, 0x82]
    }

    mutating func reactivate() throws(ChannelError) {}
}

private final class CommandLog: Sendable {
    let commands = Mutex<[[UInt8]]>([])

    /// UPDATE BINARY (FF D6), and what could write through a pass-through.
    var writes: [[UInt8]] { commands.withLock { $0.filter { $0.starts(with: [0xFF, 0xD6]) || $0.contains(0xA2) } } }
    var count: Int { commands.withLock { $0.count } }
}

/// The desk of a run with items that wait.
private final class BenchDesk: TagDesk {
    let bench = Mutex(CoordinatorBench(rows(3), readers: ["A"]))
    let claims = Mutex<[PresentedTag]>([])
    let concluded = Atomic(0)

    func claim(_ tag: PresentedTag) -> ClaimAnswer {
        claims.withLock { $0.append(tag) }
        let assignment = bench.withLock { bench in
            bench.assign("A", tag.uid.map { "\($0)" }, chip: tag.chip ?? .ntag213, rejection: tag.rejection)
        }
        return assignment.map { .take($0) } ?? .dismissed
    }

    func intend() -> Rejection? { nil }

    func conclude(_ result: TagResult, lockState: LockState?) { concluded.add(1, ordering: .relaxed) }
}

private struct StandingClock: WallClock {
    func now() -> Timestamp { Timestamp(milliseconds: 0) }
}

/// Field case 17: a random UID names no tag. Such a card is told from the UID alone, whatever else it would answer.
@Suite struct RandomUIDTests {
    static let names = ["ACS ACR122U PICC Interface 00 00", "Identiv uTrust 3700 F CL Reader [CL] 00 00"]

    @Test(arguments: names) func itIsNoTag(_ reader: String) {
        let log = CommandLog()
        var channel: any CardChannel & ~Copyable = EmulatedCard(uid: [0x08, 0x1A, 0x2B, 0x3C], log: log)
        let seen = TagInspection.inspect(&channel, reader: ReaderFindings(of: .model(ofReaderNamed: reader)))
        #expect(seen.rejection?.reason == .notATag)
        #expect(seen.rejection?.detail == "it has a random UID: a phone or card emulation, not a tag")
        #expect(seen.uid == nil && seen.chip == nil && seen.contents == nil && seen.memory == nil)
        #expect(log.count == 1 && log.writes.isEmpty)
    }

    @Test(arguments: names) func noItemIsTaken(_ name: String) {
        let log = CommandLog()
        let desk = BenchDesk()
        let offer = desk.bench.withLock { $0.offerRow("A") }
        let reader = ReaderInfo(name: name, model: .model(ofReaderNamed: name))
        let procedure = TagProcedure(reader: reader, desk: desk, clock: StandingClock())
        for _ in 0..<2 {
            // Drawn anew at every tap.
            for last in [0x3C, 0x3D] as [UInt8] {
                var channel: any CardChannel & ~Copyable = EmulatedCard(uid: [0x08, 0x1A, 0x2B, last], log: log)
                procedure.perform(on: &channel)
            }
        }
        #expect(log.writes.isEmpty)
        #expect(desk.concluded.load(ordering: .relaxed) == 0)
        let claims = desk.claims.withLock { $0 }
        #expect(claims.count == 4 && claims.allSatisfy { $0.uid == nil && $0.rejection?.reason == .notATag })
        desk.bench.withLock { bench in
            #expect(bench.last?.presentation.result == .rejected && bench.reason == .notATag)
            #expect(bench.last?.item == nil && bench.status == nil)
            #expect(bench.offerRow("A") == offer && offer == 1)
        }
    }

    /// The same card with a UID of its own is asked on.
    @Test func anotherUIDOfFourBytesIsNotRandom() {
        let log = CommandLog()
        var channel: any CardChannel & ~Copyable = EmulatedCard(uid: [0x09, 0x1A, 0x2B, 0x3C], log: log)
        let seen = TagInspection.inspect(&channel, reader: ReaderFindings(of: .model(ofReaderNamed: Self.names[0])))
        #expect(seen.rejection?.reason == .chipUnsupported)
        #expect(seen.uid?.description == "091A2B3C")
        #expect(log.count > 1 && log.writes.isEmpty)
    }

    /// Tags of Type 5 in the field: readers answer FF B0 and FF D6 with their blocks. One alone is told from its UID, in
    /// whichever order the reader gives it, and no other command is sent.
    /// Field case 30.
    @Test(arguments: names, [false, true]) func aTagOfType5IsNotWritten(_ name: String, isReversed: Bool) {
        let log = CommandLog()
        let uid: [UInt8] = [0xE0, 0x04, 0x01, 0x08, 0x66, 0x15, 0x39, 0x81]
        let desk = BenchDesk()
        let reader = ReaderInfo(name: name, model: .model(ofReaderNamed: name))
        var channel: any CardChannel & ~Copyable = EmulatedCard(uid: isReversed ? uid.reversed() : uid, log: log)
        TagProcedure(reader: reader, desk: desk, clock: StandingClock()).perform(on: &channel)
        #expect(log.commands.withLock { $0 } == [CommandAPDU.getUID.bytes])
        let claim = desk.claims.withLock { $0.first }
        #expect(claim?.uid?.description == "E004010866153981")
        #expect(claim?.rejection?.reason == .chipUnsupported)
        desk.bench.withLock { #expect($0.result == .rejected && $0.status == nil && $0.offerRow("A") == 1) }
    }

    /// Two of them, or two of any kind, that the reader cannot tell apart: nothing is sent to either.
    /// Field case 30.
    @Test(arguments: names) func severalTagsAtOnceAreNotWritten(_ name: String) {
        let desk = BenchDesk()
        let reader = ReaderInfo(name: name, model: .model(ofReaderNamed: name))
        // What connecting comes to (`PCSCErrorTests`, `PCSCDaemonTests`).
        TagProcedure(reader: reader, desk: desk, clock: StandingClock()).unreachable(ChannelError(.unresponsive))
        let claim = desk.claims.withLock { $0.first }
        #expect(claim?.uid == nil && claim?.rejection?.reason == .severalTags)
        desk.bench.withLock { #expect($0.result == .rejected && $0.status == nil && $0.offerRow("A") == 1) }
    }
}
