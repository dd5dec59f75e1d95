import Provisioning
import Tags

/// One tag of a table.
final class TableTag {
    let identity: TagIdentity
    var memory: TagMemory
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

    // What was done to it, as of any tag of a rack.
    var presentations = 0
    var exchanges = 0
    var writes = 0
    var sessionsLeftOpen = 0
    var latency = Duration.zero

    init(_ tag: consuming VirtualTable.Tag) {
        identity = tag.memory.identity
        memory = tag.memory
        faults = tag.faults
        reached = faults.isEmpty ? [] : faults.map { _ in .never }
        misread = tag.misread
        hasRandomUID = tag.hasRandomUID
    }

    /// By which it answers since its last activation.
    var uid: UID {
        guard hasRandomUID else { return identity.uid }
        let own = identity.uid
        var random = SeededGenerator(seed: UInt64(activations), parts: own.bytes.map { UInt64($0) })
        let word = random.next()
        return UID([0x08] + (0..<3).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }) ?? own
    }

    /// As it is now, without a log.
    var state: PhysicalTag.State {
        PhysicalTag.State(
            memory: memory, presentations: presentations, exchanges: exchanges, writes: writes,
            sessionsLeftOpen: sessionsLeftOpen, latency: latency)
    }
}

/// One reader of a table.
final class TableReader {
    var info: ReaderInfo
    let model: VirtualReaderModel
    let traits: ReaderTraits
    /// The number of the first reader that has this antenna.
    let antenna: Int
    /// The tag that lies before the antenna of its number.
    var lying: Int?
    private(set) var isPlugged = true
    /// Steps with every plugging.
    private(set) var plugging = 0
    /// What lies there took the place of another, and the reader did not notice.
    var isSwapped = false
    /// What it is to the tag that lies there since it first connected to it.
    var contact: TableContact?

    init(_ reader: VirtualTable.Reader, antenna: Int) {
        info = ReaderInfo(name: reader.name, model: reader.recognizedAs ?? reader.model.described)
        model = reader.model
        traits = reader.traits
        self.antenna = antenna
    }

    /// Something is taken away, or the plug goes in or out: what was begun before is over.
    func breakOff() {
        contact?.breakOff()
        contact = nil
        isSwapped = false
    }

    func plug(_ isPlugged: Bool) {
        guard self.isPlugged != isPlugged else { return }
        self.isPlugged = isPlugged
        plugging += 1
        breakOff()
    }
}
