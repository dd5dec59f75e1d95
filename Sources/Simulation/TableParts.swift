import Provisioning

/// One tag of a table.
struct TableTag {
    var state: PhysicalTag.State
    let faults: [RackFault]
    /// Where it lies.
    var antenna: Int?

    init(_ tag: VirtualTable.Tag) {
        state = PhysicalTag.State(
            memory: TagMemory(chip: tag.chip, uid: tag.uid, traits: tag.traits, pages: tag.pages))
        faults = tag.faults
    }
}

/// What lies before the antenna of one reader, or of several.
struct TableAntenna {
    var tag: Int?
    /// Steps whenever something is laid or goes, so that what was begun before is known to be over.
    var laying = 0
}

/// One reader of a table.
struct TableReader {
    var info: ReaderInfo
    let model: VirtualReaderModel
    let traits: ReaderTraits
    let antenna: Int
    var isPlugged = true
    /// Steps with every plugging.
    var plugging = 0
    /// What it is to the tag that lies there since it first connected to it.
    var contact: TableContact?
}

/// A reader and the tag that lies on it, through all connections while it lies there.
struct TableContact {
    var side: any ReaderSide
    var session = TagSession()
    /// The field is on.
    var isPowered = false
    var exchanges = 0
    var writes = 0
    /// Of the tag, from 1.
    let presentation: Int
    let laying: Int
}

/// One tag on one reader, since it was laid and the reader plugged in.
struct TablePlace {
    let reader: Int
    let antenna: Int
    let tag: Int
    let laying: Int
    let plugging: Int
}

/// The tag of a table while one command is carried out.
final class TableField: FaultyField {
    private let table: VirtualTable
    private let place: TablePlace
    /// Whether a fault falsifies what the caller hears, whatever the frame is.
    private let falsifies: (write: Bool, other: Bool)
    var fault: StoreFault?
    private(set) var hasWritten = false

    init(_ table: VirtualTable, _ place: TablePlace, faults: [Fault]) {
        self.table = table
        self.place = place
        falsifies = (faults.contains(.short), faults.contains(.short) || faults.contains(.flip))
    }

    var uid: [UInt8] { table.uid(of: place.tag) }

    func send(_ frame: [UInt8]) -> TagAnswer {
        let isWrite = frame.first == 0xA2 || frame.first == 0xA0
        if isWrite { hasWritten = true }
        return table.send(
            frame, to: place, fault: fault, isFalsified: isWrite ? falsifies.write : falsifies.other)
    }

    func turn(on isOn: Bool) { table.turn(on: isOn, place) }

    func select() -> Bool { table.select(place) }
}

/// A tag of a table, connected through its reader.
struct TableChannel: ~Copyable, CardChannel {
    let table: VirtualTable
    let place: TablePlace

    mutating func exchange(_ command: [UInt8]) throws(ChannelError) -> [UInt8] {
        let answer = try table.exchange(command, place)
        // What a short command can be answered with: 256 bytes and the status word.
        guard (2...258).contains(answer.count) else {
            throw ChannelError(.malformedAnswer, context: "\(answer.count) bytes")
        }
        return answer
    }

    mutating func reactivate() throws(ChannelError) { try table.reactivate(place) }
}
