import Provisioning
import Tags

/// One tag of a table.
final class TableTag {
    var state: PhysicalTag.State
    let faults: [RackFault]
    /// By fault, what came of it.
    var reached: [RackedTag.Reach]
    /// Nil once it has come about.
    var misread: Misread?
    private let hasRandomUID: Bool
    /// Where it lies.
    var antenna: Int?
    /// Steps with every activation: the tag answers the reader that woke it last, and hears no other of the same antenna.
    var activations = 0

    init(_ tag: VirtualTable.Tag) {
        state = PhysicalTag.State(memory: tag.memory)
        faults = tag.faults
        reached = tag.faults.map { _ in .never }
        misread = tag.misread
        hasRandomUID = tag.hasRandomUID
    }

    /// By which it answers since its last activation.
    var uid: [UInt8] {
        let own = state.memory.uid.bytes
        guard hasRandomUID else { return own }
        var random = SeededGenerator(seed: UInt64(activations), parts: own.map { UInt64($0) })
        let word = random.next()
        return [0x08] + (0..<3).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }
    }
}

/// One reader of a table.
final class TableReader {
    var info: ReaderInfo
    let model: VirtualReaderModel
    let traits: ReaderTraits
    let antenna: Int
    private(set) var isPlugged = true
    /// Steps with every plugging.
    private(set) var plugging = 0
    /// Steps whenever something is laid there or goes, and with every plug: what was begun before is over then.
    private(set) var laying = 0
    /// What lies there took the place of another, and the reader did not notice.
    var isSwapped = false
    /// What it is to the tag that lies there since it first connected to it.
    var contact: TableContact?
    /// Where answers stand, between connections.
    private var room: [UInt8] = []

    init(_ reader: VirtualTable.Reader, antenna: Int) {
        info = ReaderInfo(name: reader.name, model: reader.recognizedAs ?? reader.model.described)
        model = reader.model
        traits = reader.traits
        self.antenna = antenna
    }

    func breakOff() {
        laying += 1
        contact = nil
        isSwapped = false
    }

    func plug(_ isPlugged: Bool) {
        guard self.isPlugged != isPlugged else { return }
        self.isPlugged = isPlugged
        plugging += 1
        breakOff()
    }

    /// Room for answers, for as long as a connection stands.
    func takeRoom() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &room)
        if taken.isEmpty { taken.reserveCapacity([UInt8].roomForARead) }
        return taken
    }

    func giveBack(room: [UInt8]) { self.room = room }
}

/// A reader and the tag that lies on it, through all connections while it lies there.
struct TableContact {
    var side: ModelSide
    var tag: TagContact
}

/// A tag that lies on a reader, as far as it is no part of either.
struct TagContact {
    var session = TagSession()
    /// The field is on.
    var isPowered = false
    var exchanges = 0
    var writes = 0
    /// The tag's activation that is the reader's own.
    var activation = 0
    /// Of the tag, from 1.
    let presentation: Int
}
