import Jobs
import Provisioning
import ReaderModels
import Synchronization
import Tags

/// An NTAG213 of our own making: blank as delivered, with a password where one is given.
final class ScriptedTag: Sendable {
    struct State {
        var memory: [UInt8]
        var isAwake = true
        var isOpen = false
    }

    let uid: [UInt8] = [0x04, 0xA1, 0xB2, 0x9F, 0xC3, 0xD4, 0xE5]
    let password: [UInt8]?
    let state: Mutex<State>

    /// - Parameter password: keeps pages from 4 on from being written.
    init(password: [UInt8]? = nil) {
        self.password = password
        let check = [0x88 ^ uid[0] ^ uid[1] ^ uid[2], uid[3] ^ uid[4] ^ uid[5] ^ uid[6]]
        var memory = Array(uid[0..<3]) + [check[0]] + Array(uid[3...]) + [check[1], 0x48, 0x00, 0x00]
        memory += [0xE1, 0x10, 0x12, 0x00, 0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x00, 0xFE]
        memory += [UInt8](repeating: 0, count: 4 * 0x28 - memory.count) + [0x00, 0x00, 0x00, 0xBD]
        memory += [0x04, 0x00, 0x00, password == nil ? 0xFF : 0x04, 0x00, 0x05, 0x00, 0x00]
        memory += [UInt8](repeating: 0, count: 8)
        state = Mutex(State(memory: memory))
    }

    func activate() {
        state.withLock { state in
            state.isAwake = true
            state.isOpen = false
        }
    }

    /// What it answers; nil: it refuses, and is silent until it is activated again.
    func answer(_ frame: [UInt8]) -> [UInt8]? {
        state.withLock { state in
            guard state.isAwake, let answer = Self.answer(frame, &state, password) else {
                state.isAwake = false
                return nil
            }
            return answer
        }
    }

    private static func answer(_ frame: [UInt8], _ state: inout State, _ password: [UInt8]?) -> [UInt8]? {
        switch frame.first {
        case 0x60 where frame.count == 1: return [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03]
        case 0x30 where frame.count == 2 && frame[1] < 45:
            return (0..<4).flatMap { page in
                let number = (Int(frame[1]) + page) % 45
                return state.memory[(4 * number)..<(4 * number + 4)]
            }
        case 0x3A where frame.count == 3 && frame[1] <= frame[2] && frame[2] < 45:
            return Array(state.memory[(4 * Int(frame[1]))..<(4 * Int(frame[2]) + 4)])
        case 0x1B where frame.count == 5 && Array(frame[1...]) == password:
            state.isOpen = true
            return [0x12, 0x34]
        case 0xA2 where frame.count == 6 && frame[1] < 45 && (password == nil || state.isOpen):
            state.memory.replaceSubrange((4 * Int(frame[1]))..<(4 * Int(frame[1]) + 4), with: frame[2...])
            return []
        default: return nil
        }
    }
}

/// What was sent to a reader, and how it was answered.
final class ReaderLog: Sendable {
    let commands = Mutex<[[UInt8]]>([])

    var sent: [[UInt8]] { commands.withLock { $0 } }

    func count(_ prefix: String) -> Int { sent.filter { $0.hex.hasPrefix(prefix) }.count }
}

/// A reader of some model, with a tag on it, that answers as public traces and the makers' manuals say.
struct ScriptedReader: ~Copyable, CardChannel {
    let model: ReaderModel
    let tag: ScriptedTag
    let log: ReaderLog
    /// The exchange, from 1, at which the tag is gone; 0 for never.
    var removedAt = 0
    /// What the reader says to every command of the tag's own, or to the session for it.
    var refusal: [UInt8]?
    /// An answer in place of the reader's own; nil leaves it.
    var instead: (@Sendable (_ command: [UInt8], _ number: Int) -> [UInt8]?)?
    /// The tag forgets its password when a session ends.
    var closesAtEnd = false
    /// After a session the reader's own commands are refused until the next activation.
    var needsActivation = false
    private var isOpen = false
    private var isStale = false

