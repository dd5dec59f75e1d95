import Jobs
import Simulation
import Tags

/// Worlds of a user's own job.
extension World {
    /// The job as it goes when nothing goes wrong but what the rack says.
    package init(rehearsing given: GivenJob) {
        self.init(of: given, seed: given.seed)
    }

    /// The job with what goes wrong drawn by a seed, beside what the rack says.
    package init(seed: UInt64, rehearsing given: GivenJob) {
        self.init(of: given, seed: seed)
        var draw = Draw(seed: seed)
        interleaving = draw.one(in: 2) ? 0 : UInt8(draw.below(64))
        confusion = draw.one(in: 2) ? 0 : UInt8(draw.below(64))
        sequel = draw.one(in: 6) ? .rerun : .nothing
        let kinds = draw.faultKinds()
        for index in tags.indices { tags[index].faults += draw.faults(kinds, tags[index].chip) }
        troubles = draw.troubles(kinds)
        // They are drawn for the length of a world of ten tags.
        let length = max(1, min(given.items.count, given.tagCount) / World.tagCount)
        for index in troubles.indices { troubles[index].moment = troubles[index].moment.later(&draw, length) }
    }

    /// Where the entries of the tags stand in the user's rack file.
    var paths: [String] {
        tags.map { tag in
            guard case .given(let number) = tag.contents, let given else { return "" }
            return given.paths[number]
        }
    }

    /// The reader on which the user's rack lays each tag; nil where that was left out. Of no other world.
    var homes: [Int?] {
        ofRack { given, number in readers.firstIndex { $0.name == given.homes[number] } }
    }

    /// How often each tag of the user's rack comes back. Of no other world.
    var returns: [Int] { ofRack { $0.returns[$1] } }

    private func ofRack<Value>(_ value: (GivenJob, Int) -> Value) -> [Value] {
        guard let given else { return [] }
        return tags.map { tag in
            guard case .given(let number) = tag.contents else { preconditionFailure("it is of the rack") }
            return value(given, number)
        }
    }

    /// The user's job and rack, and nothing beside: one execution, as `run` makes it.
    var isUntroubled: Bool {
        given != nil && troubles.isEmpty && interleaving == 0 && confusion == 0 && seed == given?.seed
    }

    private init(of given: GivenJob, seed: UInt64) {
        self.seed = seed
        self.given = given
        job = 0
        rows = given.rows
        tags = given.tags.enumerated().map { index, tag in
            WorldTag(chip: tag.chip, uid: tag.uid, contents: .given(index), faults: tag.faults)
        }
        readers = given.readers
        troubles = []
        interleaving = 0
        confusion = 0
        sequel = .nothing
    }
}

extension Trouble.Moment {
    /// Anywhere in a world that is so many times as long.
    fileprivate func later(_ draw: inout Draw, _ times: Int) -> Self {
        guard times > 1 else { return self }
        return switch self {
        case .exchange(let at): .exchange(at * times - draw.below(times))
        case .journalWrite(let at): .journalWrite(at * times - draw.below(times))
        case .step(let at): .step(at * times - draw.below(times))
        }
    }
}
