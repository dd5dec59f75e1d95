public import Tags

/// A tag of a rack as it is after a run, or in the middle of one.
public struct VirtualTag: Hashable, Sendable {
    /// How often it was laid on a reader.
    public let presentations: Int
    /// Exchanges of all presentations; LED and buzzer are none.
    public let exchanges: Int
    /// Write commands among them.
    public let writes: Int
    /// How often a connection ended while a session of the reader (FF C2) was open.
    public let sessionsLeftOpen: Int
    /// The sum of what the exchanges were to take, `delay` faults and LED and buzzer included; zero without `delay` where
    /// the rack's latency is not real.
    public let latency: Duration
    /// Every command; empty when the rack was told to keep none.
    public let log: [ExchangeRecord]
    private let kept: TagMemory

    init(_ state: PhysicalTag.State) {
        kept = state.memory
        presentations = state.presentations
        exchanges = state.exchanges
        writes = state.writes
        sessionsLeftOpen = state.sessionsLeftOpen
        latency = state.latency
        log = state.log
    }

    public var uid: UID { kept.uid }

    public var chip: VirtualChip { kept.chip }

    /// Every page as it is stored, in the order of image files, whatever a mirror shows; PWD, PACK and keys included, so not
    /// for reports.
    public var memory: [UInt8] { kept.bytes }

    /// Four bytes as they are stored; nil: the chip has no such page.
    public func page(_ page: Int, sector: Int = 0) -> [UInt8]? {
        kept.index(of: PageAddress(sector: sector, page: page)).map { kept[page: $0] }
    }

    /// PWD as it is stored, four bytes; nil on chips that know no password.
    public var password: [UInt8]? { kept.facts.table.configurationPage.map { kept[page: $0 + 2] } }

    /// PACK as it is stored, two bytes; nil on chips that know no password.
    public var passwordAcknowledge: [UInt8]? {
        kept.facts.table.configurationPage.map { Array(kept[page: $0 + 3].prefix(2)) }
    }

    /// Refused PWD_AUTH since the last right one, where AUTHLIM counts them.
    public var wrongPasswords: Int { kept.wrongPasswords }

    /// The three counters of Ultralight EV1, 24 bits each.
    public var counters: [UInt32] { kept.counters }

    /// The address on the I2C side of NTAG I2C, as byte 0 of page 0 sets it; AA at first.
    public var addressByte: UInt8 { kept.addressByte }

    /// Whether the kill password was written to the keyhole of a ST25TN.
    public var isKilled: Bool { kept.isKilled }

    /// Every write that reached the tag, in order; empty when the rack was told to keep no log.
    public var pageWrites: [PageWrite] { log.flatMap(\.frames).compactMap(\.pageWrite) }

    /// Every PWD_AUTH that reached the tag, in order; empty when the rack was told to keep no log.
    public var passwordAttempts: [PasswordAttempt] { log.flatMap(\.frames).compactMap(\.passwordAttempt) }

    /// What the tag, activated anew, makes of these frames (without CRC), one after another. Nothing is changed, and the log
    /// knows nothing of it: it is for asking a tag afterwards what it would refuse.
    public func answers(to frames: [[UInt8]]) -> [ExchangeRecord.Frame] {
        var (memory, session) = (kept, TagSession())
        session.activate(&memory)
        return frames.map { frame in
            var data: [UInt8] = []
            let answer = session.receive(frame.span, memory: &memory, into: &data)
            return ExchangeRecord.Frame(
                command: frame, data: data, isAccepted: answer.isAccepted, event: session.event)
        }
    }

    /// Whether the tag, activated anew and given no password, takes a WRITE of these four bytes. Nothing is changed.
    public func takesWrite(_ data: [UInt8], page: Int, sector: Int = 0) -> Bool {
        guard (0...255).contains(page), (0...255).contains(sector) else { return false }
        var frames: [[UInt8]] = [[0xA2, UInt8(page)] + data]
        if sector > 0 { frames = [[0xC2, 0xFF], [UInt8(sector), 0, 0, 0]] + frames }
        return answers(to: frames).last?.isAccepted ?? false
    }
}
