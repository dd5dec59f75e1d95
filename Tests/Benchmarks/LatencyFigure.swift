import Foundation
import Jobs
import Operations
import SQLiteJournal
import Simulation
import Synchronization
import TestSupport
import Testing

/// How much of a reader's time is tagmill's own: from a tag's first exchange to its last, against what the exchanges between
/// take on the reader. Both are of one run, its journal flushing to disk; the median of the tags.
@Suite("Figures: a reader's time", .serialized) struct LatencyFigure {
    static let tags = 9
    static let mostTimesTheLatencies = 1.05

    @Test(arguments: VirtualReaderModel.allCases) func aReaderHardlyWaits(_ model: VirtualReaderModel) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tagmill-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let journal = try SQLiteJournal(path: folder + "/journal.sqlite", createIfMissing: true, digest: sha256)
        let rackTag = RackTag(.ntag213, count: Self.tags)
        var scenario = Scenario(items(Self.tags), model, [rackTag])
        scenario.latency = .real
        let times = TagTimes()
        let done = try scenario.run(journal: journal, through: { HookedReaders($0.readers, times.hooks) })
        #expect(done.result.totals[.written] == Self.tags)

        let spans = times.spans
        let tags = done.rack.tags
        #expect(spans.count == tags.count)
        let ratios = zip(spans, tags).map { $0 / $1.latency }.sorted()
        let median = try #require(ratios.isEmpty ? nil : ratios[ratios.count / 2])
        print(
            "\(model.rawValue): \(tags[0].exchanges) exchanges, \(tags[0].latency / .milliseconds(1)) ms asked for; "
                + "first to last exchange \((median * 1000).rounded() / 1000) times that")
        #expect(median <= Self.mostTimesTheLatencies)
    }
}

/// When each tag's first exchange began and its last ended, in the order of the tags.
private final class TagTimes: Sendable {
    private struct State {
        var spans: [Duration] = []
        var first: ContinuousClock.Instant?
        var last: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    var spans: [Duration] { state.withLock { $0.spans } }

    var hooks: ReaderHooks {
        var hooks = ReaderHooks()
        hooks.beforeExchange = { [self] _, _ in
            let now = ContinuousClock.now
            state.withLock { if $0.first == nil { $0.first = now } }
        }
        hooks.afterExchange = { [self] _, _ in
            let now = ContinuousClock.now
            state.withLock { $0.last = now }
        }
        hooks.afterCard = { [self] _ in
            state.withLock { state in
                if let first = state.first, let last = state.last { state.spans.append(last - first) }
                (state.first, state.last) = (nil, nil)
            }
        }
        return hooks
    }
}
