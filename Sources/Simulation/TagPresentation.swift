import Tags

/// Sleeps on the calling thread. Virtual racks are given one that returns at once, unless time is what is tried.
public typealias Sleep = @Sendable (_ milliseconds: Int) -> Void

/// One tag lying on one reader once: the place where commands, tag and faults meet.
///
/// Used by one thread at a time.
final class TagPresentation: Sendable {
    /// What holds for every presentation of a rack.
    struct Setting: Sendable {
        var seed: UInt64
        var isLatencyReal: Bool
        var keepsLog: Bool
        var sleep: Sleep
    }

    private struct State: Sendable {
        var session = TagSession()
        var isPowered = false
        var isGone = false
        var exchanges = 0
        var writes = 0
    }

    let racked: RackedTag
    private let reader: String
    private let side: any ReaderSide
    private let setting: Setting
    private let peripherals: PeripheralRecord
    /// Of the tag, on all readers; of the rack entry, for faults.
    private let number: (ofTag: Int, ofEntry: Int)
    private let state = Guarded(State())

    init(
        _ racked: RackedTag, reader: String, model: VirtualReaderModel, setting: Setting,
        peripherals: PeripheralRecord = PeripheralRecord()
    ) {
        self.racked = racked
        self.reader = reader
        self.setting = setting
        self.peripherals = peripherals
        side = model.side
        let ofEntry = racked.state.withLock { state in
            state.presentations += 1
            return state.presentations
        }
        let ofTag = racked.tag.state.withLock { state in
            state.presentations += 1
            return state.presentations
        }
        number = (ofTag, ofEntry)
    }

    /// Whether a fault took the tag away.
    var isGone: Bool { state.withLock { $0.isGone } }

    /// Whether this command would write.
    func isWrite(_ command: [UInt8]) -> Bool {
        if case .write = side.kind(of: command) { return true }
        return false
    }

    /// Field off and on, and selection. False when the tag is gone.
    func activate() -> Bool {
        state.withLock { state in
            guard !state.isGone else { return false }
            state.isPowered = true
            racked.tag.state.withLock { state.session.activate($0.memory) }
            return true
        }
    }

    /// The field goes.
    func powerOff() {
        state.withLock { state in
            state.isPowered = false
            state.session.powerOff()
        }
    }

    /// Passes a command to the reader. Nil: the tag is gone, and no answer comes.
    func exchange(_ command: [UInt8]) -> [UInt8]? {
        let kind = side.kind(of: command)
        guard let counted = count(kind) else { return nil }
        let faults = kind == .peripheral ? [] : faultsNow(kind, exchange: counted.exchange, write: counted.write)
        var milliseconds = setting.isLatencyReal ? Self.latency(of: kind, command) : 0
        for case .delay(let more) in faults { milliseconds += more }
        if milliseconds > 0 { setting.sleep(milliseconds) }
        var frames: [ExchangeRecord.Frame] = []
        let answer = carryOut(command, number: counted.exchange, faults: faults, frames: &frames)
        record(command, answer: answer, number: counted.exchange, kind: kind, faults: faults, frames: frames)
        if kind == .peripheral, let answer {
            peripherals.add(PeripheralCommand(command: command, answer: answer, isEscape: false))
        }
        return answer
    }

    /// The number of this exchange and write, from 1; nil when the tag is gone.
    private func count(_ kind: CommandKind) -> (exchange: Int, write: Int?)? {
        state.withLock { state in
            guard !state.isGone else { return nil }
            switch kind {
            case .peripheral: return (0, nil)
            case .other:
                state.exchanges += 1
                return (state.exchanges, nil)
            case .write:
                state.exchanges += 1
                state.writes += 1
                return (state.exchanges, state.writes)
            }
        }
    }

    private func faultsNow(_ kind: CommandKind, exchange: Int, write: Int?) -> [Fault] {
        var page: Int?
        if case .write(let written) = kind {
            page = state.withLock { state in
                racked.tag.state.withLock { state.session.index(written, $0.memory) }
            }
        }
        var now: [Fault] = []
        racked.state.withLock { state in
            for (index, planned) in racked.faults.enumerated()
            where planned.moment.comes(
                exchange: exchange, write: write, page: page, isFirstPresentation: number.ofEntry == 1)
            {
                if planned.fault.needsWrite, write == nil {
                    if state.reached[index] == .never { state.reached[index] = .wrongKind }
                } else {
                    state.reached[index] = .happened
                    now.append(planned.fault)
                }
            }
        }
        return now
    }

