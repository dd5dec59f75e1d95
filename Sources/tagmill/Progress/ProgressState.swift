import Jobs
import Operations
import Provisioning
import ReaderModels
import Tags

/// What is shown of a run: the readers, the counts and the rate, fed with the run's events. A value without a clock;
/// every moment is a parameter, in milliseconds of any clock that never goes back.
struct ProgressState: Hashable, Sendable {
    /// What a reader is at.
    enum Phase: Hashable, Sendable {
        /// Plugged in, with nothing to offer.
        case idle
        case offering(String)
        case reading(UID)
        case writing(UID, String)
        /// Shows the outcome until the tag is lifted.
        case concluded(ProgressOutcome)
        case trouble(String)
        /// In quarantine: tags belong on other readers.
        case quarantined
        case unplugged
        /// The run has ended.
        case over
    }

    struct ReaderProgress: Hashable, Sendable {
        var name: String
        var model: String?
        var phase: Phase = .idle
        var last: ProgressOutcome?
        var isQuarantined = false
    }

    /// In the order in which they were first seen; a reader that was unplugged keeps its place.
    private(set) var readers: [ReaderProgress] = []
    private(set) var totals: [ItemStatus: Int] = [:]
    /// The one thing that the run waits for.
    private(set) var waiting: String?
    private(set) var isStopping = false
    private var pace = ProgressPace()

    init() {}

    /// Takes an event; what it returns is said once, and stays on the screen.
    mutating func apply(_ event: RunEvent, at now: Int64) -> [ProgressMessage] {
        switch event {
        case .readerPlugged(let info):
            update(info.name) {
                $0.phase = .idle
                $0.model = info.model.name
                $0.isQuarantined = false
            }
            return [ProgressMessage(.detail, reader: info.name, "plugged in (\(info.model.name))")]
        case .readerUnplugged(let name):
            update(name) { $0.phase = .unplugged }
            return [ProgressMessage(.warning, reader: name, "unplugged")]
        case .readerTrouble(let name, let message):
            update(name) { $0.phase = .trouble(message) }
            return [ProgressMessage(.warning, reader: name, message)]
        case .readerDetail(let name, let message):
            return [ProgressMessage(.detail, reader: name, message)]
        case .quarantine(let name, let because):
            return quarantine(name, because)
        case .offer(let name, let item):
            return offer(name, item)
        case .presented(let name, let uid):
            waiting = nil
            pace.begin(at: now)
            update(name) { $0.phase = .reading(uid) }
            return []
        case .claimed, .settled, .ended: return []
        case .writing(let name, let uid, let item):
            update(name) { $0.phase = .writing(uid, Self.label(item)) }
            return []
        case .concluded(let presentation, let item):
            return conclude(presentation, item, at: now)
        case .totals(let counts):
            totals = counts.totals
            return []
        case .warning(let sentence):
            return [ProgressMessage(.warning, reader: nil, sentence)]
        case .waiting(let need):
            let sentence = need.sentence
            let isNew = waiting != sentence
            waiting = sentence
            return isNew ? [ProgressMessage(.note, reader: nil, "waiting: \(sentence)")] : []
        case .stopping:
            let isNew = !isStopping
            isStopping = true
            let sentence = "stopping: the tags in hand are finished first; once more stops at once"
            return isNew ? [ProgressMessage(.note, reader: nil, sentence)] : []
        }
    }

    /// The run has ended: what stays on the screen is what came of it.
    mutating func end() {
        waiting = nil
        isStopping = false
        pace = ProgressPace()
        for index in readers.indices where readers[index].phase != .unplugged { readers[index].phase = .over }
    }

    /// The reader goes on showing the outcome until the tag is lifted, and the quarantine then.
    private mutating func quarantine(_ name: String, _ because: String?) -> [ProgressMessage] {
        update(name) {
            $0.isQuarantined = because != nil
            if case .concluded = $0.phase { return }
            $0.phase = because == nil ? .idle : .quarantined
        }
        let sentence =
            because.map { "in quarantine: \($0); lay tags on the others, and unplug it and plug it in again to use it" }
            ?? "taken back, for no other reader is at work"
        return [ProgressMessage(.warning, reader: name, sentence)]
    }

    private mutating func offer(_ name: String, _ item: Item?) -> [ProgressMessage] {
        guard let item else {
            update(name) { $0.phase = $0.isQuarantined ? .quarantined : .idle }
            return []
        }
        waiting = nil
        update(name) { $0.phase = .offering(Self.offer(item)) }
        return [ProgressMessage(.detail, reader: name, "next: \(Self.offer(item))")]
    }

    private mutating func conclude(_ presentation: Presentation, _ item: Item?, at now: Int64) -> [ProgressMessage] {
        let outcome = ProgressOutcome(
            presentation, label: item.map { Self.label($0) },
            model: readers.first { $0.name == presentation.reader }?.model)
        if presentation.result == .written || presentation.result == .unchanged {
            pace.succeed(at: now)
            countSuccess(presentation.result == .written ? .written : .unchanged)
        }
        update(presentation.reader) {
            $0.phase = .concluded(outcome)
            if presentation.result != .ignored { $0.last = outcome }
        }
        return [outcome.message]
    }

    /// The run tells the totals after the outcome; until then this one is counted here, so that the line of a tag names
    /// the count with it.
    private mutating func countSuccess(_ status: ItemStatus) {
        let open: ItemStatus = totals[.pending, default: 0] > 0 ? .pending : .inDoubt
        guard let left = totals[open], left > 0 else { return }
        totals[open] = left - 1
        totals[status, default: 0] += 1
    }

    private mutating func update(_ name: String, _ change: (inout ReaderProgress) -> Void) {
        if let index = readers.firstIndex(where: { $0.name == name }) {
            change(&readers[index])
        } else {
            var reader = ReaderProgress(name: name)
            change(&reader)
            readers.append(reader)
        }
    }

    /// How an item is called: its SKU, and where it has none, or several copies, its row.
    static func label(_ item: Item) -> String {
        guard let sku = item.sku else { return item.key.description }
        return item.key.copy == 1 ? sku : "\(sku) #\(item.key.copy)"
    }

    /// What an idle reader shows: the item and its first record.
    static func offer(_ item: Item) -> String {
        item.summary.isEmpty ? label(item) : "\(label(item))  \(item.summary)"
    }
}

extension ProgressState {
    /// All items of the run, and how many of them are done with.
    var counts: (done: Int, all: Int) {
        let all = totals.values.reduce(0, +)
        return (all - totals[.pending, default: 0] - totals[.inDoubt, default: 0], all)
    }

    /// Good tags a minute, over the last two minutes; nil until there are three of them to tell it from.
    func tagsPerMinute(at now: Int64) -> Int? { pace.tagsPerMinute(at: now) }

    /// How long the items that are left take at this pace.
    func secondsLeft(at now: Int64) -> Int? {
        guard let rate = pace.tagsPerHour(at: now), rate > 0 else { return nil }
        let (done, all) = counts
        guard all > done else { return nil }
        return ((all - done) * 3600 + rate - 1) / rate
    }
}
