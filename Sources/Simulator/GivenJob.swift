package import Jobs
import ReaderModels
package import Simulation
package import Tags

/// A user's own job, and the readers and tags of a rack, for worlds to be made of. One object serves all of them.
package final class GivenJob: Hashable, Sendable {
    let job: PooledJob
    /// Of the rack; where the job protects its tags, with what stands for their passwords.
    let tags: [VirtualTable.Tag]
    /// The name of the reader on which the rack lays each tag.
    let homes: [String]
    /// How often each tag comes back after a fault removed it.
    let returns: [Int]
    /// Where the entry of each tag stands in the rack file.
    let paths: [String]
    let readers: [WorldReader]
    /// Of the rack.
    let seed: UInt64
    let rows: [Int]
    private let passwords: TagPasswords?

    /// The items that are made, in job order.
    package var items: [Item] { job.job.items }
    /// Whether a tag without a capability container gets one.
    package var formatsBlank: Bool { job.settings.formatBlank }
    package var tagCount: Int { tags.count }
    /// Whether the rack has more tags than are laid.
    package let isRackCut: Bool
    /// The names of the rack's readers that take no tags, as `run` sees them: they and their tags are left out.
    package let readersLeftOut: [String]

    /// More items and tags than these are left out of a world: it is played a thousand times.
    package static let mostItems = 200
    package static let mostTags = 200

    /// - Parameters:
    ///   - job: its bad rows are items that nothing is made of; of its items the first `mostItems` are made, of its rows those
    ///     that they are of.
    ///   - rack: of its tags the first `mostTags` are laid, in turns one of each reader. A reader is taken for what its name says,
    ///     as in `run`.
    ///   - passwords: those of the file that the job protects its tags with; nil: each tag is taken to have the one that the
    ///     file says. None of them comes into a world (`PasswordStandIn`).
    /// - Throws: `RackError` where the rack's tags contradict each other, or none of its readers takes tags.
    package init(_ job: Job, on rack: RackFile, passwords: TagPasswords? = nil) throws(RackError) {
        var job = job
        job.items = Array(job.items.prefix(Self.mostItems))
        let last = job.items.map(\.key.row).max() ?? 0
        let table = Table(
            headers: job.columns,
            records: job.items.filter { $0.key.copy == 1 }.map {
                Table.Record(row: $0.key.row, line: $0.line, cells: $0.cells)
            })
        self.job = PooledJob(table: table, settings: job.settings, job: job)
        rows = Array(0..<last)
        let models = rack.readers.map { ReaderModel.model(ofReaderNamed: $0.name) }
        let taking = rack.readers.indices.filter { models[$0].slot == .contactless }
        guard !taking.isEmpty else {
            let names = rack.readers.map { "\n  \($0.name)" }.joined()
            throw RackError(.badValue, context: "none of its readers takes tags:\(names)")
        }
        readersLeftOut = rack.readers.indices.filter { !taking.contains($0) }.map { rack.readers[$0].name }
        let laid = try rack.tagsOnTable(atMost: Self.mostTags).filter { taking.contains($0.reader) }
        isRackCut = rack.tagCount > Self.mostTags
        let protects = job.settings.protection != nil
        tags = laid.map { protects ? PasswordStandIn.standing(in: $0.tag, for: passwords) : $0.tag }
        paths = laid.map(\.path)
        homes = laid.map { rack.readers[$0.reader].name }
        returns = laid.map(\.again)
        self.passwords = passwords
        var antennas: [String: Int] = [:]
        readers = taking.map { index in
            let reader = rack.readers[index]
            let antenna = reader.antenna.map { name in antennas[name] ?? antennas.count }
            if let name = reader.antenna { antennas[name] = antenna }
            return WorldReader(
                name: reader.name, model: reader.model, traits: reader.traits, antenna: antenna,
                recognizedAs: models[index])
        }
        seed = rack.seed
    }

    /// Whether a password of this tag was given.
    func hasPassword(of uid: UID) -> Bool { passwords.map { $0.password(of: uid) != nil } ?? true }

    /// Why none of the tags that are laid can take an item.
    package enum Misfit: Hashable, Sendable {
        /// It is bound to a tag that is not there.
        case noSuchTag(UID)
        /// No tag is of its chip.
        case noSuchChip(Chip)
        /// No tag that it may go to holds so much, as delivered.
        case tooLarge(largest: Int)
    }

    /// Nil: a tag as its chip is delivered would take the item.
    package func misfit(of item: Item) -> Misfit? {
        var fit = tags
        if let uid = item.boundUID {
            fit = fit.filter { $0.uid == uid }
            if fit.isEmpty { return .noSuchTag(uid) }
        }
        var chips = Set(fit.compactMap { Chip(rawValue: $0.chip.rawValue) })
        if let chip = item.chip {
            chips.formIntersection([chip])
            if chips.isEmpty { return .noSuchChip(chip) }
        }
        guard let largest = chips.map(\.deliveredCapacity).max(), item.message.count > largest else { return nil }
        return .tooLarge(largest: largest)
    }

    package static func == (left: GivenJob, right: GivenJob) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