    private func carryOut(
        _ command: [UInt8], number: Int, faults: [Fault], frames: inout [ExchangeRecord.Frame]
    ) -> [UInt8]? {
        var random = SeededGenerator(
            seed: setting.seed, parts: [racked.ordinal, UInt64(self.number.ofEntry), UInt64(number)])
        if faults.contains(.remove) {
            leave()
            return nil
        }
        for case .status(let word) in faults { return [UInt8(word >> 8), UInt8(word & 0xFF)] }
        let storeFault = Self.storeFault(faults, random: &random)
        var heard: [ExchangeRecord.Frame] = []
        var answer = side.answer(command, uid: racked.tag.uid.bytes) { frame in
            let (answer, event) = send(frame, fault: storeFault)
            heard.append(ExchangeRecord.Frame(command: frame, answer: answer, event: event))
            return answer
        }
        frames = heard
        if faults.contains(.removeAfter) {
            leave()
            return nil
        }
        if faults.contains(.flip), !heard.contains(where: \.isWrite), answer.count > 2 {
            let bit = Int.random(in: 0..<8 * (answer.count - 2), using: &random)
            answer[bit / 8] ^= 1 << UInt8(bit % 8)
        }
        if faults.contains(.short) { answer = Self.shortened(answer) }
        return answer
    }

    private func send(_ frame: [UInt8], fault: StoreFault?) -> (TagAnswer, TagEvent?) {
        state.withLock { state in
            guard state.isPowered else { return (.silence, nil) }
            let answer = racked.tag.state.withLock { state.session.receive(frame, memory: &$0.memory, fault: fault) }
            return (answer, state.session.event)
        }
    }

    private func leave() {
        state.withLock { state in
            state.isGone = true
            state.isPowered = false
        }
    }

    private func record(
        _ command: [UInt8], answer: [UInt8]?, number: Int, kind: CommandKind, faults: [Fault],
        frames: [ExchangeRecord.Frame]
    ) {
        var isWrite = false
        if case .write = kind { isWrite = true }
        racked.tag.state.withLock { state in
            if number > 0 { state.exchanges += 1 }
            if isWrite { state.writes += 1 }
            guard setting.keepsLog else { return }
            state.log.append(
                ExchangeRecord(
                    reader: reader, presentation: self.number.ofTag, number: number, command: command, answer: answer,
                    frames: frames, isWrite: isWrite, faults: faults))
        }
    }

    private static func storeFault(_ faults: [Fault], random: inout SeededGenerator) -> StoreFault? {
        for fault in faults {
            switch fault {
            case .noWrite: return .noWrite
            case .torn:
                let word = random.next()
                return .torn((0..<4).map { UInt8(word >> (8 * UInt64($0)) & 0xFF) })
            case .lostAcknowledgement: return .lostAcknowledgement
            case .flip: return .flip(Int.random(in: 0..<32, using: &random))
            default: continue
            }
        }
        return nil
    }

    private static func shortened(_ answer: [UInt8]) -> [UInt8] {
        guard answer.count > 2 else { return Array(answer.prefix(1)) }
        return answer.prefix((answer.count - 2) / 2) + answer.suffix(2)
    }

    /// Milliseconds of one exchange on a USB reader. A page write over an ACR122U takes 18 to 25 ms (public traces);
    /// the rest is modelled: the air time of the command and 6 ms for the bus and the reader.
    private static func latency(of kind: CommandKind, _ command: [UInt8]) -> Int {
        switch kind {
        case .peripheral: return 2
        case .write: return 20
        case .other:
            // FAST_READ through InCommunicateThru: about 0.34 ms a page.
            guard command.count >= 10, command[7] == 0x3A, command[9] >= command[8] else { return 8 }
            return 7 + Int(command[9] - command[8] + 1) * 34 / 100
        }
    }
}
