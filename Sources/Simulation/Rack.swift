import Provisioning
public import ReaderModels
import Tags
import Threads

/// Virtual readers and tags out of a rack file.
///
/// Safe to use from several threads. What happens on one reader depends on the file and the commands alone, not on the
/// other readers' threads, as long as no two readers get the same UID.
public final class Rack: Sendable {
    /// The readers as they are used instead of PC/SC.
    public let readers: VirtualReaders
    /// One for each reader of the file, in its order.
    let virtualReaders: [VirtualReader]
    private let racked: [RackedTag]
    private let physical: [PhysicalTag]

    /// Builds a rack.
    ///
    /// - Parameters:
    ///   - keepsLog: whether every exchange is kept; counts and sums are kept always. For long runs, say no.
    ///   - sleep: what `delay` faults and real latency sleep with; the default returns at once.
    ///   - modelOf: tells the reader model from the name, as the station does for real readers; by default the model is
    ///     the rack's.
    /// - Throws: `conflict` when two readers have one name, or one UID is said to be two kinds of tag; `tooMany`.
    public init(
        _ file: RackFile, keepsLog: Bool = true, sleep: @escaping Sleep = { _ in },
        modelOf: (@Sendable (String) -> ReaderModel)? = nil
    ) throws(RackError) {
        let setting = TagPresentation.Setting(
            seed: file.seed, isLatencyReal: file.latency == .real, keepsLog: keepsLog, sleep: sleep)
        try file.refuseNamesakes()
        var shelf = try TagShelf(file)
        // A reader without an antenna's name has one to itself.
        var shared: [String: [RackedTag]] = [:]
        var own: [[RackedTag]] = []
        for (index, reader) in file.readers.enumerated() {
            var tags: [RackedTag] = []
            for (position, entry) in reader.tags.enumerated() {
                tags += try shelf.take(entry, path: "readers[\(index)].tags[\(position)]")
            }
            if let antenna = reader.antenna { shared[antenna, default: []] += tags }
            own.append(tags)
        }
        let antennas = shared.mapValues { Antenna($0) }
        let readers = zip(file.readers, own).map { reader, tags in
            VirtualReader(
                info: ReaderInfo(name: reader.name, model: modelOf?(reader.name) ?? reader.model.described),
                model: reader.model, traits: reader.traits,
                antenna: reader.antenna.flatMap { antennas[$0] } ?? Antenna(tags), setting: setting)
        }
        virtualReaders = readers
        racked = shelf.racked
        physical = shelf.physical
        self.readers = VirtualReaders(readers)
    }

    /// Every physical tag, in the order of the file.
    public var tags: [VirtualTag] {
        physical.map { tag in
            tag.state.withLock { state in
                VirtualTag(state)
            }
        }
    }

    /// The faults that did not happen to every tag of their entry.
    public var unreachedFaults: [UnreachedFault] { unreachedFaults(of: racked) }

    /// The same of the tags that were laid: for a command that takes one tag, the others were never to come.
    public var unreachedFaultsOfLaidTags: [UnreachedFault] {
        unreachedFaults(of: racked.filter { $0.state.withLock { $0.presentations > 0 } })
    }

    private func unreachedFaults(of racked: [RackedTag]) -> [UnreachedFault] {
        UnreachedFault.all(of: racked.map { tag in (tag.path, tag.faults, tag.state.withLock { $0.reached }) })
    }

    /// The first entry that has this tag; nil when none has.
    func entry(of uid: UID) -> RackedTag? { racked.first { $0.tag.uid == uid } }

    /// What a reader was told to show and sound, the latest last; at most the last thousand. Empty for an unknown name.
    public func peripherals(of reader: String) -> [PeripheralCommand] {
        virtualReaders.first { $0.info.name == reader }?.peripherals ?? []
    }

    /// Pulls a reader's plug: it is listed no more, and everything on it ends with `readerLost`.
    public func unplug(_ reader: String) { readers.plug(reader, false) }

    /// Plugs a reader in again. The tag that lay on it lies there still, and is presented anew.
    public func plug(_ reader: String) { readers.plug(reader, true) }
}
