import Jobs
import Provisioning
import SQLiteJournal

/// What a run does to tags beside writing to blank ones, counted before it begins.
struct RunConsequences: Hashable, Sendable {
    /// The tags that are to be made.
    private(set) var tags = 0
    /// Of these, how many are to be locked.
    private(set) var locks = 0
    let settings: Settings

    init(_ settings: Settings) { self.settings = settings }

    /// Of the items of a job; bad rows are none.
    init(_ job: Job) {
        self.init(job.settings)
        for item in job.items where item.fault == nil { add(item) }
    }

    /// Of the rows of a job.
    init(_ settings: Settings, _ tally: PlanTally) {
        self.init(settings)
        (tags, locks) = (tally.goodTags, tally.locks)
    }

    /// Of what a run of the journal has left.
    init(_ settings: Settings, leftOf run: String, in journal: SQLiteJournal) throws(JournalError) {
        var left = Self(settings)
        try journal.entries(run: run) { entry in
            guard entry.takenBy == nil, entry.outcome?.status.isFinal != true else { return }
            left.add(entry.item)
        }
        self = left
    }

    private mutating func add(_ item: Item) {
        tags += 1
        if item.lock { locks += 1 }
    }

    /// Whether a person is to agree first.
    var isToBeAsked: Bool { locks > 0 || settings.overwrite == .always }

    /// Each in a sentence without its full stop; empty where tags are written to and nothing else.
    var sentences: [String] {
        var sentences: [String] = []
        if settings.overwrite == .always {
            sentences.append("\(Self.count(tags)) will be written over, whatever they hold (--overwrite always)")
        }
        if locks > 0 { sentences.append("\(Self.count(locks)) will be locked for ever") }
        if settings.formatBlank, tags > 0 {
            sentences.append("tags without a capability container will get one, for ever")
        }
        if let protection = settings.protection, tags > 0 {
            let kept = protection.protectsReading ? "reading and writing need" : "writing needs"
            sentences.append("\(Self.count(tags)) will be protected: \(kept) the password")
        }
        return sentences
    }

    /// All of them in one.
    var sentence: String { sentences.joined(separator: "; ") }

    private static func count(_ number: Int) -> String { number == 1 ? "1 tag" : "\(number) tags" }

    /// Refuses to lock tags where nobody can be asked and nobody agreed (contract, section 1: for ever).
    func checkAgreed(_ options: RunOptions, in surroundings: Surroundings) throws(CommandError) {
        guard locks > 0, !options.asksNothing, !Confirmation.isPossible(in: surroundings) else { return }
        throw .unconfirmed("\(Self.count(locks)) will be locked for ever")
    }

    /// Whether the question is to be asked.
    func isAsked(_ options: RunOptions, in surroundings: Surroundings) -> Bool {
        isToBeAsked && !options.asksNothing && !options.isDryRun && Confirmation.isPossible(in: surroundings)
    }
}
