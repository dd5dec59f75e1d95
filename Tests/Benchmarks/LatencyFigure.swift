import Foundation
import Jobs
import Operations
import SQLiteJournal
import Simulation
import Synchronization
import TestSupport
import Testing

/// How much of a reader's time is tagmill's own: from a tag's first exchange to its last, against the time that its exchanges
/// take. Both are of one run with real latencies, its journal flushing to disk; the median of the tags. Whatever else the
/// machine does may fall between two exchanges, so the best of a few runs.
@Suite("Figures: a reader's time", .serialized) struct LatencyFigure {
    static let tags = 9
    static let mostTimesTheLatencies = 1.05
    static let mostRuns = 6

    @Test(arguments: VirtualReaderModel.allCases) func aReaderHardlyWaits(_ model: VirtualReaderModel) throws {
        var best = Double.infinity
        for _ in 0..<Self.mostRuns where best > Self.mostTimesTheLatencies { best = min(best, try measured(model)) }
        #expect(best <= Self.mostTimesTheLatencies)
    }

    private func measured(_ model: VirtualReaderModel) throws -> Double {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tagmill-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let journal = try SQLiteJournal(path: folder + "/journal.sqlite", createIfMissing: true, digest: sha256)
        var scenario = Scenario(items(Self.tags), model, [RackTag(.ntag213, count: Self.tags)])
        scenario.latency = .real
        let times = TagTimes()
        let done = try scenario.run(journal: journal, through: { HookedReaders($0.readers, times.hooks) })
        #expect(done.result.totals[.written] == Self.tags)

        let tags = done.rack.tags
        let ratios = times.ratios.sorted()
        #expect(ratios.count == tags.count)
        // An exchange is no shorter than the reader is to be slow.
        #expect(times.exchanging >= tags.reduce(.zero) { $0 + $1.latency })
        let median = try #require(ratios.isEmpty ? nil : ratios[ratios.count / 2])
        print(
            "\(model.rawValue): \(tags[0].exchanges) exchanges, \((tags[0].latency / .milliseconds(1)).rounded()) ms; first "
                + "to last exchange \((median * 1000).rounded() / 1000) times that")
        return median
    }
}

/// How long each tag took from its first exchange to its last, and how much of that its exchanges took.
private final class TagTimes: Sendable {
    private struct State {
        var ratios: [Double] = []
        var exchanging = Duration.zero
        var first: ContinuousClock.Instant?
        var began: ContinuousClock.Instant?
        var last: ContinuousClock.Instant?
        var exchangingOfTag = Duration.zero
    }

    private let state = Mutex(State())

    /// Time over time, of each tag.
    var ratios: [Double] { state.withLock { $0.ratios } }
    /// The exchanges of all tags.
    var exchanging: Duration { state.withLock { $0.exchanging } }

    var hooks: ReaderHooks {
        var hooks = ReaderHooks()
        hooks.beforeExchange = { [self] _, _ in
            let now = ContinuousClock.now
            state.withLock { state in
                if state.first == nil { state.first = now }
                state.began = now
            }
        }
        hooks.afterExchange = { [self] _, _ in
            let now = ContinuousClock.now
            state.withLock { state in
                state.last = now
                if let began = state.began { state.exchangingOfTag += now - began }
            }
        }
        hooks.afterCard = { [self] _ in
            state.withLock { state in
                if let first = state.first, let last = state.last {
                    state.ratios.append((last - first) / state.exchangingOfTag)
                }
                state.exchanging += state.exchangingOfTag
                (state.first, state.last, state.exchangingOfTag) = (nil, nil, .zero)
            }
        }
        return hooks
    }
}