    init(_ name: String, _ tag: ScriptedTag = ScriptedTag(), log: ReaderLog) {
        model = ReaderModel.model(named: name) ?? .model(ofReaderNamed: "")
        self.tag = tag
        self.log = log
    }

    mutating func exchange(_ command: [UInt8]) throws(ChannelError) -> [UInt8] {
        let number = log.commands.withLock { commands in
            commands.append(command)
            return commands.count
        }
        if removedAt > 0, number >= removedAt { throw ChannelError(.tagRemoved) }
        if let answer = instead?(command, number) { return answer }
        let isOwn = [[0xFF, 0xCA], [0xFF, 0xB0], [0xFF, 0xD6]].contains(Array(command.prefix(2)))
        return isOwn ? own(command) : passed(command)
    }

    mutating func reactivate() throws(ChannelError) {
        if removedAt > 0, log.sent.count >= removedAt { throw ChannelError(.tagRemoved) }
        isStale = false
        tag.activate()
    }

    private mutating func own(_ command: [UInt8]) -> [UInt8] {
        if isOpen { return [0x6A, 0x81] }
        if isStale { return [0x63, 0x00] }
        switch command[1] {
        case 0xCA: return tag.state.withLock { $0.isAwake } ? tag.uid + [0x90, 0x00] : [0x63, 0x00]
        case 0xB0: return tag.answer([0x30, command[3]]).map { $0 + [0x90, 0x00] } ?? [0x63, 0x00]
        default: return tag.answer([0xA2, command[3]] + command[5...]) == nil ? [0x63, 0x00] : [0x90, 0x00]
        }
    }

    private mutating func passed(_ command: [UInt8]) -> [UInt8] {
        if let refusal, model.passThrough.commandClass != nil { return refusal }
        switch model.passThrough {
        case .none: return [0x6D, 0x00]
        case .inCommunicateThru:
            guard command.dropFirst(5).starts(with: [0xD4, 0x42]) else { return [0x63, 0x00] }
            return [0xD5, 0x43] + (tag.answer(Array(command[7...])).map { [0x00] + $0 } ?? [0x01]) + [0x90, 0x00]
        case .direct, .identiv, .springCard:
            return tag.answer(Array(command[5...])).map { $0 + [0x90, 0x00] } ?? [0x63, 0x00]
        case .transparentSession: return inSession(command)
        }
    }

    private mutating func inSession(_ command: [UInt8]) -> [UInt8] {
        let success: [UInt8] = [0xC0, 0x03, 0x00, 0x90, 0x00]
        let isDone = success + [0x90, 0x00]
        switch command[3] {
        case 0x00:
            isOpen = command[5] == 0x81
            guard !isOpen else { return isDone }
            isStale = needsActivation
            if closesAtEnd { tag.state.withLock { $0.isOpen = false } }
            return isDone
        case 0x01 where isOpen && command[16] == 0x95:
            guard let data = tag.answer(Array(command[18..<(18 + Int(command[17]))])) else {
                return [0xC0, 0x03, 0x01, 0x64, 0x01, 0x90, 0x00]
            }
            let objects: [UInt8] = [0x92, 0x01, 0x00, 0x96, 0x02, 0x00, 0x00, 0x97, UInt8(data.count)]
            return success + objects + data + [0x90, 0x00]
        case 0x02 where isOpen: return success + [0x8F, 0x01, 0x00, 0x90, 0x00]
        default: return [0x6A, 0x81]
        }
    }
}

/// The desk of a run with one item for whatever tag comes.
final class ScriptedDesk: TagDesk {
    let item: Item
    let claims = Mutex<[PresentedTag]>([])
    let results = Mutex<[TagResult]>([])

    init(_ item: Item) { self.item = item }

    var result: TagResult? { results.withLock { $0.last } }

    func claim(_ tag: PresentedTag) -> ClaimAnswer {
        claims.withLock { $0.append(tag) }
        guard tag.rejection == nil else { return .dismissed }
        return .take(Assignment(item: item, settles: false, mayOverwrite: true))
    }

    func intend() -> Rejection? { nil }

    func conclude(_ result: TagResult, lockState: LockState?) { results.withLock { $0.append(result) } }
}
