import Jobs
import Provisioning
import ReaderModels
import Synchronization
import Tags
import Testing

/// An NTAG213 on a reader of PC/SC part 3, in whose place another is laid at the n-th activation.
private struct ExchangedTag: CardChannel, ~Copyable {
    /// What was sent to the tag that lay there first, and to the other.
    final class Log: Sendable {
        let writes = Mutex<[[Int]]>([[], []])
        /// The activations before the last write.
        let activations = Mutex(0)
    }

    private var tags: [[UInt8]]
    private var activations = 0
    private let exchangedAt: Int
    private let log: Log

    /// - Parameter exchangedAt: no tag is exchanged where so many activations never come.
    init(_ uids: [[UInt8]], exchangedAt: Int, log: Log) {
        tags = uids.map { uid in
            let memory: [[UInt8]] = [
                Array(uid[..<3]) + [0x88 ^ uid[0] ^ uid[1] ^ uid[2]], Array(uid[3...]),
                [uid[3] ^ uid[4] ^ uid[5] ^ uid[6], 0x48, 0, 0], [0xE1, 0x10, 0x12, 0],
                [0x01, 0x03, 0xA0, 0x0C], [0x34, 0x03, 0x00, 0xFE],
            ]
            let tail: [UInt8] = [0, 0, 0, 0xBD, 0x04, 0, 0, 0xFF, 0, 0x05, 0, 0] + [UInt8](repeating: 0, count: 8)
            return memory.flatMap { $0 } + [UInt8](repeating: 0, count: 4 * 34) + tail
        }
        self.exchangedAt = exchangedAt
        self.log = log
    }

    private var lying: Int { activations < exchangedAt ? 0 : 1 }

    mutating func reactivate() throws(ChannelError) { activations += 1 }

    mutating func exchange(_ command: [UInt8]) throws(ChannelError) -> [UInt8] {
        let place = 4 * Int(command[3])
        switch command[1] {
        case 0xCA: return Array(tags[lying][..<3]) + Array(tags[lying][4..<8]) + [0x90, 0x00]
        case 0xB0 where place < tags[lying].count:
            return Array((tags[lying] + tags[lying])[place..<place + 16]) + [0x90, 0x00]
        case 0xD6 where place < tags[lying].count:
            let (tag, before) = (lying, activations)
            log.writes.withLock { $0[tag].append(place / 4) }
            log.activations.withLock { $0 = before }
            for (index, byte) in command[5..<9].enumerated() where !(place == 8 && index < 2) {
                tags[lying][place + index] |= byte
            }
            return [0x90, 0x00]
        default: return [0x63, 0x00]
        }
    }
}

/// The read-back of a lock names the tag by the UID in its own pages.
@Suite struct LockReadBackTests {
    private static let uids: [[UInt8]] = [
        [0x04, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66], [0x04, 0x11, 0x22, 0x33, 0x44, 0x55, 0x67],
    ]

    private func locked(exchangedAt activation: Int, _ log: ExchangedTag.Log) -> TagActResult {
        var channel: any CardChannel & ~Copyable = ExchangedTag(Self.uids, exchangedAt: activation, log: log)
        let model = ReaderModel(name: "part3", slot: .contactless, passThrough: .none, pagesPerFastRead: 0)
        return TagActing.perform(.lock, on: &channel, reader: ReaderFindings(of: model)) { _, _ in true }.result
    }

    /// Whenever another tag is laid there, up to the read-back, it is neither written to nor taken for the one that was locked.
    @Test func anotherTagIsTold() {
        let log = ExchangedTag.Log()
        #expect(locked(exchangedAt: .max, log) == .done(detail: ""))
        #expect(log.writes.withLock { $0 } == [[3, 40, 2], []])
        let readBack = log.activations.withLock { $0 } + 1
        #expect(readBack > 1)
        for activation in 1...readBack {
            let log = ExchangedTag.Log()
            switch locked(exchangedAt: activation, log) {
            case .lost(let why): #expect(why.reason == .tagChanged && activation == readBack)
            case .rejected(let why): #expect(why.reason == .tagChanged && activation < readBack)
            case let other: Issue.record("exchanged at activation \(activation): \(other)")
            }
            #expect(log.writes.withLock { $0[1] }.isEmpty)
        }
    }
}
