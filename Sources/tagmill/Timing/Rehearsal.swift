import Jobs
import Provisioning
import ReaderModels
import Simulation
import Tags
import Threads

/// Writes items to blank virtual tags by the procedure that a run uses, to count what that takes on a model of reader.
///
/// Nothing is worked out by a formula beside the writer: the exchanges are those that it made. Used on one thread.
struct Rehearsal {
    /// What one tag takes.
    struct Cost: Hashable, Sendable {
        /// Commands to the reader, as a rack counts them.
        var exchanges: Int
        /// How often the tag is activated, the first time included.
        var activations: Int
        /// From the connection to the end, by the model's latencies.
        var microseconds: Int
    }

    /// A tag as it was written, and on which chip.
    struct Made: Hashable, Sendable {
        var chip: Chip
        var cost: Cost
    }

    let model: ReaderModel
    private let order: TagOrder
    private let job: Job
    private var known: [Shape: Made?] = [:]

    /// What two items have in common that are written by the same exchanges: of a message, its length and which bytes are zero, because
    /// a page of zeros is on a blank tag already.
    private struct Shape: Hashable {
        var bytes: Int
        var zeros: [Int]
        var lock: Bool
        var chip: Chip?
    }

    /// With more shapes than this, the place of zeros no longer counts.
    private static let mostShapes = 4096

    init(of job: Job, on model: ReaderModel) {
        self.job = job
        self.model = model
        order = TagOrder(job.settings, AnyPassword(), verify: { _, _, _ in true })
    }

    /// The item on the chip that is taken for it: of those that it fits, one that most people have, else the smallest. Nil where it
    /// is written to none: this reader, or this program's virtual tags, cannot do what is asked.
    mutating func made(_ item: Item) -> Made? {
        let zeros = known.count < Self.mostShapes ? item.message.indices.filter { item.message[$0] == 0 } : []
        let shape = Shape(bytes: item.message.count, zeros: zeros, lock: item.lock, chip: item.chip)
        if let made = known[shape] { return made }
        let made = chips(for: item).lazy.compactMap { [self] chip in
            cost(of: item, on: chip).map { Made(chip: chip, cost: $0) }
        }.first
        known[shape] = .some(made)
        return made
    }

    private func chips(for item: Item) -> [Chip] {
        let fits = job.fits(messageBytes: item.message.count, chip: item.chip, locked: item.lock)
        let common = fits.filter { [.ntag213, .ntag215, .ntag216].contains($0) }
        let others = fits.filter { !common.contains($0) }
        return common + others.sorted { $0.deliveredCapacity < $1.deliveredCapacity }
    }

    /// What it takes to write the item to a tag of this chip as it is delivered; nil where it is not written.
    func cost(of item: Item, on chip: Chip) -> Cost? {
        guard let virtual = VirtualChip(name: chip.rawValue), let reader = VirtualReaderModel(rehearsing: model),
            let rack = try? Rack(
                RackFile(readers: [RackReader("R", model: reader, tags: [RackTag(virtual)])]),
                modelOf: { [model] _ in model })
        else { return nil }
        let activations = Guarded(0)
        guard let log = log(of: item, in: rack, activated: { activations.withLock { $0 += 1 } }) else { return nil }
        let count = activations.withLock { $0 }
        return Cost(
            exchanges: log.count, activations: count,
            microseconds: count * model.latency.activation + log.reduce(0) { $0 + model.latency.microseconds(of: $1) })
    }

    /// Writes the item to the first tag of a rack's first reader, and gives the exchanges; nil where it is not written.
    /// - Parameter activated: told of each activation of the tag.
    func log(of item: Item, in rack: Rack, activated: @escaping () -> Void = {}) -> [ExchangeRecord]? {
        guard let info = try? rack.readers.list().first, let slot = try? rack.readers.open(info),
            (try? slot.waitForTag()) != nil
        else { return nil }
        let desk = RehearsalDesk(item)
        let procedure = TagProcedure(reader: info, desk: desk, clock: SystemClock(), order: order)
        let isDone: Void? = try? slot.withCard { channel in
            activated()
            CountingChannel.counting(&channel, activated) { procedure.perform(on: &$0) }
        }
        guard isDone != nil, desk.isWritten else { return nil }
        return rack.tags.first?.log.filter { $0.number > 0 }
    }
}

extension ReaderLatency {
    /// An exchange of a rack, as it would take on the reader.
    func microseconds(of record: ExchangeRecord) -> Int {
        if record.isWrite { return pageWrite }
        guard !record.frames.isEmpty else { return exchange }
        return record.frames.reduce(exchange) { sum, frame in
            sum + reading(sentBytes: frame.command.count, receivedBytes: frame.data.count) - exchange
        }
    }
}

extension VirtualReaderModel {
    /// The virtual form of a model; a model without one is played by a reader of part 3 where it is one to the product too.
    fileprivate init?(rehearsing model: ReaderModel) {
        if let own = Self(rawValue: model.name) {
            self = own
        } else if model.passThrough == .none {
            self = .part3
        } else {
            return nil
        }
    }
}

/// The run's side of a rehearsal: every tag gets the one item.
private final class RehearsalDesk: TagDesk {
    private let item: Item
    private let written = Guarded(false)

    init(_ item: Item) { self.item = item }

    var isWritten: Bool { written.withLock { $0 } }

    func claim(_ tag: PresentedTag) -> ClaimAnswer {
        guard tag.rejection == nil, let item = tag.uid.flatMap({ item.composed(for: $0) }) else { return .dismissed }
        return .take(Assignment(item: item, settles: false, mayOverwrite: false))
    }

    func intend() -> Rejection? { nil }

    func conclude(_ result: TagResult, lockState: LockState?) {
        if case .written = result { written.withLock { $0 = true } }
    }
}

/// A password for tags that are protected in a rehearsal; the real ones are not needed.
private final class AnyPassword: PasswordSource {
    func password(of uid: UID) -> TagPassword? {
        TagPassword(password: [0x74, 0x61, 0x67, 0x6D], acknowledgement: [0x69, 0x6C])
    }
    func wasRefused(by uid: UID) {}
}

/// A connected tag whose activations are counted.
private struct CountingChannel: ~Copyable, CardChannel {
    private let base: UnsafeMutablePointer<any CardChannel & ~Copyable>
    private let activated: () -> Void

    /// `base` must outlive this, and is used by nobody else meanwhile.
    private init(_ base: UnsafeMutablePointer<any CardChannel & ~Copyable>, _ activated: @escaping () -> Void) {
        self.base = base
        self.activated = activated
    }

    mutating func exchange(_ command: [UInt8]) throws(ChannelError) -> [UInt8] {
        try base.pointee.exchange(command)
    }

    mutating func reactivate() throws(ChannelError) {
        activated()
        try base.pointee.reactivate()
    }

    static func counting(
        _ channel: inout any CardChannel & ~Copyable, _ activated: @escaping () -> Void,
        _ body: (inout any CardChannel & ~Copyable) -> Void
    ) {
        withUnsafeMutablePointer(to: &channel) { pointer in
            // The channel outlives this closure, and the counting one does not leave it.
            var counting: any CardChannel & ~Copyable = CountingChannel(pointer, activated)
            body(&counting)
        }
    }
}
