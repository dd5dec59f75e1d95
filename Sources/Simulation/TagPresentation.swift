import Tags
import Threads

/// Sleeps on the calling thread. Virtual racks are given one that returns at once, unless time is what is tried.
public typealias Sleep = @Sendable (Duration) -> Void

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

    /// The reader that the tag lies on.
    struct Place: Sendable {
        var reader: String
        var model: VirtualReaderModel
        var traits: ReaderTraits
    }

    private struct State: Sendable {
        var side: ModelSide
        var session = TagSession()
        /// The field is on.
        var isPowered = false
        var exchanges = 0
        var writes = 0
    }

    let laying: Laying
    var racked: RackedTag { laying.racked }
    private let place: Place
    private let latency: ReaderLatency?
    private let setting: Setting
    private let peripherals: PeripheralRecord
    /// Of the tag, on all readers; of the rack entry, for faults.
    private let number: (ofTag: Int, ofEntry: Int)
    private let state: Guarded<State>

    init(
        _ laying: Laying, on place: Place, setting: Setting, peripherals: PeripheralRecord = PeripheralRecord()
    ) {
        self.laying = laying
        self.place = place
        self.setting = setting
        self.peripherals = peripherals
        latency = setting.isLatencyReal ? ReaderLatency(place.model) : nil
        state = Guarded(State(side: place.model.side(place.traits)))
        let ofEntry = laying.racked.state.withLock { state in
            state.presentations += 1
            return state.presentations
        }
        let ofTag = laying.racked.tag.state.withLock { state in
            state.presentations += 1
            return state.presentations
        }
        number = (ofTag, ofEntry)
    }

    /// Whether a fault took the tag away.
    var isGone: Bool { laying.isGone }

    /// Whether this command would write.
    func isWrite(_ command: [UInt8]) -> Bool {
        if case .write = state.withLock({ $0.side.kind(of: command) }) { return true }
        return false
    }

    /// PC/SC powers the card: field off and on, and selection, where the reader does that. False when the tag is gone.
    func activate() -> Bool {
        guard !laying.isGone, !laying.isLifted else { return false }
        laying.connect(self, true)
        state.withLock { state in
            // A reader that leaves the field alone has selected the tag once, when it came.
            guard place.traits.wakes == .reconnect || !state.isPowered else { return }
            state.isPowered = true
            racked.tag.state.withLock { state.session.activate(&$0.memory) }
        }
        return true
    }

    /// PC/SC powers the card off and on. The reader stays connected meanwhile: nobody lifts the tag from under it. False when the
    /// tag is gone.
    func reactivate() -> Bool {
        cutPower()
        return activate()
    }

    /// PC/SC lets go of the card and takes its power, and with it the field goes, where the reader does that.
    func powerOff() {
        cutPower()
        laying.connect(self, false)
    }

    private func cutPower() {
        let isLeftOpen = state.withLock { state in
            let isOpen = state.side.isSessionOpen
            state.side.powerOff()
            if place.traits.wakes == .reconnect {
                state.isPowered = false
                state.session.powerOff()
            }
            return isOpen
        }
        // Nobody can end the session of a reader whose tag is gone.
        if isLeftOpen, !laying.isGone { racked.tag.state.withLock { $0.sessionsLeftOpen += 1 } }
    }

    /// Passes a command to the reader. Nil: the tag is gone, and no answer comes.
    func exchange(_ command: [UInt8]) -> [UInt8]? {
        let kind = state.withLock { $0.side.kind(of: command) }
        guard let counted = count(kind) else { return nil }
        let faults = kind == .peripheral ? [] : faultsNow(kind, exchange: counted.exchange, write: counted.write)
        var waited = Duration.zero
        for case .delay(let more) in faults { waited += .milliseconds(more) }
        if waited > .zero { setting.sleep(waited) }
        let field = Field(self)
        let answer = carryOut(command, number: counted.exchange, faults: faults, field)
        if let latency {
            var exchange = latency.exchange(air: field.air)
            if kind == .peripheral {
                exchange += .milliseconds(state.withLock { $0.side.milliseconds(showing: command) })
            }
            setting.sleep(exchange)
            waited += exchange
        }
        record(
            command, answer: answer, number: counted.exchange, kind: kind, faults: faults, frames: field.frames,
            latency: waited)
        if kind == .peripheral, let answer {
            peripherals.add(PeripheralCommand(command: command, answer: answer, isEscape: false))
        }
        return answer
    }

    /// The number of this exchange and write, from 1; nil when the tag is gone.
    private func count(_ kind: CommandKind) -> (exchange: Int, write: Int?)? {
        guard !laying.isGone, !laying.isLifted else { return nil }
        return state.withLock { state in
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
                let happens = write != nil || !planned.fault.needsWrite
                state.reached[index].note(happened: happens)
                if happens { now.append(planned.fault) }
            }
        }
        return now
    }

    private func carryOut(
        _ command: [UInt8], number: Int, faults: [Fault], _ field: Field
    ) -> [UInt8]? {
        // The side is out of the lock while it works: the field takes the lock for each frame.
        var side = state.withLock { $0.side }
        defer { state.withLock { [side] in $0.side = side } }
        var answer: [UInt8] = []
        answer.reserveCapacity([UInt8].roomForARead)
        if faults.isEmpty {
            side.answer(command, into: &answer, field: field)
            return answer
        }
        let random = SeededGenerator(
            seed: setting.seed, parts: [racked.ordinal, UInt64(self.number.ofEntry), UInt64(number)])
        if side.answer(command, faults: faults, random: random, into: &answer, field: field) { return answer }
        leave()
        return nil
    }

    private func leave() {
        laying.leave()
        state.withLock { $0.isPowered = false }
    }

    /// The tag as one exchange reaches it.
    private final class Field: FaultyField {
        private let presentation: TagPresentation
        var fault: StoreFault?
        private(set) var frames: [ExchangeRecord.Frame] = []
        private(set) var hasWritten = false
        /// Microseconds on the air.
        private(set) var air = 0

        init(_ presentation: TagPresentation) { self.presentation = presentation }

        var uid: UID { presentation.racked.tag.uid }

        func send(_ frame: Span<UInt8>, into answer: inout [UInt8]) -> TagAnswer {
            let code = frame.isEmpty ? 0 : frame[0]
            if TagCommand.isWrite(code) { hasWritten = true }
            let (reply, event, data) = presentation.send(frame, fault: fault)
            answer += data
            if presentation.setting.keepsLog {
                frames.append(
                    ExchangeRecord.Frame(
                        command: [UInt8](bytesOf: frame), data: data, isAccepted: reply.isAccepted, event: event))
            }
            air += ReaderLatency.air(frame: frame.count, code: code, reply, data: data.count)
            return reply
        }

        func turn(on isOn: Bool) { presentation.turn(on: isOn) }

        func select() -> Bool {
            air += ReaderLatency.selection
            let neverWakes = presentation.place.traits.wakes == .lift
            return presentation.withSession { session, memory in
                guard !neverWakes || session.state == .active || session.state == .authenticated else { return false }
                session.select(&memory)
                return session.state == .active
            } ?? false
        }
    }

    private func send(
        _ frame: Span<UInt8>, fault: StoreFault?
    ) -> (answer: TagAnswer, event: TagEvent?, data: [UInt8]) {
        let frame = [UInt8](bytesOf: frame)
        return withSession { session, memory in
            var data: [UInt8] = []
            let answer = session.receive(frame.span, memory: &memory, fault: fault, into: &data)
            return (answer, session.event, data)
        } ?? (.silence, nil, [])
    }

    /// Nil while the field is off.
    private func withSession<Result>(_ body: (inout TagSession, inout TagMemory) -> Result) -> Result? {
        state.withLock { state in
            guard state.isPowered else { return nil }
            return racked.tag.state.withLock { body(&state.session, &$0.memory) }
        }
    }

    private func turn(on isOn: Bool) {
        state.withLock { state in
            guard state.isPowered != isOn else { return }
            state.isPowered = isOn
            if isOn {
                racked.tag.state.withLock { state.session.powerOn(&$0.memory) }
            } else {
                state.session.powerOff()
            }
        }
    }

    private func record(
        _ command: [UInt8], answer: [UInt8]?, number: Int, kind: CommandKind, faults: [Fault],
        frames: [ExchangeRecord.Frame], latency: Duration
    ) {
        var isWrite = false
        if case .write = kind { isWrite = true }
        racked.tag.state.withLock { state in
            if number > 0 { state.exchanges += 1 }
            if isWrite { state.writes += 1 }
            state.latency += latency
            guard setting.keepsLog else { return }
            state.log.append(
                ExchangeRecord(
                    reader: place.reader, presentation: self.number.ofTag, number: number, command: command,
                    answer: answer,
                    frames: frames, isWrite: isWrite, faults: faults, latency: latency))
        }
    }
}
