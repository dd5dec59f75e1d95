import Jobs
import Operations
import Simulation
import TestSupport
import Testing
import Threads

/// What a reader shows, and when (contract, section 5, "Offer").
@Suite("Offers as they are shown") struct OfferTests {
    /// Offers and outcomes in the order in which they come.
    private final class Shown: RunObserver {
        private let lines = Guarded<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        func observe(_ event: RunEvent) {
            switch event {
            case .offer(_, let item): lines.withLock { $0.append("offer \(item?.sku ?? "-")") }
            case .concluded(let presentation, _): lines.withLock { $0.append(presentation.result.rawValue) }
            default: break
            }
        }
    }

    @Test func theOutcomeStaysUntilTheTagIsLifted() throws {
        let shown = Shown()
        let tags = [tag(.ntag213, good1), tag(.mf0ul11, bad1), tag(.ntag213, good2)]
        _ = try Scenario(items(2), .acr122u, tags).run(observer: shown)
        #expect(shown.all.prefix(6) == ["offer S1", "written", "offer S2", "rejected", "offer S2", "written"])
    }
}
