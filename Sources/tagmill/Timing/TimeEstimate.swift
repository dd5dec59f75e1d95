import Jobs
import ReaderModels
import Tags

/// How fast one reader makes the tags of a job.
struct ReaderPace: Hashable, Sendable {
    /// Where the time of a tag comes from.
    enum Basis: Hashable, Sendable {
        /// The median of a run on this reader; of this job, or of another.
        case measured(run: String, tags: Int, ofThisJob: Bool)
        /// Exchanges, counted, times what is known of the model.
        case modelled(ReaderLatency.Basis)
    }

    /// The reader's name; nil for one that is assumed.
    var name: String?
    var model: String
    /// The time of a tag on the reader, without hands: the mean over the job where it is modelled.
    var millisecondsPerTag: Double
    /// Commands for a tag, the mean over the job.
    var exchangesPerTag: Double
    var basis: Basis
}

/// How long a job takes: the readers' time, and the hands that lay and lift.
struct TimeEstimate: Hashable, Sendable {
    /// The tags that are counted.
    var tags: Int
    /// Tags that are not: no chip was found on which these readers write them.
    var left: Int
    /// How many tags are taken to be of which chip.
    var chips: [Chip: Int]
    var readers: [ReaderPace]
    /// No reader was there, and none was named.
    var isAssumed: Bool

    /// To lift a tag, to lay the next, and for the reader to see it: an assumption, since no two people are alike.
    static let handsMillisecondsPerTag = 3000.0

    /// The readers' own time, all of them at work at once and each with the next tag at once: the reader that is free takes it.
    var readerSeconds: Double { seconds(handsMillisecondsPerTag: 0) }

    /// The hands of one person for all tags.
    var handsSeconds: Double { Double(tags) * Self.handsMillisecondsPerTag / 1000 }

    /// From the first tag to the last, with one person: a reader waits for its tag to be changed, and no tag is laid faster than hands
    /// can.
    var seconds: Double { max(handsSeconds, seconds(handsMillisecondsPerTag: Self.handsMillisecondsPerTag)) }

    private func seconds(handsMillisecondsPerTag hands: Double) -> Double {
        let tagsPerMillisecond = readers.reduce(0) { $0 + 1 / max(0.001, $1.millisecondsPerTag + hands) }
        return tagsPerMillisecond > 0 ? Double(tags) / tagsPerMillisecond / 1000 : 0
    }
}

extension TimeEstimate {
    /// Counts a job on readers.
    /// - Parameters:
    ///   - readers: name and model; an equal model is rehearsed once.
    ///   - measured: what earlier runs say of a reader, by its name; counts where it can be true of this job.
    init(
        of job: Job, on readers: [(name: String?, model: ReaderModel)], measured: [String: ReaderPace.Measured] = [:],
        isAssumed: Bool = false
    ) {
        let items = job.items.filter { $0.fault == nil }
        var counts: [ReaderModel: Count] = [:]
        for (_, model) in readers where counts[model] == nil { counts[model] = Count(of: items, job, on: model) }
        // A tag is made where a reader can make it; chips are those of the reader that makes most.
        let best = readers.compactMap { counts[$0.model] }.max { $0.tags < $1.tags }
        tags = best?.tags ?? 0
        left = items.count - tags
        chips = best?.chips ?? [:]
        self.isAssumed = isAssumed
        self.readers = readers.compactMap { name, model in
            guard let count = counts[model], count.tags > 0 else { return nil }
            return count.pace(of: name, model, measured: name.flatMap { measured[$0] })
        }
    }

    /// The items of a job on one model.
    private struct Count {
        var tags = 0
        var exchanges = 0
        var microseconds = 0
        var chips: [Chip: Int] = [:]

        init(of items: [Item], _ job: Job, on model: ReaderModel) {
            var rehearsal = Rehearsal(of: job, on: model)
            for item in items {
                guard let made = rehearsal.made(item) else { continue }
                tags += 1
                exchanges += made.cost.exchanges
                microseconds += made.cost.microseconds
                chips[made.chip, default: 0] += 1
            }
        }

        func pace(of name: String?, _ model: ReaderModel, measured: ReaderPace.Measured?) -> ReaderPace {
            let modelled = Double(microseconds) / Double(tags) / 1000
            let median = measured?.median(modelledMilliseconds: modelled)
            return ReaderPace(
                name: name, model: model.name, millisecondsPerTag: median.map { Double($0.milliseconds) } ?? modelled,
                exchangesPerTag: Double(exchanges) / Double(tags),
                basis: median.map { .measured(run: $0.run, tags: $0.tags, ofThisJob: $0.isOfThisJob) }
                    ?? .modelled(model.latency.basis))
        }
    }
}

extension ReaderPace {
    /// What a run showed of a reader.
    struct Median: Hashable, Sendable {
        var run: String
        /// The median of the tags that it wrote.
        var milliseconds: Int64
        var tags: Int
        var isOfThisJob: Bool
    }

    /// What runs showed of a reader.
    struct Measured: Hashable, Sendable {
        /// The better guide first.
        var medians: [Median]

        /// Of the modelled time: no reader is so much faster than its model that it needs less for what this job asks. What is
        /// below is of a virtual reader of the same name, which the journal does not tell from a real one, or of tags of
        /// which much less was asked.
        static let leastShareOfModelled = 0.25

        /// The first that can be a guide for tags that are modelled to take so long; nil where there is none.
        func median(modelledMilliseconds: Double) -> Median? {
            medians.first { Double($0.milliseconds) >= modelledMilliseconds * Self.leastShareOfModelled }
        }
    }
}
